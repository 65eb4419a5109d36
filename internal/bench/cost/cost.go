// Package cost measures what whole processes take.
package cost

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// Cost is what one process took, its children included.
type Cost struct {
	Wall, CPU time.Duration
	RSS       int64 // peak, bytes; of several processes the largest
}

// Measure runs a command and returns its output. An exit code in allowed is
// no error. The command has TMPDIR set to dir.
func Measure(ctx context.Context, dir string, allowed []int, command ...string) (Cost, string, error) {
	cmd := exec.CommandContext(ctx, command[0], command[1:]...)
	cmd.Env = append(os.Environ(), "TMPDIR="+dir)
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	start := time.Now()
	err := cmd.Run()
	wall := time.Since(start)
	if cmd.ProcessState == nil {
		return Cost{}, "", err
	}
	if code := cmd.ProcessState.ExitCode(); err != nil && !slices.Contains(allowed, code) {
		return Cost{}, "", fmt.Errorf("%s: %w\n%s%s", strings.Join(command, " "), err, out.String(), errs.String())
	}
	c := Cost{Wall: wall, CPU: cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()}
	if u, ok := cmd.ProcessState.SysUsage().(*syscall.Rusage); ok {
		c.RSS = u.Maxrss << 10
	}
	return c, out.String(), nil
}

// Counts reads lines "name,number".
func Counts(out string) map[string]int64 {
	m := map[string]int64{}
	for line := range strings.Lines(out) {
		name, number, _ := strings.Cut(strings.TrimSpace(line), ",")
		if n, err := strconv.ParseInt(number, 10, 64); err == nil {
			m[name] = n
		}
	}
	return m
}

// Median of costs, each figure by itself; RSS is the largest.
func Median(costs []Cost) Cost {
	var m Cost
	if len(costs) == 0 {
		return m
	}
	pick := func(of func(Cost) time.Duration) time.Duration {
		list := make([]time.Duration, len(costs))
		for i, c := range costs {
			list[i] = of(c)
		}
		slices.Sort(list)
		return list[len(list)/2]
	}
	m.Wall = pick(func(c Cost) time.Duration { return c.Wall })
	m.CPU = pick(func(c Cost) time.Duration { return c.CPU })
	for _, c := range costs {
		m.RSS = max(m.RSS, c.RSS)
	}
	return m
}

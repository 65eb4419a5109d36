package health

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"

	"recon/internal/config"
	"recon/internal/disk"
	"recon/internal/lock"
)

// clockSkew is how far the clock may differ from that of the disk, or stand
// before the start of the last run.
const clockSkew = 2 * time.Minute

// clock looks whether the clock can be believed: it decides what is due, what
// is late and which period is over.
func (d *Doctor) clock(ctx context.Context) ([]Check, error) {
	if d.Pinned {
		return bad("clock", Warn, "stands at "+d.Now.Format(time.RFC3339)+" by RECON_NOW", "unset RECON_NOW; it is for tests and examples"), nil
	}
	runs, err := d.State.Runs(ctx, 1)
	if err != nil {
		return nil, err
	}
	if len(runs) > 0 && d.Now.Add(clockSkew).Before(runs[0].StartedAt) {
		return bad("clock", Fail, fmt.Sprintf("%s, before the start of the last run, %s", d.Now.Format(time.RFC3339), runs[0].StartedAt.Format(time.RFC3339)),
			"set the clock; what is due and which period is over follow from it"), nil
	}
	if synced, known := synchronised(); known && !synced {
		return bad("clock", Warn, d.Now.Format(time.RFC3339)+", not synchronised", "let chrony, ntpd or systemd-timesyncd keep it"), nil
	}
	return ok("clock", "%s", d.Now.Format(time.RFC3339)), nil
}

// zones looks whether the zones that the configuration names are known, and
// says what they are now, so that people see a wrong one.
func (d *Doctor) zones(context.Context) ([]Check, error) {
	names := []string{d.Config.Zone}
	for i := range d.Config.Sources {
		names = append(names, d.Config.Sources[i].Zone)
	}
	if d.Config.Settle != nil {
		names = append(names, d.Config.Settle.Zone)
	}
	slices.Sort(names)
	found := ""
	for _, name := range slices.Compact(names) {
		if name == "" {
			continue
		}
		zone, err := time.LoadLocation(name)
		if err != nil {
			return bad("zones", Fail, name+": "+err.Error(), "install tzdata, or correct the name"), nil
		}
		found += ", " + name + " " + d.Now.In(zone).Format("-07:00")
	}
	if found == "" {
		return nil, nil
	}
	return ok("zones", "%s", found[2:]), nil
}

// home looks whether the home folder can be written and is on a local disk.
func (d *Doctor) home(context.Context) ([]Check, error) {
	home := d.Config.Home
	info, err := os.Stat(home)
	if err != nil || !info.IsDir() {
		return bad("home", Fail, fmt.Sprintf("%s: not there", home), "make the folder, or correct home in the configuration"), nil
	}
	if err := lock.CheckLocal(home); err != nil {
		return bad("home", Fail, err.Error(), "move home to a local disk; locks and flushes are not safe elsewhere"), nil
	}
	probe := filepath.Join(home, ".doctor"+disk.Temporary)
	f, err := os.OpenFile(probe, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return bad("home", Fail, plain(err), "run as the account that owns the home, or give this one the right to write"), nil
	}
	modified, err := f.Stat()
	if err := errors.Join(err, f.Close(), os.Remove(probe)); err != nil {
		return bad("home", Fail, plain(err), "look at the disk's health"), nil
	}
	if off := modified.ModTime().Sub(d.Now).Abs(); off > clockSkew && !d.Pinned {
		return bad("home", Warn, fmt.Sprintf("%s: its disk's clock is %s off", home, off.Round(time.Second)), "set the clocks; files are judged by their times"), nil
	}
	return ok("home", "%s, local and writable", home), nil
}

// Free space below which the next run may not end.
const (
	tight   = 5 << 30
	tooFull = 1 << 30
)

func (d *Doctor) space(context.Context) ([]Check, error) {
	free, total, known := freeBytes(d.Config.Home)
	if !known {
		return nil, nil
	}
	found := fmt.Sprintf("%s free of %s", size(free), size(total))
	const cure = "free some: raw/ and versions/ may move to another disk as links, old reports may go"
	switch {
	case free < tooFull:
		return bad("disk", Fail, found, cure), nil
	case free < tight || free < total/20:
		return bad("disk", Warn, found, cure), nil
	}
	return ok("disk", "%s", found), nil
}

func size(bytes uint64) string {
	if bytes < 10<<30 {
		return fmt.Sprintf("%d MiB", bytes>>20)
	}
	return fmt.Sprintf("%d GiB", bytes>>30)
}

// secretFiles are those that nobody else may read, below home.
var secretFiles = []string{"state.db", "state.db-wal", "settle.key", "raw", "submissions"}

// modes looks whether what must stay with the engine's own account does.
func (d *Doctor) modes(context.Context) ([]Check, error) {
	open := ""
	for _, name := range secretFiles {
		info, err := os.Stat(filepath.Join(d.Config.Home, name))
		if err == nil && info.Mode().Perm()&0o077 != 0 && !info.IsDir() || err == nil && info.IsDir() && info.Mode().Perm()&0o007 != 0 {
			open += fmt.Sprintf(", %s %04o", name, info.Mode().Perm())
		}
	}
	if open != "" {
		return bad("permissions", Warn, open[2:], "chmod go-rwx on the files, o-rwx on the folders"), nil
	}
	return ok("permissions", "what is secret is the account's own"), nil
}

// lock says who holds the home.
func (d *Doctor) lock(context.Context) ([]Check, error) {
	held, err := lock.Holder(d.Config.Home)
	if err != nil || held == nil {
		return nil, err
	}
	return bad("lock", Warn, held.Error(), ""), nil
}

// folders looks whether the drop folders are there and can be read.
func (d *Doctor) folders(context.Context) (all []Check, err error) {
	count := 0
	for _, src := range d.drops() {
		count++
		if _, err := os.ReadDir(src.dir); err != nil {
			all = append(all, bad("folders", Fail, src.name+": "+plain(err), "make the folder and let the exports and downloads go there")...)
		}
	}
	if len(all) == 0 && count > 0 {
		return ok("folders", "%d drop folders, all readable", count), nil
	}
	return all, nil
}

type drop struct{ name, dir string }

func (d *Doctor) drops() (all []drop) {
	for i := range d.Config.Sources {
		all = append(all, drop{"source " + d.Config.Sources[i].Name, d.Config.Sources[i].Fetch.Dir})
	}
	if s := d.Config.Settle; s != nil {
		all = append(all, drop{"settle.ledger", s.Ledger.Fetch.Dir}, drop{"settle.payees", s.Payees.Fetch.Dir})
		all = append(all, deliveries(s)...)
	}
	return all
}

func deliveries(s *config.Settle) (all []drop) {
	for _, name := range s.RailNames() {
		if to := s.Rails[name].Deliver; to != nil {
			all = append(all, drop{"settle.rails." + name + ".deliver", to.Dir})
		}
	}
	return all
}

// metrics looks whether the file of metrics can be written and is not old.
func (d *Doctor) metrics(context.Context) ([]Check, error) {
	path := d.Config.Telemetry.Metrics
	if path == "" {
		return nil, nil
	}
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, os.ErrNotExist):
		return bad("metrics", Warn, path+": not there yet", "the next run writes it"), nil
	case err != nil:
		return bad("metrics", Fail, plain(err), "let the account read and write the folder"), nil
	case d.Now.Sub(info.ModTime()) > 36*time.Hour && !d.Pinned:
		return bad("metrics", Warn, path+": last written "+info.ModTime().Format(time.RFC3339), "no command that may write ended since; look at cron"), nil
	}
	return ok("metrics", "%s", path), nil
}

package health

import "golang.org/x/sys/unix"

// freeBytes is what an ordinary account may still write where path lies.
func freeBytes(path string) (free, total uint64, known bool) {
	var stat unix.Statfs_t
	if err := unix.Statfs(path, &stat); err != nil {
		return 0, 0, false
	}
	return stat.Bavail * uint64(stat.Bsize), stat.Blocks * uint64(stat.Bsize), true
}

// unsynchronised is what adjtimex(2) calls TIME_ERROR.
const unsynchronised = 5

// synchronised asks the kernel whether a time service keeps the clock.
func synchronised() (synced, known bool) {
	state, err := unix.Adjtimex(&unix.Timex{})
	return state != unsynchronised, err == nil
}

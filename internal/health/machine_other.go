//go:build !linux

package health

func freeBytes(string) (free, total uint64, known bool) { return 0, 0, false }

func synchronised() (synced, known bool) { return false, false }

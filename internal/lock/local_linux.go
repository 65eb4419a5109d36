package lock

import (
	"fmt"

	"golang.org/x/sys/unix"
)

// networked are the file systems whose locks or flushes do not reach the disk
// of another machine, by the number that statfs(2) gives them.
var networked = map[uint32]string{
	unix.NFS_SUPER_MAGIC:   "NFS",
	unix.SMB_SUPER_MAGIC:   "SMB",
	unix.SMB2_SUPER_MAGIC:  "SMB",
	unix.CIFS_SUPER_MAGIC:  "CIFS",
	unix.FUSE_SUPER_MAGIC:  "FUSE",
	unix.V9FS_MAGIC:        "9P",
	unix.CEPH_SUPER_MAGIC:  "Ceph",
	unix.AFS_SUPER_MAGIC:   "AFS",
	unix.AFS_FS_MAGIC:      "AFS",
	unix.CODA_SUPER_MAGIC:  "Coda",
	unix.OCFS2_SUPER_MAGIC: "OCFS2",
	0x01161970:             "GFS2",
	0x0bd00bd0:             "Lustre",
	0x47504653:             "GPFS",
	0x564c:                 "NCP",
}

// CheckLocal refuses a home that lies on a network file system.
func CheckLocal(home string) error {
	var stat unix.Statfs_t
	if err := unix.Statfs(home, &stat); err != nil {
		return fmt.Errorf("home %s: %w", home, err)
	}
	return refuse(home, uint32(stat.Type))
}

func refuse(home string, magic uint32) error {
	if name, found := networked[magic]; found {
		return fmt.Errorf("home %s lies on %s: locks and flushes are not safe there; move home to a local disk, or say --unsafe-fs", home, name)
	}
	return nil
}

package watch

import "golang.org/x/sys/unix"

// usualLimit is how many folders are watched when Options name no limit.
const usualLimit = 2000

// remote tells whether a folder lies on a file system that other machines write
// to without the kernel's knowledge.
func remote(path string) bool {
	var fs unix.Statfs_t
	if unix.Statfs(path, &fs) != nil {
		return false
	}
	switch uint32(fs.Type) {
	case unix.NFS_SUPER_MAGIC, unix.SMB_SUPER_MAGIC, unix.SMB2_SUPER_MAGIC, unix.CIFS_SUPER_MAGIC,
		unix.V9FS_MAGIC, unix.FUSE_SUPER_MAGIC, unix.AFS_SUPER_MAGIC, unix.CEPH_SUPER_MAGIC, unix.CODA_SUPER_MAGIC:
		return true
	}
	return false
}

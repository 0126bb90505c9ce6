package jsonl

import (
	"errors"
	"os"
	"syscall"
)

// keepSize is FALLOC_FL_KEEP_SIZE.
const keepSize = 1

// reserve has the file system keep room for n bytes behind the end of a file, so
// that a full disk is told before the beginning of a line is written and not after.
// Where it cannot, the write itself will tell.
func reserve(f *os.File, end, n int64) error {
	raw, err := f.SyscallConn()
	if err != nil {
		return err
	}
	var full error
	err = raw.Control(func(fd uintptr) {
		err := syscall.Fallocate(int(fd), keepSize, end, n)
		if errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT) {
			full = &os.PathError{Op: "write", Path: f.Name(), Err: err}
		}
	})
	return errors.Join(full, err)
}

//go:build unix

package jsonl

import (
	"errors"
	"os"
	"syscall"
	"time"
)

// Hold says of a file or a folder that it is in use, until release is called or the
// program ends, however it ends. It waits for whoever looks whether it is. Where the
// file system has no locks it says nothing.
func Hold(path string) (release func()) {
	f, err := os.Open(path)
	if err != nil {
		return func() {}
	}
	for errors.Is(syscall.Flock(int(f.Fd()), syscall.LOCK_EX), syscall.EINTR) {
	}
	return func() { _ = f.Close() } // it was only read
}

// Abandoned has a file or a folder of the user's own removed that nobody holds.
func Abandoned(path string, _ time.Time, remove func(path string) error) {
	f, err := os.OpenFile(path, os.O_RDONLY|syscall.O_NOFOLLOW|syscall.O_NONBLOCK, 0)
	if err != nil {
		return
	}
	defer func() { _ = f.Close() }() // it was only read
	info, err := f.Stat()
	if err != nil {
		return
	}
	owner, known := info.Sys().(*syscall.Stat_t)
	if known && int(owner.Uid) == os.Getuid() && syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) == nil {
		_ = remove(path)
	}
}

//go:build !windows

package jsonl

import (
	"os"
	"syscall"
)

// openShared opens a file for reading. Without O_NONBLOCK opening a pipe would wait
// for its writer.
func openShared(path string) (*os.File, error) {
	return os.OpenFile(path, os.O_RDONLY|syscall.O_NONBLOCK, 0)
}

//go:build !unix

package jsonl

import (
	"os"
	"time"
)

// Hold says of a file or a folder that it is in use, where the system can tell it of
// one whose program has ended.
func Hold(string) (release func()) { return func() {} }

// Abandoned has a file or a folder removed in which nothing was written after before.
func Abandoned(path string, before time.Time, remove func(path string) error) {
	if info, err := os.Lstat(path); err == nil && info.ModTime().Before(before) {
		_ = remove(path)
	}
}

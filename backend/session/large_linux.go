package session

import (
	"syscall"
	"unsafe"
)

const (
	largePage    = 2 << 20 // bytes, on most processors; on others nothing is gained
	madvHugePage = 14      // MADV_HUGEPAGE of madvise(2)
)

// inLargePages advises the system to back the whole large pages in a piece of
// memory. It may do as it likes, so there is no error to heed.
func inLargePages(p unsafe.Pointer, size uintptr) {
	skip := -uintptr(p) & (largePage - 1)
	if size < skip+largePage {
		return
	}
	whole := (size - skip) &^ (largePage - 1)
	_ = syscall.Madvise(unsafe.Slice((*byte)(unsafe.Add(p, skip)), whole), madvHugePage)
}

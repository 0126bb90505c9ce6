package session

import "unsafe"

// Large takes memory for n values, to be filled from the beginning. Where it is
// much, the system is asked to back it by large pages: taking it page by page
// costs more than filling it.
func Large[T any](n int) []T {
	s := make([]T, n)
	if size := uintptr(n) * unsafe.Sizeof(*new(T)); size >= largeFrom {
		inLargePages(unsafe.Pointer(unsafe.SliceData(s)), size)
	}
	return s
}

// largeFrom is from how many bytes on large pages pay.
const largeFrom = 2 << 20

package session

import "unsafe"

// Room keeps copies of many small strings in few pieces of memory.
type Room struct{ piece []byte }

// firstRoom is how large the first piece is, in bytes: small, as an appended entry keeps
// one of its own. Each further one is twice as large as the one before.
const firstRoom = 256

// Keep copies b. The result shares its memory with others kept about then: a piece of at
// most so many bytes, but for a string that is larger.
func (r *Room) Keep(b []byte, most int) string {
	if len(b) == 0 {
		return ""
	}
	if cap(r.piece)-len(r.piece) < len(b) {
		size := min(max(2*cap(r.piece), firstRoom), most)
		r.piece = Large[byte](max(size, len(b)))[:0]
	}
	from := len(r.piece)
	r.piece = append(r.piece, b...)
	return unsafe.String(&r.piece[from], len(b)) // nothing else writes there
}

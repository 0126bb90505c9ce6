package runlog

import (
	"bytes"
	"time"
)

// minute knows the minute of the last time that was read: most records are
// written in that of the one before.
type minute struct {
	text  [17]byte // as in "2026-01-02T03:04:"
	start int64    // Unix milliseconds
}

// ms reads a time as the agent's reader does (RFC 3339), in Unix milliseconds, 0
// for Go's zero time. A nil minute reads every time alike.
func (m *minute) ms(b []byte) (int64, bool) {
	if m != nil && len(b) >= len("2026-01-02T03:04:05Z") && bytes.Equal(b[:len(m.text)], m.text[:]) {
		if s, ok := second(b[len(m.text):]); ok {
			return m.start + s, true
		}
	}
	var t time.Time
	if t.UnmarshalText(b) != nil {
		return 0, false
	}
	if t.IsZero() {
		return 0, true
	}
	if m != nil && b[len(b)-1] == 'Z' {
		m.start = t.Truncate(time.Minute).UnixMilli()
		copy(m.text[:], b)
	}
	return t.UnixMilli(), true
}

// second reads the end of a time, as in "05.25Z", in milliseconds.
func second(b []byte) (ms int64, ok bool) {
	if !digit(b[0]) || b[0] > '5' || !digit(b[1]) || b[len(b)-1] != 'Z' {
		return 0, false
	}
	ms = int64(b[0]-'0')*10000 + int64(b[1]-'0')*1000
	fraction := b[2 : len(b)-1]
	if len(fraction) == 0 {
		return ms, true
	}
	if fraction[0] != '.' || len(fraction) == 1 || len(fraction) > 10 {
		return 0, false
	}
	for _, c := range fraction[1:] {
		if !digit(c) {
			return 0, false
		}
	}
	unit := int64(100)
	for _, c := range fraction[1:min(4, len(fraction))] {
		ms += int64(c-'0') * unit
		unit /= 10
	}
	return ms, true
}

func digit(c byte) bool { return c >= '0' && c <= '9' }

package runlog

import (
	"testing"
	"time"
)

// Whatever was read before, a time is read as the standard library reads it.
func TestTimesAreReadTheSameWithAndWithoutTheMinuteBefore(t *testing.T) {
	var known minute
	for _, text := range []string{
		"2026-02-01T09:00:00Z", "2026-02-01T09:00:59.999999999Z", "2026-02-01T09:00:05.2Z", "2026-02-01T09:00:05.0204Z",
		"2026-02-01T09:00:60Z", "2026-02-01T09:00:5Z", "2026-02-01T09:00:05.Z", "2026-02-01T09:00:05,5Z", "2026-02-01T09:00:05.5",
		"2026-02-01T09:00:05.5z", "2026-02-01T09:00:05.1234567890123Z", "2026-02-01T09:00:05+01:00", "2026-02-01T09:00:05.5xZ", "2026-02-01T09:00:0aZ",
		"2026-02-01T09:00:05ZZ", "2026-02-01T09:01:00.5Z", "2026-02-30T09:01:00Z", "1969-12-31T23:59:59.25Z", "1969-12-31T23:59:58.75Z",
		"0001-01-01T00:00:00Z", "0001-01-01T00:00:01Z", "9999-12-31T23:59:59Z", "yesterday", "", "2026-02-01T09:01:",
	} {
		var at time.Time
		want := int64(0)
		valid := at.UnmarshalText([]byte(text)) == nil
		if valid && !at.IsZero() {
			want = at.UnixMilli()
		}
		for range 2 { // the second time its minute is known
			if got, ok := known.ms([]byte(text)); got != want || ok != valid {
				t.Errorf("%q: %d (%v), want %d (%v)", text, got, ok, want, valid)
			}
		}
	}
}

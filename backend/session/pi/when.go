package pi

import (
	"time"

	"branchline/backend/session/jsonl"
)

// lastMs is the last millisecond of the year 9999; later times are nonsense.
const lastMs = 253402300799999

// when returns the time at line[at] in Unix milliseconds, 0 when the value is
// none that is usable. Strings are read as JavaScript's Date reads the usual
// forms, numbers are milliseconds.
func when(line []byte, at int) int64 {
	switch {
	case isText(line, at):
		ms, _ := date(line, at)
		return usable(ms)
	case isNumber(line, at):
		ms, ok := jsonl.Number(line, at)
		if !ok || ms < 1 || ms > lastMs {
			return 0
		}
		return int64(ms)
	}
	return 0
}

// date reads a string as JavaScript's Date does, in Unix milliseconds. It answers
// false where that is an invalid date.
func date(line []byte, at int) (int64, bool) {
	b, ok := jsonl.Quoted(line, at)
	if !ok {
		return 0, false
	}
	if ms, ok := stamp(b); ok {
		return ms, true
	}
	return parse(text(line, at))
}

func usable(ms int64) int64 {
	if ms < 1 || ms > lastMs {
		return 0
	}
	return ms
}

// stamp reads the one form pi writes, YYYY-MM-DDTHH:MM:SS.mmmZ.
func stamp(b []byte) (int64, bool) {
	if len(b) != 24 || b[4] != '-' || b[7] != '-' || b[10] != 'T' || b[13] != ':' || b[16] != ':' || b[19] != '.' || b[23] != 'Z' {
		return 0, false
	}
	n := func(from, to int) int64 {
		v := int64(0)
		for _, c := range b[from:to] {
			if c < '0' || c > '9' {
				return -1 << 32
			}
			v = v*10 + int64(c-'0')
		}
		return v
	}
	year, month, day := n(0, 4), n(5, 7), n(8, 10)
	hour, minute, second, milli := n(11, 13), n(14, 16), n(17, 19), n(20, 23)
	if year < 0 || month < 1 || month > 12 || day < 1 || day > 31 || hour < 0 || hour > 24 ||
		hour == 24 && minute+second+milli > 0 || minute < 0 || minute > 59 || second < 0 || second > 59 || milli < 0 {
		return 0, false
	}
	return ((days(year, month, day)*24+hour)*60+minute)*60000 + second*1000 + milli, true
}

// days counts the days from 1970-01-01 to a date of the Gregorian calendar.
func days(year, month, day int64) int64 {
	if month <= 2 {
		year--
	}
	era := year / 400
	if year < 0 {
		era = (year - 399) / 400
	}
	ofEra := year - era*400
	ofYear := (153*((month+9)%12)+2)/5 + day - 1
	return era*146097 + ofEra*365 + ofEra/4 - ofEra/100 + ofYear - 719468
}

// Dates alone are UTC and dates with a time but no zone are local, as in
// JavaScript. The last forms are those people write by hand.
var (
	zoned = []string{time.RFC3339Nano, "2006-01-02T15:04Z07:00", "2006-01-02T15:04:05.999999999Z0700", time.RFC1123, time.RFC1123Z, "2006-01-02 15:04:05Z07:00"}
	utc   = []string{time.DateOnly, "2006-01", "2006"}
	local = []string{
		"2006-01-02T15:04:05.999999999", "2006-01-02T15:04", "2006-01-02 15:04:05.999999999", "2006-01-02 15:04",
		"Jan 2 2006", "Jan 2, 2006", "January 2 2006", "January 2, 2006", "2 Jan 2006", "2 January 2006", "2006/01/02", "1/2/2006",
		"Jan 2, 2006 15:04:05", "Mon Jan 2 2006 15:04:05", "Mon Jan 2 2006", "Mon, 2 Jan 2006 15:04:05",
	}
)

func parse(s string) (int64, bool) {
	for _, layout := range zoned {
		if t, err := time.Parse(layout, s); err == nil {
			return t.UnixMilli(), true
		}
	}
	for _, layout := range utc {
		if t, err := time.Parse(layout, s); err == nil {
			return t.UnixMilli(), true
		}
	}
	for _, layout := range local {
		if t, err := time.ParseInLocation(layout, s, time.Local); err == nil {
			return t.UnixMilli(), true
		}
	}
	return 0, false
}

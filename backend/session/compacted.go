package session

import (
	"strconv"
	"strings"
)

// Sent is how many tokens a reply reports to have been sent for it, 0 when it
// reports none or failed.
func (x *Index) Sent(p Pos) (tokens float64) {
	if e := x.At(p); e.Role != RoleAssistant || e.Stop == StopError || e.Stop == StopAborted {
		return 0
	}
	for _, u := range x.UsagesOf(p) {
		tokens += u.Input + u.CacheRead + u.CacheWrite
	}
	return tokens
}

// SentBefore is how large a compaction says the context was, else what the nearest
// reply above it reports to have been sent and replied, 0 when there is none up to
// the compaction before.
func (x *Index) SentBefore(p Pos) float64 {
	for _, m := range x.MarksOf(p) {
		if m.Kind == MarkSize {
			if tokens, err := strconv.ParseFloat(m.Text, 64); err == nil && tokens > 0 {
				return tokens
			}
		}
	}
	for q := x.At(p).Parent; q != None && x.At(q).Kind != KindCompaction; q = x.At(q).Parent {
		if tokens := x.Sent(q); tokens > 0 {
			for _, u := range x.UsagesOf(q) {
				tokens += u.Output
			}
			return tokens
		}
	}
	return 0
}

// SentAfter is what the first reply below an entry, on the first of its branches,
// reports to have been sent, 0 when there is none up to the next compaction.
func (x *Index) SentAfter(p Pos) float64 {
	for kids := x.Children(p); len(kids) > 0; kids = x.Children(p) {
		if p = kids[0]; x.At(p).Kind == KindCompaction {
			break
		}
		if tokens := x.Sent(p); tokens > 0 {
			return tokens
		}
	}
	return 0
}

// CompactedWords say how large a context was before and after a compaction, in
// tokens, 0 when that is unknown: "Compacted 180k → 22k tokens"; "" when nothing is known.
func CompactedWords(before, after float64) string {
	switch {
	case before > 0 && after > 0:
		return "Compacted " + Short(before) + " → " + Short(after) + " tokens"
	case before > 0:
		return "Compacted " + Short(before) + " tokens"
	case after > 0:
		return "Compacted to " + Short(after) + " tokens"
	}
	return ""
}

// Short writes a count short: "940", "1.2k", "180k", "2.1M", "3B", "1.1T".
func Short(n float64) string {
	for _, unit := range []struct {
		name string
		size float64
	}{{"T", 1e12}, {"B", 1e9}, {"M", 1e6}, {"k", 1e3}} {
		if n < unit.size*0.9995 {
			continue
		}
		digits := 0
		if n/unit.size < 9.95 {
			digits = 1
		}
		return strings.TrimSuffix(strconv.FormatFloat(n/unit.size, 'f', digits, 64), ".0") + unit.name
	}
	return strconv.FormatFloat(n, 'f', 0, 64)
}

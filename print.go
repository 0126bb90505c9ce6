package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"time"
	"unicode"
	"unicode/utf16"

	"branchline/backend/session"
)

// printJSON prints one JSON document. Characters that JSON allows as they are
// but a terminal obeys, or that hide or reorder others, are escaped.
func printJSON(out io.Writer, document any) error {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(document); err != nil {
		return err
	}
	_, err := io.WriteString(out, escapeControls(b.String()))
	return err
}

func escapeControls(doc string) string {
	odd := func(r rune) bool { return r != '\n' && unicode.IsControl(r) || invisible(r) }
	if !strings.ContainsFunc(doc, odd) {
		return doc
	}
	var b strings.Builder
	for _, r := range doc {
		switch {
		case !odd(r):
			b.WriteRune(r)
		case r > 0xffff:
			high, low := utf16.EncodeRune(r)
			fmt.Fprintf(&b, `\u%04x\u%04x`, high, low)
		default:
			fmt.Fprintf(&b, `\u%04x`, r)
		}
	}
	return b.String()
}

// oneLine brings text onto one line: every run of white space is one space.
func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

func dollars(usd float64) string {
	if usd != 0 && usd < 1 && usd > -1 {
		return fmt.Sprintf("$%.4f", usd)
	}
	return fmt.Sprintf("$%.2f", usd)
}

// span writes a duration in the two largest units that say something.
func span(ms int64) string {
	switch s := ms / 1000; {
	case ms < 0:
		return "-" + span(-ms)
	case ms == 0:
		return "0 s"
	case s < 1:
		return fmt.Sprintf("%d ms", ms)
	case s < 60:
		return fmt.Sprintf("%d.%d s", s, ms%1000/100)
	case s < 3600:
		return fmt.Sprintf("%d min %d s", s/60, s%60)
	case s < 48*3600:
		return fmt.Sprintf("%d h %d min", s/3600, s%3600/60)
	default:
		return fmt.Sprintf("%d d %d h", s/86400, s%86400/3600)
	}
}

func bytesOf(n int64) string {
	switch {
	case n < 1000:
		return fmt.Sprintf("%d B", n)
	case n < 1_000_000:
		return fmt.Sprintf("%.1f kB", float64(n)/1e3)
	case n < 1_000_000_000:
		return fmt.Sprintf("%.1f MB", float64(n)/1e6)
	}
	return fmt.Sprintf("%.1f GB", float64(n)/1e9)
}

// moment writes a time in the local zone, "—" when it is unknown.
func moment(ms int64) string {
	if ms == 0 {
		return "—"
	}
	return time.UnixMilli(ms).Format("2006-01-02 15:04:05")
}

// counted writes "1 entry", "2 entries".
func counted(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return session.Grouped(float64(n)) + " " + many
}

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
	sign := ""
	if usd < 0 {
		sign, usd = "-", -usd
	}
	if usd != 0 && usd < 1 {
		return fmt.Sprintf("%s$%.4f", sign, usd)
	}
	return fmt.Sprintf("%s$%.2f", sign, usd)
}

// moment writes a time in the local zone, "—" when it is unknown.
func moment(ms int64) string {
	if ms == 0 {
		return "—"
	}
	return time.UnixMilli(ms).Format("2006-01-02 15:04:05")
}

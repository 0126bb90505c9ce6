// Package jsonl reads files of JSON lines: lines of any length with their
// offsets, a strict walk over JSON text that accepts exactly what JSON.parse
// accepts, values as JSON.stringify writes them, and the only ways in which a
// session file is written: Append and Create, and Replace for an upgrade of an
// old format.
//
// Only LF ends a line. A last line without LF is handed out with Whole false:
// it may still be being written. Nothing here decodes a whole record; callers
// walk it and keep spans.
package jsonl

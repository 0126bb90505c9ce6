package pi

import (
	"bytes"
	"context"
	"errors"
	"io"
	"io/fs"

	"branchline/backend/paths"
	"branchline/backend/session/jsonl"
)

// ParseSessionEntries reads records from the text of a session: one JSON value a
// line, white space around the text left out as JavaScript's trim does. Lines
// that are blank or no JSON are passed over; null, false, 0 and "" are values
// (pi 1.6.0, parseSessionEntries). There may be no header, and nothing is
// migrated. The records share one copy of the text.
func ParseSessionEntries(text string) []Record {
	var records []Record
	rest := []byte(trim(text))
	for len(rest) > 0 {
		var line []byte
		line, rest, _ = bytes.Cut(rest, []byte{'\n'})
		if v := valueOn(line); v != nil {
			records = append(records, Record{v})
		}
	}
	return records
}

// LoadEntriesFromFile reads the records of a session file as pi keeps them in
// memory: all values but null, false, 0 and "", without what is no JSON. A file
// that is missing, or whose first value is no header with an id that is text,
// gives none and no error; one that cannot be read, a folder too, gives an error.
// Nothing is migrated, and nothing is written: pi completes the last line of the
// file with its LF.
func LoadEntriesFromFile(path string) ([]Record, error) {
	path, err := paths.System().Resolve(path)
	if err != nil {
		return nil, err
	}
	f, err := jsonl.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var records []Record
	err = eachValue(f, f.Size(), clone, func(v []byte) error {
		records = append(records, Record{v})
		return nil
	})
	if err = errors.Join(err, f.Close()); err != nil {
		return nil, err
	}
	if len(records) == 0 || !records[0].IsHeader() || !isText(records[0].raw, records[0].place("id")) {
		return nil, nil
	}
	return records, nil
}

// valueOn returns the JSON value a line holds, nil when it holds none.
func valueOn(line []byte) []byte {
	from := jsonl.Space(line, 0)
	to := jsonl.Skip(line, from)
	if to < 0 || jsonl.Space(line, to) != len(line) {
		return nil
	}
	return line[from:to:to]
}

// eachValue goes over the values pi keeps of a session of so many bytes, in their
// order. own copies a value out of the line, with several values at a time; each
// gets the copies one after another, and ends it all with an error.
func eachValue(from io.ReaderAt, size int64, own func(value []byte) []byte, each func(value []byte) error) error {
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	var failed error
	read := func(c *jsonl.Chunk) (values [][]byte) {
		for c.Next() {
			if v := valueOn(c.Line().Bytes); v != nil && !falsy(v) {
				values = append(values, own(v))
			}
		}
		return values
	}
	err := jsonl.Each(ctx, from, 0, size, read, func(r jsonl.Result[[][]byte], _ int64) {
		for _, v := range r.Value {
			if failed != nil {
				return
			}
			if failed = each(v); failed != nil {
				stop()
			}
		}
	})
	if failed != nil {
		return failed
	}
	return err
}

func clone(value []byte) []byte { return append([]byte(nil), value...) }

func rewritten(value []byte) []byte { return jsonl.AppendStringified(nil, value) }

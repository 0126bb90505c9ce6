package pi

import (
	"bytes"
	"context"
	"io"
	"slices"

	"branchline/backend/session"
)

// MarshalJSONL writes records as the lines of a file, each with its LF and as it
// stands; see Record.Raw. White space that spreads a record over several lines
// becomes spaces.
func MarshalJSONL(records []Record) []byte { return joined(records) }

// JSONL returns the lines of the whole session, of all branches, in the order of
// the file and with its bytes. What LoadEntriesFromFile leaves out is left out
// here too: blank lines, what is no JSON, and null, false, 0 and "". Of harness
// storage that is a file it returns that file, of other storage the header and the
// entries.
func (m *Manager) JSONL() ([]byte, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.harness != nil {
		return m.harnessLines()
	}
	lines := make([]byte, 0, m.s.x.Size+1)
	err := m.s.values(clone, func(v []byte) error {
		lines = append(append(lines, v...), '\n')
		return nil
	})
	if err != nil {
		return nil, conflicting(err)
	}
	return lines, nil
}

func (m *Manager) harnessLines() ([]byte, error) {
	if file, ok := m.harness.storage.(ByteHarnessStorage); ok {
		return file.Bytes(context.Background())
	}
	all, err := m.s.records(everything(m.s.x))
	return append(slices.Clone(m.s.linked.head), joined(all)...), err
}

// values is eachValue for the session. It answers jsonl.ErrStale when these are
// not the bytes that were indexed.
func (s *store) values(own func(value []byte) []byte, each func(value []byte) error) error {
	var from io.ReaderAt = s.file
	if s.pending != nil {
		from = bytes.NewReader(s.pending)
	}
	if err := eachValue(from, s.x.Size, own, each); err != nil {
		return err
	}
	_, err := s.Read(session.Span{}) // asks whether they still are
	return err
}

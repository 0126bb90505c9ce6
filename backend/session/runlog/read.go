package runlog

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io"
	"strings"

	"branchline/backend/session/jsonl"
)

// limit is the longest line the agent reads, with its line end.
const limit = 16 << 20

// Session is a log as the agent itself takes it when it resumes a run: what the
// times were, and how messages and events followed each other, is not in it.
type Session struct {
	Meta     Meta      // of the last meta record; zero without one
	Messages []Message // the conversation: those since the last reset
	Events   []Event   // all of them, whatever was reset
	Result   *Result   // the last one, nil when the run did not say how it ended
	// Truncated: a line was dropped, wherever it stood. A run that was killed
	// between two records leaves no such trace; only its result is missing.
	Truncated bool
	// Blobs is the folder with the log's pictures, which need not exist; "" for a
	// log that was read from a stream. 0.17.
	Blobs string
}

// Complete tells whether the run said how it ended.
func (s *Session) Complete() bool { return s.Result != nil }

// AgentMessages returns the conversation ready for a run that carries it on:
// a copy whose pictures have their bytes wherever they can be had. Those that
// are lost stay as they were recorded and are not Ready.
func (s *Session) AgentMessages() []Message {
	out := make([]Message, len(s.Messages))
	for i, m := range s.Messages {
		if m.Images != nil {
			images := make([]Image, len(m.Images))
			for n, image := range m.Images {
				images[n], _ = s.LoadImage(image) // unchanged after an error, which Ready tells
			}
			m.Images = images
		}
		if m.Activity != nil {
			activity := *m.Activity
			m.Activity = &activity
		}
		out[i] = m
	}
	return out
}

// Read reads a log as the agent does (openzot 0.17, the same since 0.7). This is
// less than the file holds; Format.Scan reads all of it. The rules:
//
//   - A line is cut at LF, trimmed of Unicode white space, passed over when
//     nothing is left, and decoded by encoding/json: names of members in any
//     letter case, of members that come twice the last, objects merged.
//   - A line that cannot be decoded is dropped and sets Truncated: broken JSON, a
//     value that is no object, one known member of a wrong type (3.0 is no whole
//     number, arguments are a string), a byte order mark, two records on a line.
//   - A record of another kind, without a kind or without the payload of its kind
//     is passed over.
//   - The last meta and the last result count, each whole. A reset empties
//     Messages and leaves Events and Result. What stands behind a result counts.
//   - The result of a tool is not decoded. (The agent rounds its numbers, and
//     drops a record with one no float64 can hold.)
//   - A line of 16 MiB or more ends the reading with bufio.ErrTooLong; the
//     session returned with it holds what came before.
func Read(r io.Reader) (*Session, error) {
	s := &Session{}
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, limit)
	for lines.Scan() {
		if line := bytes.TrimSpace(lines.Bytes()); len(line) > 0 {
			s.line(line)
		}
	}
	return s, lines.Err()
}

func (s *Session) line(b []byte) {
	var r Record
	if json.Unmarshal(b, &r) != nil {
		s.Truncated = true
		return
	}
	switch {
	case r.Kind == KindMeta && r.Meta != nil:
		s.Meta = *r.Meta
	case r.Kind == KindMessage && r.Message != nil:
		s.Messages = append(s.Messages, *r.Message)
	case r.Kind == KindEvent && r.Event != nil:
		s.Events = append(s.Events, *r.Event)
	case r.Kind == KindResult && r.Result != nil:
		s.Result = r.Result
	case r.Kind == KindReset:
		s.Messages = nil
	}
}

// Load reads the log at path; see Read. Where path names no regular file it
// answers an error that wraps jsonl.ErrNotFile, and waits for no pipe.
func Load(path string) (*Session, error) {
	f, err := jsonl.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close() // only read
	s, err := Read(io.NewSectionReader(f, 0, f.Size()))
	s.Blobs = blobsOf(path)
	return s, err
}

// blobsOf is the folder of a log's pictures.
func blobsOf(path string) string { return strings.TrimSuffix(path, extension) + BlobSuffix }

package convert

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"time"
	"unicode/utf8"

	"branchline/backend/session/runlog"
)

// mostLine is the longest line of a run log that the agent reads, its end included.
const mostLine = 16<<20 - 1

// longest is how many bytes each text of a record may take that is cut to fit.
const longest = 1 << 20

// origin is what a record of a run log says of the pi entry it was made of. The
// agent's readers pass over it.
type origin struct {
	// Entry is the entry's key.
	Entry string `json:"entry"`
	// Role is the role pi has the message in, where its type does not tell, and Message
	// what else pi has there.
	Role    string          `json:"role,omitempty"`
	Message json.RawMessage `json:"message,omitempty"`
	// Call is the call whose result had the pictures of an attachment.
	Call string `json:"call,omitempty"`
	// Error: the result was an error without words.
	Error bool `json:"error,omitempty"`
}

// line is a record of a run log with what it was made of.
type line struct {
	runlog.Record
	Pi *origin `json:"pi,omitempty"`
}

// lines writes a run log.
type lines struct {
	w io.Writer
	// cut counts records that were too long.
	cut int
}

func (l *lines) write(r runlog.Record, ms int64, from *origin) error {
	r.At = time.UnixMilli(ms).UTC()
	b, err := encoded(line{r, from})
	if err == nil && len(b) > mostLine {
		l.cut++
		b, err = encoded(line{shortened(r), &origin{Entry: from.key()}})
	}
	if err == nil {
		_, err = l.w.Write(b)
	}
	return err
}

func (o *origin) key() string {
	if o == nil {
		return ""
	}
	return o.Entry
}

func encoded(l line) ([]byte, error) {
	b, err := json.Marshal(l)
	if err != nil {
		return nil, fmt.Errorf("encode a %s: %w", l.Kind, err)
	}
	if !utf8.Valid(b) { // in what stands in a record as it stood in another
		b = bytes.ToValidUTF8(b, []byte("\ufffd"))
	}
	return append(b, '\n'), nil
}

// shortened is a record whose texts are cut as the agent cuts a long output.
func shortened(r runlog.Record) runlog.Record {
	if r.Meta != nil {
		m := *r.Meta
		m.Task, r.Meta = cut(m.Task), &m
	}
	if r.Event != nil {
		e := *r.Event
		e.Text, e.Tool, r.Event = cut(e.Text), cut(e.Tool), &e
	}
	if r.Result != nil {
		v := *r.Result
		v.Message, v.Error, r.Result = cut(v.Message), cut(v.Error), &v
	}
	if r.Message == nil {
		return r
	}
	m := *r.Message
	m.Text, r.Message = cut(m.Text), &m
	if m.Activity != nil {
		a := *m.Activity
		a.ID, a.Name, a.Arguments, a.Failure = cut(a.ID), cut(a.Name), cut(a.Arguments), cut(a.Failure)
		if s, ok := a.Result.(string); ok {
			a.Result = cut(s)
		}
		m.Activity = &a
	}
	return r
}

// cut keeps the beginning of a text that takes too much as JSON.
func cut(s string) string {
	size := 0
	for i, r := range s {
		if size += 6; r >= ' ' && r < 0x7f && r != '"' && r != '\\' && r != '<' && r != '>' && r != '&' {
			size -= 5
		}
		if size > longest {
			return fmt.Sprintf("%s\n[truncated: %d bytes total]", s[:i], len(s))
		}
	}
	return s
}

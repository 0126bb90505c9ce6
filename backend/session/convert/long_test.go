package convert_test

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"os"
	"strings"
	"testing"

	"branchline/backend/session"
)

// The agent reads no line of 16 MiB.
func TestTextsThatAreTooLongForARunLogAreCut(t *testing.T) {
	long := strings.Repeat(`<"`, 3<<20)
	quoted := strings.ReplaceAll(long, `"`, `\"`)
	path := written(t, "s.jsonl", hdr,
		`{"type":"message","id":"u","parentId":null,"timestamp":"2031-04-09T07:00:00.000Z","message":{"role":"user","content":"`+quoted+`","timestamp":1}}`,
		`{"type":"message","id":"a","parentId":"u","timestamp":"2031-04-09T07:00:01.000Z","message":{"role":"assistant","content":[{"type":"text","text":"`+quoted+`"},{"type":"toolCall","id":"c","name":"write","arguments":{"content":"`+quoted+`"}}],"stopReason":"toolUse","timestamp":1}}`,
		`{"type":"message","id":"r","parentId":"a","timestamp":"2031-04-09T07:00:02.000Z","message":{"role":"toolResult","toolCallId":"c","toolName":"write","content":[{"type":"text","text":"`+quoted+`"}],"isError":true,"timestamp":1}}`,
		`{"type":"message","id":"e","parentId":"r","timestamp":"2031-04-09T07:00:03.000Z","message":{"role":"assistant","content":[],"stopReason":"error","errorMessage":"`+quoted+`","timestamp":1}}`,
	)
	made := toLog(t, path)
	s := valid(t, made.Path)
	if got := len(s.Messages); got != 4 {
		t.Errorf("%d messages, want 4", got)
	}
	for _, m := range s.Messages {
		if want := fmt.Sprintf("\n[truncated: %d bytes total]", len(long)); m.Activity == nil && !strings.HasSuffix(m.Text, want) {
			t.Errorf("%s of %d bytes is not marked", m.Type, len(m.Text))
		}
	}
	if !strings.Contains(made.Report.String(), "records that were too long") {
		t.Errorf("the report does not say so:\n%s", made.Report)
	}
}

// A branch with very many compactions, each of which keeps all, does not become a log
// that grows with their square.
func TestPastOfManyCompactionsIsBounded(t *testing.T) {
	in := []string{hdr}
	last := "null"
	add := func(typ, members string) {
		id := fmt.Sprintf(`"%d"`, len(in))
		in = append(in, fmt.Sprintf(`{"type":"%s","id":%s,"parentId":%s,"timestamp":"2031-04-09T07:00:00.000Z",%s}`, typ, id, last, members))
		last = id
	}
	for i := range 600 {
		for range 20 {
			add("message", fmt.Sprintf(`"message":{"role":"user","content":"prompt %d","timestamp":1}`, i))
		}
		add("compaction", `"summary":"so far","firstKeptEntryId":"1","tokensBefore":1`)
	}
	made := toLog(t, written(t, "s.jsonl", in...))
	s := valid(t, made.Path)
	if got := len(s.Messages); got != 12_001 {
		t.Errorf("%d messages, want all that is kept and the summary", got)
	}
	data, err := os.ReadFile(made.Path)
	if err != nil {
		t.Fatal(err)
	}
	if got := bytes.Count(data, []byte("\n")); got > 80_000 {
		t.Errorf("%d records", got)
	}
	for _, want := range []string{"400 compactions: what stood before", "not repeated in the log's past"} {
		if !strings.Contains(made.Report.String(), want) {
			t.Errorf("the report does not say %q:\n%s", want, made.Report)
		}
	}
}

// Pictures come back byte by byte, of every kind of data.
func TestPicturesKeepTheirBytes(t *testing.T) {
	data := []byte("GIF89a\x01\x00\x01\x00 not really")
	path := written(t, "s.jsonl", hdr,
		`{"type":"message","id":"u","parentId":null,"timestamp":"2031-04-09T07:00:00.000Z","message":{"role":"user","content":[{"type":"image","mimeType":"image/gif","data":"data:image/gif;base64,`+base64.StdEncoding.EncodeToString(data)+`"}],"timestamp":1}}`,
	)
	log := toLog(t, path)
	messages := valid(t, log.Path).AgentMessages()
	if len(messages) != 2 || !bytes.Equal(messages[1].Images[0].Bytes, data) {
		t.Fatalf("the log has %+v", messages)
	}
	back := toPi(t, log.Path)
	got, ok := lastPicture(t, back.Path)
	if !ok || !bytes.Equal(got, data) {
		t.Errorf("the session has %q", got)
	}
}

func lastPicture(t *testing.T, path string) ([]byte, bool) {
	t.Helper()
	s, _ := opened(t, path)
	in, ok := s.(interface {
		Image(session.Pos, int) (string, []byte, error)
	})
	if !ok {
		return nil, false
	}
	_, data, err := in.Image(s.Index().Leaf, 0)
	return data, err == nil
}

//go:build conformance

package conformance

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"branchline/backend/session"
	"branchline/backend/session/formats"
)

// sized is a session that says how large its messages are.
type sized interface {
	session.Session
	Sizes([]session.Piece) ([]session.Size, error)
}

// TestMessagesAreAsLargeAsPiTakesThem holds the estimate of every message of the
// context at every entry against pi's estimateTokens.
func TestMessagesAreAsLargeAsPiTakesThem(t *testing.T) {
	var files []string
	for _, pattern := range []string{
		"../../../../samples/*thumbnails*.jsonl", "../../contexts/testdata/*.jsonl", "../testdata/branches.jsonl", "../testdata/compactions.jsonl",
		"../testdata/edits.jsonl", "../testdata/html.jsonl", "../testdata/tools.jsonl", "../testdata/version-*[12].jsonl",
	} {
		found, err := filepath.Glob(pattern)
		if err != nil || len(found) == 0 {
			t.Fatalf("no sessions at %s: %v", pattern, err)
		}
		files = append(files, found...)
	}
	compared := 0
	for _, path := range files {
		t.Run(filepath.Base(path), func(t *testing.T) { compared += sameTokens(t, path) })
	}
	if compared < 1000 {
		t.Errorf("only %d messages were compared", compared)
	}
}

// sameTokens asks pi about a copy of a file and counts what was compared.
func sameTokens(t *testing.T, path string) (compared int) {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	s, f, err := formats.Open(context.Background(), path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close() //nolint:errcheck // it was only read
	var want [][]*int
	if err := startedPi(t).ask(map[string]any{"do": "tokens", "path": copied(t, data)}, &want); err != nil {
		t.Fatal(err)
	}
	x := s.Index()
	if len(want) != len(x.Entries) {
		t.Fatalf("pi has %d entries, not %d", len(want), len(x.Entries))
	}
	for i := range x.Entries {
		pieces := s.Context(session.Pos(i))
		sizes, err := s.(sized).Sizes(pieces)
		if err != nil {
			t.Fatal(err)
		}
		if len(pieces) != len(want[i]) {
			t.Fatalf("at %s: %d messages, pi has %d", x.Key(session.Pos(i)), len(pieces), len(want[i]))
		}
		for k, size := range sizes {
			size.Unsent = false // pi counts what it keeps from the model as well
			if n := want[i][k]; n != nil && pieces[k].Role != "" && size.Tokens() != *n {
				t.Errorf("at %s: %s has %d tokens, pi takes it for %d", x.Key(session.Pos(i)), x.Key(pieces[k].Entry), size.Tokens(), *n)
			}
			compared++
		}
	}
	return compared
}

package convert_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"branchline/backend/session"
	"branchline/backend/session/convert"
	"branchline/backend/session/formats"
	"branchline/backend/session/jsonl"
)

// options are a clock that stands still and ids that count.
func options() convert.Options {
	n := 0
	return convert.Options{
		Now:       func() time.Time { return time.Date(2031, 4, 9, 7, 5, 3, 120e6, time.UTC) },
		EntryID:   func() string { n++; return fmt.Sprintf("%08x", n) },
		SessionID: func(time.Time) string { return "made" },
	}
}

// opened opens a session file.
func opened(t testing.TB, path string) (session.Session, *jsonl.File) {
	t.Helper()
	s, f, err := formats.Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := f.Close(); err != nil {
			t.Error(err)
		}
	})
	return s, f
}

// written puts a session into a file of its own.
func written(t testing.TB, name string, lines ...string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(strings.Join(lines, "\n")+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// toLog and toPi convert the whole of a file.
func toLog(t testing.TB, path string) convert.Made {
	t.Helper()
	s, f := opened(t, path)
	made, err := convert.ToRunLog(t.Context(), s, f, s.Index().Leaf, convert.Place{Dir: t.TempDir()}, options())
	if err != nil {
		t.Fatal(err)
	}
	return made
}

func toPi(t testing.TB, path string) convert.Made {
	t.Helper()
	s, f := opened(t, path)
	made, err := convert.ToPi(t.Context(), s, f, s.Index().Leaf, convert.Place{Dir: t.TempDir()}, options())
	if err != nil {
		t.Fatal(err)
	}
	return made
}

var testContext = context.Background()

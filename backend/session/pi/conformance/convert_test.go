//go:build conformance

package conformance

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"testing"
	"time"

	"branchline/backend/session"
	"branchline/backend/session/convert"
	"branchline/backend/session/formats"
)

// converted makes a session of the other format of a file, "" where it has no entry.
func converted(tb testing.TB, path string) string {
	tb.Helper()
	s, f, err := formats.Open(tb.Context(), path)
	if err != nil {
		tb.Fatal(err)
	}
	defer f.Close()
	leaf := s.Index().Suggested
	if leaf == session.None {
		return ""
	}
	to := convert.ToPi
	if s.Index().Header.Format == "pi" {
		to = convert.ToRunLog
	}
	ids := 0
	made, err := to(tb.Context(), s, f, leaf, convert.Place{Dir: tb.TempDir()}, convert.Options{
		Now:       func() time.Time { return moment },
		EntryID:   func() string { ids++; return fmt.Sprintf("%08x", ids) },
		SessionID: func(time.Time) string { return "made" },
	})
	if err != nil {
		tb.Fatal(err)
	}
	return made.Path
}

// pi opens what is made of a run log, and goes on with what this app says it does.
func TestConformanceOfConvertedRunLogs(t *testing.T) {
	logs, err := filepath.Glob("../../../../samples/*.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	made := 0
	for _, log := range logs {
		s, f, err := formats.Open(t.Context(), log)
		if err != nil {
			t.Fatal(err)
		}
		if err := f.Close(); err != nil {
			t.Fatal(err)
		}
		if s.Index().Header.Format == "runlog" {
			made++
			conform(t, read(t, converted(t, log)))
		}
	}
	if made < 5 {
		t.Errorf("converted %d run logs, want all of the samples", made)
	}
}

// Sessions in odd shapes become run logs, and these sessions again.
func TestConformanceOfSessionsThereAndBack(t *testing.T) {
	for _, seed := range seeds(t, 100, 1000) {
		t.Run(fmt.Sprint("SEED=", seed), func(t *testing.T) {
			t.Parallel()
			g := grower{Rand: rand.New(rand.NewPCG(seed, 8))}
			data := []byte(g.file())
			log := converted(t, copied(t, data))
			if log == "" {
				return
			}
			if back := converted(t, log); back != "" {
				conform(t, named(read(t, back)))
			}
		})
	}
}

// named gives replies without a model one: SessionModel does not tell a name that is
// empty from one that is missing.
func named(data []byte) []byte {
	return bytes.ReplaceAll(data, []byte(`"provider":"","model":""`), []byte(`"provider":"acme","model":"m"`))
}

package export

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"branchline/backend/session"
	"branchline/backend/session/formats"
	"branchline/backend/session/jsonl"
	"branchline/backend/session/secrets"
)

// Another program that starts or exports while one is written takes nothing from it:
// neither its masked copy nor the file it writes.
func TestARunningExportIsNotSweptByAnother(t *testing.T) {
	temp, to := t.TempDir(), t.TempDir()
	t.Setenv("TMPDIR", temp)
	sweep := func() {
		SweepCopies(temp, time.Now())
		jsonl.Sweep(to, time.Now().Add(-time.Hour))
	}
	r := asked(t, callsFile(t, 5), "")
	r.Mask, r.Path = &secrets.Choice{}, filepath.Join(to, "out.jsonl")
	r.Open = func(ctx context.Context, path string) (session.Session, *jsonl.File, error) {
		sweep()
		return formats.Open(ctx, path)
	}
	p := planned(t, r)
	write := writers[JSONL]
	err := jsonl.CreateFrom(filepath.Join(to, "beside.jsonl"), func(w io.Writer) error {
		sweep()
		return write(t.Context(), w, p)
	})
	if err != nil {
		t.Fatal(err)
	}
	done, err := Write(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(done.Path)
	if err != nil || strings.Count(string(text), "\n") != 12 {
		t.Errorf("it has %d lines, %v", strings.Count(string(text), "\n"), err)
	}
	for _, dir := range []string{temp, to} {
		if left, err := filepath.Glob(filepath.Join(dir, "*branchline*")); err != nil || len(left) > 0 {
			t.Errorf("left behind: %v %v", left, err)
		}
	}
}

package runlog

import (
	"errors"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"branchline/backend/session/jsonl"
)

func TestLoadReadsRegularFilesOnly(t *testing.T) {
	dir := t.TempDir()
	pipe := filepath.Join(dir, "pipe.jsonl")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		path string
		want error
	}{
		{filepath.Join(dir, "none.jsonl"), os.ErrNotExist},
		{dir, jsonl.ErrNotFile},
		{pipe, jsonl.ErrNotFile},
	} {
		if s, err := Load(c.path); s != nil || !errors.Is(err, c.want) {
			t.Errorf("%s: %v, %v; want %v", c.path, s, err, c.want)
		}
	}
}

// L4, and what the agent's own list would wait for.
func TestListFollowsLinksToLogsAndWaitsForNoPipe(t *testing.T) {
	dir := lay(t, map[string]string{"elsewhere/log": lines(vMeta, vResult("settled"))})
	link(t, filepath.Join(dir, "elsewhere/log"), filepath.Join(dir, "log.jsonl"))
	link(t, filepath.Join(dir, "elsewhere"), filepath.Join(dir, "folder.jsonl"))
	link(t, filepath.Join(dir, "nowhere"), filepath.Join(dir, "dangling.jsonl"))
	if err := syscall.Mkfifo(filepath.Join(dir, "pipe.jsonl"), 0o600); err != nil {
		t.Fatal(err)
	}
	got, err := List(dir)
	if err != nil || len(got) != 1 || got[0].ID != "log" || !got[0].Complete {
		t.Errorf("%v, %v; want the linked log alone", got, err)
	}
}

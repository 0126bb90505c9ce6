package formats

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

func TestOpenNeverBlocksOnWhatIsNoFile(t *testing.T) {
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	must(os.Mkdir(at("folder.jsonl"), 0o700))
	must(syscall.Mkfifo(at("pipe.jsonl"), 0o600))
	must(os.Symlink("/nowhere/at-all", at("dangling.jsonl")))
	must(os.Symlink("loop.jsonl", at("loop.jsonl")))
	must(os.WriteFile(at("plain"), nil, 0o600))
	for _, c := range []struct{ name, kind, words string }{
		{"folder.jsonl", NotSession, "a folder"},
		{"pipe.jsonl", NotSession, "a pipe"},
		{"dangling.jsonl", NotFound, "a link to /nowhere/at-all"},
		{"loop.jsonl", Unreadable, "leads back to itself"},
		{"gone.jsonl", NotFound, "no such file"},
		{"plain/x.jsonl", NotFound, "no such file"},
	} {
		_, _, err := open(t.Context(), at(c.name), both)
		check(t, err, c.kind, at(c.name), c.words)
	}
	_, _, err := open(t.Context(), os.DevNull, both)
	check(t, err, NotSession, os.DevNull, "a device")
}

func TestOpenLeavesNoFileOpenWhenItFails(t *testing.T) {
	path := write(t, "notes\n")
	before := openFiles(t)
	for range 100 {
		if _, _, err := open(t.Context(), path, both); err == nil {
			t.Fatal("opened notes")
		}
	}
	if after := openFiles(t); after != before {
		t.Errorf("%d files are open, %d were before", after, before)
	}
}

func openFiles(t *testing.T) int {
	t.Helper()
	fds, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		t.Fatal(err)
	}
	return len(fds)
}

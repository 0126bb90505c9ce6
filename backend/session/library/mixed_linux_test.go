package library

import (
	"os"
	"strings"
	"syscall"
	"testing"

	"branchline/backend/paths"
)

// mixed is a folder with two sessions and everything else that lies about.
func mixed(t *testing.T) folder {
	d := newFolder(t)
	const p = "--srv-demo-boats--/"
	d.write(p+"good-1.jsonl", header("g1", "/srv/demo/boats"), prompt("1", "", "09:00:01", "first"))
	d.write(p+"good-2.jsonl", header("g2", "/srv/demo/boats"), prompt("1", "", "09:01:01", "second"))
	d.write(p+"UPPER.JSONL", header("up", "/srv/demo/boats"))
	d.write(p+".half.jsonl.14cf.tmp", header("tmp", "/srv/demo/boats"))
	d.write(p+"old.jsonl.9911.bak", header("bak", "/srv/demo/boats"))
	d.write(p+"good-1/run-0/session.jsonl", childOf("kid", "/srv/demo/boats", "good-1.jsonl"))
	d.write(p+"folder.jsonl/inside.txt", "x")
	d.write(p+"notes.jsonl", `{"note":"buy milk"}`)
	d.bytes(p+"empty.jsonl", "")
	d.bytes(p+"binary.jsonl", "\x00\x01\x02\x03\n\x04\xff\x00")
	d.write("loose.jsonl", header("loose", "/srv/demo/boats"))
	d.write("README.txt", "x")
	d.must(syscall.Mkfifo(d.path(p+"pipe.jsonl"), 0o600))
	d.link("/nowhere/at-all", p+"dangling.jsonl")
	d.link("good-1.jsonl", p+"a-link-to-good-1.jsonl")
	d.link("self.jsonl", p+"self.jsonl")
	d.link(".", "loop")
	d.link(strings.TrimSuffix(p, "/"), "again")
	return d
}

func TestOneBadFileNeitherBreaksNorPollutesTheList(t *testing.T) {
	d := mixed(t)
	r := look(t, paths.Root, d.dir)
	same(t, "rows", []string{"good-2.jsonl", "good-1.jsonl"}, names(r.Rows))
	for _, row := range r.Rows {
		if !strings.Contains(row.Path, "/--srv-demo-boats--/") {
			t.Errorf("listed as %s, want the real folder", row.Path)
		}
	}
	var got []string
	for _, s := range r.Skipped {
		if name, ok := strings.CutPrefix(s.Path, d.path("--srv-demo-boats--")+"/"); ok {
			got = append(got, name+": "+s.Reason)
		}
	}
	same(t, "skipped", []string{
		"binary.jsonl: binary data, not a session",
		"dangling.jsonl: a link to /nowhere/at-all, which does not exist",
		"empty.jsonl: an empty file",
		"folder.jsonl: a folder, not a session file",
		"notes.jsonl: ",
		"pipe.jsonl: a pipe (FIFO), not a session file",
		"self.jsonl: a link that leads back to itself",
	}, cutReason(got, "notes.jsonl: "))
}

// cutReason leaves the reason of one file to the formats.
func cutReason(list []string, prefix string) []string {
	for i, s := range list {
		if strings.HasPrefix(s, prefix) {
			list[i] = prefix
		}
	}
	return list
}

func TestAnAddedFolderIsLookedIntoOneFolderDown(t *testing.T) {
	d := mixed(t)
	same(t, "the folder of folders", []string{"good-2.jsonl", "good-1.jsonl", "loose.jsonl"}, names(look(t, paths.Added, d.dir).Rows))
	same(t, "the folder itself", []string{"good-2.jsonl", "good-1.jsonl"}, names(look(t, paths.Added, d.path("--srv-demo-boats--")).Rows))
}

func TestEachSkippedFileIsCountedOnce(t *testing.T) {
	d := mixed(t)
	seen := map[string]int{}
	for _, s := range look(t, paths.Root, d.dir, d.dir).Skipped {
		seen[s.Path[strings.LastIndexByte(s.Path, '/')+1:]]++
	}
	for name, n := range seen {
		if n > 1 {
			t.Errorf("%s is skipped %d times", name, n)
		}
	}
}

func TestListingLeavesNoFileOpen(t *testing.T) {
	d := mixed(t)
	look(t, paths.Root, d.dir)
	before := openFiles(t)
	for range 50 {
		look(t, paths.Root, d.dir)
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

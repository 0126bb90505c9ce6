package pi

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// lying is a session file with this id and working folder, newest message at ms.
func lying(id, cwd string, ms int) string {
	return file(fmt.Sprintf(`{"type":"session","version":3,"id":%q,"timestamp":"2020-01-01T00:00:00.000Z","cwd":%q}`, id, cwd),
		heard("user", `"x"`, at(fmt.Sprint(ms))))
}

// idsOf joins the ids of a list.
func idsOf(list []Info) string {
	out := make([]string, len(list))
	for i, info := range list {
		out[i] = info.ID
	}
	return strings.Join(out, " ")
}

// agentDir is an empty folder of pi's own, as an option.
func agentDir(tb testing.TB) (string, Option) {
	dir := tb.TempDir()
	return dir, WithAgentDir(dir)
}

func TestOnlyFilesThatEndInJsonlAreSessions(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{".jsonl", ".hidden.jsonl", "a.jsonl", "b.JSONL", "c.jsonl.bak", "d.json", "sub/e.jsonl"} {
		put(t, dir, name, lying(name, "/p", 1), written)
	}
	if got := idsOf(must(ListAll(t.Context(), dir, nil))); got != "a.jsonl .jsonl .hidden.jsonl" {
		t.Errorf("listed %s", got)
	}
}

func TestTheLastChangedComesFirst(t *testing.T) {
	dir := t.TempDir()
	put(t, dir, "a.jsonl", lying("a", "/p", 5000), written.Add(time.Hour))
	put(t, dir, "b.jsonl", lying("b", "/p", 7000), written)
	put(t, dir, "c.jsonl", lying("c", "/p", 5000), written)
	put(t, dir, "d.jsonl", file(hdr), written)
	put(t, dir, "e.jsonl", file(hdr, heard("user", `"x"`, at("1e20"))), written)
	if got, want := idsOf(must(ListAll(t.Context(), dir, nil))), "s1 b c a s1"; got != want {
		t.Errorf("listed %s, want %s", got, want)
	}
}

func TestAFolderNamedByTheUserHoldsSessionsOfOthers(t *testing.T) {
	agent, inAgent := agentDir(t)
	flat := t.TempDir()
	fill := func(dir string) {
		for id, cwd := range map[string]string{"a": "/p", "b": "/q", "c": "", "d": "/p/sub", "e": "/p/", "f": "/x/../p"} {
			put(t, dir, id+".jsonl", lying(id, cwd, int('z'-id[0])), written)
		}
		put(t, dir, "g.jsonl", file(`{"type":"session","id":"g"}`), written)
	}
	fill(flat)
	own := must(DefaultSessionDirPath("/p", inAgent))
	fill(own)
	for _, test := range []struct{ name, cwd, dir, want string }{
		{"a flat folder", "/p", flat, "a e f"},
		{"a flat folder and another spelling", "/p/./", flat, "a e f"},
		{"the default folder", "/p", "", "g a b c d e f"},
		{"the default folder by its name", "/p", own, "g a b c d e f"},
		{"the default folder, spelled otherwise", "/p", filepath.Dir(own) + "/./" + filepath.Base(own) + "/", "g a b c d e f"},
		{"the default folder of another", "/q", own, "b"},
		{"none of that folder", "/r", flat, ""},
		{"no sessions yet", "/new", "", ""},
		{"no such folder", "/p", flat + "/none", ""},
	} {
		list, err := List(t.Context(), test.cwd, test.dir, nil, inAgent)
		if err != nil || idsOf(list) != test.want {
			t.Errorf("%s: %s, %v, want %s", test.name, idsOf(list), err, test.want)
		}
	}
	if left := must(os.ReadDir(filepath.Join(agent, "sessions"))); len(left) != 1 {
		t.Errorf("listing made folders: %v", left)
	}
}

func TestAllSessionsLieInFoldersAndLinksToThem(t *testing.T) {
	agent, inAgent := agentDir(t)
	root := filepath.Join(agent, "sessions")
	if list, err := ListAll(t.Context(), "", nil, inAgent); err != nil || len(list) != 0 {
		t.Errorf("without a folder: %v, %v", list, err)
	}
	elsewhere := t.TempDir()
	put(t, root, "--p--/a.jsonl", lying("a", "/p", 3), written)
	put(t, root, "--q--/b.jsonl", lying("b", "/q", 2), written)
	put(t, root, "--q--/deep/no.jsonl", lying("deep", "/q", 9), written)
	put(t, root, "no.jsonl", lying("loose", "/p", 9), written)
	put(t, elsewhere, "c.jsonl", lying("c", "/r", 1), written)
	for link, target := range map[string]string{"--r--": elsewhere, "--gone--": elsewhere + "/gone", "--file--": elsewhere + "/c.jsonl"} {
		if err := os.Symlink(target, filepath.Join(root, link)); err != nil {
			t.Fatal(err)
		}
	}
	list, err := ListAll(t.Context(), "", nil, inAgent)
	if err != nil || idsOf(list) != "a b c" {
		t.Errorf("listed %s, %v, want a b c", idsOf(list), err)
	}
	if got, want := list[2].Path, filepath.Join(root, "--r--", "c.jsonl"); got != want {
		t.Errorf("the path is %s, want the link's, %s", got, want)
	}
}

func TestAFileInThePlaceOfTheFolderIsAnError(t *testing.T) {
	agent, inAgent := agentDir(t)
	file := put(t, agent, "sessions", "", written)
	if list, err := ListAll(t.Context(), "", nil, inAgent); err == nil {
		t.Errorf("listed %v", list)
	}
	if list, err := List(t.Context(), "/p", file, nil); err == nil {
		t.Errorf("listed %v", list)
	}
}

// step is one call of a progress.
type step struct {
	Loaded, Total int
	Partial       string
}

func TestProgressCountsEveryFileAndShowsTheListNowAndThen(t *testing.T) {
	dir := t.TempDir()
	for i := range 23 {
		put(t, dir, fmt.Sprintf("%02d.jsonl", i), lying(fmt.Sprint(i), "/p", 1+i%5), written)
	}
	put(t, dir, "other.jsonl", lying("other", "/q", 1), written)
	if err := os.Mkdir(filepath.Join(dir, "folder.jsonl"), 0o700); err != nil {
		t.Fatal(err)
	}
	var got []int
	shown := map[int]int{}
	list := must(List(t.Context(), "/p", dir, func(loaded, total int, partial []Info) {
		got = append(got, loaded)
		if total != 25 {
			t.Errorf("%d files in total, want 25", total)
		}
		if partial != nil {
			shown[loaded] = len(partial)
			for i := 1; i < len(partial); i++ {
				if partial[i].Modified.After(partial[i-1].Modified) {
					t.Errorf("the list after %d files is out of order", loaded)
				}
			}
		}
	}))
	if fmt.Sprint(got) != "[1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25]" {
		t.Errorf("told %v", got)
	}
	if len(shown) != 4 || shown[1] > 1 || shown[10] < 8 || shown[10] > 10 || shown[20] < 18 || shown[25] != 23 || len(list) != 23 {
		t.Errorf("the list was shown with %v sessions and has %d", shown, len(list))
	}
}

func TestOneFileAndAFolderGiveTwoSteps(t *testing.T) {
	dir := t.TempDir()
	put(t, dir, "a.jsonl", lying("a", "/p", 1), written)
	if err := os.Mkdir(filepath.Join(dir, "x.jsonl"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("nothing", filepath.Join(dir, "y.jsonl")); err != nil {
		t.Fatal(err)
	}
	var got []step
	list := must(ListAll(t.Context(), dir, func(loaded, total int, partial []Info) {
		got = append(got, step{loaded, total, idsOf(partial)})
	}))
	if len(got) != 3 || got[1] != (step{2, 3, ""}) || got[2] != (step{3, 3, "a"}) || idsOf(list) != "a" {
		t.Errorf("told %v, listed %s", got, idsOf(list))
	}
}

func TestTheListOfAllIsShownFromTheNewestFileOn(t *testing.T) {
	agent, inAgent := agentDir(t)
	for i := range 250 {
		put(t, agent, fmt.Sprintf("sessions/--%d--/%03d.jsonl", i%3, i), lying(fmt.Sprint(i), "/p", 1+i), written.Add(time.Duration(i)*time.Minute))
	}
	var shown []int
	must(ListAll(t.Context(), "", func(loaded, _ int, partial []Info) {
		if partial == nil {
			return
		}
		shown = append(shown, loaded)
		if len(partial) != loaded || partial[0].ID != "249" {
			t.Errorf("after %d files: %d sessions, the first is %s", loaded, len(partial), partial[0].ID)
		}
	}, inAgent))
	want := []int{shown[0]} // as soon as the newest file is read, however many were ready before
	for _, loaded := range []int{100, 200, 250} {
		if loaded > shown[0] {
			want = append(want, loaded)
		}
	}
	if diff := cmp.Diff(want, shown); diff != "" {
		t.Errorf("shown after these files (-want +got):\n%s", diff)
	}
}

func TestAListThatIsNoLongerWantedEnds(t *testing.T) {
	dir := t.TempDir()
	for i := range 40 {
		put(t, dir, fmt.Sprintf("%02d.jsonl", i), lying(fmt.Sprint(i), "/p", 1), written)
	}
	ctx, cancel := context.WithCancel(t.Context())
	last := 0
	list, err := ListAll(ctx, dir, func(loaded, _ int, _ []Info) {
		if last = loaded; loaded == 3 {
			cancel()
		}
	})
	if !errors.Is(err, context.Canceled) || list != nil || last != 3 {
		t.Errorf("%d sessions, %v, the last step was %d", len(list), err, last)
	}
	if list, err := List(ctx, "/p", dir, nil); !errors.Is(err, context.Canceled) || list != nil {
		t.Errorf("begun after the end: %d sessions, %v", len(list), err)
	}
}

func TestTwiceAsManyFilesAreReadAtATimeAsThereAreProcessors(t *testing.T) {
	var now, most atomic.Int32
	want := int32(2 * runtime.GOMAXPROCS(0))
	full := make(chan struct{})
	inTurn(t.Context(), int(3*want), func(int) {
		if n := now.Add(1); n == want {
			select {
			case <-full:
			default:
				close(full)
			}
		}
		<-full // no one leaves before there are so many
		most.Store(max(most.Load(), now.Load()))
		now.Add(-1)
	})
	if most.Load() != want {
		t.Errorf("%d at a time, want %d", most.Load(), want)
	}
}

func TestAFileThatCannotBeReadIsListedWithItsProblem(t *testing.T) {
	dir := t.TempDir()
	if err := os.Symlink("loop.jsonl", filepath.Join(dir, "loop.jsonl")); err != nil {
		t.Fatal(err)
	}
	list := must(ListAll(t.Context(), dir, nil))
	if len(list) != 1 || !strings.HasPrefix(list[0].Problem, "the file cannot be read: ") || list[0].FirstMessage != NoMessages {
		t.Errorf("listed %+v", list)
	}
}

func TestListingTouchesNothing(t *testing.T) {
	agent, inAgent := agentDir(t)
	before := map[string]string{}
	for _, test := range listings() {
		path := put(t, agent, "sessions/--p--/"+strings.ReplaceAll(test.name, " ", "-")+".jsonl", test.in, written)
		before[path] = test.in
	}
	must(List(t.Context(), "/p", "", nil, inAgent))
	must(List(t.Context(), "/other", "", nil, inAgent))
	must(ListAll(t.Context(), "", nil, inAgent))
	must(FindByID("/p", "s1", "", inAgent))
	FindMostRecentSession(filepath.Join(agent, "sessions", "--p--"), "")
	after := map[string]string{}
	err := filepath.WalkDir(agent, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		info := must(d.Info())
		if after[path] = string(must(os.ReadFile(path))); !info.ModTime().Equal(written) {
			t.Errorf("%s was written", path)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(before, after); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if folders := must(os.ReadDir(filepath.Join(agent, "sessions"))); len(folders) != 1 {
		t.Errorf("there are %d folders, want one", len(folders))
	}
}

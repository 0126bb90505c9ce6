package edit

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

const forkName = "2031-05-02T09-00-00-000Z_new.jsonl"

func forkHeader(cwd, parent string) string {
	return `{"type":"session","version":3,"id":"new","timestamp":"2031-05-02T09:00:00.000Z","cwd":"` + cwd + `","parentSession":"` + parent + `"}`
}

func TestAForkIsANewFileWhosePlanIsTrue(t *testing.T) {
	v1 := file(`{"type":"session","id":"s1","timestamp":"2031-05-01T09:00:00.000Z","cwd":"/srv/shop"}`, `{"type":"message","message":{"role":"user","content":"x"}}`)
	damaged := tree + file("BAD", "null", "[1]", hdr) + `{"torn`
	labels := file(hdr, u("u1", "-"), a("a1", "u1"), lab("l1", "a1", "u1", "one"), u("u2", "l1"), lab("l2", "u2", "gone", "two"), a("a2", "u2"))
	for _, c := range []struct {
		name, data, leaf, want string
		copied, changed        int
		leftOut                string
	}{
		{"the whole tree", tree, "", strings.TrimPrefix(tree, hdr+"\n"), 5, 0, ""},
		{"what is no record stays out", damaged, "", strings.TrimPrefix(tree, hdr+"\n") + "[1]\n", 5, 0, "1 line that is no record (line 7). The unfinished last line."},
		{"a session of version 1", v1, "", `{"type":"message","message":{"role":"user","content":"x"},"id":"n1","parentId":null}` + "\n", 0, 1, ""},
		{"a branch up to an entry", tree, "u2", file(u("u1", "-"), a("a1", "u1"), u("u2", "a1")), 3, 0, "1 entry after the prompt “u2 asks”. 1 entry on 1 other branch."},
		{"one branch", tree, "a2", file(u("u1", "-"), a("a1", "u1"), u("u2", "a1"), a("a2", "u2")), 4, 0, "1 entry on 1 other branch."},
		{"one branch with labels", labels, "a2", file(u("u1", "-"), a("a1", "u1"), u("u2", "a1"), a("a2", "u2"), lab("n1", "a2", "u1", "one")), 3, 1, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := newDesk(t)
			path := d.write(c.data)
			p, err := d.Fork(d.open(path), ForkTo{Leaf: c.leaf})
			if err != nil {
				t.Fatal(err)
			}
			to := filepath.Join(d.home, ".pi/agent/sessions/--srv-shop--", forkName)
			if p.File != to || !p.Creates || p.Copied != c.copied || p.Changed != c.changed || strings.Join(p.LeftOut, " ") != c.leftOut {
				t.Errorf("the plan makes %s, copies %d, changes %d, leaves out %q", p.File, p.Copied, p.Changed, p.LeftOut)
			}
			if _, err := os.Stat(filepath.Dir(to)); err == nil {
				t.Error("the plan made a folder")
			}
			done := d.apply(p, nil)
			if got, want := d.read(to), forkHeader("/srv/shop", path)+"\n"+c.want; done.File != to || got != want {
				t.Errorf("%s is\n%s\nwant\n%s", done.File, got, want)
			}
			for _, line := range p.Lines {
				if !strings.Contains(d.read(to), line.Text+"\n") || line.Why == "" {
					t.Errorf("the plan shows a line that is not there: %v", line)
				}
			}
			if d.read(path) != c.data {
				t.Error("the source was changed")
			}
		})
	}
}

func TestAPlanStaysSmall(t *testing.T) {
	records, last := []string{hdr}, "-"
	for i := range 60 {
		prompt, call, label := fmt.Sprint("u", i), fmt.Sprint("c", i), fmt.Sprint("l", i)
		records = append(records, strings.Replace(u(prompt, last), "asks", strings.Repeat("long ", 4000), 1), calls(call, prompt, call, "bash", `{"command":"x"}`), lab(label, call, prompt, "mark"))
		last = label
	}
	d := newDesk(t)
	p, err := d.Fork(d.open(d.write(file(records...))), ForkTo{Leaf: last})
	if err != nil {
		t.Fatal(err)
	}
	size, cut := 0, 0
	for _, l := range p.Lines {
		size += len(l.Text)
		if l.Cut {
			cut++
		}
	}
	if size > 150_000 || cut != 20 || p.Changed != 59 || len(p.Warnings) != 10 {
		t.Errorf("%d bytes, %d lines cut, %d changed, warnings %q", size, cut, p.Changed, kinds(p.Warnings))
	}
}

func TestAForkLiesWherePiLooksForIt(t *testing.T) {
	d := newDesk(t)
	shop := filepath.Join(d.home, "my shop")
	if err := os.Mkdir(shop, 0o700); err != nil {
		t.Fatal(err)
	}
	agent := filepath.Join(d.home, ".pi/agent")
	for _, c := range []struct {
		name, cwd, headerCwd string
		env                  map[string]string
		dir, headed, warns   string
	}{
		{"the source's folder", "", "/srv/shop", nil, agent + "/sessions/--srv-shop--", "/srv/shop", WarnNoFolder},
		{"another folder", "~/my shop/", "/srv/shop", nil, agent + "/sessions/" + "--" + strings.ReplaceAll(shop[1:], "/", "-") + "--", shop, ""},
		{"pi's folder is elsewhere", "", "/srv/shop", map[string]string{"PI_CODING_AGENT_DIR": d.home + "/agent"}, d.home + "/agent/sessions/--srv-shop--", "/srv/shop", WarnNoFolder},
		{"one folder for all", "", "/srv/shop", map[string]string{"PI_CODING_AGENT_SESSION_DIR": "~/flat"}, d.home + "/flat", "/srv/shop", WarnNoFolder},
		{"a folder of another machine", "", `C:\\shop`, nil, "", `C:\\shop`, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			d.Env.Getenv = func(name string) string { return c.env[name] }
			path := d.write(strings.Replace(tree, "/srv/shop", c.headerCwd, 1))
			p, err := d.Fork(d.open(path), ForkTo{Cwd: c.cwd})
			if err != nil {
				t.Fatal(err)
			}
			dir := c.dir
			if dir == "" {
				dir = filepath.Dir(path)
			}
			if got := kinds(p.Warnings); filepath.Dir(p.File) != dir || got != c.warns {
				t.Errorf("it lies in %s with warnings %q, want %s, %q", filepath.Dir(p.File), got, dir, c.warns)
			}
			d.apply(p, nil)
			if got := d.read(p.File); !strings.HasPrefix(got, forkHeader(c.headed, path)+"\n") {
				t.Errorf("it begins %.300s", got)
			}
		})
	}
}

func TestAForkNeverTakesTheNameOfAnother(t *testing.T) {
	d := newDesk(t)
	path := d.write(tree)
	p, err := d.Fork(d.open(path), ForkTo{Cwd: d.home})
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(os.MkdirAll(filepath.Dir(p.File), 0o700), os.WriteFile(p.File, []byte("mine"), 0o600)); err != nil {
		t.Fatal(err)
	}
	_, err = d.Apply(context.Background(), p)
	if e := refused(t, err, Taken, OfferRetry); !errors.Is(e, fs.ErrExist) || d.read(p.File) != "mine" || e.Next == "" {
		t.Errorf("%v; the file is %q", e, d.read(p.File))
	}
}

func TestLeftOversOfForksAreSweptAway(t *testing.T) {
	d := newDesk(t)
	path := d.write(tree)
	p, err := d.Fork(d.open(path), ForkTo{Cwd: d.home})
	if err != nil {
		t.Fatal(err)
	}
	dir := filepath.Dir(p.File)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	for name, ago := range map[string]time.Duration{".branchline-1.tmp": 2 * time.Hour, ".other-1.tmp": 48 * time.Hour, "s.jsonl": 48 * time.Hour} {
		file := filepath.Join(dir, name)
		if err := errors.Join(os.WriteFile(file, nil, 0o600), os.Chtimes(file, now, now.Add(-ago))); err != nil {
			t.Fatal(err)
		}
	}
	d.apply(p, nil)
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	if got, want := strings.Join(names, " "), ".other-1.tmp "+forkName+" s.jsonl"; got != want {
		t.Errorf("the folder holds %s, want %s", got, want)
	}
}

func TestWhatCannotBeForkedIsRefused(t *testing.T) {
	d := newDesk(t)
	for _, c := range []struct {
		name, data, leaf, kind string
		offers                 []Offer
	}{
		{"a newer version", file(strings.Replace(hdr, ":3,", ":9,", 1), u("a", "-")), "", ReadOnly, nil},
		{"a run log", file(`{"kind":"meta","at":"2026-02-01T09:00:00Z","meta":{"id":"r1","task":"t"}}`), "", RunLog, []Offer{OfferConvert}},
		{"an unknown leaf", tree, "zz", Conflict, []Offer{OfferRetry}},
		{"labels alone", file(hdr, lab("l1", "-", "x", "a"), lab("l2", "l1", "x", "b")), "l2", Refused, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := d.Fork(d.open(d.write(c.data)), ForkTo{Leaf: c.leaf})
			refused(t, err, c.kind, c.offers...)
		})
	}
}

func TestAForkThatWentOnHoldsWhatCameMeanwhile(t *testing.T) {
	d := newDesk(t)
	path := d.write(tree)
	p, err := d.Fork(d.open(path), ForkTo{Cwd: d.home})
	if err != nil {
		t.Fatal(err)
	}
	d.grow(path, file(a("y1", "x1")))
	d.apply(p, nil)
	if got := d.read(p.File); !strings.HasSuffix(got, a("y1", "x1")+"\n") {
		t.Errorf("the fork is\n%s", got)
	}
}

func TestUndoingAForkMovesItToTheTrash(t *testing.T) {
	d := newDesk(t)
	path := d.write(tree)
	fork := func() *Done { return d.apply(d.Fork(d.open(path), ForkTo{Cwd: d.home})) }
	done := fork()
	made := d.read(done.File)
	moved := d.undo(done)
	if _, err := os.Stat(done.File); !errors.Is(err, fs.ErrNotExist) || d.read(moved.File) != made {
		t.Errorf("the fork is still there: %v", err)
	}
	d.undo(moved)
	if d.read(done.File) != made {
		t.Error("the fork did not come back as it was")
	}
	if err := os.Remove(done.File); err != nil {
		t.Fatal(err)
	}
	done = fork()
	d.grow(done.File, file(a("y1", "x1")))
	_, err := d.Undo(context.Background(), done)
	refused(t, err, Conflict, OfferRetry)
	if !strings.HasSuffix(d.read(done.File), a("y1", "x1")+"\n") {
		t.Error("the fork was changed")
	}
}

func TestASessionIsMovedToTheTrashAndBack(t *testing.T) {
	d := newDesk(t)
	path := d.write(tree)
	pictures := strings.TrimSuffix(path, ".jsonl") + ".blobs"
	if err := errors.Join(os.Mkdir(pictures, 0o700), os.WriteFile(filepath.Join(pictures, "1"), []byte("picture"), 0o600)); err != nil {
		t.Fatal(err)
	}
	p, err := d.Trash(path)
	if err != nil || len(p.Moves) != 2 {
		t.Fatalf("the plan moves %v, %v", p, err)
	}
	done := d.apply(p, nil)
	for _, gone := range []string{path, pictures} {
		if _, err := os.Lstat(gone); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%s is still there: %v", gone, err)
		}
	}
	restore, err := d.Undo(context.Background(), done)
	if err != nil {
		t.Fatal(err)
	}
	d.rewrite(path, "another")
	_, err = d.Apply(context.Background(), restore)
	refused(t, err, Taken)
	if d.read(path) != "another" {
		t.Error("the other file was changed")
	}
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	d.apply(restore, nil)
	if d.read(path) != tree || d.read(filepath.Join(pictures, "1")) != "picture" {
		t.Error("it did not come back as it was")
	}
	_, err = d.Undo(context.Background(), done)
	refused(t, err, NotFound)
}

func TestASessionThatIsBeingWrittenStays(t *testing.T) {
	d := newDesk(t)
	path := d.write(tree)
	p, err := d.Trash(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Chtimes(path, now, now.Add(-2*time.Second)); err != nil {
		t.Fatal(err)
	}
	_, err = d.Trash(path)
	refused(t, err, Busy, OfferRetry)
	_, err = d.Apply(context.Background(), p)
	refused(t, err, Conflict, OfferRetry)
	if d.read(path) != tree {
		t.Error("the file was changed")
	}
	_, err = d.Trash(filepath.Dir(path))
	refused(t, err, Refused)
	_, err = d.Trash(path + "x")
	refused(t, err, NotFound)
}

func TestAForkForAFolderThatCannotBeIsRefusedInThePlan(t *testing.T) {
	long := strings.Repeat("n", 256)
	for _, c := range []struct{ name, headed, cwd, reason string }{
		{"a NUL in it", "/srv/shop", "/srv/a\x00b", "no path holds the character NUL"},
		{"a name that is too long", "/srv/shop", "/srv/" + long, "is 256 long, and 255 is the most"},
		{"too long for the folder of its sessions", "/srv/shop", strings.Repeat("/"+long[:200], 2), "pi names the folder of its sessions after"},
		{"the source's own, too long for that", strings.Repeat("/"+long[:200], 2), "", "pi names the folder of its sessions after"},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := newDesk(t)
			_, err := d.Fork(d.open(d.write(strings.Replace(tree, "/srv/shop", c.headed, 1))), ForkTo{Cwd: c.cwd})
			var e *Error
			if !errors.As(err, &e) || e.Kind != Refused || !strings.Contains(e.Reason, c.reason) || e.Next == "" {
				t.Errorf("the plan answers %#v", err)
			}
		})
	}
}

func TestAForkOfASessionWhoseFolderCannotBeLiesBesideIt(t *testing.T) {
	d := newDesk(t)
	path := d.write(strings.Replace(tree, "/srv/shop", `/srv/a\u0000b`, 1))
	done := d.apply(d.Fork(d.open(path), ForkTo{}))
	if filepath.Dir(done.File) != filepath.Dir(path) {
		t.Errorf("the fork is %s", done.File)
	}
}

func TestAForkSaysWhatIsWrongWithItsFolder(t *testing.T) {
	d := newDesk(t)
	file := filepath.Join(d.home, "a file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for cwd, want := range map[string]string{file: "is a file and no folder", filepath.Join(file, "x"): "There is no folder", d.home + "/none": "There is no folder"} {
		p, err := d.Fork(d.open(d.write(tree)), ForkTo{Cwd: cwd})
		if err != nil {
			t.Fatal(err)
		}
		if len(p.Warnings) != 1 || p.Warnings[0].Kind != WarnNoFolder || !strings.Contains(p.Warnings[0].Text, want) {
			t.Errorf("%s: %+v", cwd, p.Warnings)
		}
	}
}

//go:build linux

package changes_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"branchline/backend/session/changes"
)

// tally counts what was told of files against what git says.
type tally struct{ right, wrong, missed int }

func (t tally) precision() float64 { return float64(t.right) / float64(max(t.right+t.wrong, 1)) }
func (t tally) recall() float64    { return float64(t.right) / float64(max(t.right+t.missed, 1)) }

func TestSandboxesAreToldAsGitTellsThem(t *testing.T) {
	var sum tally
	if len(scripts) < 30 {
		t.Fatalf("%d scripts, want at least 30", len(scripts))
	}
	for _, script := range scripts {
		t.Run(script.name, func(t *testing.T) {
			s := newSandbox(t, script.files)
			script.steps(s)
			read := s.open()
			found, err := changes.Of(read, read.Index().Leaf)
			if err != nil {
				t.Fatal(err)
			}
			one := s.compare(&found, script.unsure)
			sum.right, sum.wrong, sum.missed = sum.right+one.right, sum.wrong+one.wrong, sum.missed+one.missed
			s.replay(&found, script.doubtful, script.replaced)
			s.stepByStep(&found, script.doubtful)
			if script.check != nil {
				script.check(t, &found)
			}
			if s.linear && !slices.ContainsFunc(s.calls, func(c made) bool { return c.tool == "edit" }) {
				s.sameOfRun(&found)
			}
		})
	}
	t.Logf("precision %.3f, recall %.3f over %d files in %d sandboxes", sum.precision(), sum.recall(), sum.right+sum.missed, len(scripts))
	if sum.precision() < 0.98 || sum.recall() < 0.98 {
		t.Errorf("precision %.3f, recall %.3f, want at least 0.98 each", sum.precision(), sum.recall())
	}
}

// compare holds the files told of against those git finds changed. unsure are the
// paths that only may have changed, which are told of as possible, if at all.
func (s *sandbox) compare(found *changes.Changes, unsure []string) tally {
	s.t.Helper()
	s.git("add", "-A")
	truth := map[string]string{}
	for line := range strings.Lines(s.git("diff", "--cached", "--no-renames", "--name-status", "-z", s.start)) {
		fields := strings.Split(strings.TrimSuffix(line, "\x00"), "\x00")
		for i := 0; i+1 < len(fields); i += 2 {
			truth[fields[i+1]] = map[string]string{"A": changes.Create, "M": changes.Edit, "D": changes.Delete, "T": changes.Edit}[fields[i]]
		}
	}
	told := map[string]string{}
	for _, f := range found.Files {
		if f.Certainty != changes.Certain && f.Certainty != changes.Likely {
			continue
		}
		if strings.HasSuffix(f.Path, "/") && f.Action == changes.Rename {
			for path, action := range truth {
				if strings.HasPrefix(path, f.Path) || strings.HasPrefix(path, f.From) {
					told[path] = action
				}
			}
			continue
		}
		if f.Action == changes.Write { // one of both
			if f.Action = truth[f.Path]; f.Action == "" {
				f.Action = changes.Create
			}
		}
		if f.Action == changes.Rename {
			told[f.From], told[f.Path] = changes.Delete, changes.Create
			continue
		}
		if strings.HasSuffix(f.Path, "/") {
			for path := range truth {
				if strings.HasPrefix(path, f.Path) {
					told[path] = f.Action
				}
			}
			continue
		}
		if told[f.Path] == "" { // what was done to files of a folder that was moved
			told[f.Path] = f.Action
		}
	}
	for _, path := range unsure {
		delete(truth, path)
		delete(told, path)
	}
	var n tally
	for path := range told {
		if truth[path] == "" {
			n.wrong++
		}
	}
	for path := range truth {
		if told[path] == "" {
			n.missed++
		} else {
			n.right++
		}
	}
	if diff := cmp.Diff(truth, told); diff != "" {
		s.t.Errorf("files (-git +told)\n%s", diff)
	}
	return n
}

// replay applies the patch to the tree as it was. Without what is doubtful it
// always applies, and every file it has must become what it really became. With
// it, unless files were there that may have been, every certain file must, and all
// where nothing is left out. doubtful are the certain files of which the session
// does not tell enough for the one.
func (s *sandbox) replay(found *changes.Changes, doubtful []string, replaced bool) {
	s.t.Helper()
	is := tree(s.t, s.dir)
	patch, left := found.Patch(false)
	was := s.patched(patch)
	for _, f := range found.Files {
		told := slices.ContainsFunc(left, func(l string) bool { return strings.HasPrefix(l, f.Path+": ") })
		if !told && f.Path != "" && was[f.Path] != is[f.Path] {
			s.t.Errorf("%s after the patch: %q, really %q", f.Path, was[f.Path], is[f.Path])
		}
	}
	if replaced {
		return
	}
	patch, left = found.Patch(true)
	if slices.ContainsFunc(found.Files, func(f changes.File) bool { return slices.Contains(doubtful, f.Path) }) {
		patch, left = found.Patch(false)
	}
	was = s.patched(patch)
	if len(left) == 0 {
		if diff := cmp.Diff(is, was); diff != "" {
			s.t.Errorf("the tree after the patch (-real +patched)\n%s\n%s", diff, patch)
		}
		return
	}
	for _, f := range found.Files {
		told := slices.ContainsFunc(left, func(l string) bool { return strings.HasPrefix(l, f.Path+": ") })
		if f.Path == "" || strings.HasSuffix(f.Path, "/") || f.Certainty == changes.Possible || f.Certainty == changes.Failed ||
			told && (f.Certainty != changes.Certain || slices.Contains(doubtful, f.Path) || f.Action != changes.Edit && f.Action != changes.Create) {
			continue
		}
		if was[f.Path] != is[f.Path] {
			s.t.Errorf("%s after the patch: %q, really %q", f.Path, was[f.Path], is[f.Path])
		}
	}
}

// patched is the tree as it was at the beginning with a patch applied, as a whole.
func (s *sandbox) patched(patch string) map[string]string {
	s.t.Helper()
	fresh := filepath.Join(s.t.TempDir(), "fresh")
	git(s.t, s.dir, nil, "worktree", "add", "-q", "--detach", fresh, s.start)
	if patch != "" {
		git(s.t, fresh, []byte(patch), "apply", "--whitespace=nowarn", "-")
	}
	return tree(s.t, fresh)
}

// stepByStep replays the certain steps of each certain file on the tree as it was.
func (s *sandbox) stepByStep(found *changes.Changes, doubtful []string) {
	s.t.Helper()
	fresh := filepath.Join(s.t.TempDir(), "steps")
	git(s.t, s.dir, nil, "worktree", "add", "-q", "--detach", fresh, s.start)
	for _, f := range found.Files {
		if f.Certainty != changes.Certain || slices.Contains(doubtful, f.Path) {
			continue
		}
		file := filepath.Join(fresh, f.Path)
		for _, h := range f.Hunks {
			if h.Certainty != changes.Certain {
				continue
			}
			old := "a/" + f.Path
			if _, err := os.Stat(file); err != nil {
				old = "/dev/null"
			}
			if h.Diff == "" { // an empty file
				if err := errors.Join(os.MkdirAll(filepath.Dir(file), 0o755), os.WriteFile(file, nil, 0o644)); err != nil {
					s.t.Fatal(err)
				}
				continue
			}
			git(s.t, fresh, []byte("--- "+old+"\t\n+++ b/"+f.Path+"\t\n"+h.Diff), "apply", "--whitespace=nowarn", "-")
		}
		b, err := os.ReadFile(file)
		if err != nil {
			s.t.Fatal(err)
		}
		if string(b) != s.text(f.Path) {
			s.t.Errorf("%s after its steps: %q, really %q", f.Path, b, s.text(f.Path))
		}
	}
}

// tree is every file with its text, and a mark for those that can be run.
func tree(t *testing.T, dir string) map[string]string {
	t.Helper()
	out := map[string]string{}
	err := filepath.WalkDir(dir, func(file string, d fs.DirEntry, err error) error {
		if err != nil || d.Name() == ".git" {
			if err == nil && d.IsDir() {
				return filepath.SkipDir
			}
			return err
		}
		name, _ := filepath.Rel(dir, file)
		if !d.Type().IsRegular() || strings.HasSuffix(name, ".log") {
			return nil
		}
		b, err := os.ReadFile(file)
		info, _ := d.Info()
		if out[name] = string(b); info.Mode()&0o100 != 0 {
			out[name] = "#x " + string(b)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// sameOfRun asks the same of a run log of the same calls.
func (s *sandbox) sameOfRun(found *changes.Changes) {
	s.t.Helper()
	read := s.runLog()
	again, err := changes.Of(read, read.Index().Leaf)
	if err != nil {
		s.t.Fatal(err)
	}
	if diff := cmp.Diff(brief(found), brief(&again)); diff != "" {
		s.t.Errorf("of a run log of the same calls (-session +run)\n%s", diff)
	}
}

//go:build unix

package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"branchline/backend/paths"
)

func TestAFolderThatIsOpenToOthersIsNotTrusted(t *testing.T) {
	for what, c := range map[string]struct {
		prepare func(t *testing.T, top string)
		says    string
	}{
		"open to others": {func(t *testing.T, top string) {
			must(t, os.Mkdir(filepath.Join(top, "branchline"), 0o700))
			must(t, os.Chmod(filepath.Join(top, "branchline"), 0o755))
		}, "open to others (mode 0755)"},
		"in one that others may write to": {func(t *testing.T, top string) { must(t, os.Chmod(top, 0o777)) }, "open to others (mode 0777)"},
		"a link":                          {func(t *testing.T, top string) { must(t, os.Symlink(t.TempDir(), filepath.Join(top, "branchline"))) }, "is no folder"},
	} {
		t.Run(what, func(t *testing.T) {
			top := t.TempDir()
			c.prepare(t, top)
			own, err := claim(filepath.Join(top, "branchline"), handover{})
			if own != nil || err == nil || !strings.Contains(err.Error(), c.says) {
				t.Errorf("claim = %v, %v, want words that it %s", own, err, c.says)
			}
		})
	}
}

func TestAFolderOfSomebodyElsesIsPassedOverAndLeftAlone(t *testing.T) {
	theirs, home := t.TempDir(), t.TempDir()
	if os.Geteuid() == 0 {
		must(t, os.Chown(theirs, 1234, 1234))
	} else {
		theirs = "/"
	}
	vars := map[string]string{"XDG_RUNTIME_DIR": theirs, "HOME": home}
	env := paths.Env{OS: "linux", Home: home, Rules: paths.Unix, Getenv: func(name string) string { return vars[name] }}
	var told strings.Builder
	own, taken := (&call{env: env, errOut: &told}).claimWindow(handover{})
	if own == nil || taken || told.Len() > 0 {
		t.Fatalf("claimWindow = %v, %t, %q, want a place of our own without a word", own, taken, told.String())
	}
	must(t, own.close())
	if _, err := os.Lstat(filepath.Join(theirs, "branchline")); !os.IsNotExist(err) {
		t.Errorf("a folder was made in theirs: %v", err)
	}
	env.Home = theirs
	if own, taken = (&call{env: env, errOut: &told}).claimWindow(handover{}); own != nil || taken {
		t.Errorf("claimWindow = %v, %t, want a window of its own", own, taken)
	}
	if !strings.Contains(told.String(), "belongs to somebody else; opening a window of its own") {
		t.Errorf("told %q", told.String())
	}
}

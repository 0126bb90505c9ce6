package trash

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
)

// put moves a file to the user's trash; one on another volume is left to the Finder,
// which knows the trash there.
func (c Can) put(path string) (Item, error) {
	base, ext := filepath.Base(path), filepath.Ext(path)
	for n := 1; ; n++ {
		name := base
		if n > 1 {
			name = strings.TrimSuffix(base, ext) + " " + strconv.Itoa(n) + ext
		}
		to := filepath.Join(c.Home, name)
		err := move(path, to)
		switch {
		case err == nil:
			return Item{From: path, To: to}, nil
		case errors.Is(err, os.ErrExist):
			continue
		case errors.Is(err, syscall.EXDEV), errors.Is(err, os.ErrPermission), errors.Is(err, os.ErrNotExist):
			return Item{From: path}, byFinder(path)
		}
		return Item{}, err
	}
}

func byFinder(path string) error {
	// The path is made a file before the Finder is spoken to, which has items of its own,
	// and no alias, which would stand for what a link leads to.
	const script = "on run argv\nset theFile to POSIX file (item 1 of argv)\ntell application \"Finder\" to delete theFile\nend run"
	if out, err := exec.Command("/usr/bin/osascript", "-e", script, path).CombinedOutput(); err != nil {
		return fmt.Errorf("%w: the Finder answers: %s", ErrNotPossible, strings.TrimSpace(string(out)))
	}
	return nil
}

package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"
	"time"

	"branchline/backend/paths"
	"branchline/backend/session/compare"
	"branchline/backend/session/formats"
	"branchline/backend/session/jsonl"
)

const compareUsage = "branchline compare FILE A B | FILE_A FILE_B [--leaf-a KEY] [--leaf-b KEY] [--markdown] [--json]"

const compareHelp = `
A and B are two entries of FILE, or the active leaves of two files; --leaf-a and
--leaf-b name others. Steps are the same when the same tool was used on the same
path or command; what was said never counts. Where one of them failed, or they
wrote other text, they differ all the same. Figures are those of the part that is
not shared; a star marks the better side, of cost, tokens, time and errors only
where both sides finished. With --markdown: a text for a note. With --json the
keys of what both share are those of A's file; sharedB has those of B's. A row
names the entries of two steps that stand level, "" is a gap.
`

// runCompare puts two branches side by side.
func runCompare(c *call) (err error) {
	if c.json() && c.flags["markdown"] != "" {
		return &misuse{"--json and --markdown exclude each other", compareUsage}
	}
	files, keys := c.args, []string{c.flags["leaf-a"], c.flags["leaf-b"]}
	switch {
	case len(c.args) == 1:
		return &misuse{"compare needs two entries or a second file", compareUsage}
	case len(c.args) == 3 && keys[0]+keys[1] != "":
		return &misuse{"--leaf-a and --leaf-b go with two files", compareUsage}
	case len(c.args) == 3:
		files, keys = c.args[:1], c.args[1:]
	}
	sides := make([]compare.Side, 2)
	for i, key := range keys {
		from := min(i, len(files)-1)
		if from < i || i > 0 && sameFile(c.env, files[0], files[1]) {
			sides[i] = sides[0]
		} else {
			file, err := c.openSide(files[from], &sides[i])
			if i > 0 && errors.Is(err, fs.ErrNotExist) {
				if _, missing := findKey(sides[0].Session.Index(), files[1]); missing == nil {
					return &misuse{fmt.Sprintf("%q is an entry of %s: name one more, to compare it with", files[1], files[0]), compareUsage}
				}
			}
			if err != nil {
				return err
			}
			defer func() { err = errors.Join(err, file.Close()) }()
		}
		if err := pickLeaf(&sides[i], key); err != nil {
			return err
		}
	}
	found := compare.Of(sides[0], sides[1], time.Now().UnixMilli())
	result := found.Result()
	if result.Files, err = found.Files(); err != nil {
		return fmt.Errorf("compare: %w", err)
	}
	switch {
	case c.json():
		return printJSON(c.out, result)
	case c.flags["markdown"] != "":
		w := &lines{w: c.out}
		for line := range strings.Lines(found.Markdown(result.Files)) {
			w.line("%s", strings.TrimSuffix(line, "\n"))
		}
		return w.err
	}
	return printCompared(c, found, &result)
}

// openSide opens the session a word names as one side.
func (c *call) openSide(word string, side *compare.Side) (*jsonl.File, error) {
	path, err := c.env.Resolve(word)
	if err != nil {
		return nil, fmt.Errorf("compare %s: %w", word, err)
	}
	s, file, err := formats.Open(context.Background(), path)
	if err != nil {
		return nil, fmt.Errorf("compare: %w", err)
	}
	*side = compare.Side{Session: s, Path: path}
	return file, nil
}

// pickLeaf finds the leaf of a side: without a key where the agent continues.
func pickLeaf(side *compare.Side, key string) (err error) {
	x := side.Session.Index()
	if key == "" {
		side.Leaf = continuing(x)
		return nil
	}
	if side.Leaf, err = findKey(x, key); err != nil {
		return fmt.Errorf("compare %s: %w", side.Path, err)
	}
	return nil
}

// sameFile tells whether two words name one file.
func sameFile(env paths.Env, a, b string) bool {
	infoA, errA := stat(env, a)
	infoB, errB := stat(env, b)
	return errA == nil && errB == nil && os.SameFile(infoA, infoB)
}

func stat(env paths.Env, word string) (os.FileInfo, error) {
	path, err := env.Resolve(word)
	if err != nil {
		return nil, err
	}
	return os.Stat(path)
}

package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"unicode/utf8"

	"branchline/backend/session"
	"branchline/backend/session/edit"
)

// The commands that write: each plans an act, does it, and prints what came of it.

const labelUsage = "branchline label FILE ENTRY [TEXT] [--json]"

func runLabel(c *call) error {
	if len(c.args) < 2 {
		return &misuse{"label needs a file and an entry", labelUsage}
	}
	text := ""
	if len(c.args) > 2 {
		text = c.args[2]
	}
	if err := isText("label", text, labelUsage); err != nil {
		return err
	}
	return c.write("label", func(e *edit.Editor, src *edit.Source) (*edit.Plan, error) {
		key, err := keyIn(src, c.args[1])
		if err != nil {
			return nil, err
		}
		return e.Label(src, key, text)
	}, entryOf)
}

const renameUsage = "branchline rename FILE NAME [--json]"

func runRename(c *call) error {
	if len(c.args) < 2 {
		return &misuse{"rename needs a file and a name", renameUsage}
	}
	if err := isText("name", c.args[1], renameUsage); err != nil {
		return err
	}
	return c.write("rename", func(e *edit.Editor, src *edit.Source) (*edit.Plan, error) {
		return e.Rename(src, c.args[1])
	}, entryOf)
}

// isText answers why a text cannot be written into a session.
func isText(what, text, usage string) error {
	if !utf8.ValidString(text) {
		return &misuse{"the " + what + " is not UTF-8", usage}
	}
	return nil
}

const branchUsage = "branchline branch FILE ENTRY --summary TEXT|-|--draft [--before] [--json]"

func runBranch(c *call) error {
	summary, draft := c.flags["summary"], c.flags["draft"] != ""
	if len(c.args) < 2 || draft == (summary != "") {
		return &misuse{"branch needs a file, an entry, and a --summary or --draft", branchUsage}
	}
	at := func(src *edit.Source) (edit.BranchAt, error) {
		key, err := keyIn(src, c.args[1])
		if err != nil {
			return edit.BranchAt{}, err
		}
		before, x := c.flags["before"] != "", src.Session.Index()
		if p, ok := x.Lookup(key); before && ok && !edit.Asks(x.At(p)) {
			return edit.BranchAt{}, fmt.Errorf("a branch begins before a prompt only, and %s is none; leave --before out to begin after it", key)
		}
		return edit.BranchAt{Entry: key, Before: before}, nil
	}
	if draft {
		return c.draft(at)
	}
	if summary == "-" {
		read, err := io.ReadAll(os.Stdin)
		if err != nil {
			return fmt.Errorf("branch: read the summary from standard input: %w", err)
		}
		summary = strings.TrimRight(string(read), "\r\n")
	}
	if err := isText("summary", summary, branchUsage); err != nil {
		return err
	}
	return c.write("branch", func(e *edit.Editor, src *edit.Source) (*edit.Plan, error) {
		where, err := at(src)
		if err != nil {
			return nil, err
		}
		return e.Branch(src, where, summary)
	}, entryOf)
}

// draft prints a summary to start from, and writes nothing.
func (c *call) draft(at func(*edit.Source) (edit.BranchAt, error)) error {
	path, err := c.env.Resolve(c.args[0])
	if err != nil {
		return fmt.Errorf("branch: %w", err)
	}
	src, err := edit.Open(context.Background(), path)
	if err != nil {
		return fmt.Errorf("branch: %w", err)
	}
	text := ""
	where, err := at(src)
	if err == nil {
		text, err = edit.New(c.env).Draft(src, where)
	}
	if err = errors.Join(err, src.Close()); err != nil {
		return fmt.Errorf("branch %s: %w", path, err)
	}
	if c.json() {
		return printJSON(c.out, map[string]string{"draft": text})
	}
	if text == "" {
		return tellLine(c, "Nothing is left behind, so there is nothing to tell of.")
	}
	_, err = fmt.Fprintln(c.out, session.Plain(text))
	return err
}

const forkUsage = "branchline fork FILE [--leaf KEY] [--to CWD] [--json]"

func runFork(c *call) error {
	return c.write("fork", func(e *edit.Editor, src *edit.Source) (*edit.Plan, error) {
		to := edit.ForkTo{Cwd: c.flags["to"]}
		if leaf := c.flags["leaf"]; leaf != "" {
			key, err := keyIn(src, leaf)
			if err != nil {
				return nil, err
			}
			to.Leaf = key
		}
		return e.Fork(src, to)
	}, func(d *edit.Done) string { return d.File })
}

func entryOf(d *edit.Done) string { return d.Entry }

// keyIn is the whole key of an entry that a key or a unique beginning of it names.
func keyIn(src *edit.Source, key string) (string, error) {
	x := src.Session.Index()
	p, err := findKey(x, key)
	if err != nil {
		return "", err
	}
	return x.Key(p), nil
}

// writtenShown is the document of the commands that write.
type writtenShown struct {
	*edit.Done
	Warnings []edit.Warning `json:"warnings"`
	LeftOut  []string       `json:"leftOut"`
}

// write plans an act on the session that the first argument names, does it, and
// prints what came of it: one word of it, or a document. What should be known of it
// is told on standard error. Where it is so already, it is done.
func (c *call) write(name string, plan func(*edit.Editor, *edit.Source) (*edit.Plan, error), came func(*edit.Done) string) error {
	path, err := c.env.Resolve(c.args[0])
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	ctx, e := context.Background(), edit.New(c.env)
	src, err := edit.Open(ctx, path)
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	p, err := plan(e, src)
	var done *edit.Done
	if err == nil {
		done, err = e.ApplyTo(src, p)
	}
	err = errors.Join(err, src.Close())
	if errors.Is(err, edit.ErrGrown) {
		done, err = e.Apply(ctx, p)
	}
	var refused *edit.Error
	switch {
	case errors.As(err, &refused) && refused.Kind == edit.Nothing:
		return c.unchanged(refused)
	case errors.As(err, &refused):
		return refused
	case err != nil:
		return fmt.Errorf("%s %s: %w", name, path, err)
	case c.json():
		return printJSON(c.out, writtenShown{done, p.Warnings, p.LeftOut})
	}
	for _, w := range p.Warnings {
		fmt.Fprintln(c.errOut, visible(w.Text))
	}
	for _, left := range p.LeftOut {
		fmt.Fprintln(c.errOut, visible("Left out: "+left))
	}
	if done.Note != "" {
		fmt.Fprintln(c.errOut, visible(done.Note)+".")
	}
	_, err = fmt.Fprintln(c.out, visible(came(done)))
	return err
}

// unchanged tells that nothing had to be written.
func (c *call) unchanged(why *edit.Error) error {
	if c.json() {
		done := &edit.Done{Act: why.Act, Path: why.Path, Says: sentence(why.Reason)}
		return printJSON(c.out, writtenShown{done, []edit.Warning{}, []string{}})
	}
	_, err := fmt.Fprintln(c.errOut, visible("Nothing is written: "+why.Reason)+".")
	return err
}

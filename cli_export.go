package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"branchline/backend/session"
	"branchline/backend/session/export"
	"branchline/backend/session/formats"
	"branchline/backend/session/jsonl"
	"branchline/backend/session/secrets"
)

const exportUsage = "branchline export FILE [--leaf KEY] [--format jsonl|html|markdown] [--as pi|runlog] [-o OUT] [--mask|--no-mask] [--keep KIND|ID,…] [--secrets] [--pictures] [--hidden] [--all] [--json]"

const exportHelp = `
One branch as a file: a session that the agent can go on with (jsonl), one HTML
file, or Markdown: as --format says, else as the ending of -o does. Without -o it is
a new file beside the source; -o may name a folder. A file that is there is never
written over, and nothing is written to standard output but the path. --as makes a
session of the other format. --pictures takes pictures into HTML, --hidden what the agent itself
does not display; sessions have both. --all takes all branches into HTML, the
one that --leaf names first.

--secrets lists what may be a secret in what would leave, each with its place, and
writes nothing. HTML and Markdown are made for others: in them [REDACTED:kind] takes
the place of each, unless --no-mask is there. A session is made for its agent, which
needs its folders, and is written as it stands, unless --mask is there: give it to
nobody else without. --keep leaves kinds or single secrets, by their ids, as they
are. Pictures are not searched. What stays out is told on standard error.
`

// secretsShown is the document of export --secrets.
type secretsShown struct {
	Leaf   string `json:"leaf"`
	Format string `json:"format"`
	*secrets.Report
}

// exportedShown is the document of export.
type exportedShown struct {
	*export.Done
	Leaf    string           `json:"leaf"`
	Format  string           `json:"format"`
	Masked  bool             `json:"masked"`
	LeftOut []export.LeftOut `json:"leftOut"`
	Notes   []string         `json:"notes"`
	Secrets *secrets.Report  `json:"secrets"`
}

func runExport(c *call) error {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM)
	defer stop()
	return unlessCancelled(c.args[0], c.readFile(ctx, "export", func(path string, s session.Session, f *jsonl.File, leaf session.Pos) error {
		p, err := c.exportPlan(ctx, s, f, leaf)
		if err != nil {
			return err
		}
		var found *secrets.Report
		if p.Mask == nil || c.flags["secrets"] != "" {
			search := *p
			search.Mask = &secrets.Choice{Keep: kept(c.flags["keep"])}
			if found, err = export.Secrets(ctx, &search); err != nil {
				return fmt.Errorf("export %s: %w", path, err)
			}
		}
		if c.flags["secrets"] != "" {
			return c.tellSecrets(p, found)
		}
		if large := p.Large(); large != "" { // before it takes its time
			fmt.Fprintln(c.errOut, large)
		}
		done, err := export.Write(ctx, p)
		var left *secrets.Left
		if errors.As(err, &left) {
			return fmt.Errorf("%w (--keep %s)", err, left.ID)
		}
		if err != nil {
			return err
		}
		if p.Mask != nil {
			found = done.Found
		}
		if c.json() {
			return printJSON(c.out, exportedShown{
				done, s.Index().Key(leaf), string(p.Format), p.Mask != nil, append([]export.LeftOut{}, p.LeftOut...),
				append([]string{}, p.Notes...), found,
			})
		}
		for _, sentence := range exportTold(p, done, found) {
			fmt.Fprintln(c.errOut, visible(sentence))
		}
		_, err = fmt.Fprintln(c.out, visible(done.Path))
		return err
	}))
}

// unlessCancelled is the error of an export in words, when somebody ended it.
func unlessCancelled(file string, err error) error {
	if errors.Is(err, context.Canceled) {
		return fmt.Errorf("export %s: cancelled; nothing was written", file)
	}
	return err
}

// endings are the formats that the endings of file names tell.
var endings = map[string]export.Format{
	".jsonl": export.JSONL, ".html": export.HTML, ".htm": export.HTML, ".md": export.Markdown, ".markdown": export.Markdown,
}

// picturesElse says what becomes of pictures in other formats.
var picturesElse = map[export.Format]string{
	export.JSONL: "a session has them without it", export.Markdown: "Markdown never has them",
}

// exportPlan is the export that the flags ask for.
func (c *call) exportPlan(ctx context.Context, s session.Session, f *jsonl.File, leaf session.Pos) (*export.Plan, error) {
	r := export.Request{
		Session: s, File: f, Leaf: leaf, Format: export.JSONL, As: c.flags["as"], Now: time.Now(), Open: formats.Open,
		Pictures: c.flags["pictures"] != "", Hidden: c.flags["hidden"] != "",
	}
	named, out := export.Format(c.flags["format"]), c.flags["out"]
	named = cmp.Or(endings["."+string(named)], named)
	ending, ends := endings[strings.ToLower(filepath.Ext(out))], filepath.Ext(out) != ""
	if out != "" {
		path, err := c.env.Resolve(out)
		if err != nil {
			return nil, err
		}
		if info, err := os.Stat(path); err == nil && info.IsDir() {
			ending, ends = "", false // of a folder
		} else if err != nil && os.IsPathSeparator(out[len(out)-1]) {
			return nil, fmt.Errorf("export %s: there is no folder %s; make it first, or choose another place", f.Path(), path)
		}
		r.Path = path
	}
	r.Format = cmp.Or(named, ending, export.JSONL)
	if r.As != "" {
		r.Format = cmp.Or(named, export.JSONL)
	}
	switch {
	case out == "-":
		return nil, &misuse{"an export is a file of its own and is not written to standard output: name a file with -o", exportUsage}
	case r.Format != export.JSONL && r.Format != export.HTML && r.Format != export.Markdown:
		return nil, &misuse{fmt.Sprintf("there is no format %q", r.Format), exportUsage}
	case r.As != "" && r.As != "pi" && r.As != "runlog":
		return nil, &misuse{fmt.Sprintf("a session cannot be made %q", r.As), exportUsage}
	case r.As != "" && r.Format != export.JSONL:
		return nil, &misuse{"--as makes a session and excludes --format " + string(r.Format), exportUsage}
	case ends && cmp.Or(named, ending, export.Format(r.As)) == "":
		return nil, &misuse{fmt.Sprintf("the ending of %s is that of no format: say which with --format", filepath.Base(out)), exportUsage}
	case ending != "" && ending != r.Format:
		return nil, &misuse{fmt.Sprintf("the ending of %s is that of %s, but what is asked for is %s: change one of both", filepath.Base(out), ending, r.Format), exportUsage}
	case r.Pictures && r.Format != export.HTML:
		return nil, &misuse{"--pictures takes pictures into a page and needs --format html; " + picturesElse[r.Format], exportUsage}
	case r.Hidden && r.Format == export.JSONL:
		return nil, &misuse{"--hidden takes what the agent does not display into a text to read; a session has it without it", exportUsage}
	case c.flags["all"] != "" && r.Format != export.HTML:
		return nil, &misuse{"--all takes all branches into one page and needs --format html", exportUsage}
	case c.flags["mask"] != "" && c.flags["no-mask"] != "":
		return nil, &misuse{"--mask and --no-mask exclude each other", exportUsage}
	case c.flags["keep"] != "" && !c.masks(r.Format) && c.flags["secrets"] == "":
		return nil, &misuse{"--keep says what masking or --secrets pass over, and nothing is masked here; a session is with --mask", exportUsage}
	}
	for _, word := range kept(c.flags["keep"]) {
		if !secrets.Names(word) {
			return nil, &misuse{fmt.Sprintf("--keep %s: there is no kind of secrets of that name, nor is it the id of one; --secrets lists both", word), exportUsage}
		}
	}
	if c.flags["all"] != "" {
		r.Others = s.Index().Ends()
	}
	if c.masks(r.Format) {
		r.Mask = &secrets.Choice{Keep: kept(c.flags["keep"])}
	}
	return export.Prepare(ctx, r)
}

// masks tells whether secrets are masked: in what is made for others unless it is said
// that they are not, in a session, which its agent goes on with, only when it is said.
func (c *call) masks(format export.Format) bool {
	return c.flags["mask"] != "" || format != export.JSONL && c.flags["no-mask"] == ""
}

// kept are the kinds and ids of --keep.
func kept(list string) []string {
	return strings.FieldsFunc(list, func(r rune) bool { return r == ',' || r == ' ' })
}

// exportTold says what of the session is in the file, and what is not.
func exportTold(p *export.Plan, done *export.Done, found *secrets.Report) []string {
	var told []string
	for _, left := range p.LeftOut {
		told = append(told, left.Text)
	}
	told = append(told, p.Notes...)
	told = append(told, done.Changed...)
	what := session.Counted(len(found.Secrets), "possible secret", "possible secrets") + " (" + kindsOf(found) + ")"
	switch {
	case len(found.Secrets) == 0:
	case p.Mask != nil:
		told = append(told, fmt.Sprintf("%s masked at %s: --secrets lists them", what, session.Counted(found.Places, "place", "places")))
	default:
		told = append(told, what+" left with it: --secrets lists them, --mask masks them")
	}
	return told
}

// kindsOf is the kinds of secrets and how many there are of each: "2 email, 1 jwt".
func kindsOf(r *secrets.Report) string {
	counts := map[string]int{}
	for _, s := range r.Secrets {
		counts[s.Kind]++
	}
	var words []string
	for _, kind := range slices.Sorted(maps.Keys(counts)) {
		words = append(words, fmt.Sprintf("%d %s", counts[kind], kind))
	}
	return strings.Join(words, ", ")
}

// tellSecrets prints a secret on a line, and under it where it stands.
func (c *call) tellSecrets(p *export.Plan, found *secrets.Report) error {
	if c.json() {
		found.Secrets = append([]secrets.Told{}, found.Secrets...)
		return printJSON(c.out, secretsShown{p.Session.Index().Key(p.Leaf), string(p.Format), found})
	}
	w := &lines{w: c.out}
	for _, s := range found.Secrets {
		w.line("%s  %s  %s", s.ID, visible(s.Mask), visible(s.Hint))
		if s.Fixed != "" {
			w.line("    cannot be masked: %s", visible(s.Fixed))
		}
		for _, at := range s.Places {
			where := fmt.Sprintf("line %d, %s", at.Line, at.Field)
			if at.Inside != "" {
				where += ", in " + at.Inside
			}
			w.line("    %s: %s", visible(where), visible(at.Context))
		}
		if more := s.Count - len(s.Places); more > 0 {
			w.line("    and %s", session.Counted(more, "other place", "other places"))
		}
	}
	if found.More > 0 {
		w.line("and other secrets at %s", session.Counted(found.More, "place", "places"))
	}
	sum := "nothing that looks like a secret"
	if n := len(found.Secrets); n > 0 {
		sum = session.Counted(n, "possible secret", "possible secrets") + " at " + session.Counted(found.Places, "place", "places")
	}
	return errors.Join(w.err, tellLine(c, fmt.Sprintf("%s in %s", sum, session.Counted(found.Records, "record", "records"))))
}

func tellLine(c *call, text string) error {
	_, err := fmt.Fprintln(c.errOut, visible(text))
	return err
}

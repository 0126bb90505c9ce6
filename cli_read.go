package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"branchline/backend/session"
	"branchline/backend/session/formats"
	"branchline/backend/session/timeline"
)

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }

// rowShown is a row of timeline's document.
type rowShown struct {
	Entry   string `json:"entry"`
	Kind    string `json:"kind"`
	Role    string `json:"role"`
	Text    string `json:"text"`
	Tool    string `json:"tool"`
	IsError bool   `json:"isError"`
	AtMs    int64  `json:"atMs"`
	// Context is what became of the row on its way to the model, "" when it was
	// sent as it stands: edited, removed, compacted or unsent.
	Context string `json:"context"`
	// EndMs is when a call's answer came, ExitCode a command's, Notes what is said
	// beside the text.
	EndMs    int64    `json:"endMs"`
	ExitCode *int     `json:"exitCode"`
	Notes    []string `json:"notes"`
	// Of a run log: Inherited was carried over by a resume, Replaced was taken out
	// of the conversation by a reset, Provisional is known from events alone.
	Inherited   bool `json:"inherited"`
	Replaced    bool `json:"replaced"`
	Provisional bool `json:"provisional"`
	// InputTokens and OutputTokens are those reported with the row.
	InputTokens  float64 `json:"inputTokens"`
	OutputTokens float64 `json:"outputTokens"`
}

func shownRow(r timeline.Row) rowShown {
	return rowShown{
		r.Entry, r.Kind, r.Role, r.Text, r.Tool, r.IsError, r.AtMs, r.Context, r.EndMs, r.ExitCode, r.Notes,
		r.Inherited, r.Replaced, r.Provisional, r.InputTokens, r.OutputTokens,
	}
}

func runTimeline(c *call) error {
	return c.read(context.Background(), "timeline", func(path string, s session.Session, leaf session.Pos) error {
		b := timeline.Of(s, leaf)
		rows, tell := make([]rowShown, 0, b.Len()), runWords{run: s.Index().Header.Closed, resumed: s.Index().Header.Parent != ""}
		for from := 0; from < b.Len(); {
			page, err := b.Page(from, rowsAtMost)
			if err != nil {
				return fmt.Errorf("timeline %s: %w", path, err)
			}
			if len(page.Rows) == 0 {
				return fmt.Errorf("timeline %s: row %d of %d cannot be read", path, from, b.Len())
			}
			for _, r := range page.Rows {
				if c.json() {
					rows = append(rows, shownRow(r))
					continue
				}
				if shown := tell.row(&r, page.Carried); !shown {
					continue
				}
				if err := printRow(c, r); err != nil {
					return err
				}
			}
			from += len(page.Rows)
		}
		if !c.json() {
			return tellEmpty(c, b.Len())
		}
		return printJSON(c.out, struct {
			Leaf string     `json:"leaf"`
			Rows []rowShown `json:"rows"`
		}{s.Index().Key(leaf), rows})
	})
}

// tellEmpty says that there was nothing to print.
func tellEmpty(c *call, rows int) error {
	if rows > 0 {
		return nil
	}
	_, err := fmt.Fprintln(c.out, "nothing is recorded yet")
	return err
}

// printRow prints an item on one line: when, what, whether it failed, its words.
func printRow(c *call, r timeline.Row) error {
	what, mark := r.Kind, " "
	if r.Tool != "" {
		what = r.Tool
	}
	if r.IsError {
		mark = "✗"
	}
	beside := append([]string{}, r.Notes...)
	if words := fates[r.Context]; words != "" && !r.Inherited {
		beside = append(beside, words)
	}
	if r.Kind == "call" && r.AtMs > 0 && r.EndMs > r.AtMs {
		beside = append(beside, session.Lasting(r.EndMs-r.AtMs))
	}
	text := clip(inLine(r.Text), 160)
	if len(beside) > 0 {
		text += "  [" + inLine(strings.Join(beside, ", ")) + "]"
	}
	if r.Label != "" {
		text = "◆ " + oneLine(r.Label) + " · " + text
	}
	_, err := fmt.Fprintf(c.out, "%-19s  %-10s  %s %-13s  %s\n", moment(r.AtMs), visible(clip(r.Entry, 10)), mark,
		visible(clip(oneLine(what), 13)), visible(text))
	return err
}

// fates are the words for what became of a row on its way to the model.
var fates = map[string]string{
	"edited": "edited for the model", "removed": "left out for the model", "compacted": "not in context",
}

// inLine brings text onto one line with a sign for each line end.
func inLine(s string) string {
	var parts []string
	for line := range strings.Lines(s) {
		if line = oneLine(line); line != "" {
			parts = append(parts, line)
		}
	}
	return strings.Join(parts, " ⏎ ")
}

// checked is one file of check's document.
type checked struct {
	Path     string            `json:"path"`
	Problems []session.Problem `json:"problems"`
}

func runCheck(c *call) error {
	doc := struct {
		Files []checked `json:"files"`
	}{Files: []checked{}}
	var failed []error
	found := false
	for _, arg := range c.args {
		path, problems, err := check(c, arg)
		if err != nil {
			failed = append(failed, err)
			continue
		}
		found = found || len(problems) > 0
		doc.Files = append(doc.Files, checked{path, problems})
		if c.json() {
			continue
		}
		for _, p := range problems {
			if _, err := fmt.Fprintf(c.out, "%s:%d: %s\n", visible(arg), p.Line, visible(p.Text)); err != nil {
				return err
			}
		}
	}
	if c.json() {
		if err := printJSON(c.out, doc); err != nil {
			return err
		}
	}
	if len(failed) > 0 {
		for _, err := range failed[:len(failed)-1] {
			fmt.Fprintf(c.errOut, "branchline: %s\n", visible(err.Error()))
		}
		return failed[len(failed)-1]
	}
	if found {
		return errProblems
	}
	return nil
}

func check(c *call, arg string) (path string, problems []session.Problem, err error) {
	path, err = c.env.Resolve(arg)
	if err != nil {
		return "", nil, fmt.Errorf("check: %w", err)
	}
	s, file, err := formats.Open(context.Background(), path)
	if err != nil {
		return "", nil, fmt.Errorf("check: %w", err)
	}
	problems, err = problemsOf(s)
	if err = errors.Join(err, file.Close()); err != nil {
		return "", nil, fmt.Errorf("check %s: %w", path, err)
	}
	return path, problems, nil
}

// problemsOf are all problems of a session in the order of its lines. It reads the pictures of a run.
func problemsOf(s session.Session) ([]session.Problem, error) {
	problems := append([]session.Problem{}, s.Index().Problems...)
	lost, err := lostPictures(s)
	problems = append(problems, lost...)
	slices.SortStableFunc(problems, func(a, b session.Problem) int { return cmp.Compare(a.Line, b.Line) })
	return problems, err
}

// lostPictures are those of a run that its log names and that are not there. One that
// is there but is not shown is no damage.
func lostPictures(s session.Session) (problems []session.Problem, err error) {
	x := s.Index()
	if !x.Header.Closed {
		return nil, nil
	}
	for _, it := range s.Items(x.Leaf) {
		for _, p := range []session.Pos{it.Entry, it.Answer} {
			if p == session.None || !x.At(p).Has(session.HasImages) {
				continue
			}
			body, err := s.Body(it)
			if err != nil {
				return nil, err
			}
			for _, image := range body.Images {
				if e := x.At(p); image.Missing != "" && image.Missing != session.NotShown {
					problems = append(problems, session.Problem{
						Line: e.Line, Offset: e.Span.Off, Bytes: int64(e.Span.Len), Kind: session.ProblemBlob, Text: image.Missing,
					})
				}
			}
			break
		}
	}
	return problems, nil
}

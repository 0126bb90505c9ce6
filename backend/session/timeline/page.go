package timeline

import (
	"strings"

	"branchline/backend/session"
)

// The most a row carries of each of its texts, in bytes; of its Text in
// characters. The rest is read by field where it is shown.
const (
	MaxText   = 2000
	MaxBody   = 16 << 10
	MaxResult = 8 << 10
	headBytes = 6 << 10
	tailBytes = MaxResult - headBytes
	// MaxRows is the largest number of rows of one page.
	MaxRows = 500
	// pageBytes is about how much JSON a page may be.
	pageBytes = 120 << 10
)

// NoResult stands for the result of a call that has none although the branch goes on.
const NoResult = "no result on this branch"

// Page reads rows from..from+count: their bodies and no others. It stops early
// when the page grows large, but never before its first row.
func (b *Branch) Page(from, count int) (Page, error) {
	from = min(max(from, 0), len(b.items))
	to := min(from+min(max(count, 0), MaxRows), len(b.items))
	page := Page{
		Leaf: b.x.Key(b.leaf), Total: len(b.items), From: from, At: -1, Carried: b.took, CarriedRows: b.tookRows,
		Faults: b.faults, Rows: []Row{}, Turns: []Turn{},
	}
	size := 0
	for i := from; i < to; i++ {
		r, err := b.read(i)
		if err != nil {
			return Page{}, err
		}
		if size += weigh(&r); i > from && size > pageBytes {
			break
		}
		page.Rows = append(page.Rows, r)
		if t := b.turns[r.Turn]; len(page.Turns) == 0 || page.Turns[len(page.Turns)-1].Index != t.Index {
			page.Turns = append(page.Turns, t)
		}
	}
	return page, nil
}

// row makes one row of an item and its body.
func (b *Branch) row(i int, body *session.Body) Row {
	it, f := &b.items[i], &b.facts[i]
	r := Row{
		Index: i, Kind: it.Kind.String(), Role: it.Role.String(), Tool: session.Plain(it.Tool), IsError: it.Error,
		AtMs: it.AtMs, EndMs: it.EndMs, Turn: int(f.turn), GapMs: f.gapMs, Target: session.Plain(it.Target),
		HasResult: body.HasResult, ExitCode: body.ExitCode, Images: []Image{}, Notes: append([]string{}, body.Notes...),
		Inherited: it.Inherited, Replaced: it.Replaced, ReplacedMs: it.ReplacedMs, Provisional: it.Provisional, Line: int(it.Line),
	}
	if r.EndMs == 0 {
		r.EndMs = r.AtMs
	}
	r.Body, r.BodyBytes = session.CutText(body.Text, MaxBody), len(body.Text)
	r.Args, r.ArgsBytes = session.CutText(body.Args, MaxBody), len(body.Args)
	r.Result, r.ResultTail = session.TerminalEnds(body.Result, headBytes, tailBytes)
	r.ResultBytes = len(body.Result)
	r.Diff, r.DiffBytes = session.CutText(body.Diff, MaxBody), len(body.Diff)
	for _, m := range body.Images {
		r.Images = append(r.Images, ImageOf(m))
	}
	r.Waits = it.Kind == session.ItemCall && !body.HasResult && !b.goesOn(i)
	if it.Kind == session.ItemCompaction && r.Target == "" {
		b.compaction(&r)
	}
	r.Text = b.text(i, body)
	if it.Entry != session.None {
		b.entry(&r, it, f)
	}
	return r
}

// compaction says how large the context was before and after, that as the first
// reply behind it reports.
func (b *Branch) compaction(r *Row) {
	after := 0.0
	for i := r.Index + 1; i < len(b.items) && after == 0 && b.items[i].Kind != session.ItemCompaction; i++ {
		if at := b.items[i].Entry; at != session.None {
			after = b.x.Sent(at)
		}
	}
	r.Target = session.CompactedWords(b.x.SentBefore(b.items[r.Index].Entry), after)
	if after > 0 {
		r.Notes = append(r.Notes, session.Grouped(after)+" tokens sent for the next reply")
	}
}

// entry fills in what a row knows from the entry it stands at.
func (b *Branch) entry(r *Row, it *session.Item, f *fact) {
	e := b.x.At(it.Entry)
	r.Main = f.main
	r.Entry, r.Context = e.Key, b.marks[it.Entry].String()
	if it.Replaced {
		r.Context = compacted.String()
	}
	if it.Answer != session.None && it.Answer != it.Entry {
		r.Label = b.x.Labels[it.Answer].Text
	}
	r.Orphan = f.first && e.Has(session.Orphan)
	if n := b.ways.From(it.Entry); f.last && n > 1 {
		r.Branches = n
	}
	if !f.main {
		return
	}
	if label, ok := b.x.Labels[it.Entry]; ok {
		r.Label = label.Text
	}
	for _, u := range b.x.UsagesOf(it.Entry) {
		r.ModelName = u.Model
		r.CostUSD += u.CostUSD
		r.InputTokens += u.Input
		r.OutputTokens += u.Output
	}
}

// text is what a reader sees of a row in plain text.
func (b *Branch) text(i int, body *session.Body) string {
	it := &b.items[i]
	var lines []string
	switch it.Kind {
	case session.ItemCall:
		what := it.Target
		if what == "" {
			what = plain(body.Args)
		}
		if what == "" && it.Answer != it.Entry {
			what = "(no arguments)"
		}
		lines = append(lines, what)
		switch {
		case body.HasResult:
			lines = append(lines, plain(body.Result))
		case b.goesOn(i):
			lines = append(lines, NoResult)
		}
	case session.ItemBash:
		lines = append(lines, plain(body.Text), plain(body.Result))
	default:
		text := plain(body.Text)
		if text == "" && len(body.Images) == 0 {
			text = it.Text
		}
		lines = append(lines, text)
	}
	for _, m := range body.Images {
		lines = append(lines, picture(m))
	}
	kept := lines[:0]
	for _, line := range lines {
		if line = strings.TrimRight(session.Plain(line), "\n"); line != "" {
			kept = append(kept, line)
		}
	}
	return characters(strings.Join(kept, "\n"), MaxText)
}

// plain is the beginning of a text that may be very long, clean of control codes.
func plain(s string) string { return session.Plain(session.CutText(s, 8*MaxText)) }

// goesOn tells whether the branch has anything to do behind a call: an item of
// another entry that is no label or setting.
func (b *Branch) goesOn(i int) bool {
	for j := i + 1; j < len(b.items); j++ {
		it := &b.items[j]
		if it.Entry != b.items[i].Entry && !it.Kind.Meta() {
			return true
		}
	}
	return false
}

func picture(m session.Image) string {
	if m.Missing != "" {
		return "[picture: " + m.Missing + "]"
	}
	return "[picture: " + m.Mime + "]"
}

// characters returns at most n characters of s.
func characters(s string, n int) string {
	if len(s) <= n {
		return s
	}
	for at := range s {
		if n == 0 {
			return s[:at]
		}
		n--
	}
	return s
}

// weigh is about how many bytes of JSON a row is.
func weigh(r *Row) int {
	n := 700
	for _, s := range []string{r.Text, r.Body, r.Args, r.Result, r.ResultTail, r.Diff, r.Target, r.Label} {
		n += jsonBytes(s)
	}
	for _, s := range r.Notes {
		n += jsonBytes(s)
	}
	return n + 120*len(r.Images)
}

// jsonBytes is how long a text is as a JSON string written for a page.
func jsonBytes(s string) int {
	n := len(s) + 2
	for i := range len(s) {
		switch c := s[i]; {
		case c == '"' || c == '\\' || c == '\n' || c == '\r' || c == '\t':
			n++
		case c < ' ' || c == '<' || c == '>' || c == '&':
			n += 5
		}
	}
	return n
}

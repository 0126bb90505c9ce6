package compare

import (
	"fmt"
	"slices"
	"strings"

	"branchline/backend/session"
)

// mostListed is how many paths a list of Markdown names.
const mostListed = 50

// The steps that a table of Markdown shows: some that are the same before the first
// difference, and the first that differ.
const (
	shownBefore = 2
	shownSteps  = 15
)

// Markdown writes the comparison for a note or a review: what both share, where they
// first differ, the figures, the steps that differ and the files. In the table of
// figures the better side is bold.
func (c *Comparison) Markdown(files Files) string {
	r := c.Head()
	r.Files = files
	var b strings.Builder
	fmt.Fprintf(&b, "## Comparison of A and B\n\n")
	for _, side := range []struct {
		name string
		p    *Part
	}{{"A", &r.A}, {"B", &r.B}} {
		fmt.Fprintf(&b, "- **%s**: %s\n", side.name, escaped(sideWords(side.p)))
	}
	fmt.Fprintf(&b, "\n%s.\n\n**First difference:** %s.\n\n", escaped(r.Summary), escaped(r.Divergence.Text))
	figures(&b, &r)
	c.stepTable(&b, r.Divergence.Row)
	fileLists(&b, &r.Files)
	for _, note := range r.Notes {
		fmt.Fprintf(&b, "\nNote: %s.\n", escaped(note))
	}
	return b.String()
}

// figures writes the figures of both parts, and what bold stands for.
func figures(b *strings.Builder, r *Result) {
	b.WriteString("| | A | B |\n|---|---|---|\n")
	better := false
	for _, d := range r.Deltas {
		if d.TextA == "—" && d.TextB == "—" {
			continue
		}
		better = better || d.Better != ""
		fmt.Fprintf(b, "| %s | %s | %s |\n", d.Label, bold(d.TextA, d.Better == "a"), bold(d.TextB, d.Better == "b"))
	}
	calls := map[string]bool{}
	for _, t := range slices.Concat(r.A.Tools, r.B.Tools) {
		if !calls[t.Name] {
			calls[t.Name] = true
			fmt.Fprintf(b, "| calls of %s | %d | %d |\n", escaped(t.Name), callsOf(&r.A, t.Name), callsOf(&r.B, t.Name))
		}
	}
	if better {
		b.WriteString("\nBold is the better side. Cost, tokens, time and errors are only weighed where both finished.\n")
	}
}

// stepTable writes the first steps that differ, and those right before them.
func (c *Comparison) stepTable(b *strings.Builder, first int) {
	if first < 0 {
		return
	}
	b.WriteString("\n| step | A | B |\n|---|---|---|\n")
	last, left, shown := -1, 0, 0
	for i := max(first-shownBefore, 0); i < len(c.levels); i++ {
		l := &c.levels[i]
		if i > first && l.same && l.differs == "" {
			continue
		}
		if shown++; shown > shownSteps {
			left++
			continue
		}
		if last >= 0 && i > last+1 {
			fmt.Fprintf(b, "| … | %s the same | |\n", session.Counted(i-last-1, "step is", "steps are"))
		}
		d := c.Page(i, 1)[0]
		fmt.Fprintf(b, "| %d%s | %s | %s |\n", i+1, howWords[l.how()], escaped(cellText(&d.A)), escaped(cellText(&d.B)))
		last = i
	}
	if left > 0 {
		fmt.Fprintf(b, "\n… and %s more that differ.\n", session.Counted(left, "step", "steps"))
	}
}

// how says how the steps of a row differ: "same" where they do not, "" where they are
// other steps.
func (l *level) how() string {
	if l.same && l.differs == "" {
		return "same"
	}
	return l.differs
}

var howWords = map[string]string{"same": " (the same)", DiffersResult: " (came out differently)", DiffersText: " (other text)"}

// cellText says what a side did.
func cellText(c *Cell) string {
	switch {
	case c.Key == "" && c.Kind == "":
		return ""
	case c.Kind == "":
		return "…"
	case c.IsError:
		return c.Words + ", which failed"
	}
	return c.Words
}

// fileLists writes what both parts did to files.
func fileLists(b *strings.Builder, files *Files) {
	var other, same []string
	for _, f := range files.Both {
		if f.Same {
			same = append(same, f.Path)
		} else {
			other = append(other, f.Path)
		}
	}
	listed(b, "Files only in A", files.OnlyA)
	listed(b, "Files only in B", files.OnlyB)
	listed(b, "Files in both, left differently", other)
	listed(b, "Files in both, left the same", same)
	listed(b, "Commands of A that may have changed other files", files.MayA)
	listed(b, "Commands of B that may have changed other files", files.MayB)
}

func sideWords(p *Part) string {
	words := []string{}
	if name := base(p.Path); name != "" {
		words = append(words, name)
	}
	if p.Leaf != "" {
		words = append(words, "up to "+p.Leaf)
	}
	if p.Label != "" {
		words = append(words, quoted(p.Label))
	}
	if words = append(words, p.Headline); p.Words != "" {
		words = append(words, plain(p.Words))
	}
	return strings.Join(words, " · ")
}

func callsOf(p *Part, name string) int {
	for _, t := range p.Tools {
		if t.Name == name {
			return t.Calls
		}
	}
	return 0
}

func bold(s string, is bool) string {
	if is {
		return "**" + s + "**"
	}
	return s
}

func listed(b *strings.Builder, title string, paths []string) {
	if len(paths) == 0 {
		return
	}
	fmt.Fprintf(b, "\n%s:\n\n", title)
	for i, path := range paths {
		if i == mostListed {
			fmt.Fprintf(b, "- … and %d more\n", len(paths)-i)
			return
		}
		fmt.Fprintf(b, "- %s\n", code(path))
	}
}

// escaped keeps text of a session from being read as Markdown, but for code in it.
func escaped(s string) string {
	var b strings.Builder
	inCode := false
	for _, r := range session.Plain(s) {
		if r == '`' {
			inCode = !inCode
		}
		switch {
		case r == '|':
			b.WriteString(`\|`)
		case r == '\n':
			b.WriteByte(' ')
		case !inCode && strings.ContainsRune(`\*_[]<>#~!`, r):
			b.WriteByte('\\')
			b.WriteRune(r)
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

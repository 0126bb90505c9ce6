package compare

import (
	"fmt"
	"slices"
	"strings"

	"branchline/backend/session"
)

// mostListed is how many paths a list of Markdown names.
const mostListed = 50

// Markdown writes a comparison for a note or a review: what both share, where they
// first differ, the figures and the files. In tables the better side is bold.
func Markdown(r Result) string {
	var b strings.Builder
	fmt.Fprintf(&b, "## Comparison of A and B\n\n")
	for _, side := range []struct {
		name string
		p    *Part
	}{{"A", &r.A}, {"B", &r.B}} {
		fmt.Fprintf(&b, "- **%s**: %s\n", side.name, escaped(sideWords(side.p)))
	}
	fmt.Fprintf(&b, "\n%s.\n\n**First difference:** %s.\n\n", escaped(r.Summary), escaped(r.Divergence.Text))
	b.WriteString("| | A | B |\n|---|---|---|\n")
	for _, d := range r.Deltas {
		if d.TextA == "—" && d.TextB == "—" {
			continue
		}
		fmt.Fprintf(&b, "| %s | %s | %s |\n", d.Label, bold(d.TextA, d.Better == "a"), bold(d.TextB, d.Better == "b"))
	}
	calls := map[string]bool{}
	for _, t := range slices.Concat(r.A.Tools, r.B.Tools) {
		if !calls[t.Name] {
			calls[t.Name] = true
			fmt.Fprintf(&b, "| calls of %s | %d | %d |\n", escaped(t.Name), callsOf(&r.A, t.Name), callsOf(&r.B, t.Name))
		}
	}
	var other, same []string
	for _, f := range r.Files.Both {
		if f.Same {
			same = append(same, f.Path)
		} else {
			other = append(other, f.Path)
		}
	}
	listed(&b, "Files only in A", r.Files.OnlyA)
	listed(&b, "Files only in B", r.Files.OnlyB)
	listed(&b, "Files in both, left differently", other)
	listed(&b, "Files in both, left the same", same)
	for _, note := range r.Notes {
		fmt.Fprintf(&b, "\nNote: %s.\n", escaped(note))
	}
	return b.String()
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
	return strings.Join(append(words, p.Headline), " · ")
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

package convert

import (
	"fmt"
	"slices"
	"strings"

	"branchline/backend/session"
)

// Report says what a conversion carried over and what it had to leave.
type Report struct {
	// Carried and Left are in the order in which a reader wants to know. What is
	// carried in another form than it had is in Left, which says how.
	Carried, Left []Note
}

// Note is one sort of thing and how many there are.
type Note struct {
	Count int
	// Text says it in words, the count included: "3 labels: a run log has no place
	// for them".
	Text string
	// Off: they are not on the branch, or no records, and stay out of a copy of any
	// format.
	Off bool
}

// Lost tells what the other format has no place for, or in another form: a sentence
// each, without its full stop.
func (r Report) Lost() []string {
	lost := []string{}
	for _, n := range r.Left {
		if !n.Off {
			lost = append(lost, n.Text)
		}
	}
	return lost
}

// String is the report as lines of text.
func (r Report) String() string {
	var b strings.Builder
	for _, part := range []struct {
		title string
		notes []Note
	}{{"Carried over", r.Carried}, {"Left or changed", r.Left}} {
		if len(part.notes) == 0 {
			continue
		}
		fmt.Fprintf(&b, "%s:\n", part.title)
		for _, n := range part.notes {
			fmt.Fprintf(&b, "- %s\n", n.Text)
		}
	}
	return b.String()
}

// sort is a sort of thing that is counted: what one is called, what several are,
// and what became of them.
type sort struct{ one, many, why string }

// tally counts sorts of things.
type tally struct{ carried, left counts }

type counts map[sort]int

func (t *tally) carry(s sort, n int) { t.carried = t.carried.add(s, n) }
func (t *tally) leave(s sort, n int) { t.left = t.left.add(s, n) }

func (c counts) add(s sort, n int) counts {
	if n == 0 {
		return c
	}
	if c == nil {
		c = counts{}
	}
	c[s] += n
	return c
}

// report puts what was counted in words, in the order of the sorts.
func (t *tally) report(order []sort) Report {
	return Report{Carried: t.carried.notes(order), Left: t.left.notes(order)}
}

func (c counts) notes(order []sort) []Note {
	notes := []Note{}
	for _, s := range order {
		n := c[s]
		if n == 0 {
			continue
		}
		words := s.many
		if n == 1 {
			words = s.one
		}
		text := session.Grouped(float64(n)) + " " + words
		if s.why != "" {
			text += ": " + s.why
		}
		notes = append(notes, Note{Count: n, Text: text, Off: slices.Contains(offSorts, s)})
	}
	return notes
}

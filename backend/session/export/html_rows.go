package export

import (
	"context"

	"branchline/backend/session"
	"branchline/backend/session/outcome"
	"branchline/backend/session/timeline"
)

const (
	// chunk is how many pieces the browser lays out or leaves alone together, and
	// unitPx the unit of the heights rows are taken to have.
	chunk  = 40
	unitPx = 4
)

// branches writes the outcomes, the rows of the branch shown first, the end of the
// page, and what the other branches add to it. It answers what the script is told.
func (h *htmlPage) branches(ctx context.Context) (data, error) {
	for n, leaf := range h.leaves {
		card := outcome.Of(h.p.Session, leaf, h.p.Now.UnixMilli())
		if err := h.card(n, &card); err != nil {
			return data{}, err
		}
		if err := ctx.Err(); err != nil {
			return data{}, err
		}
	}
	out := data{Trees: h.trees, Contexts: map[string]string{}}
	for name, words := range contextWords {
		out.Contexts[name] = words[0]
	}
	h.raw(`<div id="rows" aria-label="Timeline" role="region">`)
	for n := range h.leaves {
		if n == 1 {
			h.raw(`<template id="more">`)
		}
		b, err := h.rows(ctx, n)
		if err != nil {
			return data{}, err
		}
		out.Branches = append(out.Branches, b)
		h.close()
		if n == 0 {
			h.raw(`</div>`)
			h.foot()
			h.raw(`</main></div>`)
		}
	}
	if len(h.leaves) > 1 {
		h.raw(`</template>`)
	}
	return out, h.w.Flush()
}

// rows writes the pieces of a branch that no other has.
func (h *htmlPage) rows(ctx context.Context, n int) (branchData, error) {
	b := h.branch(n)
	d := branchData{Runs: [][2]int{}, Gone: [][3]any{}, Rows: []int{}}
	for i := range h.ends {
		d.Rows = append(d.Rows, h.ends[i][n])
	}
	turns, heights := b.Turns(), b.Outline(0)
	head, err := b.Page(0, 0)
	if err != nil {
		return d, err
	}
	h.carried = head.CarriedRows
	for i := range b.Len() {
		if err := ctx.Err(); err != nil {
			return d, err
		}
		it := b.Item(i)
		if h.leftOut(&it) {
			continue
		}
		bare := b.Bare(i)
		height := int(heights[2*i]) * unitPx
		if bare.GapMs > 0 {
			d.add(h.place(piece{entry: it.Entry, line: it.Line, gap: bare.GapMs}, height, func() { h.gap(bare.GapMs) }))
		}
		if t := turns[bare.Turn]; t.First == i {
			dated := t.Number <= 1 && t.Round == "" || at(turns[max(bare.Turn-1, 0)].AtMs, h.zone, "2006-01-02") != at(t.AtMs, h.zone, "2006-01-02")
			key := t
			key.First, key.Rows, key.Index = 0, 0, 0
			d.add(h.place(piece{entry: it.Entry, line: it.Line, turn: key}, height, func() { h.turn(&t, dated) }))
		}
		var failed error
		before := len(h.placed)
		at := h.place(pieceOf(&it, &bare), height, func() { failed = h.item(b, i, &it) })
		if failed != nil {
			return d, failed
		}
		if at == before { // else another branch told of it
			h.told(&it)
		}
		d.add(at)
		d.context(at, bare.Context)
	}
	return d, nil
}

func pieceOf(it *session.Item, bare *timeline.Row) piece {
	return piece{
		entry: it.Entry, answer: it.Answer, part: it.Part, answerPart: it.AnswerPart, line: it.Line, kind: it.Kind,
		open: it.Answer == session.None && bare.Text == timeline.NoResult,
	}
}

func (h *htmlPage) item(b *timeline.Branch, i int, it *session.Item) error {
	r, body, err := b.Whole(i)
	if err != nil {
		return err
	}
	h.row(&r, &body, it)
	return nil
}

// told counts the records that an item is of as written.
func (h *htmlPage) told(it *session.Item) {
	for _, at := range []session.Pos{it.Entry, it.Answer} {
		if at != session.None && !h.counted[at] {
			h.counted[at] = true
			h.p.Progress.did(int64(h.x.At(at).Span.Len))
		}
	}
}

// leftOut tells whether a row stays out: because the agent does not display it, or
// because the page says it elsewhere, labels beside what they are on, what a message
// cost below it.
func (h *htmlPage) leftOut(it *session.Item) bool {
	if it.Kind == session.ItemLabel || it.Kind == session.ItemUsage {
		return true
	}
	return h.p.leftOutOf(h.x, it)
}

// leftOutOf tells whether an item stays out because the agent does not display it.
func (p *Plan) leftOutOf(x *session.Index, it *session.Item) bool {
	if p.Hidden || it.Entry == session.None {
		return false
	}
	e := x.At(it.Entry)
	return e.Has(session.Hidden) || e.Kind == session.KindCustom
}

// place writes a piece unless it is there, and answers its number.
func (h *htmlPage) place(key piece, height int, write func()) int {
	if at, there := h.placed[key]; there {
		return at
	}
	at := len(h.placed)
	h.placed[key] = at
	if h.in == 0 {
		h.raw(`<div class="chunk" data-h="`)
		h.num(height * chunk)
		h.raw(`">`)
	}
	h.in++
	write()
	if h.in == chunk {
		h.close()
	}
	return at
}

// close ends the open chunk.
func (h *htmlPage) close() {
	if h.in > 0 {
		h.raw("</div>\n")
		h.in = 0
	}
}

// add adds a piece at the end of the branch.
func (d *branchData) add(at int) {
	if n := len(d.Runs); n > 0 && d.Runs[n-1][1] == at-1 {
		d.Runs[n-1][1] = at
		return
	}
	d.Runs = append(d.Runs, [2]int{at, at})
}

// context notes what became of a piece for the model on this branch.
func (d *branchData) context(at int, context string) {
	if context == "" {
		return
	}
	if n := len(d.Gone); n > 0 && d.Gone[n-1][1] == at-1 && d.Gone[n-1][2] == context {
		d.Gone[n-1][1] = at
		return
	}
	d.Gone = append(d.Gone, [3]any{at, at, context})
}

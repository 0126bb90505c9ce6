package timeline

import "branchline/backend/session"

// The heights rows are taken to have until they are measured, in pixels.
const (
	heightUnit  = 4
	lineHeight  = 18
	lineChars   = 110
	headHeight  = 36 // of a turn
	gapHeight   = 32
	foldHeight  = 28 // of what is one line until it is opened
	metaHeight  = 24
	rulerHeight = 40
	padding     = 20
	pictureSize = 200
)

// Outline tells of every row from one on, without reading one: the height it is
// taken to have, in units of four pixels from 1 to 255, then its Mark bits. It
// lets a long list keep its length while pages come.
func (b *Branch) Outline(from int) []byte {
	from = min(max(from, 0), len(b.items))
	out := make([]byte, 0, 2*(len(b.items)-from))
	for i := from; i < len(b.items); i++ {
		marks := b.mark(i)
		height := b.height(i)
		if b.turns[b.facts[i].turn].First == i {
			height += headHeight
		}
		if b.facts[i].gapMs > 0 {
			height += gapHeight
		}
		out = append(out, byte(min(max((height+heightUnit/2)/heightUnit, 1), 255)), marks)
	}
	return out
}

// mark gathers a row's Mark bits.
func (b *Branch) mark(i int) (marks byte) {
	it, f := &b.items[i], &b.facts[i]
	if it.Kind == session.ItemPrompt {
		marks |= MarkPrompt
	}
	if it.Error {
		marks |= MarkError
	}
	if it.Kind == session.ItemCall && session.EditsFile(it.Tool) {
		marks |= MarkEdit
	}
	if b.labelled(it, f) {
		marks |= MarkLabel
	}
	if it.Kind == session.ItemCompaction || it.Kind == session.ItemReset {
		marks |= MarkCompaction
	}
	if it.Round {
		marks |= MarkRound
	}
	if it.Kind == session.ItemCall || it.Kind == session.ItemBash {
		marks |= MarkCall
	}
	if it.Kind.Meta() || it.Round {
		marks |= MarkMeta
	}
	return marks
}

func (b *Branch) labelled(it *session.Item, f *fact) bool {
	if it.Entry == session.None {
		return false
	}
	_, here := b.x.Labels[it.Entry]
	_, there := b.x.Labels[it.Answer]
	return here && f.main || there && it.Answer != it.Entry
}

// height guesses a row's height from what the index knows of its text.
func (b *Branch) height(i int) int {
	it := &b.items[i]
	switch it.Kind {
	case session.ItemCall, session.ItemThinking, session.ItemBash, session.ItemEvent, session.ItemAttempt, session.ItemSystem:
		return foldHeight
	case session.ItemCompaction, session.ItemReset:
		return rulerHeight
	}
	if it.Kind.Meta() {
		return metaHeight
	}
	n, height := len(it.Text), padding
	if n >= session.PreviewBytes-utfMax {
		n = int(it.Span.Len) // the preview is full, so the text is longer
	}
	if it.Entry != session.None && b.x.At(it.Entry).Has(session.HasImages) {
		n, height = len(it.Text), height+pictureSize
	}
	return height + lineHeight*max((n+lineChars-1)/lineChars, 1)
}

// utfMax is the longest character, in bytes: a preview ends before one that does not fit.
const utfMax = 4

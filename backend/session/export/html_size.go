package export

import (
	"fmt"

	"branchline/backend/session"
)

const (
	// largePage is from how many bytes on a page is a large one, as estimated.
	largePage = 10_000_000
	// frameSize is about what a page has of its own.
	frameSize = 60_000
)

// mostOutput is how much the page carries of a text that no one said, in bytes.
func (p *Plan) mostOutput() int {
	if p.pageSize(maxShown) > largePage {
		return largeShown
	}
	return maxShown
}

// pageSize estimates the bytes of a page that carries so much of an output. It goes by
// the lengths of the records and reads none of them: what is markup in the page is
// about as much as what is no text in a record.
func (p *Plan) pageSize(mostOutput int64) int64 {
	x := p.Session.Index()
	size := int64(frameSize)
	for at, in := range p.chosen().in {
		if !in {
			continue
		}
		e := x.At(session.Pos(at))
		text := int64(e.Span.Len)
		switch {
		case e.Has(session.HasImages) && p.Pictures:
		case e.Role == session.RoleToolResult, e.Has(session.HasImages):
			text = min(text, mostOutput)
		default:
			text = min(text, maxShown)
		}
		size += text
	}
	return size
}

// Large says what to know of a page that will be a large one, "" of any other.
func (p *Plan) Large() string {
	most := p.mostOutput()
	if p.Format != HTML || most == maxShown {
		return ""
	}
	return fmt.Sprintf("the page will have about %s, as estimated: a browser takes seconds to open it, and outputs, files and changes of more than %s are cut in it",
		session.Sized(int(p.pageSize(int64(most)))), session.Sized(most))
}

package pi

import (
	"context"
	"fmt"
	"math"
	"strings"
	"sync"

	"branchline/backend/session"
	"branchline/backend/session/jsonl"
)

// digest is what a list says of a session, gathered in the same pass as an index
// and by the same rules, but without keeping the entries.
type digest struct {
	gathering
	// first is the first entry alone.
	first     []session.Entry
	lines     int
	messages  int
	name      string
	prompt    string // the text of the first prompt that has any
	spokenMs  float64
	objection objection
}

// objection says which record keeps the session out of pi's list, and why.
type objection struct {
	line int
	why  string
}

// digestFile reads a file's digest. texts, when not nil, gets all that was said.
func digestFile(ctx context.Context, path string, texts *strings.Builder) (Info, error) {
	f, stat, err := jsonl.OpenOnce(path)
	if err != nil {
		return Info{}, err
	}
	defer func() {
		// The file was only read: an error of closing it means nothing to anybody.
		_ = f.Close()
	}()
	var all digest
	err = jsonl.Each(ctx, f, 0, stat.Size(), func(c *jsonl.Chunk) *gleaner {
		g := gleaners.Get().(*gleaner)
		g.begin(texts != nil)
		g.pen.lines(c)
		return g
	}, func(r jsonl.Result[*gleaner], _ int64) {
		all.add(r.Value, r.Lines)
		if texts != nil {
			join(texts, r.Value.texts.String())
		}
		gleaners.Put(r.Value)
	})
	if err != nil {
		return Info{}, fmt.Errorf("read %s: %w", path, err)
	}
	return all.info(path, stat.ModTime()), nil
}

// add takes what the next lines gave.
func (d *digest) add(g *gleaner, lines int) {
	d.headers = append(d.headers, g.headers...)
	d.loose = append(d.loose, g.loose...)
	d.marked = d.marked || g.marked
	if len(d.first) == 0 {
		d.first = g.first
	}
	d.messages += g.messages
	if g.named {
		d.name = g.called
	}
	if d.prompt == "" {
		d.prompt = g.prompt
	}
	d.spokenMs = max(d.spokenMs, g.spokenMs)
	if d.objection.why == "" && g.objection.why != "" {
		d.objection = objection{d.lines + g.objection.line, g.objection.why}
	}
	d.lines += lines
}

// header is the file's header, and in a sentence what pi has against the file.
func (d *digest) header() (h header, problem string) {
	if len(d.headers) == 0 {
		return header{created: math.NaN(), stated: math.NaN()}, "the file has no session header; pi neither lists nor opens it"
	}
	switch h = d.headers[0]; {
	case d.marked:
		problem = "the file begins with a byte order mark; pi neither lists nor opens it"
	case d.early(d.first):
		problem = "records stand before the session header; pi neither lists nor opens the file"
	case d.objection.why != "" && !h.hasID:
		problem = fmt.Sprintf("line %d: %s, and the session header has no id that is text; pi neither lists nor opens the file", d.objection.line+1, d.objection.why)
	case d.objection.why != "":
		problem = fmt.Sprintf("line %d: %s; pi leaves the session out of its list", d.objection.line+1, d.objection.why)
	case !h.hasID:
		problem = "the session header has no id that is text; pi does not open the file"
	}
	return h, problem
}

// gleaner gathers the digest of one chunk.
type gleaner struct {
	pen
	gleaned
}

// gleaned is what a gleaner has gathered beside its sheet.
type gleaned struct {
	first     []session.Entry
	messages  int
	called    string // by the last name that is given
	named     bool
	prompt    string
	spokenMs  float64
	objection objection
	all       bool // gather texts
	texts     strings.Builder
}

// gleaners are lent to one chunk after the other: most sessions are small, and what
// was learnt of the shape of records holds for the next.
var gleaners = sync.Pool{New: func() any { return newGleaner() }}

func newGleaner() *gleaner {
	g := &gleaner{}
	g.take = g.entry
	g.begin(false)
	return g
}

// begin makes room for the digest of a chunk. all: gather texts.
func (g *gleaner) begin(all bool) {
	g.sheet, g.gleaned, g.rec.sparse = &sheet{}, gleaned{all: all}, !all
}

// entry takes the record that was walked.
func (g *gleaner) entry(kind session.Kind) {
	if len(g.first) == 0 {
		g.first = []session.Entry{{Span: g.span(g.rec.start, g.rec.end)}}
	}
	switch line, top := g.rec.line, &g.rec.top; kind {
	case session.KindMessage:
		g.messages++
		g.message()
	case session.KindName:
		g.called, g.named = trim(text(line, top.name)), true
		if top.name > 0 && !isText(line, top.name) && !isNull(line, top.name) {
			g.against("the session's name is no text")
		}
	}
}

func (g *gleaner) against(why string) {
	if g.objection.why == "" {
		g.objection = objection{g.line.No, why}
	}
}

// message takes a message. pi 1.6.0, buildSessionInfo, fails on some, and leaves
// out the whole session then.
func (g *gleaner) message() {
	line, m := g.rec.line, &g.rec.msg
	if !m.walked {
		if g.rec.atMessage == 0 || isNull(line, g.rec.atMessage) {
			g.against("a message is missing or null")
		}
		return
	}
	user := false
	switch string(g.decode(line, m.role)) {
	case "user":
		user = true
	case "assistant":
	default:
		return
	}
	if m.content.at == 0 {
		return
	}
	g.spokenMs = max(g.spokenMs, activity(&g.rec))
	if why := unlistable(line, &m.content); why != "" {
		g.against(why)
	}
	if user && g.prompt == "" {
		g.rec.lookInto(&m.content)
		if shows(line, &m.content, &g.words) {
			g.prompt = saidText(line, &m.content, &g.words)
		}
	}
	if g.all {
		join(&g.texts, saidText(line, &m.content, &g.words))
	}
}

// unlistable says why pi fails on a content, "" when it does not.
func unlistable(line []byte, c *content) string {
	if line[c.at] != '"' && line[c.at] != '[' {
		return "a message's content is neither text nor a list of blocks"
	}
	for i := range c.blocks {
		if isNull(line, c.blocks[i].at) {
			return "a block of a message is null"
		}
	}
	return ""
}

// join adds a text behind the others.
func join(texts *strings.Builder, text string) {
	if text == "" {
		return
	}
	if texts.Len() > 0 {
		texts.WriteByte(' ')
	}
	texts.WriteString(text)
}

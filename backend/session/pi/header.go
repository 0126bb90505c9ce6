package pi

import (
	"fmt"
	"math"
	"strconv"

	"branchline/backend/session"
	"branchline/backend/session/jsonl"
)

// header is a record of the type "session". The first of a file is the file's.
type header struct {
	session.Header
	line int32
	span session.Span
	// version as JavaScript compares it; NaN when it is no number.
	version float64
	hasID   bool
	// stampMs is the time the header states as a string, which alone can stand
	// for the time of change.
	stampMs int64
	// created is the time the header states in any form, and stated the one it
	// states as a string, as JavaScript's Date has them: NaN for none.
	created, stated float64
	// parentSession is what the member of that name says.
	parentSession string
}

func (p *pen) header() header {
	line, top := p.rec.line, &p.rec.top
	h := header{line: p.at(), span: p.span(p.rec.start, p.rec.end), hasID: isText(line, top.id)}
	h.version = version(line, top.version)
	h.Format = "pi"
	h.ID, h.Cwd = text(line, top.id), text(line, top.cwd)
	h.parentSession = text(line, top.parentSession)
	if h.Parent = h.parentSession; h.Parent == "" {
		h.Parent = text(line, top.branchedFrom) // version 1, since 0.12.7
	}
	h.CreatedMs, h.created, h.stated = when(line, top.timestamp), moment(line, top.timestamp), math.NaN()
	if isText(line, top.timestamp) {
		h.stampMs, h.stated = h.CreatedMs, h.created
	}
	return h
}

// version answers header.version ?? 1 as a number, the way JavaScript's
// comparisons make one of it.
func version(line []byte, at int) float64 {
	switch {
	case at == 0 || isNull(line, at):
		return 1
	case isNumber(line, at):
		if n, ok := jsonl.Number(line, at); ok {
			return n
		}
		return math.Inf(1) // too large for a double
	case isText(line, at):
		s := trim(text(line, at))
		if s == "" {
			return 0
		}
		if n, err := strconv.ParseFloat(s, 64); err == nil {
			return n
		}
	case isTrue(line, at):
		return 1
	case line[at] == 'f':
		return 0
	}
	return math.NaN()
}

// generation is the version whose rules hold: 1, 2, or 3 for all later ones and
// for a version that is no number, which pi does not migrate either.
func generation(version float64) int {
	switch {
	case version < 2:
		return 1
	case version < 3:
		return 2
	}
	return 3
}

// choose finds the file's header among all records of that type, whose lines
// are counted from 1 here, and reports what pi would object to.
func choose(all []header) (h header, problems []session.Problem) {
	if len(all) == 0 {
		h.Format, h.version, h.Version, h.hasID = "pi", 3, 3, true
		h.ReadOnly = "the file has no session header, so pi cannot open it"
		return h, []session.Problem{{
			Line: 1, Kind: session.ProblemHeader, Text: "the file has no session header; its entries are shown, but pi cannot open it",
		}}
	}
	h = all[0]
	report := func(h header, kind, text string) {
		problems = append(problems, session.Problem{
			Line: h.line, Offset: h.span.Off, Bytes: int64(h.span.Len), Kind: kind, Text: text,
		})
	}
	if !h.hasID {
		report(h, session.ProblemHeader, "the session header has no id that is text; pi does not open such a file")
	}
	for _, later := range all[1:] {
		report(later, session.ProblemHeader, "a second session header; only the first one counts")
	}
	h.Version = int(max(1, min(h.version, math.MaxInt32)))
	switch g := generation(h.version); {
	case math.IsNaN(h.version):
		h.Version = 3
	case g < 3:
		h.Version = g
		h.ReadOnly = fmt.Sprintf("the session is in pi's old format version %d, to which nothing can be added; fork it to make a new session that can be changed", g)
	case h.version > 3:
		h.ReadOnly = fmt.Sprintf("the session is in format version %v, newer than Branchline knows; it can only be read", h.version)
		report(h, session.ProblemVersion, fmt.Sprintf("format version %v is newer than Branchline knows; what it does not know is shown as it stands", h.version))
	}
	return h, problems
}

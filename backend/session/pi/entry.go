package pi

import (
	"branchline/backend/session"
	"branchline/backend/session/jsonl"
)

// kinds are the types of records (pi 1.6.0, session-format.md); leaf and
// active_tools_change are written by pi's harness.
var kinds = map[string]session.Kind{
	"message":               session.KindMessage,
	"thinking_level_change": session.KindLevel,
	"model_change":          session.KindModel,
	"active_tools_change":   session.KindTools,
	"compaction":            session.KindCompaction,
	"branch_summary":        session.KindBranchSummary,
	"custom":                session.KindCustom,
	"custom_message":        session.KindCustomMessage,
	"label":                 session.KindLabel,
	"session_info":          session.KindName,
	"leaf":                  session.KindLeaf,
	"usage":                 session.KindUsage,
	"context_edit":          session.KindEdit,
}

// draft is an entry being made: marks and usage name it once it has its place.
type draft struct {
	session.Entry
	marks []session.Mark
	usage int // where the usage object stands, 0 = none
	model string
	hook  bool
}

// entry adds the record that was walked to the sheet.
func (p *pen) entry(kind session.Kind) {
	line, top := p.rec.line, &p.rec.top
	d := &p.draft // one for all entries of the sheet
	*d = draft{marks: d.marks[:0]}
	d.Kind, d.Line, d.Span = kind, p.at(), p.span(p.rec.start, p.rec.end)
	d.AtMs = when(line, top.timestamp)
	parent := p.id(line, top.parentID, p.lastID)
	if parent == "" && !isNull(line, top.parentID) {
		d.Flags |= session.Orphan // names no parent, but does not say that it is a start
	}
	d.Key = p.id(line, top.id, "")
	p.parts = p.parts[:0]
	if describe := describers[d.Kind]; describe != nil {
		describe(p, d)
	} else {
		d.Preview = p.word(line, top.typ)
	}
	at := p.Add(d.Entry, parent, p.parts)
	p.lastID = d.Key
	for _, m := range d.marks {
		m.Entry = at
		p.Marks = append(p.Marks, m)
	}
	if d.usage > 0 || d.model != "" {
		p.addUsage(at, d.usage, d.model)
	}
	if d.hook {
		p.hooks = append(p.hooks, at)
	}
	if d.Kind == session.KindCompaction && isNumber(line, top.firstKeptIndex) {
		n, _ := jsonl.Number(line, top.firstKeptIndex)
		p.kept = append(p.kept, keptFrom{at, n})
	}
}

// mark notes what the entry says about another.
func (d *draft) mark(kind session.MarkKind, target, text string) {
	d.marks = append(d.marks, session.Mark{Kind: kind, Target: target, Text: text})
}

// describers say what is kept of each kind of entry. Kinds that are missing
// show their type.
var describers = [...]func(p *pen, d *draft){
	session.KindMessage:       (*pen).message,
	session.KindCompaction:    (*pen).compaction,
	session.KindBranchSummary: (*pen).branchSummary,
	session.KindModel:         (*pen).modelChange,
	session.KindLevel:         (*pen).levelChange,
	session.KindTools:         (*pen).toolsChange,
	session.KindCustom:        (*pen).custom,
	session.KindCustomMessage: (*pen).customMessage,
	session.KindLabel:         (*pen).label,
	session.KindName:          (*pen).name,
	session.KindUsage:         (*pen).usageEntry,
	session.KindEdit:          (*pen).edit,
	session.KindLeaf:          (*pen).leaf,
	session.KindEvent:         nil,
}

func (p *pen) compaction(d *draft) {
	line, top := p.rec.line, &p.rec.top
	d.Preview, d.usage = p.preview(line, top.summary), top.usage
	if hasText(line, top.summary) {
		d.Flags |= session.HasText
	}
	if id := p.text(line, top.firstKeptID); id != "" {
		d.mark(session.MarkKept, id, "")
	}
	if isNumber(line, top.tokensBefore) {
		d.mark(session.MarkSize, "", p.keep(raw(line, top.tokensBefore)))
	}
	// The system message in force is sent before the summary (since 0.86).
	if at := top.systemMessage; at > 0 && line[at] == '{' {
		p.parts = append(p.parts, session.Part{Kind: session.PartOther, Off: p.inside(at), Len: int32(len(raw(line, at)))})
	}
}

func (p *pen) branchSummary(d *draft) {
	line, top := p.rec.line, &p.rec.top
	d.Preview, d.usage = p.preview(line, top.summary), top.usage
	if hasText(line, top.summary) {
		d.Flags |= session.HasText
	}
	if id := p.text(line, top.fromID); id != "" {
		d.mark(session.MarkFrom, id, "")
	}
}

func (p *pen) modelChange(d *draft) {
	d.Preview = p.words.model(p.rec.line, p.rec.top.provider, p.rec.top.modelID)
	d.mark(session.MarkModel, "", d.Preview)
}

func (p *pen) levelChange(d *draft) {
	d.Preview = p.word(p.rec.line, p.rec.top.thinkingLevel)
	d.mark(session.MarkLevel, "", d.Preview)
}

func (p *pen) toolsChange(d *draft) {
	line, names := p.rec.line, ""
	jsonl.Elements(line, p.rec.top.activeTools, func(at int) int {
		if names != "" {
			names += ", "
		}
		names += text(line, at)
		return jsonl.Skip(line, at)
	})
	d.Preview = p.words.line(names)
}

func (p *pen) custom(d *draft) { d.Preview = p.word(p.rec.line, p.rec.top.customType) }

func (p *pen) customMessage(d *draft) {
	d.Role = session.RoleCustom
	p.customContent(d, &p.rec.top)
}

// label may hold a value that is no text, which pi takes as it stands: it clears
// when JavaScript takes it for false.
func (p *pen) label(d *draft) {
	line, top := p.rec.line, &p.rec.top
	label := p.text(line, top.label)
	if value := raw(line, top.label); value != nil && !isText(line, top.label) && !falsy(value) {
		label = p.keep(value)
	}
	d.Preview = p.words.line(label)
	if label == "" {
		d.Flags |= session.Cleared
	}
	if target := p.text(line, top.targetID); target != "" {
		d.mark(session.MarkLabel, target, label)
	}
}

func (p *pen) name(d *draft) {
	line, at := p.rec.line, p.rec.top.name
	if at > 0 && !isText(line, at) && !isNull(line, at) {
		p.field("the session's name is no text; it counts as cleared")
	}
	name := trim(text(line, at))
	d.Preview = p.words.line(name)
	if name == "" {
		d.Flags |= session.Cleared
	}
	d.mark(session.MarkName, "", name)
}

func (p *pen) usageEntry(d *draft) {
	line, top := p.rec.line, &p.rec.top
	d.usage, d.model = top.usage, p.words.model(line, top.provider, top.model)
	d.Preview = p.words.line(text(line, top.kind) + " " + d.model)
}

// edit replaces what an entry sends to the model, or takes it away when the
// replacement is null (since 0.87).
func (p *pen) edit(d *draft) {
	line, top := p.rec.line, &p.rec.top
	target := p.text(line, top.targetID)
	if isNull(line, top.replacement) {
		d.Flags |= session.Cleared
	} else if body := replacement(line, top.replacement); body.at > 0 {
		d.Preview = p.contentPreview(&body, session.PreviewBytes)
	} else {
		p.field("the replacement of this context edit cannot be read; the entry it names is taken as it stands")
		return
	}
	if target != "" {
		d.mark(session.MarkEdit, target, "")
	}
}

// replacement walks the content of a context edit.
func replacement(line []byte, at int) content {
	r, c := record{line: line}, content{}
	if at > 0 && line[at] == '{' {
		jsonl.Members(line, at, func(name []byte, at int) int {
			if string(name) == "content" {
				return r.contentOf(&c, at)
			}
			return jsonl.Skip(line, at)
		})
	}
	return c
}

// leaf moves the active leaf, in files of pi's harness. Without a target it is
// an entry of an unknown type.
func (p *pen) leaf(d *draft) {
	line, at := p.rec.line, p.rec.top.targetID
	d.Preview = "leaf"
	if isText(line, at) || isNull(line, at) {
		d.mark(session.MarkLeaf, p.text(line, at), "")
		return
	}
	d.Kind = session.KindUnknown
}

package pi

import "branchline/backend/session"

// Items returns what a reader sees on the branch that ends at leaf. An
// assistant message gives one item for each of its blocks, in their order; a
// tool result stands with its call. Leaf entries show nothing.
func (o *opened) Items(leaf session.Pos) []session.Item { return o.view(leaf).items }

// view reads a branch.
func (o *opened) view(leaf session.Pos) *view {
	branch := o.x.Branch(leaf)
	v := &view{x: o.x, items: session.Roomy[session.Item](most(o.x, branch))[:0]}
	for _, p := range branch {
		v.entry(p)
	}
	v.settle()
	return v
}

// most is about how many items a branch gives, and seldom less than that.
func most(x *session.Index, branch []session.Pos) int {
	n := 0
	for _, p := range branch {
		switch e := x.At(p); e.Role {
		case session.RoleToolResult: // stands with its call
		case session.RoleAssistant:
			n += max(int(e.PartCount), 1)
		default:
			n++
		}
	}
	return n
}

// view gathers the items of one branch.
type view struct {
	x     *session.Index
	items []session.Item
	pairing
	// told is how many items were told of before, answered which of them have got
	// an answer since.
	told     int
	answered []int32
}

// shown says what the entries that give one item each are seen as.
var shown = [...]session.ItemKind{
	session.KindCompaction:    session.ItemCompaction,
	session.KindBranchSummary: session.ItemBranchSummary,
	session.KindModel:         session.ItemModel,
	session.KindLevel:         session.ItemLevel,
	session.KindTools:         session.ItemSystem,
	session.KindCustom:        session.ItemCustom,
	session.KindCustomMessage: session.ItemCustomMessage,
	session.KindLabel:         session.ItemLabel,
	session.KindName:          session.ItemName,
	session.KindUsage:         session.ItemUsage,
	session.KindEdit:          session.ItemEdit,
	session.KindEvent:         session.ItemUnknown,
}

// voices says what messages that give one item each are seen as.
var voices = [...]session.ItemKind{
	session.RoleUser:   session.ItemPrompt,
	session.RoleBash:   session.ItemBash,
	session.RoleSystem: session.ItemSystem,
	session.RoleCustom: session.ItemCustomMessage,
	session.RoleOther:  session.ItemUnknown,
}

func (v *view) entry(p session.Pos) {
	switch e := v.x.At(p); {
	case e.Kind == session.KindLeaf:
	case e.Kind == session.KindMessage && e.Has(session.Unreadable):
		v.add(p, session.ItemUnknown)
	case e.Kind == session.KindMessage && e.Role == session.RoleAssistant:
		v.assistant(p)
	case e.Kind == session.KindMessage && e.Role == session.RoleToolResult:
		v.result(p)
	case e.Kind == session.KindMessage:
		item := v.add(p, voices[e.Role])
		item.Error = e.Has(session.Failed)
	default:
		v.add(p, shown[e.Kind])
	}
}

// add shows the whole entry as one item.
func (v *view) add(p session.Pos, kind session.ItemKind) *session.Item {
	e := v.x.At(p)
	v.items = append(v.items, session.Item{
		Kind: kind, Entry: p, Part: -1, Answer: session.None, AnswerPart: -1, Role: e.Role,
		AtMs: e.AtMs, EndMs: e.AtMs, Line: e.Line, Text: e.Preview, Span: e.Span,
	})
	return &v.items[len(v.items)-1]
}

// assistant shows each block. A message that shows no reply although it ended
// in an error or was broken off, and one without any block, is one reply.
func (v *view) assistant(p session.Pos) {
	e := v.x.At(p)
	v.turn()
	broken := e.Stop == session.StopError || e.Stop == session.StopAborted
	reply := -1
	for i, part := range v.x.PartsOf(p) {
		item := v.add(p, session.ItemReply)
		item.Part, item.Span, item.Text = e.FirstPart+int32(i), v.x.PartSpan(e.FirstPart+int32(i)), ""
		switch part.Kind {
		case session.PartText:
			if reply < 0 {
				item.Text = e.Preview
			}
			reply = len(v.items) - 1
		case session.PartImage:
			reply = len(v.items) - 1
		case session.PartThinking:
			item.Kind = session.ItemThinking
			if !e.Has(session.HasText) && !broken {
				item.Text = e.Preview
			}
		case session.PartCall:
			item.Kind, item.Tool, item.Target = session.ItemCall, part.Tool.String(), part.Target
			v.call(len(v.items)-1, part.Call)
		default:
			item.Kind = session.ItemUnknown
		}
	}
	if reply < 0 && (e.PartCount == 0 || broken) {
		v.add(p, session.ItemReply)
		reply = len(v.items) - 1
	}
	if reply >= 0 && e.Stop == session.StopError {
		v.items[reply].Error = true
	}
}

// result shows a tool result with its call, or alone where the branch has none.
func (v *view) result(p session.Pos) {
	e := v.x.At(p)
	part := v.x.Parts[e.FirstPart]
	if at, ok := v.claim(part.Call); ok {
		v.answer(at, p)
		return
	}
	item := v.add(p, session.ItemCall)
	item.Tool, item.Part = part.Tool.String(), e.FirstPart
	v.answer(len(v.items)-1, p)
	v.hold(len(v.items)-1, part.Call)
}

// answer gives a call the result at p.
func (v *view) answer(at int, p session.Pos) {
	item, e := &v.items[at], v.x.At(p)
	item.Answer, item.AnswerPart = p, e.FirstPart
	item.Error, item.Text = e.Has(session.Failed), e.Preview
	if e.AtMs > 0 {
		item.EndMs = e.AtMs
	}
	if at < v.told {
		v.answered = append(v.answered, int32(at))
	}
}

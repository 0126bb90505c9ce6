package convert

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"branchline/backend/session"
	"branchline/backend/session/jsonl"
)

// say takes one message of the conversation; nil is none.
func (m *piMaker) say(h *heard) error {
	if h == nil {
		return nil
	}
	if m.x.At(h.p).Has(session.Inherited) {
		m.leave(sortInherited, 1)
	}
	switch h.typ {
	case "user":
		return m.user(h)
	case "reasoning", "bot":
		return m.spoke(h)
	case "activity":
		return m.acted(h)
	case "attachment":
		return m.attached(h)
	case "checkpoint", "context":
		return m.checkpoint(h)
	case "instructions", "backstory":
		return m.instructed(h)
	}
	m.got(h, sortOthers)
	details, err := json.Marshal(map[string]string{"type": h.typ})
	if err != nil {
		return err
	}
	return m.asUser(h, &prompt{custom: customMessage, content: []any{textBlock{"text", h.text}}, details: details})
}

// start ends what came before and, where a conversation begins, puts down its root and
// the task. leading messages are those before the conversation proper.
func (m *piMaker) start(h *heard, leading bool) error {
	err := m.flush()
	if m.fresh {
		m.fresh, m.tasked = false, false
		if m.spoken && !m.compacts(h) {
			m.last = nil
			err = errors.Join(err, m.model())
		}
	}
	if leading {
		return err
	}
	m.leading = false
	if m.tasked || m.task == "" {
		return err
	}
	m.tasked = true
	if h != nil && h.typ == "user" && h.text == m.task {
		return err
	}
	return errors.Join(err, m.customMessage(customTask, []any{textBlock{"text", m.task}}, nil, m.lastMs))
}

// compacts tells whether a message is the summary of a compaction.
func (m *piMaker) compacts(h *heard) bool {
	return h != nil && (h.typ == "checkpoint" || h.typ == "context")
}

// asUser puts down what is sent to the model as the user's; pictures may follow.
func (m *piMaker) asUser(h *heard, p *prompt) error {
	p.ms = m.at(h.p)
	if h.from != nil {
		p.from = h.from.Entry
	}
	err := m.start(h, false)
	m.group.prompt = p
	return err
}

func (m *piMaker) user(h *heard) error {
	text := []any{textBlock{"text", h.text}}
	if strings.HasPrefix(h.text, nudge) {
		m.got(h, sortNudges)
		return m.asUser(h, &prompt{custom: customNudge, content: text})
	}
	if h.from != nil && h.from.Role != "" {
		if done, err := m.restored(h); done || err != nil {
			return err
		}
	}
	m.got(h, sortPrompts)
	return m.asUser(h, &prompt{content: text})
}

// restored puts down a message that pi had in a role of its own. It must say what the
// log says.
func (m *piMaker) restored(h *heard) (bool, error) {
	was := members(h.from.Message)
	ms := m.at(h.p)
	switch h.from.Role {
	case "custom":
		typ := was.text("customType")
		if typ == "" || strings.HasPrefix(typ, "runlog.") {
			return false, nil
		}
		m.got(h, sortCustom)
		return true, m.asUser(h, &prompt{custom: typ, content: []any{textBlock{"text", h.text}}, details: was["details"]})
	case "bashExecution":
		if ran(was) != h.text {
			return false, nil
		}
		m.got(h, sortCommands)
		was["role"], was["timestamp"] = json.RawMessage(`"bashExecution"`), json.RawMessage(fmt.Sprint(ms))
		if err := m.start(h, false); err != nil {
			return true, err
		}
		return true, m.message(was, ms)
	case "branchSummary":
		if leftBranch(was.text("summary")) != h.text {
			return false, nil
		}
		m.got(h, sortSummaries)
		if err := m.start(h, false); err != nil {
			return true, err
		}
		e := m.entry("branch_summary", ms)
		return true, m.put(struct {
			entry
			FromID  string `json:"fromId"`
			Summary string `json:"summary"`
		}{e, was.text("fromId"), was.text("summary")})
	}
	return false, nil
}

func (m *piMaker) spoke(h *heard) error {
	rank := rankText
	if h.typ == "reasoning" {
		rank = rankThought
	}
	r, err := m.part(h, rank)
	if err != nil {
		return err
	}
	if rank == rankThought {
		m.got(h, sortThoughts)
		r.content = append(r.content, thinkingBlock{"thinking", h.text})
		return nil
	}
	m.got(h, sortReplies)
	r.last = h.text
	r.content = append(r.content, textBlock{"text", h.text})
	return nil
}

// acted takes half of a call.
func (m *piMaker) acted(h *heard) error {
	a := h.activity
	switch {
	case a != nil && a.Kind == "response":
		return m.answered(h)
	case a == nil || a.Kind != "request":
		m.leave(sortHalves, 1)
		return nil
	}
	r, err := m.part(h, rankCall)
	if err != nil {
		return err
	}
	m.got(h, sortCalls)
	id := string(a.ID)
	if id == "" {
		id = m.x.Key(h.p) // pi ties results to calls by their ids
		m.leave(sortNoID, 1)
	}
	if len(a.ReasoningItems)+len(a.ReasoningDetails) > 0 {
		m.leave(sortReasoning, 1)
	}
	arguments, wrong := a.arguments()
	if wrong != "" {
		m.leave(sortArguments, 1)
	}
	r.calls = append(r.calls, asked{id: id, raw: string(a.ID), name: string(a.Name), arguments: string(a.Arguments)})
	r.content = append(r.content, callBlock{"toolCall", id, string(a.Name), arguments, wrong})
	return nil
}

// answered takes the result of a call.
func (m *piMaker) answered(h *heard) error {
	a, r := h.activity, m.group.reply
	g := &given{ms: m.at(h.p), toolResultMessage: toolResultMessage{
		Role: "toolResult", ToolCallID: string(a.ID), ToolName: string(a.Name),
		Content: []any{textBlock{"text", h.gave()}}, IsError: a.Failure != "" || h.from != nil && h.from.Error,
	}}
	if h.from != nil {
		g.from = h.from.Entry
	}
	if ms := m.round.ended(); ms != 0 && !m.x.At(h.p).Has(session.Repeated) {
		g.ms = ms
	}
	g.Timestamp = g.ms
	if i := r.find(a); i >= 0 {
		r.calls[i].answered, g.ToolCallID = true, r.calls[i].id
		r.results, r.rank = append(r.results, g), rankResult
		m.got(h, sortResults)
		return nil
	}
	if _, ok := m.open[string(a.ID)]; ok || h.from != nil {
		delete(m.open, string(a.ID))
		m.got(h, sortResults)
		if r == nil {
			if err := m.start(h, false); err != nil {
				return err
			}
			r = &reply{lone: true}
			m.group.reply = r
		}
		r.results, r.rank = append(r.results, g), rankResult // its pictures may follow
		return nil
	}
	m.leave(sortOrphans, 1)
	if err := m.flush(); err != nil {
		return err
	}
	return m.custom(customOrphan, struct {
		ID        string `json:"id"`
		Name      string `json:"name"`
		Arguments string `json:"arguments"`
		Text      string `json:"text"`
		IsError   bool   `json:"isError"`
	}{string(a.ID), string(a.Name), string(a.Arguments), h.gave(), g.IsError}, g.ms)
}

// attached takes pictures: those of a prompt or a result of pi's go back to it.
func (m *piMaker) attached(h *heard) error {
	var images []any
	for n := range h.images {
		mime, data, err := m.s.(pictures).Image(h.p, n)
		if err != nil || len(data) == 0 {
			m.leave(sortMissing, 1)
			continue
		}
		m.got(h, sortPictures)
		images = append(images, imageBlock{"image", data, mime})
	}
	if h.from != nil {
		if p := m.group.prompt; p != nil && p.from == h.from.Entry {
			p.content = append(p.content, images...)
			return nil
		}
		if r := m.group.reply; r != nil && h.from.Role == "toolResult" {
			for _, g := range r.results {
				if g.from == h.from.Entry {
					g.Content = append(g.Content, images...)
					return nil
				}
			}
		}
	}
	details, err := json.Marshal(struct {
		Images []heardImage `json:"images"`
	}{h.images})
	if err != nil {
		return err
	}
	return m.asUser(h, &prompt{
		custom: customAttachment, content: append([]any{textBlock{"text", h.text}}, images...), details: details,
	})
}

// checkpoint takes the summary of what was compacted. The first of a conversation is a
// compaction that keeps nothing before it; pi sends only one of them.
func (m *piMaker) checkpoint(h *heard) error {
	m.got(h, sortCheckpoints)
	first := m.fresh || m.leading
	if err := m.start(h, first); err != nil {
		return err
	}
	ms := m.at(h.p)
	if !first || m.compacted {
		return m.customMessage(customCheckpoint, []any{textBlock{"text", h.text}}, nil, ms)
	}
	m.leading, m.compacted = true, true
	e := m.entry("compaction", ms)
	var before json.RawMessage = []byte("0")
	if h.from != nil {
		if n, ok := members(h.from.Message)["tokensBefore"]; ok {
			if _, number := jsonl.Number(n, 0); number {
				before = n
			}
		}
	}
	var system *systemMessage
	if m.system != "" {
		system = &systemMessage{"system", m.system, ms}
	}
	return m.put(struct {
		entry
		Summary          string          `json:"summary"`
		FirstKeptEntryID string          `json:"firstKeptEntryId"`
		TokensBefore     json.RawMessage `json:"tokensBefore"`
		SystemMessage    *systemMessage  `json:"systemMessage,omitempty"`
	}{e, h.text, e.ID, before, system})
}

// instructed takes system text.
func (m *piMaker) instructed(h *heard) error {
	m.got(h, sortInstructions)
	first := m.fresh || m.leading
	if err := m.start(h, first); err != nil {
		return err
	}
	if first {
		m.leading = true
		if m.system != "" {
			m.system += "\n\n"
		}
		m.system += h.text
	}
	ms := m.at(h.p)
	return m.message(systemMessage{"system", h.text, ms}, ms)
}

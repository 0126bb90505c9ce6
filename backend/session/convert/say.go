package convert

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"branchline/backend/session"
)

// say takes one message of the conversation; nil is none.
func (m *piMaker) say(h *heard) error {
	if h == nil {
		return nil
	}
	if m.x.At(h.p).Has(session.Inherited) {
		m.leave(sortInherited, 1)
	}
	if m.x.At(h.p).Has(session.Repeated) && !m.compacts(h) {
		m.leave(sortAgain, 1)
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
		if m.spoken && !m.compacts(h) && !m.shortened {
			m.last = nil
			err = errors.Join(err, m.begin())
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

package convert

import (
	"encoding/json"

	"branchline/backend/session"
	"branchline/backend/session/runlog"
)

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
	r.ask(asked{id: id, raw: string(a.ID), name: string(a.Name), arguments: string(a.Arguments)})
	r.content = append(r.content, callBlock{"toolCall", id, string(a.Name), arguments, wrong})
	return nil
}

// answered takes the result of a call.
func (m *piMaker) answered(h *heard) error {
	a, r, text := h.activity, m.group.reply, h.gave()
	g := &given{ms: m.at(h.p), toolResultMessage: toolResultMessage{
		Role: "toolResult", ToolCallID: string(a.ID), ToolName: string(a.Name), Content: []any{textBlock{"text", text}},
		IsError: a.Failure != "" || h.from != nil && h.from.Error || runlog.Marked(string(a.Name), text),
	}}
	if h.from != nil {
		g.from = h.from.Entry
	}
	if !m.x.At(h.p).Has(session.Repeated) {
		if ms := m.round.ended(); ms != 0 {
			g.ms = ms
		}
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
	}{string(a.ID), string(a.Name), string(a.Arguments), text, g.IsError}, g.ms)
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

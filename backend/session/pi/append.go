package pi

import (
	"errors"
	"fmt"
	"time"

	"branchline/backend/session"
	"branchline/backend/session/jsonl"
)

// OptionalEntryFields are members an entry may have or lack. Details is any value
// that encodes as JSON; nil leaves the member out, json.RawMessage("null") writes
// null. Usage likewise.
type OptionalEntryFields struct {
	Details  any
	Usage    any
	FromHook *bool
}

// optional writes the members o has.
func (w *writer) optional(o OptionalEntryFields) {
	w.value("details", o.Details)
	w.value("usage", o.Usage)
	if o.FromHook != nil {
		w.value("fromHook", *o.FromHook)
	}
}

// AppendMessage adds a message as a child of the leaf and moves the leaf there.
// message is a Message, a Record, a json.RawMessage, or a value that encodes as a
// JSON object; see encoding/json. What is no object is refused, as pi cannot go on
// with it; nothing else is checked, as with pi. It returns the new entry's id.
//
// Every Append method does so: on an error nothing was added, and the leaf is
// where it was.
func (m *Manager) AppendMessage(message any) (id string, err error) {
	made, err := NewMessage(message)
	if err != nil {
		return "", fmt.Errorf("append to the session: %w", err)
	}
	return m.append("message", func(w *writer) { w.encoded("message", made.raw) })
}

// AppendThinkingLevelChange says which thinking level is in force from here on.
func (m *Manager) AppendThinkingLevelChange(level string) (id string, err error) {
	return m.append("thinking_level_change", func(w *writer) { w.text("thinkingLevel", level) })
}

// AppendModelChange says which model is in force from here on.
func (m *Manager) AppendModelChange(provider, modelID string) (id string, err error) {
	return m.append("model_change", func(w *writer) {
		w.text("provider", provider)
		w.text("modelId", modelID)
	})
}

// AppendActiveToolsChange says which tools the model may call from here on. pi's
// harness writes these entries; pi itself keeps and ignores them.
func (m *Manager) AppendActiveToolsChange(names []string) (id string, err error) {
	return m.append("active_tools_change", func(w *writer) { w.value("activeToolNames", append([]string{}, names...)) })
}

// AppendUsage records what a call to a model cost that is no part of the
// conversation. kind is a word of the caller's; note may be "".
func (m *Manager) AppendUsage(kind, provider, model string, usage any, note string) (id string, err error) {
	return m.append("usage", func(w *writer) {
		w.text("kind", kind)
		w.text("provider", provider)
		w.text("model", model)
		w.value("usage", usage)
		if note != "" {
			w.text("note", note)
		}
	})
}

// AppendSessionInfo names the session; "" takes the name away. Line ends become
// spaces, and white space at both ends is cut.
func (m *Manager) AppendSessionInfo(name string) (id string, err error) {
	return m.append("session_info", naming(name))
}

// AppendCustomEntry keeps an extension's own data, which no model sees.
func (m *Manager) AppendCustomEntry(customType string, data any) (id string, err error) {
	return m.appendCustom("custom", func(w *writer) {
		w.text("customType", customType)
		w.value("data", data)
	})
}

// AppendCustomMessageEntry adds what an extension says to the model. content is a
// string or blocks of text and pictures; display says whether the user sees it.
func (m *Manager) AppendCustomMessageEntry(customType string, content any, display bool, details any) (id string, err error) {
	return m.appendCustom("custom_message", func(w *writer) {
		w.text("customType", customType)
		w.value("content", content)
		w.value("display", display)
		w.value("details", details)
	})
}

// AppendLabelChange sets the label of an entry; nil or "" clears it. The label is
// an entry of its own, so it becomes the leaf.
func (m *Manager) AppendLabelChange(targetID string, label *string) (id string, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if _, err := m.find(targetID); err != nil {
		return "", err
	}
	return m.add("label", m.leaf, labelling(targetID, label))
}

// append adds an entry of this type under the leaf.
func (m *Manager) append(typ string, members func(*writer)) (id string, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.add(typ, m.leaf, members)
}

// add writes an entry: what all have in common, then its own members. The entry
// becomes the leaf.
func (m *Manager) add(typ string, parent *string, members func(*writer)) (id string, err error) {
	if id, err = m.newID(); err != nil {
		return "", err
	}
	var w writer
	w.text("type", typ)
	now := m.base(&w, id, parent)
	members(&w)
	return m.commit(id, &w, now)
}

// appendCustom is append for the entries in which pi writes its own members
// first.
func (m *Manager) appendCustom(typ string, members func(*writer)) (id string, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.harness != nil {
		return m.add(typ, m.leaf, members) // pi's harness has one order for all
	}
	if id, err = m.newID(); err != nil {
		return "", err
	}
	var w writer
	w.text("type", typ)
	members(&w)
	now := m.base(&w, id, m.leaf)
	return m.commit(id, &w, now)
}

// base writes what entries of all types have beside the type.
func (m *Manager) base(w *writer, id string, parent *string) (now time.Time) {
	now = m.options.now()
	NewEntry{ID: id, Parent: parent, At: now}.base(w)
	return now
}

// commit writes the entry and moves the leaf there.
func (m *Manager) commit(id string, w *writer, now time.Time) (string, error) {
	line, err := w.done()
	if err == nil {
		err = m.write(line, now)
	}
	if err != nil {
		return "", fmt.Errorf("append to the session: %w", err)
	}
	m.leaf = &id
	return id, nil
}

// write adds one entry's line to the session.
func (m *Manager) write(line []byte, now time.Time) error {
	if h := &m.s.x.Header; h.ReadOnly != "" {
		way := ""
		if h.Version < 3 {
			way = ", or make this one of version 3 with Manager.Upgrade"
		}
		return fmt.Errorf("%w: %s%s", ErrReadOnly, h.ReadOnly, way)
	}
	lasting := func() bool { return conversation(Record{line}) || m.s.spoken() }
	return conflicting(m.s.append(line, lasting, now))
}

// conflicting says ErrConflict of a file that is not the one that was read.
func conflicting(err error) error {
	if errors.Is(err, jsonl.ErrStale) && !errors.Is(err, ErrConflict) {
		return fmt.Errorf("%w: %w", ErrConflict, err)
	}
	return err
}

// spoken tells whether a prompt or a reply is among the entries.
func (s *store) spoken() bool {
	for i := range s.x.Entries {
		if spoken(s.x.At(session.Pos(i))) {
			return true
		}
	}
	return false
}

// conversation tells whether the record is a prompt or a reply.
func conversation(r Record) bool {
	message, ok := r.Message()
	return ok && r.Type() == "message" && (message.Role() == "user" || message.Role() == "assistant")
}

// newID makes an id no entry has.
func (m *Manager) newID() (string, error) {
	if m.harness != nil {
		return m.harnessID()
	}
	return unused(m.options.entryID, m.taken), nil
}

// taken tells whether an entry has this id.
func (m *Manager) taken(id string) bool {
	_, err := m.find(id)
	return err == nil
}

// find is the entry with this id.
func (m *Manager) find(id string) (session.Pos, error) {
	p, ok := m.s.x.ByID(id)
	if !ok {
		return session.None, unknownEntry(id)
	}
	return p, nil
}

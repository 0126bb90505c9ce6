package pi

import (
	"slices"

	"branchline/backend/session"
	"branchline/backend/session/jsonl"
)

// HarnessContextOptions let a host have its say in a context.
type HarnessContextOptions struct {
	// EntryTransforms change the entries of the context, one after the other. They
	// must not change the slice they get.
	EntryTransforms []func(entries []Record) []Record
	// EntryProjectors make messages of custom entries, by their customType. i is the
	// entry's place among those of the context.
	EntryProjectors map[string]func(entry Record, i int, entries []Record) []Message
}

// BuildHarnessContext returns what pi's harness goes on with at the end of a path
// that PathToRootOrCompaction gave (pi-agent-core 0.81.1, buildSessionContext): a
// compaction gives its summary and the tail it holds. Model, thinking level and
// tools are the last on the path before any transform.
func BuildHarnessContext(path []Record, o HarnessContextOptions) SessionContext {
	c := SessionContext{Messages: []Message{}, ThinkingLevel: "off"}
	for _, r := range path {
		switch kind := kinds[r.Type()]; kind {
		case session.KindModel, session.KindLevel, session.KindTools:
			c.set(kind, r)
		case session.KindMessage:
			if m, _ := r.Message(); m.Role() == "assistant" {
				c.set(kind, r)
			}
		}
	}
	entries := compacted(path)
	for _, transform := range o.EntryTransforms {
		entries = transform(entries)
	}
	for i, r := range entries {
		if project := o.EntryProjectors[r.Text("customType")]; r.Type() == "custom" && project != nil {
			c.Messages = append(c.Messages, project(r, i, entries)...)
		}
		c.Messages = append(c.Messages, harnessMessages(r)...)
	}
	return c
}

// compacted is a path with its last compaction first, what that keeps, and what
// came after it.
func compacted(path []Record) []Record {
	last := len(path) - 1
	for last >= 0 && path[last].Type() != "compaction" {
		last--
	}
	if last < 0 {
		return slices.Clone(path)
	}
	out := []Record{path[last]}
	if kept := path[last].Text("firstKeptEntryId"); kept != "" && !retains(path[last]) {
		if from := slices.IndexFunc(path[:last], func(r Record) bool { return r.ID() == kept }); from >= 0 {
			out = append(out, path[from:last]...)
		}
	}
	return append(out, path[last+1:]...)
}

// retains tells whether a compaction holds its own tail, which may be empty.
func retains(compaction Record) bool {
	tail, ok := compaction.Get("retainedTail")
	return ok && truthy(tail)
}

// harnessMessages are the messages of an entry.
func harnessMessages(r Record) []Message {
	switch r.Type() {
	case "message":
		if m, ok := r.Message(); ok {
			return []Message{m}
		}
	case "custom_message":
		return []Message{made(r, "custom", "customType", "content", "display", "details")}
	case "compaction":
		return append([]Message{made(r, "compactionSummary", "summary", "tokensBefore")}, retained(r)...)
	case "branch_summary":
		if r.Text("summary") != "" {
			return []Message{made(r, "branchSummary", "summary", "fromId")}
		}
	}
	return nil
}

// retained are the messages of the tail a compaction holds.
func retained(compaction Record) (out []Message) {
	tail, _ := compaction.Get("retainedTail")
	jsonl.Elements(tail, 0, func(at int) int {
		end := jsonl.Skip(tail, at)
		out = append(out, Message{Record{tail[at:end]}})
		return end
	})
	return out
}

// harnessProjection is the context at the end of a branch of harness storage: as
// pi has it, but for compactions that hold their own tail.
func (m *Manager) harnessProjection(path []session.Pos) (SessionProjection, error) {
	last := len(path) - 1
	for last >= 0 && m.s.x.At(path[last]).Kind != session.KindCompaction {
		last--
	}
	if last < 0 {
		return m.s.projection(path)
	}
	r, err := m.s.record(path[last])
	if err != nil {
		return SessionProjection{}, err
	}
	if !retains(r) {
		return m.s.projection(path)
	}
	p, err := m.s.projection(path[last:])
	if err != nil {
		return p, err
	}
	if p.SessionContext, err = m.s.inForce(path); err != nil {
		return p, err
	}
	if own := &p.Entries[0]; len(own.Messages) > 0 { // else it was edited away
		own.Messages = append(slices.Clip(own.Messages), retained(r)...)
	}
	for _, e := range p.Entries {
		p.Messages = append(p.Messages, e.Messages...)
	}
	return p, nil
}

// harnessEntries are the entries of the context at the leaf.
func (m *Manager) harnessEntries() ([]Record, error) {
	p, err := m.harnessProjection(m.leafPath())
	out := make([]Record, 0, len(p.Entries))
	for _, e := range p.Entries {
		out = append(out, e.SourceEntry)
	}
	return out, err
}

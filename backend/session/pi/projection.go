package pi

import (
	"time"

	"branchline/backend/session"
	"branchline/backend/session/jsonl"
)

// SessionContext is what the agent goes on with at a leaf.
type SessionContext struct {
	// Messages are those of pi 1.6.0's buildSessionContext, in order: what the
	// model is sent, and what pi keeps from it only on the way there (messages of
	// unknown roles, commands that are left out of the context).
	Messages []Message `json:"messages"`
	// ThinkingLevel is the last that was chosen on the path, "off" by default.
	ThinkingLevel string `json:"thinkingLevel"`
	// Model is the last that was chosen or replied, nil when there is none.
	Model *SessionModel `json:"model"`
	// ActiveToolNames are those of the last active_tools_change, nil without one.
	ActiveToolNames []string `json:"activeToolNames,omitzero"`
}

// SessionModel names a model. A name the entry lacks is "".
type SessionModel struct {
	Provider string `json:"provider,omitempty"`
	ModelID  string `json:"modelId,omitempty"`
}

// SessionProjection is a SessionContext that says which entry gives which of its
// messages.
type SessionProjection struct {
	Entries []ProjectedSessionEntry `json:"entries"`
	SessionContext
}

// ProjectedSessionEntry is an entry of the context with its messages after context
// edits: none where the entry says nothing to the model or was edited away.
type ProjectedSessionEntry struct {
	SourceEntry Record    `json:"sourceEntry"`
	Messages    []Message `json:"messages"`
}

// BuildContextEntries returns the entries that make the context at a leaf: its path
// from the root or, with a compaction on the path, the last one of these, then what
// that keeps, then what came after it. records are taken as a file's: headers are
// no entries, and before version 3 the entries are read as if they were migrated.
//
// A nil leafID stands before the first entry, which gives no entries. An id that no
// entry has, "" among them, stands for the last entry.
func BuildContextEntries(records []Record, leafID *string) ([]Record, error) {
	o, leaf, err := indexed(records, leafID)
	if err != nil {
		return nil, err
	}
	return o.records(o.selection(o.x.Branch(leaf)))
}

// BuildSessionContext returns what the agent goes on with at a leaf; see
// BuildContextEntries.
func BuildSessionContext(records []Record, leafID *string) (SessionContext, error) {
	o, leaf, err := indexed(records, leafID)
	if err != nil {
		return SessionContext{}, err
	}
	return o.context(o.x.Branch(leaf))
}

// BuildSessionProjection is BuildSessionContext with the entries that the messages
// come from.
func BuildSessionProjection(records []Record, leafID *string) (SessionProjection, error) {
	o, leaf, err := indexed(records, leafID)
	if err != nil {
		return SessionProjection{}, err
	}
	return o.projection(o.x.Branch(leaf))
}

// GetLatestCompactionEntry returns the last compaction of a list, on whatever path
// it stands.
func GetLatestCompactionEntry(records []Record) (r Record, ok bool) {
	for i := len(records) - 1; i >= 0; i-- {
		if records[i].Type() == "compaction" {
			return records[i], true
		}
	}
	return Record{}, false
}

// indexed takes records as a session in memory and finds the leaf.
func indexed(records []Record, leafID *string) (*opened, session.Pos, error) {
	s, err := inMemory("", joined(records), time.Time{})
	if err != nil {
		return nil, session.None, err
	}
	leaf := session.None
	if leafID != nil {
		var ok bool
		if leaf, ok = s.x.ByID(*leafID); !ok {
			leaf = session.Pos(len(s.x.Entries)) - 1
		}
	}
	return &s.opened, leaf, nil
}

// context is what the path to a leaf comes to.
func (o *opened) context(path []session.Pos) (c SessionContext, err error) {
	if c, err = o.inForce(path); err != nil {
		return c, err
	}
	c.Messages, err = o.messages(o.pieces(o.selection(path)))
	return c, err
}

// projection is context with the entries it comes from.
func (o *opened) projection(path []session.Pos) (p SessionProjection, err error) {
	if p.SessionContext, err = o.inForce(path); err != nil {
		return p, err
	}
	selection := o.selection(path)
	pieces := o.pieces(selection)
	if p.Messages, err = o.messages(pieces); err != nil {
		return p, err
	}
	records, err := o.records(selection)
	if err != nil {
		return p, err
	}
	p.Entries = make([]ProjectedSessionEntry, 0, len(selection))
	from := 0
	for i, at := range selection {
		to := from
		for to < len(pieces) && pieces[to].Entry == at {
			to++
		}
		p.Entries = append(p.Entries, ProjectedSessionEntry{records[i], p.Messages[from:to:to]})
		from = to
	}
	return p, nil
}

// inForce is what the settings on a path say. What a compaction hides counts too.
func (o *opened) inForce(path []session.Pos) (SessionContext, error) {
	c := SessionContext{ThinkingLevel: "off"}
	var model, level, tools bool
	for i := len(path) - 1; i >= 0 && !(model && level && tools); i-- {
		e, found := o.x.At(path[i]), false
		switch {
		case e.Kind == session.KindModel, e.Kind == session.KindMessage && e.Role == session.RoleAssistant:
			found, model = !model, true
		case e.Kind == session.KindLevel:
			found, level = !level, true
		case e.Kind == session.KindTools:
			found, tools = !tools, true
		}
		if !found {
			continue
		}
		b, err := o.src.Read(e.Span)
		if err != nil {
			return c, err
		}
		c.set(e.Kind, Record{b})
	}
	return c, nil
}

// set takes over what an entry says.
func (c *SessionContext) set(kind session.Kind, r Record) {
	switch kind {
	case session.KindModel:
		c.Model = &SessionModel{r.Text("provider"), r.Text("modelId")}
	case session.KindLevel:
		c.ThinkingLevel = r.Text("thinkingLevel")
	case session.KindTools:
		c.ActiveToolNames = []string{}
		names, _ := r.Get("activeToolNames")
		jsonl.Elements(names, 0, func(at int) int {
			c.ActiveToolNames = append(c.ActiveToolNames, text(names, at))
			return jsonl.Skip(names, at)
		})
	default:
		m, _ := r.Message()
		c.Model = &SessionModel{m.Text("provider"), m.Text("model")}
	}
}

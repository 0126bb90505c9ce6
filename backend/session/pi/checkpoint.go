package pi

import (
	"encoding/json"
	"iter"
	"slices"
	"strconv"
	"strings"

	"branchline/backend/session"
	"branchline/backend/session/jsonl"
)

// checkpoint is the system message in force: what all system messages of a context
// say together (pi-ai 1.6.0, getCurrentSystemMessage).
type checkpoint struct {
	content  []string
	sections named
	tools    named
	// dated: one of the messages has a time. Without one and without tools there is
	// nothing to keep.
	dated bool
	// open: no message so far has a time that is more than null.
	open bool
}

// replayed replays the system messages among pieces; nil when they come to nothing.
func (o *opened) replayed(pieces []session.Piece) (*checkpoint, error) {
	var system []session.Piece
	for _, p := range pieces {
		if p.Role == "system" {
			system = append(system, p)
		}
	}
	messages, err := o.messages(system)
	if err != nil {
		return nil, err
	}
	c := &checkpoint{open: true}
	for _, m := range messages {
		if m.Role() == "system" {
			c.add(m)
		}
	}
	if !c.dated && len(c.tools.names) == 0 {
		return nil, nil
	}
	return c, nil
}

// add replays the next message.
func (c *checkpoint) add(m Message) {
	if c.open {
		at, ok := m.Get("timestamp")
		c.dated, c.open = ok, !ok || at[0] == 'n'
	}
	if text := m.Said("\n"); text != "" {
		c.content = append(c.content, text)
	}
	sections, _ := m.Get("sections")
	sections = jsonl.AppendStringified(nil, sections) // array indices come first
	for name, value := range (Record{sections}).Members() {
		if value[0] == 'n' {
			c.sections.drop(name)
		} else {
			c.sections.set(name, value)
		}
	}
	for tool := range objects(m.Record, "toolsRemoved") {
		c.tools.drop(tool.Text("name"))
	}
	for tool := range objects(m.Record, "toolsAdded") {
		c.tools.set(tool.Text("name"), tool.raw)
	}
}

// message is the system message, dated in Unix milliseconds.
func (c *checkpoint) message(atMs int64) json.RawMessage {
	var w writer
	w.text("role", "system")
	w.text("content", strings.Join(c.content, "\n\n"))
	if len(c.sections.names) > 0 {
		w.name("sections")
		w.b = append(w.b, '{')
		for i, name := range c.sections.names {
			if i > 0 {
				w.b = append(w.b, ',')
			}
			w.b = append(append(jsonl.AppendString(w.b, name), ':'), c.sections.values[name]...)
		}
		w.b = append(w.b, '}')
	}
	if len(c.tools.names) > 0 {
		w.name("toolsAdded")
		w.b = append(w.b, '[')
		for i, name := range c.tools.names {
			if i > 0 {
				w.b = append(w.b, ',')
			}
			w.b = append(w.b, c.tools.values[name]...)
		}
		w.b = append(w.b, ']')
	}
	w.name("timestamp")
	return append(strconv.AppendInt(w.b, atMs, 10), '}')
}

// named are values by their names, in the order in which they got them.
type named struct {
	names  []string
	values map[string]json.RawMessage
}

// set gives a name a value. One it has already keeps its place.
func (n *named) set(name string, value json.RawMessage) {
	if n.values == nil {
		n.values = map[string]json.RawMessage{}
	}
	if _, there := n.values[name]; !there {
		n.names = append(n.names, name)
	}
	n.values[name] = value
}

func (n *named) drop(name string) {
	if _, there := n.values[name]; there {
		n.names = slices.DeleteFunc(n.names, func(s string) bool { return s == name })
		delete(n.values, name)
	}
}

// objects goes over the objects of a member that is an array.
func objects(r Record, name string) iter.Seq[Record] {
	return func(yield func(Record) bool) {
		list, _ := r.Get(name)
		jsonl.Elements(list, 0, func(at int) int {
			end := jsonl.Skip(list, at)
			if list[at] == '{' && !yield(Record{list[at:end]}) {
				return -1
			}
			return end
		})
	}
}

package convert

import (
	"encoding/json"

	"branchline/backend/session"
)

// group is what may still belong together: a prompt with its pictures, or a reply with
// its results and their pictures. Of the members at most one is set.
type group struct {
	prompt *prompt
	reply  *reply
}

// prompt is what the user said, or what is sent as the user's.
type prompt struct {
	from    string // the pi entry it was made of, "" for none
	content []any
	ms      int64
	// custom is the customType of a message of an extension, "" for a prompt.
	custom  string
	details json.RawMessage
}

// reply is what the model said in one turn.
type reply struct {
	from     string
	content  []any
	calls    []asked
	open     map[string][]int // places of calls without a result, by key
	results  []*given
	ms       int64
	startMs  int64
	repeated bool
	// known: it is of a round whose messages are known.
	known bool
	// rank is that of the last part; see rank.
	rank int
	// stop is the stop reason, "" for what the content tells.
	stop string
	last string // the last text
	// lone: there is no reply, only results of calls that came before.
	lone bool
}

// ending is how a reply ended after which nothing was said: its stop reason and text.
type ending struct{ stop, text string }

// asked is a call of a reply.
type asked struct {
	id, raw, name, arguments string
	answered                 bool
}

// given is the result of a call.
type given struct {
	from string
	toolResultMessage
	ms int64
}

// flush writes what belongs together.
func (m *piMaker) flush() error {
	g := m.group
	m.group = group{}
	switch {
	case g.prompt != nil:
		return m.putPrompt(g.prompt)
	case g.reply != nil:
		return m.putReply(g.reply)
	}
	return nil
}

func (m *piMaker) putPrompt(p *prompt) error {
	if p.custom != "" {
		var details any
		if p.details != nil {
			details = p.details
		}
		return m.customMessage(p.custom, p.content, details, p.ms)
	}
	m.ended = nil
	return m.message(userMessage{"user", p.content, p.ms}, p.ms)
}

func (m *piMaker) putReply(r *reply) error {
	if r.lone {
		return m.putResults(r)
	}
	stop := r.stop
	switch {
	case stop != "":
	case len(r.calls) > 0:
		stop = "toolUse"
	default:
		stop = "stop"
	}
	said := m.assistant(r.content, stop, r.startMs)
	if !r.repeated {
		said.Usage, m.spent = usageOf(m.spent), spent{}
	}
	if err := m.message(said, r.ms); err != nil {
		return err
	}
	if m.ended = nil; len(r.calls) == 0 {
		m.ended = &ending{stop, r.last}
	}
	for _, c := range r.calls {
		if !c.answered && c.raw != "" {
			m.open[c.raw] = c.name
		}
	}
	return m.putResults(r)
}

func (m *piMaker) putResults(r *reply) error {
	if len(r.results) > 0 {
		m.ended = nil
	}
	for _, g := range r.results {
		if err := m.message(g.toolResultMessage, g.ms); err != nil {
			return err
		}
	}
	return nil
}

// assistant is a reply of the run's model.
func (m *piMaker) assistant(content []any, stop string, ms int64) assistantMessage {
	h := &m.x.Header
	return assistantMessage{
		Role: "assistant", Content: content, API: h.Driver, Provider: h.Provider, Model: h.Model,
		StopReason: stop, Timestamp: ms,
	}
}

// The order in which the agent writes the parts of a turn.
const (
	rankThought = iota
	rankText
	rankCall
	rankResult
)

// belongs tells whether a part of this rank is of the reply that is being put together.
// Where nothing says so, a turn is taken to be what the agent writes of one.
func (m *piMaker) belongs(h *heard, rank int) bool {
	r := m.group.reply
	switch {
	case r == nil || r.lone:
		return false
	case h.from != nil && r.from != "":
		return h.from.Entry == r.from
	case m.x.At(h.p).Has(session.Repeated) != r.repeated:
		return false
	case m.round.known && r.known && !r.repeated:
		return true
	}
	return rank > r.rank || rank == r.rank && rank != rankText
}

// part is the reply to which a part of this rank is added.
func (m *piMaker) part(h *heard, rank int) (*reply, error) {
	if !m.belongs(h, rank) {
		if err := m.start(h, false); err != nil {
			return nil, err
		}
		ms := m.at(h.p)
		r := &reply{ms: ms, startMs: ms, repeated: m.x.At(h.p).Has(session.Repeated), known: m.round.known, content: []any{}}
		if h.from != nil {
			r.from = h.from.Entry
			if members(h.from.Message).text("stopReason") == "length" {
				r.stop = "length"
			}
		}
		if !r.repeated && r.known {
			if m.round.saidMs != 0 {
				r.ms = m.round.saidMs
			}
			r.startMs = r.ms
			if s := m.round.startMs; s != 0 && s <= r.ms {
				r.startMs = s
			}
		}
		m.group.reply = r
	}
	m.group.reply.rank = rank
	return m.group.reply, nil
}

// key is what ties a result to its call: the id, where there is one.
func key(id, name, arguments string) string {
	if id != "" {
		return "id " + id
	}
	return "call " + name + " " + arguments
}

// ask adds a call to a reply.
func (r *reply) ask(c asked) {
	if r.open == nil {
		r.open = map[string][]int{}
	}
	k := key(c.raw, c.name, c.arguments)
	r.open[k] = append(r.open[k], len(r.calls))
	r.calls = append(r.calls, c)
}

// find takes the call a result answers, the first of several; -1 for none.
func (r *reply) find(a *heardActivity) int {
	if r == nil {
		return -1
	}
	k := key(string(a.ID), string(a.Name), string(a.Arguments))
	open := r.open[k]
	if len(open) == 0 {
		return -1
	}
	r.open[k] = open[1:]
	return open[0]
}

package convert

import (
	"encoding/json"

	"branchline/backend/session"
)

// round is what events told of the round whose messages have not come yet.
type round struct {
	begun   bool
	startMs int64
	// saidMs is when the model was heard last, 0 when it was not.
	saidMs int64
	starts int
	// ends are when calls ended, in their order.
	ends []int64
	// known: the messages behind are those of this round and no others.
	known bool
}

// calls is how many calls the events tell of. One that could not run has no start.
func (r *round) calls() int { return max(r.starts, len(r.ends)) }

// ended is when the next call ended, 0 when that is not known.
func (r *round) ended() int64 {
	if !r.known || len(r.ends) == 0 {
		return 0
	}
	ms := r.ends[0]
	r.ends = r.ends[1:]
	return ms
}

// happened takes a record that is no message.
func (m *piMaker) happened(p session.Pos) error {
	b, err := m.f.Read(m.x.At(p).Span)
	if err != nil {
		return err
	}
	var r struct {
		Kind  words
		Event json.RawMessage
	}
	var event struct{ Kind words }
	undecoded := json.Unmarshal(b, &r)
	if undecoded == nil {
		undecoded = json.Unmarshal(r.Event, &event)
	}
	if undecoded != nil || r.Kind != "event" {
		m.leave(sortUnknownRecords, 1)
		return nil
	}
	switch event.Kind {
	case "iteration":
		err = m.flush()
		m.round = round{begun: true, startMs: m.at(p)}
	case "usage":
		for _, u := range m.x.UsagesOf(p) {
			m.spent.in += u.Input
			m.spent.out += u.Output
			m.carry(sortUsage, 1)
		}
	case "message":
		m.round.saidMs = m.at(p)
		err = m.unfinished(p, r.Event)
	case "toolCallStart":
		m.round.starts++
		if ms := m.at(p); m.round.saidMs == 0 {
			m.round.saidMs = ms
		}
		err = m.unfinished(p, r.Event)
	case "toolCallEnd", "toolCallError":
		m.round.ends = append(m.round.ends, m.at(p))
		err = m.unfinished(p, r.Event)
	default:
		m.carry(sortEvents, 1)
		err = m.event(p, r.Event)
	}
	return err
}

// unfinished keeps an event whose message was never written, where no model sees it.
func (m *piMaker) unfinished(p session.Pos, event json.RawMessage) error {
	if !m.provisional[p] {
		return nil
	}
	m.leave(sortProvisional, 1)
	return m.event(p, event)
}

// event keeps an event as it stands.
func (m *piMaker) event(p session.Pos, event json.RawMessage) error {
	if err := m.flush(); err != nil {
		return err
	}
	return m.custom(customEvent, event, m.at(p))
}

package convert

import (
	"encoding/json"
	"strings"

	"branchline/backend/session/runlog"
)

// The custom types of what a run log says and pi has no place for.
const (
	customTask       = "runlog.task"
	customNudge      = "runlog.nudge"
	customAttachment = "runlog.attachment"
	customCheckpoint = "runlog.checkpoint"
	customMessage    = "runlog.message"
	customEvent      = "runlog.event"
	customOrphan     = "runlog.orphan"
	customResult     = "runlog.result"
)

// message writes one message of pi's context.
func (l *logMaker) message(m message) error {
	if m.role == "toolResult" {
		return l.takeResult(m)
	}
	if err := l.closeTurn(); err != nil {
		return err
	}
	switch m.role {
	case "assistant":
		return l.reply(m)
	case "user":
		l.count(sortPrompts)
		return l.user(m, said(m.blocks), nil)
	case "custom":
		return l.custom(m)
	case "bashExecution":
		if m.truthy("excludeFromContext") {
			l.miss(sortUnsent, 1)
			return nil
		}
		l.count(sortCommands)
		return l.user(m, ran(m.object), l.kept(m, "command", "output", "exitCode", "cancelled", "truncated", "fullOutputPath"))
	case "branchSummary":
		l.count(sortSummaries)
		return l.user(m, leftBranch(m.text("summary")), l.kept(m, "summary", "fromId"))
	case "compactionSummary":
		l.count(sortCheckpoints)
		from := &origin{Entry: l.x.Key(m.entry), Message: some(m.object, "tokensBefore")}
		return l.put(runlog.Message{Type: "checkpoint", Text: m.text("summary")}, l.at(m.entry), from)
	case "system":
		return l.system(m)
	}
	l.miss(sortRoles, 1)
	return nil
}

// reply keeps a reply for its results. One that failed pi does not send again; it is
// told in events alone.
func (l *logMaker) reply(m message) error {
	ms := l.at(m.entry)
	t := newTurn(m, ms)
	l.replied, l.words = m.entry, ""
	for _, b := range m.blocks {
		if b.kind == "text" {
			l.words = b.text
		}
	}
	stop := m.text("stopReason")
	if stop != "error" && stop != "aborted" {
		l.turn = t
		return nil
	}
	if l.copied {
		return nil
	}
	l.leave(sortFailed, 1)
	rounds := l.rounds
	if err := l.tell(t); err != nil {
		return err
	}
	l.rounds = rounds // a call that failed gives its number back
	if m.entry == l.end.Last || stop == "aborted" {
		return nil
	}
	return l.event(runlog.Event{Kind: "retry", Text: m.text("errorMessage")}, ms)
}

// user writes what the model is sent as the user's.
func (l *logMaker) user(m message, text string, from *origin) error {
	if from == nil {
		from = &origin{Entry: l.x.Key(m.entry)}
	}
	pictures, err := l.pictures(m.blocks)
	if err != nil {
		return err
	}
	ms := l.at(m.entry)
	if err := l.put(runlog.Message{Type: "user", Text: text}, ms, from); err != nil {
		return err
	}
	return l.attach(pictures, "", ms, &origin{Entry: l.x.Key(m.entry), Role: m.role})
}

// custom writes what an extension said to the model, or what was made of a run log.
func (l *logMaker) custom(m message) error {
	text, ms := said(m.blocks), l.at(m.entry)
	from := &origin{Entry: l.x.Key(m.entry)}
	switch m.text("customType") {
	case customTask:
		if text == l.task { // which stands in meta
			return nil
		}
	case customNudge:
		if !strings.HasPrefix(text, nudge) {
			break
		}
		l.count(sortNudges)
		return l.put(runlog.Message{Type: "user", Text: text}, ms, from)
	case customCheckpoint:
		l.count(sortCheckpoints)
		return l.put(runlog.Message{Type: "checkpoint", Text: text}, ms, from)
	case customAttachment:
		pictures, err := l.pictures(m.blocks)
		if err != nil {
			return err
		}
		if n := len(pictures); n > 0 {
			l.count(sortPictures)
		}
		return l.put(runlog.Message{Type: "attachment", Text: text, Images: described(pictures, m.object["details"])}, ms, from)
	case customMessage:
		if typ := members(m.object["details"]).text("type"); typ != "" && !knownTypes[typ] {
			l.count(sortOthers)
			return l.put(runlog.Message{Type: typ, Text: text}, ms, from)
		}
	}
	l.count(sortCustom)
	return l.user(m, text, l.kept(m, "customType", "display", "details"))
}

// knownTypes are the types of messages of all versions.
var knownTypes = map[string]bool{
	"user": true, "bot": true, "reasoning": true, "activity": true, "attachment": true, "checkpoint": true,
	"instructions": true, "backstory": true, "context": true,
}

// nudge begins what the engine of a run says to its model.
const nudge = "!NB:"

// system writes a system message that is plain text; what pi makes its own prompt and
// tools of stays behind.
func (l *logMaker) system(m message) error {
	text := said(m.blocks)
	if text == "" || m.object["sections"] != nil || m.object["toolsAdded"] != nil || m.object["toolsRemoved"] != nil {
		l.miss(sortSystem, 1)
		return nil
	}
	l.count(sortInstructions)
	return l.put(runlog.Message{Type: "instructions", Text: text}, l.at(m.entry), &origin{Entry: l.x.Key(m.entry)})
}

// resultOf is a result that was kept in a custom entry, nil when it is none.
func resultOf(v json.RawMessage) *runlog.Result {
	var r runlog.Result
	if err := json.Unmarshal(v, &r); err != nil || r.Reason == "" {
		return nil
	}
	return &r
}

package convert

import (
	"encoding/json"
	"fmt"
	"strings"

	"branchline/backend/session"
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
func (l *logMaker) message(m message, piece session.Piece) error {
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
		if m.object["excludeFromContext"] != nil && m.is("excludeFromContext") {
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
	t := &turn{message: m, ms: ms, startMs: stamp(m, ms)}
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

// mostKept bounds what only pi needs to know of a message.
const mostKept = 1 << 20

// kept is the origin of a message in a role that only pi has.
func (l *logMaker) kept(m message, names ...string) *origin {
	from := &origin{Entry: l.x.Key(m.entry), Role: m.role, Message: some(m.object, names...)}
	if len(from.Message) > mostKept {
		from.Message = nil
	}
	return from
}

// some are members of an object, as an object.
func some(o object, names ...string) json.RawMessage {
	b := []byte{'{'}
	for _, name := range names {
		v, ok := o[name]
		if !ok || !json.Valid(v) {
			continue
		}
		if len(b) > 1 {
			b = append(b, ',')
		}
		b = append(append(append(append(b, '"'), name...), '"', ':'), v...)
	}
	if len(b) == 1 {
		return nil
	}
	return append(b, '}')
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

// ran is a command of the user's in the words in which pi shows it to its model.
func ran(o object) string {
	text := "Ran `" + o.text("command") + "`\n"
	if output := o.text("output"); output != "" {
		text += "```\n" + output + "\n```"
	} else {
		text += "(no output)"
	}
	exit, path := string(o["exitCode"]), o.text("fullOutputPath")
	switch {
	case o.is("cancelled"):
		text += "\n\n(command cancelled)"
	case exit != "" && exit != "null" && exit != "0":
		text += "\n\nCommand exited with code " + exit
	}
	if o.is("truncated") && path != "" {
		text += "\n\n[Output truncated. Full output: " + path + "]"
	}
	return text
}

// leftBranch is a summary of a branch in the words in which pi shows it to its model.
func leftBranch(summary string) string {
	return "The following is a summary of a branch that this conversation came back from:\n\n<summary>\n" + summary + "</summary>"
}

// pictures stores the pictures among blocks.
func (l *logMaker) pictures(blocks []block) (stored []runlog.Image, err error) {
	for i := range blocks {
		if blocks[i].kind != "image" {
			continue
		}
		data := blocks[i].picture()
		if data == nil {
			l.miss(sortNoPicture, 1)
			continue
		}
		picture, err := l.blobs.store(data, blocks[i].mime)
		if err != nil {
			return nil, err
		}
		stored = append(stored, picture)
	}
	return stored, nil
}

// mostPictures is how many the agent attaches at once.
const mostPictures = 8

// attach writes pictures behind the message they came with, or behind the results of
// the turn. The text stands alone, as some versions of the agent send nothing else.
func (l *logMaker) attach(pictures []runlog.Image, tool string, ms int64, from *origin) error {
	for len(pictures) > 0 {
		n := min(len(pictures), mostPictures)
		words := fmt.Sprintf("%d pictures attached", n)
		if n == 1 {
			words = "1 picture attached"
		}
		if tool != "" {
			words += " by " + tool
		}
		if !l.copied {
			l.carry(sortPictures, n)
		}
		if err := l.put(runlog.Message{Type: "attachment", Text: words, Images: pictures[:n]}, ms, from); err != nil {
			return err
		}
		pictures = pictures[n:]
	}
	return nil
}

// described gives pictures back what a run log said of them before.
func described(pictures []runlog.Image, details json.RawMessage) []runlog.Image {
	var before struct{ Images []runlog.Image }
	if err := json.Unmarshal(members(details)["images"], &before.Images); err != nil {
		return pictures // nothing was said
	}
	for i := range pictures {
		for _, b := range before.Images {
			if b.Digest == pictures[i].Digest {
				b.Source, b.Data, b.Size, b.MediaType = "blob", "", pictures[i].Size, pictures[i].MediaType
				pictures[i] = b
				break
			}
		}
	}
	return pictures
}

// resultOf is a result that was kept in a custom entry, nil when it is none.
func resultOf(v json.RawMessage) *runlog.Result {
	var r runlog.Result
	if err := json.Unmarshal(v, &r); err != nil || r.Reason == "" {
		return nil
	}
	return &r
}

package convert

import (
	"encoding/json"
)

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

package convert

import (
	"slices"

	"branchline/backend/session"
	"branchline/backend/session/runlog"
)

// began is when the branch began, in Unix milliseconds.
func (l *logMaker) began(now int64) int64 {
	first := l.x.Header.CreatedMs
	for _, p := range l.path {
		if ms := l.x.At(p).AtMs; ms != 0 {
			if first == 0 || ms < first {
				first = ms
			}
			break
		}
	}
	if first == 0 {
		return now
	}
	return first
}

// meta writes who ran, and what for.
func (l *logMaker) meta() error {
	m := runlog.Meta{ID: l.id, Workdir: l.x.Header.Cwd}
	if in, ok := l.s.(interface {
		Settings(session.Pos) (session.Settings, error)
	}); ok {
		settings, err := in.Settings(l.leaf)
		if err != nil {
			return err
		}
		m.Provider, m.Model = settings.Provider, settings.Model
	}
	for i := len(l.path) - 1; i >= 0; i-- {
		if l.x.At(l.path[i]).Role == session.RoleAssistant {
			r, err := l.read(l.path[i])
			if err != nil {
				return err
			}
			value, _ := r.Get("message")
			m.Driver = members(value).text("api")
			break
		}
	}
	task, prompt, err := l.findTask()
	if err != nil {
		return err
	}
	from := &origin{Entry: l.x.Key(l.leaf)}
	if prompt {
		from.Role = taskIsPrompt
	}
	l.task, m.Task = task, task
	return l.write(runlog.Record{Kind: runlog.KindMeta, Meta: &m}, l.lastMs, from)
}

// taskIsPrompt is the origin's role of a log whose task is part of the conversation.
const taskIsPrompt = "prompt"

// findTask finds the task of the run log the session was made of, else the first
// prompt.
func (l *logMaker) findTask() (task string, isPrompt bool, err error) {
	edits := l.edits()
	for _, p := range l.path {
		e, piece := l.x.At(p), session.Piece{Entry: p, Edit: session.None}
		if edit, ok := edits[e.Key]; ok {
			piece.Edit = edit
		}
		removed := piece.Edit != session.None && l.x.At(piece.Edit).Has(session.Cleared)
		prompt := e.Role == session.RoleUser && e.Has(session.HasText)
		if removed || !prompt && e.Kind != session.KindCustomMessage {
			continue
		}
		m, err := messageOf(l.read, e, piece)
		if err != nil {
			return "", false, err
		}
		if prompt || m.text("customType") == customTask {
			return said(m.blocks), prompt, nil
		}
	}
	return "", true, nil
}

// edits are the context edits on the path by what they change, the last of each.
func (l *logMaker) edits() map[string]session.Pos {
	edits := map[string]session.Pos{}
	for _, p := range l.path {
		if l.x.At(p).Kind != session.KindEdit {
			continue
		}
		for _, mark := range l.x.MarksOf(p) {
			if mark.Kind == session.MarkEdit {
				edits[mark.Target] = p
			}
		}
	}
	return edits
}

// ended looks for the result of a run log this session was made of.
func (l *logMaker) ended() error {
	reply := session.None
	for i := len(l.path) - 1; i >= 0; i-- {
		p := l.path[i]
		e := l.x.At(p)
		switch {
		case e.Kind == session.KindCustom:
			r, err := l.read(p)
			if err != nil {
				return err
			}
			if r.Text("customType") != customResult {
				continue
			}
			value, _ := r.Get("data")
			return l.restore(members(value), reply)
		case e.Role == session.RoleAssistant && reply == session.None:
			reply = p
		case !e.Kind.Meta():
			return nil
		}
	}
	return nil
}

// restore takes the result a session keeps of a run log, with the reply behind it,
// None for none. It counts only where the reply is what would be made of it.
func (l *logMaker) restore(data object, reply session.Pos) error {
	l.unended = string(data["result"]) == "null" && reply == session.None
	result := resultOf(data["result"])
	if result == nil || data.is("reply") != (reply != session.None) {
		return nil
	}
	if reply != session.None {
		m, err := messageOf(l.read, l.x.At(reply), session.Piece{Entry: reply, Edit: session.None})
		if err != nil {
			return err
		}
		_, text, _ := loosely(data["result"]).ending()
		other := slices.ContainsFunc(m.blocks, func(b block) bool { return b.kind != "text" })
		if other || text != said(m.blocks) {
			return nil
		}
	}
	l.result, l.skip = result, reply
	return nil
}

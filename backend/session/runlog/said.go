package runlog

import "branchline/backend/session"

// Said reads a message of a conversation. Thoughts are recorded but never given
// to the model again, and a call has no text.
func (l *Log) Said(piece session.Piece) (session.Said, error) {
	form := l.facts[piece.Entry].form
	said := session.Said{Role: piece.Role, Sent: form != formReasoning}
	if form == formReasoning || form == formRequest {
		return said, nil
	}
	r, err := l.reread(l.x.At(piece.Entry).Span)
	if err != nil {
		return session.Said{}, err
	}
	if said.Text = r.said(); said.Text == "" && form == formResponse {
		said.Text = r.output()
	}
	return said, nil
}

// Settings returns the model of the run; a log does not say how much it was to think.
func (l *Log) Settings(session.Pos) (session.Settings, error) {
	return session.Settings{Provider: l.x.Header.Provider, Model: l.x.Header.Model}, nil
}

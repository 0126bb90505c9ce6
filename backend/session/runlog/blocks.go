package runlog

import "branchline/backend/session"

// Blocks reads what a message of a conversation says, whole.
func (l *Log) Blocks(piece session.Piece) ([]session.Block, error) {
	r, err := l.reread(l.x.At(piece.Entry).Span)
	if err != nil {
		return nil, err
	}
	out := []session.Block{}
	switch text := ""; l.facts[piece.Entry].form {
	case formRequest:
		out = append(out, session.Block{Kind: session.PartCall, Name: r.loose(activityName), Text: r.loose(activityArguments)})
	case formReasoning:
		out = append(out, session.Block{Kind: session.PartThinking, Text: r.said()})
	default:
		if text = r.said(); text == "" && l.facts[piece.Entry].form == formResponse {
			text = r.output()
		}
		if text != "" {
			out = append(out, session.Block{Kind: session.PartText, Text: text})
		}
	}
	for i := range r.pictures() {
		out = append(out, session.Block{Kind: session.PartImage, Picture: i})
	}
	return out, nil
}

// Sizes says how much of a conversation messages take. Reasoning is recorded but
// never sent back.
func (l *Log) Sizes(pieces []session.Piece) ([]session.Size, error) {
	out := make([]session.Size, len(pieces))
	for i, piece := range pieces {
		blocks, err := l.Blocks(piece)
		if err != nil {
			return nil, err
		}
		out[i].Unsent = l.facts[piece.Entry].form == formReasoning
		for _, b := range blocks {
			switch n := session.Units(b.Text); b.Kind {
			case session.PartCall:
				out[i].Calls += n + session.Units(b.Name)
			case session.PartThinking:
				out[i].Thinking += n
			case session.PartImage:
				out[i].Pictures++
			default:
				out[i].Text += n
			}
		}
	}
	return out, nil
}

// Instructions answers nothing: the engine keeps its system prompt and its tools
// outside the conversation, and a log has neither.
func (l *Log) Instructions(session.Pos) (session.Instructions, error) {
	return session.Instructions{}, nil
}

package runlog

import (
	"branchline/backend/session"
	"branchline/backend/session/jsonl"
)

// Blocks reads what a message of a conversation says, whole.
func (l *Log) Blocks(piece session.Piece) ([]session.Block, error) {
	return l.blocks(piece, l.describe)
}

// undescribed leaves the files of pictures alone.
func undescribed(picture) session.Image { return session.Image{} }

func (l *Log) blocks(piece session.Piece, describe func(picture) session.Image) ([]session.Block, error) {
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
	for i, pic := range r.pictures() {
		image := describe(pic)
		image.N, image.Key = i, l.x.Key(piece.Entry)
		out = append(out, session.Block{Kind: session.PartImage, Picture: image})
	}
	return out, nil
}

// Sizes says how much of a conversation messages take. Reasoning is recorded but
// never sent back.
func (l *Log) Sizes(pieces []session.Piece) ([]session.Size, error) {
	out := make([]session.Size, len(pieces))
	for i, piece := range pieces {
		blocks, err := l.blocks(piece, undescribed)
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

// Begins reads how messages of a conversation begin, each on one line of at most limit
// bytes; of calls it knows no more words than the index has.
func (l *Log) Begins(pieces []session.Piece, limit int) ([]string, error) {
	out := make([]string, len(pieces))
	for i, piece := range pieces {
		blocks, err := l.blocks(piece, undescribed)
		if err != nil {
			return nil, err
		}
		for _, b := range blocks {
			if b.Kind != session.PartCall && b.Text != "" {
				// White space in a row is one space: a little more may be needed than there is room for.
				out[i] = string(jsonl.AppendLine(nil, []byte(session.CutText(b.Text, 16*limit)), limit))
				break
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

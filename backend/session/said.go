package session

// Block is a part of a message as the model was sent it.
type Block struct {
	// Kind is PartText, PartThinking, PartCall or PartImage.
	Kind PartKind
	// Name is the tool of a call, or what a piece of a system prompt is called; "" elsewhere.
	Name string
	// Text is what was sent, verbatim; of a call its arguments as JSON text, of a
	// picture nothing.
	Text string
	// Picture is what a picture is; its N is its place among those of its entry.
	Picture Image
}

// Size is how much of a context a message takes, in UTF-16 units, as agents that
// are written in JavaScript count.
type Size struct {
	Text, Thinking, Calls int32
	Pictures              int32
	// Unsent: the agent keeps the message, but the model is not sent it.
	Unsent bool
}

// pictureUnits is what pi takes a picture for (pi 1.6.0, ESTIMATED_IMAGE_CHARS).
const pictureUnits = 4800

// Tokens is how many tokens a message is taken for: a quarter of its units, rounded
// up (pi 1.6.0, estimateTokens). A message that is not sent is none.
func (s Size) Tokens() int {
	if s.Unsent {
		return 0
	}
	return (int(s.Text) + int(s.Thinking) + int(s.Calls) + pictureUnits*int(s.Pictures) + 3) / 4
}

// Instructions are the system prompt and the tools in force, as far as a file has
// them.
type Instructions struct {
	// Prompt are the pieces of the system prompt, none where the file has it not.
	Prompt []Block
	// Tools are the names of the tools; nil where the file does not say.
	Tools []string
	// Size is that of the prompt, with the tools as they were described to the model.
	Size Size
}

// Units is the length of a text in UTF-16 units.
func Units(s string) int32 {
	n := int32(0)
	for _, r := range s {
		if n++; r > 0xffff {
			n++
		}
	}
	return n
}

package secrets

import "slices"

// Secret is a possible secret, wherever it stands. It never holds the secret itself.
type Secret struct {
	// ID names the secret: the same text of the same kind has the same one everywhere
	// in a session. Two sessions have different ones.
	ID string `json:"id"`
	// Kind names the rule that found it, as it stands in the mask.
	Kind string `json:"kind"`
	// What says in a sentence what the rule looks for.
	What string `json:"what"`
	// Hint is how the secret begins and how long it is.
	Hint string `json:"hint"`
	// Mask is what takes its place, with a number where names of an object would be the
	// same with it.
	Mask string `json:"mask"`
	// Fixed says why the text cannot be masked, "" when it can: the agent needs it as it is.
	Fixed string `json:"fixed"`
}

// Place is where a secret stands.
type Place struct {
	// Entry is the key of the entry, "" in the header.
	Entry string `json:"entry"`
	// Line is the physical line, from 1.
	Line int `json:"line"`
	// Field is the path to the text inside the record: "message.content[0].text". The
	// name of a member is named by the member, with a # behind: "arguments.x#". All
	// masks are in place.
	Field string `json:"field"`
	// Inside says what the text had to be read as: "escaped text", "base64",
	// "hexadecimal", "percent encoding", "HTML", "terminal output", "broken lines", "texts put
	// together", "Markdown", or several of them, outermost first; "" = as it stands.
	Inside string `json:"inside"`
	// Context is what stands around it, on one line, with all masks in place.
	Context string `json:"context"`

	excerpt *excerpt
}

// Finding is a secret at one place.
type Finding struct {
	Secret
	Place
}

// Choice says which findings stay as they are: kinds and IDs of findings.
type Choice struct{ Keep []string }

// Keeps tells whether a finding stays as it is. A nil Choice keeps none.
func (c *Choice) Keeps(kind, id string) bool {
	return c != nil && (slices.Contains(c.Keep, kind) || slices.Contains(c.Keep, id))
}

// Mask is what takes the place of a secret of a kind.
func Mask(kind string) string { return "[REDACTED:" + kind + "]" }

package runlog

import "bytes"

// nudge opens every text the engine itself puts into the conversation.
const nudge = "!NB:"

// nudges are the sorts of what the engine puts in, by words in its text; the first
// that fits counts. The log does not name them.
var nudges = [...]struct {
	sort  string
	words []string
}{
	{"nudge about a repetition", []string{"repeat", "repetit"}},
	{"nudge about an answer cut off", []string{"cut off", "cut-off", "cut short", "truncated"}},
	{"nudge about a limit", []string{"limit", "%", "budget"}},
	{"nudge to conclude", []string{"outcome", "conclude", "settle", "success"}},
	{"nudge about an empty answer", []string{"empty", "nothing"}},
}

// sortOf says which sort of nudge a text is.
func sortOf(text []byte) string {
	lower := bytes.ToLower(text)
	for _, n := range nudges {
		for _, word := range n.words {
			if bytes.Contains(lower, []byte(word)) {
				return n.sort
			}
		}
	}
	return "nudge"
}

// nudged words a text the engine put in, which is decoded.
func nudged(text []byte) string {
	return sortOf(text) + ": " + string(bytes.TrimLeft(bytes.TrimPrefix(text, []byte(nudge)), " "))
}

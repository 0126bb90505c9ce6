package session

// Faults counts what went wrong on a branch, each kind in words of its own.
type Faults struct {
	// Calls are tool calls that failed.
	Calls int `json:"calls"`
	// Commands are commands of the user that failed.
	Commands int `json:"commands"`
	// Replies are messages that ended in an error.
	Replies int `json:"replies"`
	// Inherited are those of all kinds that were carried over from an earlier run.
	Inherited int `json:"inherited"`
}

// Count takes an item. An item is an error when it says so, and then one of one
// kind: whoever counts errors counts them here.
func (f *Faults) Count(it *Item) {
	switch {
	case !it.Error:
	case it.Inherited:
		f.Inherited++
	case it.Kind == ItemCall:
		f.Calls++
	case it.Kind == ItemBash:
		f.Commands++
	default:
		f.Replies++
	}
}

// Words say how many there are of each kind there is: "3 failed calls",
// "1 failed $ command", "1 error reply".
func (f Faults) Words() []string {
	words := []string{}
	for _, part := range []struct {
		n         int
		one, many string
	}{
		{f.Calls, "failed call", "failed calls"},
		{f.Commands, "failed $ command", "failed $ commands"},
		{f.Replies, "error reply", "error replies"},
		{f.Inherited, "error carried over from an earlier run", "errors carried over from an earlier run"},
	} {
		if part.n > 0 {
			words = append(words, Counted(part.n, part.one, part.many))
		}
	}
	return words
}

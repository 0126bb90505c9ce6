// Package compare says of two branches what they share, where they first differ,
// what each did after, and what it came to. The branches stand in one session, in
// two sessions of a family, or in two run logs. What was done decides, never how
// it was talked about: replies and thoughts hang on the steps they belong to.
//
// Everything is symmetric: comparing B with A gives the mirror image.
package compare

import (
	"branchline/backend/session"
	"branchline/backend/session/outcome"
)

// Side is one branch to compare.
type Side struct {
	Session session.Session
	// Leaf is the branch's last entry, None for a branch without entries.
	Leaf session.Pos
	// Path is the session's file; its last name tells who was forked from whom.
	Path string
}

// How two branches hang together.
const (
	// Branches of one session with a common ancestor.
	Branches = "branches"
	// Roots: branches of one session that have no entry in common.
	Roots = "roots"
	// Fork: two sessions that have entries with the same ids.
	Fork = "fork"
	// Resumed: run logs that go on from one another, or from the same run.
	Resumed = "resumed"
	// Attempts: run logs of one task that do not go on from one another.
	Attempts = "attempts"
	// Apart: sessions that have nothing in common.
	Apart = "apart"
)

// Result is a comparison as the command line prints it.
type Result struct {
	// Relation is one of the constants above.
	Relation string `json:"relation"`
	// Summary says in one sentence what both share.
	Summary string `json:"summary"`
	// Ancestor is the key of the last entry both share, "" when there is none, and
	// Shared are all of them in order, as A's session names them. AncestorB and
	// SharedB are the same as B's names them.
	Ancestor  string   `json:"ancestor"`
	AncestorB string   `json:"ancestorB"`
	Shared    []string `json:"shared"`
	SharedB   []string `json:"sharedB"`
	A         Part     `json:"a"`
	B         Part     `json:"b"`
	// Divergence is the first row that differs.
	Divergence Divergence `json:"divergence"`
	Rows       []Row      `json:"rows"`
	Files      Files      `json:"files"`
	Deltas     []Delta    `json:"deltas"`
	// SharedCount and RowCount are how many there are of either.
	SharedCount int `json:"sharedCount"`
	RowCount    int `json:"rowCount"`
	// Notes are what a reader should know of the comparison: one sentence each.
	Notes []string `json:"notes"`
}

// Part is what one branch did after what both share.
type Part struct {
	Leaf string `json:"leaf"`
	Path string `json:"path"`
	// Only are the keys of the entries behind those both share, in order; Entries
	// is how many there are.
	Only    []string `json:"only"`
	Entries int      `json:"entries"`
	// Totals, Turns, Steps, Tools and Models are those of these entries.
	Totals outcome.Totals `json:"totals"`
	Turns  int            `json:"turns"`
	Steps  int            `json:"steps"`
	Tools  []outcome.Tool `json:"tools"`
	Models []string       `json:"models"`
	// Carried is how many messages of the part an earlier run left to a run log.
	// Turns, steps, calls, errors and files count them; cost, tokens and times are
	// those of the log alone.
	Carried int `json:"carried"`
	// Cut: the branch goes on behind the leaf, so that there is no outcome.
	Cut bool `json:"cut"`
	// Words tell the part from the other one: what was said or asked last on it.
	Words string `json:"words"`
	// BranchTotals, Outcome and Headline are those of the whole branch, Label is
	// that of its leaf.
	BranchTotals outcome.Totals  `json:"branchTotals"`
	Outcome      outcome.Verdict `json:"outcome"`
	Headline     string          `json:"headline"`
	Label        string          `json:"label"`
}

// Divergence is where two branches first differ: other steps, or the same step that
// came out or was written differently.
type Divergence struct {
	// A and B are the keys of the row's entries; "" where the side has no step there.
	A string `json:"a"`
	B string `json:"b"`
	// Text says it in one sentence. It is there also when no step differs.
	Text string `json:"text"`
	// Row is the row's place in Rows, -1 when none differs.
	Row int `json:"row"`
}

// How equal steps differ.
const (
	// DiffersResult: one of them failed and the other did not.
	DiffersResult = "result"
	// DiffersText: they wrote other text into the same file.
	DiffersText = "text"
)

// Row is two steps that stand level, named by their entries: for a call the
// message that made it. "" is a gap. Equal steps are the same; a row without a
// step, with what was said before the first one, is the same too.
type Row struct {
	A    string `json:"a"`
	B    string `json:"b"`
	Same bool   `json:"same"`
	// Differs is one of the constants above for equal steps that differ, else "".
	Differs string `json:"differs,omitempty"`
}

// Files are the files both parts changed for certain or likely, by their paths.
type Files struct {
	OnlyA []string   `json:"onlyA"`
	OnlyB []string   `json:"onlyB"`
	Both  []BothFile `json:"both"`
	// MayA and MayB are commands that may have changed any other file.
	MayA []string `json:"mayA"`
	MayB []string `json:"mayB"`
}

// BothFile is a file that both parts changed.
type BothFile struct {
	Path string `json:"path"`
	// Same: both left it with the same text, as far as the texts are known.
	Same bool `json:"same"`
	// Known: the last text of both is known.
	Known bool `json:"known"`
	// Diff leads from A's last text to B's; "" where one of them is not known.
	Diff string `json:"diff"`
}

// Delta is one figure of both parts.
type Delta struct {
	// Name is a word for programs, Label one for readers.
	Name  string `json:"name"`
	Label string `json:"label"`
	// Unit is "usd", "tokens", "ms" or "" for a count; an outcome has the texts alone.
	Unit string  `json:"unit"`
	A    float64 `json:"a"`
	B    float64 `json:"b"`
	// TextA and TextB are the figures as a reader is told them.
	TextA string `json:"textA"`
	TextB string `json:"textB"`
	// Better is "a", "b", or "" where neither is: more turns are not better.
	Better string `json:"better"`
}

package main

import "branchline/backend/session/compare"

// CompareSide is one branch to compare: the path to an entry, "" for the suggested
// leaf. Follow: should the branch have gone on since, it is compared to its new end.
type CompareSide struct {
	Session string `json:"session"`
	Leaf    string `json:"leaf"`
	Follow  bool   `json:"follow"`
}

// CompareSides are the two branches to compare; both may be of one session.
type CompareSides struct {
	A CompareSide `json:"a"`
	B CompareSide `json:"b"`
}

// CompareRequest asks about two branches.
type CompareRequest struct {
	CompareSides
}

// ComparedSide is where one side of a comparison stands. Leaf is the entry it ends
// at, End the one its branch ends at.
type ComparedSide struct {
	Session  string `json:"session"`
	Revision int    `json:"revision"`
	Title    string `json:"title"`
	Format   string `json:"format"`
	Leaf     string `json:"leaf"`
	End      string `json:"end"`
}

// CompareAnswer is a comparison without its rows, its files and the keys of what
// both share.
type CompareAnswer struct {
	compare.Result
	SideA ComparedSide `json:"sideA"`
	SideB ComparedSide `json:"sideB"`
	Ruler CompareRuler `json:"ruler"`
}

// CompareRuler has the steps of both sides on one axis of engaged time: milliseconds
// since the side's part began, up to the engaged time of its figures.
type CompareRuler struct {
	TotalMs int64       `json:"totalMs"`
	EndAMs  int64       `json:"endAMs"`
	EndBMs  int64       `json:"endBMs"`
	A       []RulerTick `json:"a"`
	B       []RulerTick `json:"b"`
}

// RulerTick is one step of a ruler, or several that stand at one place; Row is that
// of the first.
type RulerTick struct {
	Row    int   `json:"row"`
	AtMs   int64 `json:"atMs"`
	Other  bool  `json:"other"`
	Error  bool  `json:"error"`
	Prompt bool  `json:"prompt"`
}

// CompareRowsRequest asks for rows from one on. AtA and AtB are entries of A and B
// whose row is to be found, "" for none; that of A wins.
type CompareRowsRequest struct {
	CompareSides
	From  int    `json:"from"`
	Count int    `json:"count"`
	AtA   string `json:"atA"`
	AtB   string `json:"atB"`
}

// CompareRow is two steps that stand level. MoreA and MoreB count what was said
// around a step and is left out.
type CompareRow struct {
	compare.Detail
	MoreA int `json:"moreA"`
	MoreB int `json:"moreB"`
}

// CompareRowsAnswer is a page of a comparison; it may hold fewer rows than asked for.
type CompareRowsAnswer struct {
	RevisionA int          `json:"revisionA"`
	RevisionB int          `json:"revisionB"`
	Total     int          `json:"total"`
	From      int          `json:"from"`
	At        int          `json:"at"`
	Rows      []CompareRow `json:"rows"`
}

// CompareMarksRequest asks for the marks of rows from one on.
type CompareMarksRequest struct {
	CompareSides
	From int `json:"from"`
}

// CompareMarksAnswer has a byte for each row, in base64: 1 not the same steps, 2 only
// A has one, 4 only B has one, 8 equal steps that differ, 16 and 32 the step of
// A or B failed, 64 a prompt.
type CompareMarksAnswer struct {
	RevisionA int    `json:"revisionA"`
	RevisionB int    `json:"revisionB"`
	Total     int    `json:"total"`
	From      int    `json:"from"`
	Marks     string `json:"marks"`
}

// CompareFilesAnswer is what two branches did to files, at most 200 of each sort.
// MayA and MayB are commands that may have changed any other file.
type CompareFilesAnswer struct {
	OnlyA      []string       `json:"onlyA"`
	OnlyATotal int            `json:"onlyATotal"`
	OnlyB      []string       `json:"onlyB"`
	OnlyBTotal int            `json:"onlyBTotal"`
	Both       []ComparedFile `json:"both"`
	BothTotal  int            `json:"bothTotal"`
	MayA       []string       `json:"mayA"`
	MayATotal  int            `json:"mayATotal"`
	MayB       []string       `json:"mayB"`
	MayBTotal  int            `json:"mayBTotal"`
}

// ComparedFile is a file that both branches changed. Diff leads from what A left to
// what B left, DiffBytes is the size of the whole.
type ComparedFile struct {
	Path      string `json:"path"`
	Same      bool   `json:"same"`
	Known     bool   `json:"known"`
	Diff      string `json:"diff"`
	DiffBytes int    `json:"diffBytes"`
}

// CompareMarkdownAnswer is a comparison as Markdown.
type CompareMarkdownAnswer struct {
	Text string `json:"text"`
}

// LeavesRequest asks for the branches of a session from one on.
type LeavesRequest struct {
	Session string `json:"session"`
	From    int    `json:"from"`
}

// LeavesAnswer are branches in the order of the file, at most 200.
type LeavesAnswer struct {
	Revision int            `json:"revision"`
	Total    int            `json:"total"`
	From     int            `json:"from"`
	Leaves   []compare.Leaf `json:"leaves"`
}

package timeline

import (
	"cmp"
	"slices"

	"branchline/backend/session"
)

// Record is a line of the file that belongs to a branch.
type Record struct {
	// Index is the record's place among those of the branch, from 0.
	Index int `json:"index"`
	// Entry is the key of its entry, "" for a record that is none: a run log's
	// result or reset.
	Entry string `json:"entry"`
	// Row is the row the record is read in.
	Row int `json:"row"`
	// Kind is one of the item kinds of package session, Role who speaks.
	Kind string `json:"kind"`
	Role string `json:"role"`
	// Text is the beginning of what it says, one line.
	Text string `json:"text"`
	// AtMs is its time, 0 when unknown; Line its physical line, from 1; Bytes its size.
	AtMs  int64 `json:"atMs"`
	Line  int   `json:"line"`
	Bytes int   `json:"bytes"`
}

// record is where a record is found: its entry, or for one that is none its row.
type record struct {
	entry session.Pos
	row   int
}

// records are those of the branch in the order of the file.
func (b *Branch) records() []record {
	past := b.x.Past(b.leaf)
	out := make([]record, 0, len(past)+1)
	for _, p := range past {
		out = append(out, record{p, b.Find(p)})
	}
	for i := range b.items {
		if b.items[i].Entry == session.None {
			out = append(out, record{session.None, i})
		}
	}
	slices.SortStableFunc(out, func(r, s record) int { return cmp.Compare(b.line(r), b.line(s)) })
	return out
}

func (b *Branch) line(r record) int32 {
	if r.entry == session.None {
		return b.items[r.row].Line
	}
	return b.x.At(r.entry).Line
}

// Records are the records from one on, how many the branch has, and the place of
// an entry's among them, -1 when it is not on the branch.
func (b *Branch) Records(from, count int, entry session.Pos) (page []Record, total, at int) {
	all := b.records()
	at = -1
	if entry != session.None {
		at = slices.IndexFunc(all, func(r record) bool { return r.entry == entry })
	}
	if at >= 0 {
		from = at - count/2
	}
	from = min(max(from, 0), len(all))
	page = []Record{}
	for i, r := range all[from:min(from+count, len(all))] {
		page = append(page, b.describe(from+i, r))
	}
	return page, len(all), at
}

func (b *Branch) describe(index int, r record) Record {
	if r.entry == session.None {
		it := &b.items[r.row]
		return Record{
			Index: index, Row: r.row, Kind: it.Kind.String(), Text: session.Plain(it.Text), AtMs: it.AtMs,
			Line: int(it.Line), Bytes: int(it.Span.Len),
		}
	}
	e := b.x.At(r.entry)
	return Record{
		Index: index, Entry: e.Key, Row: r.row, Kind: e.ItemKind().String(), Role: e.Role.String(),
		Text: cmp.Or(session.Plain(e.Preview), b.x.CallsAt(r.entry)),
		AtMs: e.AtMs, Line: int(e.Line), Bytes: int(e.Span.Len),
	}
}

// Raw reads a record of the branch as it stands in the file; ok is false when
// there is none at that place.
func (b *Branch) Raw(index int) (raw []byte, ok bool, err error) {
	all := b.records()
	if index < 0 || index >= len(all) {
		return nil, false, nil
	}
	item := b.items[max(0, all[index].row)]
	if p := all[index].entry; p != session.None {
		e := b.x.At(p)
		item = session.Item{Entry: p, Part: -1, Answer: session.None, Line: e.Line, Span: e.Span}
	}
	body, err := b.s.Body(item)
	return body.Raw, true, err
}

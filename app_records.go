package main

import (
	"net/http"
	"strconv"
)

// Records answers the records of one branch as they stand in the file, without
// their bodies.
func (a *App) Records(r RecordsRequest) (answer RecordsAnswer, err error) {
	defer cross(&err)
	return reading(a, r.Session, func(o snapshot) (RecordsAnswer, error) {
		b, _, err := a.branchAt(o, r.Leaf)
		if err != nil {
			return RecordsAnswer{}, err
		}
		answer := RecordsAnswer{Revision: o.revision}
		answer.Records, answer.Total, answer.At = b.Records(max(r.From, 0), min(max(r.Count, 0), rowsAtMost), entryAt(o.Index(), r.At))
		return answer, nil
	})
}

// record answers a record of a branch, or lines of it.
func (a *App) record(r *http.Request, o snapshot, parts []string) (content, error) {
	b, leaf, err := a.branchAt(o, parts[0])
	if err != nil {
		return content{}, err
	}
	index, err := strconv.Atoi(parts[1])
	if err != nil {
		return content{}, errNothing
	}
	return a.long(r, bodyKey{branchKey{o.handle, o.revision, leaf}, index, "record"}, func() (string, error) {
		raw, ok, err := b.Raw(index)
		if err == nil && !ok {
			err = errNothing
		}
		return string(raw), err
	})
}

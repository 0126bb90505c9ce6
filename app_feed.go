package main

import (
	"cmp"
	"reflect"
	"slices"
)

// feed numbers what changes in the list of sessions, so that a page asks only for
// what is new to it.
type feed struct {
	last int // the number of the last change
	rows map[string]fed
}

// fed is a session as the page is told it, or that it is gone.
type fed struct {
	row  ListedSession
	at   int // the number of its last change
	gone bool
}

// fedAtOnce bounds one answer: it is read on the thread that draws.
const fedAtOnce = 200

// take makes rows the list. It answers whether anything changed.
func (f *feed) take(rows []ListedSession) bool {
	before := f.last
	if f.rows == nil {
		f.rows = map[string]fed{}
	}
	listed := make(map[string]bool, len(rows))
	for _, row := range rows {
		listed[row.Handle] = true
		if have, known := f.rows[row.Handle]; !known || have.gone || !reflect.DeepEqual(have.row, row) {
			f.last++
			f.rows[row.Handle] = fed{row: row, at: f.last}
		}
	}
	for handle, have := range f.rows {
		if !listed[handle] && !have.gone {
			f.last++
			f.rows[handle] = fed{at: f.last, gone: true}
		}
	}
	return f.last != before
}

// since answers the oldest changes after a number, the number to ask on from, and
// whether there are more.
func (f *feed) since(number int) (rows []ListedSession, gone []string, last int, more bool) {
	type change struct {
		handle string
		fed
	}
	changes := []change{}
	for handle, have := range f.rows {
		if have.at > number && !(have.gone && number == 0) {
			changes = append(changes, change{handle, have})
		}
	}
	slices.SortFunc(changes, func(a, b change) int { return cmp.Compare(a.at, b.at) })
	rows, gone, last = []ListedSession{}, []string{}, f.last
	if more = len(changes) > fedAtOnce; more {
		changes = changes[:fedAtOnce]
		last = changes[fedAtOnce-1].at
	}
	for _, c := range changes {
		if c.gone {
			gone = append(gone, c.handle)
		} else {
			rows = append(rows, c.row)
		}
	}
	return rows, gone, last, more
}

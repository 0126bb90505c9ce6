package convert

import (
	"branchline/backend/session"
	"branchline/backend/session/runlog"
)

// pastCuts bounds the compactions that are told as the log's past, the last ones.
const pastCuts = 200

// segments writes the conversation, cut at each compaction.
func (l *logMaker) segments() error {
	var cuts []int // places of compactions in the path
	for i, p := range l.path {
		if l.x.At(p).Kind == session.KindCompaction {
			cuts = append(cuts, i)
		}
	}
	if n := len(cuts) - pastCuts; n > 0 {
		l.leave(sortOldCuts, n)
		cuts = cuts[n:]
	}
	budget := 10_000 + 2*len(l.path) // of messages that are written again
	begun := false
	for n := range len(cuts) + 1 {
		to, last := len(l.path), n == len(cuts)
		if !last {
			to = cuts[n]
		}
		if to == 0 {
			continue // a compaction begins the branch
		}
		pieces := l.s.Context(l.path[to-1])
		at := cutAt(cuts, n)
		if begun {
			if err := l.reset(l.path[at]); err != nil {
				return err
			}
		}
		most := budget
		if last {
			most = len(pieces)
		}
		copies, err := l.conversation(pieces, at, most)
		if err != nil {
			return err
		}
		begun, budget = true, max(budget-copies, 0)
	}
	return nil
}

// cutAt is the place of the compaction that begins the n-th segment, -1 for none.
func cutAt(cuts []int, n int) int {
	if n == 0 {
		return -1
	}
	return cuts[n-1]
}

// reset begins the conversation anew at a compaction.
func (l *logMaker) reset(compaction session.Pos) error {
	ms := l.time(compaction)
	if err := l.write(runlog.Record{Kind: runlog.KindEvent, Event: &runlog.Event{Kind: "compact", Text: "compacted earlier messages into a checkpoint"}}, ms, &origin{Entry: l.x.Key(compaction)}); err != nil {
		return err
	}
	l.carry(sortCompactions, 1)
	return l.write(runlog.Record{Kind: runlog.KindReset}, ms, nil)
}

// conversation writes pieces, those from before the compaction in the given place as
// copies, and answers how many these were. No more than most are copied.
func (l *logMaker) conversation(pieces []session.Piece, compaction, most int) (copies int, err error) {
	if compaction >= 0 {
		l.copiedMs = l.time(l.path[compaction])
	}
	for _, piece := range pieces {
		if err := halted(l.ctx, l.pieces); err != nil {
			return copies, err
		}
		l.pieces++
		if copied := l.place[piece.Entry]-1 < compaction; copied != l.copied {
			if err := l.closeTurn(); err != nil {
				return copies, err
			}
			l.copied = copied
		}
		if l.copied {
			if copies++; copies > most {
				l.leave(sortCopies, 1)
				continue
			}
		}
		if piece.Entry == l.skip {
			continue
		}
		m, err := messageOf(l.read, l.x.At(piece.Entry), piece)
		if err == nil {
			err = l.message(m)
		}
		if err != nil {
			return copies, err
		}
	}
	err = l.closeTurn()
	l.copied = false
	return copies, err
}

package convert

import "branchline/backend/session"

// account counts what a run log has no place for, on the branch and off it.
func (l *logMaker) account() {
	l.leave(sortCut, l.cut)
	l.leave(sortHalved, len(l.halved))
	off := l.x.Off(l.leaf)
	for p := range l.x.Labels {
		if l.place[p] > 0 {
			l.leave(sortLabels, 1)
		}
	}
	if l.x.Name != "" && off.Name == session.On {
		l.leave(sortNames, 1)
	}
	if l.x.Header.Parent != "" {
		l.leave(sortParent, 1)
	}
	l.leave(sortAfter, off.After)
	l.leave(sortBranches, off.Beside)
	for _, p := range l.path {
		if s, ok := placeless[l.x.At(p).Kind]; ok {
			l.leave(s, 1)
		}
	}
	l.leave(sortDamage, damaged(l.x))
}

// placeless are the kinds of entries that are no message.
var placeless = map[session.Kind]sort{
	session.KindModel: sortSettings, session.KindLevel: sortSettings,
	session.KindTools: sortSettings, session.KindCustom: sortExtension, session.KindUsage: sortUsages, session.KindEdit: sortEdits,
	session.KindUnknown: sortUnknown,
}

// damaged counts lines of a file in which nothing could be read.
func damaged(x *session.Index) int {
	n := 0
	for _, p := range x.Problems {
		if p.Kind == session.ProblemJSON || p.Kind == session.ProblemNotObject {
			n++
		}
	}
	return n
}

package runlog

// Rounds is how many rounds the run took: as its result counted them, else as
// its events tell.
func (l *Log) Rounds() int {
	if v := l.result.result; v != nil && v.iterations.exact && v.iterations.n >= 0 {
		return int(v.iterations.n)
	}
	return int(l.counted())
}

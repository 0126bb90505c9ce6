package main

// findAtMost is the longest text that is looked for, in bytes.
const findAtMost = 4 << 10

// Find looks for text in a part of a branch; the page asks on from Next until the
// whole branch was looked through, or lets it be.
func (a *App) Find(r FindRequest) (answer FindAnswer, err error) {
	defer cross(&err)
	if len(r.Text) > findAtMost {
		return answer, faultf(kindUnsupported, "text of %d bytes is too long to look for; the most is %d", len(r.Text), findAtMost)
	}
	return reading(a, r.Session, func(o snapshot) (FindAnswer, error) {
		b, _, err := a.branchAt(o, r.Leaf)
		if err != nil {
			return FindAnswer{}, err
		}
		hits, next, err := b.Search(r.Text, r.From, comparableText)
		return FindAnswer{Revision: o.revision, Hits: hits, Next: next, Total: b.Len()}, err
	})
}

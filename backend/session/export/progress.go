package export

import "sync/atomic"

// Progress is how far an export is, in bytes of the source. It may be asked while the
// export is written.
type Progress struct{ done, whole atomic.Int64 }

// Share is how much is done, from 0 to 1, or -1 as long as that is not known.
func (p *Progress) Share() float64 {
	whole := p.whole.Load()
	if whole <= 0 {
		return -1
	}
	return min(float64(p.done.Load())/float64(whole), 1)
}

// expect says how much there is to do; nil tells nobody.
func (p *Progress) expect(bytes int64) {
	if p != nil {
		p.whole.Store(bytes)
	}
}

// did says that so much more was done.
func (p *Progress) did(bytes int64) {
	if p != nil {
		p.done.Add(bytes)
	}
}

// work is how many bytes are read to make the file of a plan: once to mask them, once
// to write what leaves. It is 0 where they are read in no order.
func (p *Plan) work() int64 {
	if p.converts() {
		return 0
	}
	var bytes int64
	if p.Mask != nil {
		bytes = p.File.Size()
	}
	if p.Format != Markdown { // which takes what there is room for
		bytes += p.leaving()
	}
	return bytes
}

// leaving is the bytes of the records that leave.
func (p *Plan) leaving() int64 {
	var bytes int64
	x := p.Session.Index()
	for at, in := range p.chosen().in {
		if in {
			bytes += int64(x.Entries[at].Span.Len)
		}
	}
	return bytes
}

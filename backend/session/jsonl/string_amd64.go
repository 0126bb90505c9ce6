package jsonl

import "math/bits"

// classes are 64 bytes of text sorted out, a bit a byte. notEscape and letterU
// are set only when there is a backslash.
type classes struct {
	quote, control, slash, letterU uint64
	// notEscape are the bytes that may not follow a backslash.
	notEscape uint64
}

// classify looks at the 64 bytes at p.
//
//go:noescape
func classify(p *byte, m *classes)

func cpuid(leaf, sub uint32) (a, b, c, d uint32)

func xgetbv() uint32

// inBlocks tells whether strings can be passed 64 bytes at a time: the processor
// has AVX2 and the system keeps its registers.
var inBlocks = func() bool {
	const osxsave, avx, avx2, registers = 1 << 27, 1 << 28, 1 << 5, 6
	if most, _, _, _ := cpuid(0, 0); most < 7 {
		return false
	}
	if _, _, c, _ := cpuid(1, 0); c&(osxsave|avx) != osxsave|avx || xgetbv()&registers != registers {
		return false
	}
	_, b, _, _ := cpuid(7, 0)
	return b&avx2 != 0
}()

const block64 = 64

// skipBlocks passes the text of a string, 64 bytes at a time. It stops early,
// at the beginning of a character or escape, when fewer are left; done tells
// whether the string has ended at next or, with -1, is refused.
//
// Text is full of escapes: looking at each by itself would cost more than all
// the rest. Which bytes are escaped is found for a whole block at once, by
// carrying through runs of backslashes as an addition carries.
func skipBlocks(b []byte, i int) (next int, done bool) {
	const odd = 0xAAAAAAAAAAAAAAAA
	var m classes
	for len(b)-i >= block64 {
		classify(&b[i], &m)
		if m.slash == 0 {
			stop := m.quote | m.control
			if stop == 0 {
				i += block64
				continue
			}
			if i += bits.TrailingZeros64(stop); b[i] == '"' {
				return i + 1, true
			}
			return -1, true
		}
		ends := ((m.slash<<1 | odd) - m.slash) ^ odd
		escaped, open := ends^m.slash, ends&m.slash>>63
		quote := m.quote &^ escaped
		before := quote - 1 // all bytes when there is no quote
		if quote != 0 {
			before &^= quote
		}
		if (m.control|escaped&m.notEscape)&before != 0 {
			return -1, true
		}
		for u := escaped & m.letterU & before; u != 0; u &= u - 1 {
			if skipEscape(b, i+bits.TrailingZeros64(u)) < 0 {
				return -1, true
			}
		}
		if quote != 0 {
			return i + bits.TrailingZeros64(quote) + 1, true
		}
		i += block64 - int(open) // a backslash at the end begins the next block
	}
	return i, false
}

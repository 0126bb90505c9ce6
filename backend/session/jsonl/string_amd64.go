package jsonl

// skip256 and skip512 pass the text of a string, 64 bytes at a time, in
// registers of as many bits. They stop early, at the beginning of a character or
// escape, when fewer are left; done tells whether the string has ended at next
// or, with -1, is refused.
//
//go:noescape
func skip256(b []byte, i int) (next int, done bool)

//go:noescape
func skip512(b []byte, i int) (next int, done bool)

func cpuid(leaf, sub uint32) (a, b, c, d uint32)

func xgetbv() uint32

// inBlocks tells whether strings can be passed in blocks at all, and inWide
// whether a block fits one register: the processor has AVX2 or AVX-512 (F and
// BW), and the system keeps the registers.
var inBlocks, inWide = func() (bool, bool) {
	const osxsave, avx, avx2, avx512 = 1 << 27, 1 << 28, 1 << 5, 1<<16 | 1<<30
	const registers, wideRegisters = 0x06, 0xe6
	if most, _, _, _ := cpuid(0, 0); most < 7 {
		return false, false
	}
	if _, _, c, _ := cpuid(1, 0); c&(osxsave|avx) != osxsave|avx {
		return false, false
	}
	_, has, _, _ := cpuid(7, 0)
	kept := xgetbv()
	blocks := has&avx2 != 0 && kept&registers == registers
	return blocks, blocks && has&avx512 == avx512 && kept&wideRegisters == wideRegisters
}()

// skipBlocks passes the text of a string as skip256 and skip512 do.
func skipBlocks(b []byte, i int) (next int, done bool) {
	if inWide {
		return skip512(b, i)
	}
	return skip256(b, i)
}

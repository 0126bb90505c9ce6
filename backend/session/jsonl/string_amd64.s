#include "textflag.h"

// Thirty-two bytes each: what is compared with.
DATA quote<>+0(SB)/8, $0x2222222222222222
DATA quote<>+8(SB)/8, $0x2222222222222222
DATA quote<>+16(SB)/8, $0x2222222222222222
DATA quote<>+24(SB)/8, $0x2222222222222222
GLOBL quote<>(SB), RODATA|NOPTR, $32

DATA slash<>+0(SB)/8, $0x5c5c5c5c5c5c5c5c
DATA slash<>+8(SB)/8, $0x5c5c5c5c5c5c5c5c
DATA slash<>+16(SB)/8, $0x5c5c5c5c5c5c5c5c
DATA slash<>+24(SB)/8, $0x5c5c5c5c5c5c5c5c
GLOBL slash<>(SB), RODATA|NOPTR, $32

DATA control<>+0(SB)/8, $0x1f1f1f1f1f1f1f1f
DATA control<>+8(SB)/8, $0x1f1f1f1f1f1f1f1f
DATA control<>+16(SB)/8, $0x1f1f1f1f1f1f1f1f
DATA control<>+24(SB)/8, $0x1f1f1f1f1f1f1f1f
GLOBL control<>(SB), RODATA|NOPTR, $32

DATA letteru<>+0(SB)/8, $0x7575757575757575
DATA letteru<>+8(SB)/8, $0x7575757575757575
DATA letteru<>+16(SB)/8, $0x7575757575757575
DATA letteru<>+24(SB)/8, $0x7575757575757575
GLOBL letteru<>(SB), RODATA|NOPTR, $32

DATA nibble<>+0(SB)/8, $0x0f0f0f0f0f0f0f0f
DATA nibble<>+8(SB)/8, $0x0f0f0f0f0f0f0f0f
DATA nibble<>+16(SB)/8, $0x0f0f0f0f0f0f0f0f
DATA nibble<>+24(SB)/8, $0x0f0f0f0f0f0f0f0f
GLOBL nibble<>(SB), RODATA|NOPTR, $32

// A byte may follow a backslash where its two tables have a bit in common: bit 0
// for " and / (0x2_), bit 1 for \ (0x5_), bit 2 for b f n (0x6_), bit 3 for r t u (0x7_).
DATA low<>+0(SB)/8, $0x00040808000d0000 // 2: bits 0 2 3, 4: bit 3, 5: bit 3, 6: bit 2
DATA low<>+8(SB)/8, $0x0104000200000000 // c: bit 1, e: bit 2, f: bit 0
DATA low<>+16(SB)/8, $0x00040808000d0000
DATA low<>+24(SB)/8, $0x0104000200000000
GLOBL low<>(SB), RODATA|NOPTR, $32

DATA high<>+0(SB)/8, $0x0804020000010000 // 2: bit 0, 5: bit 1, 6: bit 2, 7: bit 3
DATA high<>+8(SB)/8, $0
DATA high<>+16(SB)/8, $0x0804020000010000
DATA high<>+24(SB)/8, $0
GLOBL high<>(SB), RODATA|NOPTR, $32

// MASK joins the masks of two halves into a word of 64 bits in the first register.
#define MASK(half0, half1, to, tmp) \
	VPMOVMSKB half0, to; \
	VPMOVMSKB half1, tmp; \
	SHLQ      $32, tmp; \
	ORQ       tmp, to

// func classify(p *byte, m *classes)
TEXT ·classify(SB), NOSPLIT, $0-16
	MOVQ    p+0(FP), SI
	MOVQ    m+8(FP), DI
	VMOVDQU (SI), Y0
	VMOVDQU 32(SI), Y1

	VMOVDQU  quote<>(SB), Y2
	VPCMPEQB Y2, Y0, Y3
	VPCMPEQB Y2, Y1, Y4
	MASK(Y3, Y4, AX, BX)
	MOVQ     AX, 0(DI)

	VMOVDQU  control<>(SB), Y2
	VPMINUB  Y2, Y0, Y3
	VPMINUB  Y2, Y1, Y4
	VPCMPEQB Y0, Y3, Y3
	VPCMPEQB Y1, Y4, Y4
	MASK(Y3, Y4, AX, BX)
	MOVQ     AX, 8(DI)

	VMOVDQU  slash<>(SB), Y2
	VPCMPEQB Y2, Y0, Y3
	VPCMPEQB Y2, Y1, Y4
	MASK(Y3, Y4, CX, BX)
	MOVQ     CX, 16(DI)
	TESTQ    CX, CX
	JZ       done

	VMOVDQU  letteru<>(SB), Y2
	VPCMPEQB Y2, Y0, Y3
	VPCMPEQB Y2, Y1, Y4
	MASK(Y3, Y4, AX, BX)
	MOVQ     AX, 24(DI)

	VMOVDQU  nibble<>(SB), Y2
	VMOVDQU  low<>(SB), Y5
	VMOVDQU  high<>(SB), Y6
	VPSRLW   $4, Y0, Y3
	VPSRLW   $4, Y1, Y4
	VPAND    Y2, Y3, Y3
	VPAND    Y2, Y4, Y4
	VPAND    Y2, Y0, Y0
	VPAND    Y2, Y1, Y1
	VPSHUFB  Y3, Y6, Y3
	VPSHUFB  Y4, Y6, Y4
	VPSHUFB  Y0, Y5, Y0
	VPSHUFB  Y1, Y5, Y1
	VPAND    Y0, Y3, Y3
	VPAND    Y1, Y4, Y4
	VPXOR    Y7, Y7, Y7
	VPCMPEQB Y7, Y3, Y3
	VPCMPEQB Y7, Y4, Y4
	MASK(Y3, Y4, AX, BX)
	MOVQ     AX, 32(DI)

done:
	VZEROUPPER
	RET

// func cpuid(leaf, sub uint32) (a, b, c, d uint32)
TEXT ·cpuid(SB), NOSPLIT, $0-24
	MOVL leaf+0(FP), AX
	MOVL sub+4(FP), CX
	CPUID
	MOVL AX, a+8(FP)
	MOVL BX, b+12(FP)
	MOVL CX, c+16(FP)
	MOVL DX, d+20(FP)
	RET

// func xgetbv() uint32
TEXT ·xgetbv(SB), NOSPLIT, $0-4
	XORL CX, CX
	XGETBV
	MOVL AX, ret+0(FP)
	RET

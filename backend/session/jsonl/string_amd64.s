#include "textflag.h"

// Sixteen bytes each, repeated to fill a register: what is compared with.
DATA quote<>+0(SB)/8, $0x2222222222222222
DATA quote<>+8(SB)/8, $0x2222222222222222
GLOBL quote<>(SB), RODATA|NOPTR, $16

DATA slash<>+0(SB)/8, $0x5c5c5c5c5c5c5c5c
DATA slash<>+8(SB)/8, $0x5c5c5c5c5c5c5c5c
GLOBL slash<>(SB), RODATA|NOPTR, $16

DATA control<>+0(SB)/8, $0x1f1f1f1f1f1f1f1f
DATA control<>+8(SB)/8, $0x1f1f1f1f1f1f1f1f
GLOBL control<>(SB), RODATA|NOPTR, $16

DATA letteru<>+0(SB)/8, $0x7575757575757575
DATA letteru<>+8(SB)/8, $0x7575757575757575
GLOBL letteru<>(SB), RODATA|NOPTR, $16

DATA nibble<>+0(SB)/8, $0x0f0f0f0f0f0f0f0f
DATA nibble<>+8(SB)/8, $0x0f0f0f0f0f0f0f0f
GLOBL nibble<>(SB), RODATA|NOPTR, $16

// Tables by the low and the high half of a byte: it belongs to a class where
// both have a bit in common. Escapes, which may follow a backslash: bit 0 for
// " and / (0x2_), bit 1 for \ (0x5_), bit 2 for b f n (0x6_), bit 3 for r t u (0x7_).
DATA escapeLow<>+0(SB)/8, $0x00040808000d0000 // 2: bits 0 2 3, 4: bit 3, 5: bit 3, 6: bit 2
DATA escapeLow<>+8(SB)/8, $0x0104000200000000 // c: bit 1, e: bit 2, f: bit 0
GLOBL escapeLow<>(SB), RODATA|NOPTR, $16

DATA escapeHigh<>+0(SB)/8, $0x0804020000010000 // 2: bit 0, 5: bit 1, 6: bit 2, 7: bit 3
DATA escapeHigh<>+8(SB)/8, $0
GLOBL escapeHigh<>(SB), RODATA|NOPTR, $16

// Hexadecimal digits: bit 0 for 0 to 9 (0x3_), bit 1 for a to f (0x4_ and 0x6_).
DATA hexLow<>+0(SB)/8, $0x0103030303030301 // 0 to 9: bit 0, 1 to 6: bit 1
DATA hexLow<>+8(SB)/8, $0x0000000000000101
GLOBL hexLow<>(SB), RODATA|NOPTR, $16

DATA hexHigh<>+0(SB)/8, $0x0002000201000000 // 3: bit 0, 4 and 6: bit 1
DATA hexHigh<>+8(SB)/8, $0
GLOBL hexHigh<>(SB), RODATA|NOPTR, $16

// What follows works on the 64 bytes at SI+R8, a bit a byte: AX are their
// quotes, BX control characters, CX backslashes. R13 is 1 where the block before
// ends in a backslash that escapes the first byte, else 0. DX is the length of
// the text.

// PLAIN goes on, ends or refuses where nothing is escaped.
#define PLAIN \
	MOVQ AX, R9; \
	ORQ  BX, R9; \
	JZ   next; \
	BSFQ R9, R9; \
	BTQ  R9, AX; \
	JCC  refused; \
	LEAQ 1(R8)(R9*1), R8; \
	JMP  ended

// ESCAPED goes on, ends or refuses where something is escaped. R9 are the bytes
// that may not follow a backslash and R10 the letters u. Looking at each escape
// by itself would cost more than all the rest: what is escaped (R11) is found at
// once, by carrying through runs of backslashes as an addition carries. Of the
// quotes those that end the string are left in AX; DI are the bytes before them.
#define ESCAPED \
	MOVQ $0xAAAAAAAAAAAAAAAA, R12; \
	MOVQ R13, DI; \
	NOTQ DI; \
	ANDQ CX, DI; \
	LEAQ (DI)(DI*1), R11; \
	ORQ  R12, R11; \
	SUBQ DI, R11; \
	XORQ R12, R11; \
	MOVQ R13, R12; \
	MOVQ R11, R13; \
	ANDQ CX, R13; \
	SHRQ $63, R13; \
	ORQ  R12, CX; \
	XORQ CX, R11; \
	MOVQ R11, DI; \
	NOTQ DI; \
	ANDQ DI, AX; \
	LEAQ -1(AX), DI; \
	MOVQ AX, CX; \
	NOTQ CX; \
	ANDQ CX, DI; \
	ANDQ R11, R9; \
	ORQ  BX, R9; \
	TESTQ DI, R9; \
	JNZ  refused; \
	ANDQ R11, R10; \
	ANDQ DI, R10; \
	JNZ  digits; \
	TESTQ AX, AX; \
	JZ   next; \
	JMP  quoted

// DIGITS refuses where R10, the escapes \u, are not followed by four of the
// digits R9. One too near to the end of the block begins the next.
#define DIGITS \
	MOVQ R9, CX; \
	SHRQ $1, CX; \
	ANDQ CX, R9; \
	MOVQ R9, CX; \
	SHRQ $2, CX; \
	ANDQ CX, R9; \
	NOTQ R9; \
	MOVQ $0xF000000000000000, CX; \
	ANDQ R10, CX; \
	JNZ  late; \
	SHLQ $1, R10; \
	TESTQ R9, R10; \
	JNZ  refused; \
	TESTQ AX, AX; \
	JZ   next; \
	JMP  quoted; \
late: \
	BSFQ CX, CX; \
	MOVQ $-1, DI; \
	SHLQ CX, DI; \
	NOTQ DI; \
	ANDQ DI, R10; \
	SHLQ $1, R10; \
	TESTQ R9, R10; \
	JNZ  refused; \
	LEAQ -1(R8)(CX*1), R8; \
	XORQ R13, R13; \
	JMP  loop

#define ANSWER \
quoted: \
	BSFQ AX, AX; \
	LEAQ 1(R8)(AX*1), R8; \
	JMP  ended; \
next: \
	ADDQ $64, R8; \
	JMP  loop; \
refused: \
	MOVQ $-1, R8; \
ended: \
	MOVB $1, done+40(FP); \
	JMP  answer; \
left: \
	SUBQ R13, R8; \
answer: \
	MOVQ R8, next+32(FP); \
	VZEROUPPER; \
	RET

// MASK joins the masks of two halves into a word of 64 bits in the first register.
#define MASK(half0, half1, to) \
	VPMOVMSKB half0, to; \
	VPMOVMSKB half1, DI; \
	SHLQ      $32, DI; \
	ORQ       DI, to

// CLASS sorts the halves Y0 and Y1 out by two tables: what is in no class.
#define CLASS(tableLow, tableHigh, to) \
	VBROADCASTI128 nibble<>(SB), Y8; \
	VBROADCASTI128 tableLow<>(SB), Y9; \
	VBROADCASTI128 tableHigh<>(SB), Y10; \
	VPSRLW   $4, Y0, Y3; \
	VPSRLW   $4, Y1, Y4; \
	VPAND    Y8, Y3, Y3; \
	VPAND    Y8, Y4, Y4; \
	VPAND    Y8, Y0, Y5; \
	VPAND    Y8, Y1, Y6; \
	VPSHUFB  Y3, Y10, Y3; \
	VPSHUFB  Y4, Y10, Y4; \
	VPSHUFB  Y5, Y9, Y5; \
	VPSHUFB  Y6, Y9, Y6; \
	VPAND    Y5, Y3, Y3; \
	VPAND    Y6, Y4, Y4; \
	VPXOR    Y7, Y7, Y7; \
	VPCMPEQB Y7, Y3, Y3; \
	VPCMPEQB Y7, Y4, Y4; \
	MASK(Y3, Y4, to)

// func skip256(b []byte, i int) (next int, done bool)
TEXT ·skip256(SB), NOSPLIT, $0-41
	MOVQ b_base+0(FP), SI
	MOVQ b_len+8(FP), DX
	MOVQ i+24(FP), R8
	MOVB $0, done+40(FP)
	XORQ R13, R13
	VBROADCASTI128 quote<>(SB), Y12
	VBROADCASTI128 control<>(SB), Y13
	VBROADCASTI128 slash<>(SB), Y14

loop:
	LEAQ 64(R8), R9
	CMPQ R9, DX
	JGT  left
	VMOVDQU  (SI)(R8*1), Y0
	VMOVDQU  32(SI)(R8*1), Y1
	VPCMPEQB Y12, Y0, Y2
	VPCMPEQB Y12, Y1, Y3
	VPMINUB  Y13, Y0, Y4
	VPMINUB  Y13, Y1, Y5
	VPCMPEQB Y0, Y4, Y4
	VPCMPEQB Y1, Y5, Y5
	VPCMPEQB Y14, Y0, Y6
	VPCMPEQB Y14, Y1, Y7
	VPOR     Y2, Y4, Y8
	VPOR     Y3, Y5, Y9
	VPOR     Y6, Y8, Y8
	VPOR     Y7, Y9, Y9
	VPOR     Y8, Y9, Y8
	VPMOVMSKB Y8, R9
	ORQ      R13, R9
	JZ       next
	MASK(Y2, Y3, AX)
	MASK(Y4, Y5, BX)
	MASK(Y6, Y7, CX)
	MOVQ     CX, R9
	ORQ      R13, R9
	JNZ      escaped
	PLAIN

escaped:
	VBROADCASTI128 letteru<>(SB), Y2
	VPCMPEQB Y2, Y0, Y3
	VPCMPEQB Y2, Y1, Y4
	MASK(Y3, Y4, R10)
	CLASS(escapeLow, escapeHigh, R9)
	ESCAPED

digits:
	CLASS(hexLow, hexHigh, R9)
	NOTQ R9
	DIGITS
	ANSWER

// CLASS512 is CLASS for the 64 bytes of Z0.
#define CLASS512(tableLow, tableHigh, to) \
	VBROADCASTI32X4 nibble<>(SB), Z8; \
	VBROADCASTI32X4 tableLow<>(SB), Z9; \
	VBROADCASTI32X4 tableHigh<>(SB), Z10; \
	VPSRLW    $4, Z0, Z3; \
	VPANDQ    Z8, Z3, Z3; \
	VPANDQ    Z8, Z0, Z5; \
	VPSHUFB   Z3, Z10, Z3; \
	VPSHUFB   Z5, Z9, Z5; \
	VPTESTNMB Z3, Z5, K1; \
	KMOVQ     K1, to

// func skip512(b []byte, i int) (next int, done bool)
TEXT ·skip512(SB), NOSPLIT, $0-41
	MOVQ b_base+0(FP), SI
	MOVQ b_len+8(FP), DX
	MOVQ i+24(FP), R8
	MOVB $0, done+40(FP)
	XORQ R13, R13
	VBROADCASTI32X4 quote<>(SB), Z12
	VBROADCASTI32X4 control<>(SB), Z13
	VBROADCASTI32X4 slash<>(SB), Z14

loop:
	LEAQ 64(R8), R9
	CMPQ R9, DX
	JGT  left
	VMOVDQU8 (SI)(R8*1), Z0
	VPCMPEQB Z12, Z0, K1
	VPCMPUB  $2, Z13, Z0, K2 // at most
	VPCMPEQB Z14, Z0, K3
	KMOVQ    K1, AX
	KMOVQ    K2, BX
	KMOVQ    K3, CX
	MOVQ     CX, R9
	ORQ      R13, R9
	JNZ      escaped
	PLAIN

escaped:
	VBROADCASTI32X4 letteru<>(SB), Z2
	VPCMPEQB Z2, Z0, K1
	KMOVQ    K1, R10
	CLASS512(escapeLow, escapeHigh, R9)
	ESCAPED

digits:
	CLASS512(hexLow, hexHigh, R9)
	NOTQ R9
	DIGITS
	ANSWER

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

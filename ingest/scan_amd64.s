//go:build !purego

#include "textflag.h"

// Loops over a text for processors with AVX2, BMI1, POPCNT and PCLMULQDQ, 64
// bytes at a time. What they compute stands at their declarations; scan_test.go
// compares each with Go that looks at one byte after the other.

// POSITION writes base + the lowest bit of mask to at(list) and takes the bit
// from mask. For an empty mask it writes what the next position overwrites.
#define POSITION(mask, base, at, list) \
	TZCNTQ mask, R15; \
	BLSRQ  mask, mask; \
	ADDL   base, R15; \
	MOVL   R15, at(list)

#define FOUR(mask, base, at, list) \
	POSITION(mask, base, at, list); \
	POSITION(mask, base, at+4, list); \
	POSITION(mask, base, at+8, list); \
	POSITION(mask, base, at+12, list)

// MASK is the bit mask of 64 bytes from two vectors of comparisons.
#define MASK(low, high, tmp, mask) \
	VPMOVMSKB low, mask; \
	VPMOVMSKB high, tmp; \
	SHLQ      $32, tmp; \
	ORQ       tmp, mask

// func marksAVX2(b *byte, words int, comma byte, seps, ends, quotes *int32) (nseps, nends, nquotes int)
TEXT ·marksAVX2(SB), NOSPLIT, $0-72
	MOVQ         b+0(FP), SI
	MOVQ         words+8(FP), CX
	VPBROADCASTB comma+16(FP), Y12
	MOVQ         seps+24(FP), DI
	MOVQ         ends+32(FP), R8
	MOVQ         quotes+40(FP), R9
	MOVQ         DI, R11
	MOVQ         R8, R12
	MOVQ         R9, R13
	MOVL         $0x0a0a0a0a, AX
	VMOVD        AX, X13
	VPBROADCASTD X13, Y13
	MOVL         $0x22222222, AX
	VMOVD        AX, X14
	VPBROADCASTD X14, Y14
	XORL         DX, DX

word:
	TESTQ     CX, CX
	JZ        done
	VMOVDQU   (SI), Y0
	VMOVDQU   32(SI), Y1
	VPCMPEQB  Y0, Y13, Y2
	VPCMPEQB  Y1, Y13, Y3
	VPCMPEQB  Y0, Y12, Y4
	VPCMPEQB  Y1, Y12, Y5
	VPOR      Y2, Y4, Y4
	VPOR      Y3, Y5, Y5
	VPCMPEQB  Y0, Y14, Y6
	VPCMPEQB  Y1, Y14, Y7
	MASK(Y4, Y5, BX, AX)
	MASK(Y2, Y3, BX, R10)
	VPOR      Y6, Y7, Y8
	VPTEST    Y8, Y8
	JNZ       quoted

separators:
	POPCNTQ AX, BX
	FOUR(AX, DX, 0, DI)
	FOUR(AX, DX, 16, DI)
	CMPQ    BX, $8
	JA      many

advance:
	LEAQ (DI)(BX*4), DI

lines:
	TESTQ R10, R10
	JNZ   end

next:
	ADDQ $64, SI
	ADDL $64, DX
	DECQ CX
	JMP  word

many:
	FOUR(AX, DX, 32, DI)
	FOUR(AX, DX, 48, DI)
	CMPQ BX, $16
	JBE  advance
	ADDQ $64, DI
	SUBQ $16, BX

rest:
	POSITION(AX, DX, 0, DI)
	ADDQ  $4, DI
	DECQ  BX
	JNZ   rest
	JMP   lines

end:
	POSITION(R10, DX, 0, R8)
	ADDQ  $4, R8
	JMP   lines

quoted:
	MASK(Y6, Y7, BX, R14)

quote:
	POSITION(R14, DX, 0, R9)
	ADDQ  $4, R9
	TESTQ R14, R14
	JNZ   quote
	JMP   separators

done:
	VZEROUPPER
	SUBQ R11, DI
	SHRQ $2, DI
	MOVQ DI, nseps+48(FP)
	SUBQ R12, R8
	SHRQ $2, R8
	MOVQ R8, nends+56(FP)
	SUBQ R13, R9
	SHRQ $2, R9
	MOVQ R9, nquotes+64(FP)
	RET

// func pairsAVX2(b *byte, words int) int
TEXT ·pairsAVX2(SB), NOSPLIT, $0-24
	MOVQ         b+0(FP), SI
	MOVQ         words+8(FP), CX
	MOVQ         SI, DI
	MOVL         $0x80808080, AX
	VMOVD        AX, X10
	VPBROADCASTD X10, Y10
	VPCMPEQB     Y11, Y11, Y11
	MOVL         $0x3f3f3f3f, AX
	VMOVD        AX, X12
	VPBROADCASTD X12, Y12
	MOVL         $0x7f7f7f7f, AX
	VMOVD        AX, X13
	VPBROADCASTD X13, Y13
	MOVQ         $0x5555555555555555, R12
	MOVQ         $0xaaaaaaaaaaaaaaaa, R13
	XORL         DX, DX

word:
	TESTQ   CX, CX
	JZ      done
	VMOVDQU (SI), Y0
	VMOVDQU 32(SI), Y1
	MASK(Y0, Y1, BX, AX)
	MOVQ    AX, R8
	ORQ     DX, R8
	JZ      next

	// 0x80 and 0xff are left to the caller.
	VPCMPEQB Y0, Y10, Y2
	VPCMPEQB Y1, Y10, Y3
	VPCMPEQB Y0, Y11, Y4
	VPCMPEQB Y1, Y11, Y5
	VPOR     Y2, Y3, Y2
	VPOR     Y4, Y5, Y4
	VPOR     Y2, Y4, Y2
	VPTEST   Y2, Y2
	JNZ      done

	// R9 has the bytes 0x40 to 0x7e.
	VPCMPGTB Y12, Y0, Y2
	VPCMPGTB Y12, Y1, Y3
	VPCMPGTB Y0, Y13, Y4
	VPCMPGTB Y1, Y13, Y5
	VPAND    Y2, Y4, Y2
	VPAND    Y3, Y5, Y3
	MASK(Y2, Y3, BX, R9)

	// AX: high bytes but for the second byte of a character that began in the
	// word before; R10: that byte if it is low.
	ANDNQ AX, DX, R8
	ANDNQ DX, AX, R10
	MOVQ  R8, AX

	// Runs of high bytes by the parity of where they start; adding the starts
	// leaves a bit behind each run. R10 gets those behind runs of odd length.
	LEAQ  (AX)(AX*1), BX
	ANDNQ AX, BX, BX
	MOVQ  BX, R8
	ANDQ  R12, R8
	ANDQ  R13, BX
	ADDQ  AX, R8
	XORL  R14, R14
	ADDQ  AX, BX
	SETCS R14
	ANDNQ R8, AX, R8
	ANDNQ BX, AX, BX
	ANDQ  R13, R8
	ANDQ  R12, BX
	ORQ   R8, R10
	ORQ   BX, R10
	ANDNQ R10, R9, R10
	JNZ   done
	MOVQ  R14, DX

next:
	ADDQ $64, SI
	DECQ CX
	JMP  word

done:
	VZEROUPPER
	SUBQ DI, SI
	SUBQ DX, SI
	MOVQ SI, ret+16(FP)
	RET

// func rowsAVX2(b *byte, words, limit int) (passed, size, rows int, inside uint64)
TEXT ·rowsAVX2(SB), NOSPLIT, $0-56
	MOVQ         b+0(FP), SI
	MOVQ         words+8(FP), CX
	MOVQ         limit+16(FP), DI
	MOVQ         CX, R11
	MOVL         $0x0a0a0a0a, AX
	VMOVD        AX, X12
	VPBROADCASTD X12, Y12
	MOVL         $0x22222222, AX
	VMOVD        AX, X13
	VPBROADCASTD X13, Y13
	VPCMPEQB     X11, X11, X11
	XORL         R8, R8
	XORL         R9, R9
	XORL         R10, R10
	XORL         DX, DX

word:
	TESTQ    CX, CX
	JZ       done
	VMOVDQU  (SI), Y0
	VMOVDQU  32(SI), Y1
	VPCMPEQB Y0, Y13, Y2
	VPCMPEQB Y1, Y13, Y3
	VPCMPEQB Y0, Y12, Y4
	VPCMPEQB Y1, Y12, Y5
	MASK(Y2, Y3, R12, BX)
	MASK(Y4, Y5, R12, AX)

	// A product without carries by all ones is the parity of the bits up to
	// each. BX gets what lies inside quotes, AX keeps the line ends outside.
	VMOVQ      BX, X6
	VPCLMULQDQ $0, X11, X6, X6
	VMOVQ      X6, BX
	XORQ       DX, BX
	ANDNQ      AX, BX, AX
	JZ         next
	POPCNTQ    AX, R12
	ADDQ       R10, R12
	CMPQ       R12, DI
	JGT        done
	MOVQ       R12, R10
	BSRQ       AX, AX
	LEAQ       1(R8)(AX*1), R9

next:
	SARQ $63, BX
	MOVQ BX, DX
	ADDQ $64, SI
	ADDQ $64, R8
	DECQ CX
	JMP  word

done:
	VZEROUPPER
	SUBQ CX, R11
	MOVQ R11, passed+24(FP)
	MOVQ R9, size+32(FP)
	MOVQ R10, rows+40(FP)
	MOVQ DX, inside+48(FP)
	RET

//go:build !purego

#include "textflag.h"

// SHA-256 with the instructions of the processor, of texts that are padded to
// whole blocks.

// The constants of the 64 rounds (FIPS 180-4, 4.2.2).
DATA rounds<>+0(SB)/8, $0x71374491428a2f98
DATA rounds<>+8(SB)/8, $0xe9b5dba5b5c0fbcf
DATA rounds<>+16(SB)/8, $0x59f111f13956c25b
DATA rounds<>+24(SB)/8, $0xab1c5ed5923f82a4
DATA rounds<>+32(SB)/8, $0x12835b01d807aa98
DATA rounds<>+40(SB)/8, $0x550c7dc3243185be
DATA rounds<>+48(SB)/8, $0x80deb1fe72be5d74
DATA rounds<>+56(SB)/8, $0xc19bf1749bdc06a7
DATA rounds<>+64(SB)/8, $0xefbe4786e49b69c1
DATA rounds<>+72(SB)/8, $0x240ca1cc0fc19dc6
DATA rounds<>+80(SB)/8, $0x4a7484aa2de92c6f
DATA rounds<>+88(SB)/8, $0x76f988da5cb0a9dc
DATA rounds<>+96(SB)/8, $0xa831c66d983e5152
DATA rounds<>+104(SB)/8, $0xbf597fc7b00327c8
DATA rounds<>+112(SB)/8, $0xd5a79147c6e00bf3
DATA rounds<>+120(SB)/8, $0x1429296706ca6351
DATA rounds<>+128(SB)/8, $0x2e1b213827b70a85
DATA rounds<>+136(SB)/8, $0x53380d134d2c6dfc
DATA rounds<>+144(SB)/8, $0x766a0abb650a7354
DATA rounds<>+152(SB)/8, $0x92722c8581c2c92e
DATA rounds<>+160(SB)/8, $0xa81a664ba2bfe8a1
DATA rounds<>+168(SB)/8, $0xc76c51a3c24b8b70
DATA rounds<>+176(SB)/8, $0xd6990624d192e819
DATA rounds<>+184(SB)/8, $0x106aa070f40e3585
DATA rounds<>+192(SB)/8, $0x1e376c0819a4c116
DATA rounds<>+200(SB)/8, $0x34b0bcb52748774c
DATA rounds<>+208(SB)/8, $0x4ed8aa4a391c0cb3
DATA rounds<>+216(SB)/8, $0x682e6ff35b9cca4f
DATA rounds<>+224(SB)/8, $0x78a5636f748f82ee
DATA rounds<>+232(SB)/8, $0x8cc7020884c87814
DATA rounds<>+240(SB)/8, $0xa4506ceb90befffa
DATA rounds<>+248(SB)/8, $0xc67178f2bef9a3f7
GLOBL rounds<>(SB), RODATA|NOPTR, $256

// Turns the bytes of each word of a block around.
DATA turn<>+0(SB)/8, $0x0405060700010203
DATA turn<>+8(SB)/8, $0x0c0d0e0f08090a0b
GLOBL turn<>(SB), RODATA|NOPTR, $16

// The state before the first block as the instructions want it: F, E, B, A and
// H, G, D, C.
DATA start<>+0(SB)/8, $0x510e527f9b05688c
DATA start<>+8(SB)/8, $0x6a09e667bb67ae85
DATA start<>+16(SB)/8, $0x1f83d9ab5be0cd19
DATA start<>+24(SB)/8, $0x3c6ef372a54ff53a
GLOBL start<>(SB), RODATA|NOPTR, $32

// ROUNDS does four rounds with the words of msg.
#define ROUNDS(at, msg) \
	MOVO        msg, X0; \
	PADDL       at(DX), X0; \
	SHA256RNDS2 X0, X1, X2; \
	PSHUFD      $0x0e, X0, X0; \
	SHA256RNDS2 X0, X2, X1

// SCHEDULE makes the words sixteen after those of a, from them and the words
// after them.
#define SCHEDULE(a, b, c, d) \
	SHA256MSG1 b, a; \
	MOVO       d, X7; \
	PALIGNR    $4, c, X7; \
	PADDL      X7, a; \
	SHA256MSG2 d, a

#define LOAD(at, msg) \
	MOVOU  at(SI), msg; \
	PSHUFB X8, msg

// func sha256NI(b *byte, blocks int) (first, second uint64)
TEXT ·sha256NI(SB), NOSPLIT, $0-32
	MOVQ  b+0(FP), SI
	MOVQ  blocks+8(FP), CX
	LEAQ  rounds<>(SB), DX
	MOVOU turn<>(SB), X8
	MOVOU start<>+0(SB), X1
	MOVOU start<>+16(SB), X2

block:
	MOVO X1, X9
	MOVO X2, X10
	LOAD(0, X3)
	ROUNDS(0, X3)
	LOAD(16, X4)
	ROUNDS(16, X4)
	LOAD(32, X5)
	ROUNDS(32, X5)
	LOAD(48, X6)
	ROUNDS(48, X6)
	SCHEDULE(X3, X4, X5, X6)
	ROUNDS(64, X3)
	SCHEDULE(X4, X5, X6, X3)
	ROUNDS(80, X4)
	SCHEDULE(X5, X6, X3, X4)
	ROUNDS(96, X5)
	SCHEDULE(X6, X3, X4, X5)
	ROUNDS(112, X6)
	SCHEDULE(X3, X4, X5, X6)
	ROUNDS(128, X3)
	SCHEDULE(X4, X5, X6, X3)
	ROUNDS(144, X4)
	SCHEDULE(X5, X6, X3, X4)
	ROUNDS(160, X5)
	SCHEDULE(X6, X3, X4, X5)
	ROUNDS(176, X6)
	SCHEDULE(X3, X4, X5, X6)
	ROUNDS(192, X3)
	SCHEDULE(X4, X5, X6, X3)
	ROUNDS(208, X4)
	SCHEDULE(X5, X6, X3, X4)
	ROUNDS(224, X5)
	SCHEDULE(X6, X3, X4, X5)
	ROUNDS(240, X6)
	PADDL X9, X1
	PADDL X10, X2
	ADDQ  $64, SI
	DECQ  CX
	JNZ   block
	PEXTRQ $1, X1, AX
	MOVQ  AX, first+16(FP)
	PEXTRQ $1, X2, AX
	MOVQ  AX, second+24(FP)
	RET

// func hasSHA() bool
TEXT ·hasSHA(SB), NOSPLIT, $0-1
	MOVL  $7, AX
	XORL  CX, CX
	CPUID
	SHRL  $29, BX
	ANDL  $1, BX
	MOVB  BX, ret+0(FP)
	RET

// run: rv32
// Counting, reversing, parity, byte swaps, isolating bits: builtins and hand-written forms must agree.
#include <stdint.h>
#include <stdio.h>

static int ref_pop(uint64_t x) { int n = 0; for (; x; x >>= 1) n += x & 1; return n; }
static int ref_clz(uint64_t x, int w) { int n = 0; for (int i = w - 1; i >= 0 && !(x >> i & 1); i--) n++; return n; }
static int ref_ctz(uint64_t x, int w) { int n = 0; while (n < w && !(x >> n & 1)) n++; return n; }
static uint64_t ref_swap(uint64_t x, int bytes) {
    uint64_t r = 0;
    for (int i = 0; i < bytes; i++) r = r << 8 | (x >> (8 * i) & 255);
    return r;
}
#ifdef __clang__
#define REV8(x) __builtin_bitreverse8(x)
#define REV16(x) __builtin_bitreverse16(x)
#define REV32(x) __builtin_bitreverse32(x)
#define REV64(x) __builtin_bitreverse64(x)
#else
static uint64_t rev(uint64_t x, int w) { uint64_t r = 0; for (int i = 0; i < w; i++) r |= (x >> i & 1) << (w - 1 - i); return r; }
#define REV8(x) rev(x, 8)
#define REV16(x) rev(x, 16)
#define REV32(x) rev(x, 32)
#define REV64(x) rev(x, 64)
#endif
__attribute__((noinline)) int pop32(uint32_t x) { return __builtin_popcount(x); }
__attribute__((noinline)) int pop64(uint64_t x) { return __builtin_popcountll(x); }
__attribute__((noinline)) int clz32(uint32_t x) { return x ? __builtin_clz(x) : 32; }
__attribute__((noinline)) int clz64(uint64_t x) { return x ? __builtin_clzll(x) : 64; }
__attribute__((noinline)) int ctz32(uint32_t x) { return x ? __builtin_ctz(x) : 32; }
__attribute__((noinline)) int ctz64(uint64_t x) { return x ? __builtin_ctzll(x) : 64; }
__attribute__((noinline)) int par32(uint32_t x) { return __builtin_parity(x); }
__attribute__((noinline)) int par64(uint64_t x) { return __builtin_parityll(x); }
__attribute__((noinline)) int ffs64(int64_t x) { return __builtin_ffsll(x); }
__attribute__((noinline)) int rsb32(int32_t x) { return __builtin_clrsb(x); }
__attribute__((noinline)) uint16_t sw16(uint16_t x) { return __builtin_bswap16(x); }
__attribute__((noinline)) uint32_t sw32(uint32_t x) { return __builtin_bswap32(x); }
__attribute__((noinline)) uint64_t sw64(uint64_t x) { return __builtin_bswap64(x); }
__attribute__((noinline)) int pop8(uint8_t x) { return __builtin_popcount(x); }
__attribute__((noinline)) int pop16(uint16_t x) { return __builtin_popcount(x); }
__attribute__((noinline)) uint64_t low(uint64_t x) { return (x & -x) + (x & (x - 1)) * 3 + (x | (x - 1)) + (~x & (x + 1)); }
__attribute__((noinline)) int pow2(uint32_t x) { return x && !(x & (x - 1)); }
__attribute__((noinline)) uint64_t setclr(uint64_t x, unsigned n) { return (x | 1ull << (n & 63)) ^ (x & ~(1ull << ((n + 7) & 63))) ^ (x >> (n & 63) & 1); }

int main(void) {
    uint64_t x = 1, sum = 0;
    int bad = 0;
    for (int i = 0; i < 400; i++) {
        uint64_t y = i < 64 ? 1ull << i : i < 128 ? ~0ull >> (i - 64) : i == 128 ? 0 : x;
        uint32_t z = (uint32_t)y;
        bad += pop32(z) != ref_pop(z) || pop64(y) != ref_pop(y) || pop8((uint8_t)y) != ref_pop(y & 255);
        bad += pop16((uint16_t)y) != ref_pop(y & 65535);
        bad += clz32(z) != ref_clz(z, 32) || clz64(y) != ref_clz(y, 64);
        bad += ctz32(z) != ref_ctz(z, 32) || ctz64(y) != ref_ctz(y, 64);
        bad += par32(z) != (ref_pop(z) & 1) || par64(y) != (ref_pop(y) & 1);
        bad += sw16((uint16_t)y) != ref_swap(y & 65535, 2) || sw32(z) != ref_swap(z, 4) || sw64(y) != ref_swap(y, 8);
        bad += ffs64((int64_t)y) != (y ? ref_ctz(y, 64) + 1 : 0);
        bad += rsb32((int32_t)z) != ref_clz(z >> 31 ? ~z : z, 32) - 1;
        sum = sum * 31 + REV8((uint8_t)y) + REV16((uint16_t)y) + REV32(z) + REV64(y);
        sum = sum * 31 + low(y) + (unsigned)pow2(z) + setclr(y, (unsigned)i);
        x = x * 6364136223846793005ull + 1442695040888963407ull;
    }
    printf("%d bad, %llx\n", bad, (unsigned long long)sum);
    return bad;
}

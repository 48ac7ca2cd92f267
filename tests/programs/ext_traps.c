// run: rv32
// Traps of sign and zero extension: narrow arguments and results, compares after truncation, indices, mixed signs.
#include <stdint.h>
#include <stdio.h>
#define NI __attribute__((noinline))
NI static uint8_t r8(unsigned x) { return (uint8_t)x; }
NI static int8_t s8(int x) { return (int8_t)x; }
NI static uint16_t r16(unsigned x) { return (uint16_t)x; }
NI static int16_t s16(int x) { return (int16_t)x; }
NI static uint32_t r32(uint64_t x) { return (uint32_t)x; }
NI static int32_t s32(uint64_t x) { return (int32_t)x; }
NI static _Bool rb(int x) { return x; }
NI static int64_t wide(int8_t a, uint8_t b, int16_t c, uint16_t d, int32_t e, uint32_t f) { return (int64_t)a * 3 + b * 5 + c * 7 + d * 11 + (int64_t)e * 13 + (int64_t)f * 17; }
NI static int cmp1(uint32_t a, uint32_t b) { return (uint64_t)a + b > UINT32_MAX; }
NI static int cmp2(int32_t a, uint32_t b) { return a < (int64_t)b; }
NI static int cmp3(uint8_t a, int8_t b) { return a == b; }
NI static int cmp4(uint64_t a) { return (uint32_t)a == a; }
NI static int cmp5(int64_t a) { return (int32_t)a == a; }
NI static int cmp6(uint32_t a, uint32_t b) { return a - b < a; }
NI static int idx(const int *p, uint32_t i, uint32_t j) { return p[i - j]; }
NI static int sidx(const int *p, int32_t i) { return p[i] + p[(int8_t)i]; }
NI static uint64_t mulw(uint32_t a, uint32_t b) { return a * b; }
NI static uint64_t mulx(uint32_t a, uint32_t b) { return (uint64_t)a * b; }
NI static int64_t addw(int32_t a, int32_t b) { return (int32_t)((uint32_t)a + (uint32_t)b); }
NI static uint64_t notw(uint32_t a) { return ~a; }
NI static int64_t negw(uint32_t a) { return (int64_t)(uint64_t)(uint32_t)-a; }
NI static uint64_t shw(uint32_t a, int n) { return (a << n) + (a >> n); }
NI static int64_t sraw(uint64_t a, int n) { return (int32_t)a >> n; }
NI static uint32_t divw(uint64_t a, uint32_t b) { return (uint32_t)a / b; }
NI static int32_t remw(int64_t a, int32_t b) { return (int32_t)a % b; }
NI static int loop8(uint8_t n) { int t = 0; for (uint8_t i = (uint8_t)(n + 250); i != n; i++) t += i; return t; }
NI static int loops16(int16_t n) { int t = 0; for (int16_t i = n; i > -5 && i < 300; i = (int16_t)(i * 2 + 1)) t += i; return t; }
NI static uint32_t loop32(uint32_t a) { uint32_t t = 0; for (uint32_t i = a; i >= a; i += 0x1000001) t += i; return t; }
NI static int64_t phi(int c, int32_t a, uint32_t b) { int64_t x; if (c) x = a; else x = b; return x + 1; }
NI static int64_t sel(int c, int8_t a, uint16_t b) { return c ? a : b; }
NI static unsigned charcmp(const char *a, const unsigned char *b) { return (unsigned char)*a == *b ? 1u : (unsigned char)*a < *b ? 2u : 3u; }
NI static int ternary(uint16_t x) { return (int16_t)x < 0 ? -1 : x > 100; }
NI static int32_t ld(const void *p, int k) { switch (k) { case 0: return *(const int8_t *)p; case 1: return *(const uint8_t *)p; case 2: return *(const int16_t *)p; case 3: return *(const uint16_t *)p; default: return *(const int32_t *)p; } }
static volatile uint64_t v = 0xfedcba9887654321ull;
int main(void) {
    int p[256];
    for (int i = 0; i < 256; i++) p[i] = i * i;
    uint32_t x = 0x80000001u, m = 0xffffffffu;
    printf("%d %d %d %d %u %d %d %d\n", r8((unsigned)v), s8((int)v | 0x80), r16((unsigned)v | 0x8000), s16((int)v | 0x8000), r32(v), s32(v), rb(256), rb(0));
    printf("%lld\n", (long long)wide(-128, 255, -32768, 65535, INT32_MIN, UINT32_MAX));
    printf("%d%d%d%d%d%d%d%d%d\n", cmp1(m, 1), cmp1(x, x - 3), cmp2(-1, 0), cmp3(255, -1), cmp4(v), cmp4(x), cmp5((int64_t)v), cmp5(-1), cmp6(1, 2));
    printf("%d %d\n", idx(p, 5, 3), sidx(p + 128, 7) + sidx(p + 128, -100));
    printf("%llu %llu %lld %llu %lld\n", (unsigned long long)mulw(m, m - 1), (unsigned long long)mulx(m, m - 1), (long long)addw(INT32_MAX, 1), (unsigned long long)notw(5), (long long)negw(5));
    printf("%llu %lld %u %d\n", (unsigned long long)shw(x, 3), (long long)sraw(v, 4), divw(v, 7), remw((int64_t)v, 1000));
    printf("%d %d %u\n", loop8(3), loops16(-4), loop32(0xf0000000u));
    printf("%lld %lld %lld %lld %u %d %d\n", (long long)phi(1, -1, m), (long long)phi(0, -1, m), (long long)sel(1, -1, 65535), (long long)sel(0, -1, 65535), charcmp("\xff", (const unsigned char *)"\x7f"), ternary(40000), ternary(101));
    uint64_t w = v | 0x8080;
    for (int k = 0; k < 5; k++) printf("%d ", ld(&w, k));
    return 0;
}

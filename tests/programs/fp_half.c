// run: flags=-ffp-contract=off
// nohost
// _Float16 and __bf16: arithmetic through float, conversions with double rounding traps, arrays, arguments.
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#define NI __attribute__((noinline))
typedef _Float16 h16;
/* The conversions that gcc's library lacks here; they only move bits, so they need no conversion themselves. */
static float from_bits(uint32_t u) { float f; memcpy(&f, &u, 4); return f; }
__attribute__((used)) float __extendhfsf2(h16 x) {
    uint16_t u;
    memcpy(&u, &x, 2);
    uint32_t s = (uint32_t)(u & 0x8000) << 16, e = u >> 10 & 31, m = u & 1023;
    if (e == 31) return from_bits(s | 0x7f800000u | m << 13);
    if (e) return from_bits(s | (e + 112) << 23 | m << 13);
    float f = (float)m * 0x1p-24f;
    return s ? -f : f;
}
static h16 round_half(uint64_t sign, int e, uint64_t m) { /* m has 52 fraction bits; e is unbiased */
    uint64_t r;
    if (e > 15) r = 0x7c00;
    else {
        int shift = e < -14 ? 42 + (-14 - e) : 42;
        if (shift > 60) r = 0;
        else {
            m |= 1ull << 52;
            r = (m >> shift) + (e < -14 ? 0 : (uint64_t)(e + 14) << 10);
            uint64_t rest = m & ((1ull << shift) - 1), half = 1ull << (shift - 1);
            r += rest > half || (rest == half && (r & 1));
        }
    }
    uint16_t u = (uint16_t)(sign << 15 | r);
    h16 x;
    memcpy(&x, &u, 2);
    return x;
}
__attribute__((used)) h16 __truncdfhf2(double d) {
    uint64_t u;
    memcpy(&u, &d, 8);
    return round_half(u >> 63, (int)(u >> 52 & 2047) - 1023, u & 0xfffffffffffffull);
}
__attribute__((used)) h16 __truncsfhf2(float f) {
    uint32_t u;
    memcpy(&u, &f, 4);
    return round_half(u >> 31, (int)(u >> 23 & 255) - 127, (uint64_t)(u & 0x7fffff) << 29);
}
__attribute__((used)) __bf16 __truncsfbf2(float f) {
    uint32_t u;
    memcpy(&u, &f, 4);
    uint16_t r = (uint16_t)((u + 0x7fff + (u >> 16 & 1)) >> 16);
    __bf16 b;
    memcpy(&b, &r, 2);
    return b;
}
static uint16_t bits(h16 x) { uint16_t u; memcpy(&u, &x, 2); return u; }
NI h16 add(h16 a, h16 b) { return a + b; }
NI h16 mul(h16 a, h16 b) { return a * b; }
NI h16 dvd(h16 a, h16 b) { return a / b; }
NI h16 fromd(double d) { return (h16)d; }
NI h16 fromf(float d) { return (h16)d; }
NI double tod(h16 a) { return a; }
NI int toi(h16 a) { return (int)a; }
NI h16 fromi(int a) { return (h16)a; }
NI h16 fromu(unsigned long a) { return (h16)a; }
NI int less(h16 a, h16 b) { return (a < b) + 2 * (a == b); }
NI h16 many(h16 a, float b, h16 c, int d, h16 e, h16 f, h16 g, h16 i, h16 j, h16 k, h16 l) { return a + (h16)b + c + (h16)d + e + f + g + i + j * k - l; }
NI h16 dot(const h16 *a, const h16 *b, int n) { h16 t = 0; for (int i = 0; i < n; i++) t += a[i] * b[i]; return t; }
NI h16 negabs(h16 a) { return -__builtin_fabsf16(a); }
NI float tofloat(__bf16 b) { return (float)b; }
NI __bf16 tobf(float f) { return (__bf16)f; }
NI float sumbf(const __bf16 *p, int n) { float t = 0; for (int i = 0; i < n; i++) t += (float)p[i]; return t; }

int main(void) {
    printf("%04x %04x %04x\n", bits(add(1.5, 2.25)), bits(mul(300.0, 300.0)), bits(dvd(1.0, 3.0)));
    printf("%04x %04x %04x %04x\n", bits(fromd(65519.999)), bits(fromd(1.00048828125 + 1e-12)), bits(fromf(6e-8f)), bits(fromd(-1e-9)));
    printf("%.8g %d %04x %04x %d %d\n", tod((h16)0.1), toi((h16)-77.7), bits(fromi(2049)), bits(fromu(65504)), less(1, 2), less(2, 2));
    printf("%04x\n", bits(many(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11)));
    h16 a[10], b[10];
    for (int i = 0; i < 10; i++) a[i] = (h16)(i * 0.25), b[i] = (h16)(3 - i);
    printf("%04x %04x\n", bits(dot(a, b, 10)), bits(negabs((h16)4.5)));
    __bf16 c[5];
    for (int i = 0; i < 5; i++) c[i] = tobf(1.0f + (float)i * 0.01f);
    printf("%.9g %.9g\n", (double)tofloat(tobf(3.14159f)), (double)sumbf(c, 5));
    return 0;
}

// 128-bit integers: arithmetic, shifts, comparisons, division, conversions to and from doubles, arguments and returns.
#include <stdint.h>
#include <stdio.h>
typedef __int128 s128;
typedef unsigned __int128 u128;

static void show(const char *n, u128 v) { printf("%s %016llx%016llx\n", n, (unsigned long long)(v >> 64), (unsigned long long)v); }
__attribute__((noinline)) u128 add(u128 a, u128 b) { return a + b; }
__attribute__((noinline)) u128 sub(u128 a, u128 b) { return a - b; }
__attribute__((noinline)) u128 mul(u128 a, u128 b) { return a * b; }
__attribute__((noinline)) u128 udiv(u128 a, u128 b) { return a / b; }
__attribute__((noinline)) u128 urem(u128 a, u128 b) { return a % b; }
__attribute__((noinline)) s128 sdiv(s128 a, s128 b) { return a / b; }
__attribute__((noinline)) s128 srem(s128 a, s128 b) { return a % b; }
__attribute__((noinline)) u128 shl(u128 a, int n) { return a << n; }
__attribute__((noinline)) u128 shr(u128 a, int n) { return a >> n; }
__attribute__((noinline)) s128 sar(s128 a, int n) { return a >> n; }
__attribute__((noinline)) u128 shlc(u128 a) { return (a << 3) ^ (a << 64) ^ (a << 77) ^ (a >> 1) ^ (a >> 65); }
__attribute__((noinline)) int cmp(s128 a, s128 b) { return (a < b) | (a <= b) << 1 | (a == b) << 2 | ((u128)a < (u128)b) << 3 | ((u128)a >= (u128)b) << 4; }
__attribute__((noinline)) u128 wide(uint64_t a, uint64_t b) { return (u128)a * b; }
__attribute__((noinline)) s128 wides(int64_t a, int64_t b) { return (s128)a * b; }
__attribute__((noinline)) u128 stackarg(int a, long b, long c, long d, long e, long f, long g, u128 h, u128 i) { return h * 3 + i + (u128)(a + b + c + d + e + f + g); }
__attribute__((noinline)) int ovf(s128 a, s128 b, s128 *r) {
    u128 m;
    int o = __builtin_mul_overflow((u128)a, (u128)b, &m);
    return __builtin_add_overflow(a, b, r) | __builtin_sub_overflow(a, b, r) << 1 | o << 2 | (int)(m >> 120) << 3;
}
__attribute__((noinline)) double tod(s128 a) { return (double)a; }
__attribute__((noinline)) s128 fromd(double a) { return (s128)a; }
__attribute__((noinline)) float utof(u128 a) { return (float)a; }

int main(void) {
    u128 v[] = {0, 1, (u128)-1, 10, (u128)1 << 64, ((u128)1 << 127), ((u128)1 << 127) - 1, (u128)0x123456789abcdefull << 50 | 0x987654321ull, (u128)-12345, (u128)UINT64_MAX * 7};
    int n = sizeof v / sizeof *v;
    u128 h = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            u128 a = v[i], b = v[j];
            h = h * 31 + add(a, b), h = h * 31 + sub(a, b), h = h * 31 + mul(a, b);
            if (b) h = h * 31 + udiv(a, b) + urem(a, b) * 3;
            if (b && (s128)b != -1) h = h * 31 + (u128)sdiv((s128)a, (s128)b) + (u128)srem((s128)a, (s128)b) * 3;
            h = h * 31 + (unsigned)cmp((s128)a, (s128)b);
            s128 r;
            h = h * 31 + (unsigned)ovf((s128)a, (s128)b, &r) + (u128)r;
        }
    show("pairs", h);
    h = 0;
    for (int i = 0; i < n; i++)
        for (int s = 0; s < 128; s++) h = h * 31 + shl(v[i], s) + shr(v[i], s) * 3 + (u128)sar((s128)v[i], s) * 5 + shlc(v[i]);
    show("shifts", h);
    show("wide", wide(0xfedcba9876543210ull, 0x123456789abcdef1ull));
    show("wides", (u128)wides(-0x123456789abcdef1ll, 0x7edcba9876543210ll));
    show("stack", stackarg(1, 2, 3, 4, 5, 6, 7, v[7], v[8]));
    for (int i = 0; i < n; i++) printf("%a %a\n", tod((s128)v[i]), (double)utof(v[i] >> 3));
    show("fromd", (u128)fromd(-1.5e30));
    show("fromd", (u128)fromd(123456789.75));
    return 0;
}

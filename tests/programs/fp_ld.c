// run: quad flags=-ffp-contract=off
// nohost: the output is that of binary128
// long double (binary128, in integer registers, by library calls): arithmetic, comparisons, conversions, arguments.
#include <stdint.h>
#include <stdio.h>
#include <string.h>
typedef long double ld;
#define NI __attribute__((noinline))
static void show(const char *n, ld v) { uint64_t w[2]; memcpy(w, &v, 16); printf("%s %016llx%016llx\n", n, (unsigned long long)w[1], (unsigned long long)w[0]); }
NI ld add(ld a, ld b) { return a + b; }
NI ld sub(ld a, ld b) { return a - b; }
NI ld mul(ld a, ld b) { return a * b; }
NI ld dvd(ld a, ld b) { return a / b; }
NI ld neg(ld a) { return -a; }
NI ld ab(ld a) { return __builtin_fabsl(a); }
NI ld cs(ld a, ld b) { return __builtin_copysignl(a, b); }
NI int cmp(ld a, ld b) { return (a < b) | (a <= b) << 1 | (a == b) << 2 | (a != b) << 3 | (a > b) << 4 | (a >= b) << 5; }
NI ld sel(ld a, ld b, int c) { return c ? a : b; }
NI ld args(int i, ld a, float f, ld b, double d, ld c, long l, ld e) { return a + b * 2 + c * 3 + e * 4 + i + f + d + l; }
NI ld fromi(long v) { return v; }
NI ld fromu(unsigned v) { return v; }
NI ld fromul(unsigned long v) { return v; }
NI ld fromf(float v) { return v; }
NI ld fromd(double v) { return v; }
NI long toi(ld v) { return (long)v; }
NI unsigned long tou(ld v) { return (unsigned long)v; }
NI int to32(ld v) { return (int)v; }
NI float tof(ld v) { return (float)v; }
NI double tod(ld v) { return (double)v; }
struct S { ld v; int i; };
NI struct S st(struct S s) { s.v *= 2, s.i++; return s; }
static ld table[] = {0.0L, -0.0L, 1.0L, 3.14159265358979323846264338327950288L, 1e4000L, -1e-4000L, 7.0L};

int main(void) {
    int t = 0, n = 7;
    ld s = 0;
    for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) {
            t = t * 3 + cmp(table[i], table[j]);
            t &= 0xffffff;
            s = add(s, sub(mul(table[i], 0.5L), cs(dvd(ab(table[j]), 3.0L), table[i])));
            s = sel(s, neg(s), i & 1);
        }
    printf("%d\n", t);
    show("sum", s);
    show("pi2", mul(table[3], table[3]));
    show("args", args(1, 2.0L, 3.5f, 4.25L, 5.125, 6.0L, 7, 8.0L));
    show("conv", fromi(-123456789012345l) + fromu(4000000000u) + fromul(0xffffffffffffffffu) + fromf(1.1f) + fromd(2.2));
    printf("%ld %lu %d %a %a\n", toi(-1e15L), tou(1.8e19L), to32(-7.9L), tof(table[3]), tod(table[3]));
    struct S x = {1.25L, 3};
    x = st(x);
    printf("%d %.4Lf\n", x.i, x.v);
    return 0;
}

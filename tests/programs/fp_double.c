// run: rv32 exact flags=-ffp-contract=off
// Double arithmetic, comparisons, sign operations and branches on edge values; results printed as bits.
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#define NI __attribute__((noinline))
static uint64_t h = 1;
static void mix(double d) { uint64_t u; memcpy(&u, &d, 8); if (d != d) u = 0x7ff8; h = (h ^ u) * 0x100000001b3ull; }
NI double add(double a, double b) { return a + b; }
NI double sub(double a, double b) { return a - b; }
NI double mul(double a, double b) { return a * b; }
NI double dvd(double a, double b) { return a / b; }
NI double neg(double a) { return -a; }
NI double ab(double a) { return __builtin_fabs(a); }
NI double cs(double a, double b) { return __builtin_copysign(a, b); }
NI int cmp(double a, double b) { return (a < b) | (a <= b) << 1 | (a == b) << 2 | (a != b) << 3 | (a > b) << 4 | (a >= b) << 5 | __builtin_isunordered(a, b) << 6 | __builtin_isless(a, b) << 7 | __builtin_islessgreater(a, b) << 8; }
NI int br(double a, double b) { int r = 0; if (a < b) r += 1; if (!(a >= b)) r += 2; if (a != a) r += 4; if (!(a > b)) r += 8; if (a == b) r += 16; else r += 32; return r; }
NI double sel(double a, double b) { return a < b ? a : b; }
NI int signb(double a) { return __builtin_signbit(a) != 0; }
NI int cls(double a) { return __builtin_isinf(a) | __builtin_isnan(a) << 1 | __builtin_isfinite(a) << 2 | __builtin_isnormal(a) << 3; }
NI double consts(int i) { switch (i) { case 0: return 0.0; case 1: return -0.0; case 2: return 1.0; case 3: return 3.141592653589793; case 4: return 1e308; default: return 5e-324; } }
NI double poly(double x) { return ((((x * 0.5 - 1.25) * x + 3.0) * x - 7.0) * x + 0.1) * x - 2.0; }
NI double horner(const double *c, int n, double x) { double r = 0; while (n--) r = r * x + c[n]; return r; }

int main(void) {
    double v[] = {0.0, -0.0, 1.0, -1.0, 0.5, 1.5, 3.0, 1e10, -1e-10, 1e308, -1e308, 5e-324, 2.2250738585072014e-308, __builtin_inf(), -__builtin_inf(), __builtin_nan(""), 0.1, 123456.789};
    int n = sizeof v / sizeof *v;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            double a = v[i], b = v[j];
            mix(add(a, b)), mix(sub(a, b)), mix(mul(a, b)), mix(dvd(a, b)), mix(sel(a, b));
            if (a == a && b == b) mix(cs(a, b));
            mix(cmp(a, b)), mix(br(a, b));
        }
    for (int i = 0; i < n; i++) { mix(neg(v[i])), mix(ab(v[i])), mix(cls(v[i])); if (v[i] == v[i]) mix(signb(v[i])); }
    for (int i = 0; i < 6; i++) mix(consts(i));
    for (int i = -20; i < 20; i++) mix(poly(i * 0.37)), mix(horner(v + 2, 7, i * 0.11));
    printf("%llx\n", (unsigned long long)h);
    return 0;
}

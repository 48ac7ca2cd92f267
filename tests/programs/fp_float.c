// run: rv32 exact flags=-ffp-contract=off
// Single arithmetic, comparisons, sign operations and branches on edge values; results printed as bits.
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#define NI __attribute__((noinline))
static uint64_t h = 1;
static void mix(float d) { uint32_t u; memcpy(&u, &d, 4); if (d != d) u = 0x7fc; h = (h ^ u) * 0x100000001b3ull; }
NI float add(float a, float b) { return a + b; }
NI float sub(float a, float b) { return a - b; }
NI float mul(float a, float b) { return a * b; }
NI float dvd(float a, float b) { return a / b; }
NI float neg(float a) { return -a; }
NI float ab(float a) { return __builtin_fabsf(a); }
NI float cs(float a, float b) { return __builtin_copysignf(a, b); }
NI int cmp(float a, float b) { return (a < b) | (a <= b) << 1 | (a == b) << 2 | (a != b) << 3 | (a > b) << 4 | (a >= b) << 5 | __builtin_isunordered(a, b) << 6 | __builtin_isless(a, b) << 7 | __builtin_islessgreater(a, b) << 8; }
NI int br(float a, float b) { int r = 0; if (a < b) r += 1; if (!(a >= b)) r += 2; if (a != a) r += 4; if (!(a > b)) r += 8; if (a == b) r += 16; else r += 32; return r; }
NI float sel(float a, float b) { return a < b ? a : b; }
NI int signb(float a) { return __builtin_signbit(a) != 0; }
NI int cls(float a) { return __builtin_isinf(a) | __builtin_isnan(a) << 1 | __builtin_isfinite(a) << 2 | __builtin_isnormal(a) << 3; }
NI float consts(int i) { switch (i) { case 0: return 0.0f; case 1: return -0.0f; case 2: return 1.0f; case 3: return 3.14159265f; case 4: return 3e38f; default: return 1e-45f; } }
NI float poly(float x) { return ((((x * 0.5f - 1.25f) * x + 3.0f) * x - 7.0f) * x + 0.1f) * x - 2.0f; }
NI float horner(const float *c, int n, float x) { float r = 0; while (n--) r = r * x + c[n]; return r; }

int main(void) {
    float v[] = {0.0f, -0.0f, 1.0f, -1.0f, 0.5f, 1.5f, 3.0f, 1e10f, -1e-10, 3e38f, -3e38f, 1e-45f, 1.17549435e-38f, __builtin_inff(), -__builtin_inff(), __builtin_nanf(""), 0.1f, 123456.789};
    int n = sizeof v / sizeof *v;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            float a = v[i], b = v[j];
            mix(add(a, b)), mix(sub(a, b)), mix(mul(a, b)), mix(dvd(a, b)), mix(sel(a, b));
            if (a == a && b == b) mix(cs(a, b));
            mix(cmp(a, b)), mix(br(a, b));
        }
    for (int i = 0; i < n; i++) { mix(neg(v[i])), mix(ab(v[i])), mix(cls(v[i])); if (v[i] == v[i]) mix(signb(v[i])); }
    for (int i = 0; i < 6; i++) mix(consts(i));
    for (int i = -20; i < 20; i++) mix(poly(i * 0.37f)), mix(horner(v + 2, 7, i * 0.11f));
    printf("%llx\n", (unsigned long long)h);
    return 0;
}

// run: rv32
// Selects, minima and maxima, absolute values, clamps, conditional increments and masks, boolean algebra, short circuit.
#include <stdint.h>
#include <stdio.h>
#define NI __attribute__((noinline))
NI static int mn(int a, int b) { return a < b ? a : b; }
NI static unsigned mxu(unsigned a, unsigned b) { return a > b ? a : b; }
NI static int64_t mnl(int64_t a, int64_t b) { return a < b ? a : b; }
NI static int ab(int a) { return a < 0 ? (int)-(unsigned)a : a; }
NI static int64_t abl(int64_t a) { return a < 0 ? (int64_t)-(uint64_t)a : a; }
NI static int clamp(int v, int lo, int hi) { return v < lo ? lo : v > hi ? hi : v; }
NI static int sgn(int64_t v) { return (v > 0) - (v < 0); }
NI static int cond_inc(int a, int b, int c) { return a == b ? c + 1 : c; }
NI static int cond_mask(int c, int v) { return c ? v : 0; }
NI static int cond_not(int c, int v) { return c ? v : -1; }
NI static int sel_const(int c) { return c > 3 ? 100 : 7; }
NI static int sel_pow(int c) { return c ? 8 : 0; }
NI static double seld(int c, double a, double b) { return c ? a : b; }
NI static int bools(int a, int b, int c, int d) { return (a && b) + 2 * (a || c) + 4 * (!a && (b || !c)) + 8 * ((a ^ b) == d) + 16 * (a && b && c && d) + 32 * (a || b || c || d); }
static int calls;
NI static int side(int x) { calls++; return x; }
NI static int circuit(int a, int b) { int n = calls; int r = (side(a) && side(b)) || (side(!a) && !side(b)); return r + 10 * (calls - n); }
NI static int range(int c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_'; }
NI static int cmpchain(int a, int b, int c) { return a < b ? b < c ? 1 : a < c ? 2 : 3 : a < c ? 4 : b < c ? 5 : 6; }
NI static int three(int64_t a, int64_t b) { return a < b ? -1 : a > b; }
NI static int ptr(const char *p, const char *q) { return p < q ? 1 : p == q ? 2 : p ? 3 : 4; }
NI static unsigned sat(unsigned a, unsigned b) { unsigned s = a + b; return s < a ? ~0u : s; }
NI static unsigned diff(unsigned a, unsigned b) { return a > b ? a - b : b - a; }
NI static unsigned round_up(unsigned a, unsigned b) { return (a + b - 1) & -b; }
NI static int avg(int a, int b) { return (a & b) + ((a ^ b) >> 1); }
NI static int lookup(unsigned i) { static const signed char t[] = {5, -7, 9}; return i < 3 ? t[i] : i == 9 ? 77 : -1; }
int main(void) {
    static const int v[] = {0, 1, -1, 5, -5, 100, 2147483647, -2147483647 - 1, '_', 'q'};
    uint64_t h = 1;
#define M(x) h = h * 31 + (uint64_t)(int64_t)(x)
    for (int i = 0; i < 10; i++) for (int j = 0; j < 10; j++) {
            int a = v[i], b = v[j];
            M(mn(a, b)); M(mxu((unsigned)a, (unsigned)b)); M(mnl((int64_t)a * 3, (int64_t)b * 2147483648ll)); M(ab(a)); M(abl((int64_t)a * b)); M(clamp(a, -3, mn(ab(b) & 255, 50)));
            M(sgn((int64_t)a - b)); M(cond_inc(a, b, 7)); M(cond_mask(a, b)); M(cond_not(a, b)); M(sel_const(a)); M(sel_pow(b)); M(seld(a < b, 1, -2));
            M(bools(a & 1, b & 1, a & 2, b & 3)); M(circuit(a & 1, b & 1)); M(range(a)); M(cmpchain(a, b, 3)); M(three((int64_t)a * 256, b)); M(sat((unsigned)a, (unsigned)b)); M(diff((unsigned)a, (unsigned)b)); M(round_up((unsigned)a, 16)); M(avg(a, b)); M(lookup((unsigned)a));
        }
    printf("%llx %d %d %d\n", (unsigned long long)h, ptr("a", 0) > 1, ptr((const char *)v, (const char *)v), calls);
    return 0;
}

// Conversions between integers of 64 bits and floats, in registers and memory, at the edges of both.
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#define NI __attribute__((noinline))
NI double i_d(int64_t x) { return x; }
NI float i_f(int64_t x) { return x; }
NI double u_d(uint64_t x) { return x; }
NI float u_f(uint64_t x) { return x; }
NI int64_t d_i(double x) { return x; }
NI int64_t f_i(float x) { return x; }
NI uint64_t d_u(double x) { return x; }
NI uint64_t f_u(float x) { return x; }
NI void store_d(double *d, const int64_t *p) { *d = *p; }
NI void store_f(float *d, const int64_t *p) { *d = *p; }
NI void store_next(double *d, const int64_t *p, int i) { *d = p[i + 1]; }
NI void store_u(double *d, const uint64_t *p) { *d = *p; }
NI void store_i(int64_t *d, const double *p) { *d = *p; }
NI double low_known(uint32_t h) { return (int64_t)((uint64_t)h << 32 | 7); }
NI double low_zero(uint32_t h) { return (uint64_t)h << 32; }
NI double high_known(uint32_t l) { return 0x8000000100000000ull | l; }
// Halves that stand beside each other in the wrong order, and of two numbers.
NI double swapped(const uint32_t *p) { return (int64_t)((uint64_t)p[0] << 32 | p[1]); }
NI double apart(const uint32_t *p) { return (int64_t)((uint64_t)p[2] << 32 | p[0]); }
static void pd(double d) { uint64_t u; memcpy(&u, &d, 8); printf(" %016llx", (unsigned long long)u); }
static void pf(float f) { uint32_t u; memcpy(&u, &f, 4); printf(" %08x", u); }

int main(void) {
    static const uint64_t v[] = {0, 1, 2, 3, 0x7fffffff, 0x80000000, 0xffffffff, 0x100000000, INT64_MAX, 1ull << 63, (1ull << 63) + 1, UINT64_MAX, UINT64_MAX - 1023, UINT64_MAX - 1024, 0x8000000000000400, 0x8000000000000401, 0x8000008000000000, 0x8000008000000001, 0x20000000000001, 0x40000000000002, 0x40000000000003, 0x1000001, 0x1000003, 0xfffffffffffff800, 0x123456789abcdef0, 0xfedcba9876543210};
    for (unsigned i = 0; i < sizeof v / sizeof *v; i++) {
        const int64_t *p = (const int64_t *)v + i;
        double a, b = 0, c;
        float f;
        store_d(&a, p), store_f(&f, p), store_u(&c, v + i);
        if (i) store_next(&b, (const int64_t *)v, i - 1);
        pd(i_d(v[i])), pf(i_f(v[i])), pd(u_d(v[i])), pf(u_f(v[i])), pd(a), pf(f), pd(b), pd(c);
        pd(low_known(v[i] >> 32)), pd(low_zero(v[i])), pd(high_known(v[i])), pd(swapped((const uint32_t *)p));
        if (i) pd(apart((const uint32_t *)(p - 1)));
        puts("");
    }
    static const double w[] = {0, -0.0, .5, -.5, 1.5, 2.5, -1.5, -2.5, 1e9, -1e9, 4294967295.5, 4294967296., 9007199254740993., 1e18, 9.2e18, -9.2e18, 9223371487098961920., -9223372036854775808., 3.99999, 9223372036854775808., 9223373136366403584., 18446742974197923840., 1e19, 1.8e19};
    for (unsigned i = 0; i < sizeof w / sizeof *w; i++) {
        if (w[i] < 9.3e18 && w[i] != 9223372036854775808. && w[i] != 9223373136366403584.) {
            int64_t q;
            store_i(&q, w + i);
            printf("%lld %lld %lld ", (long long)d_i(w[i]), (long long)f_i(w[i]), (long long)q);
        }
        if (w[i] >= 0) printf("%llu %llu", (unsigned long long)d_u(w[i]), (unsigned long long)f_u(w[i]));
        puts("");
    }
}

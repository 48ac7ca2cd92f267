// run: rv32
// Large frames: beyond 2 KB (12-bit offsets) and 2 MB, with spills, arrays at both ends, calls with stack arguments.
#include <stdio.h>
#define NI __attribute__((noinline))
NI static int use(volatile signed char *p, int n) { p[0] = (signed char)n, p[n - 1] = 7; return p[0] + p[n - 1]; }
NI static int f2k(int x) { signed char a[2040]; return use(a, 2040) + x; }
NI static int f4k(int x) { signed char a[4096], b[100]; return use(a, 4096) + use(b, 100) + x; }
NI static int f64k(int a, int b, int c, int d, int e, int f, int g, int h, int i, int j) { signed char x[65536]; int before = a * 2 + b; int r = use(x, 65536); return r + before + c + d + e + f + g + h + i * 3 + j * 5; }
NI static long mega(long x, double d) { signed char a[2200000]; int lo[4]; lo[0] = (int)x, lo[3] = 5; double k = d * 1.5; int r = use(a, 2200000); return r + lo[0] * lo[3] + (long)k + x; }
NI static int many(int a, int b, int c, int d, int e, int f, int g, int h, int i, int j, int k, int l) { return a + b * 2 + c * 3 + d * 4 + e * 5 + f * 6 + g * 7 + h * 8 + i * 9 + j * 10 + k * 11 + l * 12; }
NI static int callbig(int n) { signed char a[5000]; int v[12]; for (int i = 0; i < 12; i++) v[i] = i * n; int r = use(a, 5000); return many(v[0], v[1], v[2], v[3], v[4], v[5], v[6], v[7], v[8], v[9], v[10], v[11]) + r; }
NI static int scattered(int n) {
    volatile int a[400], b[500], c[600], d[2], e[700];
    d[0] = n, d[1] = n * 2, a[0] = 1, a[399] = 2, b[0] = 3, b[499] = 4, c[0] = 5, c[599] = 6, e[0] = 7, e[699] = 8;
    int t = 0;
    for (int i = 0; i < 2; i++) t += d[i] * (a[0] + a[399] * 2 + b[0] * 3 + b[499] * 4 + c[0] * 5 + c[599] * 6 + e[0] * 7 + e[699] * 8);
    return t;
}
NI static int bigspill(const int *p) {
    volatile signed char pad[3000];
    int v[30], t = 0;
    pad[0] = 1, pad[2999] = 2;
    int a = p[0], b = p[1], c = p[2], d = p[3], e = p[4], f = p[5], g = p[6], h = p[7], i = p[8], j = p[9], k = p[10], l = p[11], m = p[12], n = p[13], o = p[14];
    for (int q = 0; q < 30; q++) v[q] = p[q % 15] * q, t += use((volatile signed char *)pad, 30 + q);
    return a + b * 2 + c * 3 + d * 4 + e * 5 + f * 6 + g * 7 + h * 8 + i * 9 + j * 10 + k * 11 + l * 12 + m * 13 + n * 14 + o * 15 + v[29] + t + pad[2999];
}
struct big { int a[1500]; };
NI static struct big ret_big(struct big x, int n) { x.a[0] += n, x.a[1499] -= n; return x; }
NI static int through(int n) { struct big b; for (int i = 0; i < 1500; i++) b.a[i] = i; b = ret_big(ret_big(b, n), 1); return b.a[0] * 10 + b.a[1499] + b.a[700]; }
int main(void) {
    int p[15];
    for (int i = 0; i < 15; i++) p[i] = i * i + 3;
    printf("%d %d %d %ld\n", f2k(1), f4k(2), f64k(1, 2, 3, 4, 5, 6, 7, 8, 9, 10), mega(11, 2.5));
    printf("%d %d %d %d\n", callbig(3), scattered(9), bigspill(p), through(20));
    return 0;
}

// run: rv32
// Parallel copies: arguments that permute, cycles of phis in integers and floats, swaps over critical edges, results as arguments.
#include <stdio.h>
#define NI __attribute__((noinline))
NI static int f4(int a, int b, int c, int d) { return a + b * 3 + c * 5 + d * 7; }
NI static int perm(int a, int b, int c, int d) { return f4(b, a, d, c) + f4(d, c, b, a) * 2 + f4(c, a, b, d) * 3 + f4(a, a, b, b); }
NI static double g4(double a, double b, double c, double d) { return a + b * 3 + c * 5 + d * 7; }
NI static double permd(double a, double b, double c, double d) { return g4(b, a, d, c) + g4(d, c, b, a) * 2 + g4(c, a, b, d) * 3; }
NI static long long mixed(int a, double x, long long b, float y) { return a + (long long)(x * 2) + b * 3 + (long long)(y * 4); }
NI static long long permm(float y, long long b, double x, int a) { return mixed(a, x, b, y) + mixed((int)b, y, a, (float)x); }
NI static int nest(int x) { return f4(f4(x, 1, 2, 3), f4(4, x, 5, 6), f4(7, 8, x, 9), f4(1, f4(x, x, x, x), 2, f4(0, x, 0, x))); }
NI static unsigned cyc(unsigned a, unsigned b, unsigned c, unsigned d, unsigned e, int n) { while (n-- > 0) { unsigned t = a; a = c, c = e, e = b, b = d, d = t; if (n & 1) { t = a, a = b, b = t; } } return a + b * 10 + c * 100 + d * 1000 + e * 10000; }
NI static double cycd(double a, double b, double c, int n) { while (n-- > 0) { double t = a; a = b, b = c, c = t; if (n % 3 == 0) t = a, a = c, c = t; } return a + b * 10 + c * 100; }
NI static int swap_exit(int a, int b, int n) { do { if (n == 3) return a * 10 + b; int t = a; a = b, b = t; n--; } while (n); return a * 100 + b; }
NI static int diamond(int c, int x, int y) { int p, q; if (c) p = x, q = y; else p = y, q = x; if (c > 5) { int t = p; p = q, q = t; } return p * 1000 + q; }
NI static long long fibs(int n) { long long a = 0, b = 1; for (; n; n--) { long long t = a + b; a = b, b = t; } return a; }
NI static int rot(int n, int a, int b, int c, int d, int e, int f, int g) { return n ? rot(n - 1, g, a, b, c, d, e, f) : a + b * 2 + c * 3 + d * 4 + e * 5 + f * 6 + g * 7; }
NI static float ffi(float a, int i, float b, int j, float c, int k) { return a + i + b * 2 + j * 2 + c * 3 + k * 3; }
NI static float ffp(int k, float c, int j, float b, int i, float a) { return ffi(a, i, b, j, c, k) - ffi(c, k, a, i, b, j); }
int main(void) {
    printf("%d %d %lld %d\n", perm(1, 2, 3, 4), (int)permd(1, 2, 3, 4), permm(1.5f, 1ll << 30, 2.5, 7), nest(3));
    for (int n = 0; n < 7; n++) printf("%u %d %d ", cyc(1, 2, 3, 4, 5, n), (int)cycd(1, 2, 3, n), swap_exit(4, 9, n + 1));
    printf("\n%d %d %d %lld %d %d\n", diamond(0, 1, 2), diamond(1, 1, 2), diamond(9, 1, 2), fibs(80), rot(10, 1, 2, 3, 4, 5, 6, 7), (int)(ffp(1, 2, 3, 4, 5, 6) * 2));
    return 0;
}

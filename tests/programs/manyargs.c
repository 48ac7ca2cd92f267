// run: rv32
// Many arguments: integers, doubles and mixtures beyond the registers, 64-bit pairs split between register and stack.
#include <stdio.h>
#define NI __attribute__((noinline))

NI static int i20(int a0, int a1, int a2, int a3, int a4, int a5, int a6, int a7, int a8, int a9, int a10, int a11, int a12, int a13, int a14, int a15, int a16, int a17, int a18, int a19) { return a0 * 1 + a1 * 2 + a2 * 3 + a3 * 4 + a4 * 5 + a5 * 6 + a6 * 7 + a7 * 8 + a8 * 9 + a9 * 10 + a10 * 11 + a11 * 12 + a12 * 13 + a13 * 14 + a14 * 15 + a15 * 16 + a16 * 17 + a17 * 18 + a18 * 19 + a19 * 20; }
NI static double d20(double a0, double a1, double a2, double a3, double a4, double a5, double a6, double a7, double a8, double a9, double a10, double a11, double a12, double a13, double a14, double a15, double a16, double a17, double a18, double a19) { return a0 * 1 + a1 * 2 + a2 * 3 + a3 * 4 + a4 * 5 + a5 * 6 + a6 * 7 + a7 * 8 + a8 * 9 + a9 * 10 + a10 * 11 + a11 * 12 + a12 * 13 + a13 * 14 + a14 * 15 + a15 * 16 + a16 * 17 + a17 * 18 + a18 * 19 + a19 * 20; }
NI static long long l11(long long a0, long long a1, long long a2, long long a3, long long a4, long long a5, long long a6, long long a7, long long a8, long long a9, long long a10) { return a0 * 1 + a1 * 2 + a2 * 3 + a3 * 4 + a4 * 5 + a5 * 6 + a6 * 7 + a7 * 8 + a8 * 9 + a9 * 10 + a10 * 11; }
NI static double mix30(char a0, signed char a1, double a2, short a3, void * a4, int a5, long long a6, char a7, unsigned short a8, unsigned char a9, float a10, void * a11, signed char a12, double a13, short a14, unsigned short a15, int a16, long long a17, char a18, signed char a19, unsigned char a20, float a21, void * a22, int a23, double a24, short a25, unsigned short a26, unsigned char a27, long long a28, char a29) { return (double)(unsigned char)a0 * 1 + (double)a1 * 2 + (double)a2 * 3 + (double)a3 * 4 + (double)(long)a4 * 5 + (double)a5 * 6 + (double)a6 * 7 + (double)(unsigned char)a7 * 8 + (double)a8 * 9 + (double)a9 * 10 + (double)a10 * 11 + (double)(long)a11 * 12 + (double)a12 * 13 + (double)a13 * 14 + (double)a14 * 15 + (double)a15 * 16 + (double)a16 * 17 + (double)a17 * 18 + (double)(unsigned char)a18 * 19 + (double)a19 * 20 + (double)a20 * 21 + (double)a21 * 22 + (double)(long)a22 * 23 + (double)a23 * 24 + (double)a24 * 25 + (double)a25 * 26 + (double)a26 * 27 + (double)a27 * 28 + (double)a28 * 29 + (double)(unsigned char)a29 * 30; }
NI static long long split(int a, int b, int c, int d, int e, int f, int g, long long h, int i, long long j) { return a + b + c + d + e + f + g + h * 3 + i * 5 + j * 7; }
NI static long long even(int a, long long b, int c, long long d, int e, long long f, int g, long long h) { return a + b * 2 + c * 3 + d * 4 + e * 5 + f * 6 + g * 7 + h * 8; }
NI static int pass(int a0, int a1, int a2, int a3, int a4, int a5, int a6, int a7, int a8, int a9, int a10, int a11, int a12, int a13) { int r = i20(a0, a5, a10, a1, a6, a11, a2, a7, a12, a3, a8, a13, a4, a9, a0, a5, a10, a1, a6, a11); return r + a13; }
NI static int swapargs(int a, int b, int c, int d, int e, int f, int g, int h) { return a ? swapargs(a - 1, h, b, c, d, e, f, g) * 2 + b : b + c * 2 + d * 3 + e * 4 + f * 5 + g * 6 + h * 7; }
NI static void out(int n, int *a, int *b, int *c, int *d, int *e, int *f, int *g, int *h, int *i) { *a = n, *b = *a * 2, *c = *b + 1, *d = *c * 3, *e = *d - 1, *f = *e + *a, *g = *f, *h = *g + *b, *i = *h * 2; }
int main(void) {
    printf("%d %d %lld\n", i20(-7, -4, -1, 2, 5, 8, 11, 14, 17, 20, 23, 26, 29, 32, 35, 38, 41, 44, 47, 50), (int)d20(0.5, 1.5, 2.5, 3.5, 4.5, 5.5, 6.5, 7.5, 8.5, 9.5, 10.5, 11.5, 12.5, 13.5, 14.5, 15.5, 16.5, 17.5, 18.5, 19.5), l11(1ll << 20, 2ll << 20, 3ll << 20, 4ll << 20, 5ll << 20, 6ll << 20, 7ll << 20, 8ll << 20, 9ll << 20, 10ll << 20, 11ll << 20));
    printf("%d\n", (int)mix30(1, -15, -10, -5, (void *)7, 5, 10, 8, 9, 10, 30, (void *)14, 40, 45, 50, 16, 60, 65, 19, 75, 21, 85, (void *)25, 95, 100, 105, 27, 28, 120, 30));
    printf("%lld %lld %d %d\n", split(1, 2, 3, 4, 5, 6, 7, 8ll << 33, 9, 10ll << 34), even(1, 2ll << 32, 3, 4, 5, -6, 7, 8ll << 40), pass(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14), swapargs(5, 1, 2, 3, 4, 5, 6, 7));
    int a, b, c, d, e, f, g, h, i;
    out(7, &a, &b, &c, &d, &e, &f, &g, &h, &i);
    printf("%d\n", a + b + c + d + e + f + g + h + i);
    return 0;
}

// run: rv32 flags=-ffp-contract=off
// Matrix products of doubles, floats and integers, transposed, blocked; power of a matrix; determinants.
#include <stdio.h>
#define N 17
typedef double mat[N][N];
__attribute__((noinline)) static void mul(mat c, mat a, mat b) { for (int i = 0; i < N; i++) for (int j = 0; j < N; j++) { double t = 0; for (int k = 0; k < N; k++) t += a[i][k] * b[k][j]; c[i][j] = t; } }
__attribute__((noinline)) static void blocked(mat c, mat a, mat b) {
    for (int i = 0; i < N; i++) for (int j = 0; j < N; j++) c[i][j] = 0;
    for (int ii = 0; ii < N; ii += 4) for (int kk = 0; kk < N; kk += 4) for (int jj = 0; jj < N; jj += 4)
        for (int i = ii; i < ii + 4 && i < N; i++) for (int k = kk; k < kk + 4 && k < N; k++) for (int j = jj; j < jj + 4 && j < N; j++) c[i][j] += a[i][k] * b[k][j];
}
__attribute__((noinline)) static void fmul(float *c, const float *a, const float *b, int n) {
    for (int i = 0; i + 1 < n; i += 2) for (int j = 0; j + 1 < n; j += 2) {
        float c00 = 0, c01 = 0, c10 = 0, c11 = 0;
        for (int k = 0; k < n; k++) { float a0 = a[i * n + k], a1 = a[(i + 1) * n + k], b0 = b[k * n + j], b1 = b[k * n + j + 1]; c00 += a0 * b0, c01 += a0 * b1, c10 += a1 * b0, c11 += a1 * b1; }
        c[i * n + j] = c00, c[i * n + j + 1] = c01, c[(i + 1) * n + j] = c10, c[(i + 1) * n + j + 1] = c11;
    }
}
typedef struct { unsigned long long a, b, c, d; } m2;
__attribute__((noinline)) static m2 mm(m2 x, m2 y) { return (m2){x.a * y.a + x.b * y.c, x.a * y.b + x.b * y.d, x.c * y.a + x.d * y.c, x.c * y.b + x.d * y.d}; }
static m2 power(m2 x, unsigned n) { m2 r = {1, 0, 0, 1}; for (; n; n >>= 1, x = mm(x, x)) if (n & 1) r = mm(r, x); return r; }
static long long det(long long *m, int n) {
    long long t = 0, sub[25];
    if (n == 1) return m[0];
    for (int c = 0; c < n; c++) { int k = 0; for (int i = 1; i < n; i++) for (int j = 0; j < n; j++) if (j != c) sub[k++] = m[i * n + j]; t += (c & 1 ? -1 : 1) * m[c] * det(sub, n - 1); }
    return t;
}
int main(void) {
    static mat a, b, c, d;
    static float fa[64], fb[64], fc[64];
    for (int i = 0; i < N; i++) for (int j = 0; j < N; j++) a[i][j] = i * 3 - j, b[i][j] = (i ^ j) * 0.5;
    mul(c, a, b), blocked(d, a, b);
    double diff = 0, sum = 0;
    for (int i = 0; i < N; i++) for (int j = 0; j < N; j++) sum += c[i][j] * (i + 1), diff += c[i][j] - d[i][j];
    for (int i = 0; i < 64; i++) fa[i] = (float)i * 0.25f, fb[i] = (float)(64 - i);
    fmul(fc, fa, fb, 8);
    m2 f = power((m2){1, 1, 1, 0}, 90);
    long long m[25];
    for (int i = 0; i < 25; i++) m[i] = (i * i * 7) % 23 - 9;
    printf("%lld %d %lld %llu %lld\n", (long long)(sum * 4), diff == 0, (long long)(fc[37] * 100), f.b, det(m, 5));
    return 0;
}

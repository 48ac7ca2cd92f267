// run: flags=-ffp-contract=off
// Fast Fourier transforms: iterative with bit reversal on doubles, a number-theoretic one on integers, complex types.
#include <complex.h>
#include <math.h>
#include <stdio.h>
#define N 256
static double re[N], im[N];
__attribute__((noinline)) static void fft(double *r, double *i, int n, int inv) {
    for (int a = 1, b = 0; a < n; a++) { int m = n >> 1; for (; b & m; m >>= 1) b ^= m; b ^= m; if (a < b) { double t = r[a]; r[a] = r[b], r[b] = t, t = i[a], i[a] = i[b], i[b] = t; } }
    for (int len = 2; len <= n; len <<= 1) {
        double ang = (inv ? 2 : -2) * 3.14159265358979323846 / len, wr = cos(ang), wi = sin(ang);
        for (int s = 0; s < n; s += len) {
            double cr = 1, ci = 0;
            for (int k = 0; k < len / 2; k++) {
                double ur = r[s + k], ui = i[s + k], xr = r[s + k + len / 2], xi = i[s + k + len / 2], vr = xr * cr - xi * ci, vi = xr * ci + xi * cr, t = cr * wr - ci * wi;
                r[s + k] = ur + vr, i[s + k] = ui + vi, r[s + k + len / 2] = ur - vr, i[s + k + len / 2] = ui - vi;
                ci = cr * wi + ci * wr, cr = t;
            }
        }
    }
    if (inv) for (int k = 0; k < n; k++) r[k] /= n, i[k] /= n;
}
#define P 998244353u
static unsigned pw(unsigned long long b, unsigned e) { unsigned long long r = 1; for (; e; e >>= 1, b = b * b % P) if (e & 1) r = r * b % P; return (unsigned)r; }
static void ntt(unsigned *a, unsigned n, int inv) {
    for (unsigned i = 1, j = 0; i < n; i++) { unsigned m = n >> 1; for (; j & m; m >>= 1) j ^= m; j ^= m; if (i < j) { unsigned t = a[i]; a[i] = a[j], a[j] = t; } }
    for (unsigned len = 2; len <= n; len <<= 1) {
        unsigned long long w = pw(3, (P - 1) / len);
        if (inv) w = pw(w, P - 2);
        for (unsigned s = 0; s < n; s += len) { unsigned long long c = 1; for (unsigned k = 0; k < len / 2; k++) { unsigned u = a[s + k], v = (unsigned)(a[s + k + len / 2] * c % P); a[s + k] = u + v >= P ? u + v - P : u + v, a[s + k + len / 2] = u >= v ? u - v : u + P - v; c = c * w % P; } }
    }
    if (inv) { unsigned long long q = pw(n, P - 2); for (unsigned i = 0; i < n; i++) a[i] = (unsigned)(a[i] * q % P); }
}
__attribute__((noinline)) static double complex roots(double complex z, int n) { double complex r = 1; while (n--) r = r * z + 0.25 * I; return r / (z + 1); }
__attribute__((noinline)) static float complex fc(float complex a, float complex b) { return a * b - conjf(a) + b; }
int main(void) {
    for (int i = 0; i < N; i++) re[i] = i % 17 - 8, im[i] = i % 5;
    fft(re, im, N, 0);
    printf("%.6f %.6f %.6f\n", re[0], re[17], im[40]);
    fft(re, im, N, 1);
    double err = 0;
    for (int i = 0; i < N; i++) err += fabs(re[i] - (i % 17 - 8)) + fabs(im[i] - i % 5);
    unsigned a[64] = {0}, b[64] = {0};
    for (unsigned i = 0; i < 32; i++) a[i] = i * i + 1, b[i] = 1000 - i;
    ntt(a, 64, 0), ntt(b, 64, 0);
    for (int i = 0; i < 64; i++) a[i] = (unsigned)((unsigned long long)a[i] * b[i] % P);
    ntt(a, 64, 1);
    unsigned h = 0;
    for (int i = 0; i < 64; i++) h = h * 31 + a[i];
    double complex z = roots(0.5 + 0.25 * I, 9);
    float complex f = fc(1 + 2 * I, 3 - I);
    printf("%d %u %.10f %.10f %.3f %.3f %.6f\n", err < 1e-9, h, creal(z), cimag(z), (double)crealf(f), (double)cimagf(f), cabs(z));
    return 0;
}

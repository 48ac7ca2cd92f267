// run: long-double flags=-ffp-contract=off
// Complex numbers of float, double and long double: arithmetic, arguments and results, arrays, comparison.
#include <complex.h>
#include <stdio.h>
#define NI __attribute__((noinline))
NI static float complex f(float complex a, float complex b) { return a * b + a / b - conjf(b); }
NI static double complex d(double complex a, double complex b) { return a * b - a / b + a * 2.0; }
NI static long double complex l(long double complex a, long double complex b) { return a * b + b; }
NI static double complex stack(int n, double a, double b, double c, double dd, double e, double complex z, float complex w, double complex y) { return z * n + w - y + a + b * c - dd + e; }
NI static int eq(double complex a, double complex b) { return a == b; }
NI static double complex horner(const double complex *c, int n, double complex z) { double complex r = 0; while (n--) r = r * z + c[n]; return r; }
NI static double complex powi(double complex z, int n) { double complex r = 1; for (; n; n >>= 1, z *= z) if (n & 1) r *= z; return r; }
int main(void) {
    float complex a = f(1 + 2 * I, 3 - I);
    double complex b = d(1.5 - 0.5 * I, 2 + I), c[4] = {1, I, 2 - I, 0.5}, s = stack(2, 1, 2, 3, 4, 5, 1 + I, 2 - 3 * I, I);
    long double complex e = l(1 + I, 2 - I);
    double complex h = horner(c, 4, 0.3 + 0.4 * I), p = powi(1 + I, 10);
    printf("%.5f %.5f %.6f %.6f %.3Lf %.3Lf\n", (double)crealf(a), (double)cimagf(a), creal(b), cimag(b), creall(e), cimagl(e));
    printf("%.3f %.3f %d %d %.6f %.6f %.1f %.1f\n", creal(s), cimag(s), eq(b, b), eq(b, c[1]), creal(h), cimag(h), creal(p), cimag(p));
    return 0;
}

// run: flags=-ffp-contract=off
// Math: builtins with instructions (sqrt, fma, min, max, rounding) and library calls, float and double.
#include <math.h>
#include <stdio.h>
#define NI __attribute__((noinline))
NI double rnd(double x) { return floor(x) + ceil(x) * 10 + trunc(x) * 100 + round(x) * 1000 + rint(x) * 10000 + nearbyint(x) * 100000; }
NI float rndf(float x) { return floorf(x) + ceilf(x) * 10 + truncf(x) * 100 + roundf(x) * 1000 + rintf(x) * 10000; }
NI double mm(double a, double b) { return fmin(a, b) * 3 + fmax(a, b); }
NI float mmf(float a, float b) { return fminf(a, b) * 3 + fmaxf(a, b); }
NI double f3(double a, double b, double c) { return fma(a, b, c) + fma(-a, b, c) * 2 + fma(a, b, -c) * 4 + fma(-a, b, -c) * 8; }
NI float f3f(float a, float b, float c) { return fmaf(a, b, c) - fmaf(-a, b, c); }
NI long lr(double a) { return lround(a) + llrint(a) * 1000; }
NI double roots(double a) { return sqrt(a) + cbrt(a) + hypot(a, 3) + pow(a, 0.3) + exp(-a) + log(a + 1) + log2(a + 1) + log10(a + 1) + exp2(a / 9); }
NI double trig(double a) { return sin(a) + cos(a) * 2 + tan(a / 4) + atan2(a, 2) + asin(a / 100) + acos(a / 100) + sinh(a / 9) + tanh(a); }
NI double mod(double a, double b) { return fmod(a, b) + remainder(a, b) * 2; }
NI double parts(double a) { int e; double i, m = frexp(a, &e), f = modf(a, &i); return m + e * 2 + i + f * 3 + ldexp(a, 3) + scalbn(a, -2); }
NI float ffun(float a) { return sqrtf(a) + sinf(a) + expf(-a) + logf(a + 1) + powf(a, 1.5f) + fabsf(-a) + fmodf(a, 0.7f); }
NI double pw(double a, int n) { return __builtin_powi(a, n); }

int main(void) {
    static const double v[] = {0.3, 0.5, 1.5, 2.5, 7.49, 7.51, 12.0};
    for (int i = 0; i < 7; i++) {
        double x = v[i];
        printf("%.10g %.10g %.10g %.10g\n", rnd(x), rnd(-x), rndf((float)x), mm(x, -x));
        printf("%.10g %.10g %.6g %ld\n", mm(x, NAN), f3(x, 1.1, 3.3), (double)f3f((float)x, 1.25f, 3.5f), lr(-x));
        printf("%.10g %.10g %.10g %.10g %.5g %.10g\n", roots(x), trig(x), mod(x, 0.7), parts(x), (double)ffun((float)x), pw(x, 5) + pw(x, -3));
        printf("%.6g\n", (double)mmf((float)x, NAN));
    }
    return 0;
}

// run: flags=-ffp-contract=off
// N-body, spectral norm, LU with pivoting, Newton, Runge-Kutta, Simpson: loops of doubles in structures and arrays.
#include <math.h>
#include <stdio.h>
struct body { double x[3], v[3], m; };
static struct body b[5];
__attribute__((noinline)) static void advance(double dt) {
    for (int i = 0; i < 5; i++) for (int j = i + 1; j < 5; j++) {
        double d[3], s = 0;
        for (int k = 0; k < 3; k++) d[k] = b[i].x[k] - b[j].x[k], s += d[k] * d[k];
        double mag = dt / (s * sqrt(s));
        for (int k = 0; k < 3; k++) b[i].v[k] -= d[k] * b[j].m * mag, b[j].v[k] += d[k] * b[i].m * mag;
    }
    for (int i = 0; i < 5; i++) for (int k = 0; k < 3; k++) b[i].x[k] += dt * b[i].v[k];
}
static double energy(void) { double e = 0; for (int i = 0; i < 5; i++) { for (int k = 0; k < 3; k++) e += 0.5 * b[i].m * b[i].v[k] * b[i].v[k]; for (int j = i + 1; j < 5; j++) { double s = 0; for (int k = 0; k < 3; k++) s += (b[i].x[k] - b[j].x[k]) * (b[i].x[k] - b[j].x[k]); e -= b[i].m * b[j].m / sqrt(s); } } return e; }
static double A(int i, int j) { return 1.0 / ((i + j) * (i + j + 1) / 2 + i + 1); }
static void Av(int n, const double *v, double *o) { for (int i = 0; i < n; i++) { o[i] = 0; for (int j = 0; j < n; j++) o[i] += A(i, j) * v[j]; } }
static void Atv(int n, const double *v, double *o) { for (int i = 0; i < n; i++) { o[i] = 0; for (int j = 0; j < n; j++) o[i] += A(j, i) * v[j]; } }
static double spectral(int n) {
    double u[64], v[64], t[64], vbv = 0, vv = 0;
    for (int i = 0; i < n; i++) u[i] = 1;
    for (int i = 0; i < 6; i++) Av(n, u, t), Atv(n, t, v), Av(n, v, t), Atv(n, t, u);
    for (int i = 0; i < n; i++) vbv += u[i] * v[i], vv += v[i] * v[i];
    return sqrt(vbv / vv);
}
static int lu(double *a, int n, int *p) {
    for (int k = 0; k < n; k++) {
        int m = k;
        for (int i = k + 1; i < n; i++) if (fabs(a[i * n + k]) > fabs(a[m * n + k])) m = i;
        p[k] = m;
        if (a[m * n + k] == 0) return 0;
        if (m != k) for (int j = 0; j < n; j++) { double t = a[k * n + j]; a[k * n + j] = a[m * n + j], a[m * n + j] = t; }
        for (int i = k + 1; i < n; i++) { double f = a[i * n + k] /= a[k * n + k]; for (int j = k + 1; j < n; j++) a[i * n + j] -= f * a[k * n + j]; }
    }
    return 1;
}
static double f(double x) { return x * x * x - 2 * x - 5; }
static double newton(double x) { for (int i = 0; i < 20; i++) x -= f(x) / (3 * x * x - 2); return x; }
static double simpson(double (*g)(double), double lo, double hi, int n) { double h = (hi - lo) / n, s = g(lo) + g(hi); for (int i = 1; i < n; i++) s += g(lo + i * h) * (i & 1 ? 4 : 2); return s * h / 3; }
static double rk4(double y, double t, double h, int n) { while (n--) { double k1 = t - y, k2 = t + h / 2 - (y + h / 2 * k1), k3 = t + h / 2 - (y + h / 2 * k2), k4 = t + h - (y + h * k3); y += h / 6 * (k1 + 2 * k2 + 2 * k3 + k4), t += h; } return y; }
int main(void) {
    for (int i = 0; i < 5; i++) { b[i].m = 1.0 / (i + 1); for (int k = 0; k < 3; k++) b[i].x[k] = i * 2 + k * k, b[i].v[k] = (i - k) * 0.1; }
    printf("%.9f ", energy());
    for (int i = 0; i < 200; i++) advance(0.001);
    printf("%.9f %.9f\n", energy(), b[2].x[1]);
    double a[64];
    int p[8];
    for (int i = 0; i < 64; i++) a[i] = (i * i * 13) % 37 - 11.5;
    int ok = lu(a, 8, p);
    double det = 1;
    for (int i = 0; i < 8; i++) det *= a[i * 9] * (p[i] == i ? 1 : -1);
    printf("%d %.6e %.9f %.9f %.9f %.9f\n", ok, det, spectral(50), newton(2), simpson(f, 0, 3, 100), rk4(1, 0, 0.01, 100));
    return 0;
}

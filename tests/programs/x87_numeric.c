// run: x87 flags=-ffp-contract=off
// Numeric programs in long double: an FFT and its inverse, planets, LU decomposition with pivots, the Mandelbrot set,
// polynomials deep enough to overflow a stack of eight. What is printed is bits.
#include <math.h>
#include <stdio.h>
#include <string.h>

typedef long double real;

static void bits(const char *name, real x) {
    unsigned char b[16] = {0};
    memcpy(b, &x, 10);
    printf("%s ", name);
    for (int i = 9; i >= 0; i--) printf("%02x", b[i]);
    printf("\n");
}

// Fast Fourier transformation of 64 points, in place.
enum { POINTS = 64 };
typedef struct {
    real re, im;
} cplx;

static void fft(cplx *a, int n, real sign) {
    for (int i = 1, j = 0; i < n; i++) {
        int bit = n >> 1;
        for (; j & bit; bit >>= 1) j ^= bit;
        j ^= bit;
        if (i < j) {
            cplx t = a[i];
            a[i] = a[j];
            a[j] = t;
        }
    }
    for (int len = 2; len <= n; len <<= 1) {
        // The angle's sine and cosine by series: no library in the way.
        real angle = sign * 6.283185307179586476925286766559L / len, c = 1, s = 0, term = 1;
        for (int k = 1; k < 40; k++) {
            term = term * angle / k;
            switch (k & 3) {
            case 0: c += term; break;
            case 1: s += term; break;
            case 2: c -= term; break;
            default: s -= term; break;
            }
        }
        for (int i = 0; i < n; i += len) {
            cplx w = {1, 0};
            for (int j = 0; j < len / 2; j++) {
                cplx u = a[i + j], v = a[i + j + len / 2];
                cplx t = {v.re * w.re - v.im * w.im, v.re * w.im + v.im * w.re};
                a[i + j] = (cplx){u.re + t.re, u.im + t.im};
                a[i + j + len / 2] = (cplx){u.re - t.re, u.im - t.im};
                w = (cplx){w.re * c - w.im * s, w.re * s + w.im * c};
            }
        }
    }
}

static void transforms(void) {
    static cplx a[POINTS];
    for (int i = 0; i < POINTS; i++) a[i] = (cplx){(i * 37 % 64) / 3.0L, (i * 11 % 17) - 0.5L};
    fft(a, POINTS, 1);
    for (int i = 0; i < POINTS; i += 13) bits("fft.re", a[i].re), bits("fft.im", a[i].im);
    fft(a, POINTS, -1);
    for (int i = 0; i < POINTS; i += 21) bits("inverse", a[i].re / POINTS);
}

// Five bodies.
enum { BODIES = 5 };
typedef struct {
    real x, y, z, vx, vy, vz, mass;
} body;

static real energy(const body *b) {
    real e = 0;
    for (int i = 0; i < BODIES; i++) {
        e += 0.5L * b[i].mass * (b[i].vx * b[i].vx + b[i].vy * b[i].vy + b[i].vz * b[i].vz);
        for (int j = i + 1; j < BODIES; j++) {
            real dx = b[i].x - b[j].x, dy = b[i].y - b[j].y, dz = b[i].z - b[j].z;
            e -= b[i].mass * b[j].mass / __builtin_sqrtl(dx * dx + dy * dy + dz * dz);
        }
    }
    return e;
}

static void planets(void) {
    static body b[BODIES];
    for (int i = 0; i < BODIES; i++)
        b[i] = (body){i * 1.7L - 3, i * i * 0.3L, 1 - i * 0.25L, 0.1L * i, -0.2L + 0.05L * i, 0.01L, 1.0L / (i + 1)};
    bits("energy", energy(b));
    for (int step = 0; step < 100; step++) {
        for (int i = 0; i < BODIES; i++) {
            for (int j = i + 1; j < BODIES; j++) {
                real dx = b[i].x - b[j].x, dy = b[i].y - b[j].y, dz = b[i].z - b[j].z;
                real d2 = dx * dx + dy * dy + dz * dz, mag = 0.01L / (d2 * __builtin_sqrtl(d2));
                b[i].vx -= dx * b[j].mass * mag, b[i].vy -= dy * b[j].mass * mag, b[i].vz -= dz * b[j].mass * mag;
                b[j].vx += dx * b[i].mass * mag, b[j].vy += dy * b[i].mass * mag, b[j].vz += dz * b[i].mass * mag;
            }
        }
        for (int i = 0; i < BODIES; i++) b[i].x += 0.01L * b[i].vx, b[i].y += 0.01L * b[i].vy, b[i].z += 0.01L * b[i].vz;
    }
    bits("energy", energy(b));
    for (int i = 0; i < BODIES; i++) bits("x", b[i].x);
}

// A system of linear equations.
enum { ORDER = 9 };
static void equations(void) {
    static real a[ORDER][ORDER], x[ORDER];
    int swaps = 0;
    for (int i = 0; i < ORDER; i++) {
        for (int j = 0; j < ORDER; j++) a[i][j] = 1.0L / (i + j + 1) + (i == j ? 0.125L : 0) + (i * j % 5);
        x[i] = i - 4.5L;
    }
    real det = 1;
    for (int k = 0; k < ORDER; k++) {
        int p = k;
        for (int i = k + 1; i < ORDER; i++)
            if (__builtin_fabsl(a[i][k]) > __builtin_fabsl(a[p][k])) p = i;
        if (p != k) {
            swaps++;
            for (int j = 0; j < ORDER; j++) {
                real t = a[k][j];
                a[k][j] = a[p][j], a[p][j] = t;
            }
            real t = x[k];
            x[k] = x[p], x[p] = t;
        }
        det *= a[k][k];
        for (int i = k + 1; i < ORDER; i++) {
            real m = a[i][k] / a[k][k];
            for (int j = k; j < ORDER; j++) a[i][j] -= m * a[k][j];
            x[i] -= m * x[k];
        }
    }
    for (int k = ORDER - 1; k >= 0; k--) {
        for (int j = k + 1; j < ORDER; j++) x[k] -= a[k][j] * x[j];
        x[k] /= a[k][k];
    }
    bits("det", swaps & 1 ? -det : det);
    for (int i = 0; i < ORDER; i++) bits("x", x[i]);
}

static void mandelbrot(void) {
    long sum = 0;
    for (int py = 0; py < 24; py++) {
        for (int px = 0; px < 32; px++) {
            real x0 = -2.2L + px * 0.1L, y0 = -1.2L + py * 0.1L, x = 0, y = 0;
            int n = 0;
            while (n < 60 && x * x + y * y <= 4) {
                real t = x * x - y * y + x0;
                y = 2 * x * y + y0, x = t, n++;
            }
            sum = sum * 31 % 1000003 + n;
        }
    }
    printf("mandelbrot %ld\n", sum);
}

// Eight values and more live at once.
__attribute__((noinline)) static real wide(const real *v) {
    real a = v[0] * v[1], b = v[2] / v[3], c = v[4] - v[5], d = v[6] + v[7], e = v[8] * v[9], f = v[10] - v[11],
         g = v[12] / v[13], h = v[14] + v[15], i = v[1] * v[14], j = v[3] - v[12], k = v[5] + v[10];
    real p = (a - b) * (c + d) - (e / f) * (g - h) + (i * j - k);
    real q = (a + c) * (b - e) / (d + g) - (f * h) / (i + j) + k * k;
    real r = ((a * h - b * g) + (c * f - d * e)) / ((i - j) * k) + (p - q) * (p + q);
    return ((((((((((r * a + b) * p + c) * q + d) * a + e) * b + f) * c + g) * d + h) * e + i) * f + j) * g + k);
}

__attribute__((noinline)) static real nested(const real *v) {
    return v[0] - (v[1] / (v[2] - (v[3] / (v[4] - (v[5] / (v[6] - (v[7] / (v[8] - (v[9] / (v[10] - (v[11] / (v[12] - (v[13] / (v[14] - v[15]))))))))))))))
         + (v[15] - (v[14] * (v[13] - (v[12] * (v[11] - (v[10] * (v[9] - (v[8] * (v[7] - v[6] * v[5]))))))))) * ((v[0] + v[1]) / (v[2] + v[3]) - (v[4] + v[5]) / (v[6] + v[7]));
}

static void polynomials(void) {
    real v[16], c[24], r = 0, d = 0;
    for (int i = 0; i < 16; i++) v[i] = (i * 7 % 11) + 0.1L * i + 1;
    for (int i = 0; i < 24; i++) c[i] = 1.0L / (1 + i) - (i & 1);
    for (int i = 23; i >= 0; i--) d = d * 0.75L + r, r = r * 0.75L + c[i];
    bits("horner", r), bits("derivative", d);
    bits("wide", wide(v)), bits("nested", nested(v));
}

int main(void) {
    transforms();
    planets();
    equations();
    mandelbrot();
    polynomials();
    return 0;
}

// run: rv32 flags=-ffp-contract=off
// Mandelbrot in doubles, floats and fixed point; Julia set; a plot in characters.
#include <stdio.h>
__attribute__((noinline)) static int esc(double cr, double ci, int n) { double r = 0, i = 0; int k = 0; for (; k < n && r * r + i * i < 4; k++) { double t = r * r - i * i + cr; i = 2 * r * i + ci, r = t; } return k; }
__attribute__((noinline)) static int escf(float cr, float ci, int n) { float r = 0, i = 0; int k = 0; for (; k < n && r * r + i * i < 4; k++) { float t = r * r - i * i + cr; i = 2 * r * i + ci, r = t; } return k; }
__attribute__((noinline)) static int fixed(long long cr, long long ci, int n) { long long r = 0, i = 0; int k = 0; for (; k < n; k++) { long long rr = r * r >> 24, ii = i * i >> 24; if (rr + ii >= 4ll << 24) break; i = (2 * r * i >> 24) + ci, r = rr - ii + cr; } return k; }
int main(void) {
    unsigned h = 0;
    for (int y = 0; y < 20; y++) {
        char line[61];
        for (int x = 0; x < 60; x++) {
            int a = esc(-2 + x * 0.05, -1.2 + y * 0.12, 60), b = escf(-2 + (float)x * 0.0625f, -1.25f + (float)y * 0.125f, 40), c = fixed(-33554432ll + x * 838861ll, -(20132659ll) + y * 2013266ll, 50);
            h = h * 31 + (unsigned)(a + b * 64 + c * 4096);
            line[x] = " .:-=+*#%@"[a * 9 / 60];
        }
        line[60] = 0;
        if (y % 2 == 0) printf("%s\n", line);
    }
    printf("%x\n", h);
    return 0;
}

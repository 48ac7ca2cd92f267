// run: vectors flags=-ffp-contract=off
// Vector extensions of C without a vector unit: arithmetic, comparisons, shuffles, odd lengths, arguments, conversions.
#include <stdio.h>
typedef int v4i __attribute__((vector_size(16)));
typedef unsigned char v16c __attribute__((vector_size(16)));
typedef float v4f __attribute__((vector_size(16)));
typedef double v2d __attribute__((vector_size(16)));
typedef long long v2m __attribute__((vector_size(16)));
typedef short v8s __attribute__((vector_size(16)));
typedef long long v4l __attribute__((vector_size(32)));
typedef int v2i __attribute__((vector_size(8)));
#define NI __attribute__((noinline))
NI static v4i add(v4i a, v4i b) { return a * b + (a >> 1) - (b ^ 3); }
NI static v4f fma4(v4f a, v4f b, v4f c) { return a * b + c / (a + 1.0f); }
NI static v16c bytes(v16c a, v16c b) { return (a + b) ^ (a >> 3) | (b << 1); }
NI static v4i cmp(v4i a, v4i b) { return (a < b) & 7 | (a == b) & 8; }
NI static v4i fcmp(v4f a, v4f b) { return a < b; }
NI static v2d dsel(v2d a, v2d b) { v2m m = a > b; return (v2d)((v2m)(a - b) & m | (v2m)b & ~m); }
NI static v8s sh(v8s a, v8s b) { return a / (b | 1) + a % (b | 1); }
NI static v4l wide(v4l a, v4l b) { return a * b - (a & ~b) + (a << 3); }
NI static int hsum(v4i a) { return a[0] + a[1] + a[2] + a[3]; }
NI static v4i shuffle(v4i a, v4i b) { return __builtin_shufflevector(a, b, 3, 4, 1, 6); }
NI static v4f cvt(v4i a) { return __builtin_convertvector(a, v4f); }
NI static v4i cvtf(v4f a) { return __builtin_convertvector(a, v4i); }
NI static v2i small(v2i a, int k) { a[k & 1] += 5; return -a; }
NI static int dyn(v4i a, int k) { return a[k & 3]; }
NI static v4i insert(v4i a, int k, int v) { a[k & 3] = v; return a; }
NI static float dot(const float *p, const float *q, int n) { v4f t = {0}; for (int i = 0; i + 4 <= n; i += 4) { v4f a, b; __builtin_memcpy(&a, p + i, 16), __builtin_memcpy(&b, q + i, 16); t += a * b; } return t[0] + t[1] + t[2] + t[3]; }
static void pi(v4i a) { printf("%d %d %d %d\n", a[0], a[1], a[2], a[3]); }
static void pf(v4f a) { printf("%.4f %.4f %.4f %.4f\n", (double)a[0], (double)a[1], (double)a[2], (double)a[3]); }
int main(void) {
    v4i a = {1, -2, 300, 4}, b = {10, -2, -30, 40};
    v4f f = {1, 2.5f, -3, 0.5f}, g = {2, 2, 2, 2};
    pi(add(a, b)), pi(cmp(a, b)), pi(fcmp(f, g)), pi(shuffle(a, b)), pi(cvtf(f * 10.0f)), pi(insert(a, 6, 99));
    pf(fma4(f, g, f)), pf(cvt(b));
    v16c c = {1, 2, 3, 250, 5}, d = bytes(c, c + 7);
    v2d e = dsel((v2d){1, 5}, (v2d){2, 3});
    v8s s = sh((v8s){100, -100, 7, 8, 9, 10, -11, 32767}, (v8s){3, 3, -2, 2, 1, 5, 6, 7});
    v4l l = wide((v4l){1, 1ll << 40, -3, 4}, (v4l){5, 6, 7, -8});
    v2i t = small((v2i){1, 2}, 1);
    printf("%d %d %d %.1f %.1f %d %d %lld %lld %d %d %d %d\n", d[0], d[3], d[15], e[0], e[1], s[1], s[7], l[1], l[3], t[0], t[1], hsum(a), dyn(b, 3));
    float p[16], q[16];
    for (int i = 0; i < 16; i++) p[i] = (float)i, q[i] = (float)(16 - i);
    printf("%.1f\n", (double)dot(p, q, 16));
    return 0;
}

// run: rv32
// Addresses: offsets at the borders of immediates, negative ones, scaled indices of all sizes, nested structures, large globals.
#include <stdint.h>
#include <stdio.h>
#define NI __attribute__((noinline))
struct in { char a; short b[3]; int c; };
struct out { int x; struct in v[7]; double d; struct in *p; };
static struct out os[5];
static char bytes[10000];
static int words[3000];
static int64_t longs[600];
static double reals[600];
static int grid[20][30];
static char huge_one[300000], after_huge[16];
NI static int near2k(const char *p) { return p[2047] + p[2046] * 2 + p[2048] * 3 + p[-2048] * 4 + p[-2049] * 5 + p[4095] * 6 + p[4096] * 7; }
NI static int near2kw(const int *p) { return p[511] + p[512] * 2 + p[513] * 3 + p[-512] * 4 + p[-513] * 5 + p[1023] * 6; }
NI static int64_t idx(int i, unsigned j, int64_t k) { return bytes[i] + words[j] * 3 + longs[k] * 5 + (int64_t)reals[i + 1] + words[i + 100] + bytes[j * 2 + 3]; }
NI static int nested(const struct out *o, int i, int j) { return o[i].v[j].b[1] + o[i].v[j + 1].c * 2 + o->v[6].a * 3 + (int)o[i].d + (o[i].p ? o[i].p->c : -1); }
NI static int rows(int (*g)[30], int i, int j) { return g[i][j] + g[i + 1][j - 1] * 2 + g[19][29] * 3 + g[j % 20][i]; }
NI static int neg(const int *end, int n) { int t = 0; for (int i = -n; i < 0; i++) t += end[i] * (i + 100); return t; }
NI static int stride(const char *p, int s, int n) { int t = 0; while (n--) t += *p, p += s; return t; }
NI static int glob(int i) { return huge_one[299999] + after_huge[3] * 2 + huge_one[i] + words[2999] + bytes[9999] + (int)(&huge_one[250000] - &huge_one[4]); }
NI static void fill(struct out *o, int n) { for (int i = 0; i < n; i++) { o[i].x = i, o[i].d = i * 1.5, o[i].p = i ? &o[i - 1].v[i] : 0; for (int j = 0; j < 7; j++) { o[i].v[j].a = (char)(i + j); o[i].v[j].c = i * 100 + j; for (int k = 0; k < 3; k++) o[i].v[j].b[k] = (short)(i * j + k); } } }
NI static int diff(const struct in *a, const struct in *b) { return (int)(a - b); }
NI static int post(const short *p, int n) { unsigned t = 0; const short *q = p; while (q != p + n) { t = t * 3 + (unsigned)*q++; t ^= (unsigned)q[-1] * 5; } return (int)(t & 0xffffff); }
int main(void) {
    for (int i = 0; i < 10000; i++) bytes[i] = (char)(i * 7 % 101);
    for (int i = 0; i < 3000; i++) words[i] = i * 13 % 997;
    for (int i = 0; i < 600; i++) longs[i] = (int64_t)i << 33, reals[i] = i * 0.25;
    for (int i = 0; i < 600; i++) grid[i / 30][i % 30] = i;
    huge_one[299999] = 5, after_huge[3] = 7, huge_one[77] = 9;
    fill(os, 5);
    printf("%d %d %lld %d\n", near2k(bytes + 3000), near2kw(words + 1000), (long long)idx(50, 60, 70), nested(os, 2, 3));
    printf("%d %d %d %d %d %d\n", rows(grid, 3, 7), neg(words + 50, 40), stride(bytes, 37, 200), glob(77), diff(&os[0].v[6], &os[0].v[1]), 0);
    static short s[9] = {1, -2, 3, -4, 5, -6, 7, -8, 9};
    printf("%d\n", post(s, 9));
    return 0;
}

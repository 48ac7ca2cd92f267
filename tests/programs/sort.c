// run: rv32
// Sorting: insertion, shell, heap, quick, merge, radix, counting, a network, on several types, with a comparator.
#include <stdio.h>
#include <string.h>
#define N 257
static unsigned seed = 12345;
static int rnd(void) { seed = seed * 1103515245u + 12345u; return (int)(seed >> 3) - (1 << 28); }
static void insertion(int *a, int n) { for (int i = 1; i < n; i++) { int v = a[i], j = i; while (j > 0 && a[j - 1] > v) a[j] = a[j - 1], j--; a[j] = v; } }
static void shell(int *a, int n) { for (int g = n / 2; g > 0; g /= 2) for (int i = g; i < n; i++) { int v = a[i], j = i; for (; j >= g && a[j - g] > v; j -= g) a[j] = a[j - g]; a[j] = v; } }
static void sift(int *a, int i, int n) { for (int c; (c = 2 * i + 1) < n; i = c) { if (c + 1 < n && a[c + 1] > a[c]) c++; if (a[i] >= a[c]) return; int t = a[i]; a[i] = a[c], a[c] = t; } }
static void heap(int *a, int n) { for (int i = n / 2; i-- > 0;) sift(a, i, n); while (n-- > 1) { int t = a[0]; a[0] = a[n], a[n] = t; sift(a, 0, n); } }
static void quick(int *a, int n) {
    while (n > 1) {
        int p = a[(n - 1) / 2], i = -1, j = n;
        for (;;) { while (a[++i] < p); while (a[--j] > p); if (i >= j) break; int t = a[i]; a[i] = a[j], a[j] = t; }
        quick(a, j + 1), a += j + 1, n -= j + 1;
    }
}
static void merge(int *a, int n) {
    if (n < 2) return;
    int m = n / 2, tmp[N];
    merge(a, m), merge(a + m, n - m);
    for (int i = 0, j = m, k = 0; k < n; k++) tmp[k] = j >= n || (i < m && a[i] <= a[j]) ? a[i++] : a[j++];
    memcpy(a, tmp, (unsigned)n * sizeof *a);
}
static void radix(int *a, int n) {
    static unsigned b[N];
    for (int s = 0; s < 32; s += 8) {
        unsigned count[257] = {0};
        for (int i = 0; i < n; i++) count[((((unsigned)a[i] ^ 0x80000000u) >> s) & 255) + 1]++;
        for (int i = 0; i < 256; i++) count[i + 1] += count[i];
        for (int i = 0; i < n; i++) b[count[(((unsigned)a[i] ^ 0x80000000u) >> s) & 255]++] = (unsigned)a[i];
        for (int i = 0; i < n; i++) a[i] = (int)b[i];
    }
}
static void net5(unsigned char *v) {
#define CX(i, j) if (v[i] > v[j]) { unsigned char t = v[i]; v[i] = v[j], v[j] = t; }
    CX(0, 1) CX(3, 4) CX(2, 4) CX(2, 3) CX(1, 4) CX(0, 3) CX(0, 2) CX(1, 3) CX(1, 2)
}
struct rec { long long key; char tag; };
static void sel(struct rec *a, int n, int (*less)(const struct rec *, const struct rec *)) {
    for (int i = 0; i < n; i++) { int m = i; for (int j = i + 1; j < n; j++) if (less(&a[j], &a[m])) m = j; struct rec t = a[i]; a[i] = a[m], a[m] = t; }
}
static int by_key(const struct rec *a, const struct rec *b) { return a->key < b->key; }
static int by_tag(const struct rec *a, const struct rec *b) { return a->tag > b->tag || (a->tag == b->tag && a->key < b->key); }

int main(void) {
    static void (*const sorts[])(int *, int) = {insertion, shell, heap, quick, merge, radix};
    int a[N], ref = 0;
    for (int k = 0; k < 6; k++) {
        seed = 99;
        for (int i = 0; i < N; i++) a[i] = rnd();
        sorts[k](a, N);
        unsigned h = 0;
        for (int i = 0; i < N; i++) { h = h * 31 + (unsigned)a[i]; if (i && a[i - 1] > a[i]) ref++; }
        printf("%x\n", h);
    }
    unsigned char v[5];
    for (int i = 0; i < 100; i++) { for (int j = 0; j < 5; j++) v[j] = (unsigned char)rnd(); net5(v); for (int j = 1; j < 5; j++) ref += v[j - 1] > v[j]; }
    struct rec r[20];
    for (int i = 0; i < 20; i++) r[i].key = (long long)rnd() * rnd(), r[i].tag = (char)('a' + (rnd() & 7));
    sel(r, 20, by_key);
    printf("%lld %c\n", r[3].key, r[3].tag);
    sel(r, 20, by_tag);
    printf("%lld %c %d\n", r[3].key, r[3].tag, ref);
    return ref;
}

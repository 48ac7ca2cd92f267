// run: rv32
// Dynamic programming and search: LCS, knapsack, Floyd, sudoku, life, sieve, edit paths, Hilbert curve, knight's tour.
#include <stdio.h>
#include <string.h>
#include <stdint.h>
static int lcs(const char *a, const char *b) { static unsigned char t[40][40]; int n = (int)strlen(a), m = (int)strlen(b); for (int i = 1; i <= n; i++) for (int j = 1; j <= m; j++) t[i][j] = (unsigned char)(a[i - 1] == b[j - 1] ? t[i - 1][j - 1] + 1 : t[i - 1][j] > t[i][j - 1] ? t[i - 1][j] : t[i][j - 1]); return t[n][m]; }
static int knapsack(const int *w, const int *v, int n, int cap) { int best[200] = {0}; for (int i = 0; i < n; i++) for (int c = cap; c >= w[i]; c--) if (best[c - w[i]] + v[i] > best[c]) best[c] = best[c - w[i]] + v[i]; return best[cap]; }
static unsigned floyd(void) { static int d[24][24]; for (int i = 0; i < 24; i++) for (int j = 0; j < 24; j++) d[i][j] = i == j ? 0 : (i * 7 + j * 13) % 11 < 4 ? (i * j) % 19 + 1 : 9999; for (int k = 0; k < 24; k++) for (int i = 0; i < 24; i++) for (int j = 0; j < 24; j++) if (d[i][k] + d[k][j] < d[i][j]) d[i][j] = d[i][k] + d[k][j]; unsigned h = 0; for (int i = 0; i < 24; i++) for (int j = 0; j < 24; j++) h = h * 31 + (unsigned)d[i][j]; return h; }
static int tries;
static int sudoku(char *g) {
    int best = -1, most = 10;
    unsigned free = 0;
    for (int i = 0; i < 81; i++) if (g[i] == '.') {
            unsigned used = 0;
            for (int k = 0; k < 9; k++) used |= 1u << (g[i / 9 * 9 + k] & 15) | 1u << (g[k * 9 + i % 9] & 15) | 1u << (g[(i / 27 * 3 + k / 3) * 9 + i % 9 / 3 * 3 + k % 3] & 15);
            unsigned f = ~used & 0x3fe;
            int n = __builtin_popcount(f);
            if (n < most) most = n, best = i, free = f;
        }
    if (best < 0) return 1;
    for (int v = 1; v <= 9; v++) if (free >> v & 1) { tries++; g[best] = (char)('0' + v); if (sudoku(g)) return 1; }
    g[best] = '.';
    return 0;
}
static int life(int steps) { uint64_t g = 0x0000001c10080000ull | 7ull << 40; for (; steps; steps--) { uint64_t next = 0; for (int i = 0; i < 64; i++) { int n = 0; for (int d = 0; d < 9; d++) if (d != 4) n += (int)(g >> ((((i >> 3) + d / 3 - 1) & 7) << 3 | (((i & 7) + d % 3 - 1) & 7)) & 1); if (n == 3 || (n == 2 && g >> i & 1)) next |= 1ull << i; } g = next; } return __builtin_popcountll(g) + (int)(g >> 60); }
static int sieve(int n) { static uint8_t c[20000]; memset(c, 0, sizeof c); int t = 0; for (int i = 2; i < n; i++) { if (!c[i]) { t++; for (int j = i * 2; j < n; j += i) c[j] = 1; } } return t; }
static unsigned hilbert(int n) { unsigned h = 0; for (int d = 0; d < n * n; d++) { int x = 0, y = 0, t = d; for (int s = 1; s < n; s *= 2) { int rx = 1 & t / 2, ry = 1 & (t ^ rx); if (!ry) { if (rx) x = s - 1 - x, y = s - 1 - y; int k = x; x = y, y = k; } x += s * rx, y += s * ry, t /= 4; } h = h * 31 + (unsigned)(x * n + y); } return h; }
static int knight(void) { static const signed char dx[] = {1, 2, 2, 1, -1, -2, -2, -1}, dy[] = {2, 1, -1, -2, -2, -1, 1, 2}; char b[64] = {0}; int x = 0, y = 0, n = 1; b[0] = 1; for (;;) { int best = -1, deg = 9; for (int k = 0; k < 8; k++) { int u = x + dx[k], v = y + dy[k]; if (u < 0 || v < 0 || u > 7 || v > 7 || b[u * 8 + v]) continue; int d = 0; for (int m = 0; m < 8; m++) { int p = u + dx[m], q = v + dy[m]; d += p >= 0 && q >= 0 && p < 8 && q < 8 && !b[p * 8 + q]; } if (d < deg) deg = d, best = k; } if (best < 0) return n; x += dx[best], y += dy[best], b[x * 8 + y] = 1, n++; } }
static uint32_t mt[624];
static int mti = 624;
static uint32_t twister(void) { if (mti >= 624) { for (int i = 0; i < 624; i++) { uint32_t y = (mt[i] & 0x80000000u) | (mt[(i + 1) % 624] & 0x7fffffffu); mt[i] = mt[(i + 397) % 624] ^ y >> 1 ^ (y & 1 ? 0x9908b0dfu : 0); } mti = 0; } uint32_t y = mt[mti++]; y ^= y >> 11, y ^= y << 7 & 0x9d2c5680u, y ^= y << 15 & 0xefc60000u; return y ^ y >> 18; }
static int partitions(int n) { int p[101] = {1}; for (int k = 1; k <= n; k++) for (int i = k; i <= n; i++) p[i] += p[i - k]; return p[n]; }
static int longest_inc(const int *a, int n) { int tail[64], l = 0; for (int i = 0; i < n; i++) { int lo = 0, hi = l; while (lo < hi) { int m = (lo + hi) / 2; if (tail[m] < a[i]) lo = m + 1; else hi = m; } tail[lo] = a[i]; if (lo == l) l++; } return l; }
static int maxsub(const int *a, int n) { int best = a[0], cur = 0; for (int i = 0; i < n; i++) { cur = (cur > 0 ? cur : 0) + a[i]; if (cur > best) best = cur; } return best; }
int main(void) {
    int w[20], v[20], a[50];
    char g[] = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    for (int i = 0; i < 20; i++) w[i] = i * 5 % 17 + 2, v[i] = i * 11 % 23 + 1;
    for (int i = 0; i < 50; i++) a[i] = i * 37 % 53 - 20;
    int s = sudoku(g);
    printf("%d %d %u %d %d %s\n", lcs("the quick brown fox jumps", "a lazy dog quickly bounces"), knapsack(w, v, 20, 60), floyd(), s, tries, g);
    mt[0] = 5489;
    for (uint32_t i = 1; i < 624; i++) mt[i] = 1812433253u * (mt[i - 1] ^ mt[i - 1] >> 30) + i;
    uint32_t t = 0;
    for (int i = 0; i < 1000; i++) t = twister();
    printf("%d %d %u %d %u %d %d %d\n", life(20), sieve(20000), hilbert(16), knight(), t, partitions(60), longest_inc(a, 50), maxsub(a, 50));
    return 0;
}

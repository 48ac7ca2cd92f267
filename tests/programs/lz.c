// run: rv32
// Compression: LZ77 with a hash chain, run lengths, Huffman codes by a heap, Burrows-Wheeler, each undone again.
#include <stdio.h>
#include <string.h>
#define N 2000
static unsigned char text[N + 16], packed[2 * N], back[N + 16];
static unsigned hash(const unsigned char *p) { return (p[0] * 33u + p[1] * 7u + p[2]) & 255; }
static int lz(const unsigned char *s, int n, unsigned char *o) {
    static short head[256], prev[N];
    int k = 0;
    for (int i = 0; i < 256; i++) head[i] = -1;
    for (int i = 0; i < n;) {
        int best = 0, at = 0, tries = 16;
        if (i + 3 < n) for (int c = head[hash(s + i)]; c >= 0 && i - c < 4096 && tries--; c = prev[c]) { int l = 0; while (l < 18 && i + l < n && s[c + l] == s[i + l]) l++; if (l > best) best = l, at = c; }
        int take = best >= 3 ? best : 1;
        if (best >= 3) { int d = i - at; o[k++] = (unsigned char)(128 | (d >> 8) | (best - 3) << 4 & 112), o[k++] = (unsigned char)d; if (best > 10) take = 10, o[k - 2] |= 112; }
        else o[k++] = s[i] & 127;
        while (take--) { if (i + 3 < n) { unsigned h = hash(s + i); prev[i] = head[h], head[h] = (short)i; } i++; }
    }
    return k;
}
static int unlz(const unsigned char *s, int n, unsigned char *o) { int k = 0; for (int i = 0; i < n;) { if (s[i] & 128) { int d = (s[i] & 15) << 8 | s[i + 1], l = (s[i] >> 4 & 7) + 3; i += 2; while (l--) o[k] = o[k - d], k++; } else o[k++] = s[i++]; } return k; }
struct hn { int weight; short left, right; };
static struct hn tree[512];
static int heap[512], heaped;
static void push(int x) { int i = heaped++; for (; i && tree[heap[(i - 1) / 2]].weight > tree[x].weight; i = (i - 1) / 2) heap[i] = heap[(i - 1) / 2]; heap[i] = x; }
static int pop(void) { int r = heap[0], x = heap[--heaped], i = 0; for (int c; (c = 2 * i + 1) < heaped; i = c) { if (c + 1 < heaped && tree[heap[c + 1]].weight < tree[heap[c]].weight) c++; if (tree[heap[c]].weight >= tree[x].weight) break; heap[i] = heap[c]; } heap[i] = x; return r; }
static unsigned long long code[256];
static int length[256];
static void assign(int x, unsigned long long c, int l) { if (tree[x].left < 0) { code[x] = c, length[x] = l; return; } assign(tree[x].left, c << 1, l + 1), assign(tree[x].right, c << 1 | 1, l + 1); }
static int huffman(const unsigned char *s, int n, unsigned char *o, int *root) {
    int next = 256, bit = 0;
    for (int i = 0; i < 256; i++) tree[i] = (struct hn){0, -1, -1};
    for (int i = 0; i < n; i++) tree[s[i]].weight++;
    for (int i = 0; i < 256; i++) if (tree[i].weight) push(i);
    while (heaped > 1) { int a = pop(), b = pop(); tree[next] = (struct hn){tree[a].weight + tree[b].weight, (short)a, (short)b}; push(next++); }
    assign(*root = pop(), 0, 0);
    memset(o, 0, 2 * N);
    for (int i = 0; i < n; i++) for (int l = length[s[i]]; l-- > 0; bit++) if (code[s[i]] >> l & 1) o[bit >> 3] |= (unsigned char)(1 << (bit & 7));
    return bit;
}
static int unhuffman(const unsigned char *s, int bits, unsigned char *o, int root) { int k = 0, x = root; for (int i = 0; i < bits; i++) { x = s[i >> 3] >> (i & 7) & 1 ? tree[x].right : tree[x].left; if (tree[x].left < 0) o[k++] = (unsigned char)x, x = root; } return k; }
static int bwt(const unsigned char *s, int n, unsigned char *o) {
    static int rot[200];
    for (int i = 0; i < n; i++) { int j = i; for (; j > 0; j--) { int a = i, b = rot[j - 1], k = 0; while (k < n && s[(a + k) % n] == s[(b + k) % n]) k++; if (k == n || s[(a + k) % n] > s[(b + k) % n]) break; rot[j] = rot[j - 1]; } rot[j] = i; }
    int at = 0;
    for (int i = 0; i < n; i++) { o[i] = s[(rot[i] + n - 1) % n]; if (rot[i] == 0) at = i; }
    return at;
}
static void unbwt(const unsigned char *s, int n, int at, unsigned char *o) { int count[257] = {0}, next[200]; for (int i = 0; i < n; i++) count[s[i] + 1]++; for (int i = 0; i < 256; i++) count[i + 1] += count[i]; for (int i = 0; i < n; i++) next[count[s[i]]++] = i; int j = next[at]; for (int i = 0; i < n; i++) o[i] = s[j], j = next[j]; }
int main(void) {
    static const char *const words[] = {"alpha ", "beta ", "gamma, ", "the ", "quick ", "alphabet ", "ab", ".\n"};
    unsigned seed = 7;
    int n = 0, bad = 0;
    while (n < N - 20) { seed = seed * 1664525u + 1013904223u; const char *w = words[seed >> 29]; while (*w) text[n++] = (unsigned char)*w++; }
    int k = lz(text, n, packed), m = unlz(packed, k, back);
    bad += m != n || memcmp(text, back, (unsigned)n) != 0;
    int root, bits = huffman(text, n, packed, &root);
    memset(back, 0, sizeof back);
    m = unhuffman(packed, bits, back, root);
    bad += m != n || memcmp(text, back, (unsigned)n) != 0;
    int at = bwt(text, 150, packed);
    memset(back, 0, sizeof back);
    unbwt(packed, 150, at, back);
    bad += memcmp(text, back, 150) != 0;
    printf("%d %d %d %d %d bad\n", n, k, bits, at, bad);
    return bad;
}

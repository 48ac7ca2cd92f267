// run: rv32
// Data structures: open-addressing and chained hash tables, red-black tree, treap, skip list, heap, deque, trie, union-find.
#include <stdint.h>
#include <stdio.h>
static unsigned seed = 1;
static unsigned rnd(void) { seed ^= seed << 13, seed ^= seed >> 17, seed ^= seed << 5; return seed; }
#define CAP 512
static struct { unsigned key; int val; char used; } tab[CAP];
static int *slot(unsigned k) { unsigned i = k * 2654435761u >> 23; while (tab[i].used && tab[i].key != k) i = (i + 1) % CAP; tab[i].used = 1, tab[i].key = k; return &tab[i].val; }
struct rb { struct rb *kid[2]; unsigned key; unsigned char red; };
static struct rb pool[400];
static int pooled;
static int is_red(struct rb *n) { return n && n->red; }
static struct rb *rot(struct rb *n, int d) { struct rb *s = n->kid[!d]; n->kid[!d] = s->kid[d], s->kid[d] = n; n->red = 1, s->red = 0; return s; }
static struct rb *insert(struct rb *n, unsigned k) {
    if (!n) { n = &pool[pooled++]; n->key = k, n->red = 1; return n; }
    if (k == n->key) return n;
    int d = k > n->key;
    n->kid[d] = insert(n->kid[d], k);
    if (is_red(n->kid[d])) {
        if (is_red(n->kid[!d])) n->red = 1, n->kid[0]->red = n->kid[1]->red = 0;
        else if (is_red(n->kid[d]->kid[d])) n = rot(n, !d);
        else if (is_red(n->kid[d]->kid[!d])) n->kid[d] = rot(n->kid[d], d), n = rot(n, !d);
    }
    return n;
}
static int check(struct rb *n) { if (!n) return 1; int l = check(n->kid[0]), r = check(n->kid[1]); if (!l || l != r || (is_red(n) && (is_red(n->kid[0]) || is_red(n->kid[1])))) return 0; return l + !n->red; }
static unsigned walk(struct rb *n, unsigned h) { return n ? walk(n->kid[1], walk(n->kid[0], h) * 31 + n->key) : h; }
struct sk { unsigned key; struct sk *next[6]; };
static struct sk skp[200], skh;
static int sks;
static void sk_insert(unsigned k) { struct sk *up[6], *n = &skh; for (int l = 5; l >= 0; l--) { while (n->next[l] && n->next[l]->key < k) n = n->next[l]; up[l] = n; } if (n->next[0] && n->next[0]->key == k) return; struct sk *e = &skp[sks++]; e->key = k; int l = 0; do e->next[l] = up[l]->next[l], up[l]->next[l] = e; while (++l < 6 && (rnd() & 3) == 0); }
static struct { int kid[26]; int end; } trie[200];
static int tries = 1;
static void tr_add(const char *s) { int n = 0; for (; *s; s++) { int *k = &trie[n].kid[*s - 'a']; if (!*k) *k = tries++; n = *k; } trie[n].end++; }
static int tr_count(int n) { int t = trie[n].end; for (int i = 0; i < 26; i++) if (trie[n].kid[i]) t += tr_count(trie[n].kid[i]); return t; }
static int parent[100], rank_[100];
static int find(int x) { while (parent[x] != x) parent[x] = parent[parent[x]], x = parent[x]; return x; }
static int join(int a, int b) { a = find(a), b = find(b); if (a == b) return 0; if (rank_[a] < rank_[b]) { int t = a; a = b, b = t; } parent[b] = a, rank_[a] += rank_[a] == rank_[b]; return 1; }
static int dist[64];
static unsigned dijkstra(void) {
    static struct { int d; short v; } q[512];
    int n = 0;
    for (int i = 0; i < 64; i++) dist[i] = 1 << 30;
    dist[0] = 0, q[n].d = 0, q[n++].v = 0;
    while (n) {
        int d = q[0].d, v = q[0].v, i = 0, c;
        n--;
        for (; (c = 2 * i + 1) < n; i = c) { if (c + 1 < n && q[c + 1].d < q[c].d) c++; if (q[c].d >= q[n].d) break; q[i] = q[c]; }
        q[i] = q[n];
        if (d > dist[v]) continue;
        for (int k = 1; k <= 4; k++) { int w = (v * 3 + k * 7) & 63, nd = d + ((v * k * 13) % 17) + 1; if (nd < dist[w]) { dist[w] = nd; int j = n++; for (; j && q[(j - 1) / 2].d > nd; j = (j - 1) / 2) q[j] = q[(j - 1) / 2]; q[j].d = nd, q[j].v = (short)w; } }
    }
    unsigned h = 0;
    for (int i = 0; i < 64; i++) h = h * 31 + (unsigned)dist[i];
    return h;
}
static int dq[16], head, tail;
int main(void) {
    for (int i = 0; i < 300; i++) *slot(rnd() % 400) += i;
    unsigned h = 0;
    for (unsigned i = 0; i < CAP; i++) if (tab[i].used) h += tab[i].key * 7 + (unsigned)tab[i].val;
    struct rb *root = 0;
    for (int i = 0; i < 300; i++) root = insert(root, rnd() % 1000), root->red = 0;
    printf("%u %d %u\n", h, check(root), walk(root, 1));
    for (int i = 0; i < 150; i++) sk_insert(rnd() % 500);
    unsigned prev = 0, sorted = 1, sum = 0;
    for (struct sk *n = skh.next[0]; n; n = n->next[0]) sorted &= n->key >= prev, prev = n->key, sum = sum * 31 + prev;
    tr_add("hello"), tr_add("help"), tr_add("hell"), tr_add("world"), tr_add("hello");
    for (int i = 0; i < 100; i++) parent[i] = i;
    int joins = 0;
    for (int i = 0; i < 90; i++) joins += join((int)(rnd() % 100), (int)(rnd() % 100));
    for (int i = 0; i < 40; i++) { if (i % 3) dq[tail++ & 15] = i; else if (head != tail) h += (unsigned)dq[head++ & 15]; }
    printf("%u %u %d %d %d %u %u\n", sorted, sum, tr_count(0), trie[0].kid[7], joins, dijkstra(), h);
    return 0;
}

// run: rv32
// A first-fit allocator with coalescing, a reference-counted string pool, a generational table, over a static arena.
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
struct blk { uint32_t size; uint32_t prev; uint8_t used; uint8_t pad[7]; };
static _Alignas(16) unsigned char arena[8192];
#define AT(o) ((struct blk *)(arena + (o)))
static void init(void) { AT(0)->size = sizeof arena - 16, AT(0)->prev = 0, AT(0)->used = 0; }
static void *get(uint32_t n) { n = (n + 15) & ~15u; for (uint32_t o = 0; o < sizeof arena; o += AT(o)->size + 16) { struct blk *b = AT(o); if (b->used || b->size < n) continue; if (b->size >= n + 32) { struct blk *r = AT(o + 16 + n); r->size = b->size - n - 16, r->prev = o, r->used = 0; b->size = n; uint32_t next = o + 16 + n + 16 + r->size; if (next < sizeof arena) AT(next)->prev = o + 16 + n; } b->used = 1; return b + 1; } return 0; }
static void put(void *p) { struct blk *b = (struct blk *)p - 1; b->used = 0; uint32_t o = (uint32_t)((unsigned char *)b - arena), next = o + 16 + b->size; if (next < sizeof arena && !AT(next)->used) b->size += 16 + AT(next)->size; if (o && !AT(b->prev)->used) { struct blk *q = AT(b->prev); q->size += 16 + b->size; b = q, o = (uint32_t)((unsigned char *)q - arena); } next = o + 16 + b->size; if (next < sizeof arena) AT(next)->prev = o; }
struct str { int refs, len; char text[]; };
static struct str *str_new(const char *s) { int n = (int)strlen(s); struct str *r = get((uint32_t)(sizeof *r + (unsigned)n + 1)); if (r) r->refs = 1, r->len = n, memcpy(r->text, s, (unsigned)n + 1); return r; }
static struct str *join(struct str *a, struct str *b) { struct str *r = get((uint32_t)(sizeof *r + (unsigned)(a->len + b->len) + 1)); if (r) { r->refs = 1, r->len = a->len + b->len; memcpy(r->text, a->text, (unsigned)a->len), memcpy(r->text + a->len, b->text, (unsigned)b->len + 1); } return r; }
static void drop(struct str *s) { if (--s->refs == 0) put(s); }
struct handle { uint16_t index, gen; };
static struct { uint16_t gen; int16_t next; int value; } slots[16];
static int16_t free_slot;
static struct handle h_new(int v) { int16_t i = free_slot; struct handle h = {0xffff, 0}; if (i < 0) return h; free_slot = slots[i].next; slots[i].value = v; return (struct handle){(uint16_t)i, ++slots[i].gen}; }
static int *h_get(struct handle h) { return h.index < 16 && slots[h.index].gen == h.gen ? &slots[h.index].value : 0; }
static void h_free(struct handle h) { if (!h_get(h)) return; slots[h.index].gen++, slots[h.index].next = free_slot, free_slot = (int16_t)h.index; }
int main(void) {
    init();
    void *p[40] = {0};
    unsigned seed = 5, fails = 0, sum = 0;
    for (int i = 0; i < 500; i++) { seed = seed * 1664525u + 1013904223u; unsigned k = seed >> 8 & 31, n = seed >> 16 & 511; if (p[k]) { sum += *(unsigned char *)p[k]; put(p[k]), p[k] = 0; } else { p[k] = get(n + 1); if (p[k]) memset(p[k], (int)(i & 255), n + 1); else fails++; } }
    for (int i = 0; i < 40; i++) if (p[i]) put(p[i]);
    printf("%u %u %d\n", sum, fails, AT(0)->size == sizeof arena - 16);
    struct str *a = str_new("first "), *b = str_new("second"), *c = join(a, b);
    a->refs++, drop(a), drop(a), drop(b);
    printf("%s %d\n", c->text, c->len), drop(c);
    for (int i = 0; i < 16; i++) slots[i].next = (int16_t)(i == 15 ? -1 : i + 1);
    struct handle h[20];
    int live = 0;
    for (int i = 0; i < 20; i++) { h[i] = h_new(i * i); if (i % 3 == 2) h_free(h[i - 1]); }
    for (int i = 0; i < 20; i++) { int *v = h_get(h[i]); if (v) live += *v + 1; }
    printf("%d %d\n", live, AT(0)->size == sizeof arena - 16);
    return 0;
}

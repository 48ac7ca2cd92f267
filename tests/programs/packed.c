// run: rv32
// Packed structures and unaligned accesses of every width, by members, by memcpy, in arrays, with big-endian wrappers.
#include <stdint.h>
#include <stdio.h>
#include <string.h>
struct __attribute__((packed)) P { uint8_t a; uint16_t b; uint32_t c; uint64_t d; float f; double g; int16_t h; };
struct __attribute__((packed, aligned(2))) Q { uint8_t a; uint32_t b; };
struct nat { uint8_t x; struct P p; uint8_t y; };
__attribute__((noinline)) static void set(struct P *p, int n) { p->a = (uint8_t)n, p->b = (uint16_t)(n * 3), p->c = (uint32_t)n * 0x10001, p->d = (uint64_t)n * 0x100010001ull, p->f = (float)n, p->g = n * 0.5, p->h = (int16_t)-n; }
__attribute__((noinline)) static uint64_t sum(const struct P *p, int n) { uint64_t t = 0; for (int i = 0; i < n; i++) t += p[i].a + p[i].b + p[i].c + p[i].d + (uint64_t)p[i].f + (uint64_t)p[i].g + (uint64_t)(int64_t)p[i].h; return t; }
__attribute__((noinline)) static uint64_t get(const uint8_t *p, int w) { uint16_t a; uint32_t b; uint64_t c; switch (w) { case 2: memcpy(&a, p, 2); return a; case 4: memcpy(&b, p, 4); return b; case 8: memcpy(&c, p, 8); return c; default: return *p; } }
__attribute__((noinline)) static void put(uint8_t *p, uint64_t v, int w) { memcpy(p, &v, 8); (void)w; }
__attribute__((noinline)) static uint32_t be32(const uint8_t *p) { return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3]; }
__attribute__((noinline)) static uint64_t le64(const uint8_t *p) { uint64_t v = 0; for (int i = 7; i >= 0; i--) v = v << 8 | p[i]; return v; }
__attribute__((noinline)) static void wbe(uint8_t *p, uint32_t v) { p[0] = (uint8_t)(v >> 24), p[1] = (uint8_t)(v >> 16), p[2] = (uint8_t)(v >> 8), p[3] = (uint8_t)v; }
__attribute__((noinline)) static struct Q qq(struct Q q) { q.b += q.a; return q; }
__attribute__((noinline)) static int16_t half(const struct P *p) { return p->h; }
int main(void) {
    struct P a[5];
    struct nat n = {1, {0}, 2};
    for (int i = 0; i < 5; i++) set(&a[i], i * 77 + 1);
    set(&n.p, 1234);
    uint8_t b[32];
    for (int i = 0; i < 32; i++) b[i] = (uint8_t)(i * 17 + 3);
    uint64_t h = 0;
    for (int o = 0; o < 9; o++) for (int w = 1; w <= 8; w *= 2) h = h * 31 + get(b + o, w);
    put(b + 3, 0x1122334455667788ull, 8), wbe(b + 13, 0xcafebabe);
    struct Q q = qq((struct Q){7, 1000000});
    printf("%llu %llu %d %d\n", (unsigned long long)sum(a, 5), (unsigned long long)sum(&n.p, 1), n.x + n.y, half(&a[3]));
    printf("%llx %x %llx %u %d %d\n", (unsigned long long)h, be32(b + 13), (unsigned long long)le64(b + 1), (unsigned)q.b, (int)sizeof(struct P), (int)sizeof(struct nat));
    return 0;
}

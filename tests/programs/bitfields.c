// run: rv32
// Bit-fields: signed and unsigned, crossing units, zero width, in arrays, through pointers, increments and overflow.
#include <stdio.h>
struct A { unsigned a : 3; int b : 5; unsigned c : 9; int d : 15; };
struct B { unsigned long long a : 33; long long b : 20; unsigned c : 1; int : 0; short d : 7; signed char e : 3; };
struct __attribute__((packed)) C { unsigned a : 7; unsigned b : 13; unsigned long long c : 41; unsigned d : 3; };
struct D { _Bool x : 1; unsigned char y : 4; enum { P, Q, R, S } z : 3; };

__attribute__((noinline)) void setA(struct A *p, int v) { p->a = v, p->b = v, p->c = v, p->d = v; }
__attribute__((noinline)) int sumA(struct A v) { return v.a + v.b * 3 + v.c * 5 + v.d * 7; }
__attribute__((noinline)) struct B mkB(long long v) { struct B r = {v, v, v & 1, v, v}; return r; }
__attribute__((noinline)) long long sumB(const struct B *p) { return (long long)(p->a + p->b * 3 + p->c + p->d * 5 + p->e); }
__attribute__((noinline)) void incC(struct C *p) { p->a++, p->b += 77, p->c -= 5, p->d ^= 5; }

int main(void) {
    struct A a[4];
    for (int i = 0; i < 4; i++) setA(&a[i], -1 + i * 1237), printf("%d %d %d %d\n", a[i].a, a[i].b, a[i].c, a[i].d);
    int t = 0;
    for (int i = 0; i < 4; i++) t += sumA(a[i]);
    printf("%d\n", t);
    struct B b = mkB(0x123456789abcdefll);
    printf("%llx %lld %d %d %d\n", (unsigned long long)b.a, (long long)b.b, b.c, b.d, b.e);
    printf("%lld\n", sumB(&b));
    struct C c = {120, 8000, 0x1ffffffffffull, 6};
    for (int i = 0; i < 20; i++) incC(&c);
    printf("%u %u %llu %u %d\n", c.a, c.b, (unsigned long long)c.c, c.d, (int)sizeof c);
    struct D d = {1, 17, R};
    d.y += 20, d.x = !d.x, d.z = S;
    printf("%d %d %d\n", d.x, d.y, d.z);
    return 0;
}

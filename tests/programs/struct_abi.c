// run: rv32
// Structures by value of every shape, as arguments and results, in registers, split, on the stack, by reference.
#include <stdio.h>
struct S1 { signed char a; };
struct S2 { short a; signed char b; };
struct S4 { int a; };
struct S8 { int a; int b; };
struct S9 { long long a; signed char b; };
struct S16 { long long a, b; };
struct S17 { char a[17]; };
struct S40 { long long a[5]; };
struct F1 { float a; };
struct F2 { float a, b; };
struct FD { float a; double b; };
struct DD { double a, b; };
struct DI { double a; int b; };
struct IF { int a; float b; };
struct D3 { double a, b, c; };
struct N { struct { signed char c; struct { float f; } in; } out; };
struct E { };
union U { int i; float f; double d; };
struct AF { float a[2]; };

#define NI __attribute__((noinline))
NI struct S1 s1(struct S1 x, int n) { x.a += n; return x; }
NI struct S2 s2(struct S2 x, int n) { x.a += n, x.b -= n; return x; }
NI struct S4 s4(struct S4 x, int n) { x.a *= n; return x; }
NI struct S8 s8(struct S8 x, struct S8 y) { x.a += y.b, x.b += y.a; return x; }
NI struct S9 s9(struct S9 x, struct S9 y) { x.a += y.b, x.b += y.a; return x; }
NI struct S16 s16(int p, struct S16 x, struct S16 y, struct S16 z, struct S16 w) { x.a += y.b + p, x.b += z.a * w.b; return x; }
NI struct S17 s17(struct S17 x, int i) { x.a[i] = x.a[16] + 1; return x; }
NI struct S40 s40(struct S40 x, struct S40 y) { for (int i = 0; i < 5; i++) x.a[i] += y.a[4 - i]; return x; }
NI struct F1 f1(struct F1 x, float n) { x.a += n; return x; }
NI struct F2 f2(struct F2 x, struct F2 y) { x.a += y.b, x.b *= y.a; return x; }
NI struct FD fd(struct FD x, int n) { x.a += n, x.b -= n; return x; }
NI struct DD dd(struct DD x, struct DD y) { x.a += y.b, x.b -= y.a; return x; }
NI struct DI di(struct DI x, int n) { x.a += n, x.b += n; return x; }
NI struct IF iff(struct IF x, int n) { x.a += n, x.b += n; return x; }
NI struct D3 d3(struct D3 x, double n) { x.a += n, x.b += n, x.c *= n; return x; }
NI struct N nn(struct N x, int n) { x.out.c += n, x.out.in.f += n; return x; }
NI int ee(struct E x, int n, struct E y) { return n + 1; }
NI union U uu(union U x, int n) { x.i += n; return x; }
NI struct AF af(struct AF x) { float t = x.a[0]; x.a[0] = x.a[1], x.a[1] = t; return x; }
NI double many(struct FD a, struct DI b, struct IF c, struct DD d, struct F2 e, struct DD f, struct DI g, struct FD h, struct S16 i, struct S8 j) {
    return a.a + a.b * 2 + b.a * 3 + b.b * 4 + c.a * 5 + c.b * 6 + d.a * 7 + d.b * 8 + e.a * 9 + e.b * 10 + f.a * 11 + f.b * 12 + g.a * 13 +
           g.b * 14 + h.a * 15 + h.b * 16 + (double)i.a * 17 + (double)i.b * 18 + j.a * 19 + j.b * 20;
}

int main(void) {
    struct S1 a = s1((struct S1){5}, 3);
    struct S2 b = s2((struct S2){1000, 7}, 9);
    struct S4 c = s4((struct S4){-7}, 9);
    struct S8 d = s8((struct S8){1, 2}, (struct S8){30, 40});
    struct S9 e = s9((struct S9){1ll << 40, 2}, (struct S9){3, 4});
    struct S16 p = {1, 2}, q = {3, 4}, f = s16(9, p, q, p, q);
    struct S17 g = {"abcdefghijklmnop"};
    g.a[16] = 'y';
    g = s17(g, 2);
    struct S40 h = {{1, 2, 3, 4, 5}};
    h = s40(h, h);
    printf("%d %d %d %d %d %d\n", a.a, b.a, b.b, c.a, d.a, d.b);
    printf("%lld %d %lld %lld %.17s %lld %lld\n", e.a, e.b, f.a, f.b, g.a, h.a[0], h.a[3]);
    struct F1 i = f1((struct F1){1.5f}, 2);
    struct F2 j = f2((struct F2){1, 2}, (struct F2){3, 4});
    struct FD k = fd((struct FD){1, 2}, 3);
    struct DD l = dd((struct DD){1, 2}, (struct DD){3, 4});
    struct DI m = di((struct DI){1, 2}, 3);
    struct IF n = iff((struct IF){1, 2}, 3);
    struct D3 o = d3((struct D3){1, 2, 3}, 4);
    struct N r = nn((struct N){{1, {2}}}, 3);
    union U u = {5};
    u = uu(u, 6);
    struct AF w = af((struct AF){{1, 2}});
    printf("%d %d %d %d %d\n", (int)(i.a * 10), (int)j.a, (int)j.b, (int)k.a, (int)k.b);
    printf("%d %d %d %d %d %d\n", (int)l.a, (int)l.b, (int)m.a, m.b, n.a, (int)n.b);
    printf("%d %d %d %d %d %d %d %d\n", (int)o.a, (int)o.b, (int)o.c, r.out.c, (int)r.out.in.f, u.i, (int)w.a[0], (int)w.a[1]);
    printf("%d\n", ee((struct E){}, 41, (struct E){}));
    printf("%d\n", (int)many(k, m, n, l, j, l, m, k, p, d));
    return 0;
}

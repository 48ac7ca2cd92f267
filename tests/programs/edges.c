// run: rv32
// Small corners: empty functions, unused and ignored values, zero-trip loops, single-case switches, self-assignment, commas.
#include <stddef.h>
#include <stdio.h>
#define NI __attribute__((noinline))
struct empty {};
struct zero { int n; int tail[0]; };
NI static void nothing(void) {}
NI static int ignored(int a, int b, int c) { (void)a, (void)c; return b; }
NI static int same(int x) { x = x; x += 0; x *= 1; x |= 0; x ^= 0; x <<= 0; return x; }
NI static int never(int n) { int t = 5; for (int i = n; i < n; i++) t = 0; while (0) t = 1; do t++; while (0); return t; }
NI static int zero_len(struct zero *z) { return (int)sizeof *z + (int)offsetof(struct zero, tail) + z->n; }
NI static int comma(int a) { int b = (a++, a *= 2, a + 1); return (nothing(), b) + (a, 1); }
NI static int undef_path(int c) { int x; if (c) x = 5; if (c) return x; return 3; }
NI static int consts(void) { return (1 << 30) + ('a' * 3) + (int)sizeof(long long) + (-7 / 2) + (-7 % 3) + (7u > -1) + !0 + ~5; }
NI static int chars(void) { unsigned char a = 255, b = (unsigned char)(a + 1); signed char c = (signed char)a, d = (signed char)-c; return b * 1000 + c * 100 + d; }
NI static long long shorty(short a) { return (long long)(unsigned short)a << 16 | (unsigned char)a; }
NI static int alias(int *p, int *q) { *p = 1, *q = 2; return *p + *q; }
NI static int alias2(int *p, float *f, char *c) { *p = 0x3f800000; *f = 2.0f; int a = *p == 0x3f800000; *c = 0x40; return a * 2 + (*p != 0x3f800000) + (*f == 2.0f) * 4; }
NI static struct empty pass(struct empty e) { return e; }
NI static int bools(_Bool b, int x) { _Bool c = x; b = !b; b |= c; b += 2; return b * 2 + c; }
NI static int enumed(enum { A = -1, B, C = 100, D } e) { return e == A ? 1 : e == D ? 2 : e > B; }
NI static int deep(int a) { return ((((((((a + 1) * 2 + 3) ^ 5) - 7) | 9) & 0xfff) << 3) >> 1) % 1000; }
NI static int infinite(int n) { int i = 0; while (1) if (i++ > n) break; return i; }
NI static int dup(int x) { switch (x) { case 1: case 2: return 5; case 3: return 5; default: return 5; } }
NI static const char *str(int i) { return i ? "same" : "same"; }
int main(void) {
    struct zero z = {4};
    struct empty e = pass((struct empty){});
    (void)e;
    nothing();
    int x, y;
    float f;
    printf("%d %d %d %d %d %d\n", ignored(1, 2, 3), same(9), never(4), zero_len(&z), comma(3), undef_path(1) + undef_path(0));
    printf("%d %d %lld %d %d\n", consts(), chars(), shorty(-2), alias(&x, &y), alias(&x, &x));
    f = 1.0f;
    printf("%d %d %d %d\n", alias2(&x, &f, (char *)&x), bools(0, 5), enumed(101) + enumed(-1) * 10, deep(77));
    printf("%d %d %s %d\n", infinite(9), dup(2), str(1), str(0) == str(1) || 1);
    return 0;
}

// run: nohost
// Atomics that call the library: 16 bytes, structures of odd size, floats and long double.
#include <stdio.h>
typedef struct { long a, b; } pair;
typedef struct { char c[3]; } three;
typedef struct { int v[7]; } big;
static _Atomic pair p;
static _Atomic three t;
static _Atomic big g;
static _Atomic double d;
static _Atomic float f;
static _Atomic(__int128) w;
__attribute__((noinline)) static void addd(double x) { double old = d; while (!__c11_atomic_compare_exchange_weak(&d, &old, old + x, 5, 5)) ; }
int main(void) {
    pair x = {1, 2}, y;
    p = x;
    y = p;
    y.a += 10;
    int ok = __c11_atomic_compare_exchange_strong(&p, &x, y, 5, 5);
    x = p;
    printf("%d %ld %ld\n", ok, x.a, x.b);
    three z = {{1, 2, 3}};
    t = z;
    z = __c11_atomic_exchange(&t, (three){{4, 5, 6}}, 5);
    printf("%d %d\n", z.c[2], ((three)t).c[0]);
    big b = {{1, 2, 3, 4, 5, 6, 7}};
    g = b;
    b = __c11_atomic_load(&g, 2);
    printf("%d\n", b.v[6]);
    addd(1.5), addd(2.25), d += 1, f = 2.5f, f = f * 3;
    w = ((__int128)1 << 90) + 5, w += 7, w ^= 3;
    __int128 r = w;
    printf("%.3f %.3f %lx %lx\n", d, (double)f, (long)(r >> 64), (long)r);
    return 0;
}

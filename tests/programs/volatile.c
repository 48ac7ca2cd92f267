// run: rv32
// Volatile accesses are all made, in order; memory-mapped registers in structures; values change behind the code's back.
#include <stdio.h>
static volatile int v;
static volatile unsigned char bytes[4];
static volatile long long wide;
static volatile double dbl;
struct dev { volatile unsigned ctrl, status; volatile unsigned short data; volatile unsigned f1 : 3, f2 : 9; };
static struct dev dev;
__attribute__((noinline)) static void poke(void) { dev.status |= 1; }
__attribute__((noinline)) static int spin(struct dev *d, void (*f)(void)) { int n = 0; d->ctrl = 1; d->ctrl = 3; while (!(d->status & 1)) { if (++n == 5) f(); } d->data = (unsigned short)(d->ctrl + n); d->f1 = 9, d->f2 = 1000; d->f2 += 30; return d->data * 1000 + (int)d->f1 + (int)d->f2; }
__attribute__((noinline)) static int twice(void) { int a = v, b = v; v = a + 1; v = b + 2; return v + v; }
__attribute__((noinline)) static int bts(void) { for (int i = 0; i < 4; i++) bytes[i] = (unsigned char)(200 + i * 30); return bytes[0] + bytes[1] * 2 + bytes[2] * 3 + bytes[3] * 4; }
__attribute__((noinline)) static int locals(int n) { volatile int a = n; volatile short b = (short)n; volatile char *volatile p = (volatile char *)&a; *p = 1; for (volatile int i = 0; i < 10; i++) a += i, b = (short)(b * 3); return a + b; }
int main(void) {
    v = 5, wide = 1ll << 40, dbl = 0.5;
    wide += 7, wide = wide * 3, dbl *= 4;
    for (int i = 0; i < 3; i++) v, wide, dbl;
    printf("%d %d %d %d %lld %d\n", spin(&dev, poke), twice(), bts(), locals(0x100), wide, (int)dbl);
    return 0;
}

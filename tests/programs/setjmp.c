// setjmp and longjmp: values, volatile locals kept, from depth, in loops, several buffers, floating registers.
#include <setjmp.h>
#include <stdio.h>
static jmp_buf outer, inner;
__attribute__((noinline)) static void thrower(int depth, int code) { char pad[64]; pad[depth & 63] = 1; if (depth == 0) longjmp(outer, code); thrower(depth - 1, code + pad[depth & 63]); }
__attribute__((noinline)) static int attempt(int n) {
    volatile int tries = 0;
    int keep = n * 7;
    double d = n * 0.5;
    int r = setjmp(outer);
    if (r == 0) { tries++; thrower(n, 10); }
    else if (tries < 3) { tries++; thrower(1, r); }
    return tries * 100 + r + keep + (int)(d * 2);
}
__attribute__((noinline)) static int nested(void) {
    volatile int log = 0;
    switch (setjmp(outer)) {
    case 0:
        if (setjmp(inner) == 0) { log = 1; longjmp(inner, 5); }
        log = log * 10 + 2;
        longjmp(outer, 7);
    case 7: log = log * 10 + 3; break;
    default: log = -1;
    }
    return log;
}
__attribute__((noinline)) static double sums(double a, double b, double c) {
    volatile double v = a;
    double x = a * b, y = b * c, z = a + c;
    if (setjmp(inner)) return v + x + y + z;
    v = v + 1;
    longjmp(inner, 1);
}
static int zero(void) { int r = setjmp(inner); if (r == 0) longjmp(inner, 0); return r; }

int main(void) {
    for (int i = 1; i < 5; i++) printf("%d ", attempt(i));
    printf("\n%d %.2f %d\n", nested(), sums(1.5, 2.5, 3.5), zero());
    volatile int n = 0;
    if (setjmp(outer) < 5) { n++; longjmp(outer, n); }
    printf("%d\n", n);
    return 0;
}

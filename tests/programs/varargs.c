// run: rv32
// Variable arguments: integers, long longs (even registers), pointers, doubles, structures, va_copy, forwarding.
#include <stdarg.h>
#include <stdio.h>
struct S { int a, b; };
struct L { long long a[4]; };

__attribute__((noinline)) long long sum(const char *types, ...) {
    va_list ap;
    va_start(ap, types);
    long long t = 0;
    for (const char *p = types; *p; p++) switch (*p) {
        case 'i': t = t * 3 + va_arg(ap, int); break;
        case 'u': t = t * 3 + va_arg(ap, unsigned); break;
        case 'l': t = t * 3 + va_arg(ap, long long); break;
        case 'd': t = t * 3 + (long long)va_arg(ap, double); break;
        case 's': t = t * 3 + va_arg(ap, char *)[0]; break;
        case 'S': { struct S s = va_arg(ap, struct S); t = t * 3 + s.a * 5 + s.b; break; }
        case 'L': { struct L s = va_arg(ap, struct L); t = t * 3 + s.a[0] + s.a[3]; break; }
        }
    va_end(ap);
    return t;
}
static int vtwice(int n, va_list ap) {
    va_list again;
    va_copy(again, ap);
    int t = 0;
    for (int i = 0; i < n; i++) t += va_arg(ap, int);
    for (int i = 0; i < n; i++) t = t * 2 + va_arg(again, int);
    va_end(again);
    return t;
}
__attribute__((noinline)) int twice(int n, ...) {
    va_list ap;
    va_start(ap, n);
    int t = vtwice(n, ap);
    va_end(ap);
    return t;
}
__attribute__((noinline)) int fixed8(int a, int b, int c, int d, int e, int f, int g, int h, int i, ...) {
    va_list ap;
    va_start(ap, i);
    int t = a + b + c + d + e + f + g + h + i + va_arg(ap, int);
    long long l = va_arg(ap, long long);
    va_end(ap);
    return t + (int)l;
}
__attribute__((noinline)) int odd(int a, ...) {
    va_list ap;
    va_start(ap, a);
    long long x = va_arg(ap, long long);
    int b = va_arg(ap, int);
    long long y = va_arg(ap, long long);
    va_end(ap);
    return a + (int)x + b * 3 + (int)y * 5;
}

int main(void) {
    struct S s = {3, 4};
    struct L l = {{1, 2, 3, 4}};
    printf("%lld\n", sum("iuld", 1, 2u, 3ll, 4.5));
    printf("%lld\n", sum("ilililil", 1, 2ll, 3, 4ll, 5, 6ll, 7, 8ll));
    printf("%lld\n", sum("dddddddddd", 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0));
    printf("%lld\n", sum("siSiLSdL", "hello", -1, s, -2, l, s, -7.9, l));
    printf("%d %d\n", twice(3, 1, 2, 3), twice(10, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10));
    printf("%d\n", fixed8(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11ll));
    printf("%d\n", odd(1, 2ll, 3, 4ll));
    return 0;
}

// run: long-double
// Variable arguments of the hard kinds: long double and __int128 (aligned pairs), mixed structures, vsnprintf.
#include <stdarg.h>
#include <stdio.h>
struct D { double a; float b; };
struct B { char c[24]; };

__attribute__((noinline)) void show(int n, ...) {
    va_list ap;
    va_start(ap, n);
    for (int i = 0; i < n; i++) {
        long double l = va_arg(ap, long double);
        int k = va_arg(ap, int);
        __int128 w = va_arg(ap, __int128);
        struct D d = va_arg(ap, struct D);
        struct B b = va_arg(ap, struct B);
        printf("%.6Lf %d %llx %.2f %.2f %s\n", l, k, (unsigned long long)(w >> 60), d.a, d.b, b.c);
    }
    va_end(ap);
}
__attribute__((noinline, format(printf, 3, 4))) int fmt(char *buf, unsigned n, const char *f, ...) {
    va_list ap;
    va_start(ap, f);
    int r = vsnprintf(buf, n, f, ap);
    va_end(ap);
    return r;
}

int main(void) {
    struct D d = {1.5, 2.5f};
    struct B b = {"structure by value"};
    show(1, 1.25L, 7, (__int128)5 << 62, d, b);
    show(2, -3.5L, 8, (__int128)9 << 61, d, b, 1e10L, 9, (__int128)-1, d, b);
    char buf[100];
    int n = fmt(buf, sizeof buf, "%d|%5.2f|%s|%c|%lld|%Lg|%x", 42, 3.14159, "str", 'c', -1ll, 2.5L, 255);
    printf("%d %s\n", n, buf);
    n = fmt(buf, 8, "%s", "truncated text");
    printf("%d %s\n", n, buf);
    return 0;
}

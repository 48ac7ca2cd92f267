// run: nohost
// Guaranteed tail calls: mutual, through pointers, a threaded interpreter, deep enough to overflow if they were calls.
#include <stdio.h>
#define TAIL __attribute__((musttail)) return
static unsigned odd(unsigned n, unsigned acc);
__attribute__((noinline)) static unsigned even(unsigned n, unsigned acc) { if (n == 0) return acc; TAIL odd(n - 1, acc * 3 + 1); }
__attribute__((noinline)) static unsigned odd(unsigned n, unsigned acc) { if (n == 0) return ~acc; TAIL even(n - 1, acc ^ n); }
typedef unsigned long ul;
typedef ul (*state)(const char *, ul, ul);
static ul a(const char *, ul, ul), b(const char *, ul, ul), c(const char *, ul, ul);
static const state table[] = {a, b, c};
__attribute__((noinline)) static ul a(const char *p, ul x, ul y) { if (!*p) return x * 2 + y; TAIL table[(unsigned char)*p % 3](p + 1, y, x + 1); }
__attribute__((noinline)) static ul b(const char *p, ul x, ul y) { if (!*p) return x * 3 + y; TAIL table[(unsigned char)*p % 2](p + 1, x + y, x); }
__attribute__((noinline)) static ul c(const char *p, ul x, ul y) { if (!*p) return x * 5 - y; state f = table[x & 1]; TAIL f(p + 1, x - y, y * 2); }
__attribute__((noinline)) static double fp(double x, double y, int n) { if (n == 0) return x - y; TAIL fp(y * 0.5, x + 1, n - 1); }
__attribute__((noinline)) static long rotate(long a, long b, long c, long d, long e, long f, long g, long n) { if (n == 0) return a + b * 2 + c * 3 + d * 4 + e * 5 + f * 6 + g * 7; TAIL rotate(g, a, b, c, d, e, f, n - 1); }
struct pair { long x, y; };
__attribute__((noinline)) static struct pair pairs(struct pair p, long n) { if (n == 0) return p; TAIL pairs((struct pair){p.y, p.x + n}, n - 1); }
__attribute__((noinline)) static long sibling(long x) { char buf[40]; buf[x & 31] = (char)x; __asm__ volatile("" : : "r"(buf) : "memory"); return x < 5 ? x : even((unsigned)x, (unsigned char)buf[x & 31]); }
int main(void) {
    static char s[100001];
    for (int i = 0; i < 100000; i++) s[i] = (char)('a' + i * 7 % 26);
    printf("%u %lu %.6f\n", even(3000000, 1), a(s, 1, 2), fp(1, 2, 1000));
    struct pair p = pairs((struct pair){1, 2}, 1000000);
    printf("%ld %ld %ld %ld\n", rotate(1, 2, 3, 4, 5, 6, 7, 1000003), p.x, p.y, sibling(9));
    return 0;
}

// run: x87 flags=-ffp-contract=off
// Long double: operators, comparisons and selects with NaNs and both zeros, conversions to and from integers and other formats,
// arguments, results, variable arguments, structures, calls that keep values, recursion, inline assembly. What is printed is bits.
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

typedef long double real;
#define APART __attribute__((noinline))

static void bits(const char *name, real x) {
    unsigned char b[16] = {0};
    memcpy(b, &x, 10);
    printf("%s ", name);
    for (int i = 9; i >= 0; i--) printf("%02x", b[i]);
    printf("\n");
}

APART static real add(real a, real b) { return a + b; }
APART static real sub(real a, real b) { return a - b; }
APART static real mul(real a, real b) { return a * b; }
APART static real quo(real a, real b) { return a / b; }
APART static real reversed(real a, real b, real c) { return (b - a) * c - a / (c / b); }
APART static real with_memory(real a, const double *b, const float *c) { return (a * *b + *c - *b / a) / *c - *c * a; }
APART static real twice(real a) { return a + a - a * a; }

APART static int compare(real a, real b) {
    return (a < b) | (a <= b) << 1 | (a > b) << 2 | (a >= b) << 3 | (a == b) << 4 | (a != b) << 5 | __builtin_isunordered(a, b) << 6
           | __builtin_islessgreater(a, b) << 7 | !(a < b) << 8 | !(a >= b) << 9;
}
APART static int branch(real a, real b) {
    int n = 0;
    if (a == b) n += 1;
    if (a != b) n += 2;
    if (!(a < b)) n += 4;
    if (a < b && b > 0) n += 8;
    if (a >= b || a == 0) n += 16;
    return n;
}
APART static real smaller(real a, real b) { return a < b ? a : b; }
APART static real equal(real a, real b, real c) { return a == b ? b : c; }
APART static real chosen(int c, real a, real b) { return c ? a : b; }
APART static real signs(real a, real b) { return __builtin_copysignl(a, b) + __builtin_fabsl(b) - -a; }

APART static long long to_long(real a) { return (long long)a; }
APART static unsigned long long to_ulong(real a) { return (unsigned long long)a; }
APART static int to_int(real a) { return (int)a; }
APART static unsigned to_uint(real a) { return (unsigned)a; }
APART static short to_short(real a) { return (short)a; }
APART static real of_long(long long a) { return a; }
APART static real of_ulong(unsigned long long a) { return a; }
APART static real of_int(int a) { return a; }
APART static real of_uint(unsigned a) { return a; }
APART static real of_short(const short *a) { return *a; }
APART static double to_double(real a) { return (double)a; }
APART static float to_float(real a) { return (float)a; }
APART static float through_double(real a) { return (float)(double)a; }
APART static real of_double(double a) { return a; }
APART static real of_float(float a) { return a; }

APART static real sum(int n, ...) {
    va_list list;
    real s = 0;
    va_start(list, n);
    for (int i = 0; i < n; i++) s = s * 2 + va_arg(list, real), s += va_arg(list, double), s -= va_arg(list, int);
    va_end(list);
    return s;
}
struct mixed {
    real a;
    int n;
    real b;
};
APART static struct mixed make(real a, int n) { return (struct mixed){a * 2, n, a - n}; }
APART static _Complex long double product(_Complex long double a, _Complex long double b) { return a * b; }
APART static real fibonacci(int n) { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); }
APART static real kept(real a, real b, real c) {
    real x = add(a, b), y = mul(b, c), z = sub(c, a), w = quo(x, y);
    return x * y - z / w + a * b * c;
}
APART static real swapped(int n, real a, real b, real c) {
    while (n-- > 0) {
        real t = a;
        a = b;
        b = c - t;
        c = t + b * 0.5L;
    }
    return a - b / c;
}
APART static real constant(int n) {
    switch (n) {
    case 0: return 0.0L;
    case 1: return -0.0L;
    case 2: return 1.0L;
    case 3: return -1.0L;
    case 4: return 0.1L;
    case 5: return 0.5L;
    case 6: return 0.1;
    case 7: return 1e4000L;
    case 8: return 3.6e-4951L;
    default: return __builtin_infl();
    }
}

#if defined __i386__ || defined __x86_64__
APART static real tangent(real y, real x) {
    real r;
    __asm__("fpatan" : "=t"(r) : "0"(x), "u"(y) : "st(1)");
    return r;
}
APART static real both(real a, real b) {
    real s, c;
    __asm__("fsincos" : "=t"(c), "=u"(s) : "0"(a));
    return s * b - c * a;
}
APART static real any(real a, real b, real c) {
    real r;
    __asm__("fadd %2, %0" : "=t"(r) : "0"(a), "f"(b));
    return r * b - c;
}
#endif

static real table[4] = {1.5L, 2.25L, -3.125L, 0.1L};

int main(void) {
    real nan = __builtin_nanl(""), inf = __builtin_infl();
    real v[] = {1.1L, -2.7L, 3.3L, nan, 0.0L, -0.0L, inf, -inf};
    double d = 2.5;
    float f = 0.1f;
    bits("reversed", reversed(v[0], v[1], v[2])), bits("memory", with_memory(v[2], &d, &f)), bits("twice", twice(v[2]));
    for (int i = 0; i < 8; i++) {
        for (int j = 0; j < 8; j++) {
            printf("%d %d: %d %d\n", i, j, compare(v[i], v[j]), branch(v[i], v[j]));
            if (i == 3 || j == 3) continue;
            bits("smaller", smaller(v[i], v[j])), bits("equal", equal(v[i], v[j], v[2]));
            if (i < 6 && j < 6) bits("add", add(v[i], v[j])), bits("sub", sub(v[i], v[j])), bits("mul", mul(v[i], v[j])), bits("signs", signs(v[i], v[j]));
            if (i < 6 && j < 3) bits("quo", quo(v[i], v[j]));
        }
    }
    bits("chosen", chosen(1, v[0], v[1])), bits("chosen", chosen(0, v[0], v[1]));
    static const real numbers[] = {0, 0.9999999L, 1.9L, -1.9L, 123456789.7L, -5e9L, 9.2e18L, 9223372036854775808.0L, 1.8e19L, 4e9L, -30000.5L};
    for (int i = 0; i < 11; i++) {
        real x = numbers[i];
        if (x < 9.22e18L) printf("%lld ", to_long(x));
        if (x > -1) printf("%llu ", to_ulong(x));
        if (x < 2e9L && x > -2e9L) printf("%d ", to_int(x));
        if (x > -1 && x < 4.2e9L) printf("%u ", to_uint(x));
        if (x < 32767 && x > -32768) printf("%d ", to_short(x));
        printf("%a %a %a\n", to_double(x / 3), (double)to_float(x / 3), (double)through_double(x / 3));
    }
    short s = -300;
    bits("long", of_long(-1234567890123456789LL)), bits("ulong", of_ulong(18446744073709551615ULL)), bits("ulong", of_ulong(5));
    bits("int", of_int(-7)), bits("uint", of_uint(4000000000u)), bits("short", of_short(&s));
    bits("double", of_double(0.1)), bits("float", of_float(0.1f));
    bits("sum", sum(3, 1.5L, 2.5, 1, 0.1L, 0.2, -2, 3.3L, -1.0, 3));
    struct mixed m = make(v[0], 3);
    bits("a", m.a), bits("b", m.b);
    _Complex long double z = product(1.5L + 2.5iL, 0.3L - 0.7iL);
    bits("re", __real__ z), bits("im", __imag__ z);
    bits("fibonacci", fibonacci(15)), bits("kept", kept(v[0], v[1], v[2])), bits("swapped", swapped(9, v[0], v[1], v[2]));
    for (int i = 0; i < 10; i++) bits("constant", constant(i));
    for (int i = 0; i < 4; i++) bits("table", table[i] * v[0]);
#if defined __i386__ || defined __x86_64__
    bits("tangent", tangent(v[0], v[2])), bits("both", both(v[0], v[1])), bits("any", any(v[0], v[1], v[2]));
#endif
    return 0;
}

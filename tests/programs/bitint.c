// run: flags=-std=c2x
// Odd widths: _BitInt of 3 to 200 bits, signed and unsigned, arithmetic and conversions.
#include <stdio.h>
typedef _BitInt(17) s17;
typedef unsigned _BitInt(33) u33;
typedef _BitInt(77) s77;
typedef unsigned _BitInt(128) u128;
typedef unsigned _BitInt(3) u3;
typedef _BitInt(100) s100;

static unsigned long long h = 7;
static void mix(unsigned long long v) { h = (h ^ v) * 0x100000001b3ull; }
__attribute__((noinline)) s17 f17(s17 a, s17 b) { return (s17)(a * b + a / (b | 1) - (b >> 3)); }
__attribute__((noinline)) u33 f33(u33 a, u33 b) { return (u33)(a * b + (a << 5) - a % (b | (u33)1)); }
__attribute__((noinline)) s77 f77(s77 a, s77 b) { return (s77)(a * b + (a << 9) + (b >> 40) - (a ^ b)); }
__attribute__((noinline)) u3 f3(u3 a, u3 b) { return (u3)(a * b + a); }
__attribute__((noinline)) s100 f100(s100 a, int b) { return (s100)((a + b) * (a - b) >> 3); }
__attribute__((noinline)) int less(s77 a, s77 b) { return a < b; }

int main(void) {
    s17 a = 3; u33 b = 5; s77 c = -7; u3 d = 1; s100 e = 12345;
    for (int i = 0; i < 200; i++) {
        a = f17((s17)(a + i), (s17)(a - 2 * i)), b = f33((u33)(b + (u33)i), (u33)(b ^ (u33)77));
        c = f77((s77)(c + i), (s77)(c - i)), d = f3((u3)(d + (u3)i), d), e = f100(e, i);
        mix((unsigned long long)(long long)a), mix((unsigned long long)b), mix((unsigned long long)(long long)(c >> 13));
        mix((unsigned long long)d), mix((unsigned long long)(e >> 36)), mix((unsigned long long)less(c, (s77)e));
    }
    printf("%llx\n", h);
    return 0;
}

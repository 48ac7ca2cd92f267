// run: rv32
// Loop shapes: nests, several exits, rotated, counted down, two inductions, phi swaps and lost copies, invariants.
#include <stdio.h>
#define NI __attribute__((noinline))
NI unsigned nest(int n) { unsigned t = 0; for (int i = 0; i < n; i++) for (int j = i; j < n; j++) for (int k = j; k > i; k--) t += (unsigned)(i * j - k); return t; }
NI int exits(const int *a, int n, int x, int y) {
    for (int i = 0; i < n; i++) { if (a[i] == x) return i; if (a[i] == y) break; if (a[i] < 0) continue; if (i == 17) goto out; }
    return -1;
out:
    return -2;
}
NI unsigned swap(unsigned a, unsigned b, int n) { while (n--) { unsigned t = a; a = b; b = t + 1; } return a * 100 + b; }
NI unsigned rotate3(unsigned a, unsigned b, unsigned c, int n) { do { unsigned t = a; a = b, b = c, c = t + a; } while (--n > 0); return a ^ b * 3 ^ c * 7; }
NI unsigned lost(unsigned n) { unsigned x = 1, y; do { y = x; x = x * 3 + 1; } while (x < n); return y; }
NI int collatz(unsigned long long n) { int s = 0; while (n != 1) n = n & 1 ? 3 * n + 1 : n / 2, s++; return s; }
NI unsigned gcd(unsigned a, unsigned b) { while (b) { unsigned t = a % b; a = b, b = t; } return a; }
NI int two(const short *p, const short *q) { int t = 0; while (p < q) t = t * 2 + *p++ - *--q; return t; }
NI int bytes(const signed char *s, int n) { int t = 0; for (int i = 0; i < n; i += 3) t += s[i] * (s[n - 1 - i] - 1); return t; }
NI unsigned bound(unsigned char n) { unsigned t = 0; for (unsigned char i = n; i != 3; i++) t += i; return t; }
NI long long step(long long a, long long b, long long s) { long long t = 0; for (long long i = a; s > 0 ? i < b : i > b; i += s) t ^= i * 3; return t; }
NI int inner_invariant(int (*m)[8], int k, const int *scale) {
    int t = 0;
    for (int i = 0; i < 8; i++) for (int j = 0; j < 8; j++) t += m[i][j] * *scale * k + m[j][i] / (*scale | 1);
    return t;
}
NI int infinite(int n) { for (;;) { if (n > 1000) return n; n = n * 3 + 1; } }

int main(void) {
    int a[30], m[8][8], two_k = 2000;
    short s[9];
    signed char c[31];
    for (int i = 0; i < 30; i++) a[i] = (i * 7) % 31 - 3;
    for (int i = 0; i < 64; i++) m[i / 8][i % 8] = i * i - 500;
    for (int i = 0; i < 9; i++) s[i] = (short)(i * 9999);
    for (int i = 0; i < 31; i++) c[i] = (signed char)(i * 91);
    printf("%u\n", nest(20));
    printf("%d %d %d %d\n", exits(a, 30, 11, 99), exits(a, 30, 99, 11), exits(a, 30, 99, 98), exits(a, 12, 99, 98));
    printf("%u %u %u\n", swap(1, 5, 7), rotate3(1, 2, 3, 20), lost(1000000));
    printf("%d %u %d %d %u\n", collatz(837799), gcd(1071u * 64, 462u * 96), two(s, s + 8), bytes(c, 31), bound(200));
    printf("%lld %lld\n", step(0, 1000, 7), step(1ll << 40, 1, -(1ll << 33)));
    printf("%d %d\n", inner_invariant(m, 3, &two_k), infinite(2));
    return 0;
}

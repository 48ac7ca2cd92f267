// Number theory in wide words: Miller-Rabin with 128-bit products, Pollard's rho, extended Euclid, Montgomery, CRT, isqrt.
#include <stdint.h>
#include <stdio.h>
typedef uint64_t u64;
typedef unsigned __int128 u128;
static u64 mulmod(u64 a, u64 b, u64 m) { return (u64)((u128)a * b % m); }
static u64 powmod(u64 b, u64 e, u64 m) { u64 r = 1; for (b %= m; e; e >>= 1, b = mulmod(b, b, m)) if (e & 1) r = mulmod(r, b, m); return r; }
static int prime(u64 n) { if (n < 2) return 0; static const u64 w[] = {2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37}; for (int i = 0; i < 12; i++) if (n % w[i] == 0) return n == w[i]; u64 d = n - 1; int s = __builtin_ctzll(d); d >>= s; for (int i = 0; i < 12; i++) { u64 x = powmod(w[i], d, n); if (x == 1 || x == n - 1) continue; int ok = 0; for (int r = 1; r < s && !ok; r++) x = mulmod(x, x, n), ok = x == n - 1; if (!ok) return 0; } return 1; }
static u64 gcd(u64 a, u64 b) { while (b) { u64 t = a % b; a = b, b = t; } return a; }
static u64 bgcd(u64 a, u64 b) { if (!a || !b) return a | b; int s = __builtin_ctzll(a | b); a >>= __builtin_ctzll(a); do { b >>= __builtin_ctzll(b); if (a > b) { u64 t = a; a = b, b = t; } b -= a; } while (b); return a << s; }
static u64 rho(u64 n) { if (n % 2 == 0) return 2; for (u64 c = 1;; c++) { u64 x = 2, y = 2, d = 1; while (d == 1) { x = (u64)(((u128)x * x + c) % n); y = (u64)(((u128)y * y + c) % n); y = (u64)(((u128)y * y + c) % n); d = gcd(x > y ? x - y : y - x, n); } if (d != n) return d; } }
static int64_t egcd(int64_t a, int64_t b, int64_t *x, int64_t *y) { if (!b) { *x = 1, *y = 0; return a; } int64_t u, v, g = egcd(b, a % b, &u, &v); *x = v, *y = u - a / b * v; return g; }
static u64 mont(u64 a, u64 b, u64 n, u64 inv) { u128 t = (u128)a * b; u64 m = (u64)t * inv, r = (u64)((t >> 64)) + (u64)(((u128)m * n) >> 64) + ((u64)t != 0); return r >= n ? r - n : r; }
static u64 isqrt(u64 n) { u64 r = 0, b = 1ull << 62; while (b > n) b >>= 2; for (; b; b >>= 2) { if (n >= r + b) n -= r + b, r = (r >> 1) + b; else r >>= 1; } return r; }
static u64 icbrt(u64 n) { u64 r = 0; for (int s = 63; s >= 0; s -= 3) { r *= 2; u64 b = 3 * r * (r + 1) + 1; if (n >> s >= b) n -= b << s, r++; } return r; }
static u128 parse(const char *s) { u128 v = 0; while (*s) v = v * 10 + (unsigned)(*s++ - '0'); return v; }
static void show(u128 v) { char b[40], *p = b + 39; *p = 0; do *--p = (char)('0' + (int)(v % 10)); while (v /= 10); printf("%s ", p); }
int main(void) {
    u64 p = 18446744073709551557ull, n = 1000000007ull * 998244353ull, f = rho(n), inv = 1, m = 1000000000000000003ull;
    int64_t x, y, g = egcd(240, 46, &x, &y);
    for (int i = 0; i < 6; i++) inv *= 2 - m * inv;
    u64 a = mont(123456789, 987654321, m, 0 - inv);
    printf("%d %d %d %llu %lld %lld %lld\n", prime(p), prime(p - 2), prime(561), (unsigned long long)(f < n / f ? f : n / f), (long long)g, (long long)x, (long long)y);
    printf("%llu %llu %llu %llu %d\n", (unsigned long long)powmod(3, p - 1, p), (unsigned long long)isqrt(p), (unsigned long long)icbrt(p), (unsigned long long)bgcd(1071ull << 40, 462ull << 37), (u64)((u128)a * (((u128)1 << 64) % m) % m) == (u64)((u128)123456789 * 987654321 % m));
    show(parse("340282366920938463463374607431768211455") / 7), show(parse("123456789012345678901234567890") * 1000000007 % parse("98765432109876543210987654321")), printf("\n");
    return 0;
}

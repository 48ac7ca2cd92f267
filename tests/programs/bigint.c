// run: rv32
// Big integers: factorial, Fibonacci, powers, division, digits of pi by a spigot, modular exponentiation.
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#define L 40
typedef struct { uint32_t d[L]; int n; } big;
static big from(uint32_t v) { big r = {{v}, v != 0}; return r; }
static big add(const big *a, const big *b) { big r = {{0}, 0}; uint64_t c = 0; int n = a->n > b->n ? a->n : b->n; for (int i = 0; i < n || c; i++) { c += (uint64_t)a->d[i] + b->d[i]; r.d[i] = (uint32_t)c, c >>= 32, r.n = i + 1; } return r; }
static big mul(const big *a, const big *b) { big r = {{0}, 0}; for (int i = 0; i < a->n; i++) { uint64_t c = 0; for (int j = 0; j < b->n || c; j++) { c += (uint64_t)a->d[i] * (j < b->n ? b->d[j] : 0) + r.d[i + j]; r.d[i + j] = (uint32_t)c, c >>= 32; if (i + j + 1 > r.n) r.n = i + j + 1; } } return r; }
static uint32_t divs(big *a, uint32_t v) { uint64_t rem = 0; for (int i = a->n; i-- > 0;) { rem = rem << 32 | a->d[i]; a->d[i] = (uint32_t)(rem / v), rem %= v; } while (a->n && !a->d[a->n - 1]) a->n--; return (uint32_t)rem; }
static void print(big a) { char s[L * 10]; int k = 0; do s[k++] = (char)('0' + divs(&a, 10)); while (a.n); while (k) putchar(s[--k]); putchar('\n'); }
static int cmp(const big *a, const big *b) { if (a->n != b->n) return a->n < b->n ? -1 : 1; for (int i = a->n; i-- > 0;) if (a->d[i] != b->d[i]) return a->d[i] < b->d[i] ? -1 : 1; return 0; }
static uint32_t modpow(uint32_t b, uint64_t e, uint32_t m) { uint64_t r = 1, x = b; for (; e; e >>= 1, x = x * x % m) if (e & 1) r = r * x % m; return (uint32_t)r; }
static void pi(int digits) {
    static int a[400];
    int len = digits * 10 / 3 + 1, nines = 0, pre = 0, shown = 0;
    for (int i = 0; i < len; i++) a[i] = 2;
    for (int j = 0; j <= digits; j++) {
        int q = 0;
        for (int i = len; i > 0; i--) { int x = 10 * a[i - 1] + q * i; a[i - 1] = x % (2 * i - 1), q = x / (2 * i - 1); }
        a[0] = q % 10, q /= 10;
        if (q == 9) nines++;
        else if (q == 10) { putchar('0' + pre + 1); for (; nines; nines--) putchar('0'); pre = 0; }
        else { if (shown++) putchar('0' + pre); pre = q; for (; nines; nines--) putchar('9'); }
    }
    putchar('\n');
}
int main(void) {
    big f = from(1), a = from(0), b = from(1), three = from(3);
    for (uint32_t i = 2; i <= 120; i++) { big m = from(i); f = mul(&f, &m); }
    for (int i = 0; i < 300; i++) { big t = add(&a, &b); a = b, b = t; }
    big p = from(1);
    for (int i = 0; i < 200; i++) p = mul(&p, &three);
    print(f), print(a), print(p);
    printf("%d %u %u\n", cmp(&a, &p), divs(&p, 1000000007), modpow(7, 1234567890123ull, 998244353));
    pi(100);
    return 0;
}

// run: rv32
// Cold paths and early exits: calls on one side only, values alive over some calls, constants and addresses across calls.
#include <stdio.h>
#define NI __attribute__((noinline))
static int log_count, table[64];
NI static void note(int x) { log_count += x; }
NI static int slow(int a, int b, int c) { note(a); return a * b + c; }
NI static int early(const int *p, int n) { if (!p) return -1; if (n == 0) return 0; if (n < 0) { note(n); return n; } int t = 0; for (int i = 0; i < n; i++) { if (p[i] < 0) t += slow(p[i], i, t); else t += p[i]; } return t; }
NI static int rare(unsigned n, int a, int b, int c, int d, int e, int f) { int t = 0; for (unsigned i = 0; i < n; i++) { t = (int)((unsigned)t + (unsigned)a * 2 + (unsigned)b - (unsigned)c); if (__builtin_expect(i % 50 == 49, 0)) { note(d); t ^= slow(e, f, (int)i); } a += d, b ^= e, c += f; } return t + a + b + c; }
NI static int one_side(int c, int x, int y) { int z = x * 7 + y, w = x - y * 3; if (c) { note(z); return z + w; } return z; }
NI static int remat(int n) { unsigned t = 0; for (int i = 0; i < n; i++) { table[i & 63] = (int)((unsigned)table[i & 63] + 123456789u); note(table[(i * 7) & 63] & 255); t += (unsigned)(table[i & 63] ^ 0x12345678) + 987654321u % (unsigned)(i + 1); note((int)(table - table)); } return (int)(t >> 4); }
NI static int chain(int x) { if (x > 100) { if (x > 1000) { if (x > 10000) { note(3); return 4; } note(2); return 3; } note(1); return 2; } return 1; }
NI static int both(int x) { int a = x + 1, b = x + 2, c = x + 3; if (x & 1) note(a); else note(b); if (x & 2) return a + c; note(c); return b + c; }
NI static double fcold(double a, double b, int n) { double t = a * b; for (int i = 0; i < n; i++) { t = t * 0.5 + a; if (i == 77) note((int)t); } return t + b; }
NI static int loop_calls(int n) { int a = 1, b = 2, c = 3; for (int i = 0; i < n; i++) { if (i & 8) continue; a += b; note(a & 3); b ^= c; if (a > 5000) break; c += i; } return a + b * 3 + c * 5; }
NI static int err(int s) { int r = -1; if (s == 0) goto done; note(1); if (s == 1) goto fail; note(2); r = 5; if (s == 2) goto fail; r = 9; goto done; fail: note(100); r -= 3; done: return r; }
int main(void) {
    int v[] = {1, 2, -3, 4, 5, -6};
    printf("%d %d %d %d ", early(0, 3), early(v, 0), early(v, -2), early(v, 6));
    printf("%d %d %d %d ", rare(200, 1, 2, 3, 4, 5, 6), one_side(0, 4, 5), one_side(1, 4, 5), remat(100) & 0xffffff);
    printf("%d %d %d %d ", chain(5), chain(500), chain(5000), chain(50000));
    printf("%d %d %d %d %d ", both(0), both(1), both(2), both(3), (int)(fcold(1.5, 2.5, 100) * 8));
    printf("%d %d %d %d %d %d\n", loop_calls(100), err(0), err(1), err(2), err(3), 0);
    printf("%d\n", log_count & 0xffffff);
    return 0;
}

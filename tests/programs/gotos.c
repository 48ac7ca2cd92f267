// run: rv32
// Irreducible control flow: loops with two entries, jumps into loops, crossing loops, Duff's device, coroutines, states.
#include <stdio.h>
#define NI __attribute__((noinline))
NI static unsigned two_entries(unsigned n, int which) { unsigned t = 0; if (which) goto second; first: t += n; if (n-- == 0) return t; second: t = t * 3 + n; if (n-- == 0) return t; goto first; }
NI static unsigned into_loop(unsigned n) { unsigned i = n & 7, t = 1; if (n & 1) goto inside; for (i = 0; i < 10; i++) { t += i; inside: t ^= i * 5; if (t > 100000) break; } return t; }
NI static unsigned crossing(unsigned n) { unsigned t = 0; a: t += 1; if (t > 500) return t; if (n & 1) { n = n * 5 + 2; goto c; } b: t += 3; n = n / 2 + 1; if (n % 3 == 0) goto a; c: t += 7; n ^= t; if (n % 5) goto b; if (n % 7) goto a; return t * 1000 + n % 1000; }
NI static void duff(char *d, const char *s, int n) { int k = (n + 7) / 8; switch (n % 8) { case 0: do { *d++ = *s++; case 7: *d++ = *s++; case 6: *d++ = *s++; case 5: *d++ = *s++; case 4: *d++ = *s++; case 3: *d++ = *s++; case 2: *d++ = *s++; case 1: *d++ = *s++; } while (--k > 0); } }
struct gen { int line, i, j; };
NI static int next(struct gen *g) { switch (g->line) { case 0: for (g->i = 0; g->i < 4; g->i++) { for (g->j = g->i; g->j > 0; g->j--) { g->line = 1; return g->i * 10 + g->j; case 1:; } g->line = 2; return -g->i; case 2:; } g->line = 3; case 3:; } return 1000; }
NI static int triple(int x, int y, int z) { int t = 0; if (x > y) goto B; if (y > z) goto C; A: t += x; if (t > 300) return t; if (t & 1) goto C; B: t += y + 1; if (t > 250) return t * 2; if (t & 2) goto A; C: t += z + 2; if (t > 200) return t * 3; if (t & 4) goto A; goto B; }
NI static int cleanup(int n) { int r = -1; if (n < 1) goto out0; r = n; if (n < 2) goto out1; r += 10; if (n < 3) goto out2; r += 100; out2: r ^= 1; out1: r *= 2; out0: return r; }
NI static unsigned nested_break(unsigned n) { unsigned t = 0; for (unsigned i = 0; i < n; i++) for (unsigned j = 0; j < n; j++) { if (i * j > 50) goto next_i; if (i + j == 27) goto done; t += i ^ j; continue; next_i: t *= 3; break; } done: return t; }
int main(void) {
    for (unsigned n = 0; n < 9; n++) printf("%u %u %u %u|", two_entries(n, 0), two_entries(n, 1), into_loop(n), crossing(n * 11 + 1));
    char d[64] = {0};
    duff(d, "a string copied by the device, of length 43", 43);
    printf("\n%s\n", d);
    struct gen g = {0};
    for (int k = 0; k < 12; k++) printf("%d ", next(&g));
    printf("\n%d %d %d\n", triple(3, 1, 4), triple(1, 5, 9), triple(2, 6, 5));
    for (int i = 0; i < 5; i++) printf("%d ", cleanup(i));
    printf("%u\n", nested_break(20));
    return 0;
}

// run: rv32
// Recursion: Ackermann, Fibonacci, queens, hanoi, mutual, deep, with arrays in frames, tail recursion, permutations.
#include <stdio.h>
static int ack(int m, int n) { return m == 0 ? n + 1 : n == 0 ? ack(m - 1, 1) : ack(m - 1, ack(m, n - 1)); }
static unsigned fib(unsigned n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
static int place(int *row, int k, int n) {
    if (k == n) return 1;
    int t = 0;
    for (int c = 0; c < n; c++) {
        int ok = 1;
        for (int i = 0; i < k && ok; i++) ok = row[i] != c && row[i] - c != k - i && c - row[i] != k - i;
        if (ok) row[k] = c, t += place(row, k + 1, n);
    }
    return t;
}
static int moves;
static void hanoi(int n, int a, int b, int c) { if (n) hanoi(n - 1, a, c, b), moves += a * 3 + b, hanoi(n - 1, c, b, a); }
static int is_odd(unsigned n);
static int is_even(unsigned n) { return n == 0 ? 1 : is_odd(n - 1); }
static int is_odd(unsigned n) { return n == 0 ? 0 : is_even(n - 1); }
__attribute__((noinline)) static int deep(int n, int *up) { int here[4] = {n, n + 1, n + 2, up ? up[0] : 0}; return n == 0 ? here[3] : deep(n - 1, here) + here[n & 3]; }
static long long tail(int n, long long acc) { return n == 0 ? acc : tail(n - 1, acc * 3 + n); }
static void perm(char *s, int k, int n, unsigned *h) {
    if (k == n) { for (int i = 0; i < n; i++) *h = *h * 31 + (unsigned char)s[i]; return; }
    for (int i = k; i < n; i++) { char t = s[k]; s[k] = s[i], s[i] = t; perm(s, k + 1, n, h); t = s[k]; s[k] = s[i], s[i] = t; }
}
static int mccarthy(int n) { return n > 100 ? n - 10 : mccarthy(mccarthy(n + 11)); }
static int tak(int x, int y, int z) { return y < x ? tak(tak(x - 1, y, z), tak(y - 1, z, x), tak(z - 1, x, y)) : z; }

int main(void) {
    int row[8];
    unsigned h = 0;
    char s[] = "abcdef";
    hanoi(10, 1, 2, 3);
    perm(s, 0, 6, &h);
    printf("%d %u %d %d %d %d\n", ack(2, 9), fib(20), place(row, 0, 7), moves, is_even(1001), is_odd(77));
    printf("%d %lld %x %d %d\n", deep(1000, 0), tail(30, 1), h, mccarthy(33), tak(12, 8, 4));
    return 0;
}

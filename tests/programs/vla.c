// run: rv32
// Variable-length arrays and alloca: in loops, two-dimensional, over-aligned, beside calls with stack arguments.
#include <stdint.h>
#include <stdio.h>
#define NI __attribute__((noinline))
NI int sum(const int *p, int n) { int t = 0; for (int i = 0; i < n; i++) t += p[i]; return t; }
NI int vla(int n) { int a[n]; for (int i = 0; i < n; i++) a[i] = i * i; return sum(a, n); }
NI int vla2(int n, int m) { int a[n][m]; for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) a[i][j] = i * 10 + j; int t = 0; for (int j = 0; j < m; j++) t = t * 3 + a[n - 1 - j % n][j]; return t; }
NI int scopes(int n) { int t = 0; for (int i = 1; i <= n; i++) { char b[i * 100]; b[0] = (char)i, b[i * 100 - 1] = (char)(i + 1); t += b[0] * b[i * 100 - 1]; } return t; }
struct node { struct node *next; int v; };
NI int list(int n) { struct node *head = 0; for (int i = 0; i < n; i++) { struct node *p = __builtin_alloca(sizeof *p); p->next = head, p->v = i, head = p; } int t = 0; for (; head; head = head->next) t = t * 2 + head->v; return t; }
NI long many(int a, int b, int c, int d, int e, int f, int g, int h, int i, const int *p, int n) { return a + b * 2 + c * 3 + d * 4 + e * 5 + f * 6 + g * 7 + h * 8 + i * 9 + sum(p, n); }
NI int calls(int n) { int a[n]; for (int i = 0; i < n; i++) a[i] = n - i; return (int)many(1, 2, 3, 4, 5, 6, 7, 8, 9, a, n) + a[0]; }
NI int aligned(int n) { int bad = 0; _Alignas(64) char fixed[40]; char v[n]; fixed[3] = 1, v[n - 1] = 2; bad += ((uintptr_t)fixed & 63) != 0; char *p = __builtin_alloca_with_align((unsigned)n, 1024); p[0] = 3; bad += ((uintptr_t)p & 127) != 0; return bad * 100 + fixed[3] + v[n - 1] + p[0]; }
NI int rec(int n) { int a[n + 1]; a[n] = n; return n == 0 ? 0 : rec(n - 1) + a[n]; }

int main(void) {
    printf("%d %d %d %d\n", vla(10), vla2(3, 5), scopes(9), list(12));
    printf("%d %d %d\n", calls(20), aligned(33), rec(50));
    return 0;
}

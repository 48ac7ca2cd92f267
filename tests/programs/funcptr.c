// run: rv32
// Calls through pointers: tables, pointers in structures, returned pointers, callbacks that clobber, self-replacement.
#include <stdio.h>
typedef int (*op)(int, int);
static int add(int a, int b) { return a + b; }
static int sub(int a, int b) { return a - b; }
static int mul(int a, int b) { return a * b; }
static int mx(int a, int b) { return a > b ? a : b; }
static const op table[] = {add, sub, mul, mx, add};
struct obj { int v; int (*get)(struct obj *); void (*set)(struct obj *, int); };
static int get1(struct obj *o) { return o->v; }
static int get2(struct obj *o) { return -o->v; }
static void set1(struct obj *o, int v) { o->v = v, o->get = v & 1 ? get2 : get1; }
__attribute__((noinline)) op choose(int k) { return table[k % 5]; }
__attribute__((noinline)) int fold(const int *a, int n, int init, op f) {
    for (int i = 0; i < n; i++) init = f(init, a[i]);
    return init;
}
static int (*state)(int);
static int st_a(int), st_b(int);
static int st_a(int x) { state = st_b; return x + 1; }
static int st_b(int x) { state = st_a; return x * 2; }
__attribute__((noinline)) int apply3(op f, op g, op h, int a, int b, int c, int d) { return h(f(a, b) + g(c, d), f(a, d) - g(b, c)); }

int main(void) {
    int a[] = {3, 1, 4, 1, 5, 9, 2, 6};
    for (int k = 0; k < 5; k++) printf("%d ", fold(a, 8, 1, choose(k)));
    struct obj o = {1, get1, set1};
    int t = 0;
    for (int i = 0; i < 10; i++) o.set(&o, i), t = t * 3 + o.get(&o);
    state = st_a;
    int x = 1;
    for (int i = 0; i < 16; i++) x = state(x);
    printf("\n%d %d\n%d\n", t, x, apply3(add, mul, sub, 1, 2, 3, 4));
    return 0;
}

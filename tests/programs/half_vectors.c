// run: x87 half
// Vectors of 16-bit floats, and structures of them, as arguments and results.
#include <stdio.h>

typedef _Float16 v8 __attribute__((vector_size(16)));
typedef _Float16 v4 __attribute__((vector_size(8)));
struct two { _Float16 a, b; };
struct five { _Float16 a, b, c, d, e; };

__attribute__((noinline)) v8 sums(v8 a, v8 b, _Float16 c) { return a + b * c; }
__attribute__((noinline)) v4 narrow(v4 a, int k) { a[k] = a[3 - k] + (_Float16)k; return a; }
__attribute__((noinline)) struct two swap(struct two s) { struct two r = {s.b, s.a}; return r; }
__attribute__((noinline)) struct five turn(struct five s, _Float16 x) {
  struct five r = {s.e, s.d, s.c * x, s.b, s.a};
  return r;
}
__attribute__((noinline)) _Float16 last(int n, _Float16 a, double b, _Float16 c) { return a + (_Float16)b * c - (_Float16)n; }
__attribute__((noinline)) v8 chosen(v8 a, v8 b) { return a * (b - a); }

int main(void) {
  v8 a = {1, 2.5, 3, 4, 5.25, 6, 7, 8}, b = {8, 7, 6, 5, 4, 3, 2, 0.125};
  v8 r = sums(a, b, 0.5f), m = chosen(a, b);
  for (int i = 0; i < 8; i++) printf("%g %g ", (double)r[i], (double)m[i]);
  v4 n = narrow((v4){1, 2, 3, 4}, 2);
  struct two t = swap((struct two){1.5f, -2});
  struct five f = turn((struct five){1, 2, 3, 4, 5}, 0.75f);
  printf("\n%g %g %g %g %g %g %g %g\n", (double)n[2], (double)n[3], (double)t.a, (double)t.b, (double)f.a, (double)f.c,
         (double)f.e, (double)last(3, 1.5f, 2.5, 4));
  return 0;
}

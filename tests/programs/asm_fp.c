// run: riscv nohost
// Inline assembly with floating registers, condition results, flags, fixed registers and clobbers.
#include <stdio.h>
__attribute__((noinline)) double fadd(double a, double b) { double r; __asm__("fadd.d %0, %1, %2" : "=f"(r) : "f"(a), "f"(b)); return r; }
__attribute__((noinline)) float tied(float a) { __asm__("fmul.s %0, %0, %0" : "+f"(a)); return a; }
__attribute__((noinline)) long cmp(double a, double b) { long r; __asm__("flt.d %0, %1, %2" : "=r"(r) : "f"(a), "f"(b)); return r; }
__attribute__((noinline)) double clob(double a, double b) { double x = a * b, y = a + b; __asm__ volatile("fmv.d.x fs0, zero\n\tfmv.d.x ft1, zero\n\tfmv.d.x fa3, zero" : : : "fs0", "ft1", "fa3"); return x - y; }
__attribute__((noinline)) double load(const double *p) { double r; __asm__("fld %0, %1" : "=f"(r) : "m"(p[3])); return r; }
__attribute__((noinline)) unsigned flags(double a, double b) { unsigned f; __asm__ volatile("fsflags zero\n\tfdiv.d %1, %1, %2\n\tfrflags %0" : "=r"(f), "+f"(a) : "f"(b)); return f; }
__attribute__((noinline)) long fixed(double a) { register double r __asm__("fa7") = a; long out; __asm__("fcvt.l.d %0, fa7, rtz" : "=r"(out) : "f"(r)); return out; }
int main(void) {
    double v[] = {1, 2, 3, 4.5};
    printf("%.3f %.3f %ld %.3f %.3f\n", fadd(1.5, 2.25), (double)tied(1.5f), cmp(1, 2), clob(3, 4), load(v));
    printf("%u %u %ld\n", flags(1, 0), flags(1, 3), fixed(-7.9));
    return 0;
}

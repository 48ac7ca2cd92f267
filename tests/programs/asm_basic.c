// run: riscv rv32 nohost
// Inline assembly: registers, tied and early-clobber operands, immediates, memory, clobbers, several results, names.
#include <stdint.h>
#include <stdio.h>
#define NI __attribute__((noinline))
NI long addr(long a, long b) { long r; __asm__("add %0, %1, %2" : "=r"(r) : "r"(a), "r"(b)); return r; }
NI long imm(long a) { long r; __asm__("addi %0, %1, %2" : "=r"(r) : "r"(a), "I"(-77)); return r; }
NI long tied(long a) { __asm__("slli %0, %0, 3\n\taddi %0, %0, 1" : "+r"(a)); return a; }
NI long tied2(long a, long b) { long r; __asm__("add %0, %0, %2" : "=r"(r) : "0"(a), "r"(b)); return r; }
NI long early(long a, long b) { long r; __asm__("mv %0, %1\n\tadd %0, %0, %2\n\tadd %0, %0, %1" : "=&r"(r) : "r"(a), "r"(b)); return r; }
NI long two(long a, long b) { long s, d; __asm__("add %0, %2, %3\n\tsub %1, %2, %3" : "=&r"(s), "=&r"(d) : "r"(a), "r"(b)); return s * 1000 + d; }
NI int mem(const int *p) { int r; __asm__("lw %0, %1" : "=r"(r) : "m"(p[2])); return r; }
NI void store(int *p, int v) { __asm__ volatile("sw %1, %0" : "=m"(p[1]) : "r"(v)); }
NI void inplace(int *p) { __asm__ volatile("lw t0, %0\n\taddi t0, t0, 5\n\tsw t0, %0" : "+m"(*p) : : "t0"); }
NI long clobbers(long a, long b, long c) { long x = a * b, y = b * c, z = a + c; __asm__ volatile("li s2, 1\n\tli s3, 2\n\tli t1, 3\n\tli a5, 4" : : : "s2", "s3", "t1", "a5", "memory"); return x + y * 2 + z * 3; }
NI long fixed(long a) { register long r __asm__("a3") = a; __asm__("addi a3, a3, 9" : "+r"(r)); return r; }
NI long named(long v) { long out; __asm__("xori %[o], %[i], %[k]" : [o] "=r"(out) : [i] "r"(v), [k] "i"(-1)); return out; }
NI int zero(int *p) { __asm__ volatile("sw %z1, 0(%0)" : : "r"(p), "rJ"(0) : "memory"); return *p; }
NI int labels(int n) { int t = 0; __asm__ volatile("1:\n\tadd %0, %0, %1\n\taddi %1, %1, -1\n\tbnez %1, 1b" : "+r"(t), "+r"(n)); return t; }
NI int many(int a, int b, int c, int d, int e, int f, int g, int h) { int r; __asm__("add %0, %1, %2\n\tadd %0, %0, %3\n\tadd %0, %0, %4\n\tadd %0, %0, %5\n\tadd %0, %0, %6\n\tadd %0, %0, %7\n\tadd %0, %0, %8" : "=&r"(r) : "r"(a), "r"(b), "r"(c), "r"(d), "r"(e), "r"(f), "r"(g), "r"(h)); return r; }
NI int unique(int x) { for (int i = 0; i < 3; i++) __asm__ volatile("bgtz %0, .Lu%=\n\tneg %0, %0\n.Lu%=:" : "+r"(x)); return x; }

int main(void) {
    int a[4] = {1, 2, 3, 4};
    store(a, 50), inplace(&a[3]);
    printf("%d %d %d %d %d\n", (int)addr(3, 4), (int)imm(100), (int)tied(5), (int)tied2(6, 7), (int)early(8, 9));
    printf("%d %d %d %d %d\n", (int)two(20, 5), mem(a), a[1], a[3], (int)clobbers(2, 3, 4));
    printf("%d %d %d %d\n", (int)fixed(1), (int)named(5), zero(a), labels(10));
    printf("%d %d %d\n", many(1, 2, 3, 4, 5, 6, 7, 8), unique(-3), unique(4));
    return 0;
}

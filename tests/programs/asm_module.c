// run: riscv nohost text
// Module-level assembly: functions and data written in it, called and read from C, and symbols of C used in it.
#include <stdio.h>
__asm__(".text\n.globl asm_add3\n.type asm_add3,@function\nasm_add3:\n\taddi a0, a0, 3\n\tret\n.size asm_add3, .-asm_add3\n");
__asm__(".data\n.globl asm_data\n.balign 8\nasm_data:\n\t.quad 1234\n\t.word 5, 6\n.text\n");
__asm__(".globl asm_read\nasm_read:\n\tla t0, from_c\n\tlw a0, 0(t0)\n\ttail plus_one\n");
long asm_add3(long);
extern long asm_data;
int asm_read(void);
int from_c = 77;
int plus_one(int x) { return x + 1; }
__attribute__((noinline)) static int sym(void) { static int there = 1234; int r; __asm__("la %0, %1\n\tlw %0, 0(%0)" : "=&r"(r) : "i"(&there)); return r + there; }
int main(void) {
    printf("%ld %ld %d %d\n", asm_add3(4), asm_data, asm_read(), sym());
    return 0;
}

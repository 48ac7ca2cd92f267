/* Entry and system calls of a bare 32-bit Linux process: no C library is needed for `qemu-riscv32`. */
#include "runtime.h"

int main(void);

__asm__(".text\n.globl _start\n.type _start,@function\n_start:\n"
        "\t.option push\n\t.option norelax\n\tla gp, __global_pointer$\n\t.option pop\n"
        "\tandi sp, sp, -16\n\tcall rt_main\n.size _start, .-_start\n");

static long system_call(long number, long a, long b, long c) {
    register long a0 __asm__("a0") = a;
    register long a1 __asm__("a1") = b;
    register long a2 __asm__("a2") = c;
    register long a7 __asm__("a7") = number;
    __asm__ volatile("ecall" : "+r"(a0) : "r"(a1), "r"(a2), "r"(a7) : "memory");
    return a0;
}

void rt_write(const char *text, unsigned n) {
    while (n) {
        long done = system_call(64, 1, (long)text, (long)n);
        if (done <= 0) return;
        text += done, n -= (unsigned)done;
    }
}

void exit(int status) {
    rt_flush();
    for (;;) system_call(93, status, 0, 0);
}

void abort(void) { exit(134); }

__attribute__((used)) void rt_main(void) { exit(main()); }

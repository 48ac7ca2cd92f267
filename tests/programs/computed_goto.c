// run: rv32
// Computed goto: a threaded interpreter, label differences, label tables in static data, blockaddress escaping to a call.
#include <stdio.h>
enum { PUSH, ADD, MUL, SUB, DUP, SWAP, JNZ, DEC, PRINT, HALT };
__attribute__((noinline)) static int interpret(const int *code) {
    static void *const ops[] = {&&push, &&add, &&mul, &&sub, &&dup, &&swap, &&jnz, &&dec, &&print, &&halt};
    int stack[32], *sp = stack, t;
    const int *pc = code;
#define NEXT goto *ops[*pc++]
    NEXT;
push: *sp++ = *pc++; NEXT;
add: sp--; sp[-1] += sp[0]; NEXT;
mul: sp--; sp[-1] = (int)((unsigned)sp[-1] * (unsigned)sp[0]); NEXT;
sub: sp--; sp[-1] -= sp[0]; NEXT;
dup: sp[0] = sp[-1]; sp++; NEXT;
swap: t = sp[-1], sp[-1] = sp[-2], sp[-2] = t; NEXT;
jnz: if (*--sp) pc = code + *pc; else pc++; NEXT;
dec: sp[-1]--; NEXT;
print: printf("%d\n", sp[-1]); NEXT;
halt: return sp[-1];
}
__attribute__((noinline)) static int relative(unsigned n) {
    static const int off[] = {&&a - &&a, &&b - &&a, &&c - &&a};
    int t = 1;
    while (n) {
        goto *(&&a + off[n % 3]);
    a: t += 1; n /= 3; continue;
    b: t *= 2; n /= 3; continue;
    c: t = t * 3 - 1; n /= 3;
    }
    return t;
}
__attribute__((noinline)) static void *pick(int k, void **tab) { return tab[k & 1]; }
__attribute__((noinline)) static int escape(int k) {
    void *tab[] = {&&x, &&y};
    int n = 0;
again:
    goto *pick(k, tab);
x: if (n++ < 3) { k ^= 1; goto again; } return n * 10;
y: if (n++ < 3) { k ^= n & 1; goto again; } return n * 10 + 1;
}

int main(void) {
    static const int factorial[] = {PUSH, 1, PUSH, 10, SWAP, PUSH, 1, MUL, SWAP, DUP, JNZ, 13, HALT, DUP, PUSH, 0, ADD, SWAP, PUSH, 1, SUB, PUSH, 0, MUL, ADD, PRINT, HALT};
    static const int loop[] = {PUSH, 5, PRINT, DEC, DUP, JNZ, 2, PUSH, 42, PRINT, HALT};
    int f = interpret(factorial), l = interpret(loop);
    printf("%d %d\n", f, l);
    for (unsigned n = 1; n < 2000; n += 333) printf("%d ", relative(n));
    printf("%d %d\n", escape(0), escape(1));
    return 0;
}

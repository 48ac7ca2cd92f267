// run: rv32 nohost
// asm goto: jumps to labels from assembly, several targets, in loops.
#include <stdio.h>
#define NI __attribute__((noinline))
NI int jump(int x) { __asm__ goto("beqz %0, %l1" : : "r"(x) : : yes); return 10; yes: return 20; }
NI int three(int x) { __asm__ goto("beqz %0, %l[a]\n\tbltz %0, %l[b]" : : "r"(x) : : a, b); return 1; a: return 2; b: return 3; }
NI int loop(int n) { int t = 0; again: t += n; n--; __asm__ goto("bgtz %0, %l1" : : "r"(n) : : again); return t; }
int main(void) {
    printf("%d %d %d %d %d %d\n", jump(0), jump(5), three(0), three(-1), three(1), loop(10));
    return 0;
}

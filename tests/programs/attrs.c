// Attributes: weak definitions and references, aliases, constructors and destructors, sections, cleanup, used, noreturn.
#include <stdio.h>
#include <stdlib.h>
static int order;
__attribute__((constructor(101))) static void first(void) { order = order * 10 + 1; }
__attribute__((constructor(102))) static void second(void) { order = order * 10 + 2; }
__attribute__((constructor)) static void last(void) { order = order * 10 + 3; }
__attribute__((destructor)) static void at_end(void) { puts("destructor"); }
__attribute__((weak)) int weak_def(void) { return 5; }
extern int weak_missing(void) __attribute__((weak));
extern int weak_data __attribute__((weak));
int target(int x) { return x + 7; }
int other_name(int) __attribute__((alias("target")));
extern int data_alias __attribute__((alias("data")));
int data = 99;
__attribute__((section(".my_section"))) int in_section = 3;
__attribute__((section(".my_text"), noinline)) int far_away(int x) { return x * in_section; }
__attribute__((aligned(256))) static char wide_aligned[3];
__attribute__((visibility("hidden"))) int hidden = 8;
static void dropped(int *p) { printf("cleanup %d\n", *p); }
__attribute__((noinline)) static int scoped(int n) { __attribute__((cleanup(dropped))) int a = n; if (n > 3) return a + 1; { __attribute__((cleanup(dropped))) int b = n * 2; a += b; } return a; }
__attribute__((noreturn, noinline)) static void leave(void) { printf("leaving\n"); exit(0); }
__attribute__((hot, noinline)) static int hot(int x) { return x ^ 1; }
__attribute__((cold, noinline)) static int cold(int x) { return x ^ 2; }
__attribute__((const, noinline)) static int cst(int x) { return x * x; }
__attribute__((pure, noinline)) static int pure(const int *x) { return *x + 1; }
static inline __attribute__((always_inline)) int inl(int x) { return x - 3; }
__attribute__((used)) static int unused_but_kept = 1;
int common_a[10];
int main(void) {
    printf("%d %d %d %d\n", order, weak_def(), weak_missing ? weak_missing() : -1, &weak_data != 0);
    printf("%d %d %d %d\n", other_name(1), data_alias, far_away(4), hidden);
    data = 5;
    printf("%d %d\n", data_alias, (int)((unsigned long)wide_aligned & 255));
    int s2 = scoped(2), s5 = scoped(5);
    printf("%d %d\n", s2, s5);
    int v = 4;
    printf("%d %d %d %d %d\n", __builtin_expect(hot(v) == 5, 1), cold(v), cst(v) + cst(v), pure(&v), inl(v));
    common_a[9] = 3;
    if (common_a[9] == 3) leave();
    return 1;
}

// Calls that must be jumps between functions whose stack arguments differ in size: clang's asynchronous convention of Swift promises
// them, and so the loop below needs no more stack for many rounds than for one. Other machines run plain calls, fewer of them.
#include <stdint.h>
#include <stdio.h>
#ifdef __x86_64__
#define PROMISED __attribute__((swiftasynccall))
#define ROUNDS 3000000
#else
#define PROMISED
#define ROUNDS 3000
#endif

static volatile int64_t noted;
static int rounds;
typedef PROMISED void Step(int64_t, double, int32_t);

static PROMISED void few(int64_t a, double b, int32_t c);
static PROMISED void many(int32_t a, int64_t b, int64_t c, double d, int8_t e, int64_t f, int64_t g, int32_t h, int64_t i, int64_t j,
                          float k);
static PROMISED void middle(int64_t a, int64_t b, int32_t c, int64_t d, int64_t e, int64_t f, int64_t g, Step *next);
static Step *volatile steps[2] = {few, few};

static __attribute__((noinline)) int64_t mixed(int64_t *p, int n) {
    int64_t s = 0;
    for (int i = 0; i < n; i++) s = s * 31 + p[i];
    return s;
}
static __attribute__((noinline)) PROMISED void few(int64_t a, double b, int32_t c) {
    int64_t buffer[3] = {a, (int64_t)b, c};
    noted = noted * 7 + mixed(buffer, 3);
    if (--rounds <= 0) return;
    if (rounds & 1) return many(c, a, 5, b + 1, (int8_t)c, a + 1, -2, c + 3, a ^ 77, rounds, (float)c);
    return middle(a, 2, c, rounds, 4, a - 1, 6, steps[rounds >> 1 & 1]);
}
static __attribute__((noinline)) PROMISED void many(int32_t a, int64_t b, int64_t c, double d, int8_t e, int64_t f, int64_t g,
                                                    int32_t h, int64_t i, int64_t j, float k) {
    int64_t buffer[11] = {a, b, c, (int64_t)d, e, f, g, h, i, j, (int64_t)k};
    noted = noted * 5 + mixed(buffer, 11);
    if (--rounds <= 0) return;
    if (rounds % 3 == 0) return few(g + j, d, a);
    return middle(j, i, h, g, f, e, c, steps[rounds & 1]);
}
static __attribute__((noinline)) PROMISED void middle(int64_t a, int64_t b, int32_t c, int64_t d, int64_t e, int64_t f, int64_t g,
                                                      Step *next) {
    noted = noted * 3 + (a ^ b ^ c ^ d ^ e ^ f ^ g);
    if (--rounds <= 0) return;
    return next(g + b, 1.5, c + 1);
}
static void run(int n) {
    rounds = n;
    noted = 1;
    few(n, 2.5, 3);
    printf("%d %lld\n", n, (long long)noted);
}
int main(void) {
    for (int n = 1; n < 12; n++) run(n);
    run(500);
    rounds = ROUNDS;
    few(1, 2, 3);
    puts("done");
}

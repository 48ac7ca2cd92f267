// run: rv32
// Both halves of products: signed and unsigned, with and without the low half, and quotients that come from high halves.
#include <stdint.h>
#include <stdio.h>

static uint64_t state = 0x243f6a8885a308d3ull;
static uint64_t next(void) {
    state ^= state << 13, state ^= state >> 7, state ^= state << 17;
    return state;
}
__attribute__((noinline)) static int64_t both_signed(int32_t a, int32_t b) { return (int64_t)a * b; }
__attribute__((noinline)) static uint64_t both_unsigned(uint32_t a, uint32_t b) { return (uint64_t)a * b; }
__attribute__((noinline)) static uint64_t whole(uint64_t a, uint64_t b) { return a * b; }
__attribute__((noinline)) static int32_t high_signed(int32_t a, int32_t b) { return (int32_t)((int64_t)a * b >> 32); }
__attribute__((noinline)) static uint32_t folded(uint32_t a, uint32_t b) {
    uint64_t p = (uint64_t)a * b;
    return (uint32_t)p ^ (uint32_t)(p >> 32);
}
// The low half first, by itself; what stands between changes nothing of it.
__attribute__((noinline)) static uint32_t apart(uint32_t a, uint32_t b, uint32_t *low) {
    *low = a * b;
    uint32_t sum = a + b;
    return (uint32_t)((uint64_t)a * b >> 32) + sum;
}
__attribute__((noinline)) static uint64_t square(uint32_t a) { return (uint64_t)a * a; }
__attribute__((noinline)) static int overflows(int32_t a, int32_t b, int32_t *p) { return __builtin_mul_overflow(a, b, p); }
__attribute__((noinline)) static uint32_t wraps(uint32_t a, uint32_t b) {
    uint32_t p;
    int over = __builtin_mul_overflow(a, b, &p);
    return (uint32_t)((uint64_t)a * b >> 32) + p + (over ? 1000 : 0);
}
int main(void) {
    uint64_t sum = 0;
    for (int n = 0; n < 1000; n++) {
        uint64_t x = next(), y = n % 3 ? next() : (uint64_t)(int64_t)(int32_t)next();
        uint32_t low;
        int32_t p;
        sum = sum * 31 + (uint64_t)both_signed((int32_t)x, (int32_t)y);
        sum = sum * 31 + both_unsigned((uint32_t)x, (uint32_t)y);
        sum = sum * 31 + whole(x, y);
        sum = sum * 31 + (uint32_t)high_signed((int32_t)x, (int32_t)y);
        sum = sum * 31 + folded((uint32_t)x, (uint32_t)y);
        sum = sum * 31 + apart((uint32_t)x, (uint32_t)y, &low) + low;
        sum = sum * 31 + square((uint32_t)x);
        sum = sum * 31 + (uint64_t)overflows((int32_t)(x >> n % 32), (int32_t)(y >> 20), &p) + (uint32_t)p;
        sum = sum * 31 + wraps((uint32_t)x >> n % 20, (uint32_t)y >> 12);
    }
    printf("%08lx%08lx\n", (unsigned long)(sum >> 32), (unsigned long)(sum & 0xffffffff));
    return 0;
}

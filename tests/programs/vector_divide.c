// Vectors divided by constants, and products with high halves, against the same lane by lane.
#include <stdint.h>
#include <stdio.h>
#include <string.h>

typedef int16_t v8i16 __attribute__((vector_size(16)));
typedef uint16_t v8u16 __attribute__((vector_size(16)));
typedef int32_t v4i32 __attribute__((vector_size(16)));
typedef uint32_t v4u32 __attribute__((vector_size(16)));
typedef int8_t v16i8 __attribute__((vector_size(16)));

static uint64_t state = 0x9e3779b97f4a7c15ull;
static uint64_t next(void) {
    state ^= state << 13, state ^= state >> 7, state ^= state << 17;
    return state;
}
// Edges come often.
static uint64_t number(void) {
    uint64_t r = next();
    switch (r >> 61) {
    case 0: return r & 7;
    case 1: return -(r & 7);
    case 2: return 0x8000800080008000ull + (r & 3);
    case 3: return 0x7fffffff7fff7fffull;
    default: return r;
    }
}
static unsigned long failures;
__attribute__((noinline)) static int64_t plain(int64_t a, int64_t b, int rest) {
    __asm__("" : "+r"(b));
    return rest ? a % b : a / b;
}
#define CHECK(type, lanes, elem, d)                                                                  \
    do {                                                                                             \
        type x, q, r;                                                                                \
        for (int k = 0; k < lanes; k++) x[k] = (elem)number();                                       \
        q = x / (elem)(d), r = x % (elem)(d);                                                        \
        for (int k = 0; k < lanes; k++) {                                                            \
            failures += q[k] != (elem)plain(x[k], (elem)(d), 0);                                     \
            failures += r[k] != (elem)plain(x[k], (elem)(d), 1);                                     \
        }                                                                                            \
    } while (0)
#define ALL(d)                                                                                       \
    CHECK(v8i16, 8, int16_t, d);                                                                     \
    CHECK(v8u16, 8, uint16_t, d);                                                                    \
    CHECK(v4i32, 4, int32_t, d);                                                                     \
    CHECK(v4u32, 4, uint32_t, d);                                                                    \
    CHECK(v16i8, 16, int8_t, d)

int main(void) {
    for (int n = 0; n < 200; n++) {
        ALL(1); ALL(-1); ALL(2); ALL(-2); ALL(3); ALL(-3); ALL(5); ALL(6); ALL(7); ALL(-7); ALL(8); ALL(-8); ALL(9); ALL(10);
        ALL(11); ALL(14); ALL(25); ALL(28); ALL(60); ALL(100); ALL(125); ALL(127);
        CHECK(v8i16, 8, int16_t, -32768); CHECK(v8i16, 8, int16_t, 32767); CHECK(v8i16, 8, int16_t, -12345);
        CHECK(v8u16, 8, uint16_t, 32768); CHECK(v8u16, 8, uint16_t, 65535); CHECK(v8u16, 8, uint16_t, 641); CHECK(v8u16, 8, uint16_t, 1002);
        CHECK(v4i32, 4, int32_t, INT32_MIN); CHECK(v4i32, 4, int32_t, INT32_MAX); CHECK(v4i32, 4, int32_t, -1000000007);
        CHECK(v4u32, 4, uint32_t, 0x80000000u); CHECK(v4u32, 4, uint32_t, 0xffffffffu); CHECK(v4u32, 4, uint32_t, 641); CHECK(v4u32, 4, uint32_t, 1000000007u);
    }
    printf("%lu wrong\n", failures);
    return failures != 0;
}

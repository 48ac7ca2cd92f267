// run: rv32
// Integer arithmetic of every width and sign, on edge values, folded into one checksum a type and printed.
#include <stdint.h>
#include <stdio.h>

#define OPS(T, U, NAME)                                                                            \
    static T NAME##_vals[] = {0, 1, (T)-1, 2, (T)-2, 7, (T)-7, 10, 100, (T)((U)-1 >> 1),           \
                              (T)(((U)-1 >> 1) + 1), (T)((U)-1 / 3), (T)((U)-1 / 5 * 2)};          \
    __attribute__((noinline)) T NAME##_add(T a, T b) { return (T)((U)a + (U)b); }                  \
    __attribute__((noinline)) T NAME##_sub(T a, T b) { return (T)((U)a - (U)b); }                  \
    __attribute__((noinline)) T NAME##_mul(T a, T b) { return (T)((uint64_t)(U)a * (uint64_t)(U)b); } \
    __attribute__((noinline)) T NAME##_div(T a, T b) { return b == 0 || ((T)-1 < 0 && b == (T)-1) ? 0 : a / b; } \
    __attribute__((noinline)) T NAME##_rem(T a, T b) { return b == 0 || ((T)-1 < 0 && b == (T)-1) ? a : a % b; } \
    __attribute__((noinline)) T NAME##_bits(T a, T b) { return (a & b) ^ (a | (T)~b); }            \
    __attribute__((noinline)) int NAME##_cmp(T a, T b) { return (a < b) + 2 * (a == b) + 4 * (a >= b) + 8 * (a != b); } \
    static void NAME(void) {                                                                       \
        uint64_t h = 14695981039346656037ull;                                                      \
        unsigned n = sizeof NAME##_vals / sizeof *NAME##_vals;                                     \
        for (unsigned i = 0; i < n; i++)                                                           \
            for (unsigned j = 0; j < n; j++) {                                                     \
                T a = NAME##_vals[i], b = NAME##_vals[j];                                          \
                h = (h ^ (uint64_t)(int64_t)NAME##_add(a, b)) * 1099511628211ull;                  \
                h = (h ^ (uint64_t)(int64_t)NAME##_sub(a, b)) * 1099511628211ull;                  \
                h = (h ^ (uint64_t)(int64_t)NAME##_mul(a, b)) * 1099511628211ull;                  \
                h = (h ^ (uint64_t)(int64_t)NAME##_div(a, b)) * 1099511628211ull;                  \
                h = (h ^ (uint64_t)(int64_t)NAME##_rem(a, b)) * 1099511628211ull;                  \
                h = (h ^ (uint64_t)(int64_t)NAME##_bits(a, b)) * 1099511628211ull;                 \
                h = (h ^ (uint64_t)NAME##_cmp(a, b)) * 1099511628211ull;                           \
            }                                                                                      \
        printf("%s %llx\n", #NAME, (unsigned long long)h);                                         \
    }

OPS(int8_t, uint8_t, i8)
OPS(uint8_t, uint8_t, u8)
OPS(int16_t, uint16_t, i16)
OPS(uint16_t, uint16_t, u16)
OPS(int32_t, uint32_t, i32)
OPS(uint32_t, uint32_t, u32)
OPS(int64_t, uint64_t, i64)
OPS(uint64_t, uint64_t, u64)

int main(void) {
    i8(), u8(), i16(), u16(), i32(), u32(), i64(), u64();
    return 0;
}

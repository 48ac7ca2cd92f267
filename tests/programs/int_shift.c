// run: rv32
// Shifts by constants and variables, all widths; rotates; shift pairs that are extensions or field extractions.
#include <stdint.h>
#include <stdio.h>

#define SHIFTS(T, U, NAME, BITS)                                                                  \
    __attribute__((noinline)) T NAME##_shl(T a, unsigned n) { return (T)((U)a << n); }            \
    __attribute__((noinline)) T NAME##_shr(T a, unsigned n) { return (T)(a >> n); }               \
    __attribute__((noinline)) U NAME##_rotl(U a, unsigned n) {                                    \
        return (U)(a << (n & (BITS - 1)) | a >> (-n & (BITS - 1)));                               \
    }                                                                                             \
    __attribute__((noinline)) U NAME##_rotr5(U a) { return (U)(a >> 5 | a << (BITS - 5)); }       \
    __attribute__((noinline)) T NAME##_c1(T a) { return (T)((U)a << 1) >> 1; }                    \
    __attribute__((noinline)) T NAME##_c3(T a) { return (T)((U)a << 3) >> 5; }                    \
    __attribute__((noinline)) T NAME##_ct(T a) { return a >> (BITS - 1); }                        \
    static void NAME(void) {                                                                      \
        U x = (U)0x9e3779b97f4a7c15ull;                                                           \
        uint64_t sum = 0;                                                                         \
        for (unsigned n = 0; n < BITS; n++) {                                                     \
            sum = sum * 31 + (uint64_t)(int64_t)NAME##_shl((T)x, n);                              \
            sum = sum * 31 + (uint64_t)(int64_t)NAME##_shr((T)x, n);                              \
            sum = sum * 31 + NAME##_rotl(x, n);                                                   \
            x = (U)(x * 5 + 13);                                                                  \
            sum = sum * 31 + NAME##_rotr5(x);                                                     \
            sum = sum * 31 + (uint64_t)(int64_t)(NAME##_c1((T)x) ^ NAME##_c3((T)x) ^ NAME##_ct((T)x)); \
        }                                                                                         \
        printf("%s %llx\n", #NAME, (unsigned long long)sum);                                      \
    }

SHIFTS(int8_t, uint8_t, i8, 8)
SHIFTS(uint8_t, uint8_t, u8, 8)
SHIFTS(int16_t, uint16_t, i16, 16)
SHIFTS(uint16_t, uint16_t, u16, 16)
SHIFTS(int32_t, uint32_t, i32, 32)
SHIFTS(uint32_t, uint32_t, u32, 32)
SHIFTS(int64_t, uint64_t, i64, 64)
SHIFTS(uint64_t, uint64_t, u64, 64)

__attribute__((noinline)) uint32_t field(uint64_t w) { return (uint32_t)(w >> 13) & 0x3ff; }
__attribute__((noinline)) int32_t sfield(int64_t w) { return (int32_t)((int64_t)((uint64_t)w << 20) >> 50); }
__attribute__((noinline)) uint64_t sh_ext(int32_t i) { return (uint64_t)(uint32_t)i << 3; }
__attribute__((noinline)) int64_t sh_sext(int32_t i) { return (int64_t)i * 8; }
__attribute__((noinline)) uint64_t funnel(uint64_t a, uint64_t b, unsigned n) {
    n &= 63;
    return n ? a << n | b >> (64 - n) : a;
}

int main(void) {
    i8(), u8(), i16(), u16(), i32(), u32(), i64(), u64();
    printf("%x %d\n", field(0x123456789abcdef0ull), sfield(0x123456789abcdef0ll));
    printf("%llx %lld\n", (unsigned long long)sh_ext(-5), (long long)sh_sext(-5));
    for (unsigned n = 0; n < 70; n += 9)
        printf("%llx\n", (unsigned long long)funnel(0x0123456789abcdefull, 0xfedcba9876543210ull, n));
    return 0;
}

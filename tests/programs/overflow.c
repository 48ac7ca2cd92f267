// run: rv32
// Overflow-checking builtins of every width and sign, with results of another type than the operands.
#include <stdint.h>
#include <stdio.h>

static unsigned long long sum;
static void mix(long long v, int o) { sum = (sum ^ (unsigned long long)v) * 0x100000001b3ull + (unsigned)o; }

#define T3(T, NAME)                                                            \
    __attribute__((noinline)) void NAME(T a, T b) {                            \
        T r;                                                                   \
        int o = __builtin_add_overflow(a, b, &r);                              \
        mix((long long)r, o);                                                  \
        o = __builtin_sub_overflow(a, b, &r);                                  \
        mix((long long)r, o);                                                  \
        o = __builtin_mul_overflow(a, b, &r);                                  \
        mix((long long)r, o);                                                  \
    }
T3(int8_t, i8)
T3(uint8_t, u8)
T3(int16_t, i16)
T3(uint16_t, u16)
T3(int32_t, i32)
T3(uint32_t, u32)
T3(int64_t, i64)
T3(uint64_t, u64)

__attribute__((noinline)) int mixed1(int32_t a, uint32_t b, int32_t *r) { return __builtin_add_overflow(a, b, r); }
__attribute__((noinline)) int mixed2(int64_t a, int64_t b, int32_t *r) { return __builtin_mul_overflow(a, b, r); }
__attribute__((noinline)) int mixed3(int32_t a, int32_t b, uint8_t *r) { return __builtin_sub_overflow(a, b, r); }
__attribute__((noinline)) uint64_t sat_add(uint64_t a, uint64_t b) {
    uint64_t r;
    return __builtin_add_overflow(a, b, &r) ? UINT64_MAX : r;
}
__attribute__((noinline)) int32_t sat_sub(int32_t a, int32_t b) {
    int32_t r;
    return __builtin_sub_overflow(a, b, &r) ? (a < 0 ? INT32_MIN : INT32_MAX) : r;
}

int main(void) {
    static const int64_t v[] = {0, 1, -1, 2, 127, 128, -128, -129, 255, 256, 32767, -32768, 65535, 65536, 46341,
                                2147483647ll, -2147483648ll, 4294967295ll, 3037000500ll, INT64_MAX, INT64_MIN, 0x123456789abcdefll};
    int n = sizeof v / sizeof *v;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            i8((int8_t)v[i], (int8_t)v[j]), u8((uint8_t)v[i], (uint8_t)v[j]);
            i16((int16_t)v[i], (int16_t)v[j]), u16((uint16_t)v[i], (uint16_t)v[j]);
            i32((int32_t)v[i], (int32_t)v[j]), u32((uint32_t)v[i], (uint32_t)v[j]);
            i64(v[i], v[j]), u64((uint64_t)v[i], (uint64_t)v[j]);
            int32_t r;
            uint8_t c;
            int o = mixed1((int32_t)v[i], (uint32_t)v[j], &r);
            mix(r, o);
            o = mixed2(v[i], v[j], &r);
            mix(r, o);
            o = mixed3((int32_t)v[i], (int32_t)v[j], &c);
            mix(c, o);
            mix((int64_t)sat_add((uint64_t)v[i], (uint64_t)v[j]), sat_sub((int32_t)v[i], (int32_t)v[j]));
        }
    printf("%llx\n", sum);
    return 0;
}

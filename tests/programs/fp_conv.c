// run: rv32
// Conversions between integers of every width and floats, both ways, with rounding, at the borders of ranges.
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#define NI __attribute__((noinline))
static uint64_t h = 1;
static void mix(uint64_t v) { h = (h ^ v) * 0x100000001b3ull; }
static uint64_t bd(double d) { uint64_t u; memcpy(&u, &d, 8); return u; }
static uint32_t bf(float d) { uint32_t u; memcpy(&u, &d, 4); return u; }
#define CONV(T, N) NI double N##_d(T v) { return (double)v; } NI float N##_f(T v) { return (float)v; } NI T d_##N(double v) { return (T)v; } NI T f_##N(float v) { return (T)v; }
CONV(int8_t, i8) CONV(uint8_t, u8) CONV(int16_t, i16) CONV(uint16_t, u16) CONV(int32_t, i32) CONV(uint32_t, u32) CONV(int64_t, i64) CONV(uint64_t, u64) CONV(_Bool, b)
NI float narrow(double d) { return (float)d; }
NI double widen(float f) { return f; }

int main(void) {
    static const int64_t v[] = {0, 1, -1, 127, -128, 255, 32767, -32768, 65535, 16777215, 16777217, 33554435, INT32_MAX, INT32_MIN, UINT32_MAX, (1ll << 53) - 1, (1ll << 53) + 1, (1ll << 54) + 3, INT64_MAX, INT64_MIN, INT64_MIN + 1025, 0x7fffffffffffffc0, -0x123456789abcdefll};
    for (unsigned i = 0; i < sizeof v / sizeof *v; i++) {
        int64_t x = v[i];
        mix(bd(i8_d((int8_t)x))), mix(bf(u8_f((uint8_t)x))), mix(bf(i16_f((int16_t)x))), mix(bd(u16_d((uint16_t)x)));
        mix(bd(i32_d((int32_t)x))), mix(bf(i32_f((int32_t)x))), mix(bd(u32_d((uint32_t)x))), mix(bf(u32_f((uint32_t)x)));
        mix(bd(i64_d(x))), mix(bf(i64_f(x))), mix(bd(u64_d((uint64_t)x))), mix(bf(u64_f((uint64_t)x)));
        mix(bf(narrow((double)x * 1.0000001))), mix(bd(widen((float)x))), mix(bd(b_d(x != 0)));
    }
    printf("%llx\n", (unsigned long long)h);
    static const double d[] = {0, 0.5, 0.999, 1.5, 2.5, 100.7, 126.99};
    for (unsigned i = 0; i < 7; i++) {
        double x = d[i];
        mix((uint64_t)d_i8(-x)), mix(d_u8(x * 2)), mix((uint64_t)d_i16(-x * 200)), mix(d_u16(x * 500)), mix((uint64_t)d_i32(-x * 16e6)), mix(d_u32(x * 32e6));
        mix((uint64_t)d_i64(-x * 7e16)), mix(d_u64(x * 1.4e17)), mix(d_b(x));
        float f = (float)x;
        mix((uint64_t)f_i8(-f)), mix(f_u8(f * 2)), mix((uint64_t)f_i16(f * 200)), mix(f_u16(f * 500)), mix((uint64_t)f_i32(f * 16e6f)), mix(f_u32(f * 32e6f));
        mix((uint64_t)f_i64(f * 7e16f)), mix(f_u64(f * 1.4e17f)), mix(f_b(f));
    }
    printf("%llx %llu %u %lld\n", (unsigned long long)h, (unsigned long long)d_u64(18446744073709549568.0), d_u32(4294967295.0), (long long)d_i64(-9223372036854775808.0));
    printf("%d %d %llu\n", d_i32(-2147483648.9), f_i32(2147483520.0f), (unsigned long long)f_u64(9223373136366403584.0f));
    return 0;
}

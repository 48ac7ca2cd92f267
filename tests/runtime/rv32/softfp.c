/* Float and double for machines (or ABIs) without them, and the conversions between the two. */
#include "runtime.h"

#define JOIN_(a, b, c) a##b##c
#define JOIN(a, b, c) JOIN_(a, b, c)

#define REP uint32_t
#define FLT float
#define SUF sf
#define MANT 23
#define EBITS 8
#define N(x) x##_s
#include "softfp.h"
#undef REP
#undef FLT
#undef SUF
#undef MANT
#undef EBITS
#undef N

#define REP uint64_t
#define FLT double
#define SUF df
#define MANT 52
#define EBITS 11
#define N(x) x##_d
#include "softfp.h"

double __extendsfdf2(float f) {
    uint32_t u = rt_mk_s(f), m = u & 0x7fffffff;
    uint64_t sign = (uint64_t)(u >> 31) << 63;
    int e;
    if (m > 0x7f800000) return rt_un_d(0x7ff8000000000000ull);
    if (m == 0x7f800000) return rt_un_d(sign | 0x7ff0000000000000ull);
    if (!m) return rt_un_d(sign);
    uint64_t sig = unpack_s(m, &e);
    return rt_un_d(normal_d(sign, e - 127 + 1023, sig << 29));
}

float __truncdfsf2(double d) {
    uint64_t u = rt_mk_d(d), m = u & ~(1ull << 63);
    uint32_t sign = (uint32_t)(u >> 63) << 31;
    int e;
    if (m > 0x7ff0000000000000ull) return rt_un_s(0x7fc00000);
    if (m == 0x7ff0000000000000ull) return rt_un_s(sign | 0x7f800000);
    if (!m) return rt_un_s(sign);
    uint64_t sig = unpack_d(m, &e);
    return rt_un_s(normal_s(sign, e - 1023 + 127, jam_d(sig, 29)));
}

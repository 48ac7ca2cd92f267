// Vector extensions of C: arithmetic, comparisons, shuffles, conversions of whole and odd widths, vectors passed and returned.
#include <stdint.h>
#include <stdio.h>
#include <string.h>

typedef int8_t v16i8 __attribute__((vector_size(16)));
typedef uint8_t v16u8 __attribute__((vector_size(16)));
typedef int16_t v8i16 __attribute__((vector_size(16)));
typedef uint16_t v8u16 __attribute__((vector_size(16)));
typedef int32_t v4i32 __attribute__((vector_size(16)));
typedef uint32_t v4u32 __attribute__((vector_size(16)));
typedef int64_t v2i64 __attribute__((vector_size(16)));
typedef uint64_t v2u64 __attribute__((vector_size(16)));
typedef float v4f32 __attribute__((vector_size(16)));
typedef double v2f64 __attribute__((vector_size(16)));
typedef int32_t v8i32 __attribute__((vector_size(32)));
typedef float v8f32 __attribute__((vector_size(32)));
typedef uint64_t v8u64 __attribute__((vector_size(64)));
typedef int16_t v4i16 __attribute__((vector_size(8)));
typedef float v2f32 __attribute__((vector_size(8)));

#define NOINLINE __attribute__((noinline))

static uint64_t state = 88172645463325252ull;
static uint64_t next(void) {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return state;
}
static void fill(void *p, int n) {
    unsigned char *b = p;
    for (int i = 0; i < n; i++) b[i] = (unsigned char)(next() >> 24);
}
static uint64_t hash(const void *p, int n) {
    const unsigned char *b = p;
    uint64_t h = 1469598103934665603ull;
    for (int i = 0; i < n; i++) h = (h ^ b[i]) * 1099511628211ull;
    return h;
}
#define SHOW(name, v) printf("%s %016llx\n", name, (unsigned long long)hash(&(v), sizeof(v)))

#define OPS(T, S)                                                                                                      \
    static NOINLINE T add_##T(T a, T b) { return a + b; }                                                              \
    static NOINLINE T sub_##T(T a, T b) { return a - b; }                                                              \
    static NOINLINE T mul_##T(T a, T b) { return a * b; }                                                              \
    static NOINLINE T shl_##T(T a, T b) { return a << (b & (T){} + (S)(sizeof(S) * 8 - 1)); }                          \
    static NOINLINE T shr_##T(T a, T b) { return a >> (b & (T){} + (S)(sizeof(S) * 8 - 1)); }                          \
    static NOINLINE T shr3_##T(T a) { return a >> 3; }                                                                 \
    static NOINLINE T less_##T(T a, T b) { return (T)(a < b); }                                                        \
    static NOINLINE T pick_##T(T a, T b) { return ((T)(a >= b) & a) | (~(T)(a >= b) & (b ^ a)); }                      \
    static void test_##T(void) {                                                                                       \
        T a, b, r;                                                                                                     \
        fill(&a, sizeof a);                                                                                            \
        fill(&b, sizeof b);                                                                                            \
        r = add_##T(a, b), SHOW(#T " add", r);                                                                         \
        r = sub_##T(a, b), SHOW(#T " sub", r);                                                                         \
        r = mul_##T(a, b), SHOW(#T " mul", r);                                                                         \
        r = shl_##T(a, b), SHOW(#T " shl", r);                                                                         \
        r = shr_##T(a, b), SHOW(#T " shr", r);                                                                         \
        r = shr3_##T(a), SHOW(#T " shr3", r);                                                                          \
        r = less_##T(a, b), SHOW(#T " less", r);                                                                       \
        r = pick_##T(a, b), SHOW(#T " pick", r);                                                                       \
    }
OPS(v16i8, int8_t)
OPS(v16u8, uint8_t)
OPS(v8i16, int16_t)
OPS(v8u16, uint16_t)
OPS(v4i32, int32_t)
OPS(v4u32, uint32_t)
OPS(v2i64, int64_t)
OPS(v2u64, uint64_t)
OPS(v8i32, int32_t)
OPS(v8u64, uint64_t)
OPS(v4i16, int16_t)

static NOINLINE v4i32 turn(v4i32 a, v4i32 b) { return __builtin_shufflevector(a, b, 3, 5, 0, 6); }
static NOINLINE v16u8 mix(v16u8 a, v16u8 b) {
    return __builtin_shufflevector(a, b, 0, 16, 3, 19, 31, 2, 2, 15, 8, 24, 9, 25, 1, 30, 7, 14);
}
static NOINLINE v8i16 words(v8i16 a) { return __builtin_shufflevector(a, a, 7, 6, 5, 4, 0, 1, 0, 1); }
static NOINLINE v4f32 of_int(v4i32 a) { return __builtin_convertvector(a, v4f32); }
static NOINLINE v4f32 of_unsigned(v4u32 a) { return __builtin_convertvector(a, v4f32); }
static NOINLINE v4i32 to_int(v4f32 a) { return __builtin_convertvector(a, v4i32); }
static NOINLINE v8i32 widen(v8i16 a) { return __builtin_convertvector(a, v8i32); }
static NOINLINE v8i16 narrow(v8i32 a) { return __builtin_convertvector(a, v8i16); }
static NOINLINE v2f32 pair(v2f32 a, v2f32 b) { return a * b + (v2f32){1.0f, 2.0f}; }
static NOINLINE v8f32 wide(v8f32 a, v8f32 b, v8f32 c) {
    v8i32 m = a > b;
    return (v8f32)((m & (v8i32)(a - c)) | (~m & (v8i32)(b * c)));
}
static NOINLINE v2f64 many(v2f64 a, v2f64 b, v2f64 c, v2f64 d, v2f64 e, v2f64 f, v2f64 g, v2f64 h, v2f64 i, int n) {
    return a + 2 * b + 3 * c + 4 * d + 5 * e + 6 * f + 7 * g + 8 * h + 9 * i + n;
}
static NOINLINE int lane(v4i32 a, int n) { return a[n & 3]; }
static NOINLINE v8i16 put(v8i16 a, int n, short x) {
    a[n & 7] = x;
    return a;
}

int main(void) {
    test_v16i8(), test_v16u8(), test_v8i16(), test_v8u16(), test_v4i32(), test_v4u32();
    test_v2i64(), test_v2u64(), test_v8i32(), test_v8u64(), test_v4i16();
    v4i32 a, b, r;
    fill(&a, 16), fill(&b, 16);
    r = turn(a, b), SHOW("turn", r);
    v16u8 c, d;
    fill(&c, 16), fill(&d, 16);
    c = mix(c, d), SHOW("mix", c);
    v8i16 w;
    fill(&w, 16);
    v8i16 t = words(w);
    SHOW("words", t);
    v4f32 f = of_int(a);
    SHOW("of_int", f);
    f = of_unsigned((v4u32)b), SHOW("of_unsigned", f);
    f = (v4f32){1.5f, -2.75f, 1e6f, -0.0f};
    r = to_int(f), SHOW("to_int", r);
    v8i32 x = widen(w);
    SHOW("widen", x);
    w = narrow(x * 3), SHOW("narrow", w);
    v2f32 p = pair((v2f32){1.5f, 2.5f}, (v2f32){3.0f, -4.0f});
    printf("pair %g %g\n", p[0], p[1]);
    v8f32 y = wide((v8f32){1, 2, 3, 4, 5, 6, 7, 8}, (v8f32){8, 7, 6, 5, 4, 3, 2, 1}, (v8f32){} + 0.5f);
    SHOW("wide", y);
    v2f64 one = {1, -1};
    v2f64 m = many(one, one * 2, one * 3, one * 4, one * 5, one * 6, one * 7, one * 8, one * 9, 10);
    printf("many %g %g\n", m[0], m[1]);
    for (int i = 0; i < 4; i++) printf("%d ", lane(a, i) == a[i]);
    for (int i = 0; i < 8; i += 3) w = put(w, i, (short)(100 + i));
    SHOW("put", w);
    return 0;
}

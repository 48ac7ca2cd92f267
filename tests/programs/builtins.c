// run: vectors nohost
// Builtins of clang: saturating and element-wise operations, rotates, add with carry, min and max, float classes, prefetch.
#include <stdint.h>
#include <stdio.h>
#define NI __attribute__((noinline))
typedef int v4 __attribute__((vector_size(16)));
NI static int32_t as(int32_t a, int32_t b) { return __builtin_elementwise_add_sat(a, b) ^ __builtin_elementwise_sub_sat(a, b); }
NI static uint8_t au(uint8_t a, uint8_t b) { return (uint8_t)(__builtin_elementwise_add_sat(a, b) + __builtin_elementwise_sub_sat(a, b)); }
NI static int64_t al(int64_t a, int64_t b) { return __builtin_elementwise_add_sat(a, b) ^ __builtin_elementwise_sub_sat(b, a); }
NI static uint32_t rot(uint32_t a, uint32_t n) { return __builtin_rotateleft32(a, n) ^ __builtin_rotateright32(a, n + 3); }
NI static uint64_t rot64(uint64_t a, uint64_t n) { return __builtin_rotateleft64(a, n) + __builtin_rotateright64(a, 7); }
NI static uint8_t rot8(uint8_t a, uint8_t n) { return __builtin_rotateleft8(a, n); }
NI static uint16_t rot16(uint16_t a, uint16_t n) { return __builtin_rotateright16(a, n); }
NI static int mm(int a, int b) { return __builtin_elementwise_max(a, b) * 3 + __builtin_elementwise_min(a, b) + __builtin_elementwise_abs(a); }
NI static int red(v4 a) { return __builtin_reduce_add(a) + __builtin_reduce_max(a) * 3 + __builtin_reduce_min(a) * 5 + __builtin_reduce_xor(a); }
NI static double fl(double a) { return __builtin_elementwise_floor(a) + __builtin_elementwise_ceil(a) * 10 + __builtin_elementwise_trunc(a) * 100 + __builtin_elementwise_roundeven(a) * 1000; }
NI static uint64_t carry(const uint64_t *a, const uint64_t *b, uint64_t *r) { unsigned long long c = 0; for (int i = 0; i < 4; i++) { unsigned long long o; r[i] = __builtin_addcll(a[i], b[i], c, &o); c = o; } return c; }
NI static uint64_t borrow(const uint64_t *a, const uint64_t *b, uint64_t *r) { unsigned long long c = 0; for (int i = 0; i < 4; i++) { unsigned long long o; r[i] = __builtin_subcll(a[i], b[i], c, &o); c = o; } return c; }
NI static int assume(int x) { __builtin_assume(x > 0); __builtin_prefetch(&x); return x / 2; }
NI static int cls(double d) { return __builtin_isfpclass(d, 0x003) | __builtin_isfpclass(d, 0x204) << 1 | __builtin_isfpclass(d, 0x108) << 2 | __builtin_isfpclass(d, 0x090) << 3 | __builtin_isfpclass(d, 0x060) << 4 | __builtin_isinf_sign(d) * 100; }
NI static int unreachable(int x) { switch (x & 3) { case 0: return 1; case 1: return 5; case 2: return 7; case 3: return 9; } __builtin_unreachable(); }
NI static long objsize(void) { char b[30]; b[0] = 1; return (long)__builtin_object_size(b, 0) + b[0]; }
NI static int nontemporal(int *p) { __builtin_nontemporal_store(5, p); return __builtin_nontemporal_load(p) + 1; }
int main(void) {
    static const int v[] = {0, 1, -1, 100, -100, 2147483647, -2147483647 - 1};
    uint64_t h = 1;
    for (int i = 0; i < 7; i++) for (int j = 0; j < 7; j++) {
            h = h * 31 + (uint64_t)(int64_t)as(v[i], v[j]) + au((uint8_t)v[i], (uint8_t)v[j]) + (uint64_t)al((int64_t)v[i] << 32, (int64_t)v[j] << 31);
            h = h * 31 + rot((uint32_t)v[i] ^ 0x1234, (uint32_t)j * 5) + rot64((uint64_t)v[i], (uint64_t)j * 9) + rot8((uint8_t)v[i], (uint8_t)j) + rot16((uint16_t)v[i], (uint16_t)j) + (uint64_t)mm(v[i] / 16, v[j] / 16);
        }
    uint64_t a[4] = {~0ull, ~0ull, 5, ~0ull}, b[4] = {1, 0, 7, 1}, r[4], s[4];
    uint64_t c = carry(a, b, r), d = borrow(r, b, s);
    int n = 3;
    printf("%llx %d %.0f %.0f\n", (unsigned long long)h, red((v4){3, -9, 4, 12}), fl(2.5), fl(-3.7));
    printf("%llu %llu %llx %llx %llx\n", (unsigned long long)c, (unsigned long long)d, (unsigned long long)r[2], (unsigned long long)r[3], (unsigned long long)s[3]);
    printf("%d %d %d %d %d %d\n", cls(1.0), cls(-__builtin_inf()), cls(-5e-324), cls(0.0), cls(__builtin_nan("")), cls(-0.0));
    printf("%d %d %ld %d\n", assume(9), unreachable(6), objsize(), nontemporal(&n));
    return 0;
}

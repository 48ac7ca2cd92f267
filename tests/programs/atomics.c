// run: rv32
// Atomics of 1, 2, 4 and 8 bytes: load, store, exchange, compare-exchange weak and strong, every read-modify-write.
#include <stdint.h>
#include <stdio.h>
static uint64_t h = 1;
static void mix(uint64_t v) { h = (h ^ v) * 0x100000001b3ull; }
#define A(T, N)                                                                                          \
    static T N##_var;                                                                                    \
    __attribute__((noinline)) void N(T a, T b) {                                                         \
        T *p = &N##_var, e;                                                                              \
        __atomic_store_n(p, a, __ATOMIC_RELAXED), __atomic_store_n(p, a, __ATOMIC_RELEASE), __atomic_store_n(p, a, __ATOMIC_SEQ_CST); \
        mix((uint64_t)__atomic_load_n(p, __ATOMIC_RELAXED) + (uint64_t)__atomic_load_n(p, __ATOMIC_ACQUIRE) * 2 + (uint64_t)__atomic_load_n(p, __ATOMIC_SEQ_CST) * 3); \
        mix((uint64_t)__atomic_exchange_n(p, b, __ATOMIC_ACQ_REL));                                      \
        mix((uint64_t)__atomic_fetch_add(p, a, __ATOMIC_SEQ_CST)), mix((uint64_t)__atomic_fetch_sub(p, b, __ATOMIC_RELAXED)); \
        mix((uint64_t)__atomic_fetch_and(p, (T)(a | 0x55), __ATOMIC_ACQUIRE)), mix((uint64_t)__atomic_fetch_or(p, b, __ATOMIC_RELEASE)); \
        mix((uint64_t)__atomic_fetch_xor(p, (T)((uint64_t)a * 3), __ATOMIC_SEQ_CST)), mix((uint64_t)__atomic_fetch_nand(p, b, __ATOMIC_SEQ_CST)); \
        mix((uint64_t)__atomic_add_fetch(p, b, __ATOMIC_SEQ_CST)), mix((uint64_t)*p);                   \
        e = a;                                                                                           \
        int ok = __atomic_compare_exchange_n(p, &e, b, 0, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED);           \
        mix((uint64_t)e + (uint64_t)ok * 2);                                                             \
        e = *p;                                                                                          \
        ok = __atomic_compare_exchange_n(p, &e, a, 0, __ATOMIC_ACQUIRE, __ATOMIC_ACQUIRE);               \
        mix((uint64_t)*p + (uint64_t)ok * 2);                                                            \
        e = *p;                                                                                          \
        while (!__atomic_compare_exchange_n(p, &e, (T)((uint64_t)e * 5 + 1), 1, __ATOMIC_RELEASE, __ATOMIC_RELAXED)) ; \
        mix((uint64_t)*p), mix((uint64_t)__sync_val_compare_and_swap(p, *p, b)), mix(__sync_bool_compare_and_swap(p, a, b)); \
        N##_minmax(p, a, b);                                                                             \
    }
#ifdef __clang__
#define MM(T, N) static void N##_minmax(T *p, T a, T b) { mix((uint64_t)__atomic_fetch_min(p, a, __ATOMIC_SEQ_CST)), mix((uint64_t)__atomic_fetch_max(p, b, __ATOMIC_RELAXED)); mix((uint64_t)*p); }
#else
#define MM(T, N) static void N##_minmax(T *p, T a, T b) { mix((uint64_t)*p); if (a < *p) *p = a; mix((uint64_t)*p); if (b > *p) *p = b; mix((uint64_t)*p); }
#endif
MM(int8_t, i8) MM(uint8_t, u8) MM(int16_t, i16) MM(uint16_t, u16) MM(int32_t, i32) MM(uint32_t, u32) MM(int64_t, i64) MM(uint64_t, u64)
A(int8_t, i8) A(uint8_t, u8) A(int16_t, i16) A(uint16_t, u16) A(int32_t, i32) A(uint32_t, u32) A(int64_t, i64) A(uint64_t, u64)
static struct { uint8_t a[8]; uint16_t b[4]; } packed_near;
static int *_Atomic ptr;
static _Atomic int counter;
static volatile _Bool flag;
__attribute__((noinline)) int tas(void) { int a = __atomic_test_and_set((void *)&flag, __ATOMIC_SEQ_CST), b = __atomic_test_and_set((void *)&flag, __ATOMIC_ACQUIRE); __atomic_clear((void *)&flag, __ATOMIC_RELEASE); return a + b * 2 + flag * 4; }

int main(void) {
    static const int64_t v[] = {0, 1, -1, 127, -128, 255, 0x1234, -0x8000, 0x7fffffff, -0x80000000ll, 0x123456789abcdefll, INT64_MIN};
    for (int i = 0; i < 12; i++)
        for (int j = 0; j < 12; j++) {
            int64_t a = v[i], b = v[j];
            i8((int8_t)a, (int8_t)b), u8((uint8_t)a, (uint8_t)b), i16((int16_t)a, (int16_t)b), u16((uint16_t)a, (uint16_t)b);
            i32((int32_t)a, (int32_t)b), u32((uint32_t)a, (uint32_t)b), i64(a, b), u64((uint64_t)a, (uint64_t)b);
        }
    printf("%llx\n", (unsigned long long)h);
    for (int i = 0; i < 64; i++) __atomic_fetch_add(&packed_near.a[i % 8], (uint8_t)(i * 37), __ATOMIC_SEQ_CST), __atomic_fetch_xor(&packed_near.b[i % 4], (uint16_t)(i * 999), __ATOMIC_SEQ_CST);
    for (int i = 0; i < 8; i++) printf("%d ", packed_near.a[i]);
    for (int i = 0; i < 4; i++) printf("%d ", packed_near.b[i]);
    int arr[4];
    ptr = arr, ptr++, ptr++;
    counter++, counter += 5, counter ^= 3;
    __atomic_thread_fence(__ATOMIC_ACQUIRE), __atomic_thread_fence(__ATOMIC_RELEASE), __atomic_thread_fence(__ATOMIC_SEQ_CST), __atomic_signal_fence(__ATOMIC_SEQ_CST);
    printf("\n%d %d %d\n", (int)(ptr - arr), counter, tas());
    return 0;
}

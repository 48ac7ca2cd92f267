// Loads and stores of some lanes and gathering loads, as AVX2's headers spell them, against the same in plain C (which is all that
// other machines run).
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#ifdef __AVX2__
#include <immintrin.h>
#endif

static int32_t words[16];
static int64_t longs[8];
static float singles[16];
static double doubles[8];
static int32_t mask[8] = {-1, 0, -5, 1, INT32_MIN, 7, -1, 0};
static int64_t wide_mask[4] = {-1, 1, INT64_MIN, 0x80000000};
static int32_t at[8] = {3, -1, 5, 0, 7, 2, 9, 1};

static void load_words(int32_t *out, const int32_t *p) {
#ifdef __AVX2__
    _mm256_storeu_si256((void *)out, _mm256_maskload_epi32(p, _mm256_loadu_si256((void *)mask)));
#else
    for (int i = 0; i < 8; i++) out[i] = mask[i] < 0 ? p[i] : 0;
#endif
}
static void load_doubles(double *out, const double *p) {
#ifdef __AVX2__
    _mm256_storeu_pd(out, _mm256_maskload_pd(p, _mm256_loadu_si256((void *)wide_mask)));
#else
    for (int i = 0; i < 4; i++) out[i] = wide_mask[i] < 0 ? p[i] : 0;
#endif
}
static void store_words(int32_t *p, const int32_t *v) {
#ifdef __AVX2__
    _mm256_maskstore_epi32(p, _mm256_loadu_si256((void *)mask), _mm256_loadu_si256((void *)v));
#else
    for (int i = 0; i < 8; i++) if (mask[i] < 0) p[i] = v[i];
#endif
}
static void store_longs(int64_t *p, const int64_t *v) {
#ifdef __AVX2__
    _mm_maskstore_epi64((void *)p, _mm_loadu_si128((void *)wide_mask), _mm_loadu_si128((void *)v));
#else
    for (int i = 0; i < 2; i++) if (wide_mask[i] < 0) p[i] = v[i];
#endif
}
static void gather_words(int32_t *out, const int32_t *p, int32_t other) {
#ifdef __AVX2__
    __m256i m = _mm256_loadu_si256((void *)mask), index = _mm256_loadu_si256((void *)at);
    _mm256_storeu_si256((void *)out, _mm256_mask_i32gather_epi32(_mm256_set1_epi32(other), p, index, m, 4));
#else
    for (int i = 0; i < 8; i++) out[i] = mask[i] < 0 ? p[at[i]] : other;
#endif
}
static void gather_doubles(double *out, const double *p) {
#ifdef __AVX2__
    _mm256_storeu_pd(out, _mm256_i32gather_pd(p, _mm_loadu_si128((void *)at), 8));
#else
    for (int i = 0; i < 4; i++) out[i] = p[at[i]];
#endif
}
// Two indices: the other lanes are zero.
static void gather_two(float *out, const float *p, int64_t first, int64_t second) {
#ifdef __AVX2__
    _mm_storeu_ps(out, _mm_i64gather_ps(p, _mm_set_epi64x(second, first), 4));
#else
    out[0] = p[first], out[1] = p[second], out[2] = out[3] = 0;
#endif
}

int main(void) {
    int32_t w[8];
    int64_t l[4] = {17, 18, 19, 20};
    double d[4];
    float f[4];
    for (int i = 0; i < 16; i++) words[i] = 7 * i - 20, singles[i] = 1.5f * i;
    for (int i = 0; i < 8; i++) longs[i] = 100003 * i - 5, doubles[i] = 2.25 * i;
    load_words(w, words + 3);
    for (int i = 0; i < 8; i++) printf("%d ", w[i]);
    load_doubles(d, doubles + 1);
    for (int i = 0; i < 4; i++) printf("%g ", d[i]);
    memset(w, 0x55, sizeof w);
    store_words(w, words + 5);
    for (int i = 0; i < 8; i++) printf("%d ", w[i]);
    store_longs(l + 1, longs + 2);
    for (int i = 0; i < 4; i++) printf("%lld ", (long long)l[i]);
    puts("");
    gather_words(w, words + 1, 9999);
    for (int i = 0; i < 8; i++) printf("%d ", w[i]);
    gather_doubles(d, doubles + 1);
    for (int i = 0; i < 4; i++) printf("%g ", d[i]);
    gather_two(f, singles, 5, 2);
    for (int i = 0; i < 4; i++) printf("%g ", f[i]);
    puts("");
    return 0;
}

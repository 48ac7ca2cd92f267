// Intrinsics of SSE2, as headers spell them, against the same in plain C (which is all that other machines run).
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#ifdef __SSE2__
#include <emmintrin.h>
#endif

static uint8_t a[16], b[16];
static uint64_t state = 0x9e3779b97f4a7c15ull;
static void fill(uint8_t *p) {
    for (int i = 0; i < 16; i++) {
        state = state * 6364136223846793005ull + 1442695040888963407ull;
        p[i] = (uint8_t)(state >> 40);
    }
}
static int16_t w(const uint8_t *p, int i) {
    int16_t x;
    memcpy(&x, p + 2 * i, 2);
    return x;
}
static int clamp(int x, int lo, int hi) { return x < lo ? lo : x > hi ? hi : x; }
static void show(const char *name, const void *p, int n) {
    const uint8_t *c = p;
    printf("%s ", name);
    for (int i = 0; i < n; i++) printf("%02x", c[i]);
    printf("\n");
}

static void plain(uint8_t *sad, uint8_t *madd, uint8_t *packs, uint8_t *packus, uint8_t *avg, uint8_t *high, int *mask) {
    for (int h = 0; h < 2; h++) {
        uint64_t s = 0;
        for (int i = 0; i < 8; i++) s += a[8 * h + i] > b[8 * h + i] ? a[8 * h + i] - b[8 * h + i] : b[8 * h + i] - a[8 * h + i];
        memcpy(sad + 8 * h, &s, 8);
    }
    for (int i = 0; i < 4; i++) {
        uint32_t s = (uint32_t)(w(a, 2 * i) * w(b, 2 * i)) + (uint32_t)(w(a, 2 * i + 1) * w(b, 2 * i + 1));
        memcpy(madd + 4 * i, &s, 4);
    }
    *mask = 0;
    for (int i = 0; i < 16; i++) {
        int x = w(i < 8 ? a : b, i % 8);
        packs[i] = (uint8_t)clamp(x, -128, 127);
        packus[i] = (uint8_t)clamp(x, 0, 255);
        avg[i] = (uint8_t)((a[i] + b[i] + 1) >> 1);
        *mask |= (a[i] >> 7) << i;
    }
    for (int i = 0; i < 8; i++) {
        int16_t x = (int16_t)((w(a, i) * w(b, i)) >> 16);
        memcpy(high + 2 * i, &x, 2);
    }
}

int main(void) {
    for (int n = 0; n < 8; n++) {
        fill(a), fill(b);
        uint8_t sad[16], madd[16], packs[16], packus[16], avg[16], high[16];
        int mask;
        plain(sad, madd, packs, packus, avg, high, &mask);
        show("sad", sad, 16), show("madd", madd, 16), show("packs", packs, 16), show("packus", packus, 16);
        show("avg", avg, 16), show("high", high, 16);
        printf("mask %04x\n", mask);
#ifdef __SSE2__
        __m128i x = _mm_loadu_si128((const __m128i *)a), y = _mm_loadu_si128((const __m128i *)b), r;
        int wrong = 0;
#define CHECK(e, p) (r = (e), wrong |= memcmp(&r, p, 16) != 0)
        CHECK(_mm_sad_epu8(x, y), sad);
        CHECK(_mm_madd_epi16(x, y), madd);
        CHECK(_mm_packs_epi16(x, y), packs);
        CHECK(_mm_packus_epi16(x, y), packus);
        CHECK(_mm_avg_epu8(x, y), avg);
        CHECK(_mm_mulhi_epi16(x, y), high);
        wrong |= _mm_movemask_epi8(x) != mask;
        __m128i s = _mm_slli_epi16(x, n), t = _mm_sll_epi16(x, _mm_cvtsi32_si128(n));
        wrong |= memcmp(&s, &t, 16) != 0;
        __m128d d = _mm_set_pd(n + 0.5, -n);
        wrong |= _mm_comilt_sd(d, _mm_set_sd(1.0)) != 1 || _mm_cvtsd_si32(_mm_unpackhi_pd(d, d)) != ((n + 1) & ~1);
        if (wrong) printf("an intrinsic is wrong at %d\n", n);
#endif
    }
    return 0;
}

// run: x87 sse4
// Intrinsics with results in fixed registers and flags: string compares, CRC, tests, bit fields; and scalar ones on vectors.
#include <immintrin.h>
#include <stdio.h>
#include <string.h>
#define TARGET __attribute__((target("sse4.2,crc32"), noinline))
#define NEWER __attribute__((target("avx2,bmi,bmi2,fma"), noinline))

TARGET static int find(const char *text, const char *set) {
  __m128i t = _mm_loadu_si128((const __m128i *)text), s = _mm_loadu_si128((const __m128i *)set);
  int at = _mm_cmpistri(s, t, _SIDD_UBYTE_OPS | _SIDD_CMP_EQUAL_ANY);
  int any = _mm_cmpistrc(s, t, _SIDD_UBYTE_OPS | _SIDD_CMP_EQUAL_ANY);
  int ends = _mm_cmpistrz(s, t, _SIDD_UBYTE_OPS | _SIDD_CMP_EQUAL_ANY);
  __m128i mask = _mm_cmpistrm(s, t, _SIDD_UBYTE_OPS | _SIDD_CMP_EQUAL_ANY | _SIDD_UNIT_MASK);
  return at + 100 * any + 1000 * ends + 10000 * (_mm_movemask_epi8(mask) & 255);
}
TARGET static int find_counted(const char *text, int n, const char *set, int m) {
  __m128i t = _mm_loadu_si128((const __m128i *)text), s = _mm_loadu_si128((const __m128i *)set);
  return _mm_cmpestri(s, m, t, n, _SIDD_CMP_RANGES) + 100 * _mm_cmpestrs(s, m, t, n, _SIDD_CMP_RANGES) +
         1000 * _mm_cmpestra(s, m, t, n, _SIDD_CMP_RANGES) + 10000 * _mm_cmpestro(s, m, t, n, _SIDD_CMP_RANGES);
}
TARGET static unsigned checksum(const unsigned char *p, int n) {
  unsigned c = ~0u;
  for (int i = 0; i < n; i++) c = _mm_crc32_u8(c, p[i]);
  c = _mm_crc32_u16(c, 0x1234);
  return _mm_crc32_u32(c, 0xdeadbeef);
}
TARGET static int tests(__m128i a, __m128i b) {
  return _mm_testz_si128(a, b) + 2 * _mm_testc_si128(a, b) + 4 * _mm_testnzc_si128(a, b);
}
TARGET static float scalars(__m128 a, __m128 b, __m128d d) {
  __m128 r = _mm_round_ss(a, b, _MM_FROUND_TO_NEG_INF | _MM_FROUND_NO_EXC);
  __m128d e = _mm_round_sd(d, _mm_add_pd(d, d), _MM_FROUND_TO_POS_INF | _MM_FROUND_NO_EXC);
  __m128 n = _mm_cvtsd_ss(r, e);
  __m128i l = _mm_lddqu_si128((const __m128i *)"0123456789abcdef");
  return r[0] + r[1] * 10 + e[0] * 100 + e[1] + n[0] + n[2] + _mm_extract_epi8(l, 11) + (_mm_rcp_ss(n)[0] < 1);
}
NEWER static unsigned bits(unsigned a, unsigned b) {
  return _pdep_u32(a, b) ^ _pext_u32(a, b) ^ _bzhi_u32(a, b & 31) ^ _bextr_u32(a, 3, b & 15);
}
NEWER static int wide(const float *p) {
  __m256 a = _mm256_loadu_ps(p), r = _mm256_fmaddsub_ps(a, a, _mm256_set1_ps(2)), s = _mm256_fmsubadd_ps(a, a, _mm256_set1_ps(2));
  __m256i i = _mm256_lddqu_si256((const __m256i *)p);
  return _mm256_testz_si256(i, i) + 2 * _mm256_testc_si256(i, i) + 4 * _mm256_testz_ps(r, s) + 8 * _mm256_testnzc_ps(r, a) +
         (int)(r[0] + 10 * r[1] + 100 * s[6] + 1000 * s[7]);
}

int main(void) {
  char text[17] = "hello, world 12", set[17] = "wo,";
  printf("%d %d\n", find(text, set), find_counted(text, 15, "az09", 4));
  printf("%x\n", checksum((const unsigned char *)text, 16));
  printf("%d %d %d\n", tests(_mm_set1_epi32(6), _mm_set1_epi32(9)), tests(_mm_set1_epi32(7), _mm_set1_epi32(3)),
         tests(_mm_set1_epi32(6), _mm_set1_epi32(3)));
  printf("%.3f\n", scalars((__m128){1, 2, 3, 4}, (__m128){-2.5f, 9, 9, 9}, (__m128d){1.3, 7}));
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("fma")) {
    float v[8] = {1, -2, 3, -4, 5, 6, -7, 8};
    if (bits(0x12345678, 0xff00ff0f) != 0x45011ed7 || wide(v) != 67165) printf("wrong: %x %d\n", bits(0x12345678, 0xff00ff0f), wide(v));
  }
  unsigned long long before = __rdtsc();
  printf("%d\n", __rdtsc() >= before);
  return 0;
}

// run: rv32
// memcpy, memmove, memset and memcmp of every small constant size, aligned and not, and of variable sizes.
#include <stdio.h>
#include <string.h>
static unsigned char a[600], b[600], ref[600];
static int bad;
static void fill(void) { for (int i = 0; i < 600; i++) a[i] = (unsigned char)(i * 7 + 1), b[i] = ref[i] = (unsigned char)(i ^ 0x5a); }
static void check(int d, int s, int n) { for (int i = 0; i < n; i++) ref[d + i] = a[s + i]; }
static void same(void) { for (int i = 0; i < 600; i++) bad += ref[i] != b[i]; }
static void checkset(int d, int v, int n) { for (int i = 0; i < n; i++) ref[d + i] = (unsigned char)v; }

__attribute__((noinline)) static void n0(unsigned char *d, const unsigned char *s, int v) { memcpy(d, s, 0); memset(d + 300, v, 0); memset(b + 560, 0, 0); }
__attribute__((noinline)) static void al0(unsigned char *d, const unsigned char *s) { memcpy(__builtin_assume_aligned(d, 8), __builtin_assume_aligned(s, 8), 0); }
__attribute__((noinline)) static void mv0(unsigned char *d) { memmove(d + 3, d, 0); memmove(d + 50, d + 57, 0); }
__attribute__((noinline)) static int cm0(const void *p, const void *q) { int r = memcmp(p, q, 0); return (r > 0) - (r < 0) + 4 * !memcmp(p, q, 0); }
__attribute__((noinline)) static void n1(unsigned char *d, const unsigned char *s, int v) { memcpy(d, s, 1); memset(d + 300, v, 1); memset(b + 560, 0, 1); }
__attribute__((noinline)) static void al1(unsigned char *d, const unsigned char *s) { memcpy(__builtin_assume_aligned(d, 8), __builtin_assume_aligned(s, 8), 1); }
__attribute__((noinline)) static void mv1(unsigned char *d) { memmove(d + 3, d, 1); memmove(d + 50, d + 57, 1); }
__attribute__((noinline)) static int cm1(const void *p, const void *q) { int r = memcmp(p, q, 1); return (r > 0) - (r < 0) + 4 * !memcmp(p, q, 1); }
__attribute__((noinline)) static void n2(unsigned char *d, const unsigned char *s, int v) { memcpy(d, s, 2); memset(d + 300, v, 2); memset(b + 560, 0, 2); }
__attribute__((noinline)) static void al2(unsigned char *d, const unsigned char *s) { memcpy(__builtin_assume_aligned(d, 8), __builtin_assume_aligned(s, 8), 2); }
__attribute__((noinline)) static void mv2(unsigned char *d) { memmove(d + 3, d, 2); memmove(d + 50, d + 57, 2); }
__attribute__((noinline)) static int cm2(const void *p, const void *q) { int r = memcmp(p, q, 2); return (r > 0) - (r < 0) + 4 * !memcmp(p, q, 2); }
__attribute__((noinline)) static void n3(unsigned char *d, const unsigned char *s, int v) { memcpy(d, s, 3); memset(d + 300, v, 3); memset(b + 560, 0, 3); }
__attribute__((noinline)) static void al3(unsigned char *d, const unsigned char *s) { memcpy(__builtin_assume_aligned(d, 8), __builtin_assume_aligned(s, 8), 3); }
__attribute__((noinline)) static void mv3(unsigned char *d) { memmove(d + 3, d, 3); memmove(d + 50, d + 57, 3); }
__attribute__((noinline)) static int cm3(const void *p, const void *q) { int r = memcmp(p, q, 3); return (r > 0) - (r < 0) + 4 * !memcmp(p, q, 3); }
__attribute__((noinline)) static void n4(unsigned char *d, const unsigned char *s, int v) { memcpy(d, s, 4); memset(d + 300, v, 4); memset(b + 560, 0, 4); }
__attribute__((noinline)) static void al4(unsigned char *d, const unsigned char *s) { memcpy(__builtin_assume_aligned(d, 8), __builtin_assume_aligned(s, 8), 4); }
__attribute__((noinline)) static void mv4(unsigned char *d) { memmove(d + 3, d, 4); memmove(d + 50, d + 57, 4); }
__attribute__((noinline)) static int cm4(const void *p, const void *q) { int r = memcmp(p, q, 4); return (r > 0) - (r < 0) + 4 * !memcmp(p, q, 4); }
__attribute__((noinline)) static void n5(unsigned char *d, const unsigned char *s, int v) { memcpy(d, s, 5); memset(d + 300, v, 5); memset(b + 560, 0, 5); }
__attribute__((noinline)) static void al5(unsigned char *d, const unsigned char *s) { memcpy(__builtin_assume_aligned(d, 8), __builtin_assume_aligned(s, 8), 5); }
__attribute__((noinline)) static void mv5(unsigned char *d) { memmove(d + 3, d, 5); memmove(d + 50, d + 57, 5); }
__attribute__((noinline)) static int cm5(const void *p, const void *q) { int r = memcmp(p, q, 5); return (r > 0) - (r < 0) + 4 * !memcmp(p, q, 5); }
__attribute__((noinline)) static void n6(unsigned char *d, const unsigned char *s, int v) { memcpy(d, s, 6); memset(d + 300, v, 6); memset(b + 560, 0, 6); }
__attribute__((noinline)) static void al6(unsigned char *d, const unsigned char *s) { memcpy(__builtin_assume_aligned(d, 8), __builtin_assume_aligned(s, 8), 6); }
__attribute__((noinline)) static void mv6(unsigned char *d) { memmove(d + 3, d, 6); memmove(d + 50, d + 57, 6); }
__attribute__((noinline)) static int cm6(const void *p, const void *q) { int r = memcmp(p, q, 6); return (r > 0) - (r < 0) + 4 * !memcmp(p, q, 6); }
__attribute__((noinline)) static void n7(unsigned char *d, const unsigned char *s, int v) { memcpy(d, s, 7); memset(d + 300, v, 7); memset(b + 560, 0, 7); }
__attribute__((noinline)) static void al7(unsigned char *d, const unsigned char *s) { memcpy(__builtin_assume_aligned(d, 8), __builtin_assume_aligned(s, 8), 7); }
__attribute__((noinline)) static void mv7(unsigned char *d) { memmove(d + 3, d, 7); memmove(d + 50, d + 57, 7); }
__attribute__((noinline)) static int cm7(const void *p, const void *q) { int r = memcmp(p, q, 7); return (r > 0) - (r < 0) + 4 * !memcmp(p, q, 7); }
__attribute__((noinline)) static void n8(unsigned char *d, const unsigned char *s, int v) { memcpy(d, s, 8); memset(d + 300, v, 8); memset(b + 560, 0, 8); }
__attribute__((noinline)) static void al8(unsigned char *d, const unsigned char *s) { memcpy(__builtin_assume_aligned(d, 8), __builtin_assume_aligned(s, 8), 8); }
__attribute__((noinline)) static void mv8(unsigned char *d) { memmove(d + 3, d, 8); memmove(d + 50, d + 57, 8); }
__attribute__((noinline)) static int cm8(const void *p, const void *q) { int r = memcmp(p, q, 8); return (r > 0) - (r < 0) + 4 * !memcmp(p, q, 8); }
__attribute__((noinline)) static void n9(unsigned char *d, const unsigned char *s, int v) { memcpy(d, s, 9); memset(d + 300, v, 9); memset(b + 560, 0, 9); }
__attribute__((noinline)) static void al9(unsigned char *d, const unsigned char *s) { memcpy(__builtin_assume_aligned(d, 8), __builtin_assume_aligned(s, 8), 9); }
__attribute__((noinline)) static void mv9(unsigned char *d) { memmove(d + 3, d, 9); memmove(d + 50, d + 57, 9); }
__attribute__((noinline)) static int cm9(const void *p, const void *q) { int r = memcmp(p, q, 9); return (r > 0) - (r < 0) + 4 * !memcmp(p, q, 9); }
__attribute__((noinline)) static void n11(unsigned char *d, const unsigned char *s, int v) { memcpy(d, s, 11); memset(d + 300, v, 11); memset(b + 560, 0, 11); }
__attribute__((noinline)) static void al11(unsigned char *d, const unsigned char *s) { memcpy(__builtin_assume_aligned(d, 8), __builtin_assume_aligned(s, 8), 11); }
__attribute__((noinline)) static void mv11(unsigned char *d) { memmove(d + 3, d, 11); memmove(d + 50, d + 57, 11); }
__attribute__((noinline)) static int cm11(const void *p, const void *q) { int r = memcmp(p, q, 11); return (r > 0) - (r < 0) + 4 * !memcmp(p, q, 11); }
__attribute__((noinline)) static void n12(unsigned char *d, const unsigned char *s, int v) { memcpy(d, s, 12); memset(d + 300, v, 12); memset(b + 560, 0, 12); }
__attribute__((noinline)) static void al12(unsigned char *d, const unsigned char *s) { memcpy(__builtin_assume_aligned(d, 8), __builtin_assume_aligned(s, 8), 12); }
__attribute__((noinline)) static void mv12(unsigned char *d) { memmove(d + 3, d, 12); memmove(d + 50, d + 57, 12); }
__attribute__((noinline)) static int cm12(const void *p, const void *q) { int r = memcmp(p, q, 12); return (r > 0) - (r < 0) + 4 * !memcmp(p, q, 12); }
__attribute__((noinline)) static void n13(unsigned char *d, const unsigned char *s, int v) { memcpy(d, s, 13); memset(d + 300, v, 13); memset(b + 560, 0, 13); }
__attribute__((noinline)) static void al13(unsigned char *d, const unsigned char *s) { memcpy(__builtin_assume_aligned(d, 8), __builtin_assume_aligned(s, 8), 13); }
__attribute__((noinline)) static void mv13(unsigned char *d) { memmove(d + 3, d, 13); memmove(d + 50, d + 57, 13); }
__attribute__((noinline)) static int cm13(const void *p, const void *q) { int r = memcmp(p, q, 13); return (r > 0) - (r < 0) + 4 * !memcmp(p, q, 13); }
__attribute__((noinline)) static void n15(unsigned char *d, const unsigned char *s, int v) { memcpy(d, s, 15); memset(d + 300, v, 15); memset(b + 560, 0, 15); }
__attribute__((noinline)) static void al15(unsigned char *d, const unsigned char *s) { memcpy(__builtin_assume_aligned(d, 8), __builtin_assume_aligned(s, 8), 15); }
__attribute__((noinline)) static void mv15(unsigned char *d) { memmove(d + 3, d, 15); memmove(d + 50, d + 57, 15); }
__attribute__((noinline)) static int cm15(const void *p, const void *q) { int r = memcmp(p, q, 15); return (r > 0) - (r < 0) + 4 * !memcmp(p, q, 15); }
__attribute__((noinline)) static void n16(unsigned char *d, const unsigned char *s, int v) { memcpy(d, s, 16); memset(d + 300, v, 16); memset(b + 560, 0, 16); }
__attribute__((noinline)) static void al16(unsigned char *d, const unsigned char *s) { memcpy(__builtin_assume_aligned(d, 8), __builtin_assume_aligned(s, 8), 16); }
__attribute__((noinline)) static void mv16(unsigned char *d) { memmove(d + 3, d, 16); memmove(d + 50, d + 57, 16); }
__attribute__((noinline)) static int cm16(const void *p, const void *q) { int r = memcmp(p, q, 16); return (r > 0) - (r < 0) + 4 * !memcmp(p, q, 16); }
__attribute__((noinline)) static void n17(unsigned char *d, const unsigned char *s, int v) { memcpy(d, s, 17); memset(d + 300, v, 17); memset(b + 560, 0, 17); }
__attribute__((noinline)) static void al17(unsigned char *d, const unsigned char *s) { memcpy(__builtin_assume_aligned(d, 8), __builtin_assume_aligned(s, 8), 17); }
__attribute__((noinline)) static void mv17(unsigned char *d) { memmove(d + 3, d, 17); memmove(d + 50, d + 57, 17); }
__attribute__((noinline)) static int cm17(const void *p, const void *q) { int r = memcmp(p, q, 17); return (r > 0) - (r < 0) + 4 * !memcmp(p, q, 17); }
__attribute__((noinline)) static void n20(unsigned char *d, const unsigned char *s, int v) { memcpy(d, s, 20); memset(d + 300, v, 20); memset(b + 560, 0, 20); }
__attribute__((noinline)) static void al20(unsigned char *d, const unsigned char *s) { memcpy(__builtin_assume_aligned(d, 8), __builtin_assume_aligned(s, 8), 20); }
__attribute__((noinline)) static void mv20(unsigned char *d) { memmove(d + 3, d, 20); memmove(d + 50, d + 57, 20); }
__attribute__((noinline)) static int cm20(const void *p, const void *q) { int r = memcmp(p, q, 20); return (r > 0) - (r < 0) + 4 * !memcmp(p, q, 20); }
__attribute__((noinline)) static void n23(unsigned char *d, const unsigned char *s, int v) { memcpy(d, s, 23); memset(d + 300, v, 23); memset(b + 560, 0, 23); }
__attribute__((noinline)) static void al23(unsigned char *d, const unsigned char *s) { memcpy(__builtin_assume_aligned(d, 8), __builtin_assume_aligned(s, 8), 23); }
__attribute__((noinline)) static void mv23(unsigned char *d) { memmove(d + 3, d, 23); memmove(d + 50, d + 57, 23); }
__attribute__((noinline)) static int cm23(const void *p, const void *q) { int r = memcmp(p, q, 23); return (r > 0) - (r < 0) + 4 * !memcmp(p, q, 23); }
__attribute__((noinline)) static void n24(unsigned char *d, const unsigned char *s, int v) { memcpy(d, s, 24); memset(d + 300, v, 24); memset(b + 560, 0, 24); }
__attribute__((noinline)) static void al24(unsigned char *d, const unsigned char *s) { memcpy(__builtin_assume_aligned(d, 8), __builtin_assume_aligned(s, 8), 24); }
__attribute__((noinline)) static void mv24(unsigned char *d) { memmove(d + 3, d, 24); memmove(d + 50, d + 57, 24); }
__attribute__((noinline)) static int cm24(const void *p, const void *q) { int r = memcmp(p, q, 24); return (r > 0) - (r < 0) + 4 * !memcmp(p, q, 24); }
__attribute__((noinline)) static void n31(unsigned char *d, const unsigned char *s, int v) { memcpy(d, s, 31); memset(d + 300, v, 31); memset(b + 560, 0, 31); }
__attribute__((noinline)) static void al31(unsigned char *d, const unsigned char *s) { memcpy(__builtin_assume_aligned(d, 8), __builtin_assume_aligned(s, 8), 31); }
__attribute__((noinline)) static void mv31(unsigned char *d) { memmove(d + 3, d, 31); memmove(d + 50, d + 57, 31); }
__attribute__((noinline)) static int cm31(const void *p, const void *q) { int r = memcmp(p, q, 31); return (r > 0) - (r < 0) + 4 * !memcmp(p, q, 31); }
__attribute__((noinline)) static void n32(unsigned char *d, const unsigned char *s, int v) { memcpy(d, s, 32); memset(d + 300, v, 32); memset(b + 560, 0, 32); }
__attribute__((noinline)) static void al32(unsigned char *d, const unsigned char *s) { memcpy(__builtin_assume_aligned(d, 8), __builtin_assume_aligned(s, 8), 32); }
__attribute__((noinline)) static void mv32(unsigned char *d) { memmove(d + 3, d, 32); memmove(d + 50, d + 57, 32); }
__attribute__((noinline)) static int cm32(const void *p, const void *q) { int r = memcmp(p, q, 32); return (r > 0) - (r < 0) + 4 * !memcmp(p, q, 32); }
__attribute__((noinline)) static void n33(unsigned char *d, const unsigned char *s, int v) { memcpy(d, s, 33); memset(d + 300, v, 33); memset(b + 560, 0, 33); }
__attribute__((noinline)) static void al33(unsigned char *d, const unsigned char *s) { memcpy(__builtin_assume_aligned(d, 8), __builtin_assume_aligned(s, 8), 33); }
__attribute__((noinline)) static void mv33(unsigned char *d) { memmove(d + 3, d, 33); memmove(d + 50, d + 57, 33); }
__attribute__((noinline)) static int cm33(const void *p, const void *q) { int r = memcmp(p, q, 33); return (r > 0) - (r < 0) + 4 * !memcmp(p, q, 33); }
__attribute__((noinline)) static void n40(unsigned char *d, const unsigned char *s, int v) { memcpy(d, s, 40); memset(d + 300, v, 40); memset(b + 560, 0, 40); }
__attribute__((noinline)) static void al40(unsigned char *d, const unsigned char *s) { memcpy(__builtin_assume_aligned(d, 8), __builtin_assume_aligned(s, 8), 40); }
__attribute__((noinline)) static void mv40(unsigned char *d) { memmove(d + 3, d, 40); memmove(d + 50, d + 57, 40); }
__attribute__((noinline)) static int cm40(const void *p, const void *q) { int r = memcmp(p, q, 40); return (r > 0) - (r < 0) + 4 * !memcmp(p, q, 40); }
__attribute__((noinline)) static void n47(unsigned char *d, const unsigned char *s, int v) { memcpy(d, s, 47); memset(d + 300, v, 47); memset(b + 560, 0, 40); }
__attribute__((noinline)) static void al47(unsigned char *d, const unsigned char *s) { memcpy(__builtin_assume_aligned(d, 8), __builtin_assume_aligned(s, 8), 47); }
__attribute__((noinline)) static void mv47(unsigned char *d) { memmove(d + 3, d, 47); memmove(d + 50, d + 57, 47); }
__attribute__((noinline)) static int cm47(const void *p, const void *q) { int r = memcmp(p, q, 47); return (r > 0) - (r < 0) + 4 * !memcmp(p, q, 47); }
__attribute__((noinline)) static void n48(unsigned char *d, const unsigned char *s, int v) { memcpy(d, s, 48); memset(d + 300, v, 48); memset(b + 560, 0, 40); }
__attribute__((noinline)) static void al48(unsigned char *d, const unsigned char *s) { memcpy(__builtin_assume_aligned(d, 8), __builtin_assume_aligned(s, 8), 48); }
__attribute__((noinline)) static void mv48(unsigned char *d) { memmove(d + 3, d, 48); memmove(d + 50, d + 57, 48); }
__attribute__((noinline)) static int cm48(const void *p, const void *q) { int r = memcmp(p, q, 48); return (r > 0) - (r < 0) + 4 * !memcmp(p, q, 48); }
__attribute__((noinline)) static void n63(unsigned char *d, const unsigned char *s, int v) { memcpy(d, s, 63); memset(d + 300, v, 63); memset(b + 560, 0, 40); }
__attribute__((noinline)) static void al63(unsigned char *d, const unsigned char *s) { memcpy(__builtin_assume_aligned(d, 8), __builtin_assume_aligned(s, 8), 63); }
__attribute__((noinline)) static void mv63(unsigned char *d) { memmove(d + 3, d, 63); memmove(d + 50, d + 57, 63); }
__attribute__((noinline)) static int cm63(const void *p, const void *q) { int r = memcmp(p, q, 63); return (r > 0) - (r < 0) + 4 * !memcmp(p, q, 63); }
__attribute__((noinline)) static void n64(unsigned char *d, const unsigned char *s, int v) { memcpy(d, s, 64); memset(d + 300, v, 64); memset(b + 560, 0, 40); }
__attribute__((noinline)) static void al64(unsigned char *d, const unsigned char *s) { memcpy(__builtin_assume_aligned(d, 8), __builtin_assume_aligned(s, 8), 64); }
__attribute__((noinline)) static void mv64(unsigned char *d) { memmove(d + 3, d, 64); memmove(d + 50, d + 57, 64); }
__attribute__((noinline)) static int cm64(const void *p, const void *q) { int r = memcmp(p, q, 64); return (r > 0) - (r < 0) + 4 * !memcmp(p, q, 64); }
__attribute__((noinline)) static void n65(unsigned char *d, const unsigned char *s, int v) { memcpy(d, s, 65); memset(d + 300, v, 65); memset(b + 560, 0, 40); }
__attribute__((noinline)) static void al65(unsigned char *d, const unsigned char *s) { memcpy(__builtin_assume_aligned(d, 8), __builtin_assume_aligned(s, 8), 65); }
__attribute__((noinline)) static void mv65(unsigned char *d) { memmove(d + 3, d, 65); memmove(d + 50, d + 57, 65); }
__attribute__((noinline)) static int cm65(const void *p, const void *q) { int r = memcmp(p, q, 65); return (r > 0) - (r < 0) + 4 * !memcmp(p, q, 65); }
__attribute__((noinline)) static void n96(unsigned char *d, const unsigned char *s, int v) { memcpy(d, s, 96); memset(d + 300, v, 96); memset(b + 560, 0, 40); }
__attribute__((noinline)) static void al96(unsigned char *d, const unsigned char *s) { memcpy(__builtin_assume_aligned(d, 8), __builtin_assume_aligned(s, 8), 96); }
__attribute__((noinline)) static void mv96(unsigned char *d) { memmove(d + 3, d, 96); memmove(d + 50, d + 57, 96); }
__attribute__((noinline)) static int cm96(const void *p, const void *q) { int r = memcmp(p, q, 96); return (r > 0) - (r < 0) + 4 * !memcmp(p, q, 96); }
__attribute__((noinline)) static void n100(unsigned char *d, const unsigned char *s, int v) { memcpy(d, s, 100); memset(d + 300, v, 100); memset(b + 560, 0, 40); }
__attribute__((noinline)) static void al100(unsigned char *d, const unsigned char *s) { memcpy(__builtin_assume_aligned(d, 8), __builtin_assume_aligned(s, 8), 100); }
__attribute__((noinline)) static void mv100(unsigned char *d) { memmove(d + 3, d, 100); memmove(d + 50, d + 57, 100); }
__attribute__((noinline)) static int cm100(const void *p, const void *q) { int r = memcmp(p, q, 100); return (r > 0) - (r < 0) + 4 * !memcmp(p, q, 100); }
__attribute__((noinline)) static void n127(unsigned char *d, const unsigned char *s, int v) { memcpy(d, s, 127); memset(d + 300, v, 127); memset(b + 560, 0, 40); }
__attribute__((noinline)) static void al127(unsigned char *d, const unsigned char *s) { memcpy(__builtin_assume_aligned(d, 8), __builtin_assume_aligned(s, 8), 127); }
__attribute__((noinline)) static void mv127(unsigned char *d) { memmove(d + 3, d, 127); memmove(d + 50, d + 57, 127); }
__attribute__((noinline)) static int cm127(const void *p, const void *q) { int r = memcmp(p, q, 127); return (r > 0) - (r < 0) + 4 * !memcmp(p, q, 127); }
__attribute__((noinline)) static void n128(unsigned char *d, const unsigned char *s, int v) { memcpy(d, s, 128); memset(d + 300, v, 128); memset(b + 560, 0, 40); }
__attribute__((noinline)) static void al128(unsigned char *d, const unsigned char *s) { memcpy(__builtin_assume_aligned(d, 8), __builtin_assume_aligned(s, 8), 128); }
__attribute__((noinline)) static void mv128(unsigned char *d) { memmove(d + 3, d, 128); memmove(d + 50, d + 57, 128); }
__attribute__((noinline)) static int cm128(const void *p, const void *q) { int r = memcmp(p, q, 128); return (r > 0) - (r < 0) + 4 * !memcmp(p, q, 128); }
__attribute__((noinline)) static void n129(unsigned char *d, const unsigned char *s, int v) { memcpy(d, s, 129); memset(d + 300, v, 129); memset(b + 560, 0, 40); }
__attribute__((noinline)) static void al129(unsigned char *d, const unsigned char *s) { memcpy(__builtin_assume_aligned(d, 8), __builtin_assume_aligned(s, 8), 129); }
__attribute__((noinline)) static void mv129(unsigned char *d) { memmove(d + 3, d, 129); memmove(d + 50, d + 57, 129); }
__attribute__((noinline)) static int cm129(const void *p, const void *q) { int r = memcmp(p, q, 129); return (r > 0) - (r < 0) + 4 * !memcmp(p, q, 129); }
__attribute__((noinline)) static void n200(unsigned char *d, const unsigned char *s, int v) { memcpy(d, s, 200); memset(d + 300, v, 200); memset(b + 560, 0, 40); }
__attribute__((noinline)) static void al200(unsigned char *d, const unsigned char *s) { memcpy(__builtin_assume_aligned(d, 8), __builtin_assume_aligned(s, 8), 200); }
__attribute__((noinline)) static void mv200(unsigned char *d) { memmove(d + 3, d, 200); memmove(d + 50, d + 57, 200); }
__attribute__((noinline)) static int cm200(const void *p, const void *q) { int r = memcmp(p, q, 200); return (r > 0) - (r < 0) + 4 * !memcmp(p, q, 200); }
__attribute__((noinline)) static void n256(unsigned char *d, const unsigned char *s, int v) { memcpy(d, s, 256); memset(d + 300, v, 250); memset(b + 560, 0, 40); }
__attribute__((noinline)) static void al256(unsigned char *d, const unsigned char *s) { memcpy(__builtin_assume_aligned(d, 8), __builtin_assume_aligned(s, 8), 256); }
__attribute__((noinline)) static void mv256(unsigned char *d) { memmove(d + 3, d, 256); memmove(d + 50, d + 57, 256); }
__attribute__((noinline)) static int cm256(const void *p, const void *q) { int r = memcmp(p, q, 256); return (r > 0) - (r < 0) + 4 * !memcmp(p, q, 256); }
__attribute__((noinline)) static void n300(unsigned char *d, const unsigned char *s, int v) { memcpy(d, s, 300); memset(d + 300, v, 250); memset(b + 560, 0, 40); }
__attribute__((noinline)) static void al300(unsigned char *d, const unsigned char *s) { memcpy(__builtin_assume_aligned(d, 8), __builtin_assume_aligned(s, 8), 300); }
__attribute__((noinline)) static void mv300(unsigned char *d) { memmove(d + 3, d, 300); memmove(d + 50, d + 57, 300); }
__attribute__((noinline)) static int cm300(const void *p, const void *q) { int r = memcmp(p, q, 300); return (r > 0) - (r < 0) + 4 * !memcmp(p, q, 300); }
__attribute__((noinline)) static void var(unsigned char *d, const unsigned char *s, unsigned n) { memcpy(d, s, n); }
__attribute__((noinline)) static void varset(unsigned char *d, int v, unsigned n) { memset(d, v, n); }
struct S { int a; char b[37]; short c; };
__attribute__((noinline)) static void assign(struct S *d, const struct S *s) { *d = *s; }
__attribute__((noinline)) static unsigned overlap(unsigned char *p, unsigned n) { memmove(p + 1, p, n); unsigned h = 0; for (unsigned i = 0; i < n + 1; i++) h = h * 31 + p[i]; return h; }

int main(void) {
    unsigned h = 1;
    fill(), n0(b + 1, a + 2, 0xa5), check(1, 2, 0), checkset(301, 0xa5, 0), checkset(560, 0, 0), same();
    fill(), al0(b + 8, a + 16), check(8, 16, 0), same();
    fill(), mv0(b); for (int i = 0; i < 600; i++) h = h * 31 + b[i];
    h = h * 5 + (unsigned)cm0(a, a) + (unsigned)cm0(a, a + 256) * 3 + (unsigned)cm0(a + 1, b) * 7;
    fill(), n1(b + 1, a + 2, 0xa5), check(1, 2, 1), checkset(301, 0xa5, 1), checkset(560, 0, 1), same();
    fill(), al1(b + 8, a + 16), check(8, 16, 1), same();
    fill(), mv1(b); for (int i = 0; i < 600; i++) h = h * 31 + b[i];
    h = h * 5 + (unsigned)cm1(a, a) + (unsigned)cm1(a, a + 256) * 3 + (unsigned)cm1(a + 1, b) * 7;
    fill(), n2(b + 1, a + 2, 0xa5), check(1, 2, 2), checkset(301, 0xa5, 2), checkset(560, 0, 2), same();
    fill(), al2(b + 8, a + 16), check(8, 16, 2), same();
    fill(), mv2(b); for (int i = 0; i < 600; i++) h = h * 31 + b[i];
    h = h * 5 + (unsigned)cm2(a, a) + (unsigned)cm2(a, a + 256) * 3 + (unsigned)cm2(a + 1, b) * 7;
    fill(), n3(b + 1, a + 2, 0xa5), check(1, 2, 3), checkset(301, 0xa5, 3), checkset(560, 0, 3), same();
    fill(), al3(b + 8, a + 16), check(8, 16, 3), same();
    fill(), mv3(b); for (int i = 0; i < 600; i++) h = h * 31 + b[i];
    h = h * 5 + (unsigned)cm3(a, a) + (unsigned)cm3(a, a + 256) * 3 + (unsigned)cm3(a + 1, b) * 7;
    fill(), n4(b + 1, a + 2, 0xa5), check(1, 2, 4), checkset(301, 0xa5, 4), checkset(560, 0, 4), same();
    fill(), al4(b + 8, a + 16), check(8, 16, 4), same();
    fill(), mv4(b); for (int i = 0; i < 600; i++) h = h * 31 + b[i];
    h = h * 5 + (unsigned)cm4(a, a) + (unsigned)cm4(a, a + 256) * 3 + (unsigned)cm4(a + 1, b) * 7;
    fill(), n5(b + 1, a + 2, 0xa5), check(1, 2, 5), checkset(301, 0xa5, 5), checkset(560, 0, 5), same();
    fill(), al5(b + 8, a + 16), check(8, 16, 5), same();
    fill(), mv5(b); for (int i = 0; i < 600; i++) h = h * 31 + b[i];
    h = h * 5 + (unsigned)cm5(a, a) + (unsigned)cm5(a, a + 256) * 3 + (unsigned)cm5(a + 1, b) * 7;
    fill(), n6(b + 1, a + 2, 0xa5), check(1, 2, 6), checkset(301, 0xa5, 6), checkset(560, 0, 6), same();
    fill(), al6(b + 8, a + 16), check(8, 16, 6), same();
    fill(), mv6(b); for (int i = 0; i < 600; i++) h = h * 31 + b[i];
    h = h * 5 + (unsigned)cm6(a, a) + (unsigned)cm6(a, a + 256) * 3 + (unsigned)cm6(a + 1, b) * 7;
    fill(), n7(b + 1, a + 2, 0xa5), check(1, 2, 7), checkset(301, 0xa5, 7), checkset(560, 0, 7), same();
    fill(), al7(b + 8, a + 16), check(8, 16, 7), same();
    fill(), mv7(b); for (int i = 0; i < 600; i++) h = h * 31 + b[i];
    h = h * 5 + (unsigned)cm7(a, a) + (unsigned)cm7(a, a + 256) * 3 + (unsigned)cm7(a + 1, b) * 7;
    fill(), n8(b + 1, a + 2, 0xa5), check(1, 2, 8), checkset(301, 0xa5, 8), checkset(560, 0, 8), same();
    fill(), al8(b + 8, a + 16), check(8, 16, 8), same();
    fill(), mv8(b); for (int i = 0; i < 600; i++) h = h * 31 + b[i];
    h = h * 5 + (unsigned)cm8(a, a) + (unsigned)cm8(a, a + 256) * 3 + (unsigned)cm8(a + 1, b) * 7;
    fill(), n9(b + 1, a + 2, 0xa5), check(1, 2, 9), checkset(301, 0xa5, 9), checkset(560, 0, 9), same();
    fill(), al9(b + 8, a + 16), check(8, 16, 9), same();
    fill(), mv9(b); for (int i = 0; i < 600; i++) h = h * 31 + b[i];
    h = h * 5 + (unsigned)cm9(a, a) + (unsigned)cm9(a, a + 256) * 3 + (unsigned)cm9(a + 1, b) * 7;
    fill(), n11(b + 1, a + 2, 0xa5), check(1, 2, 11), checkset(301, 0xa5, 11), checkset(560, 0, 11), same();
    fill(), al11(b + 8, a + 16), check(8, 16, 11), same();
    fill(), mv11(b); for (int i = 0; i < 600; i++) h = h * 31 + b[i];
    h = h * 5 + (unsigned)cm11(a, a) + (unsigned)cm11(a, a + 256) * 3 + (unsigned)cm11(a + 1, b) * 7;
    fill(), n12(b + 1, a + 2, 0xa5), check(1, 2, 12), checkset(301, 0xa5, 12), checkset(560, 0, 12), same();
    fill(), al12(b + 8, a + 16), check(8, 16, 12), same();
    fill(), mv12(b); for (int i = 0; i < 600; i++) h = h * 31 + b[i];
    h = h * 5 + (unsigned)cm12(a, a) + (unsigned)cm12(a, a + 256) * 3 + (unsigned)cm12(a + 1, b) * 7;
    fill(), n13(b + 1, a + 2, 0xa5), check(1, 2, 13), checkset(301, 0xa5, 13), checkset(560, 0, 13), same();
    fill(), al13(b + 8, a + 16), check(8, 16, 13), same();
    fill(), mv13(b); for (int i = 0; i < 600; i++) h = h * 31 + b[i];
    h = h * 5 + (unsigned)cm13(a, a) + (unsigned)cm13(a, a + 256) * 3 + (unsigned)cm13(a + 1, b) * 7;
    fill(), n15(b + 1, a + 2, 0xa5), check(1, 2, 15), checkset(301, 0xa5, 15), checkset(560, 0, 15), same();
    fill(), al15(b + 8, a + 16), check(8, 16, 15), same();
    fill(), mv15(b); for (int i = 0; i < 600; i++) h = h * 31 + b[i];
    h = h * 5 + (unsigned)cm15(a, a) + (unsigned)cm15(a, a + 256) * 3 + (unsigned)cm15(a + 1, b) * 7;
    fill(), n16(b + 1, a + 2, 0xa5), check(1, 2, 16), checkset(301, 0xa5, 16), checkset(560, 0, 16), same();
    fill(), al16(b + 8, a + 16), check(8, 16, 16), same();
    fill(), mv16(b); for (int i = 0; i < 600; i++) h = h * 31 + b[i];
    h = h * 5 + (unsigned)cm16(a, a) + (unsigned)cm16(a, a + 256) * 3 + (unsigned)cm16(a + 1, b) * 7;
    fill(), n17(b + 1, a + 2, 0xa5), check(1, 2, 17), checkset(301, 0xa5, 17), checkset(560, 0, 17), same();
    fill(), al17(b + 8, a + 16), check(8, 16, 17), same();
    fill(), mv17(b); for (int i = 0; i < 600; i++) h = h * 31 + b[i];
    h = h * 5 + (unsigned)cm17(a, a) + (unsigned)cm17(a, a + 256) * 3 + (unsigned)cm17(a + 1, b) * 7;
    fill(), n20(b + 1, a + 2, 0xa5), check(1, 2, 20), checkset(301, 0xa5, 20), checkset(560, 0, 20), same();
    fill(), al20(b + 8, a + 16), check(8, 16, 20), same();
    fill(), mv20(b); for (int i = 0; i < 600; i++) h = h * 31 + b[i];
    h = h * 5 + (unsigned)cm20(a, a) + (unsigned)cm20(a, a + 256) * 3 + (unsigned)cm20(a + 1, b) * 7;
    fill(), n23(b + 1, a + 2, 0xa5), check(1, 2, 23), checkset(301, 0xa5, 23), checkset(560, 0, 23), same();
    fill(), al23(b + 8, a + 16), check(8, 16, 23), same();
    fill(), mv23(b); for (int i = 0; i < 600; i++) h = h * 31 + b[i];
    h = h * 5 + (unsigned)cm23(a, a) + (unsigned)cm23(a, a + 256) * 3 + (unsigned)cm23(a + 1, b) * 7;
    fill(), n24(b + 1, a + 2, 0xa5), check(1, 2, 24), checkset(301, 0xa5, 24), checkset(560, 0, 24), same();
    fill(), al24(b + 8, a + 16), check(8, 16, 24), same();
    fill(), mv24(b); for (int i = 0; i < 600; i++) h = h * 31 + b[i];
    h = h * 5 + (unsigned)cm24(a, a) + (unsigned)cm24(a, a + 256) * 3 + (unsigned)cm24(a + 1, b) * 7;
    fill(), n31(b + 1, a + 2, 0xa5), check(1, 2, 31), checkset(301, 0xa5, 31), checkset(560, 0, 31), same();
    fill(), al31(b + 8, a + 16), check(8, 16, 31), same();
    fill(), mv31(b); for (int i = 0; i < 600; i++) h = h * 31 + b[i];
    h = h * 5 + (unsigned)cm31(a, a) + (unsigned)cm31(a, a + 256) * 3 + (unsigned)cm31(a + 1, b) * 7;
    fill(), n32(b + 1, a + 2, 0xa5), check(1, 2, 32), checkset(301, 0xa5, 32), checkset(560, 0, 32), same();
    fill(), al32(b + 8, a + 16), check(8, 16, 32), same();
    fill(), mv32(b); for (int i = 0; i < 600; i++) h = h * 31 + b[i];
    h = h * 5 + (unsigned)cm32(a, a) + (unsigned)cm32(a, a + 256) * 3 + (unsigned)cm32(a + 1, b) * 7;
    fill(), n33(b + 1, a + 2, 0xa5), check(1, 2, 33), checkset(301, 0xa5, 33), checkset(560, 0, 33), same();
    fill(), al33(b + 8, a + 16), check(8, 16, 33), same();
    fill(), mv33(b); for (int i = 0; i < 600; i++) h = h * 31 + b[i];
    h = h * 5 + (unsigned)cm33(a, a) + (unsigned)cm33(a, a + 256) * 3 + (unsigned)cm33(a + 1, b) * 7;
    fill(), n40(b + 1, a + 2, 0xa5), check(1, 2, 40), checkset(301, 0xa5, 40), checkset(560, 0, 40), same();
    fill(), al40(b + 8, a + 16), check(8, 16, 40), same();
    fill(), mv40(b); for (int i = 0; i < 600; i++) h = h * 31 + b[i];
    h = h * 5 + (unsigned)cm40(a, a) + (unsigned)cm40(a, a + 256) * 3 + (unsigned)cm40(a + 1, b) * 7;
    fill(), n47(b + 1, a + 2, 0xa5), check(1, 2, 47), checkset(301, 0xa5, 47), checkset(560, 0, 40), same();
    fill(), al47(b + 8, a + 16), check(8, 16, 47), same();
    fill(), mv47(b); for (int i = 0; i < 600; i++) h = h * 31 + b[i];
    h = h * 5 + (unsigned)cm47(a, a) + (unsigned)cm47(a, a + 256) * 3 + (unsigned)cm47(a + 1, b) * 7;
    fill(), n48(b + 1, a + 2, 0xa5), check(1, 2, 48), checkset(301, 0xa5, 48), checkset(560, 0, 40), same();
    fill(), al48(b + 8, a + 16), check(8, 16, 48), same();
    fill(), mv48(b); for (int i = 0; i < 600; i++) h = h * 31 + b[i];
    h = h * 5 + (unsigned)cm48(a, a) + (unsigned)cm48(a, a + 256) * 3 + (unsigned)cm48(a + 1, b) * 7;
    fill(), n63(b + 1, a + 2, 0xa5), check(1, 2, 63), checkset(301, 0xa5, 63), checkset(560, 0, 40), same();
    fill(), al63(b + 8, a + 16), check(8, 16, 63), same();
    fill(), mv63(b); for (int i = 0; i < 600; i++) h = h * 31 + b[i];
    h = h * 5 + (unsigned)cm63(a, a) + (unsigned)cm63(a, a + 256) * 3 + (unsigned)cm63(a + 1, b) * 7;
    fill(), n64(b + 1, a + 2, 0xa5), check(1, 2, 64), checkset(301, 0xa5, 64), checkset(560, 0, 40), same();
    fill(), al64(b + 8, a + 16), check(8, 16, 64), same();
    fill(), mv64(b); for (int i = 0; i < 600; i++) h = h * 31 + b[i];
    h = h * 5 + (unsigned)cm64(a, a) + (unsigned)cm64(a, a + 256) * 3 + (unsigned)cm64(a + 1, b) * 7;
    fill(), n65(b + 1, a + 2, 0xa5), check(1, 2, 65), checkset(301, 0xa5, 65), checkset(560, 0, 40), same();
    fill(), al65(b + 8, a + 16), check(8, 16, 65), same();
    fill(), mv65(b); for (int i = 0; i < 600; i++) h = h * 31 + b[i];
    h = h * 5 + (unsigned)cm65(a, a) + (unsigned)cm65(a, a + 256) * 3 + (unsigned)cm65(a + 1, b) * 7;
    fill(), n96(b + 1, a + 2, 0xa5), check(1, 2, 96), checkset(301, 0xa5, 96), checkset(560, 0, 40), same();
    fill(), al96(b + 8, a + 16), check(8, 16, 96), same();
    fill(), mv96(b); for (int i = 0; i < 600; i++) h = h * 31 + b[i];
    h = h * 5 + (unsigned)cm96(a, a) + (unsigned)cm96(a, a + 256) * 3 + (unsigned)cm96(a + 1, b) * 7;
    fill(), n100(b + 1, a + 2, 0xa5), check(1, 2, 100), checkset(301, 0xa5, 100), checkset(560, 0, 40), same();
    fill(), al100(b + 8, a + 16), check(8, 16, 100), same();
    fill(), mv100(b); for (int i = 0; i < 600; i++) h = h * 31 + b[i];
    h = h * 5 + (unsigned)cm100(a, a) + (unsigned)cm100(a, a + 256) * 3 + (unsigned)cm100(a + 1, b) * 7;
    fill(), n127(b + 1, a + 2, 0xa5), check(1, 2, 127), checkset(301, 0xa5, 127), checkset(560, 0, 40), same();
    fill(), al127(b + 8, a + 16), check(8, 16, 127), same();
    fill(), mv127(b); for (int i = 0; i < 600; i++) h = h * 31 + b[i];
    h = h * 5 + (unsigned)cm127(a, a) + (unsigned)cm127(a, a + 256) * 3 + (unsigned)cm127(a + 1, b) * 7;
    fill(), n128(b + 1, a + 2, 0xa5), check(1, 2, 128), checkset(301, 0xa5, 128), checkset(560, 0, 40), same();
    fill(), al128(b + 8, a + 16), check(8, 16, 128), same();
    fill(), mv128(b); for (int i = 0; i < 600; i++) h = h * 31 + b[i];
    h = h * 5 + (unsigned)cm128(a, a) + (unsigned)cm128(a, a + 256) * 3 + (unsigned)cm128(a + 1, b) * 7;
    fill(), n129(b + 1, a + 2, 0xa5), check(1, 2, 129), checkset(301, 0xa5, 129), checkset(560, 0, 40), same();
    fill(), al129(b + 8, a + 16), check(8, 16, 129), same();
    fill(), mv129(b); for (int i = 0; i < 600; i++) h = h * 31 + b[i];
    h = h * 5 + (unsigned)cm129(a, a) + (unsigned)cm129(a, a + 256) * 3 + (unsigned)cm129(a + 1, b) * 7;
    fill(), n200(b + 1, a + 2, 0xa5), check(1, 2, 200), checkset(301, 0xa5, 200), checkset(560, 0, 40), same();
    fill(), al200(b + 8, a + 16), check(8, 16, 200), same();
    fill(), mv200(b); for (int i = 0; i < 600; i++) h = h * 31 + b[i];
    h = h * 5 + (unsigned)cm200(a, a) + (unsigned)cm200(a, a + 256) * 3 + (unsigned)cm200(a + 1, b) * 7;
    fill(), n256(b + 1, a + 2, 0xa5), check(1, 2, 256), checkset(301, 0xa5, 250), checkset(560, 0, 40), same();
    fill(), al256(b + 8, a + 16), check(8, 16, 256), same();
    fill(), mv256(b); for (int i = 0; i < 600; i++) h = h * 31 + b[i];
    h = h * 5 + (unsigned)cm256(a, a) + (unsigned)cm256(a, a + 256) * 3 + (unsigned)cm256(a + 1, b) * 7;
    fill(), n300(b + 1, a + 2, 0xa5), check(1, 2, 300), checkset(301, 0xa5, 250), checkset(560, 0, 40), same();
    fill(), al300(b + 8, a + 16), check(8, 16, 300), same();
    fill(), mv300(b); for (int i = 0; i < 600; i++) h = h * 31 + b[i];
    h = h * 5 + (unsigned)cm300(a, a) + (unsigned)cm300(a, a + 256) * 3 + (unsigned)cm300(a + 1, b) * 7;
    for (unsigned n = 0; n < 100; n += 7) fill(), var(b + n, a + 3, n), check((int)n, 3, (int)n), varset(b + 200, (int)n, n), checkset(200, (int)n, (int)n), same();
    struct S s = {1, "a string in a structure", 7}, t;
    assign(&t, &s);
    fill();
    h = h * 31 + overlap(a, 333);
    printf("%d bad %x %d %s %d\n", bad, h, t.a, t.b, t.c);
    return bad != 0;
}

// run: rv32
// Unions and punning: bytes of words, float bits, tagged unions, nested anonymous ones, copies, fast inverse square root.
#include <stdint.h>
#include <stdio.h>
#include <string.h>
union w { uint32_t u; uint8_t b[4]; uint16_t h[2]; float f; };
union d { double d; uint64_t u; uint32_t w[2]; struct { uint64_t frac : 52, exp : 11, sign : 1; } p; };
struct value { enum { INT, DBL, STR, PAIR } tag; union { int i; double d; const char *s; struct { short a; long long b; }; }; };
__attribute__((noinline)) static float rsqrt(float x) { union w w = {.f = x}; w.u = 0x5f3759df - (w.u >> 1); return w.f * (1.5f - 0.5f * x * w.f * w.f); }
__attribute__((noinline)) static struct value make(int k) { struct value v; switch (k) { case 0: v.tag = INT, v.i = 42; break; case 1: v.tag = DBL, v.d = 2.5; break; case 2: v.tag = STR, v.s = "text"; break; default: v.tag = PAIR, v.a = -3, v.b = 1ll << 40; } return v; }
__attribute__((noinline)) static int weigh(struct value v) { switch (v.tag) { case INT: return v.i; case DBL: return (int)(v.d * 100); case STR: return (int)strlen(v.s); case PAIR: return v.a + (int)(v.b >> 35); } return -1; }
__attribute__((noinline)) static double bump(double x, int n) { union d d = {.d = x}; d.p.exp += (unsigned)n; d.p.sign ^= 1; return d.d; }
__attribute__((noinline)) static uint32_t swap(uint32_t x) { union w a = {.u = x}, b; for (int i = 0; i < 4; i++) b.b[i] = a.b[3 - i]; return b.u + b.h[1]; }
__attribute__((noinline)) static int fbits(float f) { int i; memcpy(&i, &f, 4); return i; }
__attribute__((noinline)) static float bitsf(int i) { float f; memcpy(&f, &i, 4); return f; }
__attribute__((noinline)) static uint64_t dbits(double d) { union d u = {.d = d}; return u.u ^ u.w[1]; }
int main(void) {
    for (int k = 0; k < 4; k++) { struct value v = make(k), w = v; printf("%d ", weigh(w)); }
    printf("%d %x %d %d %llx\n", (int)(rsqrt(4) * 10000), swap(0x12345678), fbits(1.5f), (int)bitsf(0x42280000), (unsigned long long)dbits(-1.1));
    printf("%d %d\n", (int)bump(3.0, 4), (int)(bump(-80.0, -3) * 10));
    return 0;
}

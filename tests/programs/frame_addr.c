// Frame and return addresses, stack growth, dynamic frames with calls, stacksave, builtin return address from depth.
#include <stdint.h>
#include <stdio.h>
#define NI __attribute__((noinline))
NI static void *fp(void) { return __builtin_frame_address(0); }
NI static void *ra(void) { return __builtin_extract_return_addr(__builtin_return_address(0)); }
NI static int inside(void *p, int (*f)(int)) { return (uintptr_t)p > (uintptr_t)f && (uintptr_t)p < (uintptr_t)f + 4096; }
NI static int caller(int x) { return inside(ra(), caller) + x; }
NI static int order(void *up) { volatile int here; return up ? (uintptr_t)up > (uintptr_t)&here : order((void *)&here); }
NI static int frames(int n) { void *a = __builtin_frame_address(0); void *b = fp(); return ((uintptr_t)a > (uintptr_t)b) + n; }
NI static int dynamic(int n) { char *a = __builtin_alloca(n); a[0] = (char)n; void *f = __builtin_frame_address(0); return (uintptr_t)f >= (uintptr_t)a + (unsigned)n ? a[0] : -1; }
NI static int saved(int n) { int t = 0; for (int i = 0; i < n; i++) { signed char b[i + 16]; b[i] = (signed char)i; t += b[i] + (((uintptr_t)b & 15) != 0); } return t; }
int main(void) {
    printf("%d %d %d %d %d\n", caller(1), order(0), frames(1), dynamic(77), saved(1000) & 0xffff);
    return 0;
}

// run: x87
// Constraints of x86: conditions of the flags, the stack of x87, pairs, named vector registers, clobbers of other extensions.
#include <stdio.h>

__attribute__((noinline)) int compare(int a, int b) {
  int below, equal;
  unsigned char greater;
  __asm__("cmpl %4, %3" : "=@ccb"(below), "=@ccz"(equal), "=@ccg"(greater) : "r"(a), "r"(b));
  return below + 2 * equal + 4 * greater;
}

__attribute__((noinline)) int add_overflows(int *sum, int a) {
  _Bool over;
  __asm__("addl %2, %1" : "=@cco"(over), "+m"(*sum) : "r"(a));
  return over;
}

__attribute__((noinline)) double root(double x) {
  double r;
  __asm__("fsqrt" : "=t"(r) : "0"(x));
  return r;
}

__attribute__((noinline)) float scaled(float x, float by) {
  float r;
  __asm__("fscale" : "=t"(r) : "0"(x), "u"(by));
  return r;
}

__attribute__((noinline)) double sine_and_cosine(double x) {
  double s, c;
  __asm__("fsincos" : "=t"(c), "=u"(s) : "0"(x));
  return s * s + c * c + s;
}

__attribute__((noinline)) unsigned long long product(unsigned a, unsigned b) {
#ifdef __x86_64__
  unsigned long low, high;
  __asm__("mull %k3" : "=a"(low), "=d"(high) : "0"((unsigned long)a), "r"((unsigned long)b) : "cc");
  return high << 32 | low;
#else
  unsigned long long r;
  __asm__("mull %2" : "=A"(r) : "a"(a), "r"(b) : "cc");
  return r;
#endif
}

__attribute__((noinline)) int kept(int a, long double x) {
  __asm__ volatile("" ::: "mm0", "k1", "xmm31", "zmm20", "cc", "memory");
  return a + (int)x;
}

// The width of an operand is that of its name.
__attribute__((noinline)) int turned(unsigned char a, unsigned short b, unsigned char *into) {
  __asm__("rol $4, %0" : "+r"(a));
  __asm__("rol $8, %0" : "+r"(b));
  __asm__("mov %1, %0" : "=m"(*into) : "ri"((unsigned char)(a + 1)));
  __asm__("movb %1, %0" : "=m"(into[3]) : "ri"((unsigned char)0xfe));
  return a << 16 | b;
}

__attribute__((noinline)) int less(int a, int b) {
  unsigned char is;
  short twice;
  __asm__("cmp %2, %1\n\tsetl %0" : "=q"(is) : "r"(a), "rm"(b) : "cc");
  __asm__("add %0, %0" : "=a"(twice) : "0"((short)b) : "cc");
  return is + twice;
}

int main(void) {
  unsigned char bytes[4] = {1, 2, 3, 4};
  int sum = 0x7ffffff0;
  printf("%d %d %d\n", compare(1, 2), compare(5, 5), compare(3, -4));
  printf("%d", add_overflows(&sum, 5));
  printf(" %d %d\n", add_overflows(&sum, 100), sum);
  printf("%.6f %.2f %.4f\n", root(2.0), scaled(1.5f, 3.0f), sine_and_cosine(0.5));
  printf("%llx %d\n", product(0xfedcba98u, 0x87654321u), kept(3, 4.5L));
  printf("%x %d %d\n", turned(0xa5, 0x1234, bytes), less(1, 300), less(3, 2));
  printf("%x %x %x %x\n", bytes[0], bytes[1], bytes[2], bytes[3]);
  return 0;
}

// Reads and writes large data of this file and the other one, in every way that an address can be asked for.
#include <stdio.h>
#include <string.h>
extern int shared_small; extern long shared_big[40000];
extern double scale(double, int); extern int (*table[4])(int);
int counter = 3; static long sums[20000]; const int primes[30000] = {2,3,5,7,11};
static int twice(int x) { return 2 * x; } 
int thrice(int x) { return 3 * x + counter; }
__attribute__((noinline)) int choose(int x, int y) {
  switch (x) { case 0: return y + 1; case 1: return y * 7; case 2: return y - 9; case 3: return y ^ 0x55; case 4: return y << 3; case 5: return thrice(y); default: return -1; }
}
__thread int tl = 5; extern __thread int tl2;
extern int weak_missing __attribute__((weak));
int main(void) {
  for (int i = 0; i < 8; i++) printf("%d ", choose(i, i + 10));
  table[0] = twice; table[1] = thrice; table[3] = choose(3,4) > 0 ? twice : thrice;
  for (int i = 0; i < 4; i++) if (table[i]) printf("%d ", table[i](i + 5));
  for (int i = 0; i < 20000; i++) sums[i] = shared_big[i * 2] + i;
  memset(shared_big, 1, sizeof shared_big);
  long t = 0; for (int i = 0; i < 20000; i++) t += sums[i] ^ shared_big[i];
  char buf[300]; memcpy(buf, shared_big, 299); t += buf[7];
  tl += tl2; tl2 = 9;
  printf("\n%ld %d %.3f %d %d %d\n", t, shared_small, scale(1.5, primes[4]), tl, tl2, &weak_missing == 0);
  static void *lab[] = { &&a, &&b, &&c }; int k = shared_small % 3; goto *lab[k];
a: puts("a"); return 0; b: puts("b"); return 0; c: puts("c"); return 0;
}

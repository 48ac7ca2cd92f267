// What user.c reaches.
int shared_small = 44; long shared_big[40000] = {1,2,3}; int (*table[4])(int);
__thread int tl2 = 8; static double factors[] = {0.5, 1.25};
double scale(double x, int n) { double s = 1; for (int i = 0; i < n; i++) s = s * x + factors[i & 1]; return s + 3.125; }

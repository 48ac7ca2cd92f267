// The C library calling back: qsort, bsearch, atexit, signal, strtod and strtol, sscanf, malloc, printf of every kind.
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static int compares;
static int by_int(const void *a, const void *b) { compares++; int x = *(const int *)a, y = *(const int *)b; return (x > y) - (x < y); }
static int by_str(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }
static volatile sig_atomic_t caught;
static void on_signal(int s) { caught = s; }
static void bye1(void) { puts("bye 1"); }
static void bye2(void) { puts("bye 2"); }
struct flex { int n; short data[]; };
static struct flex *make(int n) { struct flex *f = malloc(sizeof *f + (size_t)n * sizeof f->data[0]); if (f) for (f->n = 0; f->n < n; f->n++) f->data[f->n] = (short)(f->n * f->n); return f; }
int main(void) {
    int a[40], key = 777;
    for (int i = 0; i < 40; i++) a[i] = (i * 7919) % 1000;
    a[13] = 777;
    qsort(a, 40, sizeof *a, by_int);
    int *hit = bsearch(&key, a, 40, sizeof *a, by_int);
    const char *s[] = {"pear", "apple", "fig", "banana"};
    qsort(s, 4, sizeof *s, by_str);
    printf("%d %d %d %s %s\n", a[0], a[39], hit ? *hit : -1, s[0], s[3]);
    signal(SIGUSR1, on_signal), raise(SIGUSR1);
    atexit(bye1), atexit(bye2);
    char *end;
    double parsed = strtod("-12.5e-3xyz", &end);
    printf("%d %.17g %ld %s %lx\n", caught == SIGUSR1, parsed, strtol("0x7fz", NULL, 0), end, strtoul("ffffffffff", 0, 16));
    int x, n;
    double d;
    char w[20];
    n = sscanf("42 3.25 word", "%d %lf %19s", &x, &d, w);
    printf("%d %d %.2f %s\n", n, x, d, w);
    struct flex *f = make(100);
    if (!f) return 1;
    printf("%d %d\n", f->n, f->data[99]);
    f = realloc(f, 10000);
    printf("%d|%5d|%-5d|%05d|%+d|%x|%#X|%o|%c|%10s|%-6s|%.2s|%%|%e|%g|%.0f|%lld|%zu|%hhd|%p\n", f->data[3], 42, 42, 42, 42, 255, 255, 8, 'c', "right", "left", "cut", 12345.678, 1e-5, 2.5, 1ll << 60, sizeof x, 300, (void *)0);
    free(f);
    fflush(stdout);
    return 0;
}

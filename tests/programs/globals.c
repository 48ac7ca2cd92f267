// run: rv32
// Global initialisers of every kind: addresses of members and elements, functions, strings, zero fill, differences, cycles.
#include <stdint.h>
#include <stddef.h>
#include <stdio.h>
struct in { char c; double d; int a[3]; };
struct out { struct in i[2]; struct out *self; const char *s; int (*f)(int); union { int u; char t[6]; } un; unsigned b1 : 3, b2 : 7; long long l; };
static int inc(int x) { return x + 1; }
static int dec(int x) { return x - 1; }
extern struct out b;
struct out a = {{{'x', 1.5, {1, 2, 3}}, {'y', -2.5, {4}}}, &b, "first", inc, {7}, 5, 100, -1};
struct out b = {.self = &a, .f = dec, .s = "second" + 3, .i[1].a[2] = 99, .un.t = "abc", .l = 1ll << 50};
int *pm = &a.i[1].a[0];
double *pd = &b.i[1].d;
char *pc = &a.i[0].c;
int arr[10] = {1, 2, [5] = 50, 60, [9] = 90};
int *mid = &arr[5], *past = arr + 10;
const int *const cp = &arr[9];
int **pp = &mid;
int (*fns[])(int) = {inc, dec, inc, 0};
static const char *const strs[] = {"zero", "one", "", "three\0hidden", "\xff\x01\"\\"};
const char flat[3][4] = {"ab", "c", "ghi"};
static int zeros[1000];
static char big[5000] = {[4999] = 'z'};
uintptr_t addr = (uintptr_t)&arr[2];
ptrdiff_t diff = offsetof(struct out, l) - offsetof(struct out, s);
static float fl[] = {1.5f, -0.0f, 3e38f, 1e-45f};
static const double db[] = {0.1, -1e300, 5e-324};
static unsigned char bytes[] = {1, 2, 3, 255};
static const short sh[] = {-1, 2, -3};
static long long ll[] = {-1, INT64_MAX, 0x123456789abcdef};
const wchar_t *ws = L"wide\u20ac";
static struct node { struct node *next; int v; } n1;
static struct node n2 = {&n1, 2}, n1 = {&n2, 1};

static void *mixed[] = {arr, inc, &mixed, (void *)"s", &b.un.t[2], 0};
_Bool flag = 1;
const struct { char a; long long b; char c; } pad = {1, 2, 3};
int main(void) {
    int t = 0;
    for (int i = 0; i < 10; i++) t = t * 2 + arr[i];
    printf("%d %d %d %d %d\n", *pm, (int)(*pd * 2), *pc, *mid, past[-1]);
    printf("%d %d %d %d %d\n", *cp, **pp, fns[0](5) + fns[1](7), fns[3] == 0, t);
    for (int i = 0; i < 5; i++) printf("%s|", i == 4 ? "" : strs[i]);
    printf("%d %d %s\n", (unsigned char)strs[4][0], strs[3][6], b.s);
    printf("%d %d %d %d %d\n", a.self->i[1].a[2], b.self->b2, a.b1, b.un.t[2], a.self->self == &a);
    printf("%d %d %d %d\n", zeros[999], big[4999], big[0], *(int *)addr == arr[2]);
    printf("%d %d %d %d %d\n", (int)(fl[0] * 2), fl[1] == 0, (int)(db[0] * 100), db[1] < 0, db[2] > 0);
    printf("%d %d %lld %d %d\n", bytes[3], sh[2], ll[2], (int)ws[4], n2.next->next == &n2);
    printf("%d %d %d %d\n", mixed[2] == &mixed, *(char *)mixed[3], *(char *)mixed[4], diff > 0);
    printf("%d %d %d %lld %d\n", flag, flat[2][1], flat[0][2], pad.b, pad.c);
    return 0;
}

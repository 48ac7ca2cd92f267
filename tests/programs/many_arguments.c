// Outgoing arguments beyond the reach of the stack pointer, where no register is free for their addresses.
#include <stdarg.h>
#include <stdio.h>

static volatile int cells[4096];

#define V cells[__COUNTER__]
#define V4 V, V, V, V
#define V16 V4, V4, V4, V4
#define V64 V16, V16, V16, V16
#define V256 V64, V64, V64, V64

__attribute__((noinline)) static unsigned hash(int count, ...) {
    va_list list;
    unsigned h = 1;
    va_start(list, count);
    for (int i = 0; i < count; i++)
        h = h * 31 + (unsigned)va_arg(list, int);
    va_end(list);
    return h;
}

// What lives over the call, and a frame object on the other side of the arguments.
__attribute__((noinline)) static unsigned around(int n) {
    int far[1000];
    for (int i = 0; i < 1000; i++)
        far[i] = i ^ n;
    unsigned h = hash(768, V256, V256, V256);
    return h + (unsigned)far[n] + (unsigned)far[999];
}

int main(void) {
    for (int i = 0; i < 4096; i++)
        cells[i] = i * i + 3;
    printf("%u\n", hash(1024, V256, V256, V256, V256));
    printf("%u\n", around(5));
    return 0;
}

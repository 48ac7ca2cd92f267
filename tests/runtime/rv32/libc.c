/* The few functions of the C library that the programs use. Buffered output is written at exit. */
#include "runtime.h"

static char buffer[1 << 14];
static unsigned used;

void rt_flush(void) {
    rt_write(buffer, used);
    used = 0;
}

int putchar(int c) {
    if (used == sizeof buffer) rt_flush();
    buffer[used++] = (char)c;
    return (unsigned char)c;
}

int puts(const char *s) {
    while (*s) putchar(*s++);
    return putchar('\n');
}

/* Puts `n` characters into a field: on the right side unless `left`. */
static int field(const char *s, unsigned n, unsigned width, int left, char pad) {
    unsigned fill = width > n ? width - n : 0;
    if (!left)
        for (unsigned i = 0; i < fill; i++) putchar(pad);
    for (unsigned i = 0; i < n; i++) putchar(s[i]);
    if (left)
        for (unsigned i = 0; i < fill; i++) putchar(' ');
    return (int)(n > width ? n : width);
}

static int number(unsigned long long v, int negative, unsigned base, int upper, unsigned width, int left, int zero) {
    char text[24];
    unsigned at = sizeof text;
    do {
        text[--at] = (upper ? "0123456789ABCDEF" : "0123456789abcdef")[v % base];
        v /= base;
    } while (v);
    if (!negative) return field(text + at, sizeof text - at, width, left, zero ? '0' : ' ');
    if (zero && !left) {
        putchar('-');
        return 1 + field(text + at, sizeof text - at, width ? width - 1 : 0, 0, '0');
    }
    text[--at] = '-';
    return field(text + at, sizeof text - at, width, left, ' ');
}

/* printf with %d %i %u %x %X %c %s %p %%, the flags - and 0, a width, a precision of strings, and l, ll, h, hh. */
int printf(const char *format, ...) {
    va_list ap;
    va_start(ap, format);
    int written = 0;
    for (; *format; format++) {
        if (*format != '%') {
            putchar(*format);
            written++;
            continue;
        }
        int left = 0, zero = 0, longs = 0;
        unsigned width = 0, most = -1u;
        for (format++; *format == '-' || *format == '0'; format++) *format == '-' ? (left = 1) : (zero = 1);
        for (; *format >= '0' && *format <= '9'; format++) width = width * 10 + (unsigned)(*format - '0');
        if (*format == '.')
            for (most = 0, format++; *format >= '0' && *format <= '9'; format++)
                most = most * 10 + (unsigned)(*format - '0');
        for (; *format == 'l' || *format == 'h'; format++) longs += *format == 'l';
        switch (*format) {
        case 'd':
        case 'i': {
            long long v = longs > 1 ? va_arg(ap, long long) : va_arg(ap, int);
            unsigned long long u = (unsigned long long)v;
            written += number(v < 0 ? 0 - u : u, v < 0, 10, 0, width, left, zero);
            break;
        }
        case 'u':
        case 'x':
        case 'X':
        case 'p': {
            unsigned long long v = longs > 1 ? va_arg(ap, unsigned long long) : va_arg(ap, unsigned);
            written += number(v, 0, *format == 'u' ? 10 : 16, *format == 'X', width, left, zero);
            break;
        }
        case 'c': {
            char c = (char)va_arg(ap, int);
            written += field(&c, 1, width, left, ' ');
            break;
        }
        case 's': {
            const char *s = va_arg(ap, const char *);
            unsigned n = 0;
            while (n < most && s[n]) n++;
            written += field(s, n, width, left, ' ');
            break;
        }
        default: putchar(*format); written++;
        }
    }
    va_end(ap);
    return written;
}

void *memcpy(void *restrict d, const void *restrict s, size_t n) {
    char *p = d;
    const char *q = s;
    while (n--) *p++ = *q++;
    return d;
}

void *memmove(void *d, const void *s, size_t n) {
    char *p = d;
    const char *q = s;
    if (p < q)
        while (n--) *p++ = *q++;
    else
        while (n--) p[n] = q[n];
    return d;
}

void *memset(void *d, int v, size_t n) {
    char *p = d;
    while (n--) *p++ = (char)v;
    return d;
}

int memcmp(const void *a, const void *b, size_t n) {
    const unsigned char *p = a, *q = b;
    for (; n; n--, p++, q++)
        if (*p != *q) return *p - *q;
    return 0;
}

int bcmp(const void *a, const void *b, size_t n) { return memcmp(a, b, n); }

size_t strlen(const char *s) {
    size_t n = 0;
    while (s[n]) n++;
    return n;
}

int strncmp(const char *a, const char *b, size_t n) {
    for (; n; n--, a++, b++)
        if (*a != *b || !*a) return (unsigned char)*a - (unsigned char)*b;
    return 0;
}

int strcmp(const char *a, const char *b) { return strncmp(a, b, (size_t)-1); }

char *strchr(const char *s, int c) {
    for (;; s++) {
        if (*s == (char)c) return (char *)s;
        if (!*s) return 0;
    }
}

char *strcpy(char *d, const char *s) { return memcpy(d, s, strlen(s) + 1); }

void *memchr(const void *s, int c, size_t n) {
    for (const unsigned char *p = s; n--; p++)
        if (*p == (unsigned char)c) return (void *)p;
    return 0;
}

// run: rv32
// String functions written by hand over bytes and words: lengths, compares, searches, tokens, numbers, reversal.
#include <stdint.h>
#include <stdio.h>
#define NI __attribute__((noinline))
NI int len(const char *s) { const char *p = s; while (*p) p++; return (int)(p - s); }
NI int cmp(const char *a, const char *b) { while (*a && *a == *b) a++, b++; return (unsigned char)*a - (unsigned char)*b; }
NI char *copy(char *d, const char *s) { char *r = d; while ((*d++ = *s++)) ; return r; }
NI const char *find(const char *h, const char *n) {
    for (;; h++) { const char *a = h, *b = n; while (*b && *a == *b) a++, b++; if (!*b) return h; if (!*h) return 0; }
}
NI void reverse(char *s) { for (char *e = s + len(s); s < --e; s++) { char t = *s; *s = *e, *e = t; } }
NI void upper(char *s) { for (; *s; s++) if (*s >= 'a' && *s <= 'z') *s -= 'a' - 'A'; }
NI int number(const char *s, int base) { int neg = *s == '-', t = 0; for (s += neg; *s; s++) t = t * base + (*s <= '9' ? *s - '0' : (*s | 32) - 'a' + 10); return neg ? -t : t; }
NI char *text(long long v, unsigned base, char *end) {
    unsigned long long u = v < 0 ? 0ull - (unsigned long long)v : (unsigned long long)v;
    *--end = 0;
    do *--end = "0123456789abcdefghijklmnopqrstuvwxyz"[u % base]; while (u /= base);
    if (v < 0) *--end = '-';
    return end;
}
NI int words(char *s, char **out) { int n = 0; for (;;) { while (*s == ' ' || *s == ',') s++; if (!*s) return n; out[n++] = s; while (*s && *s != ' ' && *s != ',') s++; if (*s) *s++ = 0; } }
NI unsigned swar_len(const char *s) {
    static union { char c[64]; uint32_t w[16]; } u;
    copy(u.c, s);
    for (unsigned i = 0;; i++) { uint32_t z = (u.w[i] - 0x01010101u) & ~u.w[i] & 0x80808080u; if (z) return 4 * i + (unsigned)__builtin_ctz(z) / 8; }
}
NI int glob(const char *p, const char *s) {
    if (*p == '*') return glob(p + 1, s) || (*s && glob(p, s + 1));
    if (*p == '?') return *s && glob(p + 1, s + 1);
    return *p == *s && (!*p || glob(p + 1, s + 1));
}
NI int distance(const char *a, const char *b) {
    unsigned char d[32];
    int m = len(b);
    for (int j = 0; j <= m; j++) d[j] = (unsigned char)j;
    for (int i = 1; a[i - 1]; i++) {
        int diag = d[0];
        d[0] = (unsigned char)i;
        for (int j = 1; j <= m; j++) { int up = d[j], v = diag + (a[i - 1] != b[j - 1]); if (up + 1 < v) v = up + 1; if (d[j - 1] + 1 < v) v = d[j - 1] + 1; diag = up, d[j] = (unsigned char)v; }
    }
    return d[m];
}

int main(void) {
    char b[80], num[70], *w[10];
    printf("%d %d %d %d\n", len("hello"), cmp("abc", "abd"), cmp("abc", "ab"), cmp("\xff", "a") > 0);
    printf("%s\n", find(copy(b, "the quick brown fox"), "brown"));
    printf("%d\n", find(b, "cat") == 0);
    reverse(b), upper(b);
    printf("%s %u\n", b, swar_len(b));
    printf("%d %d %d\n", number("-12345", 10), number("7fFf", 16), number("-101101", 2));
    printf("%s %s", text(-9223372036854775807ll - 1, 10, num + 70), "");
    printf("%s\n", text(123456789012345ll, 36, num + 70));
    copy(b, "  one, two,three   four,");
    int n = words(b, w);
    for (int i = 0; i < n; i++) printf("[%s]", w[i]);
    printf("\n%d %d %d %d\n", glob("*.c", "file.c"), glob("a?c*e", "abcde"), glob("*b*a", "abab"), distance("kitten", "sitting"));
    return 0;
}

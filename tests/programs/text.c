// run: rv32
// Text formats: base64, UTF-8, a JSON reader, a tokenizer with keywords, roman numerals, dates, run of a CSV line.
#include <stdint.h>
#include <stdio.h>
#include <string.h>
static void b64(const uint8_t *s, int n, char *o) { static const char t[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"; for (int i = 0; i < n; i += 3) { uint32_t v = (uint32_t)s[i] << 16 | (i + 1 < n ? s[i + 1] << 8 : 0) | (i + 2 < n ? s[i + 2] : 0); *o++ = t[v >> 18], *o++ = t[v >> 12 & 63], *o++ = i + 1 < n ? t[v >> 6 & 63] : '=', *o++ = i + 2 < n ? t[v & 63] : '='; } *o = 0; }
static int unb64(const char *s, uint8_t *o) { int n = 0, bits = 0; uint32_t v = 0; for (; *s && *s != '='; s++) { int d = *s >= 'a' ? *s - 'a' + 26 : *s >= 'A' ? *s - 'A' : *s >= '0' ? *s - '0' + 52 : *s == '+' ? 62 : 63; v = v << 6 | (uint32_t)d, bits += 6; if (bits >= 8) o[n++] = (uint8_t)(v >> (bits -= 8)); } return n; }
static int utf8(uint32_t c, char *o) { if (c < 0x80) { o[0] = (char)c; return 1; } if (c < 0x800) { o[0] = (char)(0xc0 | c >> 6), o[1] = (char)(0x80 | (c & 63)); return 2; } if (c < 0x10000) { o[0] = (char)(0xe0 | c >> 12), o[1] = (char)(0x80 | (c >> 6 & 63)), o[2] = (char)(0x80 | (c & 63)); return 3; } o[0] = (char)(0xf0 | c >> 18), o[1] = (char)(0x80 | (c >> 12 & 63)), o[2] = (char)(0x80 | (c >> 6 & 63)), o[3] = (char)(0x80 | (c & 63)); return 4; }
static uint32_t un8(const char **p) { const uint8_t *s = (const uint8_t *)*p; uint32_t c = *s++; int n = c < 0x80 ? 0 : c < 0xe0 ? 1 : c < 0xf0 ? 2 : 3; if (n) c &= 0x3fu >> n; while (n--) c = c << 6 | (*s++ & 63); *p = (const char *)s; return c; }
static const char *j;
static int depth, maxd, keys, strs, nums;
static long long total;
static int value(void) {
    while (*j == ' ' || *j == '\n') j++;
    if (++depth > maxd) maxd = depth;
    int ok = 1;
    switch (*j) {
    case '{': j++; while (ok) { while (*j == ' ') j++; if (*j == '}') { j++; break; } ok = *j == '"' && value(); keys++; while (*j == ' ') j++; ok = ok && *j++ == ':' && value(); while (*j == ' ') j++; if (*j == ',') j++; else if (*j != '}') ok = 0; } break;
    case '[': j++; while (ok) { while (*j == ' ') j++; if (*j == ']') { j++; break; } ok = value(); while (*j == ' ') j++; if (*j == ',') j++; else if (*j != ']') ok = 0; } break;
    case '"': for (j++; *j && *j != '"'; j++) if (*j == '\\') j++; strs++, ok = *j++ == '"'; break;
    case 't': ok = !strncmp(j, "true", 4); j += 4; break;
    case 'f': ok = !strncmp(j, "false", 5); j += 5; break;
    case 'n': ok = !strncmp(j, "null", 4); j += 4; break;
    default: { int neg = *j == '-'; long long v = 0; j += neg; ok = *j >= '0' && *j <= '9'; while (*j >= '0' && *j <= '9') v = v * 10 + *j++ - '0'; total += neg ? -v : v, nums++; }
    }
    depth--;
    return ok;
}
static int json(const char *s) { j = s, depth = maxd = keys = strs = nums = 0, total = 0; int ok = value(); return ok && !*j; }
static int keyword(const char *s, unsigned n) {
#define K(w, v) if (n == sizeof w - 1 && !memcmp(s, w, sizeof w - 1)) return v
    switch (*s) { case 'i': K("if", 1); K("int", 2); K("inline", 3); break; case 'w': K("while", 4); K("where", 5); break; case 'f': K("for", 6); K("float", 7); K("function", 8); break; case 'r': K("return", 9); break; }
    return 0;
}
static unsigned tokens(const char *s) { unsigned h = 0; while (*s) { if (*s == ' ') s++; else if (*s >= 'a' && *s <= 'z') { const char *b = s; while ((*s >= 'a' && *s <= 'z') || (*s >= '0' && *s <= '9')) s++; h = h * 31 + (unsigned)keyword(b, (unsigned)(s - b)); } else if (*s >= '0' && *s <= '9') { unsigned v = 0; while (*s >= '0' && *s <= '9') v = v * 10 + (unsigned)(*s++ - '0'); h = h * 31 + v; } else h = h * 31 + (unsigned char)*s++; } return h; }
static void roman(int n, char *o) { static const struct { int v; char s[3]; } t[] = {{1000, "M"}, {900, "CM"}, {500, "D"}, {400, "CD"}, {100, "C"}, {90, "XC"}, {50, "L"}, {40, "XL"}, {10, "X"}, {9, "IX"}, {5, "V"}, {4, "IV"}, {1, "I"}}; for (int i = 0; i < 13; i++) while (n >= t[i].v) { for (const char *p = t[i].s; *p; p++) *o++ = *p; n -= t[i].v; } *o = 0; }
static int days(int y, int m, int d) { y -= m <= 2; int era = (y >= 0 ? y : y - 399) / 400; unsigned yoe = (unsigned)(y - era * 400), doy = (153 * (unsigned)(m + (m > 2 ? -3 : 9)) + 2) / 5 + (unsigned)d - 1, doe = yoe * 365 + yoe / 4 - yoe / 100 + doy; return era * 146097 + (int)doe - 719468; }
static void civil(int z, int *y, int *m, int *d) { z += 719468; int era = (z >= 0 ? z : z - 146096) / 146097; unsigned doe = (unsigned)(z - era * 146097), yoe = (doe - doe / 1460 + doe / 36524 - doe / 146096) / 365, doy = doe - (365 * yoe + yoe / 4 - yoe / 100), mp = (5 * doy + 2) / 153; *d = (int)(doy - (153 * mp + 2) / 5 + 1), *m = (int)(mp < 10 ? mp + 3 : mp - 9), *y = (int)yoe + era * 400 + (*m <= 2); }
int main(void) {
    char o[64], u[16];
    uint8_t back[64];
    b64((const uint8_t *)"any carnal pleas", 16, o);
    int n = unb64(o, back);
    printf("%s %d %d\n", o, n, memcmp(back, "any carnal pleas", 16));
    static const uint32_t cs[] = {0x41, 0xe9, 0x20ac, 0x1f600};
    int k = 0;
    for (int i = 0; i < 4; i++) k += utf8(cs[i], u + k);
    u[k] = 0;
    const char *p = u;
    while (*p) printf("%x ", un8(&p));
    printf("%d\n", k);
    printf("%d", json("{\"a\": [1, 2, {\"b\": -3}], \"c\\\"d\": true, \"e\": null, \"f\": [[[]]]}"));
    printf(" %d %d %d %d %lld", maxd, keys, strs, nums, total);
    printf(" %d %d\n", json("[1, 2"), json("{\"a\" 1}"));
    roman(1994, o);
    int y, m, d;
    civil(days(2024, 2, 29) + 366, &y, &m, &d);
    printf("%u %s %d %d-%d-%d %d\n", tokens("if x1 while (y<10) return 42; function float inline whiles"), o, days(1970, 1, 1), y, m, d, days(1600, 3, 1));
    return 0;
}

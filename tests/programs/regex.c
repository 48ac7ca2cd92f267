// run: rv32
// A backtracking regular-expression matcher, a Thompson automaton on bit sets, and Knuth-Morris-Pratt.
#include <stdio.h>
static int here(const char *re, const char *s);
static int set(const char *re, char c, int *len) { int neg = re[1] == '^', i = 1 + neg, ok = 0; for (; re[i] != ']'; i++) { if (re[i + 1] == '-' && re[i + 2] != ']') { ok |= c >= re[i] && c <= re[i + 2]; i += 2; } else ok |= re[i] == c; } *len = i + 1; return c && ok != neg; }
static int one(const char *re, char c, int *len) { *len = 1; switch (*re) { case '.': return c != 0; case '[': return set(re, c, len); case '\\': *len = 2; return re[1] == 'd' ? c >= '0' && c <= '9' : re[1] == 'w' ? (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' : c == re[1]; default: return *re == c; } }
static int here(const char *re, const char *s) {
    if (!*re) return 1;
    if (*re == '$' && !re[1]) return !*s;
    int len, m = one(re, *s, &len);
    switch (re[len]) {
    case '*': do if (here(re + len + 1, s)) return 1; while (one(re, *s++, &len)); return 0;
    case '+': while (one(re, *s++, &len)) if (here(re + len + 1, s)) return 1; return 0;
    case '?': return (m && here(re + len + 1, s + 1)) || here(re + len + 1, s);
    default: return m && here(re + len, s + 1);
    }
}
static int match(const char *re, const char *s) { if (*re == '^') return here(re + 1, s); do if (here(re, s)) return 1; while (*s++); return 0; }
/* Postfix over a few letters: '.' joins, '|' chooses, '*' repeats; states in bits. */
static struct { char c; int a, b; } st[64];
static int states;
static int nfa(const char *p) {
    struct { int start, end; } k[32];
    int n = 0;
    states = 1;
    for (; *p; p++) {
        if (*p == '.') { st[k[n - 2].end].c = 1, st[k[n - 2].end].a = k[n - 1].start; k[n - 2].end = k[n - 1].end, n--; }
        else if (*p == '|') { int s = states++, e = states++; st[s].c = 1, st[s].a = k[n - 2].start, st[s].b = k[n - 1].start; st[k[n - 2].end].c = st[k[n - 1].end].c = 1, st[k[n - 2].end].a = st[k[n - 1].end].a = e; st[e].c = 2; k[n - 2].start = s, k[n - 2].end = e, n--; }
        else if (*p == '*') { int s = states++, e = states++; st[s].c = 1, st[s].a = k[n - 1].start, st[s].b = e; st[k[n - 1].end].c = 1, st[k[n - 1].end].a = s, st[k[n - 1].end].b = 0; st[e].c = 2; k[n - 1].start = s, k[n - 1].end = e; }
        else { int s = states++, e = states++; st[s].c = *p, st[s].a = e, st[e].c = 2; k[n].start = s, k[n].end = e, n++; }
    }
    st[k[0].end].c = 3;
    return k[0].start;
}
static unsigned long long follow(unsigned long long set, int s) { if (!s || set >> s & 1) return set; set |= 1ull << s; if (st[s].c == 1) set = follow(set, st[s].a), set = follow(set, st[s].b); return set; }
static int run(const char *re, const char *s) {
    for (int i = 0; i < 64; i++) st[i].c = 0, st[i].a = st[i].b = 0;
    unsigned long long cur = follow(0, nfa(re));
    for (; *s; s++) { unsigned long long next = 0; for (int i = 1; i < states; i++) if (cur >> i & 1 && st[i].c == *s) next = follow(next, st[i].a); cur = next; }
    for (int i = 1; i < states; i++) if (cur >> i & 1 && st[i].c == 3) return 1;
    return 0;
}
static int kmp(const char *t, const char *p) { int f[32], m = 0, n = 0; f[0] = 0; for (int i = 1, k = 0; p[i]; i++) { while (k && p[i] != p[k]) k = f[k - 1]; k += p[i] == p[k]; f[i] = k; } for (; *t; t++) { while (m && (!p[m] || *t != p[m])) m = f[m - 1]; m += *t == p[m]; n += !p[m]; } return n; }
int main(void) {
    static const char *const t[][2] = {{"^a.c$", "abc"}, {"^a.c$", "abcd"}, {"ab*c", "xxacxx"}, {"ab+c", "xxacxx"}, {"ab+c", "abbbbc"}, {"[0-9]+\\.[0-9]*", "pi 3.14"}, {"^[^x]*x$", "aaax"}, {"colou?r", "my color"}, {"\\d\\d:\\d\\d", "at 12:34"}, {"\\w+@\\w+", "me@home"}, {"(", "none"}, {"z*$", ""}};
    for (int i = 0; i < 12; i++) printf("%d", match(t[i][0], t[i][1]));
    printf(" %d %d %d %d\n", run("ab|*a.b.b.", "abababb"), run("ab|*a.b.b.", "ababab"), run("a*b*.c.", "aabbc"), run("ab.ac.|*", "abacab"));
    printf("%d %d\n", kmp("abababab", "abab"), kmp("aaaaaaa", "aa"));
    return 0;
}

// run: rv32
// Small languages: a register machine with a switch, a recursive-descent calculator, a tiny Lisp, a Brainfuck machine.
#include <stdio.h>
#include <string.h>
enum { LI, MOV, ADD, SUB, MUL, LT, JZ, JMP, LD, ST, CALL, RET, OUT, STOP };
typedef struct { unsigned char op, a; short b; } ins;
static int vm(const ins *p, int limit) {
    int r[16] = {0}, mem[64] = {0}, stack[16], sp = 0, pc = 0, steps = 0;
    while (steps++ < limit) {
        ins i = p[pc++];
        switch (i.op) {
        case LI: r[i.a] = i.b; break;
        case MOV: r[i.a] = r[i.b]; break;
        case ADD: r[i.a] += r[i.b]; break;
        case SUB: r[i.a] -= r[i.b]; break;
        case MUL: r[i.a] = (int)((unsigned)r[i.a] * (unsigned)r[i.b]); break;
        case LT: r[i.a] = r[i.a] < r[i.b]; break;
        case JZ: if (!r[i.a]) pc = i.b; break;
        case JMP: pc = i.b; break;
        case LD: r[i.a] = mem[r[i.b] & 63]; break;
        case ST: mem[r[i.b] & 63] = r[i.a]; break;
        case CALL: stack[sp++ & 15] = pc, pc = i.b; break;
        case RET: pc = stack[--sp & 15]; break;
        case OUT: printf("%d ", r[i.a]); break;
        case STOP: return steps;
        default: return -1;
        }
    }
    return -2;
}
static const char *in;
static long long expr(void);
static long long prim(void) { long long v = 0; while (*in == ' ') in++; if (*in == '(') { in++; v = expr(); in++; return v; } if (*in == '-') { in++; return -prim(); } while (*in >= '0' && *in <= '9') v = v * 10 + (*in++ - '0'); return v; }
static long long pw(void) { long long b = prim(); while (*in == ' ') in++; if (*in == '^') { in++; long long e = pw(), r = 1; while (e-- > 0) r *= b; return r; } return b; }
static long long term(void) { long long v = pw(); for (;;) { while (*in == ' ') in++; char c = *in; if (c != '*' && c != '/' && c != '%') return v; in++; long long w = pw(); v = c == '*' ? v * w : w == 0 ? 0 : c == '/' ? v / w : v % w; } }
static long long expr(void) { long long v = term(); for (;;) { while (*in == ' ') in++; char c = *in; if (c != '+' && c != '-') return v; in++; long long w = term(); v = c == '+' ? v + w : v - w; } }
static long long calc(const char *s) { in = s; return expr(); }
/* A Lisp of integers: cells in an array, environment as an association list. */
static struct { int car, cdr; } cell[4000];
static int cells;
static char names[32][8];
static int cons(int a, int d) { cell[cells].car = a, cell[cells].cdr = d; return cells++ * 4 + 2; }
#define NUM(n) ((n) * 4 + 1)
#define CAR(x) cell[(x) >> 2].car
#define CDR(x) cell[(x) >> 2].cdr
static int symbol(const char *s, int n) { int i = 0; for (; names[i][0]; i++) if (!strncmp(names[i], s, (unsigned)n) && !names[i][n]) return i * 4 + 3; memcpy(names[i], s, (unsigned)n); return i * 4 + 3; }
static int parse(void) {
    while (*in == ' ') in++;
    if (*in == '(') { in++; int list[16], n = 0, r = 0; for (;;) { while (*in == ' ') in++; if (*in == ')') break; list[n++] = parse(); } in++; while (n) r = cons(list[--n], r); return r; }
    if ((*in >= '0' && *in <= '9') || (*in == '-' && in[1] >= '0')) { int neg = *in == '-', v = 0; for (in += neg; *in >= '0' && *in <= '9'; in++) v = v * 10 + *in - '0'; return NUM(neg ? -v : v); }
    const char *s = in;
    while (*in && *in != ' ' && *in != '(' && *in != ')') in++;
    return symbol(s, (int)(in - s));
}
static int globals;
static int lookup(int s, int env) { for (; env; env = CDR(env)) if (CAR(CAR(env)) == s) return CDR(CAR(env)); for (int g = globals; g; g = CDR(g)) if (CAR(CAR(g)) == s) return CDR(CAR(g)); return 0; }
static int eval(int x, int env) {
    if ((x & 3) == 3) return lookup(x, env);
    if ((x & 3) != 2) return x;
    int f = CAR(x), a = CDR(x);
    const char *n = (f & 3) == 3 ? names[f >> 2] : "";
    if (!strcmp(n, "if")) return eval(eval(CAR(a), env) != NUM(0) ? CAR(CDR(a)) : CAR(CDR(CDR(a))), env);
    if (!strcmp(n, "lambda")) return cons(x, env);
    if (!strcmp(n, "define")) { globals = cons(cons(CAR(a), 0), globals); int g = CAR(globals); int v = eval(CAR(CDR(a)), env); CDR(g) = v; return v; }
    if (n[0] && !n[1] && strchr("+-*<=", n[0])) { int l = eval(CAR(a), env) >> 2, r = eval(CAR(CDR(a)), env) >> 2; return NUM(n[0] == '+' ? l + r : n[0] == '-' ? l - r : n[0] == '*' ? l * r : n[0] == '<' ? l < r : l == r); }
    int fn = eval(f, env), lam = CAR(fn), e = CDR(fn);
    for (int p = CAR(CDR(lam)); p; p = CDR(p), a = CDR(a)) e = cons(cons(CAR(p), eval(CAR(a), env)), e);
    return eval(CAR(CDR(CDR(lam))), e);
}
static int lisp(const char *s) { in = s; return eval(parse(), 0) >> 2; }
static void bf(const char *p) { unsigned char t[64] = {0}, *d = t; for (const char *i = p; *i; i++) switch (*i) { case '>': d++; break; case '<': d--; break; case '+': ++*d; break; case '-': --*d; break; case '.': putchar(*d); break; case '[': if (!*d) for (int n = 1; n;) { i++; n += (*i == '[') - (*i == ']'); } break; case ']': if (*d) for (int n = 1; n;) { i--; n += (*i == ']') - (*i == '['); } break; } }
int main(void) {
    static const ins prog[] = {{LI, 0, 1}, {LI, 1, 1}, {LI, 2, 13}, {LI, 3, 1}, {MOV, 4, 1}, {LT, 4, 2}, {JZ, 4, 11}, {CALL, 0, 13}, {ADD, 1, 3}, {ST, 0, 1}, {JMP, 0, 4}, {OUT, 0, 0}, {STOP, 0, 0}, {MUL, 0, 1}, {RET, 0, 0}};
    int steps = vm(prog, 1000);
    printf("%d %d\n", steps, vm(prog, 5));
    printf("%lld %lld %lld\n", calc("1 + 2 * (3 - 4) - -5"), calc("2^3^2 % 1000 + 100/7"), calc("((7))*(1+1)^10"));
    lisp("(define fact (lambda (n) (if (< n 2) 1 (* n (fact (- n 1))))))");
    lisp("(define fib (lambda (n) (if (< n 2) n (+ (fib (- n 1)) (fib (- n 2))))))");
    lisp("(define adder (lambda (n) (lambda (m) (+ n m))))");
    int a = lisp("(fact 10)"), b = lisp("(fib 11)"), c = lisp("((adder 3) 4)");
    printf("%d %d %d\n", a, b, c);
    bf("++++++++[>++++[>++>+++>+++>+<<<<-]>+>+>->>+[<]<-]>>.>---.+++++++..+++.>>.<-.<.+++.------.--------.>>+.>++.");
    return 0;
}

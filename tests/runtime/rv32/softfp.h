/* Software floating point in one format; softfp.c includes it once for float and once for double.
 *
 * REP holds the bits, MANT is the number of fraction bits, EBITS that of the exponent, N(x) names a function.
 * Numbers are unpacked into a sign, a biased exponent and a significand whose leading one stands at bit MANT + 3: three
 * guard bits below it, the last of them sticky, are enough to round to nearest even. */

#define SIGN ((REP)1 << (MANT + EBITS))
#define EMAX ((1 << EBITS) - 1)
#define BIAS (EMAX >> 1)
#define INF ((REP)EMAX << MANT)
#define QNAN (INF | (REP)1 << (MANT - 1))
#define TOP ((uint64_t)1 << (MANT + 3))

static uint64_t N(jam)(uint64_t v, int n) { return n == 0 ? v : n > 63 ? v != 0 : v >> n | ((v << (64 - n)) != 0); }

static REP N(round)(REP sign, int e, uint64_t sig) {
    if (e >= EMAX) return sign | INF;
    if (e <= 0) sig = N(jam)(sig, 1 - e), e = 0;
    unsigned guard = sig & 7;
    sig >>= 3;
    sig += guard > 4 || (guard == 4 && (sig & 1));
    REP r = (REP)sig + ((REP)(e ? e - 1 : 0) << MANT);
    return sign | (r >= INF ? INF : r);
}

/* Normalises a significand that is not zero. */
static REP N(normal)(REP sign, int e, uint64_t sig) {
    while (sig < TOP) sig <<= 1, e--;
    while (sig >= TOP << 1) sig = N(jam)(sig, 1), e++;
    return N(round)(sign, e, sig);
}

static int N(exponent)(REP x) { return (int)(x >> MANT) & EMAX; }
static int N(isnan)(REP x) { return (x & ~SIGN) > INF; }
static uint64_t N(unpack)(REP x, int *e) {
    uint64_t sig = x & (((REP)1 << MANT) - 1);
    *e = N(exponent)(x);
    if (*e) return (sig | (uint64_t)1 << MANT) << 3;
    *e = 1, sig <<= 3;
    while (sig && sig < TOP) sig <<= 1, --*e;
    return sig;
}

static REP N(add)(REP a, REP b) {
    if (N(isnan)(a) || N(isnan)(b)) return QNAN;
    if ((a & ~SIGN) == INF) return (b & ~SIGN) == INF && a != b ? QNAN : a;
    if ((b & ~SIGN) == INF) return b;
    if (!(a & ~SIGN)) return b & ~SIGN ? b : a & b;
    if (!(b & ~SIGN)) return a;
    if ((a & ~SIGN) < (b & ~SIGN)) {
        REP t = a;
        a = b, b = t;
    }
    int ea, eb;
    uint64_t x = N(unpack)(a, &ea), y = N(unpack)(b, &eb);
    y = N(jam)(y, ea - eb);
    x = (a ^ b) & SIGN ? x - y : x + y;
    return x ? N(normal)(a & SIGN, ea, x) : 0;
}

static REP N(mul)(REP a, REP b) {
    REP sign = (a ^ b) & SIGN;
    a &= ~SIGN, b &= ~SIGN;
    if (a > INF || b > INF || (a == INF && !b) || (b == INF && !a)) return QNAN;
    if (a == INF || b == INF) return sign | INF;
    if (!a || !b) return sign;
    int ea, eb;
    uint64_t x = N(unpack)(a, &ea) >> 3, y = N(unpack)(b, &eb) >> 3;
    uint64_t xl = x & 0xffffffff, xh = x >> 32, yl = y & 0xffffffff, yh = y >> 32;
    uint64_t low = xl * yl, mid = xl * yh + (low >> 32), mid2 = xh * yl + (mid & 0xffffffff);
    uint64_t hi = xh * yh + (mid >> 32) + (mid2 >> 32), lo = mid2 << 32 | (low & 0xffffffff);
    /* The product has 2 * MANT + 1 or + 2 bits; keep MANT + 4 or + 5 of them. */
    int drop = MANT - 3;
    uint64_t sig = drop ? hi << (64 - drop) | lo >> drop | ((lo << (64 - drop)) != 0) : lo;
    return N(normal)(sign, ea + eb - BIAS, sig);
}

static REP N(div)(REP a, REP b) {
    REP sign = (a ^ b) & SIGN;
    a &= ~SIGN, b &= ~SIGN;
    if (a > INF || b > INF || (a == INF && b == INF) || (!a && !b)) return QNAN;
    if (a == INF || !b) return sign | INF;
    if (!a || b == INF) return sign;
    int ea, eb;
    uint64_t x = N(unpack)(a, &ea), y = N(unpack)(b, &eb), q = 0;
    for (int i = 0; i < MANT + 5; i++) {
        q <<= 1;
        if (x >= y) x -= y, q |= 1;
        x <<= 1;
    }
    return N(normal)(sign, ea - eb + BIAS - 1, q | (x != 0));
}

/* -1, 0, 1, or 2 if unordered. */
static int N(cmp)(REP a, REP b) {
    if (N(isnan)(a) || N(isnan)(b)) return 2;
    if (!((a | b) & ~SIGN) || a == b) return 0;
    if ((a ^ b) & SIGN) return a & SIGN ? -1 : 1;
    return (a < b) == !(a & SIGN) ? -1 : 1;
}

static REP N(from)(uint64_t v, REP sign) {
    if (!v) return 0;
    int e = BIAS + MANT + 3;
    while (v >> 63) v = N(jam)(v, 1), e++;
    return N(normal)(sign, e, v);
}

/* The magnitude towards zero, limited to 64 bits. */
static uint64_t N(magnitude)(REP x) {
    int e;
    uint64_t sig = N(unpack)(x & ~SIGN, &e) >> 3;
    int shift = e - BIAS - MANT;
    if (e < BIAS) return 0;
    if (e - BIAS > 63) return ~(uint64_t)0;
    return shift < 0 ? sig >> -shift : sig << shift;
}

static int64_t N(signed)(REP x, int64_t max) {
    if (N(isnan)(x)) return max;
    uint64_t m = N(magnitude)(x);
    if (x & SIGN) return m > (uint64_t)max ? -max - 1 : -(int64_t)m;
    return m > (uint64_t)max ? max : (int64_t)m;
}

static uint64_t N(unsigned)(REP x, uint64_t max) {
    if (N(isnan)(x)) return max;
    if (x & SIGN) return 0;
    uint64_t m = N(magnitude)(x);
    return m > max ? max : m;
}

static REP N(rt_mk)(FLT f) {
    REP r;
    __builtin_memcpy(&r, &f, sizeof r);
    return r;
}
static FLT N(rt_un)(REP r) {
    FLT f;
    __builtin_memcpy(&f, &r, sizeof f);
    return f;
}
#define MK N(rt_mk)
#define UN N(rt_un)
#define C(a, b) JOIN(a, SUF, b)
FLT C(__add, 3)(FLT a, FLT b) { return UN(N(add)(MK(a), MK(b))); }
FLT C(__sub, 3)(FLT a, FLT b) { return UN(N(add)(MK(a), N(isnan)(MK(b)) ? MK(b) : MK(b) ^ SIGN)); }
FLT C(__mul, 3)(FLT a, FLT b) { return UN(N(mul)(MK(a), MK(b))); }
FLT C(__div, 3)(FLT a, FLT b) { return UN(N(div)(MK(a), MK(b))); }
FLT C(__neg, 2)(FLT a) { return UN(MK(a) ^ SIGN); }
int C(__eq, 2)(FLT a, FLT b) { return N(cmp)(MK(a), MK(b)); }
int C(__ne, 2)(FLT a, FLT b) { return N(cmp)(MK(a), MK(b)); }
int C(__lt, 2)(FLT a, FLT b) { return N(cmp)(MK(a), MK(b)); }
int C(__le, 2)(FLT a, FLT b) { return N(cmp)(MK(a), MK(b)); }
int C(__gt, 2)(FLT a, FLT b) { int r = N(cmp)(MK(a), MK(b)); return r == 2 ? -1 : r; }
int C(__ge, 2)(FLT a, FLT b) { int r = N(cmp)(MK(a), MK(b)); return r == 2 ? -1 : r; }
int C(__unord, 2)(FLT a, FLT b) { return N(cmp)(MK(a), MK(b)) == 2; }
int32_t C(__fix, si)(FLT a) { return (int32_t)N(signed)(MK(a), INT32_MAX); }
int64_t C(__fix, di)(FLT a) { return N(signed)(MK(a), INT64_MAX); }
uint32_t C(__fixuns, si)(FLT a) { return (uint32_t)N(unsigned)(MK(a), UINT32_MAX); }
uint64_t C(__fixuns, di)(FLT a) { return N(unsigned)(MK(a), UINT64_MAX); }
FLT C(__floatsi, )(int32_t v) { return UN(N(from)(v < 0 ? 0 - (uint64_t)v : (uint64_t)v, v < 0 ? SIGN : 0)); }
FLT C(__floatdi, )(int64_t v) { return UN(N(from)(v < 0 ? 0 - (uint64_t)v : (uint64_t)v, v < 0 ? SIGN : 0)); }
FLT C(__floatunsi, )(uint32_t v) { return UN(N(from)(v, 0)); }
FLT C(__floatundi, )(uint64_t v) { return UN(N(from)(v, 0)); }
#undef MK
#undef UN
#undef C
#undef SIGN
#undef EMAX
#undef BIAS
#undef INF
#undef QNAN
#undef TOP

/* 64-bit integers that the machine lacks, as the compilers' support libraries name them, and 8-byte atomics. */
#include "runtime.h"

typedef uint64_t u64;
typedef int64_t s64;
union parts {
    u64 all;
    struct {
        uint32_t lo, hi;
    };
};

u64 __ashldi3(u64 v, int n) {
    union parts p = {v}, r;
    if (n == 0) return v;
    if (n >= 32) r.lo = 0, r.hi = p.lo << (n - 32);
    else r.lo = p.lo << n, r.hi = p.hi << n | p.lo >> (32 - n);
    return r.all;
}

u64 __lshrdi3(u64 v, int n) {
    union parts p = {v}, r;
    if (n == 0) return v;
    if (n >= 32) r.hi = 0, r.lo = p.hi >> (n - 32);
    else r.hi = p.hi >> n, r.lo = p.lo >> n | p.hi << (32 - n);
    return r.all;
}

s64 __ashrdi3(s64 v, int n) {
    union parts p = {(u64)v}, r;
    if (n == 0) return v;
    if (n >= 32) r.hi = (uint32_t)((int32_t)p.hi >> 31), r.lo = (uint32_t)((int32_t)p.hi >> (n - 32));
    else r.hi = (uint32_t)((int32_t)p.hi >> n), r.lo = p.lo >> n | p.hi << (32 - n);
    return (s64)r.all;
}

u64 __muldi3(u64 a, u64 b) {
    union parts p = {a}, q = {b}, r;
    uint32_t al = p.lo & 0xffff, ah = p.lo >> 16, bl = q.lo & 0xffff, bh = q.lo >> 16;
    uint32_t low = al * bl, mid = ah * bl + (low >> 16), mid2 = al * bh + (mid & 0xffff);
    r.lo = mid2 << 16 | (low & 0xffff);
    r.hi = ah * bh + (mid >> 16) + (mid2 >> 16) + p.lo * q.hi + p.hi * q.lo;
    return r.all;
}

static u64 divide(u64 a, u64 b, u64 *remainder) {
    u64 q = 0, r = 0;
    for (int i = 63; i >= 0; i--) {
        r = r << 1 | (a >> i & 1);
        if (r >= b) r -= b, q |= (u64)1 << i;
    }
    *remainder = r;
    return q;
}

u64 __udivdi3(u64 a, u64 b) {
    u64 r;
    return divide(a, b, &r);
}

u64 __umoddi3(u64 a, u64 b) {
    u64 r;
    divide(a, b, &r);
    return r;
}

static u64 magnitude(s64 v) { return v < 0 ? 0 - (u64)v : (u64)v; }

s64 __divdi3(s64 a, s64 b) {
    u64 r, q = divide(magnitude(a), magnitude(b), &r);
    return (s64)((a < 0) != (b < 0) ? 0 - q : q);
}

s64 __moddi3(s64 a, s64 b) {
    u64 r;
    divide(magnitude(a), magnitude(b), &r);
    return (s64)(a < 0 ? 0 - r : r);
}

/* One thread runs here, so an atomic of two words needs no lock. */
u64 __atomic_load_8(const volatile void *p, int order) { return *(const volatile u64 *)p; }
void __atomic_store_8(volatile void *p, u64 v, int order) { *(volatile u64 *)p = v; }
u64 __atomic_exchange_8(volatile void *p, u64 v, int order) {
    u64 old = *(volatile u64 *)p;
    *(volatile u64 *)p = v;
    return old;
}
_Bool __atomic_compare_exchange_8(volatile void *p, void *expected, u64 v, int success, int failure) {
    u64 old = *(volatile u64 *)p;
    if (old == *(u64 *)expected) {
        *(volatile u64 *)p = v;
        return 1;
    }
    *(u64 *)expected = old;
    return 0;
}
#define RMW(NAME, VALUE)                                              \
    u64 __atomic_fetch_##NAME##_8(volatile void *p, u64 v, int order) { \
        u64 old = *(volatile u64 *)p;                                 \
        *(volatile u64 *)p = VALUE;                                   \
        return old;                                                   \
    }
RMW(add, old + v)
RMW(sub, old - v)
RMW(and, old &v)
RMW(or, old | v)
RMW(xor, old ^ v)
RMW(nand, ~(old & v))

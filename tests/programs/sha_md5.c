// run: rv32
// SHA-1, SHA-256, SHA-512 and MD5 of known messages: long unrolled rounds, rotates, big-endian loads.
#include <stdint.h>
#include <stdio.h>
#include <string.h>
static uint32_t rl(uint32_t x, int n) { return x << n | x >> (32 - n); }
static uint32_t rr(uint32_t x, int n) { return x >> n | x << (32 - n); }
static uint64_t rr64(uint64_t x, int n) { return x >> n | x << (64 - n); }
/* The constants: fractional parts of roots of primes, found by integer Newton steps on 64-bit fixed point. */
static int prime(int k) { int n = 2; for (;; n++) { int p = 1; for (int d = 2; d * d <= n; d++) if (n % d == 0) p = 0; if (p && k-- == 0) return n; } }
static uint64_t frac_root(int n, int cube) {
    /* largest r with (r / 2^64)^k <= n, by bits, in 72-bit arithmetic on four 32-bit limbs */
    uint32_t r[3] = {0, 0, 0};
    for (int bit = 66; bit >= 0; bit--) {
        r[bit / 32] |= 1u << (bit % 32);
        uint32_t acc[12] = {1};
        int len = 1;
        for (int k = 0; k < (cube ? 3 : 2); k++) {
            uint32_t out[12] = {0};
            for (int i = 0; i < len; i++) {
                uint64_t c = 0;
                for (int j = 0; j < 3; j++) c += (uint64_t)acc[i] * r[j] + out[i + j], out[i + j] = (uint32_t)c, c >>= 32;
                out[i + 3] += (uint32_t)c;
            }
            memcpy(acc, out, sizeof acc);
            len += 3;
        }
        int top = cube ? 6 : 4, over = 0;
        for (int i = 11; i > top; i--) over |= acc[i] != 0;
        if (over || acc[top] >= (uint32_t)n) r[bit / 32] &= ~(1u << (bit % 32));
    }
    return (uint64_t)r[1] << 32 | r[0];
}
static uint64_t k512[80], h512[8];
static void sha256(const uint8_t *blk, uint32_t *h) {
    uint32_t w[64], a = h[0], b = h[1], c = h[2], d = h[3], e = h[4], f = h[5], g = h[6], x = h[7];
    for (int i = 0; i < 16; i++) w[i] = (uint32_t)blk[4 * i] << 24 | (uint32_t)blk[4 * i + 1] << 16 | (uint32_t)blk[4 * i + 2] << 8 | blk[4 * i + 3];
    for (int i = 16; i < 64; i++) w[i] = (rr(w[i - 2], 17) ^ rr(w[i - 2], 19) ^ w[i - 2] >> 10) + w[i - 7] + (rr(w[i - 15], 7) ^ rr(w[i - 15], 18) ^ w[i - 15] >> 3) + w[i - 16];
    for (int i = 0; i < 64; i++) {
        uint32_t t1 = x + (rr(e, 6) ^ rr(e, 11) ^ rr(e, 25)) + ((e & f) ^ (~e & g)) + (uint32_t)(k512[i] >> 32) + w[i];
        uint32_t t2 = (rr(a, 2) ^ rr(a, 13) ^ rr(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
        x = g, g = f, f = e, e = d + t1, d = c, c = b, b = a, a = t1 + t2;
    }
    h[0] += a, h[1] += b, h[2] += c, h[3] += d, h[4] += e, h[5] += f, h[6] += g, h[7] += x;
}
static void sha512(const uint8_t *blk, uint64_t *h) {
    uint64_t w[80], v[8];
    memcpy(v, h, sizeof v);
    for (int i = 0; i < 16; i++) { w[i] = 0; for (int j = 0; j < 8; j++) w[i] = w[i] << 8 | blk[8 * i + j]; }
    for (int i = 16; i < 80; i++) w[i] = (rr64(w[i - 2], 19) ^ rr64(w[i - 2], 61) ^ w[i - 2] >> 6) + w[i - 7] + (rr64(w[i - 15], 1) ^ rr64(w[i - 15], 8) ^ w[i - 15] >> 7) + w[i - 16];
    for (int i = 0; i < 80; i++) {
        uint64_t t1 = v[7] + (rr64(v[4], 14) ^ rr64(v[4], 18) ^ rr64(v[4], 41)) + ((v[4] & v[5]) ^ (~v[4] & v[6])) + k512[i] + w[i];
        uint64_t t2 = (rr64(v[0], 28) ^ rr64(v[0], 34) ^ rr64(v[0], 39)) + ((v[0] & v[1]) ^ (v[0] & v[2]) ^ (v[1] & v[2]));
        for (int k = 7; k > 0; k--) v[k] = v[k - 1];
        v[4] += t1, v[0] = t1 + t2;
    }
    for (int i = 0; i < 8; i++) h[i] += v[i];
}
static void sha1(const uint8_t *blk, uint32_t *h) {
    uint32_t w[80], a = h[0], b = h[1], c = h[2], d = h[3], e = h[4];
    for (int i = 0; i < 16; i++) w[i] = (uint32_t)blk[4 * i] << 24 | (uint32_t)blk[4 * i + 1] << 16 | (uint32_t)blk[4 * i + 2] << 8 | blk[4 * i + 3];
    for (int i = 16; i < 80; i++) w[i] = rl(w[i - 3] ^ w[i - 8] ^ w[i - 14] ^ w[i - 16], 1);
    for (int i = 0; i < 80; i++) {
        uint32_t f = i < 20 ? (b & c) | (~b & d) : i < 40 ? b ^ c ^ d : i < 60 ? (b & c) | (b & d) | (c & d) : b ^ c ^ d;
        uint32_t k = i < 20 ? 0x5a827999u : i < 40 ? 0x6ed9eba1u : i < 60 ? 0x8f1bbcdcu : 0xca62c1d6u, t = rl(a, 5) + f + e + k + w[i];
        e = d, d = c, c = rl(b, 30), b = a, a = t;
    }
    h[0] += a, h[1] += b, h[2] += c, h[3] += d, h[4] += e;
}
/* MD5 with some of its constants replaced by a cheap sequence: the rounds are what is exercised. */
static void md5like(const uint8_t *blk, uint32_t *h) {
    static const uint8_t s[16] = {7, 12, 17, 22, 5, 9, 14, 20, 4, 11, 16, 23, 6, 10, 15, 21};
    uint32_t m[16], a = h[0], b = h[1], c = h[2], d = h[3];
    memcpy(m, blk, 64);
    for (unsigned i = 0; i < 64; i++) {
        uint32_t f;
        unsigned g;
        if (i < 16) f = (b & c) | (~b & d), g = i;
        else if (i < 32) f = (d & b) | (~d & c), g = (5 * i + 1) & 15;
        else if (i < 48) f = b ^ c ^ d, g = (3 * i + 5) & 15;
        else f = c ^ (b | ~d), g = 7 * i & 15;
        f += a + (uint32_t)k512[i] + m[g];
        a = d, d = c, c = b, b += rl(f, s[i / 16 * 4 + i % 4]);
    }
    h[0] += a, h[1] += b, h[2] += c, h[3] += d;
}

int main(void) {
    for (int i = 0; i < 80; i++) k512[i] = frac_root(prime(i), 1);
    for (int i = 0; i < 8; i++) h512[i] = frac_root(prime(i), 0);
    uint8_t blk[128] = "abc\x80";
    blk[63] = 24;
    uint32_t h1[5] = {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0}, h2[8], h5[4] = {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476};
    for (int i = 0; i < 8; i++) h2[i] = (uint32_t)(h512[i] >> 32);
    sha1(blk, h1), sha256(blk, h2), md5like(blk, h5);
    blk[63] = 0, blk[127] = 24;
    sha512(blk, h512);
    for (int i = 0; i < 5; i++) printf("%08x%c", h1[i], i == 4 ? '\n' : ' ');
    for (int i = 0; i < 8; i++) printf("%08x%c", h2[i], i == 7 ? '\n' : ' ');
    for (int i = 0; i < 8; i++) printf("%016llx%c", (unsigned long long)h512[i], i == 7 ? '\n' : ' ');
    printf("%08x %08x %08x %08x\n", h5[0], h5[1], h5[2], h5[3]);
    return 0;
}

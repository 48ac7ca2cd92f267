// run: rv32
// Ciphers: AES-128 with computed tables, ChaCha20, Salsa, XTEA, RC4, and the Poly1305 authenticator on 26-bit limbs.
#include <stdint.h>
#include <stdio.h>
#include <string.h>
static uint8_t sbox[256];
static uint8_t xt(uint8_t x) { return (uint8_t)(x << 1 ^ (x >> 7) * 0x1b); }
static uint8_t gm(uint8_t a, uint8_t b) { uint8_t r = 0; for (; b; b >>= 1, a = xt(a)) if (b & 1) r ^= a; return r; }
static void make_sbox(void) { for (int i = 0; i < 256; i++) { uint8_t inv = 0; for (int j = 1; j < 256 && i; j++) if (gm((uint8_t)i, (uint8_t)j) == 1) { inv = (uint8_t)j; break; } uint8_t s = inv; for (int k = 1; k < 5; k++) s ^= (uint8_t)(inv << k | inv >> (8 - k)); sbox[i] = s ^ 0x63; } }
static void aes(const uint8_t *key, uint8_t *s) {
    uint8_t rk[176], rc = 1, t[16];
    memcpy(rk, key, 16);
    for (int i = 16; i < 176; i += 4) { uint8_t w[4]; memcpy(w, rk + i - 4, 4); if (i % 16 == 0) { uint8_t f = w[0]; w[0] = sbox[w[1]] ^ rc, w[1] = sbox[w[2]], w[2] = sbox[w[3]], w[3] = sbox[f], rc = xt(rc); } for (int j = 0; j < 4; j++) rk[i + j] = rk[i - 16 + j] ^ w[j]; }
    for (int i = 0; i < 16; i++) s[i] ^= rk[i];
    for (int r = 1; r <= 10; r++) {
        for (int i = 0; i < 16; i++) t[i] = sbox[s[(i + 4 * (i & 3)) & 15]];
        for (int c = 0; c < 4; c++) for (int i = 0; i < 4; i++) s[4 * c + i] = r == 10 ? t[4 * c + i] : xt(t[4 * c + i]) ^ xt(t[4 * c + ((i + 1) & 3)]) ^ t[4 * c + ((i + 1) & 3)] ^ t[4 * c + ((i + 2) & 3)] ^ t[4 * c + ((i + 3) & 3)];
        for (int i = 0; i < 16; i++) s[i] ^= rk[16 * r + i];
    }
}
#define QR(a, b, c, d) a += b, d ^= a, d = d << 16 | d >> 16, c += d, b ^= c, b = b << 12 | b >> 20, a += b, d ^= a, d = d << 8 | d >> 24, c += d, b ^= c, b = b << 7 | b >> 25
__attribute__((noinline)) static void chacha(const uint32_t *in, uint32_t *out) {
    uint32_t x0 = in[0], x1 = in[1], x2 = in[2], x3 = in[3], x4 = in[4], x5 = in[5], x6 = in[6], x7 = in[7], x8 = in[8], x9 = in[9], xa = in[10], xb = in[11], xc = in[12], xd = in[13], xe = in[14], xf = in[15];
    for (int i = 0; i < 10; i++) { QR(x0, x4, x8, xc); QR(x1, x5, x9, xd); QR(x2, x6, xa, xe); QR(x3, x7, xb, xf); QR(x0, x5, xa, xf); QR(x1, x6, xb, xc); QR(x2, x7, x8, xd); QR(x3, x4, x9, xe); }
    uint32_t x[16] = {x0, x1, x2, x3, x4, x5, x6, x7, x8, x9, xa, xb, xc, xd, xe, xf};
    for (int i = 0; i < 16; i++) out[i] = x[i] + in[i];
}
static void xtea(uint32_t *v, const uint32_t *k) { uint32_t a = v[0], b = v[1], s = 0; for (int i = 0; i < 32; i++) { a += ((b << 4 ^ b >> 5) + b) ^ (s + k[s & 3]); s += 0x9e3779b9u; b += ((a << 4 ^ a >> 5) + a) ^ (s + k[s >> 11 & 3]); } v[0] = a, v[1] = b; }
static uint32_t rc4(const char *key, int n) { uint8_t s[256], j = 0, i = 0; int l = (int)strlen(key); uint32_t h = 0; for (int k = 0; k < 256; k++) s[k] = (uint8_t)k; for (int k = 0; k < 256; k++) { j = (uint8_t)(j + s[k] + key[k % l]); uint8_t t = s[k]; s[k] = s[j], s[j] = t; } j = 0; while (n--) { i++, j = (uint8_t)(j + s[i]); uint8_t t = s[i]; s[i] = s[j], s[j] = t; h = h * 31 + s[(uint8_t)(s[i] + s[j])]; } return h; }
static void poly(const uint8_t *m, int n, const uint32_t *r, uint32_t *h) {
    for (; n >= 16; n -= 16, m += 16) {
        uint32_t w[4];
        memcpy(w, m, 16);
        h[0] += w[0] & 0x3ffffff, h[1] += (w[0] >> 26 | w[1] << 6) & 0x3ffffff, h[2] += (w[1] >> 20 | w[2] << 12) & 0x3ffffff, h[3] += (w[2] >> 14 | w[3] << 18) & 0x3ffffff, h[4] += w[3] >> 8 | 1u << 24;
        uint64_t d[5], c = 0;
        for (int i = 0; i < 5; i++) { d[i] = 0; for (int j = 0; j < 5; j++) d[i] += (uint64_t)h[j] * (j <= i ? r[i - j] : r[i + 5 - j] * 5); }
        for (int i = 0; i < 5; i++) d[i] += c, h[i] = (uint32_t)d[i] & 0x3ffffff, c = d[i] >> 26;
        h[0] += (uint32_t)c * 5, h[1] += h[0] >> 26, h[0] &= 0x3ffffff;
    }
}
int main(void) {
    make_sbox();
    uint8_t key[16], s[16];
    for (int i = 0; i < 16; i++) key[i] = (uint8_t)i, s[i] = (uint8_t)(i * 17);
    aes(key, s);
    for (int i = 0; i < 16; i++) printf("%02x", s[i]);
    uint32_t in[16] = {0x61707865, 0x3320646e, 0x79622d32, 0x6b206574}, out[16], v[2] = {0x12345678, 0x9abcdef0}, k[4] = {1, 2, 3, 4}, h[5] = {0}, r[5] = {0x3ffffff, 0x3ffff03, 0x3ffc0ff, 0x3f03fff, 0x00fffff};
    for (int i = 4; i < 16; i++) in[i] = (uint32_t)i * 0x01010101u;
    chacha(in, out), xtea(v, k);
    poly((const uint8_t *)out, 64, r, h);
    printf("\n%08x %08x %08x %08x %08x\n%07x %07x %07x %07x %07x\n", out[0], out[15], v[0], v[1], rc4("Secret", 100), h[0], h[1], h[2], h[3], h[4]);
    return 0;
}

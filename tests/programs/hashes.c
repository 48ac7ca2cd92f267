// run: rv32
// Checksums and hashes: CRC-32, CRC-64, Adler, FNV, Murmur3, SipHash, xxHash32, Jenkins, of a text of growing length.
#include <stdint.h>
#include <stdio.h>
#include <string.h>
static uint32_t crc_table[256];
static void crc_init(void) { for (uint32_t i = 0; i < 256; i++) { uint32_t c = i; for (int k = 0; k < 8; k++) c = c & 1 ? 0xedb88320u ^ c >> 1 : c >> 1; crc_table[i] = c; } }
static uint32_t crc32(const uint8_t *p, unsigned n) { uint32_t c = ~0u; while (n--) c = crc_table[(c ^ *p++) & 255] ^ c >> 8; return ~c; }
static uint64_t crc64(const uint8_t *p, unsigned n) { uint64_t c = 0; while (n--) { c ^= (uint64_t)*p++ << 56; for (int k = 0; k < 8; k++) c = c >> 63 ? c << 1 ^ 0x42f0e1eba9ea3693ull : c << 1; } return c; }
static uint32_t adler(const uint8_t *p, unsigned n) { uint32_t a = 1, b = 0; while (n--) a = (a + *p++) % 65521, b = (b + a) % 65521; return b << 16 | a; }
static uint64_t fnv(const uint8_t *p, unsigned n) { uint64_t h = 14695981039346656037ull; while (n--) h = (h ^ *p++) * 1099511628211ull; return h; }
static uint32_t rotl(uint32_t x, int r) { return x << r | x >> (32 - r); }
static uint64_t rotl64(uint64_t x, int r) { return x << r | x >> (64 - r); }
static uint32_t get32(const uint8_t *p) { uint32_t v; memcpy(&v, p, 4); return v; }
static uint64_t get64(const uint8_t *p) { uint64_t v; memcpy(&v, p, 8); return v; }
static uint32_t murmur3(const uint8_t *p, unsigned n, uint32_t h) {
    unsigned len = n;
    for (; n >= 4; p += 4, n -= 4) { uint32_t k = get32(p) * 0xcc9e2d51u; h ^= rotl(k, 15) * 0x1b873593u; h = rotl(h, 13) * 5 + 0xe6546b64u; }
    uint32_t k = 0;
    switch (n) { case 3: k ^= (uint32_t)p[2] << 16; /* falls through */ case 2: k ^= (uint32_t)p[1] << 8; /* falls through */ case 1: k ^= p[0]; h ^= rotl(k * 0xcc9e2d51u, 15) * 0x1b873593u; }
    h ^= len; h ^= h >> 16; h *= 0x85ebca6bu; h ^= h >> 13; h *= 0xc2b2ae35u;
    return h ^ h >> 16;
}
#define SIPROUND (a += b, b = rotl64(b, 13) ^ a, a = rotl64(a, 32), c += d, d = rotl64(d, 16) ^ c, a += d, d = rotl64(d, 21) ^ a, c += b, b = rotl64(b, 17) ^ c, c = rotl64(c, 32))
static uint64_t siphash(const uint8_t *p, unsigned n, uint64_t k0, uint64_t k1) {
    uint64_t a = k0 ^ 0x736f6d6570736575ull, b = k1 ^ 0x646f72616e646f6dull, c = k0 ^ 0x6c7967656e657261ull, d = k1 ^ 0x7465646279746573ull, m = (uint64_t)n << 56;
    for (; n >= 8; p += 8, n -= 8) { uint64_t w = get64(p); d ^= w; SIPROUND; SIPROUND; a ^= w; }
    for (unsigned i = 0; i < n; i++) m |= (uint64_t)p[i] << (8 * i);
    d ^= m; SIPROUND; SIPROUND; a ^= m; c ^= 0xff; SIPROUND; SIPROUND; SIPROUND; SIPROUND;
    return a ^ b ^ c ^ d;
}
static uint32_t xxh32(const uint8_t *p, unsigned n, uint32_t s) {
    const uint32_t P1 = 2654435761u, P2 = 2246822519u, P3 = 3266489917u, P4 = 668265263u, P5 = 374761393u;
    uint32_t h, len = n;
    if (n >= 16) {
        uint32_t v[4] = {s + P1 + P2, s + P2, s, s - P1};
        for (; n >= 16; n -= 16) for (int i = 0; i < 4; i++, p += 4) v[i] = rotl(v[i] + get32(p) * P2, 13) * P1;
        h = rotl(v[0], 1) + rotl(v[1], 7) + rotl(v[2], 12) + rotl(v[3], 18);
    } else h = s + P5;
    h += len;
    for (; n >= 4; n -= 4, p += 4) h = rotl(h + get32(p) * P3, 17) * P4;
    while (n--) h = rotl(h + *p++ * P5, 11) * P1;
    h ^= h >> 15; h *= P2; h ^= h >> 13; h *= P3;
    return h ^ h >> 16;
}
static uint32_t jenkins(const uint8_t *p, unsigned n) { uint32_t h = 0; while (n--) h += *p++, h += h << 10, h ^= h >> 6; h += h << 3; h ^= h >> 11; return h + (h << 15); }

int main(void) {
    static uint8_t text[300];
    for (int i = 0; i < 300; i++) text[i] = (uint8_t)(i * i * 7 + i / 3);
    crc_init();
    printf("%x\n", crc32((const uint8_t *)"123456789", 9));
    uint64_t all = 0;
    for (unsigned n = 0; n < 300; n += 11) {
        all = all * 31 + crc32(text, n) + crc64(text, n) + adler(text, n) + fnv(text, n);
        all = all * 31 + murmur3(text + n % 2, n - n % 2, n) + siphash(text, n, 1, 2) + xxh32(text, n, n) + jenkins(text, n);
    }
    printf("%x %llx %x %llx\n", adler(text, 299), (unsigned long long)fnv(text, 299), murmur3(text, 299, 7), (unsigned long long)siphash(text, 299, 3, 4));
    printf("%x %x %llx\n", xxh32(text, 299, 0), jenkins(text, 299), (unsigned long long)all);
    return 0;
}

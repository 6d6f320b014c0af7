/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sha256.h"

#include <string.h>

static const uint32_t round_constant[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
};

static uint32_t rotate(uint32_t x, int n)
{
    return x >> n | x << (32 - n);
}

static void expand(const unsigned char *block, uint32_t w[64])
{
    for (int i = 0; i < 16; i++)
        w[i] = (uint32_t)block[4 * i] << 24 | (uint32_t)block[4 * i + 1] << 16 |
               (uint32_t)block[4 * i + 2] << 8 | block[4 * i + 3];
    for (int i = 16; i < 64; i++) {
        uint32_t s0 = rotate(w[i - 15], 7) ^ rotate(w[i - 15], 18) ^ w[i - 15] >> 3;
        uint32_t s1 = rotate(w[i - 2], 17) ^ rotate(w[i - 2], 19) ^ w[i - 2] >> 10;
        w[i] = w[i - 16] + s0 + w[i - 7] + s1;
    }
}

/* One round; `mixed` is its constant and its word. The letters are those of FIPS 180-4, 6.2.2;
 * instead of moving all eight on, the next round is given them in another order. */
static inline void one_round(uint32_t a, uint32_t b, uint32_t c, uint32_t *d, uint32_t e, uint32_t f,
                             uint32_t g, uint32_t *h, uint32_t mixed)
{
    uint32_t t1 = *h + (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) + (g ^ (e & (f ^ g))) + mixed;

    *d += t1;
    *h = t1 + (rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + ((a & b) | (c & (a | b)));
}

static void compress(uint32_t state[8], const unsigned char *block)
{
    uint32_t w[64];
    uint32_t a = state[0], b = state[1], c = state[2], d = state[3];
    uint32_t e = state[4], f = state[5], g = state[6], h = state[7];

    expand(block, w);
    for (int i = 0; i < 64; i += 8) {
        one_round(a, b, c, &d, e, f, g, &h, round_constant[i] + w[i]);
        one_round(h, a, b, &c, d, e, f, &g, round_constant[i + 1] + w[i + 1]);
        one_round(g, h, a, &b, c, d, e, &f, round_constant[i + 2] + w[i + 2]);
        one_round(f, g, h, &a, b, c, d, &e, round_constant[i + 3] + w[i + 3]);
        one_round(e, f, g, &h, a, b, c, &d, round_constant[i + 4] + w[i + 4]);
        one_round(d, e, f, &g, h, a, b, &c, round_constant[i + 5] + w[i + 5]);
        one_round(c, d, e, &f, g, h, a, &b, round_constant[i + 6] + w[i + 6]);
        one_round(b, c, d, &e, f, g, h, &a, round_constant[i + 7] + w[i + 7]);
    }
    state[0] += a; state[1] += b; state[2] += c; state[3] += d;
    state[4] += e; state[5] += f; state[6] += g; state[7] += h;
}

void adj_sha256_begin(adj_sha256 *digest)
{
    static const uint32_t start[8] = {
        0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
    };

    memset(digest, 0, sizeof *digest);
    memcpy(digest->state, start, sizeof start);
}

void adj_sha256_add(adj_sha256 *digest, const void *data, size_t length)
{
    const unsigned char *byte = data;
    size_t held = (size_t)(digest->length % 64);

    digest->length += length;
    while (length > 0) {
        size_t take = 64 - held < length ? 64 - held : length;
        memcpy(digest->block + held, byte, take);
        byte += take;
        length -= take;
        held += take;
        if (held == 64) {
            compress(digest->state, digest->block);
            held = 0;
        }
    }
}

void adj_sha256_finish(adj_sha256 *digest, unsigned char out[32])
{
    static const unsigned char padding[64] = { 0x80 };
    uint64_t bits = digest->length * 8;
    unsigned char tail[8];

    for (int i = 0; i < 8; i++)
        tail[i] = (unsigned char)(bits >> (56 - 8 * i));
    adj_sha256_add(digest, padding, 1 + (size_t)((119 - digest->length % 64) % 64));
    adj_sha256_add(digest, tail, sizeof tail);
    for (int i = 0; i < 32; i++)
        out[i] = (unsigned char)(digest->state[i / 4] >> (24 - 8 * (i % 4)));
}

void adj_sha256_hex(const void *data, size_t length, char out[65])
{
    static const char hex[] = "0123456789abcdef";
    adj_sha256 digest;
    unsigned char raw[32];

    adj_sha256_begin(&digest);
    adj_sha256_add(&digest, data, length);
    adj_sha256_finish(&digest, raw);
    for (int i = 0; i < 32; i++) {
        out[2 * i] = hex[raw[i] >> 4];
        out[2 * i + 1] = hex[raw[i] & 15];
    }
    out[64] = '\0';
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* core/rng.c -- see rng.h. */
#include "rng.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#define MULTIPLIER_0 UINT64_C(0xD2511F53)
#define MULTIPLIER_1 UINT64_C(0xCD9E8D57)
#define WEYL_0 0x9E3779B9u
#define WEYL_1 0xBB67AE85u

#define PHILOX_ROUND(c, k0, k1)                         \
    do {                                                \
        uint64_t p0 = MULTIPLIER_0 * (c)[0];            \
        uint64_t p1 = MULTIPLIER_1 * (c)[2];            \
        (c)[0] = (uint32_t)(p1 >> 32) ^ (c)[1] ^ (k0);  \
        (c)[1] = (uint32_t)p1;                          \
        (c)[2] = (uint32_t)(p0 >> 32) ^ (c)[3] ^ (k1);  \
        (c)[3] = (uint32_t)p0;                          \
    } while (0)

void adj_rng_philox(const uint32_t counter[4], const uint32_t key[2], uint32_t out[4])
{
    uint32_t c[4] = { counter[0], counter[1], counter[2], counter[3] };
    uint32_t k0 = key[0], k1 = key[1];

    for (int round = 0; round < 10; round++) {
        PHILOX_ROUND(c, k0, k1);
        k0 += WEYL_0;
        k1 += WEYL_1;
    }
    memcpy(out, c, sizeof c);
}

/* Two blocks side by side: a round is one long chain of multiplications, and the second
 * chain runs in the gaps of the first. */
static void make_two_blocks(const adj_rng *rng, uint64_t block, uint32_t out[8])
{
    uint32_t a[4] = { (uint32_t)block, (uint32_t)(block >> 32), rng->id[2], rng->id[3] };
    uint32_t b[4] = { (uint32_t)(block + 1), (uint32_t)((block + 1) >> 32),
                      rng->id[2], rng->id[3] };
    uint32_t k0 = rng->id[0], k1 = rng->id[1];

    for (int round = 0; round < 10; round++) {
        PHILOX_ROUND(a, k0, k1);
        PHILOX_ROUND(b, k0, k1);
        k0 += WEYL_0;
        k1 += WEYL_1;
    }
    memcpy(out, a, sizeof a);
    memcpy(out + 4, b, sizeof b);
}

void adj_rng_refill(adj_rng *rng)
{
    for (unsigned i = 0; i < ADJ_RNG_BUFFER; i += 8) {
        make_two_blocks(rng, rng->block, rng->words + i);
        rng->block += 2;
    }
    rng->used = 0;
}

static void start(adj_rng *rng, const uint32_t id[4])
{
    memset(rng, 0, sizeof *rng);
    memcpy(rng->id, id, sizeof rng->id);
    rng->used = ADJ_RNG_BUFFER;
}

/* state = philox(state xor chunk) xor state xor chunk: a one-way compression
 * (Matyas-Meyer-Oseas), which is all that naming streams needs. */
static void mix(uint32_t state[4], const unsigned char chunk[16], const uint32_t tag[2])
{
    uint32_t in[4], out[4];

    for (int i = 0; i < 4; i++)
        in[i] = state[i] ^ ((uint32_t)chunk[4 * i] | (uint32_t)chunk[4 * i + 1] << 8 |
                            (uint32_t)chunk[4 * i + 2] << 16 | (uint32_t)chunk[4 * i + 3] << 24);
    adj_rng_philox(in, tag, out);
    for (int i = 0; i < 4; i++)
        state[i] = out[i] ^ in[i];
}

/* What a stream is derived by: a seed, a name and numbers never meet by accident. */
enum { TAG_SEED = 1, TAG_NAME = 2, TAG_NUMBERS = 3 };

static void absorb(uint32_t state[4], uint32_t kind, const void *bytes, size_t length)
{
    const unsigned char *at = bytes;
    uint32_t tag[2] = { kind, 0 };
    unsigned char chunk[16];

    for (size_t left = length; left > 0; ) {
        size_t n = left < sizeof chunk ? left : sizeof chunk;
        memset(chunk, 0, sizeof chunk);
        memcpy(chunk, at, n);
        mix(state, chunk, tag);
        at += n;
        left -= n;
    }
    memset(chunk, 0, sizeof chunk);
    for (int i = 0; i < 8; i++)
        chunk[i] = (unsigned char)((uint64_t)length >> (8 * i));
    tag[1] = 1;                         /* the length block is told from a text block */
    mix(state, chunk, tag);
}

void adj_rng_seed(adj_rng *rng, const void *bytes, size_t length)
{
    uint32_t id[4] = { 0, 0, 0, 0 };

    absorb(id, TAG_SEED, bytes, length);
    start(rng, id);
}

void adj_rng_seed_integer(adj_rng *rng, int64_t seed)
{
    char text[24];
    int n = snprintf(text, sizeof text, "%lld", (long long)seed);

    adj_rng_seed(rng, text, (size_t)n);
}

void adj_rng_stream(const adj_rng *from, const char *name, size_t length, adj_rng *out)
{
    uint32_t id[4];

    memcpy(id, from->id, sizeof id);
    absorb(id, TAG_NAME, name, length);
    start(out, id);
}

void adj_rng_split(const adj_rng *from, const int64_t *numbers, size_t n, adj_rng *out)
{
    uint32_t id[4];

    memcpy(id, from->id, sizeof id);
    for (size_t i = 0; i < n; i++) {
        unsigned char bytes[8];
        for (int b = 0; b < 8; b++)
            bytes[b] = (unsigned char)((uint64_t)numbers[i] >> (8 * b));
        absorb(id, TAG_NUMBERS, bytes, sizeof bytes);
    }
    if (n == 0)
        absorb(id, TAG_NUMBERS, "", 0);
    start(out, id);
}

uint64_t adj_rng_position(const adj_rng *rng)
{
    return rng->block * 4 - (ADJ_RNG_BUFFER - rng->used);
}

void adj_rng_seek(adj_rng *rng, uint64_t position)
{
    rng->block = position / 4;
    rng->used = ADJ_RNG_BUFFER;
    if (position % 4 != 0) {
        adj_rng_refill(rng);
        rng->used = (unsigned)(position % 4);
    }
}

uint64_t adj_rng_below(adj_rng *rng, uint64_t n)
{
    assert(n >= 1);
    if (n <= (uint64_t)1 << 32) {
        for (;;) {
            uint64_t x = (uint64_t)adj_rng_word(rng) * n;
            uint32_t low = (uint32_t)x;
            if (low >= n || low >= ((uint64_t)1 << 32) % n)
                return x >> 32;
        }
    }
    for (;;) {
        uint64_t high = adj_rng_word(rng);
        uint64_t word = high << 32 | adj_rng_word(rng);
        __extension__ unsigned __int128 x = (unsigned __int128)word * n;
        uint64_t low = (uint64_t)x;
        if (low >= n || low >= (UINT64_MAX % n + 1) % n)    /* 2^64 mod n */
            return (uint64_t)(x >> 64);
    }
}

unsigned adj_rng_batch(uint32_t sides)
{
    unsigned k = 1;

    if (sides < 2)
        return 16;
    for (uint64_t power = sides; power * sides <= 65536; power *= sides)
        k++;
    return k;
}

void adj_rng_dice(adj_rng *rng, uint32_t sides, size_t n, uint32_t *out)
{
    unsigned batch = adj_rng_batch(sides);

    while (n > 0) {
        unsigned k = n < batch ? (unsigned)n : batch;
        uint64_t power = 1;
        for (unsigned i = 0; i < k; i++)
            power *= sides;
        adj_rng_digits(rng, sides, k, power, out);
        out += k;
        n -= k;
    }
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* core/rng.h -- reproducible random numbers: Philox4x32-10, counter based.
 *
 * A stream is fixed by a 128-bit identity and a position, the count of 32-bit words
 * drawn so far: the same identity and position give the same words on every machine.
 * Streams with other names, or split off with other numbers, are independent of each
 * other, and drawing from one never moves another.
 *
 * Source: Salmon, Moraes, Dror, Shaw, "Parallel random numbers: as easy as 1, 2, 3"
 * (2011). The journal stores ADJ_RNG_NAME; the words, and the way dice are made from
 * them, never change under that name. */
#ifndef ADJ_RNG_H
#define ADJ_RNG_H

#include "adj.h"

#define ADJ_RNG_NAME "philox4x32-10/1"

enum { ADJ_RNG_BUFFER = 16 };

/* A plain value: copying it copies the stream, with its position. */
typedef struct {
    uint32_t id[4];                     /* [0..1] key, [2..3] upper half of the counter */
    uint64_t block;                     /* lower half of the counter: next block to make */
    uint32_t words[ADJ_RNG_BUFFER];     /* the blocks just before `block` */
    unsigned used;                      /* words of the buffer already given out */
} adj_rng;

/* The bare function: ten rounds over a counter with a key, as published. */
void adj_rng_philox(const uint32_t counter[4], const uint32_t key[2], uint32_t out[4]);

/* Starts a family of streams from any bytes (a number is seeded as its decimal text, so
 * that 7 and "7" are the same game). */
void adj_rng_seed(adj_rng *rng, const void *bytes, size_t length);
void adj_rng_seed_integer(adj_rng *rng, int64_t seed);

/* The independent stream `name` of `from`, at position 0. `from` is not moved, and its
 * position does not matter. */
void adj_rng_stream(const adj_rng *from, const char *name, size_t length, adj_rng *out);

/* As adj_rng_stream, named by numbers: one game of a study, one sample of the odds. */
void adj_rng_split(const adj_rng *from, const int64_t *numbers, size_t n, adj_rng *out);

/* How many words have been drawn; going to any such position, forward or back, is one step. */
uint64_t adj_rng_position(const adj_rng *rng);
void     adj_rng_seek(adj_rng *rng, uint64_t position);

/* A number in 0..n-1, each equally likely; n >= 1. Takes one word when n <= 2^32, else
 * two, and again as many on the rare rejection that keeps it unbiased. */
uint64_t adj_rng_below(adj_rng *rng, uint64_t n);

/* `n` numbers in 0..sides-1. Several come from one word while sides^k <= 65536, so six
 * ordinary dice cost one word. */
void adj_rng_dice(adj_rng *rng, uint32_t sides, size_t n, uint32_t *out);

/* How many dice of `sides` adj_rng_dice takes from one word: at least 1. */
unsigned adj_rng_batch(uint32_t sides);

/* Fills the buffer; only for adj_rng_word. */
void adj_rng_refill(adj_rng *rng);

static inline uint32_t adj_rng_word(adj_rng *rng)
{
    if (rng->used == ADJ_RNG_BUFFER)
        adj_rng_refill(rng);
    return rng->words[rng->used++];
}

/* k numbers in 0..sides-1 from one word, unbiased; `power` is sides^k and at most 2^32.
 * The word is read as a fraction and its digits in base `sides` are the dice; the low
 * part left over tells the few words that must be thrown away. */
static inline void adj_rng_digits(adj_rng *rng, uint32_t sides, unsigned k, uint64_t power,
                                  uint32_t *out)
{
    uint64_t x;
    uint32_t low;

    do {
        x = adj_rng_word(rng);
        for (unsigned i = 0; i < k; i++) {
            x = (x & 0xFFFFFFFFu) * sides;
            out[i] = (uint32_t)(x >> 32);
        }
        low = (uint32_t)x;
    } while (low < power && low < (((uint64_t)1 << 32) % power));
}

#endif

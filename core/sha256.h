/* SPDX-License-Identifier: GPL-3.0-or-later */
/* core/sha256.h -- the SHA-256 digest (FIPS 180-4), which names every source of a saved game. */
#ifndef ADJ_SHA256_H
#define ADJ_SHA256_H

#include <stddef.h>
#include <stdint.h>

/* A digest under way. Nothing to free. */
typedef struct {
    uint32_t state[8];
    uint64_t length;            /* bytes taken so far */
    unsigned char block[64];    /* the bytes of an unfinished block */
} adj_sha256;

void adj_sha256_begin(adj_sha256 *digest);
void adj_sha256_add(adj_sha256 *digest, const void *data, size_t length);
void adj_sha256_finish(adj_sha256 *digest, unsigned char out[32]);

/* The digest of `data` as 64 lower-case hex digits and a 0. */
void adj_sha256_hex(const void *data, size_t length, char out[65]);

#endif

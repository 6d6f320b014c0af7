/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "precompiled.h"

#include <stdlib.h>
#include <string.h>

#include <lua.h>

extern const char lua_ident[];      /* liblua's own; lua.h does not declare it */

uint64_t adj_precompiled_print(const void *text, size_t length)
{
    const unsigned char *byte = text;
    uint64_t print = UINT64_C(0xcbf29ce484222325);

    for (size_t at = 0; at < length; at += 8) {
        size_t left = length - at;
        uint64_t word = 0;

        memcpy(&word, byte + at, left < 8 ? left : 8);
        print = (print ^ word) * UINT64_C(0x100000001b3);
        print ^= print >> 32;       /* else high bits of a word would never reach low ones */
    }
    return print;
}

static int by_path(const void *key, const void *entry)
{
    return strcmp(key, ((const adj_precompiled_chunk *)entry)->path);
}

const adj_precompiled_chunk *adj_precompiled_find(const adj_precompiled *set, const char *path,
                                                  const void *text, size_t length)
{
    const adj_precompiled_chunk *chunk;

    if (set == NULL || set->chunks == 0 || strcmp(set->release, lua_ident) != 0)
        return NULL;
    chunk = bsearch(path, set->chunk, set->chunks, sizeof *set->chunk, by_path);
    if (chunk == NULL || chunk->source_length != length ||
        chunk->source_print != adj_precompiled_print(text, length))
        return NULL;
    return chunk;
}

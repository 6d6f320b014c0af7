/* SPDX-License-Identifier: GPL-3.0-or-later */
/* lua/precompiled.h -- host modules compiled by the build, so that starting need not.
 *
 * lua/tools/precompile.c writes a table of them as C, which only the program links; tests
 * compile the sources. A module is taken from the table only while its source file reads as it
 * did at the build and Lua is the release it was compiled with: an edited file counts at once. */
#ifndef ADJ_PRECOMPILED_H
#define ADJ_PRECOMPILED_H

#include <stddef.h>
#include <stdint.h>

typedef struct {
    const char *path;           /* below the data folder: "lua/adjutant/engine.lua" */
    size_t source_length;       /* bytes of the source, and their adj_precompiled_print */
    uint64_t source_print;
    const void *code;           /* as lua_dump writes it, with its debug information */
    size_t length;
} adj_precompiled_chunk;

typedef struct adj_precompiled {
    const char *release;        /* lua_ident of the Lua that compiled */
    const adj_precompiled_chunk *chunk;         /* in the byte order of their paths */
    size_t chunks;
} adj_precompiled;

/* Tells one text from another, quickly: FNV-1a over words of 64 bits in the machine's
 * order, the last filled up with zeros. For files that nobody forges. */
uint64_t adj_precompiled_print(const void *text, size_t length);

/* The chunk of `path` when it was compiled from this text by the Lua that runs; else NULL. */
const adj_precompiled_chunk *adj_precompiled_find(const adj_precompiled *set, const char *path,
                                                  const void *text, size_t length);

/* What the build made of lua/adjutant and repl/shell. In the program alone. */
extern const adj_precompiled adj_prelude;

#endif

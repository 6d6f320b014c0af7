/* SPDX-License-Identifier: GPL-3.0-or-later */
/* tests/core/watched.h -- whether valgrind or a sanitizer watches: long tests then take a sample. */
#ifndef WATCHED_H
#define WATCHED_H

#include <stdbool.h>
#include <stdlib.h>

static inline bool watched(void)
{
    return getenv("SLOW") != NULL;
}

#endif

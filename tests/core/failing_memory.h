/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Memory that fails on purpose in one test program: the allocation that `countdown` comes to, and
 * with `forever` all after it. `failed` says that it has. The link sends the calls of our own
 * objects here (link_test of the Makefile). */
#ifndef ADJ_FAILING_MEMORY_H
#define ADJ_FAILING_MEMORY_H

#include <stdbool.h>
#include <stdlib.h>

static long countdown = -1;         /* -1: never fail */
static bool forever, failed;

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *block, size_t size);
char *__real_strdup(const char *text);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *block, size_t size);
char *__wrap_strdup(const char *text);

static bool fails(void)
{
    if (countdown < 0)
        return false;
    if (countdown > 0) {
        countdown--;
        return false;
    }
    if (!forever)
        countdown = -1;
    return failed = true;
}

void *__wrap_malloc(size_t size)
{
    return fails() ? NULL : __real_malloc(size);
}

void *__wrap_calloc(size_t count, size_t size)
{
    return fails() ? NULL : __real_calloc(count, size);
}

void *__wrap_realloc(void *block, size_t size)
{
    return fails() ? NULL : __real_realloc(block, size);
}

char *__wrap_strdup(const char *text)
{
    return fails() ? NULL : __real_strdup(text);
}

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "scratch.h"

#include <ftw.h>
#include <limits.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

int scratch_make(void **state)
{
    const char *base = getenv("TMPDIR") != NULL ? getenv("TMPDIR") : "/tmp";
    char *path = malloc(PATH_MAX);

    *state = path;
    if (path == NULL)
        return -1;
    (void)snprintf(path, PATH_MAX, "%s/adj-test-XXXXXX", base);
    return mkdtemp(path) != NULL ? 0 : -1;
}

static int remove_one(const char *path, const struct stat *info, int type, struct FTW *at)
{
    (void)info;
    (void)type;
    (void)at;
    return remove(path);
}

int scratch_remove(void **state)
{
    int status = nftw(*state, remove_one, 16, FTW_DEPTH | FTW_PHYS);

    free(*state);
    return status;
}

const char *scratch_path(const char *folder, const char *name)
{
    static char paths[8][PATH_MAX];
    static int turn;
    char *path = paths[turn++ % 8];

    assert_true(snprintf(path, PATH_MAX, "%s/%s", folder, name) < PATH_MAX);
    return path;
}

char *scratch_read(const char *path, size_t *length)
{
    FILE *in = fopen(path, "rb");
    char *text = malloc(1 << 22);

    assert_non_null(in);
    assert_non_null(text);
    *length = fread(text, 1, 1 << 22, in);
    assert_int_equal(fclose(in), 0);
    return text;
}

void scratch_write(const char *path, const void *bytes, size_t length)
{
    FILE *out = fopen(path, "wb");

    assert_non_null(out);
    assert_int_equal(fwrite(bytes, 1, length, out), length);
    assert_int_equal(fclose(out), 0);
}

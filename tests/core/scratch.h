/* SPDX-License-Identifier: GPL-3.0-or-later */
/* tests/core/scratch.h -- a folder that a test may fill, and files in it. */
#ifndef SCRATCH_H
#define SCRATCH_H

#include <stddef.h>

/* cmocka set-up and tear-down: *state is the path of an empty folder, which goes with all in it. */
int scratch_make(void **state);
int scratch_remove(void **state);

/* "folder/name" in one of eight buffers that are used in turn. */
const char *scratch_path(const char *folder, const char *name);

/* The whole file; free() it. Fails the test when it cannot be read. */
char *scratch_read(const char *path, size_t *length);
void scratch_write(const char *path, const void *bytes, size_t length);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files and journal when a system call fails or is interrupted. */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

#include <cmocka.h>

#include "faulty_disk.h"
#include "files.h"
#include "journal.h"
#include "scratch.h"

/* --- system calls go through here (the linker sees to it) --------------------------------- */

enum call { READ, PREAD, WRITE, FSYNC, RENAME, RENAMEAT2, FLOCK, FSTAT, MKDIR, READLINK, CALLS };

/* The n-th call from now fails with this errno; errno 0: it answers 0. */
static struct { int countdown, number; } planned[CALLS];

static void plan(enum call call, int countdown, int number)
{
    planned[call].countdown = countdown;
    planned[call].number = number;
}

static bool fails(enum call call)
{
    if (planned[call].countdown == 0 || --planned[call].countdown > 0)
        return false;
    errno = planned[call].number;
    return true;
}

static int answer(enum call call)
{
    return planned[call].number == 0 ? 0 : -1;
}

ssize_t __real_read(int fd, void *to, size_t length);
ssize_t __real_pread(int fd, void *to, size_t length, off_t at);
ssize_t __real_write(int fd, const void *from, size_t length);
int __real_fsync(int fd);
int __real_rename(const char *from, const char *to);
int __real_renameat2(int from_dir, const char *from, int to_dir, const char *to, unsigned flags);
int __real_flock(int fd, int operation);
int __real_fstat(int fd, struct stat *info);
int __real_mkdir(const char *path, mode_t mode);
ssize_t __real_readlink(const char *path, char *to, size_t size);
ssize_t __wrap_read(int fd, void *to, size_t length);
ssize_t __wrap_pread(int fd, void *to, size_t length, off_t at);
ssize_t __wrap_write(int fd, const void *from, size_t length);
int __wrap_fsync(int fd);
int __wrap_rename(const char *from, const char *to);
int __wrap_renameat2(int from_dir, const char *from, int to_dir, const char *to, unsigned flags);
int __wrap_flock(int fd, int operation);
int __wrap_fstat(int fd, struct stat *info);
int __wrap_mkdir(const char *path, mode_t mode);
ssize_t __wrap_readlink(const char *path, char *to, size_t size);

ssize_t __wrap_read(int fd, void *to, size_t length)
{
    return fails(READ) ? answer(READ) : __real_read(fd, to, length);
}

ssize_t __wrap_pread(int fd, void *to, size_t length, off_t at)
{
    return fails(PREAD) ? answer(PREAD) : __real_pread(fd, to, length, at);
}

ssize_t __wrap_write(int fd, const void *from, size_t length)
{
    return fails(WRITE) ? answer(WRITE) : __real_write(fd, from, length);
}

int __wrap_fsync(int fd)
{
    return fails(FSYNC) ? answer(FSYNC) : __real_fsync(fd);
}

int __wrap_rename(const char *from, const char *to)
{
    return fails(RENAME) ? answer(RENAME) : __real_rename(from, to);
}

int __wrap_renameat2(int from_dir, const char *from, int to_dir, const char *to, unsigned flags)
{
    return fails(RENAMEAT2) ? answer(RENAMEAT2) : __real_renameat2(from_dir, from, to_dir, to, flags);
}

int __wrap_flock(int fd, int operation)
{
    return fails(FLOCK) ? answer(FLOCK) : __real_flock(fd, operation);
}

int __wrap_fstat(int fd, struct stat *info)
{
    return fails(FSTAT) ? answer(FSTAT) : __real_fstat(fd, info);
}

int __wrap_mkdir(const char *path, mode_t mode)
{
    return fails(MKDIR) ? answer(MKDIR) : __real_mkdir(path, mode);
}

ssize_t __wrap_readlink(const char *path, char *to, size_t size)
{
    return fails(READLINK) ? answer(READLINK) : __real_readlink(path, to, size);
}

/* --- files ------------------------------------------------------------------------------- */

static void assert_text(const char *path, const char *want)
{
    size_t length;
    char *text = scratch_read(path, &length);

    assert_int_equal(length, strlen(want));
    assert_memory_equal(text, want, length);
    free(text);
}

static void a_file_that_cannot_be_replaced_stays_as_it_was(void **state)
{
    static const struct { enum call call; int number; } cases[] = {
        { WRITE, ENOSPC }, { WRITE, 0 }, { FSYNC, EIO }, { RENAME, EROFS },
    };
    const char *path = scratch_path(*state, "a");
    adj_file_list list;
    adj_error err = { 0 };

    assert_int_equal(adj_file_write(path, "old", 3, &err), ADJ_OK);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        plan(cases[i].call, 1, cases[i].number);
        assert_int_equal(adj_file_write(path, "new", 3, &err), ADJ_EIO);
        assert_non_null(strstr(err.text, strerror(cases[i].number == 0 ? ENOSPC : cases[i].number)));
        assert_text(path, "old");
    }
    assert_int_equal(adj_file_list_read(*state, &list, &err), ADJ_OK);
    assert_int_equal(list.count, 1);
    adj_file_list_free(&list);
    plan(FSYNC, 2, EIO);                                /* the folder's */
    assert_int_equal(adj_file_write(path, "new", 3, &err), ADJ_EIO);
    plan(FSYNC, 2, EINVAL);                             /* a file system that syncs no folders */
    assert_int_equal(adj_file_write(path, "newer", 5, &err), ADJ_OK);
    plan(WRITE, 1, EINTR);
    assert_int_equal(adj_file_write(path, "newest", 6, &err), ADJ_OK);
    assert_text(path, "newest");
}

static void reading_goes_on_after_an_interruption_and_stops_at_an_error(void **state)
{
    const char *path = scratch_path(*state, "a");
    adj_error err = { 0 };
    size_t length;
    char *text;

    scratch_write(path, "text", 4);
    plan(READ, 1, EINTR);
    assert_int_equal(adj_file_read(path, 9, &text, &length, &err), ADJ_OK);
    assert_int_equal(length, 4);
    free(text);
    plan(READ, 1, EIO);
    assert_int_equal(adj_file_read(path, 9, &text, &length, &err), ADJ_EIO);
    assert_null(text);
    plan(FSTAT, 1, EIO);
    assert_int_equal(adj_file_read(path, 9, &text, &length, &err), ADJ_EIO);
}

static void a_read_only_home_is_one_clear_error(void **state)
{
    adj_error err = { 0 };
    char *path;

    plan(MKDIR, 1, EROFS);                              /* says so even of folders that exist */
    assert_int_equal(adj_file_make_folders(*state, &err), ADJ_OK);
    plan(MKDIR, 1, EROFS);
    assert_int_equal(adj_file_make_new_folder(scratch_path(*state, "b"), &err), ADJ_EIO);
    assert_non_null(strstr(err.text, "Read-only file system"));
    plan(READLINK, 1, ENOENT);
    assert_int_equal(adj_file_executable(&path, &err), ADJ_EIO);
    assert_null(path);
}

/* --- journal ------------------------------------------------------------------------------- */

static void a_game_is_made_where_names_cannot_be_taken_exclusively(void **state)
{
    adj_journal *journal;
    adj_error err = { 0 };

    static const int unknown[] = { EINVAL, ENOSYS };

    for (size_t i = 0; i < sizeof unknown / sizeof *unknown; i++) {
        plan(RENAMEAT2, 1, unknown[i]);
        adj_journal_close(game_new(*state, NULL));
        game_assert(*state, NULL, 0);
        assert_int_equal(unlink(scratch_path(*state, "journal")), 0);
    }
    plan(RENAMEAT2, 1, EIO);
    assert_int_equal(game_create(*state, NULL, &journal, &err), ADJ_EIO);
    plan(RENAMEAT2, 1, EINVAL);
    plan(RENAME, 1, EIO);
    assert_int_equal(game_create(*state, NULL, &journal, &err), ADJ_EIO);
    assert_null(journal);
}

static void locking_is_tried_again_only_when_interrupted(void **state)
{
    adj_journal *journal;
    adj_error err = { 0 };

    plan(FLOCK, 1, EINTR);
    adj_journal_close(game_new(*state, NULL));
    plan(FLOCK, 1, ENOLCK);
    assert_int_equal(adj_journal_open(*state, 0, NULL, &journal, &err), ADJ_EIO);
    assert_non_null(strstr(err.text, "cannot lock"));
    plan(FSTAT, 1, EIO);                                /* whether it still bears the name */
    assert_int_equal(adj_journal_open(*state, 0, NULL, &journal, &err), ADJ_OK);
    adj_journal_close(journal);
    plan(FSTAT, 2, EIO);
    assert_int_equal(adj_journal_open(*state, 0, NULL, &journal, &err), ADJ_EIO);
}

static void opening_reads_on_after_an_interruption(void **state)
{
    static const char *const want[] = { "one" };
    adj_journal *journal = game_new(*state, NULL);
    adj_error err = { 0 };

    assert_int_equal(game_put(journal, "one", true, &err), ADJ_OK);
    adj_journal_close(journal);
    plan(PREAD, 1, EINTR);
    game_assert(*state, want, 1);
    plan(PREAD, 1, EIO);
    assert_int_equal(adj_journal_open(*state, 0, NULL, &journal, &err), ADJ_EIO);
    plan(PREAD, 1, 0);
    assert_int_equal(adj_journal_open(*state, 0, NULL, &journal, &err), ADJ_EDAMAGED);
}

static void replacing_survives_a_file_that_cannot_be_read(void **state)
{
    static const struct { enum call call; int number; adj_status want; } cases[] = {
        { PREAD, EINTR, ADJ_OK }, { PREAD, EIO, ADJ_EIO }, { PREAD, 0, ADJ_EIO }, { RENAME, EIO, ADJ_EIO },
        { FLOCK, ENOLCK, ADJ_EIO },
    };
    static const char *const want[] = { "one", "three" };

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        faulty_disk disk = { 0 };
        adj_journal *journal = game_new(*state, &disk);
        adj_error err = { 0 };

        assert_int_equal(game_put(journal, "one", true, &err), ADJ_OK);
        disk.syncs = 1;
        plan(cases[i].call, 1, cases[i].number);
        assert_int_equal(game_put(journal, "two", true, &err), cases[i].want);
        if (cases[i].want != ADJ_OK) {
            assert_int_equal(game_put(journal, "three", true, &err), ADJ_OK);
            adj_journal_close(journal);
            game_assert(*state, want, 2);
        } else {
            adj_journal_close(journal);
        }
        assert_int_equal(unlink(scratch_path(*state, "journal")), 0);
    }
}

static void a_folder_that_cannot_be_synced_stops_the_replacing(void **state)
{
    static const char *const want[] = { "one", "three" };
    faulty_disk disk = { 0 };
    adj_journal *journal = game_new(*state, &disk);
    adj_error err = { 0 };

    assert_int_equal(game_put(journal, "one", true, &err), ADJ_OK);
    disk = (faulty_disk){ .syncs = 1, .opens = 2 };     /* the file, then the folder's opening */
    assert_int_equal(game_put(journal, "two", true, &err), ADJ_EIO);
    assert_int_equal(adj_journal_count(journal), 1);
    assert_int_equal(game_put(journal, "three", false, &err), ADJ_OK);
    adj_journal_close(journal);
    game_assert(*state, want, 2);
}

#define IN_SCRATCH(f) cmocka_unit_test_setup_teardown(f, scratch_make, scratch_remove)

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_SCRATCH(a_file_that_cannot_be_replaced_stays_as_it_was),
        IN_SCRATCH(reading_goes_on_after_an_interruption_and_stops_at_an_error),
        IN_SCRATCH(a_read_only_home_is_one_clear_error),
        IN_SCRATCH(a_game_is_made_where_names_cannot_be_taken_exclusively),
        IN_SCRATCH(locking_is_tried_again_only_when_interrupted),
        IN_SCRATCH(opening_reads_on_after_an_interruption),
        IN_SCRATCH(replacing_survives_a_file_that_cannot_be_read),
        IN_SCRATCH(a_folder_that_cannot_be_synced_stops_the_replacing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "files.h"
#include "scratch.h"

static void a_file_is_read_whole_or_refused_by_size(void **state)
{
    const char *path = scratch_path(*state, "a");
    char *text;
    size_t length;
    adj_error err = { 0 };

    scratch_write(path, "ab\0cd", 5);
    assert_int_equal(adj_file_read(path, 5, &text, &length, &err), ADJ_OK);
    assert_int_equal(length, 5);
    assert_memory_equal(text, "ab\0cd", 6);
    free(text);
    assert_int_equal(adj_file_read(path, 4, &text, &length, &err), ADJ_ERANGE);
    assert_non_null(strstr(err.text, "longer than 4 bytes"));
    assert_null(text);
}

static void files_that_grow_past_the_hint_are_read_whole(void **state)
{
    char *text;
    size_t length;

    (void)state;                        /* its size in the inode is 0 */
    assert_int_equal(adj_file_read("/proc/self/status", 1 << 20, &text, &length, NULL), ADJ_OK);
    assert_true(length > 100);
    assert_int_equal(text[length], '\0');
    free(text);
    assert_int_equal(adj_file_read("/proc/self/status", 10, &text, &length, NULL), ADJ_ERANGE);
}

static void what_is_not_a_file_is_refused_by_name(void **state)
{
    char *text;
    size_t length;
    adj_error err = { 0 };

    assert_int_equal(adj_file_read(scratch_path(*state, "none"), 9, &text, &length, &err),
                     ADJ_ENOTFOUND);
    assert_non_null(strstr(err.text, "none: No such file"));
    assert_int_equal(adj_file_read(*state, 9, &text, &length, &err), ADJ_EINVAL);
    assert_non_null(strstr(err.text, "is a folder"));
    assert_int_equal(mkfifo(scratch_path(*state, "pipe"), 0600), 0);
    assert_int_equal(adj_file_read(scratch_path(*state, "pipe"), 9, &text, &length, &err), ADJ_EINVAL);
    assert_non_null(strstr(err.text, "not a regular file"));
    assert_int_equal(adj_file_read("/dev/zero", 9, &text, &length, &err), ADJ_EINVAL);
}

static void writing_replaces_whole_and_leaves_nothing_behind(void **state)
{
    const char *path = scratch_path(*state, "a");
    adj_file_list list;
    adj_error err = { 0 };
    size_t length;
    char *text;

    assert_int_equal(adj_file_write(path, "one", 3, &err), ADJ_OK);
    assert_int_equal(adj_file_write(path, "twotwo", 6, &err), ADJ_OK);
    text = scratch_read(path, &length);
    assert_int_equal(length, 6);
    assert_memory_equal(text, "twotwo", 6);
    free(text);
    assert_int_equal(mkdir(scratch_path(*state, "b"), 0700), 0);
    assert_int_equal(adj_file_write(scratch_path(*state, "b"), "x", 1, &err), ADJ_EIO);
    assert_int_equal(adj_file_write(scratch_path(*state, "none/x"), "x", 1, &err), ADJ_EIO);
    assert_non_null(strstr(err.text, "cannot write"));
    assert_int_equal(adj_file_list_read(*state, &list, &err), ADJ_OK);
    assert_int_equal(list.count, 2);
    adj_file_list_free(&list);
}

static void a_file_has_the_rights_that_the_umask_leaves(void **state)
{
    mode_t mask = umask(027);
    struct stat info;
    adj_error err;

    assert_int_equal(adj_file_write(scratch_path(*state, "a"), "one", 3, &err), ADJ_OK);
    (void)umask(mask);
    assert_int_equal(stat(scratch_path(*state, "a"), &info), 0);
    assert_int_equal(info.st_mode & 0777, 0640);
}

static void a_file_in_the_working_folder_can_be_written(void **state)
{
    char old[4096];

    assert_non_null(getcwd(old, sizeof old));
    assert_int_equal(chdir(*state), 0);
    assert_int_equal(adj_file_write("bare", "x", 1, NULL), ADJ_OK);
    assert_int_equal(chdir(old), 0);
    assert_int_equal(adj_file_kind_at(scratch_path(*state, "bare")), ADJ_FILE_REGULAR);
}

static void lists_are_sorted_by_bytes(void **state)
{
    static const char *const names[] = { "b", "B", "a", "\xc3\xa4", ".x", "10", "9" };
    static const char *const want[] = { ".x", "10", "9", "B", "a", "b", "\xc3\xa4" };
    adj_file_list list;
    adj_error err = { 0 };

    for (size_t i = 0; i < 7; i++)
        scratch_write(scratch_path(*state, names[i]), "", 0);
    assert_int_equal(adj_file_list_read(*state, &list, &err), ADJ_OK);
    assert_int_equal(list.count, 7);
    for (size_t i = 0; i < 7; i++)
        assert_string_equal(list.names[i], want[i]);
    adj_file_list_free(&list);
    assert_int_equal(adj_file_list_read(scratch_path(*state, "none"), &list, &err), ADJ_ENOTFOUND);
    assert_int_equal(list.count, 0);
}

static void long_lists_come_whole(void **state)
{
    adj_file_list list;
    char name[16];

    for (int i = 0; i < 100; i++) {
        (void)snprintf(name, sizeof name, "%03d", 99 - i);
        scratch_write(scratch_path(*state, name), "", 0);
    }
    assert_int_equal(adj_file_list_read(*state, &list, NULL), ADJ_OK);
    assert_int_equal(list.count, 100);
    assert_string_equal(list.names[42], "042");
    adj_file_list_free(&list);
}

static void folders_are_made_with_those_above(void **state)
{
    adj_error err = { 0 };

    assert_int_equal(adj_file_make_folders(scratch_path(*state, "a/b//c/"), &err), ADJ_OK);
    assert_int_equal(adj_file_kind_at(scratch_path(*state, "a/b/c")), ADJ_FILE_FOLDER);
    assert_int_equal(adj_file_make_folders(scratch_path(*state, "a/b/c"), &err), ADJ_OK);
    assert_int_equal(adj_file_make_folders("/", &err), ADJ_OK);
    scratch_write(scratch_path(*state, "file"), "", 0);
    assert_int_equal(adj_file_make_folders(scratch_path(*state, "file/x"), &err), ADJ_EIO);
    assert_non_null(strstr(err.text, "in the way"));
    assert_int_equal(adj_file_make_folders("/proc/none", &err), ADJ_EIO);
    assert_non_null(strstr(err.text, "cannot make /proc/none"));
}

static void a_new_folder_must_be_new(void **state)
{
    adj_error err = { 0 };

    assert_int_equal(adj_file_make_new_folder(scratch_path(*state, "a"), &err), ADJ_OK);
    assert_int_equal(adj_file_make_new_folder(scratch_path(*state, "a"), &err), ADJ_EINVAL);
    assert_int_equal(adj_file_make_new_folder(scratch_path(*state, "b/c"), &err), ADJ_EIO);
    assert_int_equal(adj_file_sync_folder(scratch_path(*state, "a"), &err), ADJ_OK);
    assert_int_equal(adj_file_sync_folder(scratch_path(*state, "b"), &err), ADJ_ENOTFOUND);
}

static void kinds_and_times_are_told(void **state)
{
    int64_t seconds;
    int32_t nanoseconds;
    adj_error err = { 0 };

    assert_int_equal(adj_file_kind_at(scratch_path(*state, "a")), ADJ_FILE_NONE);
    assert_int_equal(adj_file_kind_at("/dev/null"), ADJ_FILE_OTHER);
    scratch_write(scratch_path(*state, "a"), "", 0);
    assert_int_equal(adj_file_modified(scratch_path(*state, "a"), &seconds, &nanoseconds, &err), ADJ_OK);
    assert_true(seconds > 1600000000);
    assert_int_equal(adj_file_modified(scratch_path(*state, "b"), &seconds, &nanoseconds, &err),
                     ADJ_ENOTFOUND);
    assert_int_equal(adj_file_remove(scratch_path(*state, "a"), &err), ADJ_OK);
    assert_int_equal(adj_file_remove(scratch_path(*state, "a"), &err), ADJ_ENOTFOUND);
}

/* --- confinement ----------------------------------------------------------------- */

static void a_path_stays_under_its_root(void **state)
{
    static const struct { const char *relative; adj_status want; } cases[] = {
        { "in/file", ADJ_OK },        { "./in//file", ADJ_OK },   { "in/..file", ADJ_OK },
        { "in/inner", ADJ_OK },       { "", ADJ_EINVAL },         { "/etc/passwd", ADJ_EINVAL },
        { "..", ADJ_EINVAL },         { "../top", ADJ_EINVAL },   { "in/../in/file", ADJ_EINVAL },
        { "in/..", ADJ_EINVAL },      { "in/out", ADJ_EINVAL },   { "outdir/secret", ADJ_EINVAL },
        { "in/none", ADJ_ENOTFOUND }, { "in/file/x", ADJ_ENOTFOUND }, { "beside", ADJ_EINVAL },
    };
    adj_error err = { 0 };
    char *path;

    assert_int_equal(adj_file_make_folders(scratch_path(*state, "root/in"), &err), ADJ_OK);
    assert_int_equal(adj_file_make_folders(scratch_path(*state, "root-not"), &err), ADJ_OK);
    scratch_write(scratch_path(*state, "root/in/file"), "", 0);
    scratch_write(scratch_path(*state, "root/in/..file"), "", 0);
    scratch_write(scratch_path(*state, "secret"), "", 0);
    assert_int_equal(symlink("../../secret", scratch_path(*state, "root/in/out")), 0);
    assert_int_equal(symlink("file", scratch_path(*state, "root/in/inner")), 0);
    assert_int_equal(symlink("..", scratch_path(*state, "root/outdir")), 0);
    assert_int_equal(symlink("../root-not", scratch_path(*state, "root/beside")), 0);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        assert_int_equal(adj_file_under(scratch_path(*state, "root"), cases[i].relative, &path, &err),
                         cases[i].want);
        assert_true((path != NULL) == (cases[i].want == ADJ_OK));
        free(path);
    }
    assert_int_equal(adj_file_under(scratch_path(*state, "none"), "a", &path, &err), ADJ_ENOTFOUND);
    assert_int_equal(adj_file_under("/", "etc", &path, &err), ADJ_OK);
    free(path);
}

static void a_circle_of_links_is_an_error(void **state)
{
    adj_error err = { 0 };
    char *path;

    assert_int_equal(symlink("b", scratch_path(*state, "a")), 0);
    assert_int_equal(symlink("a", scratch_path(*state, "b")), 0);
    assert_int_equal(adj_file_under(*state, "a", &path, &err), ADJ_EIO);
    assert_null(path);
}

/* --- the user's folders ------------------------------------------------------------ */

static void the_user_folders_follow_the_environment(void **state)
{
    adj_error err = { 0 };
    char *path;

    (void)state;
    (void)setenv("HOME", "/home/x", 1);
    (void)unsetenv("XDG_STATE_HOME");
    (void)setenv("XDG_DATA_HOME", "relative", 1);               /* to be ignored, says the standard */
    assert_int_equal(adj_file_state_home(&path, &err), ADJ_OK);
    assert_string_equal(path, "/home/x/.local/state");
    free(path);
    assert_int_equal(adj_file_data_home(&path, &err), ADJ_OK);
    assert_string_equal(path, "/home/x/.local/share");
    free(path);
    (void)setenv("XDG_STATE_HOME", "/s", 1);
    (void)setenv("XDG_DATA_HOME", "/d", 1);
    (void)unsetenv("HOME");
    assert_int_equal(adj_file_state_home(&path, &err), ADJ_OK);
    assert_string_equal(path, "/s");
    free(path);
    assert_int_equal(adj_file_data_home(&path, &err), ADJ_OK);
    assert_string_equal(path, "/d");
    free(path);
}

static void a_missing_home_is_one_clear_error(void **state)
{
    adj_error err = { 0 };
    char *path;

    (void)state;
    (void)unsetenv("XDG_DATA_HOME");
    (void)unsetenv("HOME");
    assert_int_equal(adj_file_data_home(&path, &err), ADJ_ENOTFOUND);
    assert_null(path);
    assert_non_null(strstr(err.text, "HOME is not set"));
    assert_non_null(strstr(err.text, "XDG_DATA_HOME"));
}

static void the_program_finds_itself(void **state)
{
    char *path;

    (void)state;
    assert_int_equal(adj_file_executable(&path, NULL), ADJ_OK);
    assert_non_null(strstr(path, "test_files"));
    free(path);
}

static void a_temporary_folder_is_new_and_empty(void **state)
{
    adj_file_list list;
    adj_error err = { 0 };
    char *path;

    (void)setenv("TMPDIR", *state, 1);
    assert_int_equal(adj_file_make_temporary(&path, &err), ADJ_OK);
    assert_int_equal(adj_file_list_read(path, &list, &err), ADJ_OK);
    assert_int_equal(list.count, 0);
    adj_file_list_free(&list);
    assert_int_equal(adj_file_remove(path, &err), ADJ_OK);
    free(path);
    (void)setenv("TMPDIR", "/proc", 1);
    assert_int_equal(adj_file_make_temporary(&path, &err), ADJ_EIO);
    assert_null(path);
    (void)unsetenv("TMPDIR");
}

#define IN_SCRATCH(f) cmocka_unit_test_setup_teardown(f, scratch_make, scratch_remove)

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_SCRATCH(a_file_is_read_whole_or_refused_by_size),
        cmocka_unit_test(files_that_grow_past_the_hint_are_read_whole),
        IN_SCRATCH(what_is_not_a_file_is_refused_by_name),
        IN_SCRATCH(writing_replaces_whole_and_leaves_nothing_behind),
        IN_SCRATCH(a_file_has_the_rights_that_the_umask_leaves),
        IN_SCRATCH(a_file_in_the_working_folder_can_be_written),
        IN_SCRATCH(lists_are_sorted_by_bytes),
        IN_SCRATCH(long_lists_come_whole),
        IN_SCRATCH(folders_are_made_with_those_above),
        IN_SCRATCH(a_new_folder_must_be_new),
        IN_SCRATCH(kinds_and_times_are_told),
        IN_SCRATCH(a_path_stays_under_its_root),
        IN_SCRATCH(a_circle_of_links_is_an_error),
        cmocka_unit_test(the_user_folders_follow_the_environment),
        cmocka_unit_test(a_missing_home_is_one_clear_error),
        cmocka_unit_test(the_program_finds_itself),
        IN_SCRATCH(a_temporary_folder_is_new_and_empty),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <readline/history.h>

#include "history.h"

static char folder[64], path[128], message[512];

static int make_folder(void **state)
{
    (void)state;
    strcpy(folder, "/tmp/adj-history-XXXXXX");
    if (mkdtemp(folder) == NULL)
        return -1;
    snprintf(path, sizeof path, "%s/a/b/history", folder);
    clear_history();
    return 0;
}

static int drop_folder(void **state)
{
    char command[160];

    (void)state;
    adj_history_close();
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    return system(command);
}

static void restart(void)
{
    adj_history_close();
    clear_history();
    assert_true(adj_history_open(path, message, sizeof message));
}

static const char *entry(int i)
{
    HIST_ENTRY *e = history_get(history_base + i);

    return e != NULL ? e->line : "(none)";
}

static void a_function_of_many_lines_is_one_entry_after_a_restart(void **state)
{
    static const char text[] = "function f(a)\n  local b = \"\\n\\\\\"\n  return a\nend";

    (void)state;
    restart();
    adj_history_add("first");
    adj_history_add(text);
    restart();
    assert_int_equal(history_length, 2);
    assert_string_equal(entry(0), "first");
    assert_string_equal(entry(1), text);
}

static void blanks_and_repetitions_are_not_kept(void **state)
{
    (void)state;
    restart();
    adj_history_add("  \n\t ");
    adj_history_add("map");
    adj_history_add("map");
    adj_history_add("units");
    adj_history_add("map");
    restart();
    assert_int_equal(history_length, 3);
}

static void a_long_file_is_cut_to_its_newest_entries(void **state)
{
    char text[32];
    FILE *in;
    int lines = 0;

    (void)state;
    restart();
    for (int i = 0; i < 2100; i++) {
        snprintf(text, sizeof text, "line %d", i);
        adj_history_add(text);
    }
    restart();
    assert_int_equal(history_length, 1000);
    assert_string_equal(entry(999), "line 2099");
    in = fopen(path, "r");
    assert_non_null(in);
    while (fgets(text, sizeof text, in) != NULL)
        lines++;
    fclose(in);
    assert_int_equal(lines, 1000);
}

/* It may name what one had rather kept to oneself. */
static void the_file_is_for_its_owner_alone_also_when_it_was_cut(void **state)
{
    struct stat info;
    char text[32];

    (void)state;
    umask(022);
    restart();
    for (int i = 0; i < 2100; i++) {
        snprintf(text, sizeof text, "line %d", i);
        adj_history_add(text);
    }
    assert_int_equal(stat(path, &info), 0);
    assert_int_equal(info.st_mode & 0777, 0600);
    restart();
    assert_int_equal(history_length, 1000);
    assert_int_equal(stat(path, &info), 0);
    assert_int_equal(info.st_mode & 0777, 0600);
}

static bool file_holds(const char *wanted)
{
    char text[64];
    FILE *in = fopen(path, "r");
    bool found = false;

    assert_non_null(in);
    while (fgets(text, sizeof text, in) != NULL)
        found = found || strcmp(text, wanted) == 0;
    fclose(in);
    return found;
}

/* The other prompt has put a shorter file in the place of the one that ours is open on. */
static void what_is_added_after_another_prompt_cut_the_file_is_kept(void **state)
{
    char other[160];
    FILE *out;

    (void)state;
    restart();
    adj_history_add("before");
    snprintf(other, sizeof other, "%s.new", path);
    out = fopen(other, "w");
    assert_non_null(out);
    fputs("newest\n", out);
    fclose(out);
    assert_int_equal(rename(other, path), 0);
    adj_history_add("after");
    adj_history_add("long after");
    assert_true(file_holds("newest\n"));
    assert_true(file_holds("after\n"));
    assert_true(file_holds("long after\n"));
}

static void a_folder_that_cannot_be_made_is_said_and_harms_nothing(void **state)
{
    (void)state;
    assert_false(adj_history_open("/proc/nowhere/history", message, sizeof message));
    assert_non_null(strstr(message, "history is not kept"));
    adj_history_add("still works");
    assert_int_equal(history_length, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_function_of_many_lines_is_one_entry_after_a_restart,
                                        make_folder, drop_folder),
        cmocka_unit_test_setup_teardown(blanks_and_repetitions_are_not_kept, make_folder,
                                        drop_folder),
        cmocka_unit_test_setup_teardown(a_long_file_is_cut_to_its_newest_entries, make_folder,
                                        drop_folder),
        cmocka_unit_test_setup_teardown(the_file_is_for_its_owner_alone_also_when_it_was_cut,
                                        make_folder, drop_folder),
        cmocka_unit_test_setup_teardown(what_is_added_after_another_prompt_cut_the_file_is_kept,
                                        make_folder, drop_folder),
        cmocka_unit_test_setup_teardown(a_folder_that_cannot_be_made_is_said_and_harms_nothing,
                                        make_folder, drop_folder),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}

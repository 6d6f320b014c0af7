/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The journal on disk: creating, opening, locking, torn tails, recovering. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "faulty_disk.h"
#include "files.h"
#include "journal.h"
#include "scratch.h"

/* --- creating and opening --------------------------------------------------------------- */

static void a_second_game_in_the_folder_is_refused(void **state)
{
    adj_journal *journal = game_new(*state, NULL), *second;
    adj_error err = { 0 };

    adj_journal_close(journal);
    assert_int_equal(game_create(*state, NULL, &second, &err), ADJ_EINVAL);
    assert_non_null(strstr(err.text, "holds a game already"));
    assert_int_equal(game_create("/proc/none", NULL, &second, &err), ADJ_ENOTFOUND);
    assert_int_equal(adj_journal_open(scratch_path(*state, "x"), 0, NULL, &second, &err), ADJ_ENOTFOUND);
    assert_non_null(strstr(err.text, "no game here"));
    /* which is not said of one that cannot be looked at */
    assert_int_equal(symlink("loop", scratch_path(*state, "loop")), 0);
    assert_int_equal(adj_journal_open(scratch_path(*state, "loop"), 0, NULL, &second, &err), ADJ_EIO);
    assert_non_null(strstr(err.text, "symbolic links"));
    assert_null(second);
}

static void creating_fails_at_every_call_and_leaves_no_game(void **state)
{
    static const faulty_disk broken[] = {
        { .opens = 1 }, { .truncates = 1 }, { .writes = 1 }, { .syncs = 1 }, { .opens = 2 }, { .syncs = 2 },
    };
    adj_journal *journal;
    adj_error err = { 0 };

    for (size_t i = 0; i < sizeof broken / sizeof *broken; i++) {
        faulty_disk d = broken[i];
        assert_int_equal(game_create(*state, &d, &journal, &err), ADJ_EIO);
        assert_null(journal);
        assert_int_equal(adj_file_kind_at(scratch_path(*state, "journal")), ADJ_FILE_NONE);
        assert_int_equal(adj_file_kind_at(scratch_path(*state, "journal.new")), ADJ_FILE_NONE);
    }
    adj_journal_close(game_new(*state, &(faulty_disk){ .interrupts = 3 }));
    game_assert(*state, NULL, 0);
}

static void what_a_killed_start_left_is_no_hindrance(void **state)
{
    scratch_write(scratch_path(*state, "journal.new"), "adjutant-jour", 13);
    adj_journal_close(game_new(*state, NULL));
    game_assert(*state, NULL, 0);
}

static void the_header_alone_can_be_read(void **state)
{
    adj_journal *journal = game_new(*state, NULL);
    adj_error err = { 0 };

    assert_int_equal(game_put(journal, "4", false, &err), ADJ_OK);
    adj_journal_close(journal);
    assert_int_equal(adj_journal_open(*state, ADJ_JOURNAL_HEADER_ONLY, NULL, &journal, &err), ADJ_OK);
    assert_int_equal(adj_journal_fact_count(journal), 2);
    assert_int_equal(adj_journal_count(journal), 0);
    assert_int_equal(game_put(journal, "5", false, &err), ADJ_EINVAL);
    assert_non_null(strstr(err.text, "read-only"));
    adj_journal_close(journal);
}

static void opening_fails_at_every_call_and_works_afterwards(void **state)
{
    static const faulty_disk broken[] = {
        { .opens = 1 }, { .opens = 2 }, { .writes = 1 }, { .syncs = 1 }, { .syncs = 2 }, { .truncates = 1 },
    };
    adj_journal *journal = game_new(*state, NULL);
    adj_error err = { 0 };
    size_t length, dropped;
    char *text;

    assert_int_equal(game_put(journal, "4", false, &err), ADJ_OK);
    assert_int_equal(game_put(journal, "5", false, &err), ADJ_OK);
    adj_journal_close(journal);
    text = scratch_read(scratch_path(*state, "journal"), &length);
    for (size_t i = 0; i < sizeof broken / sizeof *broken; i++) {
        faulty_disk d = broken[i];
        adj_journal_io io = faulty_io(&d);
        scratch_write(scratch_path(*state, "journal"), text, length - 3);
        assert_int_equal(adj_journal_open(*state, 0, &io, &journal, &err), ADJ_EIO);
        assert_null(journal);
        journal = game_open(*state);
        assert_int_equal(adj_journal_count(journal), 1);
        (void)adj_journal_dropped(journal, &dropped);
        assert_int_equal(dropped, length - 3 - adj_journal_length(journal));
        adj_journal_close(journal);
    }
    free(text);
}

static void a_folder_in_the_place_of_the_journal_is_refused(void **state)
{
    adj_journal *journal;
    adj_error err = { 0 };

    assert_int_equal(mkdir(scratch_path(*state, "journal"), 0700), 0);
    assert_int_equal(adj_journal_open(*state, 0, NULL, &journal, &err), ADJ_EIO);
    assert_int_equal(adj_journal_open(*state, ADJ_JOURNAL_READ_ONLY, NULL, &journal, &err), ADJ_EINVAL);
    assert_int_equal(rmdir(scratch_path(*state, "journal")), 0);
    assert_int_equal(mkfifo(scratch_path(*state, "journal"), 0600), 0);
    assert_int_equal(adj_journal_open(*state, 0, NULL, &journal, &err), ADJ_EDAMAGED);
}

/* --- torn tails --------------------------------------------------------------------------- */

static void cut_at_every_byte_the_game_goes_on(void **state)
{
    adj_journal *journal = game_new(*state, NULL);
    size_t header = (size_t)adj_journal_length(journal), length;
    adj_error err = { 0 };
    char *text;

    for (int i = 0; i < 4; i++)
        assert_int_equal(game_put(journal, "roll 2d6: 3 4", false, &err), ADJ_OK);
    adj_journal_close(journal);
    text = scratch_read(scratch_path(*state, "journal"), &length);
    for (size_t cut = header; cut <= length; cut++) {
        size_t dropped, count, kept_length;
        char *kept;
        scratch_write(scratch_path(*state, "journal"), text, cut);
        journal = game_open(*state);
        count = adj_journal_count(journal);
        if (adj_journal_dropped(journal, &dropped) != NULL) {
            kept = scratch_read(adj_journal_dropped_path(journal), &kept_length);
            assert_int_equal(kept_length, dropped);
            assert_memory_equal(kept, text + cut - dropped, dropped);
            free(kept);
            assert_int_equal(unlink(scratch_path(*state, "journal.torn.1")), 0);
        }
        assert_int_equal(game_put(journal, "on", true, &err), ADJ_OK);
        adj_journal_close(journal);
        journal = game_open(*state);
        assert_int_equal(adj_journal_count(journal), count + 1);
        assert_null(adj_journal_dropped(journal, &dropped));
        adj_journal_close(journal);
    }
    free(text);
}

static void every_torn_tail_is_kept(void **state)
{
    for (int i = 1; i <= 3; i++) {
        adj_journal *journal = i == 1 ? game_new(*state, NULL) : game_open(*state);
        adj_error err = { 0 };
        char name[] = "journal.torn.0";
        uint64_t whole = adj_journal_length(journal);

        assert_int_equal(game_put(journal, "4", false, &err), ADJ_OK);
        adj_journal_close(journal);
        assert_int_equal(truncate(scratch_path(*state, "journal"), (off_t)whole + i), 0);
        journal = game_open(*state);
        name[13] = (char)('0' + i);
        assert_string_equal(adj_journal_dropped_path(journal), scratch_path(*state, name));
        adj_journal_close(journal);
    }
    for (int i = 1; i <= 3; i++) {
        char name[] = "journal.torn.0";
        size_t length;
        name[13] = (char)('0' + i);
        free(scratch_read(scratch_path(*state, name), &length));
        assert_int_equal(length, i);
    }
}

static void reading_only_cuts_nothing(void **state)
{
    adj_journal *journal = game_new(*state, NULL);
    adj_error err = { 0 };
    size_t length, again, dropped;
    uint64_t whole;

    assert_int_equal(game_put(journal, "4", false, &err), ADJ_OK);
    whole = adj_journal_length(journal);
    assert_int_equal(game_put(journal, "5", false, &err), ADJ_OK);
    adj_journal_close(journal);
    assert_int_equal(truncate(scratch_path(*state, "journal"), (off_t)whole + 7), 0);
    free(scratch_read(scratch_path(*state, "journal"), &length));
    assert_int_equal(adj_journal_open(*state, ADJ_JOURNAL_READ_ONLY, NULL, &journal, &err), ADJ_OK);
    assert_int_equal(adj_journal_count(journal), 1);
    assert_memory_equal(adj_journal_dropped(journal, &dropped), "2 answe", 7);
    assert_int_equal(dropped, 7);
    assert_null(adj_journal_dropped_path(journal));
    adj_journal_close(journal);
    free(scratch_read(scratch_path(*state, "journal"), &again));
    assert_int_equal(again, length);
}

/* --- the lock ------------------------------------------------------------------------------ */

/* Opens the game in another process; what it got. */
static adj_status open_elsewhere(const char *folder, int flags)
{
    int status;
    pid_t child = fork();

    assert_true(child >= 0);
    if (child == 0) {
        adj_journal *journal;
        adj_status got = adj_journal_open(folder, flags, NULL, &journal, NULL);
        adj_journal_close(journal);
        _exit((int)got);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    return (adj_status)WEXITSTATUS(status);
}

static void one_process_writes_and_others_may_read(void **state)
{
    faulty_disk d = { 0 };
    adj_journal *journal = game_new(*state, &d), *second;
    adj_error err = { 0 };

    assert_int_equal(open_elsewhere(*state, 0), ADJ_ELOCKED);
    assert_int_equal(open_elsewhere(*state, ADJ_JOURNAL_READ_ONLY), ADJ_OK);
    assert_int_equal(adj_journal_open(*state, 0, NULL, &second, &err), ADJ_ELOCKED);
    assert_non_null(strstr(err.text, "look with --read-only"));
    d.syncs = 1;                                        /* also after the file was replaced */
    assert_int_equal(game_put(journal, "hash", true, &err), ADJ_OK);
    assert_int_equal(open_elsewhere(*state, 0), ADJ_ELOCKED);
    adj_journal_close(journal);
    assert_int_equal(open_elsewhere(*state, 0), ADJ_OK);
    journal = game_open(*state);
    assert_int_equal(open_elsewhere(*state, 0), ADJ_ELOCKED);
    adj_journal_close(journal);
}

/* --- recovering --------------------------------------------------------------------------------- */

static void recovering_copies_up_to_the_damage(void **state)
{
    static const char *const want[] = { "one", "two", "on" };
    adj_journal *journal = game_new(*state, NULL);
    adj_error err = { 0 }, damage;
    size_t length, again, kept;
    char *text, *after;

    assert_int_equal(game_put(journal, "one", false, &err), ADJ_OK);
    assert_int_equal(game_put(journal, "two", false, &err), ADJ_OK);
    assert_int_equal(game_put(journal, "three", false, &err), ADJ_OK);
    adj_journal_close(journal);
    text = scratch_read(scratch_path(*state, "journal"), &length);
    text[length - 12] ^= 1;
    scratch_write(scratch_path(*state, "journal"), text, length);
    assert_int_equal(adj_journal_open(*state, 0, NULL, &journal, &err), ADJ_EDAMAGED);
    assert_int_equal(adj_journal_recover(*state, scratch_path(*state, "new"), &kept, &damage, &err), ADJ_OK);
    assert_int_equal(kept, 2);
    assert_int_equal(damage.status, ADJ_EDAMAGED);
    assert_non_null(strstr(damage.text, "record 3 "));
    after = scratch_read(scratch_path(*state, "journal"), &again);
    assert_int_equal(again, length);
    assert_memory_equal(after, text, length);
    journal = game_open(scratch_path(*state, "new"));
    assert_int_equal(game_put(journal, "on", true, &err), ADJ_OK);
    adj_journal_close(journal);
    game_assert(scratch_path(*state, "new"), want, 3);
    assert_int_equal(adj_journal_recover(*state, scratch_path(*state, "new"), &kept, &damage, &err),
                     ADJ_EINVAL);
    free(text);
    free(after);
}

static void recovering_needs_a_whole_header(void **state)
{
    adj_error err = { 0 }, damage;
    size_t kept;

    assert_int_equal(adj_journal_recover(*state, scratch_path(*state, "new"), &kept, &damage, &err),
                     ADJ_ENOTFOUND);
    scratch_write(scratch_path(*state, "journal"), "adjutant-journal 1\nseed 4", 25);
    assert_int_equal(adj_journal_recover(*state, scratch_path(*state, "new"), &kept, &damage, &err),
                     ADJ_EDAMAGED);
    assert_non_null(strstr(err.text, "cut short"));
    scratch_write(scratch_path(*state, "journal"), "adjutant-journal 9\n", 19);
    assert_int_equal(adj_journal_recover(*state, scratch_path(*state, "new"), &kept, &damage, &err),
                     ADJ_EVERSION);
    assert_int_equal(adj_file_kind_at(scratch_path(*state, "new")), ADJ_FILE_NONE);
}

static void recovering_a_sound_game_copies_all(void **state)
{
    static const char *const want[] = { "one" };
    adj_journal *journal = game_new(*state, NULL);
    adj_error err = { 0 }, damage;
    size_t kept;

    assert_int_equal(game_put(journal, "one", false, &err), ADJ_OK);
    adj_journal_close(journal);
    assert_int_equal(adj_journal_recover(*state, scratch_path(*state, "new"), &kept, &damage, &err), ADJ_OK);
    assert_int_equal(damage.status, ADJ_OK);
    game_assert(scratch_path(*state, "new"), want, 1);
}

#define IN_SCRATCH(f) cmocka_unit_test_setup_teardown(f, scratch_make, scratch_remove)

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_SCRATCH(a_second_game_in_the_folder_is_refused),
        IN_SCRATCH(creating_fails_at_every_call_and_leaves_no_game),
        IN_SCRATCH(what_a_killed_start_left_is_no_hindrance),
        IN_SCRATCH(the_header_alone_can_be_read),
        IN_SCRATCH(opening_fails_at_every_call_and_works_afterwards),
        IN_SCRATCH(a_folder_in_the_place_of_the_journal_is_refused),
        IN_SCRATCH(cut_at_every_byte_the_game_goes_on),
        IN_SCRATCH(every_torn_tail_is_kept),
        IN_SCRATCH(reading_only_cuts_nothing),
        IN_SCRATCH(one_process_writes_and_others_may_read),
        IN_SCRATCH(recovering_copies_up_to_the_damage),
        IN_SCRATCH(recovering_needs_a_whole_header),
        IN_SCRATCH(recovering_a_sound_game_copies_all),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

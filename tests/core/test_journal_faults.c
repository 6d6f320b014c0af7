/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The journal when the disk says no: full disks, short writes, failed syncs. (valgrind: too slow) */
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

#include "faulty_disk.h"
#include "journal.h"
#include "scratch.h"

/* --- failing writes -------------------------------------------------------------------------- */

static void a_full_disk_leaves_no_half_record(void **state)
{
    static const char *const want[] = { "one", "three" };
    const size_t short_by[] = { 0, 1, 5, 12 };

    for (size_t i = 0; i < 4; i++) {
        faulty_disk d = { .short_by = short_by[i] };
        adj_journal *journal = game_new(*state, &d);
        adj_error err = { 0 };
        uint64_t length;

        assert_int_equal(game_put(journal, "one", false, &err), ADJ_OK);
        length = adj_journal_length(journal);
        assert_null(adj_journal_failure(journal));
        d.writes = 1;
        d.for_ever = true;
        for (int again = 0; again < 3; again++) {
            assert_int_equal(game_put(journal, "two", true, &err), ADJ_EIO);
            assert_non_null(strstr(err.text, "No space left on device"));
            assert_string_equal(adj_journal_failure(journal), err.text);
            assert_int_equal(adj_journal_length(journal), length);
            assert_int_equal(adj_journal_count(journal), 1);
        }
        d.writes = 0;
        assert_int_equal(game_put(journal, "three", true, &err), ADJ_OK);
        assert_null(adj_journal_failure(journal));
        adj_journal_close(journal);
        game_assert(*state, want, 2);
        assert_int_equal(unlink(scratch_path(*state, "journal")), 0);
    }
}

static void what_could_not_be_cut_is_cut_before_the_next_write(void **state)
{
    static const char *const want[] = { "one", "three" };
    faulty_disk d = { .short_by = 4 };
    adj_journal *journal = game_new(*state, &d);
    adj_error err = { 0 };

    assert_int_equal(game_put(journal, "one", false, &err), ADJ_OK);
    d.writes = 1;
    d.truncates = 1;
    d.for_ever = true;
    assert_int_equal(game_put(journal, "two", false, &err), ADJ_EIO);
    d.writes = 0;
    assert_int_equal(game_put(journal, "two", false, &err), ADJ_EIO);        /* still not cut */
    d.truncates = 0;
    assert_int_equal(game_put(journal, "three", false, &err), ADJ_OK);
    adj_journal_close(journal);
    game_assert(*state, want, 2);
}

static void an_interrupted_write_is_gone_on_with(void **state)
{
    static const char *const want[] = { "one" };
    faulty_disk d = { 0 };
    adj_journal *journal = game_new(*state, &d);
    adj_error err = { 0 };

    d.interrupts = 3;
    assert_int_equal(game_put(journal, "one", false, &err), ADJ_OK);
    adj_journal_close(journal);
    game_assert(*state, want, 1);
}

static void a_record_goes_out_in_one_write_and_syncs_only_when_asked(void **state)
{
    faulty_disk d = { 0 };
    adj_journal *journal = game_new(*state, &d);
    adj_error err = { 0 };
    int writes = d.writes_seen, syncs = d.syncs_seen;

    assert_int_equal(game_put(journal, "a\nb", false, &err), ADJ_OK);
    assert_int_equal(d.writes_seen, writes + 1);
    assert_int_equal(d.syncs_seen, syncs);
    assert_int_equal(game_put(journal, "c", true, &err), ADJ_OK);
    assert_int_equal(d.writes_seen, writes + 2);
    assert_int_equal(d.syncs_seen, syncs + 1);
    adj_journal_close(journal);
}

static void unsynced_records_are_synced_in_the_end(void **state)
{
    static char payload[60000];
    faulty_disk d = { 0 };
    adj_journal *journal = game_new(*state, &d);
    int syncs = d.syncs_seen;
    adj_error err = { 0 };

    memset(payload, 'x', sizeof payload - 1);
    for (int i = 0; i < 20; i++)
        assert_int_equal(game_put(journal, payload, false, &err), ADJ_OK);
    assert_int_equal(d.syncs_seen, syncs + 1);
    adj_journal_close(journal);
}

static void the_limit_is_64_kib_a_line(void **state)
{
    enum { FRAME = 2 + 7 + 10 };                        /* "1 answer ", " 89abcdef\n" */
    char *payload = calloc(1, ADJ_JOURNAL_LINE_BYTES + 1);
    adj_journal *journal = game_new(*state, NULL);
    adj_error err = { 0 };
    size_t fit = ADJ_JOURNAL_LINE_BYTES - FRAME;

    assert_non_null(payload);
    memset(payload, 'x', ADJ_JOURNAL_LINE_BYTES);
    assert_int_equal(adj_journal_append(journal, ADJ_JOURNAL_ANSWER, payload, fit + 1, false, NULL, &err),
                     ADJ_ERANGE);
    assert_non_null(strstr(err.text, "too long"));
    assert_null(adj_journal_failure(journal));
    assert_int_equal(adj_journal_append(journal, ADJ_JOURNAL_ANSWER, payload, fit, false, NULL, &err),
                     ADJ_OK);
    memset(payload, '\n', ADJ_JOURNAL_LINE_BYTES);      /* escaped, it is twice as long */
    assert_int_equal(adj_journal_append(journal, ADJ_JOURNAL_ANSWER, payload, fit, false, NULL, &err),
                     ADJ_ERANGE);
    adj_journal_close(journal);
    journal = game_open(*state);
    assert_int_equal(adj_journal_count(journal), 1);
    assert_int_equal(adj_journal_at(journal, 0).length, fit);
    adj_journal_close(journal);
    free(payload);
}

/* --- failing syncs ----------------------------------------------------------------------------- */

static ino_t inode(const char *path)
{
    struct stat info;

    assert_int_equal(stat(path, &info), 0);
    return info.st_ino;
}

static void after_a_failed_sync_the_game_goes_on_in_a_new_file(void **state)
{
    static const char *const want[] = { "one", "two", "three", "four", "five" };
    faulty_disk d = { 0 };
    adj_journal *journal = game_new(*state, &d);
    adj_error err = { 0 };
    ino_t old = inode(scratch_path(*state, "journal"));

    assert_int_equal(game_put(journal, "one", true, &err), ADJ_OK);
    assert_int_equal(game_put(journal, "two", false, &err), ADJ_OK);
    d.syncs = 1;
    assert_int_equal(game_put(journal, "three", true, &err), ADJ_OK);
    assert_true(inode(scratch_path(*state, "journal")) != old);
    assert_int_equal(game_put(journal, "four", false, &err), ADJ_OK);
    assert_int_equal(game_put(journal, "five", true, &err), ADJ_OK);
    adj_journal_close(journal);
    game_assert(*state, want, 5);
}

static void while_no_new_file_can_be_written_nothing_is_recorded(void **state)
{
    static const char *const want[] = { "one", "two", "four" };
    static const faulty_disk broken[] = {
        { .syncs = 1, .for_ever = true },               /* the new file cannot be synced either */
        { .syncs = 1, .opens = 1, .for_ever = true },
        { .syncs = 1, .truncates = 1, .for_ever = true },
    };

    for (size_t i = 0; i < sizeof broken / sizeof *broken; i++) {
        faulty_disk d = { 0 };
        adj_journal *journal = game_new(*state, &d);
        adj_error err = { 0 };

        assert_int_equal(game_put(journal, "one", true, &err), ADJ_OK);
        assert_int_equal(game_put(journal, "two", false, &err), ADJ_OK);
        d = broken[i];
        assert_int_equal(game_put(journal, "three", true, &err), ADJ_EIO);
        assert_non_null(adj_journal_failure(journal));
        assert_int_equal(adj_journal_count(journal), 2);
        assert_int_equal(game_put(journal, "three", false, &err), ADJ_EIO);
        d = (faulty_disk){ 0 };
        assert_int_equal(game_put(journal, "four", false, &err), ADJ_OK);
        assert_null(adj_journal_failure(journal));
        adj_journal_close(journal);
        game_assert(*state, want, 3);
        assert_int_equal(unlink(scratch_path(*state, "journal")), 0);
    }
}

/* For each n: the n-th call of one kind fails, once or from then on, in the middle of a game.
 * Whatever was acknowledged is there afterwards, in order, and nothing that was not. */
static void play_on(const char *folder, faulty_disk broken)
{
    faulty_disk d = { 0 };
    adj_journal *journal = game_new(folder, &d);
    const char *acknowledged[40];
    char texts[40][12];
    size_t count = 0;
    adj_error err = { 0 };

    d = broken;
    for (int i = 0; i < 40; i++) {
        (void)snprintf(texts[i], sizeof texts[i], "%d", i);
        if (i == 30)
            d = (faulty_disk){ 0 };                            /* space was freed */
        if (game_put(journal, texts[i], i % 4 == 3, &err) == ADJ_OK)
            acknowledged[count++] = texts[i];
        else
            assert_true(i < 30);
    }
    adj_journal_close(journal);
    game_assert(folder, acknowledged, count);
    assert_int_equal(unlink(scratch_path(folder, "journal")), 0);
}

static void whatever_call_fails_no_acknowledged_record_is_lost(void **state)
{
    for (int n = 1; n <= 24; n++)
        for (int for_ever = 0; for_ever < 2; for_ever++) {
            play_on(*state, (faulty_disk){ .writes = n, .for_ever = for_ever });
            play_on(*state, (faulty_disk){ .writes = n, .for_ever = for_ever, .short_by = 3 });
            play_on(*state, (faulty_disk){ .writes = n, .truncates = 1, .for_ever = for_ever, .short_by = 3 });
            play_on(*state, (faulty_disk){ .syncs = n, .for_ever = for_ever });
            play_on(*state, (faulty_disk){ .syncs = 2, .opens = n, .for_ever = for_ever });
            play_on(*state, (faulty_disk){ .syncs = 2, .writes = n, .for_ever = for_ever });
            play_on(*state, (faulty_disk){ .syncs = 2, .truncates = n, .for_ever = for_ever });
        }
}

#define IN_SCRATCH(f) cmocka_unit_test_setup_teardown(f, scratch_make, scratch_remove)

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_SCRATCH(a_full_disk_leaves_no_half_record),
        IN_SCRATCH(what_could_not_be_cut_is_cut_before_the_next_write),
        IN_SCRATCH(an_interrupted_write_is_gone_on_with),
        IN_SCRATCH(a_record_goes_out_in_one_write_and_syncs_only_when_asked),
        IN_SCRATCH(unsynced_records_are_synced_in_the_end),
        IN_SCRATCH(the_limit_is_64_kib_a_line),
        IN_SCRATCH(after_a_failed_sync_the_game_goes_on_in_a_new_file),
        IN_SCRATCH(while_no_new_file_can_be_written_nothing_is_recorded),
        IN_SCRATCH(whatever_call_fails_no_acknowledged_record_is_lost),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

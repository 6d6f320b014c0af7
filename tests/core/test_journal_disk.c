/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The journal on disk: creating, locking, torn tails, and every way a disk can say no. */
#include <errno.h>
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "files.h"
#include "journal.h"
#include "scratch.h"

static const adj_journal_fact facts[] = { { "program", "0.1.0", 5 }, { "seed", "42", 2 } };

/* --- a disk that fails when told ------------------------------------------------------- */

typedef struct {
    int opens, writes, syncs, truncates;        /* the n-th call from now fails; 0: none */
    bool for_ever;                              /* and all later ones */
    size_t short_by;                            /* a failing write leaves this many bytes out */
    int writes_seen, syncs_seen;
    int interrupts;                             /* this many writes end with EINTR first */
} disk;

static bool fails(const disk *d, int *countdown)
{
    if (*countdown == 0)
        return false;
    if (*countdown > 1 || !d->for_ever)
        return --*countdown == 0;
    return true;
}

static int disk_open(void *context, const char *path, int flags, mode_t mode)
{
    disk *d = context;

    if (!fails(d, &d->opens))
        return open(path, flags, mode);
    errno = EMFILE;
    return -1;
}

static ssize_t disk_write(void *context, int fd, const void *bytes, size_t length)
{
    disk *d = context;

    d->writes_seen++;
    if (d->interrupts > 0 && d->interrupts--) {
        errno = EINTR;
        return -1;
    }
    if (!fails(d, &d->writes))
        return write(fd, bytes, length);
    if (d->short_by > 0 && d->short_by < length)
        return write(fd, bytes, length - d->short_by);
    errno = ENOSPC;
    return -1;
}

static int disk_sync(void *context, int fd)
{
    disk *d = context;

    d->syncs_seen++;
    if (!fails(d, &d->syncs))
        return fdatasync(fd);
    errno = EIO;
    return -1;
}

static int disk_truncate(void *context, int fd, off_t length)
{
    disk *d = context;

    if (!fails(d, &d->truncates))
        return ftruncate(fd, length);
    errno = EIO;
    return -1;
}

static adj_journal_io io_of(disk *d)
{
    return (adj_journal_io){ d, disk_open, disk_write, disk_sync, disk_truncate };
}

static adj_status create_on(const char *folder, disk *d, adj_journal **out, adj_error *err)
{
    adj_journal_io io = io_of(d);

    return adj_journal_create(folder, facts, 2, &io, out, err);
}

static adj_journal *create(const char *folder, disk *d)
{
    adj_journal *journal;
    adj_error err = { 0 };

    if (create_on(folder, d, &journal, &err) != ADJ_OK)
        fail_msg("%s", err.text);
    return journal;
}

static adj_status put(adj_journal *journal, const char *text, bool sync, adj_error *err)
{
    return adj_journal_append(journal, sync ? ADJ_JOURNAL_DONE : ADJ_JOURNAL_ANSWER, text, strlen(text),
                              sync, NULL, err);
}

static adj_journal *reopen(const char *folder)
{
    adj_journal *journal;
    adj_error err = { 0 };

    if (adj_journal_open(folder, 0, NULL, &journal, &err) != ADJ_OK)
        fail_msg("%s", err.text);
    return journal;
}

/* The game in `folder` has exactly these payloads and no torn tail. */
static void assert_game(const char *folder, const char *const *payloads, size_t count)
{
    adj_journal *journal = reopen(folder);
    size_t dropped;

    assert_null(adj_journal_dropped(journal, &dropped));
    assert_int_equal(adj_journal_count(journal), count);
    for (size_t i = 0; i < count; i++) {
        adj_journal_record record = adj_journal_at(journal, i);
        assert_int_equal(record.length, strlen(payloads[i]));
        assert_memory_equal(record.payload, payloads[i], record.length);
    }
    adj_journal_close(journal);
}

/* --- creating and opening --------------------------------------------------------------- */

static void a_second_game_in_the_folder_is_refused(void **state)
{
    adj_journal *journal = create(*state, &(disk){ 0 }), *second;
    adj_error err = { 0 };

    adj_journal_close(journal);
    assert_int_equal(create_on(*state, &(disk){ 0 }, &second, &err), ADJ_EINVAL);
    assert_non_null(strstr(err.text, "holds a game already"));
    assert_int_equal(create_on("/proc/none", &(disk){ 0 }, &second, &err), ADJ_ENOTFOUND);
    assert_int_equal(adj_journal_open(scratch_path(*state, "x"), 0, NULL, &second, &err), ADJ_ENOTFOUND);
    assert_non_null(strstr(err.text, "no game here"));
}

static void creating_fails_at_every_call_and_leaves_no_game(void **state)
{
    static const disk broken[] = {
        { .opens = 1 }, { .truncates = 1 }, { .writes = 1 }, { .syncs = 1 },
    };
    adj_journal *journal;
    adj_error err = { 0 };

    for (size_t i = 0; i < sizeof broken / sizeof *broken; i++) {
        disk d = broken[i];
        assert_int_equal(create_on(*state, &d, &journal, &err), ADJ_EIO);
        assert_null(journal);
        assert_int_equal(adj_file_kind_at(scratch_path(*state, "journal")), ADJ_FILE_NONE);
        assert_int_equal(adj_file_kind_at(scratch_path(*state, "journal.new")), ADJ_FILE_NONE);
    }
    adj_journal_close(create(*state, &(disk){ .interrupts = 3 }));
    assert_game(*state, NULL, 0);
}

static void what_a_killed_start_left_is_no_hindrance(void **state)
{
    scratch_write(scratch_path(*state, "journal.new"), "adjutant-jour", 13);
    adj_journal_close(create(*state, &(disk){ 0 }));
    assert_game(*state, NULL, 0);
}

static void the_header_alone_can_be_read(void **state)
{
    adj_journal *journal = create(*state, &(disk){ 0 });
    adj_error err = { 0 };

    assert_int_equal(put(journal, "4", false, &err), ADJ_OK);
    adj_journal_close(journal);
    assert_int_equal(adj_journal_open(*state, ADJ_JOURNAL_HEADER_ONLY, NULL, &journal, &err), ADJ_OK);
    assert_int_equal(adj_journal_fact_count(journal), 2);
    assert_int_equal(adj_journal_count(journal), 0);
    assert_int_equal(put(journal, "5", false, &err), ADJ_EINVAL);
    assert_non_null(strstr(err.text, "read-only"));
    adj_journal_close(journal);
}

static void opening_fails_at_every_call_and_works_afterwards(void **state)
{
    static const disk broken[] = {
        { .opens = 1 }, { .opens = 2 }, { .writes = 1 }, { .syncs = 1 }, { .syncs = 2 }, { .truncates = 1 },
    };
    adj_journal *journal = create(*state, &(disk){ 0 });
    adj_error err = { 0 };
    size_t length, dropped;
    char *text;

    assert_int_equal(put(journal, "4", false, &err), ADJ_OK);
    assert_int_equal(put(journal, "5", false, &err), ADJ_OK);
    adj_journal_close(journal);
    text = scratch_read(scratch_path(*state, "journal"), &length);
    for (size_t i = 0; i < sizeof broken / sizeof *broken; i++) {
        disk d = broken[i];
        adj_journal_io io = io_of(&d);
        scratch_write(scratch_path(*state, "journal"), text, length - 3);
        assert_int_equal(adj_journal_open(*state, 0, &io, &journal, &err), ADJ_EIO);
        assert_null(journal);
        journal = reopen(*state);
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
    adj_journal *journal = create(*state, &(disk){ 0 });
    size_t header = (size_t)adj_journal_length(journal), length;
    adj_error err = { 0 };
    char *text;

    for (int i = 0; i < 4; i++)
        assert_int_equal(put(journal, "roll 2d6: 3 4", false, &err), ADJ_OK);
    adj_journal_close(journal);
    text = scratch_read(scratch_path(*state, "journal"), &length);
    for (size_t cut = header; cut <= length; cut++) {
        size_t dropped, count, kept_length;
        char *kept;
        scratch_write(scratch_path(*state, "journal"), text, cut);
        journal = reopen(*state);
        count = adj_journal_count(journal);
        if (adj_journal_dropped(journal, &dropped) != NULL) {
            kept = scratch_read(adj_journal_dropped_path(journal), &kept_length);
            assert_int_equal(kept_length, dropped);
            assert_memory_equal(kept, text + cut - dropped, dropped);
            free(kept);
            assert_int_equal(unlink(scratch_path(*state, "journal.torn.1")), 0);
        }
        assert_int_equal(put(journal, "on", true, &err), ADJ_OK);
        adj_journal_close(journal);
        journal = reopen(*state);
        assert_int_equal(adj_journal_count(journal), count + 1);
        assert_null(adj_journal_dropped(journal, &dropped));
        adj_journal_close(journal);
    }
    free(text);
}

static void every_torn_tail_is_kept(void **state)
{
    for (int i = 1; i <= 3; i++) {
        adj_journal *journal = i == 1 ? create(*state, &(disk){ 0 }) : reopen(*state);
        adj_error err = { 0 };
        char name[] = "journal.torn.0";
        uint64_t whole = adj_journal_length(journal);

        assert_int_equal(put(journal, "4", false, &err), ADJ_OK);
        adj_journal_close(journal);
        assert_int_equal(truncate(scratch_path(*state, "journal"), (off_t)whole + i), 0);
        journal = reopen(*state);
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
    adj_journal *journal = create(*state, &(disk){ 0 });
    adj_error err = { 0 };
    size_t length, again, dropped;
    uint64_t whole;

    assert_int_equal(put(journal, "4", false, &err), ADJ_OK);
    whole = adj_journal_length(journal);
    assert_int_equal(put(journal, "5", false, &err), ADJ_OK);
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
    disk d = { 0 };
    adj_journal *journal = create(*state, &d), *second;
    adj_error err = { 0 };

    assert_int_equal(open_elsewhere(*state, 0), ADJ_ELOCKED);
    assert_int_equal(open_elsewhere(*state, ADJ_JOURNAL_READ_ONLY), ADJ_OK);
    assert_int_equal(adj_journal_open(*state, 0, NULL, &second, &err), ADJ_ELOCKED);
    assert_non_null(strstr(err.text, "open it read-only"));
    d.syncs = 1;                                        /* also after the file was replaced */
    assert_int_equal(put(journal, "hash", true, &err), ADJ_OK);
    assert_int_equal(open_elsewhere(*state, 0), ADJ_ELOCKED);
    adj_journal_close(journal);
    assert_int_equal(open_elsewhere(*state, 0), ADJ_OK);
    journal = reopen(*state);
    assert_int_equal(open_elsewhere(*state, 0), ADJ_ELOCKED);
    adj_journal_close(journal);
}

/* --- failing writes -------------------------------------------------------------------------- */

static void a_full_disk_leaves_no_half_record(void **state)
{
    static const char *const want[] = { "one", "three" };
    const size_t short_by[] = { 0, 1, 5, 12 };

    for (size_t i = 0; i < 4; i++) {
        disk d = { .short_by = short_by[i] };
        adj_journal *journal = create(*state, &d);
        adj_error err = { 0 };
        uint64_t length;

        assert_int_equal(put(journal, "one", false, &err), ADJ_OK);
        length = adj_journal_length(journal);
        assert_null(adj_journal_failure(journal));
        d.writes = 1;
        d.for_ever = true;
        for (int again = 0; again < 3; again++) {
            assert_int_equal(put(journal, "two", true, &err), ADJ_EIO);
            assert_non_null(strstr(err.text, "No space left on device"));
            assert_string_equal(adj_journal_failure(journal), err.text);
            assert_int_equal(adj_journal_length(journal), length);
            assert_int_equal(adj_journal_count(journal), 1);
        }
        d.writes = 0;
        assert_int_equal(put(journal, "three", true, &err), ADJ_OK);
        assert_null(adj_journal_failure(journal));
        adj_journal_close(journal);
        assert_game(*state, want, 2);
        assert_int_equal(unlink(scratch_path(*state, "journal")), 0);
    }
}

static void what_could_not_be_cut_is_cut_before_the_next_write(void **state)
{
    static const char *const want[] = { "one", "three" };
    disk d = { .short_by = 4 };
    adj_journal *journal = create(*state, &d);
    adj_error err = { 0 };

    assert_int_equal(put(journal, "one", false, &err), ADJ_OK);
    d.writes = 1;
    d.truncates = 1;
    d.for_ever = true;
    assert_int_equal(put(journal, "two", false, &err), ADJ_EIO);
    d.writes = 0;
    assert_int_equal(put(journal, "two", false, &err), ADJ_EIO);        /* still not cut */
    d.truncates = 0;
    assert_int_equal(put(journal, "three", false, &err), ADJ_OK);
    adj_journal_close(journal);
    assert_game(*state, want, 2);
}

static void an_interrupted_write_is_gone_on_with(void **state)
{
    static const char *const want[] = { "one" };
    disk d = { 0 };
    adj_journal *journal = create(*state, &d);
    adj_error err = { 0 };

    d.interrupts = 3;
    assert_int_equal(put(journal, "one", false, &err), ADJ_OK);
    adj_journal_close(journal);
    assert_game(*state, want, 1);
}

static void a_record_goes_out_in_one_write_and_syncs_only_when_asked(void **state)
{
    disk d = { 0 };
    adj_journal *journal = create(*state, &d);
    adj_error err = { 0 };
    int writes = d.writes_seen, syncs = d.syncs_seen;

    assert_int_equal(put(journal, "a\nb", false, &err), ADJ_OK);
    assert_int_equal(d.writes_seen, writes + 1);
    assert_int_equal(d.syncs_seen, syncs);
    assert_int_equal(put(journal, "c", true, &err), ADJ_OK);
    assert_int_equal(d.writes_seen, writes + 2);
    assert_int_equal(d.syncs_seen, syncs + 1);
    adj_journal_close(journal);
}

static void unsynced_records_are_synced_in_the_end(void **state)
{
    static char payload[60000];
    disk d = { 0 };
    adj_journal *journal = create(*state, &d);
    int syncs = d.syncs_seen;
    adj_error err = { 0 };

    memset(payload, 'x', sizeof payload - 1);
    for (int i = 0; i < 20; i++)
        assert_int_equal(put(journal, payload, false, &err), ADJ_OK);
    assert_int_equal(d.syncs_seen, syncs + 1);
    adj_journal_close(journal);
}

static void the_limit_is_64_kib_a_line(void **state)
{
    enum { FRAME = 2 + 7 + 10 };                        /* "1 answer ", " 89abcdef\n" */
    char *payload = calloc(1, ADJ_JOURNAL_LINE_BYTES + 1);
    adj_journal *journal = create(*state, &(disk){ 0 });
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
    journal = reopen(*state);
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
    disk d = { 0 };
    adj_journal *journal = create(*state, &d);
    adj_error err = { 0 };
    ino_t old = inode(scratch_path(*state, "journal"));

    assert_int_equal(put(journal, "one", true, &err), ADJ_OK);
    assert_int_equal(put(journal, "two", false, &err), ADJ_OK);
    d.syncs = 1;
    assert_int_equal(put(journal, "three", true, &err), ADJ_OK);
    assert_true(inode(scratch_path(*state, "journal")) != old);
    assert_int_equal(put(journal, "four", false, &err), ADJ_OK);
    assert_int_equal(put(journal, "five", true, &err), ADJ_OK);
    adj_journal_close(journal);
    assert_game(*state, want, 5);
}

static void while_no_new_file_can_be_written_nothing_is_recorded(void **state)
{
    static const char *const want[] = { "one", "two", "four" };
    static const disk broken[] = {
        { .syncs = 1, .for_ever = true },               /* the new file cannot be synced either */
        { .syncs = 1, .opens = 1, .for_ever = true },
        { .syncs = 1, .truncates = 1, .for_ever = true },
    };

    for (size_t i = 0; i < sizeof broken / sizeof *broken; i++) {
        disk d = { 0 };
        adj_journal *journal = create(*state, &d);
        adj_error err = { 0 };

        assert_int_equal(put(journal, "one", true, &err), ADJ_OK);
        assert_int_equal(put(journal, "two", false, &err), ADJ_OK);
        d = broken[i];
        assert_int_equal(put(journal, "three", true, &err), ADJ_EIO);
        assert_non_null(adj_journal_failure(journal));
        assert_int_equal(adj_journal_count(journal), 2);
        assert_int_equal(put(journal, "three", false, &err), ADJ_EIO);
        d = (disk){ 0 };
        assert_int_equal(put(journal, "four", false, &err), ADJ_OK);
        assert_null(adj_journal_failure(journal));
        adj_journal_close(journal);
        assert_game(*state, want, 3);
        assert_int_equal(unlink(scratch_path(*state, "journal")), 0);
    }
}

/* For each n: the n-th call of one kind fails, once or from then on, in the middle of a game.
 * Whatever was acknowledged is there afterwards, in order, and nothing that was not. */
static void play_on(const char *folder, disk broken)
{
    disk d = { 0 };
    adj_journal *journal = create(folder, &d);
    const char *acknowledged[40];
    char texts[40][8];
    size_t count = 0;
    adj_error err = { 0 };

    d = broken;
    for (int i = 0; i < 40; i++) {
        (void)snprintf(texts[i], sizeof texts[i], "%d", i);
        if (i == 30)
            d = (disk){ 0 };                            /* space was freed */
        if (put(journal, texts[i], i % 4 == 3, &err) == ADJ_OK)
            acknowledged[count++] = texts[i];
        else
            assert_true(i < 30);
    }
    adj_journal_close(journal);
    assert_game(folder, acknowledged, count);
    assert_int_equal(unlink(scratch_path(folder, "journal")), 0);
}

static void whatever_call_fails_no_acknowledged_record_is_lost(void **state)
{
    for (int n = 1; n <= 24; n++)
        for (int for_ever = 0; for_ever < 2; for_ever++) {
            play_on(*state, (disk){ .writes = n, .for_ever = for_ever });
            play_on(*state, (disk){ .writes = n, .for_ever = for_ever, .short_by = 3 });
            play_on(*state, (disk){ .writes = n, .truncates = 1, .for_ever = for_ever, .short_by = 3 });
            play_on(*state, (disk){ .syncs = n, .for_ever = for_ever });
            play_on(*state, (disk){ .syncs = 2, .opens = n, .for_ever = for_ever });
            play_on(*state, (disk){ .syncs = 2, .writes = n, .for_ever = for_ever });
            play_on(*state, (disk){ .syncs = 2, .truncates = n, .for_ever = for_ever });
        }
}

/* --- recovering --------------------------------------------------------------------------------- */

static void recovering_copies_up_to_the_damage(void **state)
{
    static const char *const want[] = { "one", "two", "on" };
    adj_journal *journal = create(*state, &(disk){ 0 });
    adj_error err = { 0 }, damage;
    size_t length, again, kept;
    char *text, *after;

    assert_int_equal(put(journal, "one", false, &err), ADJ_OK);
    assert_int_equal(put(journal, "two", false, &err), ADJ_OK);
    assert_int_equal(put(journal, "three", false, &err), ADJ_OK);
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
    journal = reopen(scratch_path(*state, "new"));
    assert_int_equal(put(journal, "on", true, &err), ADJ_OK);
    adj_journal_close(journal);
    assert_game(scratch_path(*state, "new"), want, 3);
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
    adj_journal *journal = create(*state, &(disk){ 0 });
    adj_error err = { 0 }, damage;
    size_t kept;

    assert_int_equal(put(journal, "one", false, &err), ADJ_OK);
    adj_journal_close(journal);
    assert_int_equal(adj_journal_recover(*state, scratch_path(*state, "new"), &kept, &damage, &err), ADJ_OK);
    assert_int_equal(damage.status, ADJ_OK);
    assert_game(scratch_path(*state, "new"), want, 1);
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
        IN_SCRATCH(a_full_disk_leaves_no_half_record),
        IN_SCRATCH(what_could_not_be_cut_is_cut_before_the_next_write),
        IN_SCRATCH(an_interrupted_write_is_gone_on_with),
        IN_SCRATCH(a_record_goes_out_in_one_write_and_syncs_only_when_asked),
        IN_SCRATCH(unsynced_records_are_synced_in_the_end),
        IN_SCRATCH(the_limit_is_64_kib_a_line),
        IN_SCRATCH(after_a_failed_sync_the_game_goes_on_in_a_new_file),
        IN_SCRATCH(while_no_new_file_can_be_written_nothing_is_recorded),
        IN_SCRATCH(whatever_call_fails_no_acknowledged_record_is_lost),
        IN_SCRATCH(recovering_copies_up_to_the_damage),
        IN_SCRATCH(recovering_needs_a_whole_header),
        IN_SCRATCH(recovering_a_sound_game_copies_all),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files and journal when memory runs out at the n-th request, and a writer killed at any moment. (valgrind: too slow) */
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include "files.h"
#include "journal.h"
#include "scratch.h"

/* --- requests for memory go through here (the linker sees to it) ------------------------- */

static long countdown;                  /* 0: memory never runs out */

static bool runs_out(void)
{
    return countdown > 0 && --countdown == 0;
}

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *old, size_t size);
char *__real_strdup(const char *text);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *old, size_t size);
char *__wrap_strdup(const char *text);

void *__wrap_malloc(size_t size)
{
    return runs_out() ? NULL : __real_malloc(size);
}

void *__wrap_calloc(size_t count, size_t size)
{
    return runs_out() ? NULL : __real_calloc(count, size);
}

void *__wrap_realloc(void *old, size_t size)
{
    return runs_out() ? NULL : __real_realloc(old, size);
}

char *__wrap_strdup(const char *text)
{
    return runs_out() ? NULL : __real_strdup(text);
}

static const adj_journal_fact facts[] = { { "program", "0.1.0", 5 }, { "seed", "42", 2 } };

/* --- one situation each: what it returns is ADJ_OK or ADJ_ENOMEM -------------------------- */

static adj_status make(const char *folder)
{
    adj_journal *journal;
    adj_status status;

    (void)unlink(scratch_path(folder, "journal"));
    status = adj_journal_create(folder, facts, 2, NULL, &journal, NULL);
    adj_journal_close(journal);
    return status;
}

static adj_status reopen(const char *folder)
{
    adj_journal *journal;
    adj_status status = adj_journal_open(folder, 0, NULL, &journal, NULL);

    adj_journal_close(journal);
    return status;
}

static adj_status look(const char *folder)
{
    adj_journal *journal;
    adj_status status = adj_journal_open(folder, ADJ_JOURNAL_READ_ONLY, NULL, &journal, NULL);

    adj_journal_close(journal);
    return status;
}

/* An append that finds no memory records nothing and harms nothing. */
static adj_status append(const char *folder)
{
    static char payload[40000];
    adj_journal *journal;
    adj_status status, last = ADJ_OK;
    size_t count;
    long held = countdown;

    countdown = 0;
    assert_int_equal(adj_journal_open(folder, 0, NULL, &journal, NULL), ADJ_OK);
    count = adj_journal_count(journal);
    countdown = held;
    memset(payload, 'x', sizeof payload);
    for (int i = 0; i < 4; i++) {
        status = adj_journal_append(journal, ADJ_JOURNAL_ANSWER, payload, sizeof payload, i == 3, NULL, NULL);
        if (status == ADJ_OK)
            count++;
        else
            last = status;
    }
    adj_journal_close(journal);
    held = countdown;
    countdown = 0;
    assert_int_equal(adj_journal_open(folder, 0, NULL, &journal, NULL), ADJ_OK);
    assert_int_equal(adj_journal_count(journal), count);
    adj_journal_close(journal);
    countdown = held;
    return last;
}

static adj_status recover(const char *folder)
{
    adj_error damage;
    size_t kept;

    (void)unlink(scratch_path(folder, "new/journal"));
    return adj_journal_recover(folder, scratch_path(folder, "new"), &kept, &damage, NULL);
}

static adj_status torn(const char *folder)
{
    size_t length;
    char *text;
    long held = countdown;

    countdown = 0;
    text = scratch_read(scratch_path(folder, "journal"), &length);
    scratch_write(scratch_path(folder, "journal"), text, length - 1);
    free(text);
    countdown = held;
    return reopen(folder);
}

static adj_status files(const char *folder)
{
    adj_file_list list;
    char *text = NULL, *path = NULL;
    size_t length;
    adj_status status = adj_file_write(scratch_path(folder, "a"), "text", 4, NULL);

    if (status == ADJ_OK)
        status = adj_file_read(scratch_path(folder, "a"), 100, &text, &length, NULL);
    free(text);
    if (status == ADJ_OK)
        status = adj_file_list_read(folder, &list, NULL);
    if (status == ADJ_OK) {
        adj_file_list_free(&list);
        status = adj_file_under(folder, "a", &path, NULL);
    }
    free(path);
    if (status == ADJ_OK && (status = adj_file_make_folders(scratch_path(folder, "b/c"), NULL)) == ADJ_OK)
        if ((status = adj_file_data_home(&path, NULL)) == ADJ_OK)
            free(path);
    if (status == ADJ_OK && (status = adj_file_executable(&path, NULL)) == ADJ_OK)
        free(path);
    if (status == ADJ_OK && (status = adj_file_make_temporary(&path, NULL)) == ADJ_OK) {
        (void)adj_file_remove(path, NULL);
        free(path);
    }
    return status;
}

static void memory_may_run_out_at_every_request(void **state)
{
    static adj_status (*const situations[])(const char *) = {
        make, append, reopen, look, recover, torn, files,
    };

    (void)setenv("HOME", "/home/x", 1);
    for (size_t i = 0; i < sizeof situations / sizeof *situations; i++) {
        adj_status status = ADJ_ENOMEM;
        long n;
        for (n = 1; status != ADJ_OK; n++) {
            assert_true(n < 500);
            countdown = n;
            status = situations[i](*state);
            if (countdown == 0 && status != ADJ_ENOMEM)
                fail_msg("situation %zu, request %ld: status %d", i, n, (int)status);
            if (status == ADJ_ENOMEM && countdown > 0)
                fail_msg("situation %zu: out of memory unasked", i);
        }
        countdown = 0;
        assert_true(n > 2);
    }
}

/* --- kill -9 --------------------------------------------------------------------------------- */

/* Appends for ever, telling the number of each record when the call has returned. */
static void write_until_killed(const char *folder, int out)
{
    adj_journal *journal;
    uint64_t seq;

    if (adj_journal_open(folder, 0, NULL, &journal, NULL) != ADJ_OK)
        _exit(1);
    for (int i = 0;; i++) {
        bool done = i % 5 == 4;
        if (adj_journal_append(journal, done ? ADJ_JOURNAL_DONE : ADJ_JOURNAL_ANSWER,
                               "roll 3d6: 4 3 1", 15, done, &seq, NULL) != ADJ_OK ||
            write(out, &seq, sizeof seq) != sizeof seq)
            _exit(1);
    }
}

static void a_killed_writer_loses_nothing_acknowledged(void **state)
{
    uint64_t last = 0;

    assert_int_equal(make(*state), ADJ_OK);
    for (int round = 0; round < 40; round++) {
        struct timespec wait = { 0, (round * 7919 % 40) * 100000L };
        int ends[2], status;
        uint64_t seq, told = 0;
        adj_journal *journal;
        pid_t child;

        assert_int_equal(pipe(ends), 0);
        assert_true((child = fork()) >= 0);
        if (child == 0)
            write_until_killed(*state, ends[1]);
        (void)close(ends[1]);
        assert_int_equal(read(ends[0], &seq, sizeof seq), sizeof seq);
        told = seq;
        (void)nanosleep(&wait, NULL);
        assert_int_equal(kill(child, SIGKILL), 0);
        while (read(ends[0], &seq, sizeof seq) == sizeof seq)
            told = seq;
        (void)close(ends[0]);
        assert_int_equal(waitpid(child, &status, 0), child);
        assert_true(WIFSIGNALED(status));
        assert_int_equal(adj_journal_open(*state, 0, NULL, &journal, NULL), ADJ_OK);
        assert_true(told > last);
        last = adj_journal_count(journal);
        assert_true(last >= told && last <= told + 1);
        adj_journal_close(journal);
    }
}

#define IN_SCRATCH(f) cmocka_unit_test_setup_teardown(f, scratch_make, scratch_remove)

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_SCRATCH(memory_may_run_out_at_every_request),
        IN_SCRATCH(a_killed_writer_loses_nothing_acknowledged),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

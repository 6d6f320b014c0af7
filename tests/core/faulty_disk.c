/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "faulty_disk.h"

#include <errno.h>
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static const adj_journal_fact facts[] = { { "program", "0.1.0", 5 }, { "seed", "42", 2 } };

static bool fails(const faulty_disk *d, int *countdown)
{
    if (*countdown == 0)
        return false;
    if (*countdown > 1 || !d->for_ever)
        return --*countdown == 0;
    return true;
}

static int disk_open(void *context, const char *path, int flags, mode_t mode)
{
    faulty_disk *d = context;

    if (!fails(d, &d->opens))
        return open(path, flags, mode);
    errno = EMFILE;
    return -1;
}

static ssize_t disk_write(void *context, int fd, const void *bytes, size_t length)
{
    faulty_disk *d = context;

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
    faulty_disk *d = context;

    d->syncs_seen++;
    if (!fails(d, &d->syncs))
        return fdatasync(fd);
    errno = EIO;
    return -1;
}

static int disk_truncate(void *context, int fd, off_t length)
{
    faulty_disk *d = context;

    if (!fails(d, &d->truncates))
        return ftruncate(fd, length);
    errno = EIO;
    return -1;
}

adj_journal_io faulty_io(faulty_disk *d)
{
    return (adj_journal_io){ d, disk_open, disk_write, disk_sync, disk_truncate };
}

adj_status game_create(const char *folder, faulty_disk *d, adj_journal **out, adj_error *err)
{
    adj_journal_io io;

    if (d == NULL)
        return adj_journal_create(folder, facts, 2, NULL, out, err);
    io = faulty_io(d);
    return adj_journal_create(folder, facts, 2, &io, out, err);
}

adj_journal *game_new(const char *folder, faulty_disk *d)
{
    adj_journal *journal;
    adj_error err = { 0 };

    if (game_create(folder, d, &journal, &err) != ADJ_OK)
        fail_msg("%s", err.text);
    return journal;
}

adj_status game_put(adj_journal *journal, const char *text, bool sync, adj_error *err)
{
    return adj_journal_append(journal, sync ? ADJ_JOURNAL_DONE : ADJ_JOURNAL_ANSWER, text, strlen(text),
                              sync, NULL, err);
}

adj_journal *game_open(const char *folder)
{
    adj_journal *journal;
    adj_error err = { 0 };

    if (adj_journal_open(folder, 0, NULL, &journal, &err) != ADJ_OK)
        fail_msg("%s", err.text);
    return journal;
}

void game_assert(const char *folder, const char *const *payloads, size_t count)
{
    adj_journal *journal = game_open(folder);
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

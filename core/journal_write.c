/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Appending, and what happens when the disk says no. */
#include "journal_internal.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

/* Unsynced bytes are kept in memory; past this many the journal syncs by itself. */
enum { PENDING_MAX = 1 << 20 };

static adj_status disk_error(const adj_journal *journal, int number, adj_error *err)
{
    return adj_error_set(err, ADJ_EIO, "cannot write %.200s: %s; nothing was recorded",
                         journal->path, strerror(number));
}

/* Takes off whatever stands beyond the good part. */
static bool cut_back(adj_journal *journal)
{
    journal->tail_dirty =
        journal->io.truncate(journal->io.context, journal->fd, (off_t)journal->length) != 0;
    return !journal->tail_dirty;
}

/* A line goes out in one write: a kill leaves all of it or a torn tail. */
static bool write_line(adj_journal *journal, size_t length)
{
    ssize_t done;

    do
        done = journal->io.write(journal->io.context, journal->fd, journal->line, length);
    while (done < 0 && errno == EINTR);
    if (done == (ssize_t)length)
        return true;
    if (done >= 0)
        errno = ENOSPC;
    return false;
}

/* Copies what the old file holds for certain, `synced` bytes. */
static bool copy_synced(adj_journal *journal, int to)
{
    char block[16384];
    uint64_t at = 0;

    while (at < journal->synced) {
        size_t want = journal->synced - at < sizeof block ? (size_t)(journal->synced - at) : sizeof block;
        ssize_t got = pread(journal->fd, block, want, (off_t)at);
        if (got < 0 && errno == EINTR)
            continue;
        if (got == 0)
            errno = EIO;
        if (got <= 0 || !adj_journal_write_all(journal, to, block, (size_t)got))
            return false;
        at += (uint64_t)got;
    }
    return true;
}

/* After a failed sync nobody knows what of the unsynced bytes reached the disk, and the next
 * sync of the same descriptor may lie. So the game goes on in a new file: the part that was
 * synced, what came since (kept in memory), and the new line. */
static adj_status replace_file(adj_journal *journal, size_t line_length, adj_error *err)
{
    adj_status status = ADJ_OK;
    char *path = adj_journal_path(journal->folder, "journal.new");
    int fd = -1;

    if (path == NULL)
        return adj_error_set(err, ADJ_ENOMEM, "out of memory");
    if ((status = adj_journal_open_locked(journal, path, O_CREAT, &fd, err)) != ADJ_OK)
        goto done;
    if (journal->io.truncate(journal->io.context, fd, 0) != 0 || !copy_synced(journal, fd) ||
        !adj_journal_write_all(journal, fd, journal->pending, (size_t)(journal->length - journal->synced)) ||
        !adj_journal_write_all(journal, fd, journal->line, line_length) ||
        journal->io.sync(journal->io.context, fd) != 0 || rename(path, journal->path) != 0) {
        status = disk_error(journal, errno, err);
        (void)unlink(path);
        goto done;
    }
    (void)close(journal->fd);               /* the name leads to the new file now, and so must we */
    journal->fd = fd;
    fd = -1;
    journal->tail_dirty = false;
    status = adj_journal_sync_folder(journal, err);
done:
    if (fd >= 0)
        (void)close(fd);
    free(path);
    return status;
}

/* Brings the line in journal->line to the file, and with `sync` to the disk. */
static adj_status put_line(adj_journal *journal, size_t length, bool sync, adj_error *err)
{
    adj_status status;

    if (!journal->must_replace) {
        if (journal->tail_dirty && !cut_back(journal))
            return disk_error(journal, errno, err);
        if (!write_line(journal, length)) {
            status = disk_error(journal, errno, err);
            (void)cut_back(journal);
            return status;
        }
        if (!sync || journal->io.sync(journal->io.context, journal->fd) == 0)
            return ADJ_OK;
        journal->must_replace = true;
    }
    if ((status = replace_file(journal, length, err)) != ADJ_OK) {
        (void)cut_back(journal);
        return status;
    }
    journal->must_replace = false;
    return ADJ_OK;
}

static adj_status reserve_pending(adj_journal *journal, size_t length, adj_error *err)
{
    size_t need = (size_t)(journal->length - journal->synced) + length, room;
    char *pending;

    if (need <= journal->pending_room)
        return ADJ_OK;
    room = need < 4096 ? 4096 : need * 2;
    if ((pending = realloc(journal->pending, room)) == NULL)
        return adj_error_set(err, ADJ_ENOMEM, "out of memory");
    journal->pending = pending;
    journal->pending_room = room;
    return ADJ_OK;
}

static adj_status append(adj_journal *journal, adj_journal_record *record, bool sync, adj_error *err)
{
    uint32_t checksum = journal->checksum;
    size_t held = (size_t)(journal->length - journal->synced);
    size_t length = adj_journal_format_record(journal->line, record->seq, record->kind,
                                              record->payload, record->length, &checksum);
    bool replacing = journal->must_replace;
    adj_status status;

    if (length == 0)
        return adj_error_set(err, ADJ_ERANGE, "a record of %zu bytes is too long for the journal "
                             "(a line is at most %d bytes)", record->length, ADJ_JOURNAL_LINE_BYTES);
    if ((status = adj_journal_reserve(journal, record->length, err)) != ADJ_OK ||
        (status = reserve_pending(journal, length, err)) != ADJ_OK)
        return status;
    sync = sync || held + length > PENDING_MAX;
    if ((status = put_line(journal, length, sync, err)) != ADJ_OK)
        return status;
    memcpy(journal->pending + held, journal->line, length);
    journal->length += length;
    journal->checksum = checksum;
    if (sync || replacing)
        journal->synced = journal->length;
    record->payload = adj_journal_keep(journal, record->payload, record->length);
    adj_journal_add(journal, *record);
    return ADJ_OK;
}

adj_status adj_journal_append(adj_journal *journal, adj_journal_kind kind, const void *payload,
                              size_t length, bool sync, uint64_t *seq, adj_error *err)
{
    adj_journal_record record = { journal->count + 1, kind, payload, length };
    adj_error why = { 0 };
    adj_status status;

    assert(kind >= 0 && kind < ADJ_JOURNAL_KINDS);
    if (journal->read_only)
        return adj_error_set(err, ADJ_EINVAL, "the game is open read-only");
    status = append(journal, &record, sync, &why);
    if (status == ADJ_OK && seq != NULL)
        *seq = record.seq;
    /* A record that is too long says nothing about the disk. */
    if (status != ADJ_ERANGE)
        (void)snprintf(journal->failure, sizeof journal->failure, "%s", why.text);
    if (status != ADJ_OK)
        (void)adj_error_set(err, status, "%s", why.text);
    return status;
}

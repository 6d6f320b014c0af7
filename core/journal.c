/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The journal object: memory, opening, creating, closing. */
#include "journal_internal.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "files.h"

static adj_status no_memory(adj_error *err)
{
    return adj_error_set(err, ADJ_ENOMEM, "out of memory");
}

/* --- memory ------------------------------------------------------------------- */

adj_journal *adj_journal_blank(const char *folder, const adj_journal_io *io, adj_error *err)
{
    adj_journal *journal = calloc(1, sizeof *journal);

    if (journal != NULL) {
        journal->io = io != NULL ? *io : adj_journal_system_io;
        journal->fd = -1;
        journal->read_only = true;
        if (folder == NULL)
            return journal;
        journal->folder = strdup(folder);
        journal->path = adj_journal_path(folder, "journal");
        if (journal->folder != NULL && journal->path != NULL)
            return journal;
        adj_journal_close(journal);
    }
    (void)no_memory(err);
    return NULL;
}

void adj_journal_close(adj_journal *journal)
{
    if (journal == NULL)
        return;
    if (journal->fd >= 0)
        (void)close(journal->fd);                   /* the lock goes with it */
    for (chunk *next, *c = journal->chunks; c != NULL; c = next) {
        next = c->next;
        free(c);
    }
    free(journal->folder);
    free(journal->path);
    free(journal->pending);
    free(journal->records);
    free(journal->facts);
    free(journal->raw);
    free(journal->dropped);
    free(journal->dropped_path);
    free(journal);
}

static bool reserve_bytes(adj_journal *journal, size_t length)
{
    chunk *top = journal->chunks;
    size_t room = length > 65536 ? length : 65536;

    if (top != NULL && top->room - top->used >= length)
        return true;
    if ((top = malloc(sizeof *top + room)) == NULL)
        return false;
    top->next = journal->chunks;
    top->used = 0;
    top->room = room;
    journal->chunks = top;
    return true;
}

adj_status adj_journal_reserve(adj_journal *journal, size_t length, adj_error *err)
{
    if (journal->count == journal->room) {
        size_t room = journal->room == 0 ? 64 : journal->room * 2;
        adj_journal_record *records = realloc(journal->records, room * sizeof *records);
        if (records == NULL)
            return no_memory(err);
        journal->records = records;
        journal->room = room;
    }
    return reserve_bytes(journal, length + 1) ? ADJ_OK : no_memory(err);
}

const char *adj_journal_keep(adj_journal *journal, const void *bytes, size_t length)
{
    char *at = journal->chunks->bytes + journal->chunks->used;

    assert(journal->chunks->room - journal->chunks->used > length);
    if (length > 0)
        memcpy(at, bytes, length);
    at[length] = '\0';
    journal->chunks->used += length + 1;
    return at;
}

void adj_journal_add(adj_journal *journal, adj_journal_record record)
{
    assert(journal->count < journal->room);
    journal->records[journal->count++] = record;
}

adj_status adj_journal_add_fact(adj_journal *journal, const char *key, size_t key_length,
                                const char *value, size_t length, adj_error *err)
{
    adj_journal_fact fact;

    if (journal->fact_count == journal->fact_room) {
        size_t room = journal->fact_room == 0 ? 32 : journal->fact_room * 2;
        adj_journal_fact *facts = realloc(journal->facts, room * sizeof *facts);
        if (facts == NULL)
            return no_memory(err);
        journal->facts = facts;
        journal->fact_room = room;
    }
    if (!reserve_bytes(journal, key_length + length + 2))
        return no_memory(err);
    fact.key = adj_journal_keep(journal, key, key_length);
    fact.value = adj_journal_keep(journal, value, length);
    fact.length = length;
    journal->facts[journal->fact_count++] = fact;
    return ADJ_OK;
}

/* --- looking ------------------------------------------------------------------ */

size_t adj_journal_count(const adj_journal *journal)
{
    return journal->count;
}

adj_journal_record adj_journal_at(const adj_journal *journal, size_t index)
{
    assert(index < journal->count);
    return journal->records[index];
}

size_t adj_journal_fact_count(const adj_journal *journal)
{
    return journal->fact_count;
}

adj_journal_fact adj_journal_fact_at(const adj_journal *journal, size_t index)
{
    assert(index < journal->fact_count);
    return journal->facts[index];
}

bool adj_journal_is_read_only(const adj_journal *journal)
{
    return journal->read_only;
}

uint64_t adj_journal_length(const adj_journal *journal)
{
    return journal->length;
}

const char *adj_journal_failure(const adj_journal *journal)
{
    return journal->failure[0] != '\0' ? journal->failure : NULL;
}

const char *adj_journal_dropped(const adj_journal *journal, size_t *length)
{
    *length = journal->dropped_length;
    return journal->dropped;
}

const char *adj_journal_dropped_path(const adj_journal *journal)
{
    return journal->dropped_path;
}

/* --- creating ------------------------------------------------------------------- */

/* Gives the new file its name, never that of a game that is there. */
static adj_status take_name(adj_journal *journal, const char *temporary, adj_error *err)
{
    int number = 0;

    if (renameat2(AT_FDCWD, temporary, AT_FDCWD, journal->path, RENAME_NOREPLACE) != 0)
        number = errno;
    /* a file system without the flag, a kernel without the call */
    if ((number == EINVAL || number == ENOSYS) && adj_file_kind_at(journal->path) == ADJ_FILE_NONE)
        number = rename(temporary, journal->path) == 0 ? 0 : errno;
    if (number == 0)
        return ADJ_OK;
    if (adj_file_kind_at(journal->path) != ADJ_FILE_NONE)
        return adj_error_set(err, ADJ_EINVAL, "%s: holds a game already", journal->folder);
    return adj_error_set(err, ADJ_EIO, "cannot write %s: %s", journal->path, strerror(number));
}

/* Writes header and name to disk. The file gets its name only when it is whole. */
static adj_status put_header(adj_journal *journal, const char *temporary, const char *text,
                             size_t length, adj_error *err)
{
    adj_status status;

    if (journal->io.truncate(journal->io.context, journal->fd, 0) != 0 ||
        !adj_journal_write_all(journal, journal->fd, text, length) ||
        journal->io.sync(journal->io.context, journal->fd) != 0)
        return adj_error_set(err, ADJ_EIO, "cannot write %s: %s", journal->path, strerror(errno));
    if ((status = take_name(journal, temporary, err)) != ADJ_OK)
        return status;
    if ((status = adj_journal_sync_folder(journal, err)) != ADJ_OK)
        (void)unlink(journal->path);
    return status;
}

adj_status adj_journal_create(const char *folder, const adj_journal_fact *facts, size_t count,
                              const adj_journal_io *io, adj_journal **out, adj_error *err)
{
    adj_status status = ADJ_ENOMEM;
    adj_journal *journal = adj_journal_blank(folder, io, err);
    char *temporary = NULL, *text = NULL;
    size_t length = 0;

    *out = NULL;
    if (journal == NULL)
        return ADJ_ENOMEM;
    status = adj_journal_format_header(facts, count, &text, &length, &journal->checksum, err);
    for (size_t i = 0; status == ADJ_OK && i < count; i++)
        status = adj_journal_add_fact(journal, facts[i].key, strlen(facts[i].key), facts[i].value,
                                      facts[i].length, err);
    if (status != ADJ_OK)
        goto done;
    if (adj_file_kind_at(journal->path) != ADJ_FILE_NONE) {
        status = adj_error_set(err, ADJ_EINVAL, "%s: holds a game already", folder);
        goto done;
    }
    if ((temporary = adj_journal_path(folder, "journal.new")) == NULL) {
        status = no_memory(err);
        goto done;
    }
    status = adj_journal_open_locked(journal, temporary, O_CREAT, &journal->fd, err);
    if (status != ADJ_OK)
        goto done;
    if ((status = put_header(journal, temporary, text, length, err)) != ADJ_OK) {
        (void)unlink(temporary);
        goto done;
    }
    journal->read_only = false;
    journal->length = journal->synced = length;
    *out = journal;
    journal = NULL;
done:
    free(temporary);
    free(text);
    adj_journal_close(journal);
    return status;
}

/* --- opening ---------------------------------------------------------------------- */

static adj_status read_descriptor(adj_journal *journal, char **raw, size_t *length, adj_error *err)
{
    struct stat info;
    size_t used = 0;

    if (fstat(journal->fd, &info) != 0)
        return adj_error_set(err, ADJ_EIO, "%s: %s", journal->path, strerror(errno));
    if (!S_ISREG(info.st_mode) || (uint64_t)info.st_size > JOURNAL_BYTES_MAX)
        return adj_error_set(err, ADJ_EDAMAGED, "%s: not a journal", journal->path);
    if ((*raw = malloc((size_t)info.st_size + 1)) == NULL)
        return no_memory(err);
    /* We hold the lock: the size does not change under us. */
    while (used < (size_t)info.st_size) {
        ssize_t got = pread(journal->fd, *raw + used, (size_t)info.st_size - used, (off_t)used);
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return adj_error_set(err, ADJ_EIO, "%s: %s", journal->path, strerror(errno));
        if (got == 0)
            break;
        used += (size_t)got;
    }
    *length = used;
    return ADJ_OK;
}

/* A torn tail is first kept beside, then cut; what is left is put on disk, since the game now
 * goes on from it. */
static adj_status settle(adj_journal *journal, adj_error *err)
{
    if (journal->dropped != NULL) {
        adj_status status = adj_journal_keep_torn(journal, err);
        if (status != ADJ_OK)
            return status;
        if (journal->io.truncate(journal->io.context, journal->fd, (off_t)journal->length) != 0)
            return adj_error_set(err, ADJ_EIO, "cannot cut the torn end off %s: %s", journal->path,
                                 strerror(errno));
    }
    if (journal->io.sync(journal->io.context, journal->fd) != 0)
        return adj_error_set(err, ADJ_EIO, "cannot sync %s: %s", journal->path, strerror(errno));
    journal->synced = journal->length;
    return ADJ_OK;
}

static adj_status open_to_write(adj_journal *journal, adj_error *err)
{
    char *raw = NULL;
    size_t length = 0;
    adj_status status = adj_journal_open_locked(journal, journal->path, 0, &journal->fd, err);

    if (status != ADJ_OK)
        return status;
    if ((status = read_descriptor(journal, &raw, &length, err)) != ADJ_OK) {
        free(raw);
        return status;
    }
    if ((status = adj_journal_fill(journal, raw, length, 0, err)) != ADJ_OK)
        return status;
    journal->read_only = false;
    return settle(journal, err);
}

static adj_status open_to_read(adj_journal *journal, int flags, adj_error *err)
{
    char *raw = NULL;
    size_t length = 0;
    adj_status status = adj_file_read(journal->path, (size_t)JOURNAL_BYTES_MAX, &raw, &length, err);

    return status == ADJ_OK ? adj_journal_fill(journal, raw, length, flags, err) : status;
}

static adj_status look_for(const adj_journal *journal, adj_error *err)
{
    struct stat info;

    if (stat(journal->path, &info) == 0)
        return ADJ_OK;
    if (errno == ENOENT || errno == ENOTDIR)
        return adj_error_set(err, ADJ_ENOTFOUND, "%s: no game here", journal->folder);
    return adj_error_set(err, ADJ_EIO, "%s: %s", journal->path, strerror(errno));
}

adj_status adj_journal_open(const char *folder, int flags, const adj_journal_io *io,
                            adj_journal **out, adj_error *err)
{
    adj_journal *journal = adj_journal_blank(folder, io, err);
    adj_status status;

    *out = NULL;
    if (journal == NULL)
        return ADJ_ENOMEM;
    flags &= ADJ_JOURNAL_READ_ONLY | ADJ_JOURNAL_HEADER_ONLY;
    status = look_for(journal, err);
    if (status == ADJ_OK)
        status = flags != 0 ? open_to_read(journal, flags, err) : open_to_write(journal, err);
    if (status != ADJ_OK)
        adj_journal_close(journal);
    else
        *out = journal;
    return status;
}

adj_status adj_journal_parse(const void *bytes, size_t length, int flags, adj_journal **out,
                             adj_error *err)
{
    adj_journal *journal = adj_journal_blank(NULL, NULL, err);
    char *raw = malloc(length + 1);
    adj_status status;

    *out = NULL;
    if (journal == NULL || raw == NULL) {
        free(raw);
        adj_journal_close(journal);
        return no_memory(err);
    }
    if (length > 0)
        memcpy(raw, bytes, length);
    status = adj_journal_fill(journal, raw, length, flags, err);
    if (status != ADJ_OK)
        adj_journal_close(journal);
    else
        *out = journal;
    return status;
}

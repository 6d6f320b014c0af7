/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reading a journal in one pass. */
#include "journal_internal.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "crc32c.h"

/* Where the reader stands. */
typedef struct {
    adj_journal *journal;
    char *at, *end;
    const char *name;           /* of the file, for messages */
} reader;

/* Takes the next line; false when no newline is left. *length is without the newline. */
static bool next_line(reader *in, char **line, size_t *length)
{
    char *newline = memchr(in->at, '\n', (size_t)(in->end - in->at));

    if (newline == NULL)
        return false;
    *line = in->at;
    *length = (size_t)(newline - in->at);
    in->at = newline + 1;
    return true;
}

static adj_status bad_header(const reader *in, const char *why, adj_error *err)
{
    return adj_error_set(err, ADJ_EDAMAGED, "%.200s: the header is damaged: %s", in->name, why);
}

/* Which program wrote a newer journal: its second line says so in every version. */
static adj_status too_new(reader *in, unsigned long version, adj_error *err)
{
    char *line;
    size_t length;
    static const char key[] = "program ";

    if (!next_line(in, &line, &length) || length < sizeof key ||
        memcmp(line, key, sizeof key - 1) != 0 || !adj_journal_unescape(line, &length))
        return adj_error_set(err, ADJ_EVERSION,
                             "%.200s: journal format %lu is newer than this program reads (%d)",
                             in->name, version, ADJ_JOURNAL_VERSION);
    for (size_t i = 0; i < length; i++)                 /* it goes to a terminal */
        if ((unsigned char)line[i] < 0x20 || (unsigned char)line[i] >= 0x7f)
            line[i] = '?';
    return adj_error_set(err, ADJ_EVERSION,
                         "%.200s: journal format %lu is newer than this program reads (%d): "
                         "it was written by Adjutant %.*s", in->name, version, ADJ_JOURNAL_VERSION,
                         (int)(length - (sizeof key - 1) < 64 ? length - (sizeof key - 1) : 64),
                         line + sizeof key - 1);
}

static adj_status read_first_line(reader *in, adj_error *err)
{
    static const char magic[] = ADJ_JOURNAL_MAGIC " ";
    size_t length, start = sizeof magic - 1;
    unsigned long version = 0;
    char *line;

    if ((size_t)(in->end - in->at) < start || memcmp(in->at, magic, start) != 0)
        return adj_error_set(err, ADJ_EDAMAGED, "%.200s: not a journal of Adjutant", in->name);
    if (!next_line(in, &line, &length))
        return bad_header(in, "it is cut short", err);
    for (size_t i = start; i < length; i++) {
        if (line[i] < '0' || line[i] > '9' || i - start >= 6)
            return bad_header(in, "it has no format version", err);
        version = version * 10 + (unsigned long)(line[i] - '0');
    }
    if (version > ADJ_JOURNAL_VERSION)
        return too_new(in, version, err);
    if (version != ADJ_JOURNAL_VERSION || length != start + 1)
        return bad_header(in, "it has no format version", err);
    return ADJ_OK;
}

/* The line that closes the header: true when it does, and its checksum. */
static bool is_end(const char *line, size_t length, uint32_t *stated)
{
    char text[9], again[9];

    if (length != 12 || memcmp(line, "end ", 4) != 0)
        return false;
    memcpy(text, line + 4, 8);
    text[8] = '\0';
    *stated = (uint32_t)strtoul(text, NULL, 16);
    (void)snprintf(again, sizeof again, "%08" PRIx32, *stated);
    return memcmp(text, again, 8) == 0;
}

static adj_status read_header(reader *in, bool checked, adj_error *err)
{
    const char *start = in->at;
    char *line;
    size_t length;
    uint32_t checksum, stated;
    adj_status status = read_first_line(in, err);

    if (status != ADJ_OK)
        return status;
    checksum = adj_crc32c(0, start, (size_t)(in->at - start));
    while (next_line(in, &line, &length)) {
        char *space = memchr(line, ' ', length);
        char *value = space == NULL ? NULL : space + 1;
        size_t key_length, value_length;

        if (is_end(line, length, &stated)) {
            if (checked && checksum != stated)
                return bad_header(in, "its checksum is wrong", err);
            in->journal->checksum = stated;
            return ADJ_OK;
        }
        checksum = adj_crc32c(checksum, line, length + 1);
        if (value == NULL || length >= ADJ_JOURNAL_LINE_BYTES ||
            in->journal->fact_count >= HEADER_LINES_MAX || in->at - start > HEADER_BYTES_MAX)
            return bad_header(in, "a line is not a key and its value", err);
        key_length = (size_t)(space - line);
        value_length = length - key_length - 1;
        if (!adj_journal_key_ok(line, key_length) || !adj_journal_unescape(value, &value_length))
            return bad_header(in, "a line is not a key and its value", err);
        status = adj_journal_add_fact(in->journal, line, key_length, value, value_length, err);
        if (status != ADJ_OK)
            return status;
    }
    return bad_header(in, "it is cut short", err);
}

static adj_status read_records(reader *in, bool checked, adj_error *err)
{
    adj_journal *journal = in->journal;
    char *line;
    size_t length;

    while (next_line(in, &line, &length)) {
        adj_journal_record record;
        uint64_t seq = journal->count + 1;
        const char *wrong;
        adj_status status = adj_journal_reserve(journal, 0, err);

        if (status != ADJ_OK)
            return status;
        wrong = adj_journal_scan_record(line, length, seq, checked, &journal->checksum, &record);
        if (wrong != NULL)
            return adj_error_set(err, ADJ_EDAMAGED, "%.200s: record %" PRIu64 " (byte %zu) is damaged: %s; "
                                 "--recover writes a copy up to record %" PRIu64, in->name, seq,
                                 (size_t)(line - journal->raw) + 1, wrong, seq - 1);
        adj_journal_add(journal, record);
        journal->length = (uint64_t)(in->at - journal->raw);
    }
    return ADJ_OK;
}

adj_status adj_journal_fill(adj_journal *journal, char *raw, size_t length, int flags,
                            adj_error *err)
{
    reader in = { journal, raw, raw + length, journal->path != NULL ? journal->path : "journal" };
    bool checked = (flags & ADJ_JOURNAL_UNCHECKED) == 0;
    adj_status status;

    journal->raw = raw;
    if ((status = read_header(&in, checked, err)) != ADJ_OK)
        return status;
    journal->length = (uint64_t)(in.at - raw);
    if ((flags & ADJ_JOURNAL_HEADER_ONLY) != 0)
        return ADJ_OK;
    if ((status = read_records(&in, checked, err)) != ADJ_OK)
        return status;
    if (in.at < in.end) {
        journal->dropped_length = (size_t)(in.end - in.at);
        if ((journal->dropped = malloc(journal->dropped_length)) == NULL)
            return adj_error_set(err, ADJ_ENOMEM, "out of memory");
        memcpy(journal->dropped, in.at, journal->dropped_length);
    }
    return ADJ_OK;
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The journal as text: escaping, lines, checksums. docs/journal-format.md is this in words. */
#include "journal_internal.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "crc32c.h"
#include "utf8.h"

static const char *const kind_texts[ADJ_JOURNAL_KINDS] = {
    "begin", "answer", "done", "abandon", "undo", "redo", "remark",
};

const char *adj_journal_kind_text(adj_journal_kind kind)
{
    return kind >= 0 && kind < ADJ_JOURNAL_KINDS ? kind_texts[kind] : "?";
}

bool adj_journal_kind_find(const char *text, size_t length, adj_journal_kind *kind)
{
    for (int i = 0; i < ADJ_JOURNAL_KINDS; i++)
        if (strlen(kind_texts[i]) == length && memcmp(kind_texts[i], text, length) == 0) {
            *kind = (adj_journal_kind)i;
            return true;
        }
    return false;
}

/* --- escaping ----------------------------------------------------------------- */

/* The length of the character at `s` when it is well-formed UTF-8 that no pager takes for a
 * control; 0 when its first byte is to be escaped. */
static size_t plain_length(const unsigned char *s, size_t n)
{
    size_t length;
    bool good;

    if (*s < 0x80)
        return *s >= 0x20 && *s != 0x7f && *s != '\\';
    length = adj_utf8_step((const char *)s, n, &good);
    if (!good || (*s == 0xc2 && s[1] < 0xa0))           /* U+0080 to U+009F are controls */
        return 0;
    return length;
}

size_t adj_journal_escape(char *out, size_t room, const char *text, size_t length)
{
    static const char hex[] = "0123456789abcdef";
    const unsigned char *s = (const unsigned char *)text;
    size_t used = 0;

    for (size_t i = 0; i < length;) {
        size_t plain = plain_length(s + i, length - i);
        char code[4] = { '\\', 'x', hex[s[i] >> 4], hex[s[i] & 15] };
        const char *piece = plain > 0 ? text + i : code;
        size_t size = plain > 0 ? plain : 4;

        if (s[i] == '\\' || s[i] == '\n' || s[i] == '\t') {
            code[1] = s[i] == '\n' ? 'n' : s[i] == '\t' ? 't' : '\\';
            size = 2;
        }
        if (size > room - used)
            return SIZE_MAX;
        memcpy(out + used, piece, size);
        used += size;
        i += plain > 0 ? plain : 1;
    }
    return used;
}

static int hex_digit(char c)
{
    return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

bool adj_journal_unescape(char *text, size_t *length)
{
    size_t used = 0;

    for (size_t i = 0; i < *length; i++) {
        char c = text[i];
        if ((unsigned char)c < 0x20 || c == 0x7f)
            return false;
        if (c == '\\') {
            if (++i == *length)
                return false;
            switch (text[i]) {
            case '\\': break;
            case 'n':  c = '\n'; break;
            case 't':  c = '\t'; break;
            case 'x':
                if (*length - i < 3 || hex_digit(text[i + 1]) < 0 || hex_digit(text[i + 2]) < 0)
                    return false;
                c = (char)(hex_digit(text[i + 1]) * 16 + hex_digit(text[i + 2]));
                i += 2;
                break;
            default:
                return false;
            }
        }
        text[used++] = c;
    }
    *length = used;
    return true;
}

/* --- records ------------------------------------------------------------------ */

size_t adj_journal_format_record(char out[ADJ_JOURNAL_LINE_BYTES], uint64_t seq,
                                 adj_journal_kind kind, const void *payload, size_t length,
                                 uint32_t *checksum)
{
    enum { END = 10 };                          /* " 89abcdef\n" */
    int start = snprintf(out, ADJ_JOURNAL_LINE_BYTES, "%" PRIu64 " %s ", seq, kind_texts[kind]);
    size_t used = (size_t)start;
    size_t size = adj_journal_escape(out + used, ADJ_JOURNAL_LINE_BYTES - used - END, payload, length);
    char end[END + 1];

    if (size == SIZE_MAX)
        return 0;
    used += size;
    *checksum = adj_crc32c(*checksum, out, used);
    (void)snprintf(end, sizeof end, " %08" PRIx32 "\n", *checksum);
    memcpy(out + used, end, END);
    return used + END;
}

/* Reads " 89abcdef" off the end of the line and shortens it. */
static bool scan_checksum(const char *line, size_t *length, uint32_t *value)
{
    uint32_t sum = 0;

    if (*length < 9 || line[*length - 9] != ' ')
        return false;
    for (size_t i = *length - 8; i < *length; i++) {
        if (hex_digit(line[i]) < 0)
            return false;
        sum = sum << 4 | (uint32_t)hex_digit(line[i]);
    }
    *length -= 9;
    *value = sum;
    return true;
}

const char *adj_journal_scan_record(char *line, size_t length, uint64_t seq, bool checked,
                                    uint32_t *checksum, adj_journal_record *record)
{
    char number[24], *kind, *payload;
    size_t digits = (size_t)snprintf(number, sizeof number, "%" PRIu64 " ", seq);
    uint32_t stated, computed;

    if (length >= ADJ_JOURNAL_LINE_BYTES)
        return "it is longer than 64 KiB";
    if (!scan_checksum(line, &length, &stated))
        return "it has no checksum";
    computed = adj_crc32c(*checksum, line, length);
    if (checked && computed != stated)
        return "its checksum is wrong";
    if (length < digits || memcmp(line, number, digits) != 0)
        return "it bears another number";
    kind = line + digits;
    payload = memchr(kind, ' ', length - digits);
    if (payload == NULL)
        return "it has no kind";
    if (!adj_journal_kind_find(kind, (size_t)(payload - kind), &record->kind))
        return "its kind is unknown";
    payload++;
    record->seq = seq;
    record->payload = payload;
    record->length = length - (size_t)(payload - line);
    if (!adj_journal_unescape(payload, &record->length))
        return "its text is not well formed";
    *checksum = stated;
    return NULL;
}

/* --- the header --------------------------------------------------------------- */

bool adj_journal_key_ok(const char *key, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        char c = key[i];
        bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
        bool other = (c >= '0' && c <= '9') || c == '.' || c == '_' || c == '-';
        if (!letter && !(i > 0 && other))
            return false;
    }
    return length > 0 && length <= KEY_BYTES_MAX && !(length == 3 && memcmp(key, "end", 3) == 0);
}

adj_status adj_journal_format_header(const adj_journal_fact *facts, size_t count, char **text,
                                     size_t *length, uint32_t *checksum, adj_error *err)
{
    size_t room = 64, used;
    char *out;

    *text = NULL;
    if (count > HEADER_LINES_MAX)
        return adj_error_set(err, ADJ_ERANGE, "the header has more than %d lines", HEADER_LINES_MAX);
    for (size_t i = 0; i < count; i++) {
        size_t key_length = strlen(facts[i].key);
        if (!adj_journal_key_ok(facts[i].key, key_length))
            return adj_error_set(err, ADJ_EINVAL, "\"%.64s\" cannot be a key of the header",
                                 facts[i].key);
        room += key_length + 2 + 4 * facts[i].length;
    }
    if ((out = malloc(room)) == NULL)
        return adj_error_set(err, ADJ_ENOMEM, "out of memory");
    used = (size_t)snprintf(out, room, "%s %d\n", ADJ_JOURNAL_MAGIC, ADJ_JOURNAL_VERSION);
    for (size_t i = 0; i < count; i++) {
        size_t start = used;
        used += (size_t)snprintf(out + used, room - used, "%s ", facts[i].key);
        used += adj_journal_escape(out + used, room - used, facts[i].value, facts[i].length);
        out[used++] = '\n';
        if (used - start > ADJ_JOURNAL_LINE_BYTES || used > HEADER_BYTES_MAX - 64) {
            free(out);
            return adj_error_set(err, ADJ_ERANGE, "header line \"%s\" is too long", facts[i].key);
        }
    }
    *checksum = adj_crc32c(0, out, used);
    used += (size_t)snprintf(out + used, room - used, "end %08" PRIx32 "\n", *checksum);
    *text = out;
    *length = used;
    return ADJ_OK;
}

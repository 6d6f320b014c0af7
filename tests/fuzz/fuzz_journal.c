/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fuzzes the reading of a journal. The checksums are not compared, else nothing behind them
 * would ever be reached; what is read is written anew and must then read the same, checked.
 *
 * Without libFuzzer: cc -DADJ_FUZZ_MAIN ... makes a program that runs the files it is given. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "journal.h"
#include "journal_internal.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(int condition)
{
    if (!condition)
        abort();
}

/* The text of header and records, and its length. */
static char *write_anew(const adj_journal *journal, size_t *length)
{
    static char line[ADJ_JOURNAL_LINE_BYTES];
    size_t count = adj_journal_fact_count(journal), room;
    adj_journal_fact *facts = calloc(count + 1, sizeof *facts);
    uint32_t checksum;
    char *text;

    require(facts != NULL);
    for (size_t i = 0; i < count; i++)
        facts[i] = adj_journal_fact_at(journal, i);
    if (adj_journal_format_header(facts, count, &text, length, &checksum, NULL) != ADJ_OK) {
        free(facts);                        /* escaped anew, a line may be longer than it was */
        return NULL;
    }
    free(facts);
    room = *length;
    for (size_t i = 0; i < adj_journal_count(journal); i++) {
        adj_journal_record record = adj_journal_at(journal, i);
        size_t size = adj_journal_format_record(line, record.seq, record.kind, record.payload,
                                                record.length, &checksum);
        if (size == 0) {
            free(text);
            return NULL;
        }
        if (*length + size > room) {
            room = 2 * (*length + size);
            text = realloc(text, room);
            require(text != NULL);
        }
        memcpy(text + *length, line, size);
        *length += size;
    }
    return text;
}

static void compare(const adj_journal *a, const adj_journal *b)
{
    require(adj_journal_fact_count(a) == adj_journal_fact_count(b));
    for (size_t i = 0; i < adj_journal_fact_count(a); i++) {
        adj_journal_fact x = adj_journal_fact_at(a, i), y = adj_journal_fact_at(b, i);
        require(strcmp(x.key, y.key) == 0 && x.length == y.length);
        require(memcmp(x.value, y.value, x.length) == 0);
    }
    require(adj_journal_count(a) == adj_journal_count(b));
    for (size_t i = 0; i < adj_journal_count(a); i++) {
        adj_journal_record x = adj_journal_at(a, i), y = adj_journal_at(b, i);
        require(x.seq == y.seq && x.kind == y.kind && x.length == y.length);
        require(x.length == 0 || memcmp(x.payload, y.payload, x.length) == 0);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    adj_journal *journal, *again;
    adj_error err = { 0 };
    size_t length, dropped;
    char *text;

    if (adj_journal_parse(data, size, ADJ_JOURNAL_UNCHECKED, &journal, &err) != ADJ_OK) {
        require(err.text[0] != '\0' && strchr(err.text, '\n') == NULL && journal == NULL);
        return 0;
    }
    (void)adj_journal_dropped(journal, &dropped);
    require(adj_journal_length(journal) + dropped == size);
    if ((text = write_anew(journal, &length)) != NULL) {
        require(adj_journal_parse(text, length, 0, &again, &err) == ADJ_OK);
        compare(journal, again);
        adj_journal_close(again);
        free(text);
    }
    adj_journal_close(journal);
    return 0;
}

#include "replay.h"

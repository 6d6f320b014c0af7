/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The journal as text: what is written, what is read, what is noticed. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "crc32c.h"
#include "journal.h"
#include "scratch.h"

static const adj_journal_fact facts[] = {
    { "program", "0.1.0", 5 },
    { "generator", "philox4x32-10", 13 },
    { "seed", "42", 2 },
    { "house", "first \\ of\ntwo", 14 },
    { "house", "", 0 },
    { "option.fog", "a\0b", 3 },
};
enum { FACTS = sizeof facts / sizeof *facts };

static const struct { adj_journal_kind kind; const char *payload; size_t length; } entries[] = {
    { ADJ_JOURNAL_BEGIN, "attack Blenheim with 1, 2", 25 },
    { ADJ_JOURNAL_ANSWER, "roll 3d6: 4 3 1", 15 },
    { ADJ_JOURNAL_ANSWER, "", 0 },
    { ADJ_JOURNAL_REMARK, "a\nb\tc\\d \x1b[31m \x7f\0\xff \xc3\xa4 \xe2\x82\xac", 24 },
    { ADJ_JOURNAL_DONE, "0123456789abcdef0123456789abcdef", 32 },
    { ADJ_JOURNAL_UNDO, " two  spaces ", 13 },
    { ADJ_JOURNAL_REDO, "1", 1 },
    { ADJ_JOURNAL_BEGIN, "move", 4 },
    { ADJ_JOURNAL_ABANDON, "refused by 4.3", 14 },
};
enum { ENTRIES = sizeof entries / sizeof *entries };

/* The sample game as text, made once through the disk. */
static char *sample;
static size_t sample_length;
static size_t line_ends[64], lines;         /* just after each newline */
static size_t header_lines;

static int write_sample(void **state)
{
    adj_journal *journal;
    adj_error err = { 0 };

    if (scratch_make(state) != 0 ||
        adj_journal_create(*state, facts, FACTS, NULL, &journal, &err) != ADJ_OK)
        return -1;
    for (size_t i = 0; i < ENTRIES; i++)
        if (adj_journal_append(journal, entries[i].kind, entries[i].payload, entries[i].length,
                               false, NULL, &err) != ADJ_OK)
            return -1;
    adj_journal_close(journal);
    sample = scratch_read(scratch_path(*state, "journal"), &sample_length);
    for (size_t i = 0; i < sample_length; i++)
        if (sample[i] == '\n')
            line_ends[lines++] = i + 1;
    header_lines = lines - ENTRIES;
    return 0;
}

static int drop_sample(void **state)
{
    free(sample);
    return scratch_remove(state);
}

static adj_status parse(const char *bytes, size_t length, adj_journal **out, adj_error *err)
{
    *err = (adj_error){ 0 };
    return adj_journal_parse(bytes, length, 0, out, err);
}

/* Damage, and the message holds `want`. */
static void assert_damaged(const char *bytes, size_t length, const char *want)
{
    adj_journal *journal;
    adj_error err;

    assert_int_equal(parse(bytes, length, &journal, &err), ADJ_EDAMAGED);
    assert_null(journal);
    if (strstr(err.text, want) == NULL)
        fail_msg("expected \"%s\" in \"%s\"", want, err.text);
}

/* --- writing and reading back --------------------------------------------------------- */

static void assert_sample(const adj_journal *journal)
{
    assert_int_equal(adj_journal_fact_count(journal), FACTS);
    for (size_t i = 0; i < FACTS; i++) {
        adj_journal_fact fact = adj_journal_fact_at(journal, i);
        assert_string_equal(fact.key, facts[i].key);
        assert_int_equal(fact.length, facts[i].length);
        assert_memory_equal(fact.value, facts[i].value, facts[i].length + 1);
    }
    assert_int_equal(adj_journal_count(journal), ENTRIES);
    for (size_t i = 0; i < ENTRIES; i++) {
        adj_journal_record record = adj_journal_at(journal, i);
        assert_int_equal(record.seq, i + 1);
        assert_int_equal(record.kind, entries[i].kind);
        assert_int_equal(record.length, entries[i].length);
        assert_memory_equal(record.payload, entries[i].payload, entries[i].length);
    }
}

static void what_was_written_is_read_back(void **state)
{
    adj_journal *journal;
    adj_error err;
    size_t dropped;

    (void)state;
    assert_int_equal(parse(sample, sample_length, &journal, &err), ADJ_OK);
    assert_sample(journal);
    assert_int_equal(adj_journal_length(journal), sample_length);
    assert_true(adj_journal_is_read_only(journal));
    assert_null(adj_journal_dropped(journal, &dropped));
    assert_int_equal(dropped, 0);
    adj_journal_close(journal);
    adj_journal_close(NULL);
}

static void the_file_is_plain_text_of_short_lines(void **state)
{
    static const char want[] =
        "adjutant-journal 1\nprogram 0.1.0\ngenerator philox4x32-10\nseed 42\n"
        "house first \\\\ of\\ntwo\nhouse \noption.fog a\\x00b\nend ";
    const char *odd = "4 remark a\\nb\\tc\\\\d \\x1b[31m \\x7f\\x00\\xff \xc3\xa4 \xe2\x82\xac ";

    (void)state;
    assert_memory_equal(sample, want, sizeof want - 1);
    assert_memory_equal(sample + line_ends[header_lines + 2], odd, strlen(odd));
    for (size_t i = 0; i < sample_length; i++)
        assert_true((unsigned char)sample[i] >= 0x20 || sample[i] == '\n');
}

static void every_byte_comes_through_in_every_company(void **state)
{
    char *payload = malloc(65536 * 2), *text;
    adj_journal *journal;
    adj_error err = { 0 };
    char folder[4096];
    size_t length;

    (void)snprintf(folder, sizeof folder, "%s", scratch_path(*state, ""));
    assert_non_null(payload);
    assert_int_equal(adj_journal_create(folder, NULL, 0, NULL, &journal, &err), ADJ_OK);
    for (int first = 0; first < 256; first++) {         /* all pairs of bytes */
        for (int i = 0; i < 256; i++) {
            payload[2 * i] = (char)first;
            payload[2 * i + 1] = (char)i;
        }
        assert_int_equal(adj_journal_append(journal, ADJ_JOURNAL_REMARK, payload, 512, false, NULL, &err),
                         ADJ_OK);
    }
    adj_journal_close(journal);
    text = scratch_read(scratch_path(*state, "journal"), &length);
    assert_int_equal(parse(text, length, &journal, &err), ADJ_OK);
    for (int first = 0; first < 256; first++) {
        adj_journal_record record = adj_journal_at(journal, (size_t)first);
        assert_int_equal(record.length, 512);
        for (int i = 0; i < 256; i++) {
            assert_int_equal((unsigned char)record.payload[2 * i], first);
            assert_int_equal((unsigned char)record.payload[2 * i + 1], i);
        }
    }
    adj_journal_close(journal);
    free(text);
    free(payload);
}

static void only_well_formed_printable_utf8_stands_unescaped(void **state)
{
    static const struct { const char *payload, *line; } cases[] = {
        { "\xc2\xa0", "1 remark \xc2\xa0 " },                   /* U+00A0 */
        { "\xc2\x9b", "1 remark \\xc2\\x9b " },                 /* U+009B starts an escape code */
        { "\xc0\xaf", "1 remark \\xc0\\xaf " },                 /* overlong */
        { "\xe0\x9f\xbf", "1 remark \\xe0\\x9f\\xbf " },
        { "\xed\xa0\x80", "1 remark \\xed\\xa0\\x80 " },        /* a surrogate */
        { "\xed\x9f\xbf", "1 remark \xed\x9f\xbf " },
        { "\xf0\x9f\x8e\xb2", "1 remark \xf0\x9f\x8e\xb2 " },
        { "\xf4\x90\x80\x80", "1 remark \\xf4\\x90\\x80\\x80 " },
        { "\xe2\x82", "1 remark \\xe2\\x82 " },                 /* cut short */
        { "\xe2\x82x", "1 remark \\xe2\\x82x " },
        { "\x80", "1 remark \\x80 " },
    };

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        adj_journal *journal;
        adj_error err = { 0 };
        size_t length, want = strlen(cases[i].line);
        char *text;

        (void)remove(scratch_path(*state, "journal"));
        assert_int_equal(adj_journal_create(*state, NULL, 0, NULL, &journal, &err), ADJ_OK);
        assert_int_equal(adj_journal_append(journal, ADJ_JOURNAL_REMARK, cases[i].payload,
                                            strlen(cases[i].payload), false, NULL, &err), ADJ_OK);
        adj_journal_close(journal);
        text = scratch_read(scratch_path(*state, "journal"), &length);
        assert_int_equal(length, 32 + want + 9);                /* header, line, checksum */
        assert_memory_equal(text + 32, cases[i].line, want);
        free(text);
    }
}

/* --- cuts and flips ---------------------------------------------------------------------- */

static void cut_at_every_byte_a_prefix_is_read(void **state)
{
    size_t whole = 0;                                   /* lines complete at the cut */

    (void)state;
    for (size_t cut = 0; cut <= sample_length; cut++) {
        adj_journal *journal;
        adj_error err;
        size_t dropped;
        adj_status status = parse(sample, cut, &journal, &err);

        while (whole < lines && line_ends[whole] <= cut)
            whole++;
        if (whole < header_lines) {
            assert_int_equal(status, ADJ_EDAMAGED);
            continue;
        }
        assert_int_equal(status, ADJ_OK);
        assert_int_equal(adj_journal_count(journal), whole - header_lines);
        assert_int_equal(adj_journal_length(journal), line_ends[whole - 1]);
        (void)adj_journal_dropped(journal, &dropped);
        assert_int_equal(dropped, cut - line_ends[whole - 1]);
        adj_journal_close(journal);
    }
}

static void every_flipped_bit_is_noticed(void **state)
{
    char *bytes = malloc(sample_length);

    (void)state;
    assert_non_null(bytes);
    for (size_t bit = 0; bit < sample_length * 8; bit++) {
        adj_journal *journal;
        adj_error err;
        size_t dropped;
        adj_status status;

        memcpy(bytes, sample, sample_length);
        bytes[bit / 8] = (char)(bytes[bit / 8] ^ (1 << bit % 8));
        status = parse(bytes, sample_length, &journal, &err);
        if (status != ADJ_OK) {
            assert_true(status == ADJ_EDAMAGED || (status == ADJ_EVERSION && bit / 8 == 17));
            continue;
        }
        /* Only the last newline may go unrefused: then the line is a torn tail, and told. */
        assert_int_equal(bit / 8, sample_length - 1);
        assert_non_null(adj_journal_dropped(journal, &dropped));
        adj_journal_close(journal);
    }
    free(bytes);
}

/* The sample with the lines in `order` (indexes of records, -1 ends) after the header. */
static char *rearranged(const int *order, size_t *length)
{
    char *bytes = malloc(sample_length * 2);

    assert_non_null(bytes);
    *length = line_ends[header_lines - 1];
    memcpy(bytes, sample, *length);
    for (size_t i = 0; order[i] >= 0; i++) {
        size_t line = header_lines + (size_t)order[i];
        size_t size = line_ends[line] - line_ends[line - 1];
        memcpy(bytes + *length, sample + line_ends[line - 1], size);
        *length += size;
    }
    return bytes;
}

static void moved_removed_and_doubled_records_are_noticed(void **state)
{
    static const struct { int order[ENTRIES + 2]; const char *want; } cases[] = {
        { { 0, 2, 1, 3, 4, 5, 6, 7, 8, -1 }, "record 2 " },
        { { 1, 2, 3, 4, 5, 6, 7, 8, -1 }, "record 1 " },
        { { 0, 1, 2, 3, 4, 5, 6, 8, -1 }, "record 8 " },
        { { 0, 1, 1, 2, 3, 4, 5, 6, 7, 8, -1 }, "record 3 " },
        { { 0, 1, 2, 3, 4, 5, 6, 7, 8, 8, -1 }, "record 10 " },
        { { 8, -1 }, "record 1 " },
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        size_t length;
        char *bytes = rearranged(cases[i].order, &length);
        assert_damaged(bytes, length, cases[i].want);
        free(bytes);
    }
}

/* Replaces the bytes of one record's line (without its newline). */
static char *with_line(size_t record, const char *line, size_t *length)
{
    size_t from = line_ends[header_lines + record - 1], to = line_ends[header_lines + record] - 1;
    char *bytes = malloc(sample_length + strlen(line) + 1);

    assert_non_null(bytes);
    memcpy(bytes, sample, from);
    memcpy(bytes + from, line, strlen(line));
    memcpy(bytes + from + strlen(line), sample + to, sample_length - to);
    *length = sample_length - (to - from) + strlen(line);
    return bytes;
}

/* The line with the checksum it would have after record `record` - 1 of the sample. */
static const char *signed_line(size_t record, const char *text)
{
    static char line[512];
    uint32_t before = (uint32_t)strtoul(sample + line_ends[header_lines + record - 1] - 9, NULL, 16);

    (void)snprintf(line, sizeof line, "%s %08x", text, (unsigned)adj_crc32c(before, text, strlen(text)));
    return line;
}

static void a_record_forged_with_a_fitting_checksum_breaks_the_next(void **state)
{
    size_t length;
    char *bytes = with_line(1, signed_line(1, "2 answer roll 3d6: 6 6 6"), &length);

    (void)state;
    assert_damaged(bytes, length, "record 3 ");
    free(bytes);
}

static void a_complete_last_record_that_is_bad_is_damage(void **state)
{
    static const struct { const char *line, *want; bool sign; } cases[] = {
        { "9 abandon refused by 4.3 00000000", "record 9 (byte", false },
        { "9 abandon refused by 4.3 00000000", "checksum is wrong", false },
        { "9 abandon refused by 4.3", "no checksum", false },
        { "9 abandon refused by 4.3 0000000G", "no checksum", false },
        { "9 abandon refused by 4.3 ABCDEF01", "no checksum", false },
        { "", "no checksum", false },
        { "09 abandon x", "another number", true },
        { "10 abandon x", "another number", true },
        { "9", "another number", true },
        { "9 abandon", "no kind", true },
        { "9 conquer x", "kind is unknown", true },
        { "9  x", "kind is unknown", true },
        { "9 abandon a\\", "not well formed", true },
        { "9 abandon a\\q", "not well formed", true },
        { "9 abandon a\\x0", "not well formed", true },
        { "9 abandon a\\x0G", "not well formed", true },
        { "9 abandon a\\xFF", "not well formed", true },
        { "9 abandon a\rb", "not well formed", true },
        { "9 abandon a\x7f", "not well formed", true },
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        size_t length;
        const char *line = cases[i].sign ? signed_line(8, cases[i].line) : cases[i].line;
        char *bytes = with_line(8, line, &length);
        assert_damaged(bytes, length, cases[i].want);
        assert_damaged(bytes, length, "--recover writes a copy up to record 8");
        free(bytes);
    }
}

static void a_line_longer_than_64_kib_is_damage_unless_torn(void **state)
{
    size_t length = sample_length + 70000, dropped;
    char *bytes = malloc(length);
    adj_journal *journal;
    adj_error err;

    (void)state;
    assert_non_null(bytes);
    memcpy(bytes, sample, sample_length);
    memset(bytes + sample_length, 0, 70000);            /* what a power cut may leave */
    assert_int_equal(parse(bytes, length, &journal, &err), ADJ_OK);
    (void)adj_journal_dropped(journal, &dropped);
    assert_int_equal(dropped, 70000);
    adj_journal_close(journal);
    bytes[length - 1] = '\n';
    assert_damaged(bytes, length, "longer than 64 KiB");
    free(bytes);
}

/* --- the header -------------------------------------------------------------------------- */

static void a_header_that_is_not_ours_is_refused(void **state)
{
    static const struct { const char *text, *want; } cases[] = {
        { "", "not a journal" },
        { "#!/bin/sh\n", "not a journal" },
        { "adjutant-journal", "not a journal" },
        { "adjutant-journal ", "cut short" },
        { "adjutant-journal 1", "cut short" },
        { "adjutant-journal \n", "no format version" },
        { "adjutant-journal 0\n", "no format version" },
        { "adjutant-journal 01\n", "no format version" },
        { "adjutant-journal 1 \n", "no format version" },
        { "adjutant-journal 99999999999999999999\n", "no format version" },
        { "adjutant-journal 1\nprogram 1\n", "cut short" },
        { "adjutant-journal 1\nend 00000000\n", "checksum is wrong" },
        { "adjutant-journal 1\nend 0000000\n", "not a key" },
        { "adjutant-journal 1\nend 0000000G\n", "not a key" },
        { "adjutant-journal 1\nprogram\n", "not a key" },
        { "adjutant-journal 1\n program\n", "not a key" },
        { "adjutant-journal 1\n9x y\n", "not a key" },
        { "adjutant-journal 1\na/b y\n", "not a key" },
        { "adjutant-journal 1\na \\\n", "not a key" },
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_damaged(cases[i].text, strlen(cases[i].text), cases[i].want);
}

static void a_newer_format_is_refused_by_name(void **state)
{
    static const struct { const char *text, *want; } cases[] = {
        { "adjutant-journal 2\nprogram 3.1.4\nanything\n", "format 2 is newer than this program reads (1): "
          "it was written by Adjutant 3.1.4" },
        { "adjutant-journal 2\nprogram a\\x1bb\n", "by Adjutant a?b" },
        { "adjutant-journal 12\nwho knows", "format 12 is newer" },
        { "adjutant-journal 12\nprogram \\q\n", "format 12 is newer" },
        { "adjutant-journal 12\n", "format 12 is newer" },
    };
    adj_journal *journal;
    adj_error err;

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        assert_int_equal(parse(cases[i].text, strlen(cases[i].text), &journal, &err), ADJ_EVERSION);
        assert_null(strchr(err.text, '\x1b'));
        assert_non_null(strstr(err.text, cases[i].want));
    }
}

static void facts_that_cannot_be_written_are_refused(void **state)
{
    static char big[70000];
    static const adj_journal_fact bad[] = {
        { "", "x", 1 }, { "end", "x", 1 }, { "two words", "x", 1 }, { "9", "x", 1 }, { "a\n", "x", 1 },
        { "long678901234567890123456789012345678901234567890123456789012345x", "x", 1 },
    };
    adj_journal_fact huge = { "house", big, sizeof big };
    adj_journal *journal;
    adj_error err = { 0 };

    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        assert_int_equal(adj_journal_create(*state, &bad[i], 1, NULL, &journal, &err), ADJ_EINVAL);
        assert_null(journal);
    }
    assert_int_equal(adj_journal_create(*state, &huge, 1, NULL, &journal, &err), ADJ_ERANGE);
    assert_int_equal(adj_journal_create(*state, bad, 10001, NULL, &journal, &err), ADJ_ERANGE);
}

static void a_header_of_too_many_lines_is_damage(void **state)
{
    size_t lines_wanted = 10001, at = 0;
    char *text = malloc(32 + lines_wanted * 4);

    (void)state;
    assert_non_null(text);
    at += (size_t)sprintf(text, "adjutant-journal 1\n");
    for (size_t i = 0; i < lines_wanted; i++)
        at += (size_t)sprintf(text + at, "a b\n");
    assert_damaged(text, at, "header is damaged");
    free(text);
}

static void kinds_have_words(void **state)
{
    adj_journal_kind kind;

    (void)state;
    for (int i = 0; i < ADJ_JOURNAL_KINDS; i++) {
        const char *word = adj_journal_kind_text((adj_journal_kind)i);
        assert_true(adj_journal_kind_find(word, strlen(word), &kind));
        assert_int_equal(kind, i);
    }
    assert_string_equal(adj_journal_kind_text(ADJ_JOURNAL_KINDS), "?");
    assert_false(adj_journal_kind_find("don", 3, &kind));
    assert_false(adj_journal_kind_find("", 0, &kind));
}

static void unchecked_reading_takes_any_checksum(void **state)
{
    size_t length;
    char *bytes = with_line(8, "9 abandon other 00000000", &length);
    adj_journal *journal;
    adj_error err = { 0 };

    (void)state;
    assert_int_equal(adj_journal_parse(bytes, length, ADJ_JOURNAL_UNCHECKED, &journal, &err), ADJ_OK);
    assert_int_equal(adj_journal_count(journal), ENTRIES);
    adj_journal_close(journal);
    free(bytes);
}

#define IN_SCRATCH(f) cmocka_unit_test_setup_teardown(f, scratch_make, scratch_remove)

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_was_written_is_read_back),
        cmocka_unit_test(the_file_is_plain_text_of_short_lines),
        IN_SCRATCH(every_byte_comes_through_in_every_company),
        IN_SCRATCH(only_well_formed_printable_utf8_stands_unescaped),
        cmocka_unit_test(cut_at_every_byte_a_prefix_is_read),
        cmocka_unit_test(every_flipped_bit_is_noticed),
        cmocka_unit_test(moved_removed_and_doubled_records_are_noticed),
        cmocka_unit_test(a_record_forged_with_a_fitting_checksum_breaks_the_next),
        cmocka_unit_test(a_complete_last_record_that_is_bad_is_damage),
        cmocka_unit_test(a_line_longer_than_64_kib_is_damage_unless_torn),
        cmocka_unit_test(a_header_that_is_not_ours_is_refused),
        cmocka_unit_test(a_newer_format_is_refused_by_name),
        IN_SCRATCH(facts_that_cannot_be_written_are_refused),
        cmocka_unit_test(a_header_of_too_many_lines_is_damage),
        cmocka_unit_test(kinds_have_words),
        cmocka_unit_test(unchecked_reading_takes_any_checksum),
    };
    return cmocka_run_group_tests(tests, write_sample, drop_sample);
}

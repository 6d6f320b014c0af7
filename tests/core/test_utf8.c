/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "utf8.h"

/* The bytes of the code point, by arithmetic; 0 where UTF-8 has none. */
static size_t put(uint32_t code, char out[4])
{
    static const uint32_t first[] = { 0x80, 0x800, 0x10000, 0x110000 };
    static const unsigned lead[] = { 0, 0xC0, 0xE0, 0xF0 };
    size_t n = 1;

    while (code >= first[n - 1])
        n++;
    out[0] = (char)(lead[n - 1] | code >> 6 * (n - 1));
    for (size_t i = 1; i < n; i++)
        out[i] = (char)(0x80 | (code >> 6 * (n - 1 - i) & 0x3F));
    return n;
}

static void every_character_is_one_step(void **state)
{
    (void)state;
    for (uint32_t code = 0; code < 0x110000; code++) {
        char text[4];
        size_t n = put(code, text);
        bool good, surrogate = code >= 0xD800 && code < 0xE000;
        size_t step = adj_utf8_step(text, n, &good);

        assert_int_equal(good, !surrogate);
        assert_int_equal(step, surrogate ? 1 : n);
    }
}

/* The examples of the Unicode standard, chapter 3, for where U+FFFD goes. */
static void what_is_no_character_is_stepped_over(void **state)
{
    static const struct { const char *text; size_t steps[9]; } cases[] = {
        { "\xC0\xAF\xE0\x80\xBF\xF0\x81\x82", { 1, 1, 1, 1, 1, 1, 1, 1 } },
        { "\xED\xA0\x80\xED\xBF\xBF\xED\xAF", { 1, 1, 1, 1, 1, 1, 1, 1 } },
        { "\xF4\x91\x92\x93\xFF\x80\xBF", { 1, 1, 1, 1, 1, 1, 1 } },
        { "\xE1\x80\xE2\xF0\x91\x92\xF1\xBF", { 2, 1, 3, 2 } },
        { "\xF5", { 1 } }, { "\xC2", { 1 } }, { "\xE0\x9F", { 1, 1 } },
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        size_t length = strlen(cases[i].text), at = 0;

        assert_int_equal(adj_utf8_good(cases[i].text, length), 0);
        for (size_t s = 0; at < length; s++) {
            bool good;
            size_t n = adj_utf8_step(cases[i].text + at, length - at, &good);

            assert_false(good);
            assert_int_equal(n, cases[i].steps[s]);
            at += n;
        }
    }
}

static void a_text_is_good_up_to_its_first_bad_byte(void **state)
{
    (void)state;
    assert_int_equal(adj_utf8_good("", 0), 0);
    assert_int_equal(adj_utf8_good("M\xC3\xBCller", 7), 7);
    assert_int_equal(adj_utf8_good("M\xC3\xBCller", 2), 1);
    assert_int_equal(adj_utf8_good("ab\0\xFFz", 5), 3);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_character_is_one_step),
        cmocka_unit_test(what_is_no_character_is_stepped_over),
        cmocka_unit_test(a_text_is_good_up_to_its_first_bad_byte),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}

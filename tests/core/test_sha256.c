/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "sha256.h"

static void the_published_vectors_come_out(void **state)
{
    static const struct { const char *text, *want; } cases[] = {
        { "", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855" },
        { "abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad" },
        { "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
          "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1" },
        { "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmn"
          "hijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu",
          "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1" },
    };
    char hex[65];

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        adj_sha256_hex(cases[i].text, strlen(cases[i].text), hex);
        assert_string_equal(hex, cases[i].want);
    }
}

static void a_million_letters_come_out(void **state)
{
    char *text = malloc(1000000), hex[65];

    (void)state;
    assert_non_null(text);
    memset(text, 'a', 1000000);
    adj_sha256_hex(text, 1000000, hex);
    assert_string_equal(hex, "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
    free(text);
}

static void the_parts_do_not_matter(void **state)
{
    unsigned char text[200], whole[32], parts[32];
    adj_sha256 digest;

    (void)state;
    for (size_t i = 0; i < sizeof text; i++)
        text[i] = (unsigned char)(i * 7);
    for (size_t length = 0; length <= sizeof text; length++) {
        adj_sha256_begin(&digest);
        adj_sha256_add(&digest, text, length);
        adj_sha256_finish(&digest, whole);
        for (size_t step = 1; step <= 65; step += 8) {
            adj_sha256_begin(&digest);
            for (size_t at = 0; at < length; at += step)
                adj_sha256_add(&digest, text + at, length - at < step ? length - at : step);
            adj_sha256_finish(&digest, parts);
            assert_memory_equal(parts, whole, 32);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_published_vectors_come_out),
        cmocka_unit_test(a_million_letters_come_out),
        cmocka_unit_test(the_parts_do_not_matter),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

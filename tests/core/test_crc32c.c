/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "crc32c.h"

static void the_published_vectors_come_out(void **state)
{
    unsigned char bytes[32];

    (void)state;
    assert_int_equal(adj_crc32c(0, "", 0), 0);
    assert_int_equal(adj_crc32c(0, "123456789", 9), 0xe3069283);
    memset(bytes, 0, sizeof bytes);                             /* RFC 3720, B.4 */
    assert_int_equal(adj_crc32c(0, bytes, sizeof bytes), 0x8a9136aa);
    memset(bytes, 0xff, sizeof bytes);
    assert_int_equal(adj_crc32c(0, bytes, sizeof bytes), 0x62a8ab43);
    for (size_t i = 0; i < sizeof bytes; i++)
        bytes[i] = (unsigned char)i;
    assert_int_equal(adj_crc32c(0, bytes, sizeof bytes), 0x46dd794e);
    for (size_t i = 0; i < sizeof bytes; i++)
        bytes[i] = (unsigned char)(31 - i);
    assert_int_equal(adj_crc32c(0, bytes, sizeof bytes), 0x113fdb5c);
}

static void a_text_may_come_in_two_parts(void **state)
{
    static const char text[] = "the attacker wins by four";
    uint32_t whole = adj_crc32c(0, text, sizeof text);

    (void)state;
    for (size_t cut = 0; cut <= sizeof text; cut++)
        assert_int_equal(adj_crc32c(adj_crc32c(0, text, cut), text + cut, sizeof text - cut), whole);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_published_vectors_come_out),
        cmocka_unit_test(a_text_may_come_in_two_parts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

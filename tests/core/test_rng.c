/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "rng.h"

static adj_rng seeded(int64_t seed)
{
    adj_rng rng;

    adj_rng_seed_integer(&rng, seed);
    return rng;
}

static adj_rng stream_of(int64_t seed, const char *name)
{
    adj_rng from = seeded(seed), rng;

    adj_rng_stream(&from, name, strlen(name), &rng);
    return rng;
}

/* kat_vectors of the Random123 distribution, philox4x32 with 10 rounds */
static void philox_gives_the_published_numbers(void **state)
{
    static const struct { uint32_t counter[4], key[2], want[4]; } cases[] = {
        {{0, 0, 0, 0}, {0, 0}, {0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}},
        {{0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff}, {0xffffffff, 0xffffffff},
         {0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}},
        {{0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}, {0xa4093822, 0x299f31d0},
         {0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        uint32_t out[4];
        adj_rng_philox(cases[i].counter, cases[i].key, out);
        assert_memory_equal(out, cases[i].want, sizeof out);
    }
}

static void a_stream_is_philox_counted_from_its_identity(void **state)
{
    adj_rng rng = seeded(1);
    uint32_t out[4];

    (void)state;
    for (uint32_t block = 0; block < 20; block++) {
        uint32_t counter[4] = { block, 0, rng.id[2], rng.id[3] };
        adj_rng_philox(counter, rng.id, out);
        for (int i = 0; i < 4; i++)
            assert_int_equal(adj_rng_word(&rng), out[i]);
    }
}

/* The words under this name never change: saved games depend on it. */
static void the_words_of_a_seed_are_frozen(void **state)
{
    static const uint32_t want_seed[4] = { 0x1b93f814, 0x857527f7, 0x1eba30f0, 0x6100b5e0 };
    static const uint32_t want_stream[4] = { 0xe86cfa4d, 0x7cb29c3c, 0x6f2780a5, 0x63118712 };
    static const uint32_t want_split[4] = { 0x8bde26f0, 0xea40bcdb, 0x9cd35a1a, 0xd90eb773 };
    const int64_t numbers[] = { 3, -1 };
    adj_rng rng = seeded(7), stream = stream_of(7, "dice"), split;

    (void)state;
    assert_string_equal(ADJ_RNG_NAME, "philox4x32-10/1");
    adj_rng_split(&stream, numbers, 2, &split);
    for (int i = 0; i < 4; i++) {
        assert_int_equal(adj_rng_word(&rng), want_seed[i]);
        assert_int_equal(adj_rng_word(&stream), want_stream[i]);
        assert_int_equal(adj_rng_word(&split), want_split[i]);
    }
}

static void a_number_and_its_text_seed_alike(void **state)
{
    adj_rng a = seeded(-7), b;

    (void)state;
    adj_rng_seed(&b, "-7", 2);
    assert_memory_equal(a.id, b.id, sizeof a.id);
}

static void streams_of_other_names_seeds_and_numbers_differ(void **state)
{
    static const int64_t numbers[][2] = { {0, 0}, {0, 1}, {1, 0}, {-1, 0}, {1, 1} };
    adj_rng all[16], from = seeded(1);
    size_t n = 0;

    (void)state;
    all[n++] = from;
    all[n++] = seeded(2);
    all[n++] = stream_of(1, "dice");
    all[n++] = stream_of(1, "dice ");
    all[n++] = stream_of(1, "");
    all[n++] = stream_of(1, "1");
    all[n++] = stream_of(2, "dice");
    for (size_t i = 0; i < 5; i++)
        adj_rng_split(&from, numbers[i], 2, &all[n++]);
    adj_rng_split(&from, numbers[0], 1, &all[n++]);
    adj_rng_split(&from, numbers[0], 0, &all[n++]);
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < i; j++)
            assert_true(memcmp(all[i].id, all[j].id, sizeof all[i].id) != 0);
}

static void a_stream_does_not_depend_on_what_its_parent_drew(void **state)
{
    adj_rng from = seeded(5), a, b;

    (void)state;
    adj_rng_stream(&from, "x", 1, &a);
    for (int i = 0; i < 37; i++)
        adj_rng_word(&from);
    adj_rng_stream(&from, "x", 1, &b);
    assert_memory_equal(&a, &b, sizeof a);
    assert_int_equal(adj_rng_position(&from), 37);
}

static void any_position_can_be_gone_to(void **state)
{
    static const uint64_t far[] = { UINT64_C(1) << 33, UINT64_C(1) << 50,
                                    (UINT64_C(1) << 62) + 3 };
    uint32_t words[200];
    adj_rng rng = seeded(9);

    (void)state;
    for (size_t i = 0; i < 200; i++) {
        assert_int_equal(adj_rng_position(&rng), i);
        words[i] = adj_rng_word(&rng);
    }
    for (size_t i = 200; i-- > 0; ) {
        adj_rng_seek(&rng, i);
        assert_int_equal(adj_rng_position(&rng), i);
        for (size_t k = i; k < 200 && k < i + 20; k++)
            assert_int_equal(adj_rng_word(&rng), words[k]);
    }
    for (size_t i = 0; i < sizeof far / sizeof *far; i++) {
        adj_rng other = seeded(9);
        adj_rng_seek(&rng, far[i]);
        adj_rng_seek(&other, far[i] - 1);
        adj_rng_word(&other);
        assert_true(adj_rng_position(&other) == far[i]);
        assert_int_equal(adj_rng_word(&rng), adj_rng_word(&other));
    }
}

static void bounded_draws_stay_in_their_bounds(void **state)
{
    static const uint64_t bounds[] = { 1, 2, 3, 6, 10, 1000, 65537, 0x80000001, 0xFFFFFFFF,
                                       UINT64_C(1) << 32, (UINT64_C(1) << 32) + 1,
                                       UINT64_C(6148914691236517206), INT64_MAX, UINT64_MAX };
    adj_rng rng = seeded(3);

    (void)state;
    for (size_t b = 0; b < sizeof bounds / sizeof *bounds; b++) {
        uint64_t greatest = 0;
        for (int i = 0; i < 2000; i++) {
            uint64_t x = adj_rng_below(&rng, bounds[b]);
            assert_true(x < bounds[b]);
            greatest = x > greatest ? x : greatest;
        }
        assert_true(greatest >= bounds[b] / 10 * 9);
    }
}

/* A bound just over half the words rejects nearly half of them: a biased generator would
 * give the lower numbers twice as often. */
static void bounds_that_do_not_divide_are_unbiased(void **state)
{
    const uint64_t n = UINT64_C(0x80000001);
    adj_rng rng = seeded(4);
    int low = 0, draws = 100000;

    (void)state;
    for (int i = 0; i < draws; i++)
        low += adj_rng_below(&rng, n) < n / 2;
    assert_in_range(low, draws / 2 - 800, draws / 2 + 800);     /* 5 sigma is 791 */
    assert_true(adj_rng_position(&rng) > 190000);               /* it did reject */
}

static void many_dice_share_a_word(void **state)
{
    static const struct { uint32_t sides; unsigned batch; } cases[] = {
        {1, 16}, {2, 16}, {3, 10}, {6, 6}, {10, 4}, {20, 3}, {100, 2}, {256, 2}, {257, 1},
        {65536, 1}, {1000000, 1},
    };
    uint32_t out[100];

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        adj_rng rng = seeded(8);
        assert_int_equal(adj_rng_batch(cases[i].sides), cases[i].batch);
        adj_rng_dice(&rng, cases[i].sides, 100, out);
        for (int k = 0; k < 100; k++)
            assert_true(out[k] < cases[i].sides);
        assert_true(adj_rng_position(&rng) >= (100 + cases[i].batch - 1) / cases[i].batch);
        assert_true(adj_rng_position(&rng) <= (100 + cases[i].batch - 1) / cases[i].batch + 1);
    }
}

/* Chi-square over all pairs of neighbours among a million dice: 35 degrees of freedom. */
static void neighbouring_dice_are_independent(void **state)
{
    enum { N = 1000000 };
    adj_rng rng = stream_of(2024, "dice");
    double pair[36] = { 0 }, chi = 0;
    uint32_t out[6];

    (void)state;
    for (int i = 0; i < N / 5; i++) {
        adj_rng_dice(&rng, 6, 6, out);
        for (int k = 0; k < 5; k++)
            pair[out[k] * 6 + out[k + 1]]++;
    }
    for (int i = 0; i < 36; i++)
        chi += (pair[i] - N / 36.0) * (pair[i] - N / 36.0) / (N / 36.0);
    assert_true(chi < 75 && chi > 10);          /* p about 1e-4 each way */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(philox_gives_the_published_numbers),
        cmocka_unit_test(a_stream_is_philox_counted_from_its_identity),
        cmocka_unit_test(the_words_of_a_seed_are_frozen),
        cmocka_unit_test(a_number_and_its_text_seed_alike),
        cmocka_unit_test(streams_of_other_names_seeds_and_numbers_differ),
        cmocka_unit_test(a_stream_does_not_depend_on_what_its_parent_drew),
        cmocka_unit_test(any_position_can_be_gone_to),
        cmocka_unit_test(bounded_draws_stay_in_their_bounds),
        cmocka_unit_test(bounds_that_do_not_divide_are_unbiased),
        cmocka_unit_test(many_dice_share_a_word),
        cmocka_unit_test(neighbouring_dice_are_independent),
    };

    return cmocka_run_group_tests_name("rng", tests, NULL, NULL);
}

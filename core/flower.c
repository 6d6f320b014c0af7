/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "flower.h"

#include <assert.h>
#include <stdlib.h>

static int turn(int direction)
{
    return ((direction % 6) + 6) % 6;
}

/* --- the plane ------------------------------------------------------------------------ */

adj_hex adj_flower_place(int32_t a, int32_t b)
{
    return (adj_hex){ a + b, -b };
}

adj_hex adj_flower_offset(adj_chirality chirality, int direction)
{
    adj_hex here = adj_hex_direction(direction), next = adj_hex_direction(direction + 1);

    if (chirality == ADJ_FLOWER_R)
        return adj_hex_add(adj_hex_scale(here, 2), next);
    return adj_hex_add(here, adj_hex_scale(next, 2));
}

adj_hex adj_flower_hex(adj_chirality chirality, adj_hex area, int number)
{
    adj_hex centre = adj_hex_add(adj_hex_scale(adj_flower_offset(chirality, 0), area.q),
                                 adj_hex_scale(adj_flower_offset(chirality, 5), area.r));

    return number == 0 ? centre : adj_hex_add(centre, adj_hex_direction(number - 1));
}

/* Seven times the inverse of the matrix (V0 V5) has integer entries: a hex is a centre exactly
 * when both results are divisible by seven. */
static bool centre_to_area(adj_chirality chirality, adj_hex hex, adj_hex *area)
{
    adj_hex v0 = adj_flower_offset(chirality, 0), v5 = adj_flower_offset(chirality, 5);
    int32_t det = v0.q * v5.r - v5.q * v0.r;            /* 7 or -7 */
    int32_t a = hex.q * v5.r - hex.r * v5.q;
    int32_t b = hex.r * v0.q - hex.q * v0.r;

    if (a % 7 != 0 || b % 7 != 0)
        return false;
    *area = (adj_hex){ a / det, b / det };
    return true;
}

adj_hex adj_flower_locate(adj_chirality chirality, adj_hex hex, int *number)
{
    adj_hex area = { 0, 0 };

    *number = 0;
    if (centre_to_area(chirality, hex, &area))
        return area;
    for (int d = 0; d < 6; d++) {
        /* hex is outer hex d of the area whose centre lies the other way */
        if (centre_to_area(chirality, adj_hex_add(hex, adj_hex_direction(d + 3)), &area)) {
            *number = d + 1;
            return area;
        }
    }
    assert(!"the flowers cover the plane");
    return area;
}

void adj_flower_touching(adj_chirality chirality, int direction, int pairs[3][2])
{
    adj_hex centre = adj_flower_offset(chirality, direction);
    int n = 0;

    for (int i = 0; i < 6; i++)
        for (int j = 0; j < 6; j++)
            if (adj_hex_distance(adj_hex_direction(i),
                                 adj_hex_add(centre, adj_hex_direction(j))) == 1) {
                assert(n < 3);
                pairs[n][0] = i;
                pairs[n][1] = j;
                n++;
            }
    assert(n == 3);
}

void adj_flower_facing(adj_chirality chirality, int direction, int *major, int *minor)
{
    *major = turn(chirality == ADJ_FLOWER_R ? direction : direction + 1);
    *minor = turn(chirality == ADJ_FLOWER_R ? direction + 1 : direction);
}

bool adj_flower_open(adj_chirality chirality, int direction, unsigned own, unsigned theirs)
{
    int pairs[3][2];

    adj_flower_touching(chirality, direction, pairs);
    for (int i = 0; i < 3; i++)
        if ((own >> pairs[i][0] & 1) == 0 && (theirs >> pairs[i][1] & 1) == 0)
            return true;
    return false;
}

void adj_flower_withdrawal(int from, adj_hex out[3])
{
    for (int i = 0; i < 3; i++)
        out[i] = adj_hex_direction(from + 2 + i);
}

void adj_flower_retreat(int from, adj_hex out[5])
{
    adj_hex near[3];

    adj_flower_withdrawal(from, near);
    out[0] = adj_hex_scale(near[0], 2);
    out[1] = adj_hex_add(near[0], near[1]);
    out[2] = adj_hex_scale(near[1], 2);
    out[3] = adj_hex_add(near[1], near[2]);
    out[4] = adj_hex_scale(near[2], 2);
}

int adj_flower_retreat_from(int from, int first, adj_hex out[3])
{
    adj_hex near[3], far[5];
    int n = 0;

    assert(first >= 0 && first < 3);
    adj_flower_withdrawal(from, near);
    adj_flower_retreat(from, far);
    for (int i = 0; i < 5; i++)
        if (adj_hex_distance(near[first], far[i]) == 1)
            out[n++] = far[i];
    return n;
}

/* --- a map ---------------------------------------------------------------------------- */

struct adj_flowers {
    adj_chirality chirality;
    int n;
    adj_hex *places;
    int *sorted;                /* areas by place, to find one by place */
    int (*neighbours)[6];
};

static int compare_places(adj_hex a, adj_hex b)
{
    if (a.q != b.q)
        return a.q < b.q ? -1 : 1;
    return (a.r > b.r) - (a.r < b.r);
}

static int compare_sorted(const void *a, const void *b, void *places)
{
    const adj_hex *p = places;
    int i = *(const int *)a, j = *(const int *)b;
    int order = compare_places(p[i], p[j]);

    return order != 0 ? order : (i > j) - (i < j);
}

int adj_flowers_at(const adj_flowers *map, adj_hex place)
{
    int low = 0, high = map->n - 1;

    while (low <= high) {
        int middle = low + (high - low) / 2;
        int order = compare_places(map->places[map->sorted[middle]], place);
        if (order == 0)
            return map->sorted[middle];
        if (order < 0)
            low = middle + 1;
        else
            high = middle - 1;
    }
    return -1;
}

static adj_status check_places(const adj_hex *places, int n, adj_error *err)
{
    if (n < 1 || n > ADJ_FLOWERS_MOST)
        return adj_error_set(err, ADJ_ERANGE, "a map has 1 to %d areas, not %d",
                             ADJ_FLOWERS_MOST, n);
    for (int i = 0; i < n; i++)
        if (abs(places[i].q) > ADJ_FLOWERS_FAR || abs(places[i].r) > ADJ_FLOWERS_FAR)
            return adj_error_set(err, ADJ_ERANGE, "area %d lies at (%d, %d): at most %d either way",
                                 i + 1, (int)places[i].q, (int)places[i].r, ADJ_FLOWERS_FAR);
    return ADJ_OK;
}

static adj_status sort_areas(adj_flowers *map, adj_error *err)
{
    for (int i = 0; i < map->n; i++)
        map->sorted[i] = i;
    qsort_r(map->sorted, (size_t)map->n, sizeof *map->sorted, compare_sorted, map->places);
    for (int i = 1; i < map->n; i++) {
        int a = map->sorted[i - 1], b = map->sorted[i];
        if (adj_hex_equal(map->places[a], map->places[b]))
            return adj_error_set(err, ADJ_EINVAL, "areas %d and %d both lie at (%d, %d)", a + 1,
                                 b + 1, (int)map->places[a].q, (int)map->places[a].r);
    }
    return ADJ_OK;
}

adj_status adj_flowers_new(adj_chirality chirality, const adj_hex *places, int n,
                           adj_flowers **out, adj_error *err)
{
    adj_status status = check_places(places, n, err);
    adj_flowers *map = NULL;

    *out = NULL;
    if (status != ADJ_OK)
        return status;
    status = adj_error_set(err, ADJ_ENOMEM, "out of memory");
    if ((map = calloc(1, sizeof *map)) == NULL)
        goto done;
    map->chirality = chirality;
    map->n = n;
    map->places = malloc((size_t)n * sizeof *map->places);
    map->sorted = malloc((size_t)n * sizeof *map->sorted);
    map->neighbours = malloc((size_t)n * sizeof *map->neighbours);
    if (map->places == NULL || map->sorted == NULL || map->neighbours == NULL)
        goto done;
    for (int i = 0; i < n; i++)
        map->places[i] = places[i];
    if ((status = sort_areas(map, err)) != ADJ_OK)
        goto done;
    for (int i = 0; i < n; i++)
        for (int d = 0; d < 6; d++)
            map->neighbours[i][d] = adj_flowers_at(
                map, adj_hex_add(places[i], adj_hex_direction(d)));
    *out = map;
    map = NULL;
done:
    adj_flowers_free(map);
    return status;
}

void adj_flowers_free(adj_flowers *map)
{
    if (map == NULL)
        return;
    free(map->places);
    free(map->sorted);
    free(map->neighbours);
    free(map);
}

int adj_flowers_count(const adj_flowers *map)
{
    return map->n;
}

adj_chirality adj_flowers_chirality(const adj_flowers *map)
{
    return map->chirality;
}

adj_hex adj_flowers_place(const adj_flowers *map, int area)
{
    return map->places[area];
}

int adj_flowers_neighbour(const adj_flowers *map, int area, int direction)
{
    return map->neighbours[area][turn(direction)];
}

int adj_flowers_direction(const adj_flowers *map, int from, int to)
{
    return adj_hex_towards(map->places[from], map->places[to]);
}

int adj_flowers_distance(const adj_flowers *map, int from, int to)
{
    return adj_hex_distance(map->places[from], map->places[to]);
}

void adj_flowers_around(const adj_flowers *map, int area, int number, int out[6])
{
    adj_hex hex = adj_flower_hex(map->chirality, map->places[area], number);

    for (int d = 0; d < 6; d++) {
        int there;
        adj_hex place = adj_flower_locate(map->chirality, adj_hex_add(hex, adj_hex_direction(d)),
                                          &there);
        int index = adj_flowers_at(map, place);
        out[d] = index < 0 ? -1 : index * 7 + there;
    }
}

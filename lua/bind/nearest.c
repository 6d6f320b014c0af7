/* SPDX-License-Identifier: GPL-3.0-or-later */
/* lua/bind/nearest.c -- the name that was meant, for messages. */
#include <string.h>

#include "bind.h"

enum { NAME_MAX_BYTES = 40 };

static int least(int a, int b)
{
    return a < b ? a : b;
}

/* Insertions, deletions, changes and swaps of neighbours from a to b, both at most NAME_MAX_BYTES. */
static int distance(const char *a, size_t na, const char *b, size_t nb)
{
    int rows[3][NAME_MAX_BYTES + 1];

    for (size_t j = 0; j <= nb; j++)
        rows[0][j] = (int)j;
    for (size_t i = 1; i <= na; i++) {
        int *row = rows[i % 3], *above = rows[(i + 2) % 3], *two_up = rows[(i + 1) % 3];

        row[0] = (int)i;
        for (size_t j = 1; j <= nb; j++) {
            row[j] = least(above[j - 1] + (a[i - 1] != b[j - 1]), least(above[j], row[j - 1]) + 1);
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                row[j] = least(row[j], two_up[j - 2] + 1);
        }
    }
    return rows[na % 3][nb];
}

void adj_bind_nearest(lua_State *L, int index, adj_nearest *nearest)
{
    size_t wanted = strlen(nearest->wanted), length;

    if (wanted > NAME_MAX_BYTES)
        return;
    index = lua_absindex(L, index);
    for (lua_pushnil(L); lua_next(L, index) != 0; lua_pop(L, 1)) {
        const char *name = lua_type(L, -2) == LUA_TSTRING ? lua_tolstring(L, -2, &length) : NULL;
        int d;

        if (name == NULL || length > NAME_MAX_BYTES)
            continue;
        d = distance(nearest->wanted, wanted, name, length);
        if (d < nearest->distance || (d == nearest->distance && nearest->name != NULL
                                      && strcmp(name, nearest->name) < 0)) {
            nearest->distance = d;
            nearest->name = name;
        }
    }
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* lua/bind/ground.c -- core.ground: maps of hexes, boxes and links. */
#include <stdlib.h>
#include <string.h>

#include "ground_bind.h"
#include "world_bind.h"

enum { MOST_RADIUS = 2000 };

Ground *ground_check(lua_State *L)
{
    Ground *g = luaL_checkudata(L, 1, GROUND_TYPE);
    luaL_argcheck(L, g->map != NULL && g->index_of != NULL, 1, "the map was not built");
    return g;
}

int32_t ground_index(lua_State *L, const Ground *g, int arg)
{
    return g->index_of[adj_bind_integer(L, arg, 1, g->places) - 1];
}

adj_hex ground_hex(lua_State *L, const Ground *g, int arg)
{
    return adj_hexmap_hex(g->map, g->index_of[adj_bind_integer(L, arg, 1, g->hexes) - 1]);
}

void ground_push(lua_State *L, const Ground *g, int32_t index)
{
    if (index < 0 || g->number_of[index] == 0)
        lua_pushboolean(L, 0);
    else
        lua_pushinteger(L, g->number_of[index]);
}

static void push_hex(lua_State *L, const Ground *g, adj_hex hex)
{
    ground_push(L, g, adj_hexmap_index(g->map, hex));
}

/* --- where hexes lie -------------------------------------------------------------------- */

/* G:count() -> places, hexes */
static int ground_count(lua_State *L)
{
    const Ground *g = ground_check(L);
    lua_pushinteger(L, g->places);
    lua_pushinteger(L, g->hexes);
    return 2;
}

/* G:at(col, row) -> number | false */
static int ground_at(lua_State *L)
{
    const Ground *g = ground_check(L);
    adj_offset at = { (int32_t)adj_bind_integer(L, 2, -ADJ_HEX_MOST / 2, ADJ_HEX_MOST / 2),
                      (int32_t)adj_bind_integer(L, 3, -ADJ_HEX_MOST / 2, ADJ_HEX_MOST / 2) };
    push_hex(L, g, adj_hex_from_offset(adj_hexmap_layout(g->map), at));
    return 1;
}

/* G:offset(hex) -> col, row */
static int ground_offset(lua_State *L)
{
    const Ground *g = ground_check(L);
    adj_offset at = adj_hex_to_offset(adj_hexmap_layout(g->map), ground_hex(L, g, 2));
    lua_pushinteger(L, at.col);
    lua_pushinteger(L, at.row);
    return 2;
}

/* G:axial(hex) -> q, r */
static int ground_axial(lua_State *L)
{
    const Ground *g = ground_check(L);
    adj_hex hex = ground_hex(L, g, 2);
    lua_pushinteger(L, hex.q);
    lua_pushinteger(L, hex.r);
    return 2;
}

/* G:neighbour(hex, direction) -> number | false */
static int ground_neighbour(lua_State *L)
{
    const Ground *g = ground_check(L);
    adj_hex hex = ground_hex(L, g, 2);
    int d = (int)adj_bind_integer(L, 3, 0, 5);
    push_hex(L, g, adj_hex_add(hex, adj_hex_direction(d)));
    return 1;
}

/* G:distance(hex, hex) */
static int ground_distance(lua_State *L)
{
    const Ground *g = ground_check(L);
    lua_pushinteger(L, adj_hex_distance(ground_hex(L, g, 2), ground_hex(L, g, 3)));
    return 1;
}

/* Where a living entity stands, as an index of the map; -1: on no hex of it. */
static int32_t hex_of_entity(lua_State *L, const Ground *g, int arg)
{
    const Handle *h = world_to_handle(L, arg);
    adj_value v;

    if (h == NULL || h->kind->where < 0 || h->kind->box->world == NULL
        || adj_world_get(h->kind->box->world, h->entity, h->kind->where, &v) != ADJ_OK
        || v.place.kind != ADJ_NODE || v.place.x < 1 || v.place.x > g->hexes)
        return -1;
    return g->index_of[v.place.x - 1];
}

/* G:near(entities, hex, radius) -> those of the list that stand on hexes so near to it */
static int ground_near(lua_State *L)
{
    const Ground *g = ground_check(L);
    adj_hex centre = ground_hex(L, g, 3);
    int64_t radius = (int64_t)luaL_checkinteger(L, 4);
    lua_Integer n = 0, length;

    luaL_checktype(L, 2, LUA_TTABLE);
    adj_bind_thaw(L, 2);
    length = (lua_Integer)lua_rawlen(L, 2);
    adj_lua_charge(L, (uint64_t)length);
    lua_settop(L, 4);
    lua_createtable(L, 0, 0);
    for (lua_Integer i = 1; i <= length; i++) {
        int32_t at;
        lua_rawgeti(L, 2, i);
        at = hex_of_entity(L, g, 6);
        if (at >= 0 && adj_hex_distance(adj_hexmap_hex(g->map, at), centre) <= radius)
            lua_rawseti(L, 5, ++n);
        else
            lua_pop(L, 1);
    }
    return 1;
}

/* G:direction(hex, hex) -> 0..5 | nil when they are not neighbours */
static int ground_direction(lua_State *L)
{
    const Ground *g = ground_check(L);
    int d = adj_hex_towards(ground_hex(L, g, 2), ground_hex(L, g, 3));
    if (d < 0)
        lua_pushnil(L);
    else
        lua_pushinteger(L, d);
    return 1;
}

/* G:side(hex, direction) -> kind of the hexside */
static int ground_side(lua_State *L)
{
    const Ground *g = ground_check(L);
    int32_t index = adj_hexmap_index(g->map, ground_hex(L, g, 2));
    lua_pushinteger(L, adj_hexmap_side(g->map, index, (int)adj_bind_integer(L, 3, 0, 5)));
    return 1;
}

/* G:rotate(hex, centre, sixths) -> number | false */
static int ground_rotate(lua_State *L)
{
    const Ground *g = ground_check(L);
    adj_hex hex = ground_hex(L, g, 2), centre = ground_hex(L, g, 3);
    int sixths = (int)adj_bind_integer(L, 4, -1000000, 1000000);
    push_hex(L, g, adj_hex_rotate(hex, centre, sixths));
    return 1;
}

/* --- lists of hexes ---------------------------------------------------------------------- */

/* G:line(hex, hex) -> the distance + 1 hexes from one to the other, false off the map */
static int ground_line(lua_State *L)
{
    const Ground *g = ground_check(L);
    adj_hex a = ground_hex(L, g, 2), b = ground_hex(L, g, 3);
    int32_t n = adj_hex_distance(a, b);

    adj_lua_charge(L, (uint64_t)n);
    lua_createtable(L, n + 1, 0);
    for (int32_t i = 0; i <= n; i++) {
        push_hex(L, g, adj_hex_line(a, b, i));
        lua_rawseti(L, -2, i + 1);
    }
    return 1;
}

/* G:around(hex, from, to [, direction, twelfths]) -> the hexes at distance `from` to `to`, ring
 * by ring counter-clockwise, those off the map left out; of an arc, when one is given */
static int ground_around(lua_State *L)
{
    const Ground *g = ground_check(L);
    adj_hex centre = ground_hex(L, g, 2);
    int32_t from = (int32_t)adj_bind_integer(L, 3, 0, MOST_RADIUS);
    int32_t to = (int32_t)adj_bind_integer(L, 4, from, MOST_RADIUS);
    bool arc = !lua_isnoneornil(L, 5);
    int d = arc ? (int)adj_bind_integer(L, 5, 0, 5) : 0;
    int twelfths = arc ? (int)adj_bind_integer(L, 6, 0, 11) : 0;
    lua_Integer n = 0;

    lua_newtable(L);
    for (int32_t radius = from; radius <= to; radius++) {
        int32_t count = radius == 0 ? 1 : 6 * radius;
        adj_lua_charge(L, (uint64_t)count);
        for (int32_t i = 0; i < count; i++) {
            adj_hex hex = adj_hex_ring(centre, radius, i);
            int32_t index = adj_hexmap_index(g->map, hex);
            if (index < 0 || g->number_of[index] == 0
                || (arc && radius > 0 && !adj_hex_in_arc(centre, hex, d, twelfths)))
                continue;
            lua_pushinteger(L, g->number_of[index]);
            lua_rawseti(L, -2, ++n);
        }
    }
    return 1;
}

/* --- objects ---------------------------------------------------------------------------------- */

/* G:bind(objects): the object of each place, in order of number */
static int ground_bind(lua_State *L)
{
    const Ground *g = ground_check(L);

    luaL_checktype(L, 2, LUA_TTABLE);
    lua_settop(L, 2);
    lua_createtable(L, g->places, 0);
    lua_createtable(L, 0, g->places);
    for (int32_t i = 1; i <= g->places; i++) {
        luaL_argcheck(L, lua_rawgeti(L, 2, i) != LUA_TNIL, 2, "one object for each place");
        lua_pushvalue(L, -1);
        lua_rawseti(L, 3, i);
        lua_pushinteger(L, i);
        lua_rawset(L, 4);
    }
    lua_setiuservalue(L, 1, GROUND_NUMBERS);
    lua_setiuservalue(L, 1, GROUND_OBJECTS);
    return 0;
}

/* --- making --------------------------------------------------------------------------------- */

/* The integer at position i of the list in field `name` of the table at 1; `absent` without. */
static lua_Integer entry(lua_State *L, int list, lua_Integer i, lua_Integer absent,
                         lua_Integer min, lua_Integer max)
{
    lua_Integer value = absent;

    if (!lua_isnil(L, list)) {
        lua_rawgeti(L, list, i);
        value = adj_bind_integer(L, lua_gettop(L), min, max);
        lua_pop(L, 1);
    }
    return value;
}

static void fill_hexes(lua_State *L, Ground *g, adj_offset first, int32_t cols, int32_t rows)
{
    adj_hex_layout layout = adj_hexmap_layout(g->map);
    int terrains, heights;

    lua_getfield(L, 1, "terrain");
    terrains = lua_gettop(L);
    luaL_checktype(L, terrains, LUA_TTABLE);
    lua_getfield(L, 1, "heights");
    heights = lua_gettop(L);
    for (int32_t i = 0; i < cols * rows; i++) {
        adj_hex hex = adj_hex_from_offset(layout, (adj_offset){ first.col + i % cols,
                                                                first.row + i / cols });
        lua_Integer terrain = entry(L, terrains, i + 1, 0, 0, 255);
        lua_Integer height = entry(L, heights, i + 1, 0, INT16_MIN, INT16_MAX);
        (void)adj_hexmap_set_terrain(g->map, hex, (uint8_t)terrain);
        if (terrain != 0)
            g->hexes++;
        if (adj_hexmap_set_height(g->map, hex, (int16_t)height) != ADJ_OK)
            adj_bind_status(L, ADJ_ENOMEM);
    }
    lua_settop(L, terrains - 1);
}

/* Numbers the hexes on the map, then the boxes. */
static void number_places(lua_State *L, Ground *g, int32_t boxes)
{
    int32_t first_box = adj_hexmap_first_box(g->map), size = first_box + boxes, n = 0;

    g->places = g->hexes + boxes;
    g->index_of = calloc((size_t)g->places + 1, sizeof *g->index_of);
    g->number_of = calloc((size_t)size + 1, sizeof *g->number_of);
    if (g->index_of == NULL || g->number_of == NULL) {
        adj_bind_status(L, ADJ_ENOMEM);
        return;                                 /* never: the line above raises */
    }
    for (int32_t i = 0; i < size; i++)
        if (i >= first_box || adj_hexmap_terrain(g->map, i) != 0) {
            g->index_of[n++] = i;
            g->number_of[i] = n;
        }
}

static void fill_sides(lua_State *L, Ground *g)
{
    lua_Integer n;
    int list;

    if (lua_getfield(L, 1, "sides") != LUA_TNIL) {
        list = lua_gettop(L);
        n = (lua_Integer)lua_rawlen(L, list);
        for (lua_Integer i = 1; i + 2 <= n; i += 3) {
            lua_Integer hex = entry(L, list, i, 0, 1, g->hexes);
            lua_Integer d = entry(L, list, i + 1, 0, 0, 5);
            lua_Integer kind = entry(L, list, i + 2, 0, 0, 255);
            (void)adj_hexmap_set_side(g->map, adj_hexmap_hex(g->map, g->index_of[hex - 1]),
                                      (int)d, (uint8_t)kind);
        }
    }
    lua_pop(L, 1);
}

/* links: from, to, kind, one way (0, 1), and so on; box_terrain: one number a box */
static void join(lua_State *L, Ground *g, int32_t boxes)
{
    adj_error err = { 0 };
    adj_link *links;
    int list, terrain;
    lua_Integer n;

    lua_getfield(L, 1, "links");
    list = lua_gettop(L);
    n = lua_isnil(L, list) ? 0 : (lua_Integer)lua_rawlen(L, list) / 4;
    if (n == 0 && boxes == 0) {
        lua_pop(L, 1);
        return;
    }
    links = lua_newuserdatauv(L, ((size_t)n + 1) * sizeof *links, 0);
    for (lua_Integer i = 0; i < n; i++)
        links[i] = (adj_link){ g->index_of[entry(L, list, 4 * i + 1, 0, 1, g->places) - 1],
                               g->index_of[entry(L, list, 4 * i + 2, 0, 1, g->places) - 1],
                               (uint8_t)entry(L, list, 4 * i + 3, 0, 0, 255), false,
                               entry(L, list, 4 * i + 4, 0, 0, 1) == 1 };
    if (adj_hexmap_join(g->map, boxes, links, (int32_t)n, &err) != ADJ_OK)
        adj_bind_error(L, &err);
    lua_getfield(L, 1, "box_terrain");
    terrain = lua_gettop(L);
    for (int32_t i = 0; i < boxes; i++)
        adj_hexmap_set_terrain_at(g->map, adj_hexmap_first_box(g->map) + i,
                                  (uint8_t)entry(L, terrain, i + 1, 1, 1, 255));
    lua_settop(L, list - 1);
}

/* core.ground.new{ flat_top =, even =, first_col =, first_row =, cols =, rows =, terrain =
 * { kind, ... } row by row (0: off the map), heights = { ... } | nil, sides = { hex, direction,
 * kind, ... }, boxes = count, box_terrain = { ... }, links = { from, to, kind, one_way, ... } }
 * -> G. Without cols there are no hexes. */
static int new_ground(lua_State *L)
{
    int32_t cols, rows, boxes;
    adj_offset first;
    adj_hex_layout layout;
    adj_error err = { 0 };
    Ground *g;

    luaL_checktype(L, 1, LUA_TTABLE);
    lua_settop(L, 1);
    cols = (int32_t)adj_bind_field_integer(L, 1, "cols", 0, 0, ADJ_HEXMAP_MOST);
    rows = (int32_t)adj_bind_field_integer(L, 1, "rows", 0, 0, ADJ_HEXMAP_MOST);
    boxes = (int32_t)adj_bind_field_integer(L, 1, "boxes", 0, 0, 1000000);
    first.col = (int32_t)adj_bind_field_integer(L, 1, "first_col", 0, -1000000, 1000000);
    first.row = (int32_t)adj_bind_field_integer(L, 1, "first_row", 0, -1000000, 1000000);
    layout = (adj_hex_layout){ adj_bind_field_flag(L, 1, "flat_top"), adj_bind_field_flag(L, 1, "even") };
    g = lua_newuserdatauv(L, sizeof *g, 2);
    memset(g, 0, sizeof *g);
    luaL_setmetatable(L, GROUND_TYPE);
    if ((cols == 0 ? adj_hexmap_new_boxes(&g->map, &err)
                   : adj_hexmap_new(layout, first, cols, rows, &g->map, &err)) != ADJ_OK)
        return adj_bind_error(L, &err);
    adj_lua_charge(L, (uint64_t)cols * (uint64_t)rows);
    if (cols > 0)
        fill_hexes(L, g, first, cols, rows);
    number_places(L, g, boxes);
    fill_sides(L, g);
    join(L, g, boxes);
    lua_settop(L, 2);
    return 1;
}

static int ground_gc(lua_State *L)
{
    Ground *g = luaL_checkudata(L, 1, GROUND_TYPE);

    adj_paths_free(g->paths);
    adj_hexmap_free(g->map);
    free(g->index_of);
    free(g->number_of);
    memset(g, 0, sizeof *g);
    return 0;
}

static int ground_tostring(lua_State *L)
{
    const Ground *g = ground_check(L);
    lua_pushfstring(L, "map of %d hexes and %d boxes", (int)g->hexes,
                    (int)(g->places - g->hexes));
    return 1;
}

/* --- opening ----------------------------------------------------------------------------------- */

static const luaL_Reg ground_methods[] = {
    { "count", ground_count }, { "at", ground_at }, { "offset", ground_offset },
    { "axial", ground_axial }, { "neighbour", ground_neighbour },
    { "distance", ground_distance }, { "near", ground_near },
    { "direction", ground_direction }, { "side", ground_side },
    { "rotate", ground_rotate }, { "line", ground_line }, { "around", ground_around },
    { "bind", ground_bind }, { NULL, NULL }
};

static const luaL_Reg ground_meta[] = {
    { "__gc", ground_gc }, { "__tostring", ground_tostring }, { NULL, NULL }
};

static const luaL_Reg functions[] = {
    { "new", new_ground }, { NULL, NULL }
};

int adj_open_ground(lua_State *L);

int adj_open_ground(lua_State *L)
{
    adj_bind_new_type(L, GROUND_TYPE, ground_meta, ground_methods);
    lua_getfield(L, -1, "__index");
    luaL_setfuncs(L, ground_path_methods, 0);
    luaL_setfuncs(L, ground_sight_methods, 0);
    lua_pop(L, 2);
    luaL_newlib(L, functions);
    ground_open_paths(L);
    ground_open_sight(L);
    ground_open_labels(L);
    return 1;
}

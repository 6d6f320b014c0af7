/* SPDX-License-Identifier: GPL-3.0-or-later */
/* repl/face.h -- the terminal as the shell's Lua sees it: core.terminal. */
#ifndef ADJ_FACE_H
#define ADJ_FACE_H

#include <lua.h>

/* Pushes the table of functions; see the list at the end of face.c. */
int adj_open_terminal(lua_State *L);

#endif

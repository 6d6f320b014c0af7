/* SPDX-License-Identifier: GPL-3.0-or-later */
/* precompile OUT FOLDER PATH...: compiles the Lua files FOLDER/PATH into the C file OUT, which
 * defines adj_prelude (lua/precompiled.h). Part of the build; not installed. */
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <lauxlib.h>

#include "files.h"
#include "precompiled.h"

enum { WORDS_A_LINE = 6, SOURCE_MAX = 4 * 1024 * 1024 };

extern const char lua_ident[];

typedef struct {
    char *byte;
    size_t length, room;
} text;

/* For lua_dump: adds the piece to the text at `to`. */
static int gather(lua_State *L, const void *piece, size_t size, void *to)
{
    text *out = to;

    (void)L;
    if (size > out->room - out->length) {
        size_t room = 2 * (out->room + size);
        char *more = realloc(out->byte, room);

        if (more == NULL)
            return 1;
        out->byte = more;
        out->room = room;
    }
    memcpy(out->byte + out->length, piece, size);
    out->length += size;
    return 0;
}

static void write_words(FILE *out, size_t n, const text *code)
{
    fprintf(out, "static const uint64_t code_%zu[] = {", n);
    for (size_t at = 0; at < code->length; at += 8) {
        uint64_t word = 0;
        size_t left = code->length - at;

        memcpy(&word, code->byte + at, left < 8 ? left : 8);
        fprintf(out, "%s0x%llx,", at / 8 % WORDS_A_LINE == 0 ? "\n" : "",
                (unsigned long long)word);
    }
    fprintf(out, "\n};\n");
}

/* Writes the code of one file, and its row of the table to `rows`. */
static bool compile(FILE *out, FILE *rows, const char *folder, const char *path, size_t n)
{
    lua_State *L = luaL_newstate();
    char name[4096], chunkname[4096], *source = NULL;
    adj_error err = {.text = "not enough memory"};
    text code = {0};
    size_t length;
    bool good = false;

    (void)snprintf(name, sizeof name, "%s/%s", folder, path);
    (void)snprintf(chunkname, sizeof chunkname, "@%s", path);
    if (L != NULL && adj_file_read(name, SOURCE_MAX, &source, &length, &err) == ADJ_OK) {
        good = luaL_loadbufferx(L, source, length, chunkname, "t") == LUA_OK &&
               lua_dump(L, gather, &code, 0) == 0;
        if (!good && lua_isstring(L, -1))
            (void)snprintf(err.text, sizeof err.text, "%s", lua_tostring(L, -1));
    }
    if (good) {
        write_words(out, n, &code);
        fprintf(rows, "    {\"%s\", %zu, UINT64_C(%llu), code_%zu, %zu},\n", path, length,
                (unsigned long long)adj_precompiled_print(source, length), n, code.length);
    } else {
        fprintf(stderr, "precompile: %s\n", err.text);
    }
    if (L != NULL)
        lua_close(L);
    free(source);
    free(code.byte);
    return good;
}

/* As a string of C. */
static void write_string(FILE *out, const char *at)
{
    putc('"', out);
    for (; *at != '\0'; at++)
        if (*at == '"' || *at == '\\' || *at < ' ')
            fprintf(out, "\\%03o", (unsigned char)*at);
        else
            putc(*at, out);
    putc('"', out);
}

static bool write_all(FILE *out, FILE *rows, const char *folder, char **path, size_t paths)
{
    int c;

    fprintf(out, "/* Made by lua/tools/precompile.c from the Lua files it names. */\n"
                 "#include \"precompiled.h\"\n\n");
    for (size_t i = 0; i < paths; i++)
        if (!compile(out, rows, folder, path[i], i))
            return false;
    fprintf(out, "static const adj_precompiled_chunk chunks[] = {\n");
    rewind(rows);
    while ((c = getc(rows)) != EOF)
        putc(c, out);
    fprintf(out, "};\n\nconst adj_precompiled adj_prelude = {\n    ");
    write_string(out, lua_ident);
    fprintf(out, ",\n    chunks, sizeof chunks / sizeof *chunks,\n};\n");
    return true;
}

static int by_name(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

int main(int argc, char **argv)
{
    FILE *out, *rows;
    bool good;

    if (argc < 4) {
        fprintf(stderr, "usage: precompile OUT FOLDER PATH...\n");
        return 2;
    }
    out = fopen(argv[1], "w");
    rows = tmpfile();
    if (out == NULL || rows == NULL) {
        fprintf(stderr, "precompile: cannot write %s: %s\n", argv[1], strerror(errno));
        return 1;
    }
    qsort(argv + 3, (size_t)argc - 3, sizeof *argv, by_name);
    good = write_all(out, rows, argv[2], argv + 3, (size_t)argc - 3);
    if (ferror(out) || fclose(out) != 0 || ferror(rows)) {
        fprintf(stderr, "precompile: cannot write %s: %s\n", argv[1], strerror(errno));
        good = false;
    }
    (void)fclose(rows);
    return good ? 0 : 1;
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* repl/history.c -- history as escaped lines, appended. */
#include "history.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

#include <readline/history.h>

enum { KEPT = 1000, TRIM_ABOVE = 2 * KEPT };

static int history_fd = -1;

static bool make_folders(const char *path)
{
    char *copy = strdup(path);
    bool ok = copy != NULL;

    for (char *slash = ok ? strchr(copy + 1, '/') : NULL; ok && slash != NULL;
         slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        ok = mkdir(copy, 0700) == 0 || errno == EEXIST || access(copy, X_OK) == 0;
        *slash = '/';
    }
    free(copy);
    return ok;
}

static void unescape(char *line)
{
    char *to = line;

    for (const char *from = line; *from != '\0'; from++) {
        if (from[0] == '\\' && from[1] == 'n') {
            *to++ = '\n';
            from++;
        } else if (from[0] == '\\' && from[1] == '\\') {
            *to++ = '\\';
            from++;
        } else {
            *to++ = *from;
        }
    }
    *to = '\0';
}

/* NULL when out of memory. The result ends with a newline. */
static char *escape(const char *text)
{
    char *line = malloc(2 * strlen(text) + 2), *to = line;

    if (line == NULL)
        return NULL;
    for (; *text != '\0'; text++) {
        if (*text == '\n' || *text == '\\')
            *to++ = '\\';
        *to++ = *text == '\n' ? 'n' : *text;
    }
    *to++ = '\n';
    *to = '\0';
    return line;
}

/* Fills readline's list; returns how many lines the file has. */
static long load(const char *path)
{
    FILE *in = fopen(path, "re");
    char *line = NULL;
    size_t size = 0;
    ssize_t n;
    long count = 0;

    if (in == NULL)
        return 0;
    while ((n = getline(&line, &size, in)) > 0) {
        if (line[n - 1] == '\n')
            line[n - 1] = '\0';
        unescape(line);
        if (*line != '\0')
            add_history(line);
        count++;
    }
    free(line);
    fclose(in);
    return count;
}

/* Rewrites the file with the entries in memory. Failure leaves the old one. */
static void trim(const char *path)
{
    size_t size = strlen(path) + 8;
    char *fresh = malloc(size);
    FILE *out = NULL;
    bool ok;

    if (fresh == NULL)
        return;
    snprintf(fresh, size, "%s.new", path);
    if ((out = fopen(fresh, "we")) != NULL) {
        ok = true;
        for (int i = history_base; i < history_base + history_length; i++) {
            char *line = escape(history_get(i)->line);

            ok = ok && line != NULL && fputs(line, out) >= 0;
            free(line);
        }
        ok = fclose(out) == 0 && ok;
        if (!ok || rename(fresh, path) != 0)
            unlink(fresh);
    }
    free(fresh);
}

bool adj_history_open(const char *path, char *message, size_t size)
{
    long lines;

    using_history();
    stifle_history(KEPT);
    lines = load(path);
    if (lines > TRIM_ABOVE)
        trim(path);
    if (make_folders(path))
        history_fd = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
    if (history_fd < 0) {
        snprintf(message, size, "history is not kept: %s: %s", path, strerror(errno));
        return false;
    }
    return true;
}

static bool is_blank(const char *text)
{
    return text[strspn(text, " \t\n")] == '\0';
}

void adj_history_add(const char *text)
{
    HIST_ENTRY *last = history_length > 0 ? history_get(history_base + history_length - 1) : NULL;
    char *line;

    if (is_blank(text) || (last != NULL && strcmp(last->line, text) == 0))
        return;
    add_history(text);
    if (history_fd < 0 || (line = escape(text)) == NULL)
        return;
    if (write(history_fd, line, strlen(line)) < 0) {
        close(history_fd);      /* a full disk: this session's entries stay in memory */
        history_fd = -1;
    }
    free(line);
}

void adj_history_close(void)
{
    if (history_fd >= 0)
        close(history_fd);
    history_fd = -1;
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* repl/history.c -- history as escaped lines, appended. */
#include "history.h"

#include "files.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <readline/history.h>

enum { KEPT = 1000, TRIM_ABOVE = 2 * KEPT };

static int history_fd = -1;
static char *history_path;

/* Makes the folder that `path` lies in. */
static bool make_folder(const char *path, adj_error *err)
{
    const char *slash = strrchr(path, '/');
    char *folder;
    bool made;

    if (slash == NULL || slash == path)
        return true;
    if ((folder = strndup(path, (size_t)(slash - path))) == NULL)
        return false;
    made = adj_file_make_folders(folder, err) == ADJ_OK;
    free(folder);
    return made;
}

static int open_file(const char *path)
{
    return open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
}

/* Holds the file that history_fd is open on against other prompts, until `release`. One of them may
 * have put a shorter one in its place since: then that one. False when there is none. */
static bool hold(void)
{
    struct stat info;

    for (int attempt = 0; attempt < 100 && history_fd >= 0; attempt++) {
        (void)flock(history_fd, LOCK_EX);       /* where locks are not known, without */
        if (fstat(history_fd, &info) == 0 && info.st_nlink > 0)
            return true;
        (void)close(history_fd);
        history_fd = open_file(history_path);
    }
    return false;
}

static void release(void)
{
    (void)flock(history_fd, LOCK_UN);
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
    size_t size = strlen(path) + sizeof ".new";
    char *fresh = malloc(size);
    FILE *out = NULL;
    bool ok = true;
    int fd;

    if (fresh == NULL)
        return;
    snprintf(fresh, size, "%s.new", path);
    (void)unlink(fresh);                        /* what a kill left, with whatever rights */
    fd = open(fresh, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (fd >= 0 && (out = fdopen(fd, "w")) == NULL)
        close(fd);
    if (out != NULL) {
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
    adj_error err = {.text = "not enough memory"};
    bool held = false;
    long lines;

    using_history();
    stifle_history(KEPT);
    adj_history_close();
    if ((history_path = strdup(path)) != NULL && make_folder(path, &err)) {
        history_fd = open_file(path);
        if (!(held = hold()))
            adj_error_set(&err, ADJ_EIO, "%s: %s", path, strerror(errno));
    }
    lines = load(path);
    if (held) {
        if (lines > TRIM_ABOVE)
            trim(path);
        release();
        return true;
    }
    snprintf(message, size, "history is not kept: %s", err.text);
    return false;
}

static bool is_blank(const char *text)
{
    return text[strspn(text, " \t\n")] == '\0';
}

void adj_history_add(const char *text)
{
    HIST_ENTRY *last = history_length > 0 ? history_get(history_base + history_length - 1) : NULL;
    char *line;
    bool written;

    if (is_blank(text) || (last != NULL && strcmp(last->line, text) == 0))
        return;
    add_history(text);
    if (history_fd < 0 || (line = escape(text)) == NULL)
        return;
    written = hold() && write(history_fd, line, strlen(line)) == (ssize_t)strlen(line);
    free(line);
    if (written)
        release();
    else
        adj_history_close();    /* a full disk: this session's entries stay in memory */
}

void adj_history_close(void)
{
    if (history_fd >= 0)
        close(history_fd);
    history_fd = -1;
    free(history_path);
    history_path = NULL;
}

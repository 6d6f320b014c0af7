/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where things are: resolved paths, confinement to a folder, the user's folders. */
#include "files.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

adj_status adj_file_resolve(const char *path, char **out, adj_error *err)
{
    if ((*out = realpath(path, NULL)) != NULL)
        return ADJ_OK;
    return adj_error_set(err,
                         errno == ENOENT || errno == ENOTDIR ? ADJ_ENOTFOUND
                         : errno == ENOMEM                   ? ADJ_ENOMEM
                                                             : ADJ_EIO,
                         "%s: %s", path, strerror(errno));
}

/* A path that may not leave its folder by its own words. */
static adj_status check_relative(const char *relative, adj_error *err)
{
    if (*relative == '\0')
        return adj_error_set(err, ADJ_EINVAL, "an empty path");
    if (*relative == '/')
        return adj_error_set(err, ADJ_EINVAL, "%s: an absolute path is not allowed here", relative);
    for (const char *part = relative; part != NULL; part = strchr(part, '/')) {
        part += *part == '/';
        if (strncmp(part, "..", 2) == 0 && (part[2] == '/' || part[2] == '\0'))
            return adj_error_set(err, ADJ_EINVAL, "%s: \"..\" is not allowed here", relative);
    }
    return ADJ_OK;
}

static bool is_inside(const char *root, const char *path)
{
    size_t length = strlen(root);

    if (length == 1)                                    /* the root of everything */
        return true;
    return strncmp(root, path, length) == 0 && (path[length] == '/' || path[length] == '\0');
}

adj_status adj_file_under(const char *root, const char *relative, char **out, adj_error *err)
{
    char *top = NULL, *joined = NULL, *path = NULL;
    adj_status status = check_relative(relative, err);
    size_t room;

    *out = NULL;
    if (status != ADJ_OK || (status = adj_file_resolve(root, &top, err)) != ADJ_OK)
        goto done;
    room = strlen(top) + strlen(relative) + 2;
    if ((joined = malloc(room)) == NULL) {
        status = adj_error_set(err, ADJ_ENOMEM, "out of memory");
        goto done;
    }
    (void)snprintf(joined, room, "%s/%s", top, relative);
    if ((status = adj_file_resolve(joined, &path, err)) != ADJ_OK)
        goto done;
    if (!is_inside(top, path)) {
        status = adj_error_set(err, ADJ_EINVAL, "%s: a symbolic link leads out of %s", relative, top);
        goto done;
    }
    *out = path;
    path = NULL;
done:
    free(path);
    free(joined);
    free(top);
    return status;
}

/* $variable when it is an absolute path (the XDG rule: others are ignored), else HOME/below. */
static adj_status user_folder(const char *variable, const char *below, char **out, adj_error *err)
{
    const char *set = getenv(variable), *home = getenv("HOME");
    size_t room;

    *out = NULL;
    if (set != NULL && *set == '/') {
        *out = strdup(set);
    } else if (home != NULL && *home == '/') {
        room = strlen(home) + strlen(below) + 2;
        if ((*out = malloc(room)) != NULL)
            (void)snprintf(*out, room, "%s/%s", home, below);
    } else {
        return adj_error_set(err, ADJ_ENOTFOUND,
                             "HOME is not set: set HOME or %s to a folder that can be written",
                             variable);
    }
    return *out != NULL ? ADJ_OK : adj_error_set(err, ADJ_ENOMEM, "out of memory");
}

adj_status adj_file_state_home(char **out, adj_error *err)
{
    return user_folder("XDG_STATE_HOME", ".local/state", out, err);
}

adj_status adj_file_data_home(char **out, adj_error *err)
{
    return user_folder("XDG_DATA_HOME", ".local/share", out, err);
}

adj_status adj_file_executable(char **out, adj_error *err)
{
    char path[PATH_MAX];
    ssize_t length = readlink("/proc/self/exe", path, sizeof path - 1);

    *out = NULL;
    if (length < 0)
        return adj_error_set(err, ADJ_EIO, "/proc/self/exe: %s", strerror(errno));
    path[length] = '\0';
    *out = strdup(path);
    return *out != NULL ? ADJ_OK : adj_error_set(err, ADJ_ENOMEM, "out of memory");
}

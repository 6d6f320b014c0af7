/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A copy of a damaged journal up to the damage. */
#include "journal_internal.h"

#include <stdlib.h>
#include <string.h>

#include "files.h"

adj_status adj_journal_recover(const char *folder, const char *new_folder, size_t *kept,
                               adj_error *damage, adj_error *err)
{
    adj_journal *journal = adj_journal_blank(folder, NULL, err);
    adj_status status = ADJ_ENOMEM;
    char *bytes = NULL, *copy = NULL, *to = NULL;
    size_t length;

    *kept = 0;
    *damage = (adj_error){ 0 };
    if (journal == NULL)
        return ADJ_ENOMEM;
    status = adj_file_read(journal->path, (size_t)JOURNAL_BYTES_MAX, &bytes, &length, err);
    if (status != ADJ_OK)
        goto done;
    to = adj_journal_path(new_folder, "journal");
    copy = malloc(length + 1);
    if (to == NULL || copy == NULL) {
        status = adj_error_set(err, ADJ_ENOMEM, "out of memory");
        goto done;
    }
    memcpy(copy, bytes, length);                        /* reading unescapes in place */
    status = adj_journal_fill(journal, copy, length, 0, damage);
    copy = NULL;
    if (status != ADJ_OK && (status != ADJ_EDAMAGED || journal->length == 0)) {
        (void)adj_error_set(err, status, "%s", damage->text);
        goto done;
    }
    if ((status = adj_file_make_folders(new_folder, err)) != ADJ_OK)
        goto done;
    if (adj_file_kind_at(to) != ADJ_FILE_NONE) {
        status = adj_error_set(err, ADJ_EINVAL, "%s: holds a game already", new_folder);
        goto done;
    }
    status = adj_file_write(to, bytes, (size_t)journal->length, err);
    *kept = journal->count;
done:
    free(copy);
    free(bytes);
    free(to);
    adj_journal_close(journal);
    return status;
}

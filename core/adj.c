/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "adj.h"

#include <stdarg.h>
#include <stdio.h>

adj_status adj_error_set(adj_error *err, adj_status status, const char *format, ...)
{
    va_list args;

    if (err == NULL)
        return status;
    err->status = status;
    va_start(args, format);
    (void)vsnprintf(err->text, sizeof err->text, format, args);
    va_end(args);
    return status;
}

const char *adj_status_text(adj_status status)
{
    switch (status) {
    case ADJ_OK:        return "ok";
    case ADJ_ENOMEM:    return "out of memory";
    case ADJ_EINVAL:    return "invalid";
    case ADJ_ERANGE:    return "out of range";
    case ADJ_ENOTFOUND: return "not found";
    case ADJ_EDEAD:     return "no longer in play";
    case ADJ_EIO:       return "input or output failed";
    case ADJ_EDAMAGED:  return "damaged";
    case ADJ_EVERSION:  return "written by a newer version";
    case ADJ_ELOCKED:   return "in use by another process";
    case ADJ_ELIMIT:    return "limit reached";
    case ADJ_ECANCEL:   return "interrupted";
    }
    return "unknown status";
}

adj_status adj_budget_charge(adj_budget *budget, uint64_t steps)
{
    if (budget == NULL)
        return ADJ_OK;
    if (budget->cancel != NULL && *budget->cancel)
        return ADJ_ECANCEL;
    if (budget->steps_left == UINT64_MAX)
        return ADJ_OK;
    if (budget->steps_left < steps) {
        budget->steps_left = 0;
        return ADJ_ELIMIT;
    }
    budget->steps_left -= steps;
    return ADJ_OK;
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* repl/version.h -- the program's version, for --version and the journal's header. */
#ifndef ADJ_VERSION_H
#define ADJ_VERSION_H

#define ADJ_VERSION "0.1.0"

#endif

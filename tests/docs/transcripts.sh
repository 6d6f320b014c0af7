#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# The transcripts in the manuals are what the program says. --write puts what it says now.
set -u
cd "$(dirname "$0")/../.." || exit 2
export ADJUTANT=${ADJUTANT:-$PWD/build/adjutant}
home=$(mktemp -d)
trap 'rm -rf "$home"' EXIT
HOME=$home XDG_DATA_HOME=$home/data XDG_STATE_HOME=$home/state \
    expect -f tests/docs/transcripts.exp "$@"

#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# usage: tests/docs/transcripts.sh [--write] [DOCUMENT ...]
# What the manuals show is what the program does (transcripts.exp says how a document is read).
# --write puts what it does now. Each document has a home and a folder of its own.
set -u
cd "$(dirname "$0")/../.." || exit 2
export ADJUTANT=${ADJUTANT:-$PWD/build/adjutant}
case $ADJUTANT in /*) ;; *) ADJUTANT=$PWD/$ADJUTANT ;; esac
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
export scratch write=''
[ "${1-}" != --write ] || { write=--write; shift; }

documents=("$@")
[ $# -gt 0 ] || documents=(README.md docs/*.md)

one() {
    local own=$scratch/${1//\//_}
    mkdir -p "$own/home" "$own/here"
    HOME=$own/home XDG_DATA_HOME=$own/home/data XDG_STATE_HOME=$own/home/state \
        PATH=${ADJUTANT%/*}:$PATH expect -f tests/docs/transcripts.exp "$1" "$own/here" $write \
        >"$own/said" 2>&1 || echo "    ($1 ended with status $?)" >>"$own/said"
}
export -f one
printf '%s\0' "${documents[@]}" \
    | xargs -0 -n 1 -P "$(nproc 2>/dev/null || echo 2)" bash -c 'one "$1"' -

passed=0 failed=0
for document in "${documents[@]}"; do
    said=$scratch/${document//\//_}/said
    grep -vE '^[0-9]+ passed, [0-9]+ failed$' "$said"
    read -r good bad <<<"$(sed -n 's/^\([0-9]*\) passed, \([0-9]*\) failed$/\1 \2/p' "$said")"
    passed=$((passed + ${good:-0})) failed=$((failed + ${bad:-1}))
done
echo "$passed passed, $failed failed"
[ $failed = 0 ]

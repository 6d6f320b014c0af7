#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Start-up: `adjutant -e ''` within three times `lua5.4 -e ''`; the prompt of a new game,
# its journal on disk, within 20 ms.
set -u
export LC_ALL=C
runs=${RUNS:-150}
status=0

# Milliseconds for one run, the median of three rounds of `runs`.
time_of() {
    local round i start
    "$@" </dev/null >/dev/null || return 1
    for round in 1 2 3; do
        start=$EPOCHREALTIME
        for ((i = 0; i < runs; i++)); do "$@" </dev/null >/dev/null || return 1; done
        echo "$start $EPOCHREALTIME $runs" | awk '{ printf "%.4f\n", ($2 - $1) * 1000 / $3 }'
    done | sort -n | sed -n 2p
}
# name, figure, unit, limit
judge() {
    awk -v name="$1" -v got="$2" -v unit="$3" -v limit="$4" 'BEGIN {
        printf "%-44s %8.2f %s (at most %s) %s\n", name, got, unit, limit, got <= limit ? "ok" : "MISSED"
        exit !(got <= limit) }' || status=1
}

lua=$(command -v lua5.4 || command -v lua) || { echo 'no lua5.4 to compare with'; exit 1; }
empty=$(time_of "$lua" -e '')
ours=$(time_of "$ADJUTANT" -e '') || { echo 'adjutant does not start'; exit 1; }
answer=$(time_of "$ADJUTANT" -e 'print(6 * 7)')
new_game() { "$ADJUTANT" new seven-hex two-villages --name "start-$RANDOM-$((++n))"; }
n=0 runs=$((runs / 3))
game=$(time_of new_game) || { echo 'the game did not open'; exit 1; }

judge "adjutant -e '' against lua5.4 -e ''" "$(awk -v a="$ours" -v b="$empty" 'BEGIN { print a / b }')" x 3
judge "adjutant -e 'print(6 * 7)', for comparison" "$(awk -v a="$answer" -v b="$empty" 'BEGIN { print a / b }')" x 6
judge 'to the prompt of a new game' "$game" ms 20
exit $status

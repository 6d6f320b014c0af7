#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# What a second process is worth to a study (by the clock: it needs a machine that does nothing
# else), and what counting rules costs (CPU time), as ratios of the same run: each pair of times is
# taken in turn, and the best of each counts, for neighbours only slow.
set -u
cd "$(dirname "$0")/../.." || exit 2
adjutant=${ADJUTANT:-$PWD/build/adjutant}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cores=$(nproc)

study() {   # NAME COUNT_EVERY
    cat >"$folder/$1.lua" <<END
return study { ruleset = "seven-hex", scenario = "two-villages", games = ${GAMES:-800}, policy = "random",
  count_every = $2, grid = { river = { true, false } } }
END
}
milliseconds() {   # JOBS NAME
    local start=${EPOCHREALTIME/./}
    "$adjutant" study "$folder/$2.lua" --jobs "$1" --fresh >/dev/null || exit 1
    echo $(((${EPOCHREALTIME/./} - start) / 1000))
}
cpu_milliseconds() {   # NAME
    local TIMEFORMAT=%3U spent
    spent=$({ time "$adjutant" study "$folder/$1.lua" --jobs 1 --fresh >/dev/null; } 2>&1) || exit 1
    echo $((10#${spent/./}))
}
# The lesser of a figure so far (0: none) and a new one, into the variable of that name.
least() {   # VARIABLE COMMAND...
    local name=$1 now
    shift
    now=$("$@") || exit 1
    [ "${!name}" -gt 0 ] && [ "${!name}" -le "$now" ] || printf -v "$name" '%s' "$now"
}

study counting 4
study plain false
one=0 two=0 counting=0 plain=0
for _ in 1 2 3; do
    least one milliseconds 1 counting
    least two milliseconds 2 counting
    least counting cpu_milliseconds counting
    least plain cpu_milliseconds plain
done
ratio() { awk -v a="$1" -v b="$2" 'BEGIN { printf "%.2f", a / b }'; }
speedup=$(ratio $one $two)
echo "a study of $((2 * ${GAMES:-800})) games: $one ms with one process, $two ms with two: $speedup times as fast (target: 1.80)"
echo "counting the rules of every fourth game: $(ratio $counting $plain) times the time of counting none"
[ "$cores" -ge 2 ] || { echo "one processor: nothing to compare"; exit 0; }
awk -v s="$speedup" 'BEGIN { exit s < 1.8 }'

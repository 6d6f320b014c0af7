#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# usage: kill.sh [ROUNDS [SEED]]
# One game, killed with -9 at random moments, 15 times (1,000 with SOAK set), in the middle of
# commands and at questions too. After each kill: every command that was acknowledged is in the
# journal as done, and every die that was shown is there, in the order and with the faces shown.
# House rules come and go, and the game goes from line to line of its history. It then resumes,
# which replays and verifies all of it, and plays on.
set -u
cd "$(dirname "$0")/../.." || exit 2
adjutant=${ADJUTANT:-$PWD/build/adjutant}
rounds=${1:-$([ -n "${SOAK-}" ] && echo 1000 || echo 15)}
seed=${2:-${RANDOM}}
RANDOM=$seed
# In memory where that can be had: a kill loses nothing of what the kernel has.
home=$(mktemp -d /dev/shm/adjutant.XXXXXX 2>/dev/null || mktemp -d)
trap 'rm -rf "$home"' EXIT
export HOME=$home XDG_DATA_HOME=$home/data XDG_STATE_HOME=$home/state
journal=$XDG_DATA_HOME/adjutant/games/kill/journal
houses=(weary harder)
echo 'return house "weary" { base = "seven-hex", entities = { unit = { weary = int(1) } } }' >"$home/weary.lua"
echo 'return house "harder" { base = "seven-hex", charts = { attack_values = { cavalry = 6 } } }' >"$home/harder.lua"
killed=0 ended=0 acknowledged=0 dice=0 failed=0 counter=0

fail() {
    failed=$((failed + 1))
    keep=${TMPDIR:-/tmp}/adjutant-kill.$seed
    cp -r "$home" "$keep" 2>/dev/null
    echo "FAILED round $round, seed $seed: $1 (the game is kept in $keep)"
}

# Lines to type: commands with a number of their own, dice, answers, and what takes back.
lines() {
    local i
    for ((i = 0; i < 250; i++)); do
        case $((RANDOM % 17)) in
        0 | 1 | 2 | 3) counter=$((counter + 1)); echo "set Bearn pounds $counter" ;;
        4 | 14) echo "attack Niederlind with Foot Guards, Carew's Horse" ;;
        5) echo "attack Oberlind with Navarre" ;;
        6) echo "$((RANDOM % 6 + 1)) $((RANDOM % 6 + 1))" ;;
        7) echo "=$((RANDOM % 7))" ;;
        8 | 15) echo undo ;;
        9) echo redo ;;
        10) echo "$((RANDOM % 6 + 1))" ;;
        11) echo abandon ;;
        12) [ $((RANDOM % 4)) = 0 ] && echo back || echo 1 ;;
        13) [ $((RANDOM % 200)) = 0 ] && echo end || echo 1 ;;
        16) case $((RANDOM % 8)) in
            0) echo "with $home/${houses[RANDOM % 2]}.lua" ;;
            1) echo "without ${houses[RANDOM % 2]}" ;;
            *) echo "goto $((RANDOM % (counter + 1)))" ;;
            esac ;;
        esac
    done
}

# Every "Bearn: pounds is now N" must be a done command of the journal, and every throw
# shown ("2d6kh1 = 5 (5 5)") an answer there, in the order shown.
verify() {
    awk -v out="$home/out" '
        /^[0-9]+ begin / { k = 0 }
        /^[0-9]+ answer / { thrown[++k] = "" }
        # `back` shows the dice that it keeps again
        /^[0-9]+ undo answers / { k = $4; for (i = 1; i <= k; i++) if (thrown[i] != "") rolls[++n] = thrown[i] }
        /^[0-9]+ begin set Bearn pounds / { now = $6 }
        /^[0-9]+ done / { if (now != "") done[now] = 1; now = "" }
        /^[0-9]+ (abandon|begin attack)/ { now = "" }
        /^[0-9]+ answer roll / {
            text = $0; sub(/^[0-9]+ answer roll /, "", text); sub(/ [0-9a-f]+$/, "", text)
            sub(/ @[0-9]+$/, "", text); gsub(/[^0-9a-z+-]+/, " ", text); thrown[k] = rolls[++n] = text " "
        }
        END {
            at = 1; lost = ""
            while ((getline line < out) > 0) {
                if (match(line, /Bearn: pounds is now [0-9]+/)) {
                    split(substr(line, RSTART, RLENGTH), word, " ")
                    acknowledged++
                    if (!done[word[5]]) lost = lost " command " word[5]
                } else if (line !~ /taken back|made again/ && match(line, /[0-9]*d[0-9]+[^ ]* = -?[0-9]+( \([0-9 ]+\))?/)) {
                    text = substr(line, RSTART, RLENGTH); gsub(/[^0-9a-z+-]+/, " ", text); text = text " "
                    sub(/  $/, " ", text)
                    for (i = at; i <= n && substr(rolls[i], 1, length(text)) != text; i++);
                    if (i > n) lost = lost " die \"" text "\""; else { at = i + 1; shown++ }
                }
            }
            print acknowledged + 0, shown + 0, lost
        }' "$journal"
}

start=(new seven-hex two-villages --name kill --seed "$seed" --keep-going)
# Beyond the rounds asked for, as long as too little was there to be lost.
for ((round = 1; round <= rounds || (dice <= rounds && round <= 10 * rounds); round++)); do
    [ $((round % 10)) != 0 ] || { rm -rf "$XDG_DATA_HOME"; }
    if [ ! -f "$journal" ]; then
        mode=live
        [ $((RANDOM % 2)) = 0 ] || mode=manual
        start=(new seven-hex two-villages --name kill --seed "$round" --keep-going --dice "$mode")
    fi
    lines >"$home/lines"
    # the input stays open, so that most kills find it at work or waiting, at a question often
    "$adjutant" "${start[@]}" < <(cat "$home/lines"; exec sleep 0.3) >"$home/out" 2>"$home/err" &
    child=$!
    start=(resume kill --keep-going)
    sleep "0.$((RANDOM % 3))$((RANDOM % 10))"
    if kill -9 $child 2>/dev/null; then killed=$((killed + 1)); else ended=$((ended + 1)); fi
    wait $child 2>/dev/null
    status=$?
    [ -f "$journal" ] || continue           # killed before there was a game
    [ $status = 137 ] || [ $status -le 1 ] || fail "status $status: $(tail -n 1 "$home/err")"
    read -r a d lost < <(verify)
    acknowledged=$((acknowledged + a)) dice=$((dice + d))
    [ -z "$lost" ] || fail "lost:$lost"
    "$adjutant" resume kill --read-only </dev/null >"$home/resumed" 2>&1 || fail "resume: $(tail -n 1 "$home/resumed")"
    [ $failed -lt 5 ] || break
done

[ $acknowledged -gt "$rounds" ] || fail "only $acknowledged commands were acknowledged"
[ $dice -gt "$rounds" ] || fail "only $dice dice were shown"
echo "$killed kills, $ended ended by themselves, $acknowledged commands and $dice dice acknowledged"
echo "$((rounds - failed)) passed, $failed failed"
[ $failed = 0 ]

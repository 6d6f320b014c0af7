#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Saved games in trouble: damaged, open elsewhere, copied while open, on a full disk, with rules that
# do not come to an end.
set -u
cd "$(dirname "$0")/../.." || exit 2
# shellcheck source=tests/cli/harness
. tests/cli/harness
# shellcheck disable=SC2317  # called by the trap
tidy() {
    [ ! -d "$home/small" ] || umount "$home/small" 2>/dev/null
    rm -rf "$home"
}
trap tidy EXIT
games=$XDG_DATA_HOME/adjutant/games
new=(new seven-hex two-villages --seed 1)

# --- damage ----------------------------------------------------------------------
run 'place Bearn Oberlind\nset Bearn disrupted yes\nplace Bearn Niederlind\n' "${new[@]}" --name hurt
run '' resume hurt --recover
ok 'recovering a sound game is refused' is "$status" 3
ok 'in one line' lines "$err" 1
ok 'and makes no game' is "$(ls "$games")" hurt
record=$(grep -n 'set Bearn disrupted' "$games/hurt/journal" | cut -d: -f1)
sed -i "$((record + 1))s/done ./done x/" "$games/hurt/journal"
cp "$games/hurt/journal" "$home/before"
run 'show Bearn\n' resume hurt
ok 'a damaged game is refused' is "$status" 3
ok 'naming the record' has "$err" 'record 4'
ok 'and the way out' has "$err" '--recover'
run 'show Bearn\nlog\n' resume hurt --recover
ok '--recover goes on' is "$status" 0
ok 'it says what was damaged' has "$err" 'record 4'
ok 'and what the copy is called' has "$err" 'hurt-recovered'
ok 'the last whole command is there' has "$out" 'Oberlind/C'
ok 'the damaged game is as it was' cmp -s "$games/hurt/journal" "$home/before"
run 'show Bearn\n' resume hurt-recovered
ok 'the copy is a game of its own' has "$out" 'Oberlind/C'
run '' resume "$games/hurt" --recover
ok 'a second copy gets another name' has "$err" 'hurt-recovered-2'
head -c 40 "$home/before" >"$games/hurt/journal"
run '' resume hurt --recover
ok 'a header cut off cannot be mended' is "$status" 3
ok 'and is one line' lines "$err" 1
run '' resume nosuch --recover
ok 'a game that is not there' is "$status" 3
run '' resume --recover
ok '--recover wants a name' has "$err" 'name the game'

# --- two people, one game -----------------------------------------------------------
mkfifo "$home/keys"
"$adjutant" "${new[@]}" --name shared <"$home/keys" >"$home/first" 2>&1 &
first=$!
exec 9>"$home/keys"
printf 'place Bearn Oberlind\nplace Bearn Niederlind\nshow Bearn\n' >&9
for _ in $(seq 100); do grep -q Niederlind/C "$home/first" && break; sleep 0.05; done
run 'show Bearn\n' resume shared
ok 'a second player is refused' is "$status" 3
ok 'in one line' lines "$err" 1
ok 'that offers to look' has "$err" '--read-only'
run 'show Bearn\nplace Bearn Oberlind\n' resume shared --read-only --keep-going
ok 'looking works beside it' has "$out" 'Niederlind/C'
ok 'and changes nothing' has "$err" 'reading only'
# A copy made while the game is open is a game that goes on by itself.
cp -r "$games/shared" "$games/copied"
run 'place Bearn Oberlind\nshow Bearn\n' resume copied
ok 'a copy made while open resumes' has "$out" 'Oberlind/C'
printf 'undo\nshow Bearn\nattack Niederlind with Foot Guards\n' >&9
exec 9>&-
wait $first
ok 'the first goes on untouched' has "$(tail -n 30 "$home/first")" 'Oberlind/C'
run 'log\n' resume shared --keep-going
ok 'its journal is its own' has "$out" 'place Bearn Niederlind'

# --- disks -----------------------------------------------------------------------------
many() { for i in 1 2 3 4 5; do printf 'set Bearn pounds %s\n' $((i + 1)){1..90}; done; }
mkdir "$home/small"
if mount -t tmpfs -o size=4m tmpfs "$home/small" 2>/dev/null; then
    XDG_DATA_HOME=$home/small run 'set Bearn pounds 1\n' "${new[@]}" --name full
    head -c 5000000 /dev/zero >"$home/small/ballast" 2>/dev/null
    truncate -s -20k "$home/small/ballast"
    XDG_DATA_HOME=$home/small run "$(many)\n" resume full --keep-going
    ok 'a disk that fills up: an error' is "$status" 1
    ok 'that says so' has "$err" 'No space left'
    rm -f "$home/small/ballast"
    before=$(grep -c ' done ' "$home/small/adjutant/games/full/journal")
    XDG_DATA_HOME=$home/small run 'set Bearn pounds 1\nlog\n' resume full
    ok 'with room again it goes on' is "$status" 0
    # The one that the disk cut off may have begun: then it is finished now.
    ok 'with every command that was taken' [ $(($(grep -c ' done ' "$home/small/adjutant/games/full/journal") - before)) -le 2 ]
    ok 'and the new one' has "$(tail -n 1 <<<"$out")" 'set Bearn pounds 1'
    head -c 5000000 /dev/zero >"$home/small/ballast" 2>/dev/null
    XDG_DATA_HOME=$home/small run 'units\n' "${new[@]}" --name none
    ok 'no room for a new game: refused' is "$status" 3
    ok 'in one line' lines "$err" 1
    umount "$home/small"
fi

# --- rules that do not come to an end ------------------------------------------------------
# Comparing long texts takes much time and few instructions; a table whose keys all fall in one place when
# it grows is a single step of Lua that takes minutes.
slow='local s = ("x"):rep(1 << 20) for _ = 1, 4 do s = s .. s end while true do local _ = s == s .. "" end'
stuck='local t, m = {}, (1 << 19) - 1 for j = 1, 1 << 18 do t[-j * m] = true end t[-((1 << 18) + 1) * m] = true'
rules() {   # FOLDER, what the command `attack` does behind its die, what stands in the file itself
    cp -r tests/lua/duel "$home/$1"
    printf '%s\ncommand "attack" { help = "A.", args = {}, run = function () roll("1d6", "x") %s end }\n' \
        "$3" "$2" >>"$home/$1/ruleset.lua"
}
interrupted() {   # TENTHS INPUT ARGUMENT...: Ctrl-C after so many tenths of a second of CPU time; leaves as run
    local ticks=$(($1 * $(getconf CLK_TCK) / 10)) input=$2 pid stat
    shift 2
    printf '%b' "$input" >"$home/in"
    "$adjutant" "$@" <"$home/in" >"$home/out" 2>"$home/err" &
    pid=$!
    for _ in $(seq 300); do
        read -ra stat <"/proc/$pid/stat" 2>/dev/null || break
        [ $((stat[13] + stat[14])) -lt $ticks ] || break
        sleep 0.05
    done
    kill -INT $pid
    wait $pid
    status=$?
    out=$(cat "$home/out") err=$(cat "$home/err")
}
rules slow-load '' "$slow"
interrupted 3 '' new "$home/slow-load" yard --unsaved
ok 'Ctrl-C while a ruleset is loaded' is "$status" 130
ok 'is all that is said' is "$err" 'adjutant new: interrupted'
rules slow "$slow" ''
printf 'attack\n' | "$adjutant" new "$home/slow" yard --name slow >"$home/out" 2>&1 &
first=$!
for _ in $(seq 200); do grep -q answer "$games/slow/journal" 2>/dev/null && break; sleep 0.05; done
kill -9 $first
wait $first 2>/dev/null
interrupted 3 'log\n' resume slow
ok 'Ctrl-C while a game is resumed' is "$status" 0
ok 'gives the command up' has "$err" interrupted
ok 'and the game goes on' has "$out" 'attack: given up'
rules stuck "$stuck" ''
interrupted 10 'set game bells 5\nattack\nset game bells 6\n' new "$home/stuck" yard --name stuck
ok 'a step that cannot be left ends the program' is "$status" 130
ok 'which says what to do' has "$err" '--abandon'
run 'set game bells 7\nlog\n' resume stuck --abandon
ok '--abandon gives the command up' is "$status" 0
ok 'with its die kept in the log' has "$out" '1d6 ='
run 'log\n' resume stuck
ok 'and the game resumes as ever' is "$status" 0
ok 'with what was done before and after' has "$out" 'set game bells 7'

# --- sources -----------------------------------------------------------------------------
run 'place Bearn Oberlind\n' "${new[@]}" --name sourced
sed -i '2,$ s/local/ local/' "$games/sourced/sources/bundle"
run '' resume sourced
ok 'an edited source is refused' is "$status" 3
ok 'by its name' has "$err" '.lua was edited'

echo "$passed passed, $failed failed"
[ $failed = 0 ]

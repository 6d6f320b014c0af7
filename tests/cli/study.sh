#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Studies from the command line: one result whatever the number of workers, interrupted and
# continued, in shards and added up, under GNU parallel; what is refused.
set -u
cd "$(dirname "$0")/../.." || exit 2
# shellcheck source=tests/cli/harness
. tests/cli/harness
trap 'rm -rf "$home"' EXIT
case $adjutant in /*) ;; *) adjutant=$PWD/$adjutant ;; esac
escape=$(printf '\033')
cd "$home" || exit 2

cat >small.lua <<'END'
return study { title = "Small", ruleset = "seven-hex", scenario = "two-villages", games = 13, block = 3,
  seed = 5, policy = "random", grid = { house = { none, "stout.lua" }, river = { true, false } },
  measures = { units = function() return #all "unit" end, quiet = function() return game.turn > 6 end } }
END
cat >stout.lua <<'END'
return house "stout" { base = "seven-hex", charts = { defence_values = { infantry = 7 } } }
END
same() { cmp -s "$1" "$2"; }
study() { run '' study "$@"; }
# What merge says of a study that has not come to its end; between two blocks of games there is no
# piece of one, and it says which games are missing.
unfinished() {
    "$adjutant" merge "$1" 2>&1 | grep -qE "$1: its study was interrupted|games a cell are missing"
}
await() {   # the file with a first piece in it
    local i
    for ((i = 0; i < 3000; i++)); do grep -qsE '^(part|done 1)' "$1" && return; sleep 0.02; done
}

# --- one result ------------------------------------------------------------------
study small.lua --jobs 1 --results one.results
ok 'a study is played' is "$status" 0
ok 'it says what it is of' has "$out" 'Small: seven-hex, 4 cells, 13 games a cell of seed 5'
ok 'who won' has "$out" 'stout  false'
ok 'no progress and no escape without a terminal' is "$err" ''
ok 'nor in the output' lacks "$out" "$escape"
table=$out
study small.lua --jobs 3 --results three.results
ok '3 workers give the same tables' is "$out" "$table"
ok 'and the same bytes' same one.results three.results
started=$SECONDS
study small.lua --results one.results
ok 'what is there is shown again' is "$out" "$table"
ok 'without playing' [ $((SECONDS - started)) -lt 5 ]
study small.lua --results one.results --csv
ok 'as CSV, a row for each figure' has "$out" $'none,true,winner,draw,13,'
draws=$(sed -n 's/^none,true,winner,draw,13,\([0-9]*\),.*/\1/p' out)
ok 'with a head' has "$out" 'house,river,measure,value,n,count,sum,estimate,low,high,deviation,'
run '' play seven-hex two-villages --policy random --option river=true --seed 5 --games 13 --unsaved --json
ok 'the games are those that play plays' has "$out" "\"wins\":{\"allied\":0,\"draw\":$draws,"
study small.lua --results one.results --json
ok 'as JSON' has "$out" '"what":"games"'
study small.lua --results one.results --all
ok '--all lists every rule that was called' has "$out" 'end_of_turn'

# --- more games, stopping, going on -----------------------------------------------
cp one.results grown.results
study small.lua --results grown.results --games 20
study small.lua --results straight.results --games 20
ok 'more games are added to those there' same grown.results straight.results
study small.lua --results grown.results
ok 'fewer are not' is "$status" 3
ok 'and it says so' has "$err" 'it has 20 games a cell already, more than are wanted'

# games that take long enough to be stopped in the middle
sed 's/games = 13/games = 30/; s/quiet = function() return/quiet = function() local x = 0 for i = 1, 3000000 do x = x + i end return/' \
    small.lua >slow.lua
"$adjutant" study slow.lua --results stopped.results --jobs 1 2>err >out &
child=$!
sleep 0.7
kill -INT $child 2>/dev/null
wait $child
status=$? out=$(cat out) err=$(cat err)
ok 'Ctrl-C ends a study with 130' is "$status" 130
ok 'it says what is kept' has "$err" 'interrupted: what is done is kept in stopped.results ('
ok 'and that it can go on' has "$err" 'the same command goes on'
ok 'with the pieces that are done' grep -qE '^(done 1|part )' stopped.results
ok 'which merge does not take for all' unfinished stopped.results
study slow.lua --results stopped.results
study slow.lua --results through.results
ok 'interrupted and continued, the same bytes' same stopped.results through.results

# a worker that dies: its piece is played again
"$adjutant" study small.lua --games 45 --results killed.results --jobs 2 2>err >out &
child=$!
for ((i = 0; i < 100; i++)); do
    worker=$(pgrep -P $child 2>/dev/null | head -n 1)
    [ -z "$worker" ] || break
    sleep 0.05
done
sleep 0.4
kill -9 "$worker" 2>/dev/null
wait $child
status=$? out=$(cat out) err=$(cat err)
ok 'a study outlives a worker' is "$status" 0
ok 'and tells of it' [ -z "$err" -o "${err#*a worker ended (signal 9) while it played *they are played again}" != "$err" ]
study small.lua --games 45 --results unkilled.results
ok 'with the same bytes' same killed.results unkilled.results

# two studies that write one file: the second to notice leaves it alone
"$adjutant" study small.lua --games 4000 --results twice.results --jobs 1 2>err >out &
child=$!
await twice.results
cp one.results twice.results
wait $child
status=$? out=$(cat out) err=$(cat err)
ok 'a file that another writes is left alone' same twice.results one.results
ok 'and it says so' has "$err" 'twice.results: another study writes it too'

# a study that is killed leaves no worker behind
"$adjutant" study small.lua --games 4000 --results slain.results --jobs 2 2>err >out &
child=$!
await slain.results
workers=$(pgrep -P $child)
kill -9 $child
wait $child 2>/dev/null
for ((i = 0; i < 100; i++)); do
    alive=no
    for worker in $workers; do ! kill -0 "$worker" 2>/dev/null || alive=yes; done
    [ $alive = yes ] || break
    sleep 0.1
done
ok 'killed, it leaves no worker behind' is "$alive" no
ok 'and results that are whole' unfinished slain.results

# --- shards ------------------------------------------------------------------------
parallel --will-cite -k -j 2 "$adjutant" study small.lua --jobs 1 --shard {}/3 ::: 1 2 3 >out 2>err
status=$? out=$(cat out) err=$(cat err)
ok 'shards are played under GNU parallel' is "$status" 0
ok 'each says what it played' has "$out" 'shard 2/3: 4 games a cell, in small.2-of-3.results'
run '' merge --output sum.results small.3-of-3.results small.1-of-3.results small.2-of-3.results
ok 'merged, they show the same tables' is "$out" "$table"
ok 'and are the same bytes as one study' same sum.results one.results
run '' merge small.1-of-3.results small.3-of-3.results
ok 'what is missing is told' has "$err" '4 of 13 games a cell are missing: 4-6 13-13 (shard 2 of 3)'
run '' merge small.1-of-3.results small.2-of-3.results small.1-of-3.results
ok 'a shard twice is refused' is "$status" 3
ok 'by name' has "$err" 'small.1-of-3.results: its games 1 to 3 are already among those of another file'
echo 'my own' >mine.lua
run '' merge --output mine.lua small.1-of-3.results small.2-of-3.results
ok 'the sum does not replace what is no result' has "$err" '--output: mine.lua is there already, and holds no results'
ok 'which stays as it was' is "$(cat mine.lua)" 'my own'
run '' merge --output ./small.1-of-3.results small.1-of-3.results small.2-of-3.results
ok 'nor a file that is added up' has "$err" '--output: ./small.1-of-3.results is one of the files that are added up'
run '' merge sum.results small.1-of-3.results
ok 'so is one of a whole' is "$status" 3
study small.lua --shard 2/3 --results small.1-of-3.results
ok 'another shard is not mixed into a file' has "$err" 'it is of shard 1/3'

# --- other rules -------------------------------------------------------------------
sed -i 's/infantry = 7/infantry = 8/' stout.lua
study small.lua --results one.results
ok 'another house rule is refused' is "$status" 3
ok 'by name, with a remedy' has "$err" 'one.results: it was played with another house rule (stout.lua); --fresh starts anew'
study small.lua --shard 2/3 --results other.results
run '' merge small.1-of-3.results other.results
ok 'and not merged' has "$err" 'other.results: it was played with another house rule (stout.lua)'
sed -i 's/infantry = 8/infantry = 7/' stout.lua
sed 's/seed = 5/seed = 6/' small.lua >changed.lua
study changed.lua --shard 2/3 --results changed.results
run '' merge small.1-of-3.results changed.results
ok 'another study is not merged' has "$err" 'changed.results: it is of another study (changed.lua)'
mkdir own && cp -r "${ADJUTANT_HOME:-$OLDPWD}/rulesets/seven-hex" own/mine
sed 's/"seven-hex"/".\/own\/mine"/; s/"stout.lua"/"own\/stout.lua"/' small.lua >mine.lua
sed 's/base = "seven-hex"/base = "mine"/' stout.lua >own/stout.lua
study mine.lua --shard 1/3
ok 'a ruleset by its path' is "$status" 0
echo '-- other' >>own/mine/combat.lua
study mine.lua --shard 2/3
run '' merge mine.1-of-3.results mine.2-of-3.results
ok 'rules that differ are not merged' has "$err" 'mine.2-of-3.results: it was played by other rules (combat.lua)'

# --- damage, wrong words -------------------------------------------------------------
head -c 900 one.results >cut.results
run '' merge cut.results
ok 'a cut file is refused' is "$status" 3
ok 'in one line' has "$err" 'cut.results: damaged: its checksum is wrong'
sed '/^title/s/Small/Smalk/' one.results >flipped.results
run '' merge flipped.results
ok 'so is one that was changed' is "$status" 3
study small.lua --results cut.results
ok 'a study does not go on in it' is "$status" 3
study small.lua --results cut.results --fresh --games 3
ok '--fresh starts anew' is "$status" 0
study small.lua --shard 4/3
ok 'shards are I of N' is "$status" 2
study
ok 'a study has a name' is "$status" 2
study nothing.lua
ok 'and a file' is "$status" 3
run '' merge
ok 'merge wants files' is "$status" 2
study small.lua --results nowhere/one.results
ok 'a place that cannot be written is told before playing' is "$status" 1
ok 'by its name' has "$err" 'nowhere/one.results'
echo 'return study { ruleset = "seven-hex", scenario = "two-villages", grid = { rivr = { 1 } } }' >wrong.lua
study wrong.lua
ok 'what the ruleset lacks is told before playing' has "$err" 'there is no option rivr (did you mean "river"?)'
ok 'and is refused' is "$status" 3

# --- failures and limits --------------------------------------------------------------
cat >broken.lua <<'END'
return study { ruleset = "seven-hex", scenario = "two-villages", games = 4,
  measures = { lost = function() if #all "unit" < 30 then error("fewer than thirty") end return 1 end } }
END
study broken.lua
ok 'games that fail give status 1' is "$status" 1
ok 'and are told' has "$out" 'failed: the only cell, game 1: broken.lua:2: fewer than thirty'
ok 'with the way to play them again' has "$out" \
    'again: adjutant play seven-hex two-villages --policy random --seed 1 --from 1 --games 1'
endless() {   # what its measure does for ever
    cat >endless.lua <<END
return study { ruleset = "seven-hex", scenario = "two-villages", games = 3, block = 1,
  measures = { lost = function() local t = {} while #all "unit" < 30 do $1 end return 1 end } }
END
    study endless.lua --jobs 1 --fresh
}
endless 't[#t + 1] = ("x"):rep(1000000 + #t)'
ok 'a limit stops the study' is "$status" 4
ok 'and names the game and its seed' has "$err" 'the only cell, game 1 of seed 1: stopped by the limit of memory'
ok 'with the way to play it again' has "$err" 'again: adjutant play seven-hex two-villages'
ok 'it is no result' [ ! -e endless.results ]
if [ -n "${SOAK-}" ]; then
    endless 't[1] = 1'
    ok 'so does the limit of time' has "$err" 'the only cell, game 1 of seed 1: stopped by the limit of 10 s'
    # keys that all fall in one place: the growing of the table is one step of Lua, and never ends
    endless 'local step = (1 << 18) - 1 for j = 1, (1 << 17) + 1 do t[-j * step] = j end'
    ok 'also in a step that cannot be left' is "$status" 4
    ok 'with the game' has "$err" 'the only cell, game 1 of seed 1: stopped by the limit of 10 s'
fi

echo "$passed passed, $failed failed"
[ $failed = 0 ]

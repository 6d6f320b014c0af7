#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# `adjutant serve` as a process: how it starts and ends, what a kill leaves, lines that are too
# long or no text; and --json at the prompt and on subcommands.
set -u
cd "$(dirname "$0")/../.." || exit 2
# shellcheck source=tests/cli/harness
. tests/cli/harness
trap 'rm -rf "$home"' EXIT
games=$XDG_DATA_HOME/adjutant/games
village=(serve seven-hex two-villages --seed 1)
last() { tail -n 1 <<<"$out"; }
count() { grep -c "$1" <<<"$out"; }

# --- starting --------------------------------------------------------------------------
run '' "${village[@]}" --unsaved
ok 'nothing asked: done' is "$status" 0
ok 'it greets by its protocol' has "$out" '"protocol":1'
ok 'with the position' has "$out" '"scenario":"two-villages"'
ok 'in one line' lines "$out" 1
run '{"do":"games"}\n{"do":"units"}\n' serve
ok 'without a game it starts too' has "$(last)" '"kind":"no_game"'
ok 'and lists the saved ones' has "$out" '"games":[]'
echo 'return house "soft" { base = "seven-hex", charts = { road_distance = { infantry = 3 } } }' >"$home/soft.lua"
run '{"do":"chart","name":"road_distance"}\n{"do":"command","text":"without soft"}\n{"do":"command","text":"with soft"}\n' \
    "${village[@]}" --unsaved --with "$home/soft.lua"
ok 'house rules are in force' has "$(head -n 1 <<<"$out")" '"houses":["soft"]'
ok 'and change what they change' has "$out" '"key":"infantry","source":"house","value":3'
ok 'they can be left' has "$out" '"houses":[]'
ok 'a file that is not there is a wrong command' has "$(last)" '"kind":"command"'
run '' "${village[@]}" --unsaved --with "$home/nothing.lua"
ok 'house rules that are not there: usage' is "$status" 2
run '' serve seven-hex nowhere
ok 'an unknown scenario: usage' is "$status" 2
ok 'as an error object' has "$out" '"kind":"usage"'
ok 'and for a person' lines "$err" 1
run '' serve --resume nosuch
ok 'an unknown game: refused' is "$status" 3
ok 'as an error object too' has "$out" '"kind":"error"'
run '' serve --resume
ok '--resume wants a name' is "$status" 2
run '' "${village[@]}" -e 'x'
ok 'serve runs no Lua' is "$status" 2

# --- lines that are none ----------------------------------------------------------------
{
    printf '{"id":1,"do":"position"}\n\n   \n'
    head -c 1000000 /dev/zero | tr '\0' x
    printf '\n{"id":"\xff\xfe"}\n{"id":\n\0\0\n{"id":2,"do":"position"}'
} | "$adjutant" "${village[@]}" --unsaved >"$home/out" 2>"$home/err"
status=$? out=$(cat "$home/out") err=$(cat "$home/err")
ok 'bad lines do not end it' is "$status" 0
ok 'each has one answer' is "$(count '"ok"')" 7
ok 'a line of a megabyte is too big' has "$out" '"kind":"too_big","message":"the line is 1000000 bytes'
ok 'three are no JSON' is "$(count '"kind":"json"')" 3
ok 'a last line without its end is one' has "$(last)" '"id":2,"ok":true'
ok 'nothing goes to a person' is "$err" ''

# --- what is kept --------------------------------------------------------------------------
attack='{"do":"command","text":"attack Niederlind with Foot Guards"}\n'
run "$attack" "${village[@]}" --dice manual --name half
ok 'the end of the input at a question: an error' is "$status" 1
ok 'that says how to go on' has "$(last)" 'adjutant serve --resume half'
run '{"do":"answer","answer":-5}\n{"do":"position"}\n' serve --resume half
ok 'the question comes back' has "$(head -n 1 <<<"$out")" '"notation":"1d6-1d6"'
ok 'and can be answered' has "$out" '"result":"done"'
ok 'to the end' is "$status" 0
run 'log --json\n' resume half
ok 'the prompt goes on from there' has "$out" '"kind":"command"'

coproc server { exec "$adjutant" "${village[@]}" --name killed 2>"$home/err"; }
# shellcheck disable=SC2154  # coproc sets it
pid=$server_PID
exec 7<&"${server[0]}" 8>&"${server[1]}"
read -r -t 20 _ <&7
printf '{"do":"command","text":"set Bearn pounds 3"}\n' >&8
read -r -t 20 out <&7
{ kill -9 "$pid"; wait "$pid"; } 2>/dev/null
ok 'what was answered' has "$out" '"result":"done"'
run 'status --json\n' resume killed
ok 'is on disk: a kill takes nothing back' has "$out" '"command":1'
exec 7<&- 8>&-

# --- signals ----------------------------------------------------------------------------------
for signal in TERM INT; do
    coproc server { exec "$adjutant" "${village[@]}" --name "by-$signal" 2>"$home/err"; }
    pid=$server_PID
    exec 7<&"${server[0]}" 8>&"${server[1]}"
    read -r -t 20 _ <&7
    printf '{"do":"command","text":"set Bearn pounds 3"}\n' >&8
    read -r -t 20 _ <&7
    kill -$signal "$pid"
    read -r -t 20 out <&7
    wait "$pid" 2>/dev/null
    status=$?
    exec 7<&- 8>&-
    if [ $signal = TERM ]; then kind=ending want=143; else kind=interrupted want=130; fi
    ok "SIG$signal: one error object" has "$out" "\"kind\":\"$kind\""
    ok "SIG$signal: the status" is "$status" $want
    ok "SIG$signal: nothing is lost" has "$(tail -n 1 "$games/by-$signal/journal")" ' done '
done
"$adjutant" "${village[@]}" --name gone < <(for _ in {1..500}; do
    echo '{"do":"command","text":"set Bearn pounds 3"}'; done) 2>"$home/err" | head -n 1 >"$home/out"
status=${PIPESTATUS[0]} err=$(cat "$home/err") out=$(cat "$home/out")
ok 'nobody reads: dies like any filter' is "$status" 141
ok 'without a word' is "$err" ''
run 'status --json\n' resume gone
ok 'and what was done is kept' has "$out" '"position"'

# A request that takes long is stopped by Ctrl-C, and the next one is answered.
mkdir -p "$home/linked/rulesets"
ln -s "$PWD/lua" "$PWD/repl" "$home/linked/"
for f in "$PWD"/rulesets/* "$PWD/tests/lua/duel"; do ln -s "$f" "$home/linked/rulesets/"; done
coproc server { ADJUTANT_HOME=$home/linked exec "$adjutant" serve duel yard --unsaved 2>"$home/err"; }
pid=$server_PID
exec 7<&"${server[0]}" 8>&"${server[1]}"
read -r -t 20 _ <&7
printf '{"id":1,"do":"command","text":"loop"}\n' >&8
sleep 0.3
kill -INT "$pid"
read -r -t 20 out <&7
printf '{"id":2,"do":"position"}\n{"id":3,"do":"quit"}\n' >&8
read -r -t 20 second <&7
wait "$pid" 2>/dev/null
status=$?
exec 7<&- 8>&-
ok 'Ctrl-C stops a request' has "$out" '"kind":"interrupted"'
ok 'and no more than that' has "$second" '"id":2,"ok":true'
ok 'quit ends it' is "$status" 0

# --- --json -------------------------------------------------------------------------------------
run 'units --json\nshow Bearn --json\nlog --json\nstatus --json\nmap --json\nchart --json\nrule 7 --json\n' \
    new seven-hex two-villages --unsaved --seed 1
ok '--json at the prompt: one object a line' is "$(count '^{.*}$')" 7
ok 'and nothing else' lines "$out" 7
run 'show nobody --json\n' new seven-hex two-villages --unsaved --seed 1
ok 'what is not there is an error' is "$status" 1
ok 'in words, not in JSON' is "$out" ''
run '' examples seven-hex 3.7 --json
ok 'examples --json' has "$out" '"failed":0'
ok 'one object' lines "$out" 1
run '' ledger seven-hex 10.1 12
ok 'ledger ID: those rows and what is below them' is "$(cut -d' ' -f1 "$home/out" | sed '$d' | cut -d. -f1 | sort -u | tr '\n' ' ')" '10 12 '
ok 'and not those that begin alike' is "$(grep -c '^10\.1[0-9]' "$home/out")" 0
run '' ledger seven-hex 10.1x
ok 'ledger with an id of no row' is "$status$err" '2adjutant ledger: the ledger has no row 10.1x (did you mean "10.1"?)'
run '' ledger seven-hex 12.1 --verify
ok 'ledger ID --verify breaks that row alone' has "$out" ' breakages tried, 0 survived'
run '' ledger seven-hex --json
ok 'ledger --json' has "$out" '"mechanical":'
run '' games --json
ok 'games --json' has "$out" '"name":"half"'
run '' games others
ok 'words after games are refused' is "$status" 2
run '' play seven-hex two-villages --games 99999999999
ok 'too many games are refused' is "$status" 2
ok 'naming the most' has "$err" 'from 1 to 1000000'
run 'games others\n' new seven-hex two-villages --unsaved
ok 'at the prompt too' has "$err" 'only --json may follow'

echo "$passed passed, $failed failed"
[ $failed = 0 ]

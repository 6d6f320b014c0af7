#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# The program without a terminal: commands from standard input, -e, run, exit statuses.
set -u
cd "$(dirname "$0")/../.." || exit 2
# shellcheck source=tests/cli/harness
. tests/cli/harness
trap 'rm -rf "$home"' EXIT
game=(new seven-hex two-villages --seed 1)
attack="attack Niederlind with Foot Guards, Carew's Horse"
escape=$(printf '\033')

# --- standard input ------------------------------------------------------------
run 'map\nunits\nhelp\nrule 10.15\nchart 10.10\nwhy\n' "${game[@]}" --unsaved --keep-going
ok 'output has the units' has "$out" "Carew's Horse"
ok 'piped output holds no escape byte' lacks "$out$err" "$escape"
ok 'no prompt without a terminal' lacks "$out" 'orders> '
FORCE=1 TERM=xterm run 'map\n' "${game[@]}" --unsaved
ok 'no escape byte with TERM=xterm either' lacks "$out$err" "$escape"

run 'reach Lane\n' "${game[@]}" --unsaved
ok 'reach marks the map' has "$out" 'Galgenhoehe + ^1'
ok 'reach says it in words' has "$out" 'attack: Galgenhoehe'
run 'reach Nobody\n' "${game[@]}" --unsaved
ok 'reach wants a unit' has "$err" 'reach: there is nothing called Nobody'
run 'map\nmap Blenheim\n' new seven-hex blenheim --unsaved
ok 'a large map is an overview' has "$out" '|Ober#('
ok 'and an area shows its neighbourhood' has "$out" 'Willow Bank'

run 'place Nobody Oberlind\nunits\n' "${game[@]}" --unsaved
ok 'the first error ends it' is "$status" 1
ok 'it is one line, with its number' lines "$err" 1
ok 'it names what is wrong' has "$err" 'line 1: '
ok 'nothing after it was done' is "$out" ''
run 'place Nobody Oberlind\nunits Picardie\n' "${game[@]}" --unsaved --keep-going
ok '--keep-going goes on' has "$out" 'Picardie'
ok '--keep-going still ends with 1' is "$status" 1
run 'nonsense(\n' "${game[@]}" --unsaved
# shellcheck disable=SC2016  # not to be expanded
ok 'a form left open is named' has "$err" '`(` is open'
ok 'a form left open is an error' is "$status" 1
run 'x = {\n1,\n2}\n#x\n# a remark\n\n=x[2]\n' "${game[@]}" --unsaved
ok 'a form over three lines' is "$out" "2
2"
run 'quit\nnonsense\n' "${game[@]}" --unsaved
ok 'quit ends it' is "$status" 0

# --- bad input -----------------------------------------------------------------
for bad in 'place Bearn Nowhere' 'place Bearn' 'attack Nowhere with Foot Guards' 'show Xyz' \
    'rule 99.99' 'chart nothing' 'set Bearn courage 5' 'set Bearn pounds many' 'undo' 'redo' 'why 99' \
    'odds' 'odds nonsense' 'back' 'dice loaded' 'ruling 99.9' 'help nothing' 'undo x' \
    'new nowhere nothing' 'resume nothing' 'apropos qwertz'; do
    run "$bad\n" "${game[@]}" --unsaved
    ok "one clear line: $bad" lines "$err" 1
    ok "an error: $bad" is "$status" 1
    ok "no traceback: $bad" lacks "$err" '.lua:'
done
run "$(head -c 1000000 /dev/zero | tr '\0' a)\nunits Bearn\n" "${game[@]}" --unsaved --keep-going
ok 'a line of 1 MB: one line' lines "$err" 1
ok 'a line of 1 MB: said how long' has "$err" '1000000 bytes'
ok 'the next line works' has "$out" Bearn
run 'units \0377\nunits Bearn\n' "${game[@]}" --unsaved --keep-going
ok 'invalid UTF-8: one line' has "$err" 'not valid UTF-8'
ok 'after invalid UTF-8' has "$out" Bearn
run 'units \0000x\nunits Bearn\n' "${game[@]}" --unsaved --keep-going
ok 'a NUL byte: one line' has "$err" 'NUL'
ok 'after a NUL byte' has "$out" Bearn

# --- questions -----------------------------------------------------------------
run "$attack\n7 7\n6 1\n5 5\n=9\n6\nmap\n2\n" "${game[@]}" --name asked --dice manual --keep-going
ok 'a wrong throw is refused' has "$err" 'line 2: 7 is not a face'
ok 'so is an impossible total' has "$err" 'line 5: '
ok 'the command went through' has "$out" '10.12  final AV 10'
run "$attack\n6 1\n" "${game[@]}" --name ends --dice manual
ok 'the input ends at a question: 1' is "$status" 1
ok 'and says so' has "$err" 'the input ends at a question'
run 'why\n5 5\n' resume ends
ok 'resume asks it again' has "$out" '2d6kh1 = 5 (5 5)'

# --- saved games ---------------------------------------------------------------
run '' games
ok 'games lists them, one a line' has "$out" 'asked'
run 'units\n' resume nothing-like-it
ok 'an unknown game: 3' is "$status" 3
run 'place Bearn Niederlind\nundo\nplace Bearn Oberlind\n' "${game[@]}" --name tree
run 'log\nshow Bearn\n' resume tree
ok 'after resume the log knows what was undone' has "$out" '~  1  place Bearn'
ok 'and the World is as it was' has "$out" 'Oberlind/C'
game_folder=$XDG_DATA_HOME/adjutant/games/tree
truncate -s -9 "$game_folder/journal"
run 'show Bearn\n' resume tree
ok 'a torn end is said, in one line' has "$err" 'in the middle of a record'
ok 'in one line' lines "$err" 1
ok 'and the command under way is finished' has "$out" 'Oberlind/C'
sed -i '3s/./X/' "$game_folder/journal"
run '' resume tree
ok 'an edited journal: 3' is "$status" 3
ok 'in one line' lines "$err" 1
run 'units\n' "${game[@]}" --name asked
ok 'a name that is taken' is "$status" 3
run '' new seven-hex two-villages --name ../evil
ok 'a name that is a path' is "$status" 3

# --- looking spends nothing, nor does a break -------------------------------------
orders=("$attack" 1 1 1 "attack The Spinney with Heron's Horse, Wyatt's Horse" 1 1 1
    "attack Niederlind with Lane's Foot" 1 1 1 end "attack Oberlind with Navarre" 1 1 1)
run "$(printf '%s\n' "${orders[@]}")\nabandon\n" "${game[@]}" --name straight --keep-going
run 'log\n' resume straight
straight=$out
ok 'dice were thrown' has "$straight" '1d6-1d6'
looks="map\nunits\nwhy\nhelp\nodds\nodds $attack\nrule 10\nlog\nshow Bearn\n=map.area \"Oberlind\"\n"
run "$(printf "%s\n$looks" "${orders[@]}")\nabandon\n" "${game[@]}" --name looked --keep-going
run 'log\n' resume looked
ok 'looking between the dice leaves the dice as they were' is "$out" "$straight"
ok 'and the journal' cmp -s <(tail -n +2 "$XDG_DATA_HOME/adjutant/games/straight/journal") \
    <(tail -n +2 "$XDG_DATA_HOME/adjutant/games/looked/journal")
printf '%s\n' "${orders[@]:0:4}" | "$adjutant" "${game[@]}" --name broken --keep-going >"$home/out" 2>&1
for ((i = 4; i < ${#orders[@]}; i++)); do
    printf '%s\n' "${orders[i]}" | "$adjutant" resume broken --keep-going >"$home/out" 2>&1
done
printf 'abandon\n' | "$adjutant" resume broken --keep-going >"$home/out" 2>&1
run 'log\n' resume broken
ok 'a start for every line leaves the dice as they were' is "$out" "$straight"

# --- a home and a disk that cannot be written -----------------------------------
XDG_DATA_HOME=/proc/nowhere run 'units\n' "${game[@]}"
ok 'no place for the game: refused' is "$status" 3
ok 'in one line' lines "$err" 1
XDG_DATA_HOME=/proc/nowhere run 'units Bearn\n' "${game[@]}" --unsaved
ok 'unsaved games need none' is "$status" 0

full_disk() {     # as far as a program can tell: its files may not grow beyond 256 KiB
    ulimit -f 256
    for i in {1..40}; do
        printf 'set Bearn pounds %s\n' $((i + 1)){1..90}
    done | "$adjutant" "${game[@]}" --name full --keep-going >"$home/out" 2>"$home/err"
}
(full_disk)
status=$? err=$(sort "$home/err" | head -n 3) out=$(tail -n 1 "$home/out")
ok 'a full disk: an error' is "$status" 1
ok 'a full disk: said' has "$err" 'cannot write'
run 'show Bearn\n' resume full
ok 'a full disk: the game loads with what was done' has "$out" 'pounds'

# --- usage ----------------------------------------------------------------------
for words in nosuch --nosuch new 'new seven-hex' 'new seven-hexx two-villages' 'new seven-hex nowhere' \
    'new seven-hex two-villages --seed x' 'new seven-hex two-villages --dice loaded' \
    'new seven-hex two-villages --seed' 'new seven-hex two-villages more' 'resume a b' run \
    'ledger' 'ledger nosuch' 'examples nosuch' 'help nosuch' '-e' '-e 1 2' 'new --nosuch'; do
    # shellcheck disable=SC2086  # words
    run '' $words
    ok "usage: adjutant $words" is "$status" 2
    ok "nothing on standard output: adjutant $words" is "$out" ''
done
run '' --keep-going new seven-hex two-villages
ok 'what follows --keep-going is not left out silently' has "$err" 'nothing may follow --keep-going'
run '' resum
ok 'so with a subcommand' has "$err" '"resum" is no subcommand (did you mean "resume"?)'
run '' help studdy
ok 'and its help' has "$err" 'there is no subcommand "studdy" (did you mean "study"?)'
run '' --versoin
ok 'and an option without one' has "$err" 'unknown option --versoin (did you mean "--version"?)'
run '' new blenheim
ok 'the name of a scenario alone: whose it is' is "$err" 'adjutant new: blenheim is a scenario: seven-hex blenheim'
run '' check "$home/nowhere.lua"
ok 'check of what is not there says nothing of its mistakes' is "$out" ''
run '' new seven-hex two-villages --unsavd
ok 'an option misspelt: which was meant' has "$err" 'unknown option --unsavd (did you mean "--unsaved"?)'
for sub in new resume games run examples ledger help; do
    run '' "$sub" --help
    ok "adjutant $sub --help" has "$out" "usage: adjutant $sub"
    ok "adjutant $sub --help is no error" is "$status" 0
done
run '' --help
ok '--help' has "$out" 'usage: adjutant'
run '' --version
ok '--version names the release of Lua' has "$out" '(Lua 5.4.'

run '' new seven-hex two-villages --unsaved -e 'show Bearn'
ok '-e with a command: where commands go' has "$err" "-e takes Lua: commands come by standard input"
run '' new seven-hex two-villages --unsaved -e 'x = = 1'
ok 'and nothing of them where it was Lua' lacks "$err" 'standard input'

# --- Lua --------------------------------------------------------------------------
run '' -e 'print(1 + 1)'
ok '-e prints' is "$out" 2
run '' -e '6 * 7'
ok '-e shows an expression' is "$out" 42
run '' -e 'error "no"'
ok '-e: an error is 1' is "$status" 1
run '' -e 'x ='
ok '-e: half a chunk is 1' is "$status" 1
run '' -e 'while true do end'
ok '-e: a limit is 4' is "$status" 4
run '' -e 'local t = "x" while true do t = t .. t end'
ok '-e: memory is 4' is "$status" 4
run '' -e 'io.open("/etc/passwd")'
ok '-e: no files' has "$err" 'io'
run '' -e 'for i = 1, 200000 do print("0123456789") end'
ok 'output is cut at 1 MiB' has "$out" 'cut'
run '' -e 'print("\27[31mred")'
ok 'a script cannot send escapes' lacks "$out" "$escape"
printf 'local a, b = ...\nprint(a, b)\nreturn 5\n' >"$home/script.lua"
run '' run "$home/script.lua" one two
ok 'run gives the arguments' is "$out" "one	two"
printf 'error("bad")\n' >"$home/script.lua"
run '' run "$home/script.lua"
ok 'run: an error is 1' is "$status" 1
ok 'run: with file and line' has "$err" 'script.lua:1: bad'
run '' run "$home/missing.lua"
ok 'run: a missing file is 3' is "$status" 3
printf 'set { "Bearn", "disrupted", "yes" }\nprint(all("unit")[1].name)\n' >"$home/script.lua"
run '' run --new seven-hex/two-villages --seed 1 "$home/script.lua"
ok 'run in a game' has "$out" 'Bearn: disrupted is now yes'
printf 'all("unit")[1].disrupted = true\n' >"$home/script.lua"
run '' run --new seven-hex/two-villages --seed 1 "$home/script.lua"
ok 'Lua cannot write the World' has "$err" 'set'
ok 'and that is an error' is "$status" 1
run 'game.turn = 5\n' "${game[@]}" --unsaved
ok 'nor at the prompt' has "$err" 'set'
"$adjutant" -e 'while true do end' >"$home/out" 2>"$home/err" & child=$!
sleep 0.3
kill -INT $child
wait $child
status=$?
ok 'interrupted: 130' is "$status" 130
run 'dice 2d6\n' "${game[@]}" --unsaved --option attrition=true
ok 'new takes an optional rule' is "$status" 0
ok 'dice shows what dice can give' has "$out" '16.67 %'
run 'quit\n' "${game[@]}" --unsaved --option attrition
ok '--option wants NAME=VALUE' has "$err" 'NAME=VALUE'
run 'quit\n' "${game[@]}" --unsaved --option atrition=true
ok 'an unknown option is named' has "$err" 'attrition'
units=$(yes units | head -n 3000)
printf '%s\n' "$units" | "$adjutant" "${game[@]}" --unsaved 2>"$home/err" | head -n 1 >"$home/out"
err=$(cat "$home/err") out=$(cat "$home/out") status=${PIPESTATUS[1]}
ok 'a reader that goes away is no noise' is "$err" ''

echo "$passed passed, $failed failed"
[ $failed = 0 ]

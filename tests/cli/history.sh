#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# The history of a game at the prompt, house rules in a running game, and a recorded game under
# other rules, without a terminal.
set -u
cd "$(dirname "$0")/../.." || exit 2
# shellcheck source=tests/cli/harness
. tests/cli/harness
trap 'rm -rf "$home"' EXIT
root=$PWD
case $adjutant in /*) ;; *) adjutant=$PWD/$adjutant ;; esac
games=$XDG_DATA_HOME/adjutant/games
new=(new seven-hex two-villages --seed 4)
work=$home/work
mkdir "$work"

cat >"$work/weary.lua" <<'END'
return house "weary" { base = "seven-hex", note = "Pieces grow weary.",
  entities = { unit = { weary = int(2) } } }
END
cat >"$work/gentle.lua" <<'END'
return house "gentle" { base = "seven-hex", charts = { attack_values = { cavalry = 9 } } }
END
cat >"$work/gentler.lua" <<'END'
return house "gentler" { base = "seven-hex", charts = { attack_values = { cavalry = 12 } } }
END
printf 'return house "broken" { base = "seven-hex", charts = { attack_valued = {} } }\n' >"$work/broken.lua"

# --- the history ------------------------------------------------------------------------------
run 'set Picardie disrupted yes\nplace Bearn North Farm/2\nbranch left\nundo\nset Bearn disrupted yes\nbranch right\ngoto left\nshow Bearn\n' \
    "${new[@]}" --name tree
ok 'goto a branch' has "$out" 'now at command 2: place Bearn "North Farm/2"'
ok 'the piece is there' has "$out" 'Bearn  Franco-Bavarian, at North Farm/2'
run 'variations\nvariations 3\ncompare left right\ngoto 0\nnext\nprev\nprev\n' resume tree --keep-going
ok 'the line one is on has its name' has "$out" 'the line you are on: 2 commands  [left]'
ok 'the other line' has "$out" '  3  set Bearn disrupted yes'
ok 'where it leaves' has "$out" 'from command 1; 1 command, to 3'
ok 'compare: where they part' has "$out" 'they part at command 1: set Picardie disrupted yes'
ok 'compare: entity by entity' has "$out" '  Bearn  place      North Farm/2 | Galgenhoehe/C'
ok 'next shows what happened' has "$out" 'set    Picardie: disrupted is now yes'
ok 'prev at the start' has "$err" 'prev: this is the start'
cp "$games/tree/journal" "$home/before"
run 'goto right\nnext\nprev 2\n' resume tree --read-only --keep-going
ok 'a reader goes about' has "$out" 'now at command 3: set Bearn disrupted yes'
ok 'and writes nothing' cmp -s "$games/tree/journal" "$home/before"
for line in 'goto' 'goto 99' 'goto nowhere' 'branch' 'branch 1x' 'compare left' 'compare left right more' \
    'variations 99' 'next x'; do
    run "$line\n" resume tree
    ok "$line: refused" is "$status" 1
    ok "$line: in one line" lines "$err" 1
done
run 'help goto\nhelp compare\nhelp branch\nhelp variations\nhelp next\nhelp prev\nhelp with\nhelp without\nhelp reload\n' resume tree
ok 'all have help' is "$status" 0

# --- house rules in a game ---------------------------------------------------------------------
cd "$work" || exit 2
run 'with\nwith weary.lua\nset Bearn weary 5\nundo 2\nwith gentle.lua\nwith weary.lua\nset Bearn weary 4\nwith\nlog\n' \
    "${new[@]}" --name stack
ok 'with takes house rules' is "$status" 0
ok 'and says what changes' has "$out" 'unit.weary'
ok 'the stack, in order' has "$out" '2  weary  (weary.lua)'
ok 'the log has no digests' lacks "$out" 'digest'
ok 'the journal has them' grep -q "with weary.lua digest $(sha256sum weary.lua | cut -d' ' -f1)" "$games/stack/journal"
mv weary.lua weary.aside
run 'show Bearn all\ngoto 2\nshow Bearn all\n' resume stack
ok 'the game has its own copies' is "$status" 0
ok 'and the values under the second stack' has "$out" 'weary         4'
ok 'and those of the line taken back' has "$out" 'weary         5'
mv weary.aside weary.lua
run 'with broken.lua\n' resume stack
ok 'what does not load is refused' is "$status" 1
ok 'in one line' lines "$err" 1
ok 'with place and what may be meant' has "$err" 'broken.lua:1:'
ok 'did you mean' has "$err" 'attack_values'
run 'with\n' "${new[@]}" --with weary.lua --with gentle.lua --with gentler.lua --unsaved
ok '--with stacks' has "$out" '3  gentler'
ok 'and tells conflicts' has "$out" 'both change it'
run '' "${new[@]}" --with nothing.lua
ok '--with a file that is not there' is "$status" 2
ok 'in one line' lines "$err" 1
printf 'print(rules and 1)\nwith "gentle.lua"\n' >script.lua
run '' run --new seven-hex/two-villages --with weary.lua script.lua
ok 'scripts begin and go on with house rules' is "$status" 0
ok 'and see what they change' has "$out" 'attack_values'
run '' run --with weary.lua script.lua
ok 'run --with without a game' is "$status" 2

# --- a kill -----------------------------------------------------------------------------------
mkfifo "$home/keys"
"$adjutant" "${new[@]}" --name killed <"$home/keys" >"$home/first" 2>&1 &
first=$!
exec 9>"$home/keys"
printf 'with weary.lua\nundo\nwith gentle.lua\nset Bearn disrupted yes\nundo\nredo\nwith weary.lua\nset Bearn weary 7\nshow Bearn all\n' >&9
for _ in $(seq 200); do grep -q 'weary  *7' "$home/first" && break; sleep 0.05; done
kill -9 "$first"
exec 9>&-
wait "$first" 2>/dev/null
hash=$(grep -a ' done ' "$games/killed/journal" | tail -1 | cut -d' ' -f3)
run '=1\nshow Bearn all\nwith\n' resume killed
ok 'a killed game goes on' is "$status" 0
ok 'with both house rules' has "$out" '2  weary'
ok 'and the values' has "$out" 'weary         7'
run '' replay killed
ok 'every hash is as recorded' has "$out" 'every hash as recorded'
ok 'there is a hash' is "${#hash}" 32

# --- a recorded game under other rules ------------------------------------------------------------
run "attack Niederlind with Carew's Horse, Foot Guards\n1\nstay\n" "${new[@]}" --name fought
run '' replay fought
ok 'replay verifies' is "$out" '1 command played again, every hash as recorded'
run '' replay fought --with weary.lua
ok 'what does not matter' is "$status" 0
ok 'the set-up is told' has "$out" '20 in play have now a field weary'
ok 'no command differs' has "$out" '1 command: nothing goes another way'
run '' replay fought --with gentle.lua
ok 'what matters' is "$status" 1
ok 'the first that differs' has "$out" 'command 1 is the first that goes another way: attack Niederlind'
ok 'and how' has "$out" 'other questions'
run '' replay fought --with broken.lua
ok 'house rules that do not load' is "$status" 3
run '' replay
ok 'replay wants a game' is "$status" 2
run '' replay nosuch
ok 'a game that is not there' is "$status" 3

# --- rules that change on disk --------------------------------------------------------------------
run '' resume fought --adopt
ok '--adopt with nothing to adopt' is "$status" 3
ok 'says so' has "$err" 'the installed rules are those the game is played with'
cp -r "$root/rulesets" "$root/lua" "$root/repl" "$home/"
sed -i 's/^  cavalry   = 4,/  cavalry   = 6,/' "$home/rulesets/seven-hex/charts.lua"
export ADJUTANT_HOME=$home
run 'show Bearn\n' resume fought
ok 'a game keeps its rules' is "$status" 0
run '' replay fought --installed
ok 'under the installed rules it goes another way' is "$status" 1
run 'log\nundo\nredo\n' resume fought --adopt
ok '--adopt is a command of the game' has "$out" 'reload'
ok 'it says what changes' has "$out" 'attack_values[cavalry]'
ok 'undo takes it back' has "$out" 'taken back: reload rules'
sed -i 's/^  cavalry   = 6,/  cavalry   = 7,/' "$home/rulesets/seven-hex/charts.lua"
run 'reload\nreload\n' resume fought --keep-going
ok 'reload takes changed files in' has "$out" '6 -> 7'
ok 'once' has "$err" 'reload: no file has changed'
printf 'nonsense(' >>"$home/rulesets/seven-hex/charts.lua"
run 'reload\nchart attack_values\n' resume fought --keep-going
ok 'files that do not load are refused in one line' lines "$err" 1
ok 'with their place' has "$err" 'charts.lua:'
ok 'and the rules stay' has "$out" '7'

printf '%d passed, %d failed\n' "$passed" "$failed"
[ "$failed" = 0 ]

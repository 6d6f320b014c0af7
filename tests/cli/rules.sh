#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# The rules in force and what house rules change: `adjutant rules`, and `rules` at the prompt,
# without a terminal.
set -u
cd "$(dirname "$0")/../.." || exit 2
# shellcheck source=tests/cli/harness
. tests/cli/harness
trap 'rm -rf "$home"' EXIT
case $adjutant in /*) ;; *) adjutant=$PWD/$adjutant ;; esac
new=(new seven-hex two-villages --seed 4 --unsaved)
work=$home/work
mkdir "$work"
cd "$work" || exit 2

cat >deadly.lua <<'END'
return house "deadly" { base = "seven-hex", title = "Deadly platoons", note = "As at Blenheim.",
  charts = { attack_modifiers = { ["platoon firers attacking, per unit"] = 4 } } }
END
cat >'more deadly.lua' <<'END'
return house "more-deadly" { base = "seven-hex",
  charts = { attack_modifiers = { ["platoon firers attacking, per unit"] = 6 }, return_hits = { [1] = 0 } } }
END
printf 'return house "broken" { base = "seven-hex", charts = { attack_valued = {} } }\n' >broken.lua
printf 'return house "other" { base = "skirmish" }\n' >other.lua
printf 'while true do end\n' >loop.lua

# --- from the command line ----------------------------------------------------------------------
run '' rules diff seven-hex deadly.lua
ok 'diff' is "$status" 0
ok 'its title' has "$out" 'deadly: Deadly platoons  (deadly.lua)'
ok 'its note' has "$out" '  As at Blenheim.'
ok 'its cell' has "$out" '+2 -> +4  deadly.lua:2:35'
run '' rules diff seven-hex deadly.lua 'more deadly.lua'
ok 'a stack' has "$out" '+2 -> +6  more deadly.lua:2:35'
ok 'what both change' has "$out" 'deadly (deadly.lua:2:35) and more-deadly (more deadly.lua:2:35) both change it'
run '' rules diff seven-hex deadly.lua --json
ok 'json' has "$out" '"after":"+4"'
ok 'json is one line' lines "$out" 1
run '' rules seven-hex deadly.lua
ok 'the rules' has "$out" '  1  deadly: Deadly platoons  (deadly.lua)  1 change'
run '' rules seven-hex
ok 'the rules alone' has "$out" 'no house rules'
run '' rules seven-hex --json
ok 'the rules as json' has "$out" '"houses":[]'
run '' rules diff seven-hex broken.lua
ok 'a wrong file' is "$status" 3
ok 'one line' is "$err" 'adjutant rules: broken.lua:1:56: there is no chart attack_valued (did you mean "attack_values"?)'
run '' rules diff seven-hex other.lua
ok 'of another base' has "$err" 'house other is for the ruleset skirmish, not for seven-hex'
run '' rules diff seven-hex loop.lua
ok 'that never ends' is "$err" \
    'adjutant rules: stopped: loading used up its budget of instructions (does a file loop for ever?) [loop.lua:1]'
run '' rules diff seven-hex nothing.lua
ok 'that is not there' is "$err" 'adjutant rules: nothing.lua: there is no such file'
run '' rules diff sevenhex deadly.lua
ok 'no ruleset' has "$err" 'there is no ruleset sevenhex (did you mean "seven-hex"?)'
ok 'usage' is "$status" 2
run '' rules diff seven-hex
ok 'no file' is "$status" 2
run '' rules
ok 'nothing' is "$status" 2
run '' rules --help
ok 'help' has "$out" 'usage: adjutant rules RULESET'

run 'with deadly.lua\n' new seven-hex two-villages --seed 4 --name saved
run '' rules diff --game saved --odds 'attack Niederlind with Foot Guards'
ok 'in a saved game' is "$status" 0
ok 'in a saved game: what is in force' has "$out" '+2 -> +4  deadly.lua:2:35'
ok 'in a saved game: odds' has "$out" '-10.61'
run '' rules diff --game saved 'more deadly.lua' --json
ok 'in a saved game: on top' has "$out" '"before":"+4"'
run '' rules diff --game nothing
ok 'in no game' is "$status" 3
run '' rules diff --game saved broken.lua
ok 'in a saved game: a wrong file' has "$err" 'adjutant rules: diff: broken.lua:1:56: there is no chart attack_valued'
run '' rules diff seven-hex deadly.lua --odds end
ok 'odds without a position' is "$status" 2
run 'rules\n' resume saved
ok 'the saved game is as before' has "$out" '1  deadly'

run '' examples seven-hex 'Order' --with deadly.lua
ok 'examples under a house rule that does not touch them' is "$status" 0
run '' examples seven-hex --with deadly.lua
ok 'examples under one that does' is "$status" 1
ok 'and which' has "$out" '  FAIL  '
run '' examples --with deadly.lua
ok 'examples of which ruleset' is "$status" 2
run '' examples seven-hex --with broken.lua
ok 'examples under a wrong one' is "$status" 3
ok 'with its place' has "$err" 'adjutant examples: broken.lua:1:56: '

# --- at the prompt --------------------------------------------------------------------------------
run 'rules\n' "${new[@]}"
ok 'prompt: in force' has "$out" 'no house rules'
run 'rules diff "more deadly.lua"\n' "${new[@]}"
ok 'prompt: a path in quotation marks' has "$out" 'cell  return_hits[up to 2]  -1 -> 0'
run 'rules diff broken.lua\nunits Bearn\n' "${new[@]}" --keep-going
ok 'prompt: a wrong file' has "$err" 'rules diff: broken.lua:1:56: there is no chart attack_valued'
ok 'prompt: and the game goes on' has "$out" 'Bearn'
run 'rules what\n' "${new[@]}"
ok 'prompt: another word' has "$err" '"what" is not understood'
run 'rules diff deadly.lua --jsn\n' "${new[@]}"
ok 'prompt: an unknown option' has "$err" 'rules diff: unknown option --jsn'
run 'rules diff deadly.lua --odds\n' "${new[@]}"
ok 'prompt: --odds of nothing' has "$err" '--odds needs a command'
run 'rules diff deadly.lua --odds atack Niederlind\n' "${new[@]}"
ok 'prompt: --odds of no command' has "$err" 'did you mean "attack"?'
run 'rules diff deadly.lua --odds end\n' "${new[@]}"
ok 'prompt: --odds of a command that tells nothing' is "$status" 0

odds='attack Niederlind with Foot Guards'
run "rules diff deadly.lua --odds $odds\n" "${new[@]}"
before=$out
ok 'prompt: --odds compares' has "$out" 'attacker wins by 4+'
ok 'prompt: --odds, the points' has "$out" '-10.61'
run "with deadly.lua\nrules diff deadly.lua --odds $odds\n" "${new[@]}"
ok 'prompt: a file in force is compared with the rules without it' has "$out" "$before"
cp deadly.lua edited.lua
{ printf 'with edited.lua\n'; sleep 1; sed -i 's/= 4/= 5/' edited.lua; printf 'rules diff edited.lua\n'; } \
    | "$adjutant" "${new[@]}" >"$home/out" 2>&1
out=$(cat "$home/out")
ok 'prompt: a file in force that was edited is compared with what it was' has "$out" '+4 -> +5  edited.lua:2:35'
run "with deadly.lua\nrules diff --odds $odds\n" "${new[@]}"
ok 'prompt: without a file, all that is in force' has "$out" "$before"
run "rules diff deadly.lua --odds $odds --json\n" "${new[@]}"
ok 'prompt: a command is the rest of the line' has "$err" '--json'
run "rules diff deadly.lua --json --odds $odds\n" "${new[@]}"
ok 'prompt: json with odds' has "$out" '"points":-10.6'
run "$odds\nrules diff deadly.lua --odds $odds\n" "${new[@]}" --keep-going
ok 'prompt: at a question' has "$err" 'a question is open'
run "=game.turn\nrules diff deadly.lua --odds $odds\nlog\nundo\n" "${new[@]}" --keep-going
ok 'prompt: it is no command of the game' has "$out" 'nothing has happened yet'

run "with deadly.lua\nchart 10.10\nundo\nchart 10.10\n" "${new[@]}"
ok 'prompt: a chart names its house rule' has "$out" \
    '  * deadly: [platoon firers attacking, per unit] was +2 (deadly.lua:2:35)'
ok 'prompt: until it is undone' is "$(grep -c '  \* deadly' <<<"$out")" 1

# --- what fails in the ruleset since house rules called it with something else ---------
cat >"$home/wrong.lua" <<'EOF'
return house "wrong" {
  base = "seven-hex",
  commands = { rush = { rule = "R1", help = "x.", phases = { "orders" }, args = { { name = "unit", kind = "unit" } },
    run = function (args)
      rules.attack(args.unit)
    end } },
}
EOF
run 'rush Bearn\n' "${new[@]}" --with "$home/wrong.lua"
ok 'its place, and where it was called from' grep -qE \
    '^line 1: combat.lua:[0-9]+: unit has no field "units" \(called from wrong.lua:5\)$' <<<"$err"

echo "$passed passed, $failed failed"
[ "$failed" = 0 ]

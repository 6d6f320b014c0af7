#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# `odds COMMAND` with its options, and odds{} from a script. The expected chances of the attack by
# Lane's Foot are worked out in tests/rulesets/seven_hex_spec.lua.
set -u
cd "$(dirname "$0")/../.." || exit 2
# shellcheck source=tests/cli/harness
. tests/cli/harness
trap 'rm -rf "$home"' EXIT
game=(new seven-hex two-villages --seed 4 --unsaved --keep-going)
attack='odds attack Galgenhoehe with Lane'

# --- what is asked ---------------------------------------------------------------
run "$attack\n" "${game[@]}"
ok 'a table for each report' has "$out" '  attacker wins        40.74 %   11/27  ############'
ok 'how many branches' has "$out" 'exact: 28 branches after merging, 85 before'
run 'odds place Bearn North Farm\n' "${game[@]}"
ok 'one branch is not several' has "$out" 'exact: 1 branch after merging, 1 before'
run "$attack --at-least\n" "${game[@]}"
ok 'this or more' has "$out" $'hits on defender, at least\n  0+'
ok 'texts stay as they are' has "$out" $'\nresult\n  attacker wins by 4+  25.46 %'
run "$attack --given \"order=carried out\"\n" "${game[@]}"
ok 'a condition is said' has "$out" 'given order = carried out (91.67 %)'
ok 'and changes the shares' has "$out" '  attacker wins        44.44 %   4/9'      # 16 of 36
run "$attack --given 'result = tie' --given hits>=1\n" "${game[@]}"
ok 'a condition on nothing' has "$err" 'nothing is called hits (did you mean "hits on defender"?)'
run "$attack --given result=tied\n" "${game[@]}"
ok 'a condition that never holds' has "$err" 'result is never tied; it can be "attacker wins by 4+"'
run "$attack --given tie\n" "${game[@]}"
ok 'a condition that is none' has "$err" '--given: NAME=VALUE is wanted'
run "$attack --given 'hits on defender>=1'\n" "${game[@]}"
ok 'at least' has "$out" 'given hits on defender >= 1 (54.75 %)'
run "$attack --by result\n" "${game[@]}"
ok 'split by a report' has "$out" $'result = attacker wins by 4+  25.46 %  55/216\n  order'
ok 'those that do not come to it' has "$out" $'result = -  8.33 %  1/12\n  order\n    not carried out  100.00 %'
run "$attack --by reslt\n" "${game[@]}"
ok 'split by nothing' has "$err" '--by: nothing is called reslt (did you mean "result"?)'
run "$attack --value 'hits on defender'\n" "${game[@]}"
ok 'a value by its report' has "$out" $'value\n  0       45.25 %'                 # 36.92 and 8.33
run "$attack --value '#all \"unit\"' --key result\n" "${game[@]}"
ok 'a value by Lua' has "$out" $'value\n  19      25.46 %'
ok 'a key in the order of its report' has "$out" $'key\n  attacker wins by 4+  25.46 %'
run "$attack --value 'nil + 1'\n" "${game[@]}"
ok 'Lua that fails names the dice' has "$err" '(after 1d6-1d6 = '
run "$attack --best allied\n" "${game[@]}"
ok 'best of what' has "$err" 'best and worst need a value'
run "$attack --best allied --worst french --value 'hits on defender'\n" "${game[@]}"
ok 'best play has a value' has "$out" 'value of best play: 473/864'
run "$attack --value order\n" "${game[@]}"
ok 'a value that is no number' has "$err" 'odds: value: order is no number: it is reported as "not carried out"'
run "$attack --value 1.5\n" "${game[@]}"
ok 'a value with a point, at its line' has "$err" '--value:1: value must be a whole number'
run "$attack --by order --csv\n" "${game[@]}"
ok 'CSV of an outcome that reports nothing else' has "$out" $'\nnot carried out,0.083333333,,,,,'
run "$attack --best alied --value 'hits on defender'\n" "${game[@]}"
ok 'best for nobody' has "$err" 'there is no side alied (did you mean "allied"?)'
run "$attack --policy plain\n$attack --policy plaine\n" "${game[@]}"
ok 'a policy chooses' has "$out" 'exact: '
ok 'which must be one' has "$err" 'there is no policy plaine (did you mean "plain"?)'
run "$attack --samples 400\n" "${game[@]}"
ok 'sampled when asked' has "$out" 'sampled 400 times (as asked); 95 % intervals'
run "$attack --budget 5 --samples 300\n" "${game[@]}"
ok 'or past a budget' has "$out" 'sampled 300 times (too many branches for exact odds)'
run "$attack --samples none\n$attack --bogus\n$attack --by\n$attack --csv --json\n$attack --at-least yes\n" "${game[@]}"
ok 'options are checked' has "$err" '--samples: a whole number is wanted, not "none"'
ok 'unknown ones' has "$err" 'odds: unknown option --bogus'
ok 'those without a value' has "$err" 'odds: --by needs a value'
ok 'two forms at once' has "$err" '--csv or --json, not both'
ok 'a word behind them' has "$err" '"yes": the command comes before the options'
run "odds attack Niederlind with Nobody --csv\n" "${game[@]}"
ok 'a wrong command' has "$err" 'there is no unit Nobody'
run 'help odds\n' "${game[@]}"
ok 'help has the options' has "$out" '--given NAME=VALUE'

run '=odds(function () while true do end end)\n' new seven-hex two-villages --seed 4 --unsaved
ok 'a limit is named' has "$err" 'stopped: the odds used up the budget of instructions'
ok 'and is the exit status' is "$status" 4

# --- for other programs ------------------------------------------------------------
run "$attack --csv\n" "${game[@]}"
ok 'CSV has a head' has "$out" $'name,value,fraction,chance,at_least\norder,carried out,11/12,0.916666667,\n'
run "$attack --csv --by order\n" "${game[@]}"
ok 'CSV split' has "$out" $'\ncarried out,0.916666667,result,tie,1/9,0.111111111,'
run "$attack --csv --samples 100\n" "${game[@]}"
ok 'CSV of samples has intervals' has "$out" 'chance,at_least,low,high'
run "$attack --json\n" "${game[@]}"
ok 'JSON is one object' lines "$out" 1
ok 'with exact shares' has "$out" '"fraction":"11/27"'
run "$attack --svg $home/a.svg\n$attack --svg $home/a.svg\n" "${game[@]}"
ok 'a picture' has "$(cat "$home/a.svg")" '</svg>'
ok 'is replaced' has "$out" "a.svg is written"
ok 'without a word' is "$err" ''
echo keep >"$home/notes"
run "$attack --svg $home/notes\n" "${game[@]}"
ok 'nothing else is' is "$(cat "$home/notes")" keep
ok 'which is said' has "$err" 'is there already, and is no picture; name another file'
run "$attack --svg $home/no/such/a.svg\n" "${game[@]}"
ok 'nor written nowhere' has "$err" '--svg: '

# --- other rules -----------------------------------------------------------------
cat >"$home/heavy.lua" <<'LUA'
return house "heavy" { base = "seven-hex", charts = { attack_values = { infantry = 8 } } }
LUA
run "$attack --with $home/heavy.lua --key result\n$attack --key result\n" "${game[@]}"
ok 'beside house rules' has "$out" $'#  as it is\n=  with'
ok 'a difference in points' has "$out" '+12.73'
ok 'and then as before' has "$out" $'key\n  attacker wins by 4+  25.46 %  55/216'
run "$attack --with $home/heavy.lua --by result\n" "${game[@]}"
ok 'which cannot be split' has "$err" '--by and --at-least are of one'
run "$attack --with $home/none.lua\n" "${game[@]}"
ok 'house rules that are not there' has "$err" 'none.lua'
run "$attack --with $home/heavy.lua --csv\n" "${game[@]}"
ok 'a comparison as CSV' has "$out" 'name,value,first,second,difference,first_chance,second_chance'

# --- at a question, and from a script -----------------------------------------------
run 'attack Niederlind with Foot Guards\n61\nodds --by "hits on attacker"\n' \
    new seven-hex two-villages --seed 4 --unsaved --keep-going --dice manual
ok 'at a question, of the rest' has "$out" 'hits on attacker = 0'
cat >"$home/ask.lua" <<'LUA'
local r = odds { run = "attack Galgenhoehe with Lane", value = "hits on defender" }
print(r:mean(), r:at_least(1), r:quantile(0.5))
print(compare(r, odds { run = "attack Galgenhoehe with Lane", value = "hits on defender",
  charts = { attack_values = { infantry = 8 } } }):dominance())
LUA
run '' run --new seven-hex/two-villages --seed 4 "$home/ask.lua"
ok 'a script asks' is "$out" $'473/864\t473/864\t1\nsecond'

echo "$passed passed, $failed failed"
[ "$failed" = 0 ]

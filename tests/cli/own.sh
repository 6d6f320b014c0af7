#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Rulesets, scenarios and house rules of a person's own: scaffolded, checked, played, meant by paths.
set -u
cd "$(dirname "$0")/../.." || exit 2
# shellcheck source=tests/cli/harness
. tests/cli/harness
case $adjutant in /*) ;; *) adjutant=$PWD/$adjutant ;; esac
tests=$PWD/tests
trap 'rm -rf "$home"' EXIT
mkdir "$home/here" && cd "$home/here" || exit 2

# --- scaffold --------------------------------------------------------------------
for kind in hexes areas; do
    run '' scaffold ruleset my-$kind --map-kind $kind
    ok "a ruleset on $kind is written" has "$out" "wrote my-$kind/ruleset.lua"
    run '' check ./my-$kind
    ok 'it passes the check' is "$out$status" '0 errors, 0 warnings0'
    run '' examples ./my-$kind
    ok 'its examples pass' has "$out" '8 passed, 0 failed'
    run '' ledger ./my-$kind
    ok 'its ledger is whole' is "$status" 0
    run 'end\nend\nend\n' new ./my-$kind first --seed 1 --name $kind
    ok 'it begins' is "$status$err" 0
    run 'log\n' resume $kind
    ok 'and goes on' is "$(grep -c end "$home/out")$status" 30
    run '' play ./my-$kind first --games 20 --check --replay --policy bold
    ok 'it plays itself' is "$status" 0
    ok 'to the same hash' has "$out" 'replay: 20 games to the same hash'
    run '' scaffold scenario second-$kind --base ./my-$kind
    run '' check second-$kind.lua
    ok 'a scenario of it passes the check' is "$out$status" '0 errors, 0 warnings0'
    run '' play second-$kind.lua --games 10 --check
    ok 'and plays, meant by its file alone' is "$status" 0
    run '' scaffold house steady-$kind --base ./my-$kind
    run '' check steady-$kind.lua
    ok 'a house rule of it passes the check' is "$out$status" '0 errors, 0 warnings0'
    run 'end\n' new ./my-$kind first --with steady-$kind.lua --unsaved
    ok 'and can be played by' is "$status" 0
done
run '' scaffold scenario evening
run '' check evening.lua
ok 'without a base it is for the Seven Hex System' is "$out$status" '0 errors, 0 warnings0'
run '' play evening.lua --games 5 --check
ok 'and plays' is "$status" 0
run '' scaffold house night
run '' check night.lua
ok 'a house rule too' is "$out$status" '0 errors, 0 warnings0'
cp night.lua before.lua
run '' scaffold house night
ok 'nothing is overwritten' is "$status" 3
ok 'and it says so' has "$err" 'night.lua is there already: nothing is overwritten'
ok 'it is as it was' cmp -s night.lua before.lua
run '' scaffold ruleset my-hexes
ok 'nor is a ruleset' is "$status" 3
run '' scaffold thing x
ok 'an unknown start names those there are' has "$err" 'there is ruleset, scenario and house'
run '' scaffold house 'Night March'
ok 'a name is one word' has "$err" 'a lower-case word, like night-march'
run '' scaffold scenario x --base nix
ok 'a base must be there' has "$err" 'there is no ruleset nix'
run '' scaffold scenario x --map-kind squares
ok 'a kind of map too' has "$err" 'areas or hexes'
run '' scaffold scenario x --map-kind hexes
ok 'a scenario that its ruleset cannot play is not written' has "$err" 'does not do for seven-hex: victory: '
ok 'a file of nothing' is "$status$(ls x.lua 2>/dev/null)" 3
mkdir -p below && cd below || exit 1
run '' scaffold scenario ../beside
ok 'what to type next names the file that was written' has "$out" 'next: adjutant check ../beside.lua; '
run '' scaffold house "$PWD/there"
ok 'of a whole path too' has "$out" "next: adjutant check $PWD/there.lua; "
cd .. || exit 1
run '' scaffold house
ok 'usage' is "$status" 2

# --- by path ----------------------------------------------------------------------
cp -r "$tests/lua/duel" "$tests/lua/skirmish" .
cp duel/scenarios/relief.lua mine.lua
run 'end\nend\nstatus\n' new ./duel mine.lua --seed 4 --name mine --keep-going
ok 'a scenario by its path' has "$out" 'A horn is heard'
rm mine.lua
run 'status\nundo\nstatus\n' resume mine
ok 'is kept with the game' is "$status" 0
ok 'and undone' has "$out" 'Expected in turn 2, at Lane: Rainer'
run '' new seven-hex duel/scenarios/relief.lua
ok 'a scenario of another ruleset is refused' has "$err" 'it is a scenario of duel, not of seven-hex'
run '' new duel/scenarios/relief.lua
ok 'the ruleset that it names must be found' has "$err" 'there is no ruleset duel'
run '' new duel/scenarios/yard.lua
ok 'a file that names no ruleset says what to do' has "$err" 'write ruleset = "its name" into it'
run '' new ./nowhere yard
ok 'a folder must be there' is "$status" 2
run '' new ./duel
ok 'without a scenario it lists them' has "$err" 'name a scenario of ./duel: relief or yard'
run '' new duel yard
ok 'a folder of that name is offered' has "$err" 'the one in this folder is ./duel'
sed 's/Rainer: red sword at Lane/Rainer: red sword at Lan/' duel/scenarios/relief.lua >wrong.lua
run '' new ./duel wrong.lua
ok 'a mistake has line and column in the file as it was named' has "$err" \
    'wrong.lua:16:39: reinforcements[2][1] (Rainer).at: there is no area Lan (did you mean "Lane"?)'
sed 's/enemy_lost = 2/enemy_lost = 9/' duel/scenarios/relief.lua >doubt.lua
run '' check --ruleset ./duel doubt.lua
ok 'what can never be is a warning' has "$out" \
    'doubt.lua:30:5: warning: victory[1]: enemy_lost = 9 can never be: the enemy has 5 units in all'
run '' play ./duel relief --games 50 --check --replay --policy fighter
ok 'events, reinforcements and victory play on areas' is "$status" 0
run '' play ./skirmish relief --games 50 --check --replay
ok 'and on hexes' is "$status" 0

# --- files that never end ----------------------------------------------------------------
cp -r duel loops && echo 'while true do end' >>loops/ruleset.lua
run '' new ./loops yard --unsaved
ok 'a file that loops for ever ends by the limit' has "$err" 'loading used up its budget of instructions'
ok 'with its status' is "$status" 4

echo "$passed passed, $failed failed"
[ "$failed" = 0 ]

#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# What the prompt's own commands say: rules, charts, apropos, status, sheets, the map of an area,
# the log; and output that cannot be written.
set -u
cd "$(dirname "$0")/../.." || exit 2
# shellcheck source=tests/cli/harness
. tests/cli/harness
trap 'rm -rf "$home"' EXIT
game=(new seven-hex two-villages --seed 4 --unsaved --keep-going)

before() { [[ $1 == *"$2"*"$3"* ]]; }

# --- words without end -----------------------------------------------------------
long=$(head -c 3000 /dev/zero | tr '\0' y)
for word in attack apropos units show rule map help chart odds view goto with; do
    run "$word $long\n" "${game[@]}"
    ok "$word of a word without end is told with its beginning alone" test $((${#out} + ${#err})) -lt 400
    ok "$word of it fails in no line of the program" lacks "$out$err" '.lua:'
done
run '' new "$long"
ok 'so is what is no ruleset' test "${#err}" -lt 250

# --- a line that is no command, and no Lua either ----------------------------------
said() { run "$1\n" "${game[@]}"; printf '%s' "$err"; }
while IFS='|' read -r typed meant; do
    ok "no command: $typed" is "$(said "$typed")" "line 1: there is no command \"${typed%% *}\" (did you mean \"$meant\"?)"
done <<'EOF'
moev Bearn to Niederlind|move
odss attack Niederlind with Foot Guards|odds
SHOW Bearn|show
shwo "Foot Guards"|show
statsu|status
exit|quit
?|help
.help|help
EOF
ok 'a word that is near to none: where they are, and what Lua says' is "$(said 'foo bar')" \
    "line 1: there is no command \"foo\" (\`help\` lists them), and as Lua: syntax error near 'bar'"
ok 'save: there is no need' has "$(said save)" 'no need to save'
while IFS='|' read -r typed message; do
    ok "Lua keeps its own word: $typed" is "$(said "$typed")" "line 1: prompt:1: $message"
done <<'EOF'
local 5|<name> expected near '5'
= moev Bearn|syntax error near 'Bearn'
Bearn.place|unknown name `Bearn`
pritn "x"|unknown name `pritn` (did you mean `print`?)
EOF
run 'view french\nmoev Bearn\nx = 1\n' "${game[@]}"
ok "in a side's view too" has "$err" 'there is no command "moev" (did you mean "move"?)'
ok 'where Lua is still refused' has "$err" 'line 3: Lua sees the whole game'
run 'quti\n'
ok 'and without a game' has "$err" 'did you mean "quit"?'
run "$long\n" "${game[@]}"
ok 'and of a word without end its beginning' test "${#err}" -lt 250

# --- an area where a hex is wanted, a command of another phase ----------------------
ok 'an area out of reach is its centre, and refused by its rule' has "$(said 'move Foot Guards to Long Field')" \
    '10.1: enemy units hold Long Field: attack it'
ok 'what stands in several areas is still asked' has "$(said 'move Foot Guards to Farm')" 'Farm could be'
ok 'in another phase that is what is said' is "$(said 'march Nobody to Nowhere')" \
    'line 1: march belongs to another phase (Strategic Movement); it is now Orders, Tactical Movement, Combat'

run 'view french\nmarch Nobody to Nowhere\n' "${game[@]}"
ok "in a side's view too" has "$err" 'line 2: march belongs to another phase (Strategic Movement)'

# --- help ------------------------------------------------------------------------
run 'help\n' new marlborough 1704 --seed 4 --unsaved
groups=$(grep -E '^Of the|^  (end|magazine|activate|supply|siege|set|with|help) ' <<<"$out" | sed 's/^ *\(Of.*\)$/\1:/; s/^  \([a-z]*\).*/\1/' | tr '\n' ' ')
ok 'what can be given now, later, to look, by the umpire and at the prompt' is "$groups" \
    'Of the rules, now: end magazine Of the rules, in another phase or as an answer: activate Of the rules, to look: siege supply Of the umpire: set with Of the prompt: help '

# --- what is looked for and is not there ---------------------------------------------
ok 'reach of a place: it is no unit' is "$(said 'reach Kirchberg')" 'line 1: reach: Kirchberg is no unit'
ok 'why of a command before any' is "$(said 'why 5')" 'line 1: nothing has happened yet'
ok 'several things are missing' has "$(said 'ruling')" 'the ids are missing'

ok 'help of what is no command: what looks further' is "$(said 'help river')" \
    'line 1: help: there is no command river; `apropos river` looks through everything'

# --- lists of names --------------------------------------------------------------------
ok 'a comma is missing' is "$(said "attack Niederlind with Foot Guards Carew's Horse")" \
    "line 1: names have commas between them: Foot Guards, Carew's Horse"
ok 'a keyword is missing' is "$(said 'move Foot Guards Kirchberg')" \
    'line 1: Kirchberg: not understood after Foot Guards; usage: move UNITS, ... to HEX'
ok 'a name misspelt is what it was' is "$(said 'attack Niederlind with Foot Gards')" \
    'line 1: there is no unit "Foot Gards" (did you mean "Foot Guards"?)'

run 'odds place Flanders Army Gent\nsupply Flanders\n' new marlborough 1704 --seed 4 --unsaved --keep-going
ok 'a name is not found in the middle of a word: Gent is not Mergentheim' has "$err" \
    'line 1: there is no place Gent (did you mean "Ghent"?)'

# --- at a question -----------------------------------------------------------------
run 'end\nactivate Rhine Army\n=6\nmove Rhine Army to Stollhofen\n\nnone\n' new marlborough 1704 --dice manual \
    --unsaved --keep-going
ok 'Return answers nothing: the question comes again' is \
    "$(grep -c 'Who intercepts Rhine Army in Kehl?$' <<<"$out")" 2
ok 'none does' has "$out" 'Who intercepts Rhine Army in Kehl: none'

# --- many units, a wide map --------------------------------------------------------
season=(new marlborough 1704 --seed 4 --unsaved --keep-going)
run 'units\n' "${season[@]}"
ok 'below many units stands what shows fewer' has "$(tail -n 1 <<<"$out")" 'fewer: `units KIND` (forces, leaders, trains, fortresses, '
run 'status\nset French points 3\nstatus\n' "${season[@]}"
ok 'status tells the score, once there is one' is "$(grep VP <<<"$out")" '  VP: French 3, Allied 0'
run 'units forces\n' "${season[@]}"
ok 'which needs no such word' lacks "$out" 'fewer:'
ok 'and shows the forces' has "$out" 'Flanders Army'
run 'units\n' "${game[@]}"
ok 'nor do a few units' lacks "$out" 'fewer:'
run 'map\n' "${season[@]}"
ok 'a wide map tells forces' has "$out" '*: a force is there'
ok 'from fortresses, one for each hex that has some' test "$(sed '/^\*:/d' <<<"$out" | grep -o '[FA]\*' | wc -l)" = 16
run 'place "Flanders Army" Ghent\nmap\n' "${season[@]}"
ok 'and follows them' test "$(sed '/^\*:/d' <<<"$out" | grep -o '[FA]\*' | wc -l)" = 15

# --- rules and charts ----------------------------------------------------------
run 'rule 10.20\n' "${game[@]}"
ok 'a rule that others do says which' has "$out" 'see may_advance (rule 10.18)'
run 'rule 8.1\nrule 10.3\nrule 1.1\n' "${game[@]}"
ok 'rules of the ledger are known' is "$err" ''
ok 'a definition says so' has "$out" '8.1  explains terms: see 8.2'
run 'rule 10.99\nrule 99\nrule hits_on_losr\n' "${game[@]}"
ok 'an unknown number names those of its chapter' has "$err" 'chapter 10 has 10 to 10.22'
ok 'and is not compared with other numbers' lacks "$err" 'did you mean "9'
ok 'a name is compared with names' has "$err" 'did you mean "hits_on_loser"?'
run 'rule 10.15\n' "${game[@]}"
ok 'a rule is words' has "$out" 'half the margin, at most his undisrupted units'
ok 'not Lua' lacks "$out" 'function'
ok 'which can be seen' has "$out" 'rule 10.15 source'
run 'rule 10.15 source\n' "${game[@]}"
ok 'its source is there for the asking' has "$out" 'rule("10.15", "hits_on_loser", function'
run 'rule\n' "${game[@]}"
ok 'rules stand in the order of the book' before "$out" $'\n3.9 ' $'\n3.10 '
ok 'chapters too' before "$out" $'\n9.3 ' $'\n10.2 '
ok 'each with its sentence in full' has "$out" 'ignored.'
ok 'no row is empty' test -z "$(grep -E '^[0-9.a-z]+ +[a-z_]+ *$' "$home/out")"
run 'chart\n' "${game[@]}"
ok 'charts stand in the order of the book' before "$out" $'\n10.7 ' $'\n10.10 '
ok 'from chapter 3 on' before "$out" '3.7 ' $'\n18.4 '
run 'apropos river\n' "${game[@]}"
ok 'apropos looks into charts' has "$out" 'attacking across a river'
ok 'and options' has "$out" 'option river'
ok 'and at the map' has "$out" 'river to Kirchberg'
run 'apropos cannot charge\n' "${game[@]}"
ok 'and into refusals' has "$out" 'UNIT is no cavalry and cannot charge'

# --- looking ---------------------------------------------------------------------
run 'map Fuchsmoor\n' "${game[@]}"
ok 'an area comes hex by hex' has "$out" '2  north-east  marsh'
ok 'with its borders' has "$out" 'west        Galgenhoehe  open'
ok 'and OFs' has "$out" 'Franco-Bavarian: 4 of 6 OFs used'
run 'map Unterglauheim\n' new seven-hex blenheim --unsaved
ok 'a closed border is named' has "$out" 'East Marsh      closed: no clear hexes touch across it'
ok 'and drawn' has "$out" 'xxxxxx'
ok 'along a river too' has "$out" '~x~x~x'
run 'show Picardie\n' "${game[@]}"
ok 'a sheet says what a field means' has "$out" 'battalion guns  yes       has battalion guns (3.3)'
ok 'and leaves out what says nothing' lacks "$out" 'glanders'
run 'show Picardie all\n' "${game[@]}"
ok 'all of it can be seen' has "$out" 'glanders'
run 'status\n' "${game[@]}"
status_text=$out
ok 'status tells the Order Value' has "$out" 'Allied: Order Value 3'
run 'show\n' "${game[@]}"
ok 'show alone is status' is "$out" "$status_text"
run 'attack Niederlind with Foot Guards\nshow Picardie\nshow Foot Guards\nstatus\nstay\n' "${game[@]}"
ok 'a marker is on the unit' has "$out" 'Defend marker: attacked from Oberlind'
ok 'on both' has "$out" 'Attack marker: attacked Niederlind'
ok 'an order lowers the Order Value' has "$out" 'Order Value 2 (3 less 1 order obeyed in this phase)'

# --- words ---------------------------------------------------------------------
run 'attack Niederlind with Foot Guards\nabandon\nlog\n' "${game[@]}"
ok 'given up is said once' lacks "$out" 'given up (given up)'
ok 'dice in the log read as they were shown' has "$out" 'Franco-Bavarian: 2d6kh1 = 6 (6 2)'
run 'set Picardie disrupted yes\nundo\nwhy 1\n' "${game[@]}"
ok 'why says that a command is undone' has "$out" 'set Picardie disrupted yes  (undone)'
run 'ruling 4.3 "ford"\n' "${game[@]}"
ok 'a ruling reads well' has "$out" '4.3 is waived for the next command: ford'
run 'attack Niederlind\nattack\nodds undo\n' "${game[@]}"
# shellcheck disable=SC2016  # not to be expanded
ok 'what is missing is named' has "$err" 'attack: `with UNITS` is missing'
ok 'an argument too' has "$err" 'attack: the area is missing'
ok 'odds of a command of the prompt' has "$err" 'odds: undo is a command of the prompt'
run 'help\n' "${game[@]}"
ok 'help is sentences' has "$out" 'Orders units of one stack to attack an area that the enemy holds.'
run 'help attack\n' "${game[@]}"
ok 'lines are whole without a terminal' has "$out" 'a command unit on the launching central hex, for its dice (10.11)'
run '' resume --help
ok 'resume --help names its options' has "$out" '--recover'
ok 'and the other' has "$out" '--read-only'

# --- output that cannot be written -------------------------------------------------
if [ -w /dev/full ]; then
    err=$("$adjutant" -e 'print(1)' 2>&1 >/dev/full)
    status=$?
    ok 'a full disk is an error' is "$status" 1
    ok 'and named' has "$err" 'cannot write: No space left on device'
fi
err=$("$adjutant" --version 2>&1 >&-)
status=$?
ok 'so is a closed output' is "$status" 1
ok 'which is named too' has "$err" 'cannot write: '
"$adjutant" new seven-hex two-villages --name shut --keep-going <<<'set Picardie disrupted yes' >&- 2>/dev/null
run 'log\n' resume shut
ok 'a closed output gets into no journal' is "$status" 0
"$adjutant" -e 'for i = 1, 100000 do print(i) end' | head -n 1 >/dev/null
status=${PIPESTATUS[0]}
ok 'who stops reading ends it silently' is "$status" 141

echo "$passed passed, $failed failed"
[ $failed = 0 ]

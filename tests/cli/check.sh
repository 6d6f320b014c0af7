#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# `adjutant check` from a shell, an editor and a hook: what it writes where, and its exit status. The
# editor's setting and the hook are those of docs/check.md.
set -u
cd "$(dirname "$0")/../.." || exit 2
# shellcheck source=tests/cli/harness
. tests/cli/harness
trap 'rm -rf "$home"' EXIT
wrong=tests/check-files/scenario_misspelt_word.lua
warned=tests/check-files/scenario_without_turns.lua

# --- exit status -------------------------------------------------------------------
run '' check rulesets/seven-hex
ok 'the ruleset is clean' is "$status" 0
ok 'and says so' is "$out" '0 errors, 0 warnings'
mkdir "$home/rules" && cp -r tests/lua/skirmish tests/lua/duel "$home/rules"
run '' check "$home/rules"
ok 'a folder of rulesets is all of them' has "$out" "$home/rules/skirmish/scenarios/ford.lua:2:8: warning: nobody can win"
ok 'the clean ones are silent' lacks "$out" '/duel/'
run '' check rulesets/seven-hex/charts.lua
ok 'a file of a ruleset is the whole of it' is "$out" '0 errors, 0 warnings'
run '' check rulesets/seven-hex/scenarios/blenheim.lua
ok 'a scenario of a ruleset need not name it' is "$out" '0 errors, 0 warnings'
run '' check "$wrong"
ok 'an error is status 1' is "$status" 1
ok 'on standard output' has "$out" "$wrong:12:35: error: units[2] (Navarre): what is \"gnus\"?"
ok 'counted at the end' has "$out" $'\n1 error, 0 warnings'
ok 'and nothing else' is "$err" ''
run '' check "$warned"
ok 'a warning is status 0' is "$status" 0
ok 'and counted' has "$out" '0 errors, 1 warning'
run '' check
ok 'without a file it says what to do' is "$status" 2
ok 'on the error output' has "$err" 'name a file or a folder'
run '' check --colour "$wrong"
ok 'an unknown option is usage' is "$status" 2
run '' check nowhere.lua "$wrong"
ok 'a file that is not there is status 3' is "$status" 3
ok 'which is said' has "$err" 'adjutant check: nowhere.lua: there is no such file or folder'
ok 'and the others are checked all the same' has "$out" '1 error, 0 warnings'
run '' check --with nowhere.lua "$wrong"
ok 'house rules in force must be there' is "$status" 3

here=$PWD program=$(realpath "$adjutant")
from() { out=$(cd "$1" && shift && "$program" check "$@" 2>&1); status=$?; }
from rulesets/seven-hex .
ok 'a ruleset may be where one is' is "$out" '0 errors, 0 warnings'
from rulesets/seven-hex scenarios/blenheim.lua
ok 'and its scenario' is "$out" '0 errors, 0 warnings'
from rulesets/seven-hex/scenarios blenheim.lua
ok 'from its own folder too' is "$out" '0 errors, 0 warnings'
from tests/lua --ruleset duel "$here/tests/fuzz/corpus/check/house.lua"
ok 'a ruleset that is not installed is a folder' is "$out" '0 errors, 0 warnings'

# --- forms ---------------------------------------------------------------------------
run '' check --quiet "$warned"
ok '--quiet says nothing of warnings' is "$out" ''
run '' check --quiet "$wrong"
ok '--quiet says errors alone' lines "$out"$'\n' 1
run '' check --json "$wrong"
ok '--json is one object' has "$out" '{"errors":1,"findings":[{"column":35,"file":"tests/check-files/scenario_misspelt_word.lua","level":"error","line":12,"text":"units[2] (Navarre): what is \"gnus\"? (did you mean \"guns\"?)"}],"warnings":0}'
ok 'with the same status' is "$status" 1
sed 's/^  ruleset = "seven-hex", /  /' "$warned" >"$home/ford.lua"
run '' check "$home/ford.lua"
ok 'a scenario that names no ruleset is an error' is "$status" 1
run '' check --ruleset seven-hex "$home/ford.lua"
ok 'unless it is named beside it' is "$status" 0
run '' check --ruleset rulesets/seven-hex "$home/ford.lua"
ok 'by the path of its folder too' is "$status" 0

# --- house rules in force ------------------------------------------------------------
cat >"$home/one.lua" <<'END'
return house "one" { base = "seven-hex", options = { fog = { default = true } },
  rules = { hits_on_loser = function (original, battle) return original(battle) + 1 end } }
END
sed 's/"one"/"two"/; s/ options = .*,$//' "$home/one.lua" >"$home/two.lua"
run '' check --with "$home/one.lua" "$home/two.lua"
ok 'what two house rules change both is a warning' has "$out" 'two.lua:2:13: warning: rule 10.15 hits_on_loser: one (one.lua:2:13) and two (two.lua:2:13) both change it'
sed 's/title = /options = { fog = false }, title = /' "$warned" >"$home/fog.lua"
run '' check "$home/fog.lua"
ok 'an option of no house rule does not exist' has "$out" 'there is no option fog'
run '' check --with "$home/one.lua" "$home/fog.lua"
ok 'with the house rule it does' is "$status" 0

# --- an editor -------------------------------------------------------------------------
if command -v vim >/dev/null; then
    format=$(sed -n 's/^autocmd.*errorformat=//p' docs/check.md)
    run '' check "$wrong" "$warned"
    cp "$home/out" "$home/errors"
    vim -es -u NONE -N --cmd "set errorformat=$format" -c "cgetfile $home/errors" \
        -c "call writefile(map(filter(getqflist(), 'v:val.valid'), 'v:val.lnum . \":\" . v:val.col . \":\" . v:val.type'), '$home/list')" \
        -c 'qa!' >/dev/null 2>&1
    ok 'vim reads it as docs/check.md says' is "$(tr '\n' ' ' <"$home/list")" '12:35:e 3:8:w '
fi

# --- a hook ------------------------------------------------------------------------------
if command -v git >/dev/null; then
    git init -q "$home/repo" && cp "$warned" "$home/repo/good.lua" && cp "$wrong" "$home/repo/wrong.lua"
    sed -n '/^#!\/bin\/sh$/,/^```$/{/^```$/!p}' docs/check.md >"$home/repo/.git/hooks/pre-commit"
    chmod +x "$home/repo/.git/hooks/pre-commit"
    commit() {
        (cd "$home/repo" && git add "$1" && PATH=${adjutant%/*}:$PATH git -c user.name=a -c user.email=a@b \
            commit -q -m "$1") >"$home/said" 2>&1
    }
    commit good.lua
    ok 'the hook lets in what is right' is "$?" 0
    commit wrong.lua
    ok 'and not what is wrong' test $? -ne 0
    ok 'saying why' has "$(cat "$home/said")" 'wrong.lua:12:35: error:'
fi

echo "$passed passed, $failed failed"
[ "$failed" = 0 ]

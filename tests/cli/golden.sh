#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# usage: golden.sh [--update]     (--update: when rules or texts have changed on purpose)
# Games that are kept, tests/golden/NAME.txt with what they print (NAME.out) and every state
# hash of their journals (NAME.hashes): in two locales, from the source tree and from a copy
# elsewhere, they must come out the same to the byte. And the saved games there, one of each
# version of the format, must load for ever.
set -u
cd "$(dirname "$0")/../.." || exit 2
adjutant=${ADJUTANT:-$PWD/build/adjutant}
case $adjutant in /*) ;; *) adjutant=$PWD/$adjutant ;; esac
home=$(mktemp -d)
trap 'rm -rf "$home"' EXIT
export HOME=$home XDG_STATE_HOME=$home/state
golden=$PWD/tests/golden
passed=0 failed=0

same() {   # NAME GOT WANTED
    if cmp -s "$2" "$3"; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAILED $1"
        diff "$3" "$2" | head -n 20
    fi
}

# The data folder in another place, with the small ruleset `duel` among the rulesets.
other=$home/elsewhere/of\ another/name
mkdir -p "$other/repl"
cp -r lua rulesets "$other/"
cp -r repl/shell "$other/repl/"
cp -r tests/lua/duel "$other/rulesets/"
# The source tree in its own place, seen through links so that `duel` can join it.
linked=$home/linked
mkdir -p "$linked/rulesets"
ln -s "$PWD/lua" "$PWD/repl" "$linked/"
for f in "$PWD"/rulesets/* "$PWD/tests/lua/duel"; do ln -s "$f" "$linked/rulesets/"; done

games() {   # locale, folder: leaves NAME.out and NAME.hashes below $home/got
    rm -rf "$home/got" "$home/data"
    mkdir -p "$home/got"
    local name ruleset scenario
    for name in two-villages duel changing; do       # the last one changes its rules on the way
        ruleset=duel scenario=yard
        [ $name != two-villages ] || { ruleset=seven-hex scenario=two-villages; }
        XDG_DATA_HOME=$home/data LC_ALL=$1 ADJUTANT_HOME=$2 "$adjutant" new $ruleset $scenario \
            --seed 1704 --name $name --keep-going <"$golden/$name.txt" >"$home/got/$name.out" 2>&1
        grep -aE '^[0-9]+ (done|answer|undo|redo|abandon) ' "$home/data/adjutant/games/$name/journal" |
            sed 's/ [0-9a-f]*$//' >"$home/got/$name.hashes"
    done
}

other_locale=C.UTF-8
for l in de_DE.utf8 fr_FR.utf8 tr_TR.utf8; do
    ! locale -a 2>/dev/null | grep -qx "$l" || other_locale=$l
done
for place in "$linked" "$other"; do
    for locale in C "$other_locale"; do
        games "$locale" "$place"
        if [ "${1-}" = --update ]; then
            cp "$home/got/"* "$golden/"
            [ -d "$golden/saved-1" ] || cp -r "$home/data/adjutant/games/duel" "$golden/saved-1"
            [ -d "$golden/saved-1-changing" ] ||
                cp -r "$home/data/adjutant/games/changing" "$golden/saved-1-changing"
            echo 'kept anew'
            exit 0
        fi
        for f in {two-villages,duel,changing}.{out,hashes}; do
            same "$f in $locale, ${place##*/}" "$home/got/$f" "$golden/$f"
        done
    done
done

# The games bring their own rules; that the World they lead to is right, their hashes say.
for saved in "$golden"/saved-*; do
    cp -r "$saved" "$home/saved"
    printf 'log\nunits\nend\n' | "$adjutant" resume "$home/saved" --keep-going >"$home/out" 2>"$home/err"
    status=$?
    if [ $status = 0 ] && grep -q Roland "$home/out"; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAILED ${saved##*/} no longer loads (status $status)"
        cat "$home/err"
    fi
    rm -rf "$home/saved"
done

[ $failed = 0 ] || echo 'Rules that were changed on purpose: tests/cli/golden.sh --update, and read the difference'
echo "$passed passed, $failed failed"
[ $failed = 0 ]

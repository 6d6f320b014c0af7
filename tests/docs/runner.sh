#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# The runner of the manuals' snippets, on small pages: what is right passes, what is wrong is seen.
set -u
cd "$(dirname "$0")/../.." || exit 2
# shellcheck source=tests/cli/harness
. tests/cli/harness
trap 'rm -rf "$home"' EXIT
page=$home/page.md

# play TEXT...: each a line of the page; leaves out and status
play() {
    printf '%s\n' "$@" >"$page"
    out=$(bash tests/docs/transcripts.sh "$page" 2>&1)
    status=$?
    err=''
}
f='```'

play "${f}lua a/b.lua" 'print "one"' "$f" "${f}lua a/b.lua +" 'print "two"' "$f" \
    "${f}console" '$ cat a/b.lua' 'print "one"' 'print "two"' '$ exit 3' '$ echo $?' '3' "$f"
ok 'files are written, added to, and commands run in order' is "$out" '1 passed, 0 failed'
play "${f}console" '$ seq 5; echo at 12:30' '1' '...' '5' 'at ...' "$f"
ok 'dots stand for what may differ' is "$status" 0
play "${f}console" '$ seq 5' '1' '...' '6' "$f"
ok 'and for no more' has "$out" 'the page has'
play "${f}console" '$ seq 2' '1' "$f"
ok 'what is missing on the page is seen' has "$out" '0 passed, 1 failed'
play "${f}console" '$ seq 1' '1' '2' "$f"
ok 'what is too much is seen' has "$out" '0 passed, 1 failed'
play "${f}console" "\$ printf '%s ' a \\" '    b' 'a b' "$f"
ok 'a command may take several lines' is "$status" 0
play "${f}console" '$ adjutant new seven-hex two-villages --seed 4 --unsaved' '...' \
    'T1 Allied orders> =game.turn' '1' "$f"
ok 'a prompt is typed at' is "$status" 0
play "${f}console" '$ adjutant help nothing' 'adjutant: ...' '...' '$ adjutant --version' 'adjutant ...' "$f"
ok 'other commands have no terminal' is "$status" 0

play "${f}console" '$ seq 2' 'x' "$f" 'Text.'
out=$(bash tests/docs/transcripts.sh --write "$page")
ok '--write puts what the program says' is "$(cat "$page")" "$(printf '%s\n' "${f}console" '$ seq 2' 1 2 "$f" 'Text.')"

echo "$passed passed, $failed failed"
[ "$failed" = 0 ]

#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# An installed program finds its prelude and rulesets, wherever the prefix went; the one in
# the build tree finds its own; uninstall takes back everything.
set -u
cd "$(dirname "$0")/../.." || exit 2
passed=0 failed=0
check() {   # what, command ...
    local what=$1 out
    shift
    if out=$("$@" 2>&1); then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        printf 'FAILED %s\n%s\n' "$what" "$out"
    fi
}

dest=$(mktemp -d) || exit 2
trap 'rm -rf "$dest"' EXIT
unset ADJUTANT_HOME MAKEFLAGS MAKELEVEL
install() { make --no-print-directory BUILD="$BUILD" DESTDIR="$dest" PREFIX=/opt/games "$@"; }
files() { find "$dest" ! -type d | sed "s|^$dest||" | LC_ALL=C sort; }
installed=$dest/opt/games/bin/adjutant

# Runs the program far from the tree; what is printed must be 42.
answers() { [ "$(cd / && "$1" -e 'print(6 * 7)')" = 42 ]; }
listed() { files | grep -qx "$1"; }
# A ruleset that plays: its examples of charges pass.
examples() { (cd / && "$installed" examples seven-hex charge) | tail -n 1 | grep -qE '^[1-9][0-9]* passed, 0 failed$'; }
moved() { mv "$dest/opt/games" "$dest/elsewhere" && answers "$dest/elsewhere/bin/adjutant"; }
# The program brings the prelude compiled; a file of it that was edited counts all the same.
edited() {
    local file=$dest/elsewhere/share/adjutant/repl/shell/main.lua out
    cp "$file" "$dest/main.lua" && sed -i '1s/$/ error "edited"/;1s/^.*error/error/' "$file" || return 1
    out=$("$dest/elsewhere/bin/adjutant" -e '' 2>&1)
    mv "$dest/main.lua" "$file" && [[ $out == *edited* ]]
}
linked() { ln -s "$dest/elsewhere/bin/adjutant" "$dest/adjutant" && answers "$dest/adjutant"; }
nothing_left() { mv "$dest/elsewhere" "$dest/opt/games"; rm "$dest/adjutant"; install uninstall && [ -z "$(files)" ]; }

check 'the built program runs from any folder' answers "$BUILD/adjutant"
check 'install works below DESTDIR' install install-files
check 'the installed program runs' answers "$installed"
check 'the installed rulesets play' examples
check 'the man page is there' listed /opt/games/share/man/man1/adjutant.1
check 'the completion for bash is there' listed /opt/games/share/bash-completion/completions/adjutant
check 'the completion for zsh is there' listed /opt/games/share/zsh/site-functions/_adjutant
check 'a moved installation still runs' moved
check 'an edited file of the prelude counts' edited
check 'and through a symbolic link' linked
check 'uninstall leaves nothing' nothing_left

echo "$passed passed, $failed failed"
[ $failed = 0 ]

#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# The layers look one way only, and every source file carries its licence.
set -u
cd "$(dirname "$0")/../.." || exit 2
passed=0 failed=0

# name, what was found (nothing is good)
expect_none() {
    if [ -z "$2" ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        printf '%s:\n%s\n' "$1" "$2"
    fi
}

includes() {   # folder, pattern of a header that must not be seen there
    grep -rnE "^[[:space:]]*#[[:space:]]*include[[:space:]]*[<\"]($2)" "$1" \
        --include='*.c' --include='*.h'
}

sources() {
    {
        echo Makefile
        find core lua rulesets repl tests .ci -type f \
            \( -name '*.[ch]' -o -name '*.lua' -o -name '*.sh' -o -name '*.exp' -o -name '*.tcl' \
               -o -path '.ci/*' -o -path 'repl/completion/*' -o -perm -u+x \) \
            ! -path '*/corpus/*' ! -path '*/hostile/*' ! -name '*.new' ! -name '*.swp'
    } | LC_ALL=C sort
}

unlicensed() {
    sources | while IFS= read -r f; do
        head -n 3 "$f" | grep -q 'SPDX-License-Identifier: GPL-3.0-or-later' || echo "$f"
    done
}

expect_none "every source file says its licence in its first lines" "$(unlicensed)"
expect_none "core/ knows no Lua, no readline and no layer above it" \
    "$(includes core '(lua[0-9.]*/)?(lua|lauxlib|lualib|luaconf)\.h|readline/|\.\./|adjutant\.h|bind/')"
expect_none "core/ prints nothing" \
    "$(grep -rnE '\b(printf|puts|putchar|fputs|perror|vprintf)[[:space:]]*\(|\b(stdout|stderr)\b' core \
        --include='*.c' | grep -vE '^[^:]+:[0-9]+:[[:space:]]*(/?\*|//)')"
expect_none "core/ neither exits nor jumps" \
    "$(grep -rnE '\b(exit|_exit|abort|longjmp|setjmp|quick_exit)[[:space:]]*\(' core --include='*.c')"
expect_none "core/ uses no chance, clock or locale" \
    "$(grep -rnE '\b(rand|srand|random|drand48|time|clock|clock_gettime|gettimeofday|setlocale)[[:space:]]*\(' \
        core --include='*.c')"
expect_none "lua/ knows no readline and nothing of the prompt" "$(includes lua 'readline/|repl/')"
expect_none "only repl/ knows readline" "$(includes tests/core 'readline/'; includes lua/bind 'readline/')"
expect_none "no C knows a ruleset" \
    "$(grep -rniE 'seven.?hex|blenheim|marlborough' core lua repl --include='*.c' --include='*.h' |
        grep -viE 'seven.?hex(es)? (area|flower)|flower|hexmap|/\*|^[^:]+:[0-9]+:[[:space:]]*\*')"
expect_none "texts of values that a script gives hold no address: adj_sandbox_text, not luaL_tolstring" \
    "$(grep -rn 'luaL_tolstring' lua repl --include='*.c' | grep -vE '^lua/bind/sandbox_(base|string|patterns)\.c')"
expect_none "a ruleset reaches only for the rules API" \
    "$(find rulesets -name '*.lua' -exec grep -nHE \
        '\b(math\.random|os\.[a-z]+|io\.[a-z]+|debug\.|package\.|load(string|file)?\(|dofile|coroutine)' {} + |
        grep -vE '^[^:]+:[0-9]+:[[:space:]]*--')"

# Objects that can be written (.data.rel.ro is constant, once the program is loaded).
writable() {
    objdump -t "$1" | awk '/file format/ { of = $1 }
        / O \.(data|bss)(\.[^r][^ ]*)?[ \t]/ || / O \*COM\*/ { print of, $NF }' |
        grep -vE '__(asan|ubsan|llvm|odr|sancov|profc|profd|gcov)|\.L'
}
library=${BUILD:-build}/libadjcore.a
if command -v objdump >/dev/null && [ -f "$library" ] && ! nm "$library" 2>/dev/null | grep -q __asan; then
    expect_none "core/ has no state of its own" "$(writable "$library")"
fi

echo "$passed passed, $failed failed"
[ $failed = 0 ]

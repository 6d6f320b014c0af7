# SPDX-License-Identifier: GPL-3.0-or-later
# Adjutant. `make` builds build/adjutant; `make help` lists the rest.

# --- settings: yours to change ------------------------------------------------
CC      ?= cc
CFLAGS  ?= -O2 -g
PREFIX  ?= /usr/local
DESTDIR ?=
BUILD   ?= build
# What `make play` opens.
PLAY    ?= new seven-hex two-villages
# Seconds that each fuzzer gets: in `make check`, and in `make soak`.
FUZZ_SECONDS ?= 1
SOAK_SECONDS ?= 1200
# `quick` leaves out the slow half of `make lint`.
LINT     =

# --- settings: ours -----------------------------------------------------------
PKG := pkg-config

# What a distribution calls Lua 5.4; empty when there is none.
LUA_PC := $(shell for p in lua5.4 lua-5.4 lua54 lua; do \
    $(PKG) --exists "$$p >= 5.4" "$$p < 5.5" 2>/dev/null && echo $$p && break; done)

# -ffp-contract=off: geometry must round alike on every machine.
WARN       := -Wall -Wextra -Wpedantic -Werror -Wshadow -Wstrict-prototypes \
              -Wmissing-prototypes -Wvla -Wwrite-strings
ADJ_CFLAGS := -std=c11 -D_GNU_SOURCE $(WARN) -ffp-contract=off -Icore
LUA_CFLAGS := $(shell $(PKG) --cflags $(LUA_PC) 2>/dev/null) \
              $(shell $(PKG) --cflags jansson 2>/dev/null) -Ilua -I$(BUILD)/gen
LUA_LIBS   := $(shell $(PKG) --libs $(LUA_PC) 2>/dev/null)
BIND_LIBS  := $(LUA_LIBS) $(shell $(PKG) --libs jansson 2>/dev/null || echo -ljansson)
CORE_LIBS  := $(shell $(PKG) --libs gmp 2>/dev/null || echo -lgmp) -lm
EDIT_LIBS  := $(shell $(PKG) --libs readline 2>/dev/null || echo -lreadline)
SANITIZE   := -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer

# One job a processor, unless the caller has said how many.
NPROC := $(shell nproc 2>/dev/null || sysctl -n hw.ncpu 2>/dev/null || echo 2)
JOBS   = $(if $(findstring jobserver,$(MAKEFLAGS)),,-j$(NPROC))
SUB    = $(MAKE) --no-print-directory $(JOBS)

# V=1 shows the commands themselves.
Q   := $(if $(V),,@)
say  = $(if $(V),,@printf '  %-4s %s\n' $(1) $@)

# --- lists --------------------------------------------------------------------
CORE_SRC  := $(sort $(wildcard core/*.c))
BIND_SRC  := $(sort $(wildcard lua/*.c lua/bind/*.c))
MAIN_SRC  := $(wildcard repl/main.c)
REPL_SRC  := $(filter-out $(MAIN_SRC),$(sort $(wildcard repl/*.c)))

# tests/core sees the core alone, tests/lua the bindings too, tests/repl everything.
# Sources there that are not called test_* are helpers, linked to each test of the folder.
CORE_TEST_SRC := $(sort $(wildcard tests/core/test_*.c))
LUA_TEST_SRC  := $(sort $(wildcard tests/lua/test_*.c))
REPL_TEST_SRC := $(sort $(wildcard tests/repl/test_*.c))
CORE_HELP_SRC := $(filter-out $(CORE_TEST_SRC),$(wildcard tests/core/*.c))
LUA_HELP_SRC  := $(filter-out $(LUA_TEST_SRC) tests/lua/luaspec.c,$(wildcard tests/lua/*.c))
REPL_HELP_SRC := $(filter-out $(REPL_TEST_SRC),$(wildcard tests/repl/*.c))

obj    = $(patsubst %.c,$(BUILD)/%.o,$(1))
CORE_LIB := $(BUILD)/libadjcore.a
BIND_LIB := $(BUILD)/libadjlua.a
REPL_LIB := $(if $(REPL_SRC),$(BUILD)/libadjrepl.a)
PROGRAM  := $(if $(MAIN_SRC),$(BUILD)/adjutant)
LUASPEC  := $(if $(wildcard tests/lua/luaspec.c),$(BUILD)/tests/luaspec)
CORE_TESTS := $(patsubst tests/core/%.c,$(BUILD)/tests/%,$(CORE_TEST_SRC))
LUA_TESTS  := $(patsubst tests/lua/%.c,$(BUILD)/tests/%,$(LUA_TEST_SRC))
REPL_TESTS := $(patsubst tests/repl/%.c,$(BUILD)/tests/%,$(REPL_TEST_SRC))
TESTS   := $(CORE_TESTS) $(LUA_TESTS) $(REPL_TESTS) $(LUASPEC)
BENCHES := $(patsubst tests/bench/%.c,$(BUILD)/bench/%,$(sort $(wildcard tests/bench/*.c)))
FUZZERS := $(patsubst tests/fuzz/%.c,$(BUILD)/bin/%,$(sort $(wildcard tests/fuzz/fuzz_*.c)))
C_SRC   := $(CORE_SRC) $(BIND_SRC) $(wildcard lua/tools/*.c) $(MAIN_SRC) $(REPL_SRC)

# --- building -----------------------------------------------------------------
.DELETE_ON_ERROR:
.SECONDARY:
.PHONY: all FORCE
all: $(PROGRAM) $(CORE_LIB) $(BIND_LIB) $(REPL_LIB)

# Rewrites a file only when its text changes, so that only then its users are rebuilt.
define keep
@mkdir -p $(@D)
@printf '%s\n' $(1) > $@.new
@if cmp -s $@.new $@; then rm -f $@.new; else mv -f $@.new $@; fi
endef
quote = '$(subst ','\'',$(1))'

$(BUILD)/flags: FORCE
	$(call keep,$(call quote,$(CC) $(ADJ_CFLAGS) $(CFLAGS) $(LUA_CFLAGS)))
$(BUILD)/links: FORCE
	$(call keep,$(call quote,$(LDFLAGS) $(BIND_LIBS) $(CORE_LIBS) $(EDIT_LIBS) $(C_SRC)))

# The program finds its data folder from where it lies itself; the tests are told.
$(BUILD)/gen/adj_build.h: FORCE
	$(call keep,$(call quote,#define ADJ_SOURCE_DIR "$(CURDIR)"))

# The prelude and the shell, compiled: in the program alone, so that it need not at each start.
PRELUDE := $(sort $(shell find lua/adjutant repl/shell -name '*.lua' 2>/dev/null))
$(BUILD)/bin/precompile: $(call obj,lua/tools/precompile.c lua/precompiled.c core/files.c core/adj.c)
	@mkdir -p $(@D)
	$(call say,LINK)
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $(filter %.o,$^) $(LUA_LIBS)
$(BUILD)/gen/prelude.files: FORCE
	$(call keep,$(PRELUDE))
$(BUILD)/gen/prelude.c: $(BUILD)/bin/precompile $(BUILD)/gen/prelude.files $(PRELUDE)
	$(call say,LUA)
	$(Q)$(BUILD)/bin/precompile $@ . $(PRELUDE)
$(BUILD)/gen/prelude.o: $(BUILD)/gen/prelude.c
	$(call say,CC)
	$(Q)$(CC) $(ADJ_CFLAGS) $(CFLAGS) -Ilua -c $< -o $@

$(BUILD)/adjutant: $(call obj,$(MAIN_SRC)) $(BUILD)/gen/prelude.o $(REPL_LIB) $(BIND_LIB) $(CORE_LIB) $(BUILD)/links
	$(call say,LINK)
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $(filter %.o %.a,$^) $(BIND_LIBS) $(EDIT_LIBS) $(CORE_LIBS)

$(CORE_LIB): $(call obj,$(CORE_SRC))
$(BIND_LIB): $(call obj,$(BIND_SRC))
$(BUILD)/libadjrepl.a: $(call obj,$(REPL_SRC))
$(BUILD)/lib%.a: $(BUILD)/links
	@rm -f $@
	$(call say,AR)
	$(Q)$(AR) rcs $@ $(filter %.o,$^)

# core/ and its tests compile without Lua's include path.
$(BUILD)/lua/%.o $(BUILD)/repl/%.o: ADJ_CFLAGS += $(LUA_CFLAGS)
$(BUILD)/tests/lua/%.o $(BUILD)/tests/fuzz/%.o $(BUILD)/tests/bench/%.o: ADJ_CFLAGS += $(LUA_CFLAGS)
$(BUILD)/tests/repl/%.o: ADJ_CFLAGS += $(LUA_CFLAGS) -Irepl
$(call obj,$(BIND_SRC) $(wildcard lua/tools/*.c) $(MAIN_SRC) $(REPL_SRC) $(wildcard tests/lua/*.c tests/repl/*.c \
    tests/bench/*.c tests/fuzz/*.c)): | lua-found $(BUILD)/gen/adj_build.h

$(BUILD)/%.o: %.c $(BUILD)/flags
	@mkdir -p $(@D)
	$(call say,CC)
	$(Q)$(CC) $(ADJ_CFLAGS) $(CFLAGS) -MMD -MP -c $< -o $@

# --- test programs ------------------------------------------------------------
# A test that defines __wrap_NAME, itself or by failing_*.h, gets all calls of NAME in our own
# objects: memory and files fail on purpose that way, under the sanitizers too.
link_test = @mkdir -p $(@D); \
    head=$$(sed -n 's|^\#include "\(failing_[a-z]*\.h\)"|tests/core/\1|p' $(1)); \
    wrap=$$(sed -n 's/^[a-z].*[ *]__wrap_\([a-z0-9_]*\)(.*/-Wl,--wrap=\1/p' $(1) $$head | sort -u); \
    $(if $(V),set -x,echo '  LINK $@'); $(CC) $(CFLAGS) $(LDFLAGS) -o $@ $(filter %.o %.a,$^) $$wrap

$(CORE_TESTS): $(BUILD)/tests/%: $(BUILD)/tests/core/%.o $(call obj,$(CORE_HELP_SRC)) $(CORE_LIB)
	$(call link_test,tests/core/$*.c $(CORE_HELP_SRC)) -lcmocka $(CORE_LIBS)
$(LUA_TESTS): $(BUILD)/tests/%: $(BUILD)/tests/lua/%.o $(call obj,$(LUA_HELP_SRC)) $(BIND_LIB) $(CORE_LIB)
	$(call link_test,tests/lua/$*.c $(LUA_HELP_SRC)) -lcmocka $(BIND_LIBS) $(CORE_LIBS)
$(REPL_TESTS): $(BUILD)/tests/%: $(BUILD)/tests/repl/%.o $(call obj,$(REPL_HELP_SRC)) $(REPL_LIB) $(BIND_LIB) $(CORE_LIB)
	$(call link_test,tests/repl/$*.c $(REPL_HELP_SRC)) -lcmocka $(BIND_LIBS) $(EDIT_LIBS) $(CORE_LIBS)
$(BUILD)/tests/luaspec: $(BUILD)/tests/lua/luaspec.o $(BIND_LIB) $(CORE_LIB)
	$(call say,LINK)
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $(filter %.o %.a,$^) $(BIND_LIBS) $(CORE_LIBS)
$(BENCHES): $(BUILD)/bench/%: $(BUILD)/tests/bench/%.o $(BIND_LIB) $(CORE_LIB)
	@mkdir -p $(@D)
	$(call say,LINK)
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $(filter %.o %.a,$^) $(AGAINST_LIBS) $(BIND_LIBS) $(CORE_LIBS)

# Paths are measured against these too, where they are installed.
BOOST := $(wildcard $(addsuffix /boost/graph/compressed_sparse_row_graph.hpp,/usr/include /usr/local/include))
TCOD  := $(wildcard $(addsuffix /libtcod/path.h,/usr/include /usr/local/include))
AGAINST := $(if $(BOOST),$(BUILD)/tests/bench/against/path_boost.o) \
    $(if $(TCOD),$(BUILD)/tests/bench/against/path_tcod.o)
$(BUILD)/bench/bench_path: $(AGAINST)
$(BUILD)/bench/bench_path: AGAINST_LIBS := $(if $(BOOST),-lstdc++) $(if $(TCOD),-ltcod)
$(BUILD)/tests/bench/bench_path.o: ADJ_CFLAGS += $(if $(BOOST),-DADJ_HAVE_BOOST) $(if $(TCOD),-DADJ_HAVE_TCOD)
$(BUILD)/tests/bench/against/%.o: tests/bench/against/%.cpp $(BUILD)/flags
	@mkdir -p $(@D)
	$(call say,CXX)
	$(Q)$(CXX) -std=c++17 -Wall -Wextra $(CFLAGS) -MMD -MP -c $< -o $@
# Only in the sub-build that `make fuzz` runs, with clang.
$(FUZZERS): $(BUILD)/bin/%: $(BUILD)/tests/fuzz/%.o $(BIND_LIB) $(CORE_LIB)
	@mkdir -p $(@D)
	$(call say,LINK)
	$(Q)$(CC) $(CFLAGS) -fsanitize=fuzzer -o $@ $(filter %.o %.a,$^) $(BIND_LIBS) $(CORE_LIBS)

.PHONY: test-programs bench-programs fuzz-programs
test-programs: all $(TESTS)
bench-programs: all $(BENCHES) $(LUASPEC)
fuzz-programs: $(FUZZERS)

# --- what people call ---------------------------------------------------------
.PHONY: test check bench soak play deps install install-files uninstall clean help lua-found

# Each of these sets itself up on a fresh machine, then starts make again: only
# then can it see what was installed.
play:
	@.ci/deps build
	@$(SUB) all
	@echo 'At the prompt `help` lists the commands, Tab completes, `quit` ends.'
	@exec $(BUILD)/adjutant $(PLAY)

test:
	@.ci/deps build test
	@$(SUB) test-programs
	@BUILD='$(BUILD)' tests/run

check:
	@.ci/deps build test check
	@$(SUB) test-programs
	@BUILD='$(BUILD)' CC='$(CC)' tests/check

bench:
	@.ci/deps build bench
	@$(SUB) bench-programs
	@BUILD='$(BUILD)' tests/bench/run

soak:
	@.ci/deps build test check
	@$(SUB) test-programs
	@BUILD='$(BUILD)' SOAK_SECONDS='$(SOAK_SECONDS)' tests/soak

deps:
	@.ci/deps build test

lua-found:
	@test -n '$(LUA_PC)' || { echo 'Lua 5.4 is not here: run `make deps`' >&2; exit 1; }

# --- the same sources, built otherwise ------------------------------------------
# By clang: its sanitizers see more than those of gcc, and make no false warnings.
.PHONY: asan fuzz lint coverage
asan:
	@$(SUB) BUILD='$(BUILD)/asan' CC=clang CFLAGS='-O1 -gline-tables-only $(SANITIZE)' test-programs

fuzz:
	@$(SUB) BUILD='$(BUILD)/fuzz' CC=clang \
	    CFLAGS='-O1 -gline-tables-only -fsanitize=fuzzer-no-link $(SANITIZE)' fuzz-programs
	@BUILD='$(BUILD)' tests/fuzz/run $(FUZZ_SECONDS)

coverage:
	@$(SUB) BUILD='$(BUILD)/coverage' CC=gcc CFLAGS='-O0 -g --coverage -fprofile-update=atomic' \
	    LDFLAGS=--coverage test-programs
	@BUILD='$(BUILD)/coverage' tests/coverage

lint:
	@.ci/deps build check
	@$(SUB) $(BUILD)/gen/adj_build.h
	@FLAGS='$(ADJ_CFLAGS)' LUA_FLAGS='$(LUA_CFLAGS) -Irepl' tests/lint $(LINT)

# --- installing ---------------------------------------------------------------
SHARE   = $(DESTDIR)$(PREFIX)/share
DATA    = $(SHARE)/adjutant
DATA_FILES := $(shell find lua/adjutant repl/shell rulesets -type f ! -name '.*' 2>/dev/null)

install: all
	@$(SUB) install-files

# Copies what is built already.
install-files:
	install -d $(DESTDIR)$(PREFIX)/bin $(SHARE)/man/man1 \
	    $(SHARE)/bash-completion/completions $(SHARE)/zsh/site-functions
	install -m 755 $(BUILD)/adjutant $(DESTDIR)$(PREFIX)/bin/adjutant
	rm -rf $(DATA)
	@for f in $(DATA_FILES); do \
	    install -d "$(DATA)/$$(dirname "$$f")" && install -m 644 "$$f" "$(DATA)/$$f" || exit 1; done
	install -m 644 docs/adjutant.1 $(SHARE)/man/man1/adjutant.1
	install -m 644 repl/completion/adjutant.bash $(SHARE)/bash-completion/completions/adjutant
	install -m 644 repl/completion/_adjutant $(SHARE)/zsh/site-functions/_adjutant

uninstall:
	rm -f $(DESTDIR)$(PREFIX)/bin/adjutant $(SHARE)/man/man1/adjutant.1 \
	    $(SHARE)/bash-completion/completions/adjutant $(SHARE)/zsh/site-functions/_adjutant
	rm -rf $(DATA)

clean:
	rm -rf $(BUILD)

help:
	@echo 'make            build $(BUILD)/adjutant'
	@echo 'make play       build it and open a game (PLAY="$(PLAY)")'
	@echo 'make test       all tests; ends with "N passed, N failed"'
	@echo 'make check      tests, linters, sanitizers, valgrind, fuzzers, gcc and clang (3 minutes)'
	@echo 'make soak       the long tests (SOAK_SECONDS for each fuzzer)'
	@echo 'make coverage   which lines of core/ and of the bindings the tests run (needs gcovr)'
	@echo 'make bench      figures, as ratios of one run'
	@echo 'make deps       install what building and testing needs'
	@echo 'make install    into PREFIX ($(PREFIX)), below DESTDIR; make uninstall'
	@echo 'make clean      remove $(BUILD)'
	@echo 'Settings: CC CFLAGS LDFLAGS PREFIX DESTDIR BUILD; V=1 shows the commands'

-include $(shell find $(BUILD) -name '*.d' 2>/dev/null)

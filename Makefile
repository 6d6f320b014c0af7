# SPDX-License-Identifier: GPL-3.0-or-later
# Adjutant. `make` builds build/adjutant; `make help` lists the rest.

# --- settings: yours to change ------------------------------------------------
CC      ?= cc
CFLAGS  ?= -O2 -g
PREFIX  ?= /usr/local
DESTDIR ?=
BUILD   ?= build

# --- settings: ours -----------------------------------------------------------
# -ffp-contract=off: geometry must round alike on every machine.
WARN       := -Wall -Wextra -Wpedantic -Werror -Wshadow -Wstrict-prototypes \
              -Wmissing-prototypes -Wvla -Wwrite-strings
ADJ_CFLAGS := -std=c11 -D_GNU_SOURCE $(WARN) -ffp-contract=off -Icore
LUA_CFLAGS  = $(shell pkg-config --cflags lua5.4)
LUA_LIBS    = $(shell pkg-config --libs lua5.4)

# --- lists --------------------------------------------------------------------
CORE_SRC   := $(wildcard core/*.c)
BIND_SRC   := $(wildcard lua/*.c lua/bind/*.c)
REPL_SRC   := $(wildcard repl/*.c)
CORE_TESTS := $(patsubst tests/core/%.c,$(BUILD)/tests/%,$(wildcard tests/core/test_*.c))

obj = $(patsubst %.c,$(BUILD)/%.o,$(1))

# --- rules --------------------------------------------------------------------
all: $(BUILD)/adjutant

$(BUILD)/adjutant: $(call obj,$(REPL_SRC)) $(BUILD)/libadjlua.a $(BUILD)/libadjcore.a
	$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(LUA_LIBS) -lreadline -lgmp -lm

$(BUILD)/libadjcore.a: $(call obj,$(CORE_SRC))
	@rm -f $@
	$(AR) rcs $@ $^

$(BUILD)/libadjlua.a: $(call obj,$(BIND_SRC))
	@rm -f $@
	$(AR) rcs $@ $^

# core/ compiles without Lua's include path.
$(BUILD)/core/%.o: core/%.c Makefile
	@mkdir -p $(@D)
	$(CC) $(ADJ_CFLAGS) $(CFLAGS) -MMD -MP -c $< -o $@

$(BUILD)/lua/%.o $(BUILD)/repl/%.o: ADJ_CFLAGS += $(LUA_CFLAGS) -Ilua

$(BUILD)/%.o: %.c Makefile
	@mkdir -p $(@D)
	$(CC) $(ADJ_CFLAGS) $(CFLAGS) -MMD -MP -c $< -o $@

$(BUILD)/tests/test_%: tests/core/test_%.c $(BUILD)/libadjcore.a
	@mkdir -p $(@D)
	$(CC) $(ADJ_CFLAGS) $(CFLAGS) $(LDFLAGS) -MMD -MP -o $@ $< $(BUILD)/libadjcore.a -lcmocka -lgmp -lm

.PHONY: all clean
clean:
	rm -rf $(BUILD)

-include $(shell find $(BUILD) -name '*.d' 2>/dev/null)

-- SPDX-License-Identifier: GPL-3.0-or-later
-- Three worlds of Lua, each with the globals it really has.
max_line_length = 120
cache = false
self = false
unused_args = false     -- a driver or a policy takes what its kind is given

-- The prelude and the prompt: host Lua.
stds.host = {
  read_globals = {
    "assert", "error", "getmetatable", "ipairs", "load", "next", "pairs", "pcall", "print",
    "rawequal", "rawget", "rawlen", "rawset", "require", "select", "setmetatable", "tonumber",
    "tostring", "type", "xpcall", "collectgarbage", "_ENV", "_VERSION",
    string = { other_fields = true }, table = { other_fields = true },
    math = { other_fields = true }, core = { other_fields = true },
  },
}

-- What the sandbox gives to a script: the allowlist and the rules API.
stds.script = {
  globals = { charts = { other_fields = true, read_only = false } },
  read_globals = {
    "assert", "error", "ipairs", "pairs", "print", "require", "select", "tonumber", "tostring",
    "type",
    string = { other_fields = true }, table = { other_fields = true },
    math = { other_fields = true },
    -- while loading
    "ruleset", "entity", "text", "int", "fraction", "flag", "ref", "place", "one_of", "rule",
    "grid", "modifiers", "values", "command", "sequence", "invariant", "outcomes", "policy", "scenario",
    rules = { other_fields = true }, option = { other_fields = true },
    sides = { other_fields = true, read_only = false },
    -- while playing
    "roll", "roll_as", "faces", "draw", "choose", "react", "note", "report", "refuse", "refuse_if",
    "tally", "stage", "units_at", "units_in", "all", "create", "eliminate", "referrers",
    "children", "append", "detach", "end_phase", "game_over", "check_victory", "is_empty",
    game = { other_fields = true, read_only = false }, map = { other_fields = true },
  },
}

stds.spec = {
  globals = {},
  read_globals = { "describe", "it", "expect", "before_each", "situation" },
}

std = "host"

files["rulesets"] = { std = "script" }
files["rulesets/*/examples"] = { std = "script+spec" }
files["tests/lua"] = { std = "host+spec", read_globals = { "outside", "show" } }
files["tests/lua/luaspec_spec.lua"] = { globals = { "leaked" } }
files["tests/lua/duel"] = { std = "script" }
files["tests/rulesets"] = { std = "host+script+spec", read_globals = { "outside", "show" } }
files["tests/bench"] = { std = "host+spec", read_globals = { "outside", "show" } }
files["tests/docs"] = { std = "host+spec", read_globals = { "outside", "show" } }
files["tests/cli"] = { std = "script" }

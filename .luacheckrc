-- SPDX-License-Identifier: GPL-3.0-or-later
-- Three worlds of Lua, each with the globals it really has.
max_line_length = 140
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

-- What the sandbox gives to a script: the allowlist, and the rules API as its annotations
-- have it (a test keeps those to what is really there).
stds.script = {
  globals = {},
  read_globals = {
    "assert", "error", "ipairs", "is_empty", "pairs", "select", "tonumber", "tostring", "type",
    string = { other_fields = true }, table = { other_fields = true },
    math = { other_fields = true },
  },
}
do
  -- Tables whose fields rules may set: entities, and the charts while loading.
  local writable = { charts = true, game = true, sides = true }
  local annotations = assert(io.open("lua/annotations/adjutant.lua"))
  for line in annotations:lines() do
    local name = line:match("^function ([%a_][%w_]*)%(")
    local object = line:match("^([%a_][%w_]*) = ")
    if name then
      table.insert(stds.script.read_globals, name)
    elseif object then
      stds.script.read_globals[object] = { other_fields = true, read_only = not writable[object] }
    end
  end
  annotations:close()
end

stds.spec = {
  globals = {},
  read_globals = { "describe", "it", "expect", "before_each", "situation" },
}

std = "host"
exclude_files = { "tests/check-files" }     -- what is wrong there is meant to be

files["rulesets"] = { std = "script" }
-- In tests a situation is set up anew without a look at the old one, and a loop may only spin.
files["rulesets/*/examples"] = { std = "script+spec", ignore = { "241", "311" } }
files["tests/lua"] = { std = "host+spec", read_globals = { "outside", "show" }, ignore = { "241", "311" } }
files["tests/lua/luaspec_spec.lua"] = { globals = { "leaked" } }
-- Small rulesets of the specs' own.
files["tests/lua/*/**/*.lua"] = { std = "script" }
files["tests/lua/*/*.lua"] = { std = "script" }
files["tests/rulesets"] = { std = "host+script+spec", read_globals = { "outside", "show" },
  ignore = { "241", "311" } }
files["tests/bench"] = { std = "host+spec", read_globals = { "outside", "show" }, ignore = { "241" } }
files["tests/docs"] = { std = "host+spec", read_globals = { "outside", "show" } }
files["tests/cli"] = { std = "script" }
files["tests/golden"] = { std = "script" }

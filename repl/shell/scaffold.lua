-- SPDX-License-Identifier: GPL-3.0-or-later
-- shell.scaffold -- `adjutant scaffold`: a commented, working start in the current folder.

local Out = require "shell.out"
local Options = require "shell.options"

local Shell = {}

local DONE, USAGE, REFUSED = 0, 2, 3

local function complain(message, status)
  core.terminal.write_error(("adjutant scaffold: %s\n"):format(Out.message(message)))
  return status
end

-- What to type next.
local NEXT = {
  ruleset = function(name) return { "adjutant check " .. name, "adjutant examples " .. name,
    "adjutant new " .. name .. " first" } end,
  scenario = function(name) return { "adjutant check " .. name, "adjutant new " .. name } end,
  house = function(name, base) return { "adjutant check " .. name,
    ("adjutant rules diff %s %s"):format(base, name) } end,
}

--- `scaffold ruleset|scenario|house NAME [--base RULESET] [--map-kind areas|hexes]`
function Shell.run(words)
  local options, plain = Options.read(words, { base = "value", ["map-kind"] = "value" })
  if not options then return complain(plain, USAGE) end
  if #plain ~= 2 then return complain("say what and its name: ruleset, scenario or house, and NAME", USAGE) end
  local Scaffold = require "adjutant.scaffold"
  local what, name = plain[1], plain[2]
  local list, message = Scaffold.write(what, name, { base = options.base, map_kind = options["map-kind"] })
  if not list then return complain(message, (message:find "already" or message:find "does not do") and REFUSED or USAGE) end
  for _, path in ipairs(list) do Out.line("wrote " .. path) end
  local shown = (what == "ruleset" and name:gsub("/+$", "") or list[1]):gsub("^%./", "")
  if shown:sub(1, 1) ~= "/" and shown:sub(1, 3) ~= "../" then shown = "./" .. shown end
  Out.line { text = "next: " .. table.concat(NEXT[what](shown, options.base or "seven-hex"), "; "), role = "dim" }
  return DONE
end

return Shell

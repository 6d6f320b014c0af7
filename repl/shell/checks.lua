-- SPDX-License-Identifier: GPL-3.0-or-later
-- shell.checks -- `adjutant check FILE|FOLDER...`: house rules, scenarios and rulesets, without playing.

local Out = require "shell.out"
local Options = require "shell.options"

local Checks = {}

local DONE, FAILED, USAGE, REFUSED, INTERRUPTED = 0, 1, 2, 3, 130

local function complain(message, status)
  core.terminal.write_error(("adjutant check: %s\n"):format(Out.message(message)))
  return status
end

local function show(F, quiet)
  local lines = {}
  for _, f in ipairs(F.list) do
    if not quiet or f.level == "error" then
      lines[#lines + 1] = { text = F.line(f), role = f.level == "error" and "error" or nil }
    end
  end
  if not quiet then
    lines[#lines + 1] = { text = F:summary(), role = F.errors == 0 and "good" or "bad" }
  end
  Out.lines(lines)
end

local function show_json(F)
  local list = core.json.array {}
  for i, f in ipairs(F.list) do
    list[i] = { file = f.file, line = f.line, column = f.column, level = f.level, text = f.text }
  end
  require("shell.json").write { errors = F.errors, warnings = F.warnings, findings = list }
end

--- `check [--ruleset NAME] [--with FILE]... [--json] [--quiet] FILE|FOLDER...`
function Checks.check(words)
  local options, plain = Options.read(words, { ruleset = "value", with = "list", json = "flag",
    quiet = "flag" })
  if not options then return complain(plain, USAGE) end
  if #plain == 0 then return complain("name a file or a folder: a house rule, a scenario, a ruleset", USAGE) end
  local houses, message = require("adjutant.house").read_all(options.with)
  if not houses then return complain(message, REFUSED) end
  local Check = require "adjutant.check"
  local F, unreadable = Check.new(), 0
  core.terminal.listen(true)
  for _, path in ipairs(plain) do
    local whole, ok, why = pcall(Check.path, F, path, { ruleset = options.ruleset, houses = houses })
    if not whole then
      core.terminal.listen(false)
      if ok == Check.INTERRUPTED then return complain(ok, INTERRUPTED) end
      error(ok, 0)
    elseif not ok then
      unreadable = unreadable + 1
      complain(why, REFUSED)
    end
  end
  core.terminal.listen(false)
  F:sort()
  if options.json then show_json(F) elseif unreadable < #plain then show(F, options.quiet) end
  if unreadable > 0 then return REFUSED end
  return F.errors == 0 and DONE or FAILED
end

return Checks

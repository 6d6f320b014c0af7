-- SPDX-License-Identifier: GPL-3.0-or-later
-- shell.proof -- `adjutant examples` and `adjutant ledger`: that the rules are what the book says.

local Out = require "shell.out"
local Options = require "shell.options"

local Proof = {}

local DONE, FAILED, USAGE, REFUSED = 0, 1, 2, 3

local function complain(about, message, status)
  core.terminal.write_error(("adjutant %s: %s\n"):format(about, Out.clean(message)))
  return status
end

local function is_ruleset(name)
  for _, known in ipairs(require("adjutant.game").rulesets()) do
    if known == name then return true end
  end
  return false
end

local function no_ruleset(name)
  local names = require("adjutant.game").rulesets()
  local Text = require "adjutant.text"
  return ("there is no ruleset %q%s; there is %s"):format(name, Text.did_you_mean(name, names),
    Text.list(names))
end

--- `examples [RULESET] [WORD...]`
function Proof.examples(words)
  local options, plain = Options.read(words, {})
  if not options then return complain("examples", plain, USAGE) end
  local rulesets = require("adjutant.game").rulesets()
  if plain[1] then
    if not is_ruleset(plain[1]) then return complain("examples", no_ruleset(plain[1]), USAGE) end
    rulesets = { plain[1] }
  end
  local wanted = table.move(plain, 2, #plain, 1, {})
  local passed, failed, Spec = 0, 0, require "adjutant.spec"
  for _, name in ipairs(rulesets) do
    local result, message = Spec.run(name, wanted)
    if not result then return complain("examples", message, REFUSED) end
    Out.lines(result.lines)
    passed, failed = passed + result.passed, failed + result.failed
  end
  if passed + failed == 0 and wanted[1] then
    return complain("examples", ("no example's name holds %q"):format(table.concat(wanted, " ")), FAILED)
  end
  Out.line { text = ("%d passed, %d failed"):format(passed, failed), role = failed == 0 and "good" or "bad" }
  return failed == 0 and DONE or FAILED
end

--- Runs the cases that a ledger names; the titles of those that fail.
local function failing_cases(ledger)
  local Spec, list = require "adjutant.spec", {}
  for _, case in ipairs(ledger.state.cases) do
    local ok, why = Spec.run_case(ledger.state, case)
    if not ok then list[#list + 1] = ("%s: %s"):format(case.name, why) end
  end
  return list
end

--- `ledger RULESET [--verify]`
function Proof.ledger(words)
  local options, plain = Options.read(words, { verify = "flag" })
  if not options then return complain("ledger", plain, USAGE) end
  if #plain ~= 1 then return complain("ledger", "name a ruleset", USAGE) end
  if not is_ruleset(plain[1]) then return complain("ledger", no_ruleset(plain[1]), USAGE) end
  local Ledger = require "adjutant.ledger"
  local ledger, message = Ledger.read(plain[1])
  if not ledger then return complain("ledger", message, REFUSED) end
  local failing = options.verify and failing_cases(ledger) or {}
  local lines = Ledger.lines(ledger)
  for _, text in ipairs(failing) do
    table.insert(lines, #lines, { text = "fails: " .. text, role = "bad" })
  end
  Out.lines(lines)
  return (#ledger.problems == 0 and #failing == 0) and DONE or FAILED
end

return Proof

-- SPDX-License-Identifier: GPL-3.0-or-later
-- shell.proof -- `adjutant examples` and `adjutant ledger`: that the rules are what the book says.

local Out = require "shell.out"
local Options = require "shell.options"

local Proof = {}

local DONE, FAILED, USAGE, REFUSED = 0, 1, 2, 3

local function complain(about, message, status)
  core.terminal.write_error(("adjutant %s: %s\n"):format(about, Out.message(message)))
  return status
end

-- What is wrong with the name, or the path, of a ruleset; nil when there is one.
local function no_ruleset(name)
  local found, message = require("adjutant.origin").ruleset(name)
  return not found and message or nil
end

--- `examples [RULESET] [WORD...] [--with FILE] [--json]`
function Proof.examples(words)
  local options, plain = Options.read(words, { json = "flag", with = "list" })
  if not options then return complain("examples", plain, USAGE) end
  if options.with and not plain[1] then return complain("examples", "--with: name the ruleset too", USAGE) end
  local houses, unread = require("adjutant.house").read_all(options.with)
  if not houses then return complain("examples", unread, REFUSED) end
  local rulesets = require("adjutant.game").rulesets()
  if plain[1] then
    local wrong = no_ruleset(plain[1])
    if wrong then return complain("examples", wrong, USAGE) end
    rulesets = { plain[1] }
  end
  local wanted = table.move(plain, 2, #plain, 1, {})
  local passed, failed, cases, Spec = 0, 0, {}, require "adjutant.spec"
  for _, name in ipairs(rulesets) do
    local result, message = Spec.run(name, wanted, houses)
    if not result then return complain("examples", message, REFUSED) end
    if not options.json then Out.lines(result.lines) end
    for _, case in ipairs(result.cases) do
      cases[#cases + 1] = { ruleset = name, group = case.group, name = case.name, ok = case.ok,
        message = case.message }
    end
    passed, failed = passed + result.passed, failed + result.failed
  end
  if passed + failed == 0 and wanted[1] then
    return complain("examples", ("no example's name holds %q"):format(table.concat(wanted, " ")), FAILED)
  end
  if options.json then
    require("shell.json").write { passed = passed, failed = failed, examples = core.json.array(cases) }
    return failed == 0 and DONE or FAILED
  end
  Out.line { text = ("%d passed, %d failed"):format(passed, failed), role = failed == 0 and "good" or "bad" }
  return failed == 0 and DONE or FAILED
end

--- Breaks every row of a ledger in turn; what came of it, as lines.
local function verified(ledger)
  local Verify = require "adjutant.verify"
  core.terminal.listen(true)
  local tried, survivors = Verify.ledger(ledger)
  core.terminal.listen(false)
  return Verify.lines(ledger, tried, survivors)
end

--- `ledger RULESET [ID...] [--verify | --json]`
function Proof.ledger(words)
  local options, plain = Options.read(words, { verify = "flag", json = "flag" })
  if not options then return complain("ledger", plain, USAGE) end
  if not plain[1] then return complain("ledger", "name a ruleset", USAGE) end
  local wrong = no_ruleset(plain[1])
  if wrong then return complain("ledger", wrong, USAGE) end
  local Ledger = require "adjutant.ledger"
  local ledger, message = Ledger.read(plain[1])
  if not ledger then return complain("ledger", message, REFUSED) end
  if plain[2] then
    local chosen, unknown = Ledger.choose(ledger, table.move(plain, 2, #plain, 1, {}))
    if not chosen then return complain("ledger", unknown, USAGE) end
  end
  local status = (#ledger.problems == 0 and ledger.done == ledger.mechanical) and DONE or FAILED
  if options.json then
    if options.verify then return complain("ledger", "--json and --verify: one of the two", USAGE) end
    require("shell.json").write(require("adjutant.export_book").ledger(plain[1], ledger))
    return status
  end
  local found = options.verify and verified(ledger) or {}
  local lines = Ledger.lines(ledger)
  local summary = table.remove(lines)
  table.move(found, 1, #found, #lines + 1, lines)
  lines[#lines + 1] = summary
  Out.lines(lines)
  return status
end

return Proof

-- SPDX-License-Identifier: GPL-3.0-or-later
-- shell.playouts -- `adjutant play`: whole games by policies.

local Out = require "shell.out"
local Options = require "shell.options"

local Playouts = {}

local DONE, FAILED, USAGE, INTERRUPTED = 0, 1, 2, 130

local KNOWN = { games = "value", policy = "list", seed = "value", option = "list", with = "list", from = "value",
  replay = "flag", check = "flag", json = "flag", unsaved = "flag" }

local function complain(message, status)
  core.terminal.write_error(("adjutant play: %s\n"):format(Out.message(message)))
  return status or USAGE
end

-- Least, most and usual value of the options that are numbers. A million games are a long run;
-- `--from` goes on where one ended.
local NUMBERS = { { "games", 1, 1000000, 100 }, { "from", 1, 1000000000000, 1 },
  { "seed", math.mininteger, math.maxinteger, 1 } }

local function number(options, name, least, most, usual)
  if not options[name] then return usual end
  local n, message = Options.integer(options[name], name)
  if n and (n < least or n > most) then
    return nil, ("--%s: a whole number from %d to %d is wanted, not %d"):format(name, least, most, n)
  end
  return n, message
end

--- What the words ask for, as adjutant.playout_report takes it; nil, message.
local function read(words)
  local options, plain = Options.read(words, KNOWN)
  if not options then return nil, plain end
  local Games = require "shell.games"
  local ok, message = Games.complete(plain)
  if not ok then return nil, message end
  local ruleset, scenario = plain[1], plain[2]
  if plain[3] then return nil, ("%q: not understood"):format(plain[3]) end
  if not ruleset then return nil, "name a ruleset and a scenario" end
  ok, message = Games.known(ruleset, scenario)
  if not ok then return nil, message end
  local o = { ruleset = ruleset, scenario = scenario, policies = {}, options = {},
    replay = options.replay, json = options.json, check = options.check and "command" or "phase" }
  if options.unsaved then o.save = false end
  for _, given in ipairs(NUMBERS) do
    o[given[1]], message = number(options, table.unpack(given))
    if not o[given[1]] then return nil, message end
  end
  for _, word in ipairs(options.policy or {}) do
    local side, name = word:match("^(.-)=(.*)$")
    if side then o.policies[side] = name else o.policy = word end
  end
  o.options, message = Options.pairs(options.option, "option")
  if not o.options then return nil, message end
  o.houses, message = require("adjutant.house").read_all(options.with)
  if not o.houses then return nil, message end
  return o
end

--- `play RULESET SCENARIO [OPTION...]`
function Playouts.play(words)
  local o, message = read(words)
  if not o then return complain(message) end
  local Report = require "adjutant.playout_report"
  require("adjutant.playout").collect_late()
  core.terminal.listen(true)
  local sum
  sum, message = Report.run(o)
  core.terminal.listen(false)
  if not sum then return complain(message) end
  if o.json then
    Out.line(Report.json(sum, o))
  else
    Out.lines(Report.lines(sum, o))
  end
  if sum.interrupted then return INTERRUPTED end
  return #sum.failures == 0 and DONE or FAILED
end

return Playouts

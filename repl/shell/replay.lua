-- SPDX-License-Identifier: GPL-3.0-or-later
-- shell.replay -- `adjutant replay GAME`: a recorded game played again, and under other rules.

local Out = require "shell.out"
local Options = require "shell.options"

local terminal = core.terminal

local Replay = {}

local DONE, FAILED, USAGE, REFUSED = 0, 1, 2, 3

local function complain(message, status)
  terminal.write_error(("adjutant replay: %s\n"):format(Out.message(message)))
  return status
end

--- `replay GAME [--with FILE]... [--installed]`. Status 0: all as recorded; 1: a command differs.
function Replay.run(words)
  local options, plain = Options.read(words, { with = "list", installed = "flag" })
  if not options then return complain(plain, USAGE) end
  if #plain ~= 1 then return complain(#plain == 0 and "name a game" or "one game at a time", USAGE) end
  local houses, message = require("adjutant.house").read_all(options.with)
  if not houses then return complain("--with: " .. message, REFUSED) end
  local Rerun = require "adjutant.gamererun"
  terminal.listen(true)
  local found
  found, message = Rerun.run(plain[1], { houses = houses, installed = options.installed })
  terminal.listen(false)
  if not found then return complain(message, REFUSED) end
  Out.lines(Rerun.lines(found))
  return found.difference and FAILED or DONE
end

return Replay

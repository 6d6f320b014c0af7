-- SPDX-License-Identifier: GPL-3.0-or-later
-- shell.looks -- commands of the rules that only look: their texts, and the map with the places
-- that they mark; with `--json` one object.

local Out = require "shell.out"

local Looks = {}

local function plain_line(line)
  return line:match("^(.-)%s+%-%-json%s*$")
end

--- Runs the line. True, or nil and a message.
function Looks.run(session, line)
  local game = session.game
  local asked = plain_line(line)
  if asked then
    local plain, why = require("adjutant.export").inquire(game, asked)
    if not plain then return nil, why end
    return require("shell.json").write(plain)
  end
  local found, message, limit, rule = game:inquire(line)
  if not found then return session:result { status = rule and "refused" or "error", rule = rule, message = message,
    limit = limit, lines = {} } end
  local lines = {}
  if game.board and found.marks and #found.marks > 0 then
    local marks = {}
    for _, place in ipairs(found.marks) do marks[place] = true end
    lines = game:map { width = Out.columns(), colour = Out.colour, marks = marks, overview = true, close = true,
      marked = found.marked }
  end
  for _, text in ipairs(found.texts) do lines[#lines + 1] = text end
  Out.lines(lines)
  return true
end

return Looks

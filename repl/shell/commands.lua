-- SPDX-License-Identifier: GPL-3.0-or-later
-- shell.commands -- the prompt's own commands: those that look, and those that steer the game.
--
-- Each takes (session, rest of the line) and gives true, or nil and a message. `look` marks the
-- ones that may be given while a question waits; `free` those that need no game.

local Out = require "shell.out"

local Commands = { list = {}, by_name = {} }

local function define(name, usage, help, run, extra)
  local c = { name = name, usage = usage, help = help, run = run }
  for key, value in pairs(extra or {}) do c[key] = value end
  Commands.list[#Commands.list + 1] = c
  Commands.by_name[name] = c
end

local LOOK, FREE = { look = true }, { look = true, free = true }

local function trim(text) return (text:match("^%s*(.-)%s*$")) end

--- A result of the game as printed lines, or nil and its message.
local function show_list(lines, message)
  if not lines then return nil, message or "nothing to show" end
  Out.lines(lines)
  return true
end

--- A whole number of at least 1 out of `rest`, `default` when there is none; nil, message.
local function count_of(rest, default, what)
  rest = trim(rest)
  if rest == "" then return default end
  local n = rest:match("^%d+$") and math.tointeger(tonumber(rest))
  if not n or n < 1 then return nil, ("%s: a whole number from 1 is wanted"):format(what) end
  return n
end

-- --- help --------------------------------------------------------------------------------

define("help", "help [COMMAND]", "All commands, or one in full.", function(session, rest)
  return require("shell.help").topic(session, trim(rest))
end, FREE)

define("apropos", "apropos WORD", "Everything that speaks of WORD: commands, rules, charts, units.",
  function(session, rest)
    return require("shell.help").apropos(session, trim(rest))
  end, FREE)

-- --- the rulebook ------------------------------------------------------------------------

--- One line an entry: id, name, and what it is about.
local function list_of(entries, id_key, about_key)
  local lines, id_width, name_width = {}, 0, 0
  for _, e in ipairs(entries) do
    id_width = math.max(id_width, Out.width(tostring(e[id_key])))
    name_width = math.max(name_width, Out.width(e.name))
  end
  for i, e in ipairs(entries) do
    lines[i] = { { text = Out.pad(tostring(e[id_key]), id_width + 2), role = "rule" },
      Out.pad(e.name, name_width + 2), { text = e[about_key] or "", role = "dim" } }
  end
  return lines
end

define("rule", "rule [ID|NAME]", "A rule: its number, name and text in our words. Without ID: all of them.",
  function(session, rest)
    local id = trim(rest)
    if id == "" then return show_list(list_of(session.game:rules(), "id", "doc")) end
    return show_list(session.game:rule(id))
  end, LOOK)

define("chart", "chart [ID|NAME]", "A printed table, with the provenance of its cells. Without ID: all of them.",
  function(session, rest)
    local id = trim(rest)
    if id == "" then return show_list(list_of(session.game:charts(), "rule", "title")) end
    return show_list(session.game:chart(id))
  end, LOOK)

-- --- looking -----------------------------------------------------------------------------

define("map", "map [AREA|all]", "The map (`all`: every hex of a large one), or one area.", function(session, rest)
  return show_list(require("shell.views").map(session.game, trim(rest)))
end, LOOK)

define("units", "units [SIDE|AREA|WORD]", "The units: where they stand and in what state.",
  function(session, rest)
    return show_list(require("shell.views").units(session.game, trim(rest)))
  end, LOOK)

define("show", "show NAME", "Everything known of a unit, a place or a side.", function(session, rest)
  local name = trim(rest)
  if name == "" then return nil, "show: name a unit, a place or a side" end
  return show_list(require("shell.views").show(session.game, name))
end, LOOK)

define("reach", "reach UNIT", "Everything that a unit can reach in this phase, on the map and in words.",
  function(session, rest)
    local name = trim(rest)
    if name == "" then return nil, "reach: name a unit" end
    return show_list(require("shell.views").reach(session.game, name))
  end, LOOK)

define("why", "why [N]", "The arithmetic of the last result, or of result N of the log.",
  function(session, rest)
    local n, message = count_of(rest, nil, "why")
    if message then return nil, message end
    return show_list(session.game:why(n))
  end, LOOK)

define("odds", "odds COMMAND...", "The chances of a command before it is given; changes nothing.",
  function(session, rest)
    return show_list(session.game:odds(trim(rest)))
  end, LOOK)

define("log", "log [N]", "What has happened, or the last N lines of it.", function(session, rest)
  local n, message = count_of(rest, nil, "log")
  if message then return nil, message end
  local lines = session.game:log()
  if n and lines and #lines > n then lines = table.move(lines, #lines - n + 1, #lines, 1, {}) end
  return show_list(lines)
end, LOOK)

-- --- steering ----------------------------------------------------------------------------

define("undo", "undo [N]", "Takes back the last command, or the last N.", function(session, rest)
  local n, message = count_of(rest, 1, "undo")
  if not n then return nil, message end
  return session:result(session.game:undo(n))
end)

define("redo", "redo [N]", "Plays again what undo took back.", function(session, rest)
  local n, message = count_of(rest, 1, "redo")
  if not n then return nil, message end
  return session:result(session.game:redo(n))
end)

define("back", "back", "At a question: takes back your last answer. Dice after it are thrown anew.",
  function(session)
    if not session.game:question() then
      return nil, "back: no question is open; `undo` takes back a finished command"
    end
    return session:result(session.game:back())
  end, LOOK)

define("abandon", "abandon", "At a question: gives the whole command up, as Ctrl-C does.",
  function(session)
    if not session.game:question() then return nil, "abandon: no command is under way" end
    return session:result(session.game:abandon("given up"))
  end, LOOK)

define("dice", "dice [live|manual]", "Who throws: the program, or you by hand. Alone: says which.",
  function(session, rest)
    return session:outcome(session.game:dice(trim(rest)))
  end)

-- --- games -------------------------------------------------------------------------------

define("new", "new RULESET SCENARIO [--seed N] [--dice manual] [--name NAME] [--unsaved]",
  "Begins a new game; the one that is open is saved.", function(session, rest)
    return require("shell.games").new_command(session, rest)
  end, { free = true })

define("resume", "resume [GAME]", "Goes on with a saved game; without a name, the last one.",
  function(session, rest)
    return require("shell.games").resume_command(session, trim(rest))
  end, { free = true })

define("games", "games", "The saved games.", function()
  return require("shell.games").list_command()
end, FREE)

define("lua", "lua CODE", "Runs CODE as Lua, whatever its first word; so does a leading `=`.",
  function(session, rest) return session:lua(rest) end, { free = true })

define("quit", "quit", "Saves and ends. Ctrl-D does the same.", function(session)
  session.quitting = true
  return true
end, FREE)

--- What a command of the game's journal is called at the prompt: those of the ruleset, minus
--- the internal ones.
function Commands.of_game(game)
  return game and game:commands() or {}
end

return Commands

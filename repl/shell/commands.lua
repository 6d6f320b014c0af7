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

--- A result of the game as printed lines; or nil, its message, and the limit that stopped it.
local function show_list(lines, message, limit)
  if not lines then return nil, message or "nothing to show", limit end
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

--- One line an entry: id, name, and what it is about (its first sentence).
local function list_of(entries, id_key, about_key)
  local lines, id_width, name_width = {}, 0, 0
  for _, e in ipairs(entries) do
    id_width = math.max(id_width, Out.width(tostring(e[id_key])))
    name_width = math.max(name_width, Out.width(e.name))
  end
  id_width, name_width = math.min(id_width, 8), math.min(name_width, 24)
  for i, e in ipairs(entries) do
    local about = e[about_key] or ""
    if about == "" then about = require("adjutant.text").sentence((e.name:gsub("_", " "))) end
    about = about:match("^(.-[%.%?!])%s+%u") or about
    lines[i] = { { text = Out.pad(tostring(e[id_key]), id_width) .. "  ", role = "rule" },
      Out.pad(e.name, name_width) .. "  ", { text = about, role = "dim" } }
  end
  return lines
end

define("rule", "rule [ID|NAME] [source]", "A rule: its number, name and text in our words; with `source` "
  .. "its program too. Without ID: all of them.",
  function(session, rest)
    local id = trim(rest)
    if id == "" then return show_list(list_of(session.game:rules(), "id", "doc")) end
    local key = id:match("^(.-)%s+source$")
    return show_list(session.game:rule(key or id, key ~= nil))
  end, LOOK)

define("rules", "rules [diff FILE... [--odds COMMAND]]",
  "The rules in force: the ruleset and its house rules. `rules diff FILE`: what a house rule changes, cell by "
  .. "cell and rule by rule; with --odds, what it does to the odds of a command.",
  function(session, rest) return require("shell.rules").command(session, trim(rest)) end, LOOK)

define("chart", "chart [ID|NAME]", "A printed table, with the provenance of its cells. Without ID: all of them.",
  function(session, rest)
    local id = trim(rest)
    if id == "" then return show_list(list_of(session.game:charts(), "rule", "title")) end
    return show_list(session.game:chart(id))
  end, LOOK)

-- --- looking -----------------------------------------------------------------------------

define("map", "map [AREA|UNIT|all]", "The map (`all`: every hex of a large one), or one area; of a map of hexes "
  .. "those about a hex or a unit.", function(session, rest)
  return show_list(require("shell.views").map(session.game, trim(rest)))
end, LOOK)

define("units", "units [KIND|SIDE|AREA|WORD]", "The units: where they stand and in what state.",
  function(session, rest)
    return show_list(require("shell.views").units(session.game, trim(rest), true))
  end, LOOK)

define("status", "status", "How the game stands: turn, phase, and what the rules say of it.", function(session)
  return show_list(session.game:status())
end, LOOK)

define("show", "show [NAME [all]]", "A unit, a place or a side; with `all` every field of it. Alone: as `status`.",
  function(session, rest)
    local name = trim(rest)
    if name == "" then return show_list(session.game:status()) end
    local of_all = name:match("^(.-)%s+all$")
    return show_list(require("shell.views").show(session.game, of_all or name, of_all ~= nil))
  end, LOOK)

define("view", "view [SIDE|umpire]", "Looks at the game as a side may: maps, units, log, why, odds, completion and "
  .. "refusals show what it knows and nothing else. `view umpire` sees all again. Alone: says whose view it is.",
  function(session, rest)
    local game, word = session.game, trim(rest)
    if word == "" then return show_list { "the view is " .. (game.view and game.view.name or "the umpire's") } end
    local side, message
    if word ~= "umpire" then
      side, message = game:side_named(word)
      if not side then return nil, "view: " .. message end
    end
    game:look_as(side)
    session.asked = nil
    return true
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

-- The name of a command of the rules, one that can be given now if there is one.
local function first_of_rules(game)
  local phase, any = game.kit.sequence and game.kit.sequence:phase(game.kit.game), nil
  for _, c in ipairs(Commands.of_game(game)) do
    if not c.builtin and not c.reaction and not c.look then
      any = any or c.name
      for _, id in ipairs(c.phases or {}) do if phase and phase.id == id then return c.name end end
    end
  end
  return any or "end"
end

define("odds", "odds COMMAND [--OPTION...]", "The chances of a command before it is given; changes nothing.",
  function(session, rest)
    local word = trim(rest):match("^%l[%w%-]*")
    if word and (Commands.by_name[word] or session:is_look(word)) then
      return nil, ("odds: %s is a command of the prompt; odds are of a command of the rules, like `odds %s ...`")
        :format(word, first_of_rules(session.game))
    end
    if not rest:find("--", 1, true) then
      local lines, message, limit = session.game:odds(trim(rest))
      if limit then session.limit = require("shell.odds").status(limit) end
      return show_list(lines, message)
    end
    local ShellOdds = require "shell.odds"
    local line, words = ShellOdds.split(rest)
    if not line then return nil, "odds: " .. words end
    return ShellOdds.run(session, line, words)
  end, { look = true, more = function() return require("shell.odds").HELP end })

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

define("next", "next [N]", "Steps forward through the game, a command or N, and shows what they did.",
  function(session, rest)
    local n, message = count_of(rest, 1, "next")
    if not n then return nil, message end
    return session:result(session.game:next(n))
  end)

define("prev", "prev [N]", "Steps back through the game, a command or N.", function(session, rest)
  local n, message = count_of(rest, 1, "prev")
  if not n then return nil, message end
  return session:result(session.game:prev(n))
end)

define("goto", "goto N|NAME", "Goes to where the game stood after command N, undone or not (0: the start), "
  .. "or to the end of a branch.", function(session, rest)
  local where = trim(rest)
  if where == "" then return nil, "goto: name a command by its number, or a branch; `log` has the numbers" end
  return session:result(session.game:go(where))
end)

define("variations", "variations [N]", "The lines that were undone: where they leave, how long they are, "
  .. "how they end. With N: the commands of the line that begins with command N.", function(session, rest)
  local n, message = count_of(rest, nil, "variations")
  if message then return nil, message end
  return show_list(session.game:variations(n))
end, LOOK)

define("branch", "branch NAME", "Gives the line you are on a name, for `goto` and `compare`; it grows with what "
  .. "is played at its end.", function(session, rest)
  local name = trim(rest)
  if name == "" then return nil, "branch: give the line a name; `variations` lists those there are" end
  return session:result(session.game:branch(name))
end)

define("compare", "compare A B", "How two commands (numbers), or the ends of two branches (names), differ: where "
  .. "they part, what was done on each side, and the positions.", function(session, rest)
  local a, b, more = rest:match("^%s*(%S+)%s+(%S+)%s*(%S?)")
  if not a or more ~= "" then return nil, "compare: name two commands or branches, like `compare 12 left`" end
  return show_list(session.game:compare(a, b))
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

define("dice", "dice [live|manual|DICE]",
  "Who throws: the program, or you by hand. Alone: says which. `dice 2d6` shows what dice can give.",
  function(session, rest)
    return session:outcome(session.game:dice(trim(rest)))
  end)

-- --- games -------------------------------------------------------------------------------

define("new", "new RULESET SCENARIO [--seed N] [--dice manual] [--option NAME=VALUE] [--with FILE] [--name NAME] [--unsaved]",
  "Begins a new game; the one that is open is saved.", function(session, rest)
    return require("shell.games").new_command(session, rest)
  end, { free = true })

define("resume", "resume [GAME]", "Goes on with a saved game; without a name, the last one.",
  function(session, rest)
    return require("shell.games").resume_command(session, trim(rest))
  end, { free = true })

define("games", "games", "The saved games.", function(_, rest)
  if rest:find("%S") then return nil, ("games: %q: only --json may follow"):format(trim(rest)) end
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

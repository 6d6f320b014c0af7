-- SPDX-License-Identifier: GPL-3.0-or-later
-- shell.games -- beginning a game, going on with one, and the choice at the start.

local Out = require "shell.out"
local Options = require "shell.options"

local terminal = core.terminal

local Games = {}

local DONE, USAGE, REFUSED = 0, 2, 3

-- --- what there is ------------------------------------------------------------------------

local function rulesets_folder() return terminal.data() .. "/rulesets" end

--- Names of the rulesets that come with the program.
function Games.rulesets()
  local names = {}
  for _, name in ipairs(core.files.list(rulesets_folder()) or {}) do
    if core.files.is_file(rulesets_folder() .. "/" .. name .. "/ruleset.lua") then
      names[#names + 1] = name
    end
  end
  return names
end

--- Names of the scenarios of a ruleset (a name, or the path of a folder).
function Games.scenarios(ruleset)
  local folder = ruleset:find("/") and ruleset or rulesets_folder() .. "/" .. ruleset
  local names = {}
  for _, file in ipairs(core.files.list(folder .. "/scenarios") or {}) do
    names[#names + 1] = file:match("^(.+)%.lua$")
  end
  return names
end

--- The saved games: names, newest first where the game module says so.
function Games.names()
  local names = {}
  for i, game in ipairs(require("adjutant.game").games() or {}) do
    names[i] = type(game) == "table" and game.name or game
  end
  return names
end

--- For completion of `new`.
function Games.scenario_words()
  local words = { "--seed", "--dice", "--name", "--unsaved", "--with" }
  for _, ruleset in ipairs(Games.rulesets()) do
    words[#words + 1] = ruleset
    for _, scenario in ipairs(Games.scenarios(ruleset)) do words[#words + 1] = scenario end
  end
  return words
end

local function has(list, word)
  for _, w in ipairs(list) do if w == word then return true end end
  return false
end

--- Whether ruleset and scenario can be meant at all; nil, message naming what there is.
local function known(ruleset, scenario)
  local Text = require "adjutant.text"
  local rulesets = Games.rulesets()
  if not ruleset:find("/") and not has(rulesets, ruleset) then
    return nil, ("there is no ruleset %q%s; there is %s"):format(ruleset,
      Text.did_you_mean(ruleset, rulesets), Text.list(rulesets))
  end
  local scenarios = Games.scenarios(ruleset)
  if scenario == nil then
    return nil, ("name a scenario of %s: %s"):format(ruleset, Text.list(scenarios, "or"))
  elseif not scenario:find("/") and not scenario:find("%.lua$") and not has(scenarios, scenario) then
    return nil, ("%s has no scenario %q%s; it has %s"):format(ruleset, scenario,
      Text.did_you_mean(scenario, scenarios), Text.list(scenarios))
  end
  return true
end

--- A name for the folder of a new game: the scenario and the first number that is free.
local function free_name(scenario)
  local base = (scenario:match("([^/]+)$") or scenario):gsub("%.lua$", "")
  local taken, n = {}, 1
  for _, name in ipairs(Games.names()) do taken[name] = true end
  while taken[("%s-%d"):format(base, n)] do n = n + 1 end
  return ("%s-%d"):format(base, n)
end

-- --- new ------------------------------------------------------------------------------------

local NEW = { seed = "value", dice = "value", name = "value", with = "list", unsaved = "flag",
  ["keep-going"] = "flag", e = "value" }

--- Takes the words after `new`. Gives a request, or nil, message.
local function read_new(words)
  local options, plain = Options.read(words, NEW)
  if not options then return nil, plain end
  if #plain == 0 then
    return nil, "name a ruleset and a scenario: " .. table.concat(Games.rulesets(), ", ")
  elseif #plain > 2 then
    return nil, ("%q: only a ruleset and a scenario are wanted"):format(plain[3])
  end
  local ok, message = known(plain[1], plain[2])
  if not ok then return nil, message end
  if options.dice and options.dice ~= "live" and options.dice ~= "manual" then
    return nil, ("--dice: live or manual, not %q"):format(options.dice)
  end
  local seed = options.seed
  if seed then
    seed, message = Options.integer(seed, "seed")
    if not seed then return nil, message end
  end
  return { ruleset = plain[1], scenario = plain[2], seed = seed, dice = options.dice or "live",
    houses = options.with or {}, folder = not options.unsaved
      and (options.name or free_name(plain[2])) or nil }, nil, options
end

local function heading(game)
  if game.title then
    local ok, title = pcall(function() return type(game.title) == "function" and game:title() or game.title end)
    if ok and type(title) == "string" then Out.line { text = title, role = "title" } end
  end
  if game.opening then Out.lines(game:opening()) end
end

--- The command `new` of the prompt.
function Games.new_command(session, rest)
  local words = {}
  for word in rest:gmatch("%S+") do words[#words + 1] = word end
  local request, message = read_new(words)
  if not request then return nil, "new: " .. message end
  local game
  game, message = require("adjutant.game").new(request)
  if not game then return nil, message end
  session:open(game)
  heading(game)
  return true
end

-- --- resume -----------------------------------------------------------------------------------

--- The newest saved game, nil when there is none.
function Games.last()
  local list = require("adjutant.game").games() or {}
  local best
  for _, game in ipairs(list) do
    if type(game) ~= "table" then return game end
    if not best or (game.modified or 0) > (best.modified or 0) then best = game end
  end
  return best and best.name
end

local function resumed(name, options)
  if not name then
    name = Games.last()
    if not name then return nil, "there is no saved game yet" end
  end
  return require("adjutant.game").resume(name, options)
end

--- The command `resume` of the prompt.
function Games.resume_command(session, name)
  local game, message = resumed(name ~= "" and name or nil, {})
  if not game then return nil, message end
  session:open(game)
  heading(game)
  return true
end

--- The command `games`.
function Games.list_command()
  local names = Games.names()
  if #names == 0 then names = { "there is no saved game yet" } end
  Out.lines(names)
  return true
end

-- --- the choice at the start ------------------------------------------------------------------

local function choices()
  local list = {}
  local last = Games.last()
  if last then list[1] = { text = "go on with " .. last, resume = last } end
  for _, ruleset in ipairs(Games.rulesets()) do
    for _, scenario in ipairs(Games.scenarios(ruleset)) do
      list[#list + 1] = { text = ("new: %s, %s"):format(ruleset, scenario), ruleset = ruleset,
        scenario = scenario }
    end
  end
  list[#list + 1] = { text = "no game: only Lua", nothing = true }
  return list
end

local function show_choices(list)
  Out.line { text = "Adjutant " .. require("shell.version"), role = "title" }
  for i, c in ipairs(list) do
    Out.line { { text = ("%3d  "):format(i), role = "dim" }, c.text }
  end
end

--- Asks which game. Gives a choice, or nil when the person left.
local function pick()
  local list = choices()
  show_choices(list)
  while true do
    local text, what = terminal.read_line(("1 to %d> "):format(#list))
    if not text then
      if what == "too long" then text = "" else return nil end
    end
    text = text:match("^%s*(.-)%s*$")
    if text == "quit" then return nil end
    local n = text == "" and 1 or math.tointeger(tonumber(text))
    if n and list[n] then return list[n] end
    Out.error(("give a number from 1 to %d"):format(#list))
  end
end

-- --- from the command line --------------------------------------------------------------------

local function complain(about, message)
  terminal.write_error(("adjutant %s: %s\n"):format(about, Out.clean(message)))
end

local function run_session(game, options)
  if options.e then return require("shell.script").chunk_in(game, options.e) end
  local session = require("shell.session").new { keep_going = options["keep-going"] }
  if game then
    session:open(game)
    if Out.interactive then heading(game) end
  end
  return session:run()
end

local function start_new(words)
  local request, message, options = read_new(words)
  if not request then
    complain("new", message)
    return USAGE
  end
  local game
  game, message = require("adjutant.game").new(request)
  if not game then
    complain("new", message)
    return REFUSED
  end
  return run_session(game, options)
end

local function start_resume(words)
  local options, plain = Options.read(words, { readonly = "flag", ["keep-going"] = "flag", e = "value" })
  if not options or #plain > 1 then
    complain("resume", options and "one game at a time" or plain)
    return USAGE
  end
  local game, message = resumed(plain[1], { readonly = options.readonly })
  if not game then
    complain("resume", message)
    return REFUSED
  end
  return run_session(game, options)
end

local function start_picked()
  local choice = pick()
  if not choice then return DONE end
  if choice.nothing then return run_session(nil, {}) end
  if choice.resume then return start_resume { choice.resume } end
  return start_new { choice.ruleset, choice.scenario }
end

--- A game for `run --new RULESET/SCENARIO` or `run --resume GAME`. nil, message.
function Games.for_script(options)
  if options.resume then return resumed(options.resume, {}) end
  local ruleset, scenario = options.new:match("^(.*)/([^/]+)$")
  if not ruleset then return nil, "--new: RULESET/SCENARIO is wanted" end
  local words = { ruleset, scenario }
  for _, name in ipairs { "seed", "dice", "name" } do
    if options[name] then words[#words + 1] = "--" .. name .. "=" .. options[name] end
  end
  if not options.name then words[#words + 1] = "--unsaved" end
  local request, message = read_new(words)
  if not request then return nil, message end
  return require("adjutant.game").new(request)
end

--- Runs a subcommand that opens a game (nil: choose). Gives the exit status.
function Games.start(subcommand, words)
  if subcommand == "new" then return start_new(words) end
  if subcommand == "resume" then return start_resume(words) end
  if subcommand == "games" then
    Games.list_command()
    return DONE
  end
  if Out.interactive then return start_picked() end
  return run_session(nil, { ["keep-going"] = words[1] == "--keep-going" })
end

return Games

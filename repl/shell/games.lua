-- SPDX-License-Identifier: GPL-3.0-or-later
-- shell.games -- beginning a game, going on with one, and the choice at the start.

local Out = require "shell.out"
local Options = require "shell.options"

local terminal = core.terminal

local Games = {}

local DONE, USAGE, REFUSED, LIMIT = 0, 2, 3, 4

-- --- what there is ------------------------------------------------------------------------

local function game_module() return require "adjutant.game" end

--- Names of the rulesets that come with the program.
function Games.rulesets() return game_module().rulesets() end

--- Names of the scenarios of a ruleset.
function Games.scenarios(ruleset) return game_module().scenarios(ruleset) end

--- Names of the saved games, the newest first.
function Games.names()
  local names = {}
  for i, game in ipairs(game_module().games() or {}) do names[i] = game.name end
  return names
end

--- For completion of `new`: what may stand behind the words before. A ruleset first, then one of its scenarios.
function Games.scenario_words(before)
  local words, ruleset = { "--seed", "--dice", "--name", "--option", "--with", "--unsaved" }, nil
  for _, name in ipairs(Games.rulesets()) do
    if (" " .. before):find(" " .. name .. " ", 1, true) then ruleset = name end
  end
  for _, name in ipairs(ruleset and Games.scenarios(ruleset) or Games.rulesets()) do
    if not (" " .. before):find(" " .. name .. " ", 1, true) then words[#words + 1] = name end
  end
  return words
end

-- "blenheim is a scenario: seven-hex blenheim", for the name of a scenario where a ruleset is wanted; nil.
local function of_a_scenario(word)
  for _, ruleset in ipairs(Games.rulesets()) do
    for _, scenario in ipairs(Games.scenarios(ruleset)) do
      if scenario == word then return ("%s is a scenario: %s %s"):format(word, ruleset, word) end
    end
  end
end

--- Whether ruleset and scenario, names or paths, can be meant at all: the scenario's own name; nil,
--- message naming what there is.
local function known(ruleset, scenario)
  local Origin = require "adjutant.origin"
  local found, message = Origin.ruleset(ruleset)
  if not found then return nil, of_a_scenario(ruleset) or message end
  if scenario == nil then
    local names = Origin.scenarios(found.root)
    return nil, #names == 0 and ruleset .. " has no scenario yet"
      or ("name a scenario of %s: %s"):format(ruleset, require("adjutant.text").list(names, "or"))
  end
  local there
  there, message = Origin.scenario(found, scenario)
  return there and there.name, message
end
Games.known = known

--- The file of a scenario by itself says which ruleset it is for: puts that before it. nil, message.
local function complete(plain)
  local Origin = require "adjutant.origin"
  if #plain ~= 1 or not plain[1]:find("%.lua$") then return true end
  local ruleset, message = Origin.ruleset_of(plain[1])
  if not ruleset then return nil, message end
  table.insert(plain, 1, ruleset)
  return true
end
Games.complete = complete

-- --- new ------------------------------------------------------------------------------------

local NEW = { with = "list", seed = "value", dice = "value", name = "value", unsaved = "flag", option = "list",
  ["keep-going"] = "flag", e = "value" }

--- The files of house rules that were named: what Game.new takes, with where they lie. nil, message.
local function house_files(paths)
  local houses, message = require("adjutant.house").read_all(paths)
  if not houses then return nil, "--with: " .. message end
  return houses
end

--- Takes the words after `new`. Gives a request, or nil, message.
local function read_new(words)
  local options, plain = Options.read(words, NEW)
  if not options then return nil, plain end
  if #plain == 0 then
    return nil, "name a ruleset and a scenario: " .. table.concat(Games.rulesets(), ", ")
  elseif #plain > 2 then
    return nil, ("%q: only a ruleset and a scenario are wanted"):format(plain[3])
  end
  local name, message = complete(plain)
  if name then name, message = known(plain[1], plain[2]) end
  if not name then return nil, message end
  if options.dice and options.dice ~= "live" and options.dice ~= "manual" then
    return nil, ("--dice: live or manual, not %q"):format(options.dice)
  end
  local seed = options.seed
  if seed then
    seed, message = Options.integer(seed, "seed")
    if not seed then return nil, message end
  end
  local switches
  switches, message = Options.pairs(options.option, "option")
  if not switches then return nil, message end
  local houses
  houses, message = house_files(options.with)
  if not houses then return nil, message end
  local folder
  if not options.unsaved then
    folder = options.name or require("adjutant.gamefolder").unused_name(name)
  end
  return { ruleset = plain[1], scenario = plain[2], seed = seed, dice = options.dice or "live",
    folder = folder, options = switches, houses = houses, house_files = houses.files }, nil, options
end

Games.request = read_new

--- What stands at the top when a game opens.
local function heading(game)
  local scenario = game.scenario
  local title = scenario.title or scenario.name or game.scenario_name
  Out.line { { text = tostring(title), role = "title" },
    { text = "  " .. tostring(game.kit.title or game.ruleset_name), role = "dim" } }
  local aim = scenario.help or game.kit.schedule and game.kit.schedule:aim()
  if aim then Out.line("Aim: " .. aim) end
  local lines, why = game:status()
  if lines then Out.lines(lines) else Out.warn(why) end
end

--- Says what opening the journal had to leave out: the record that a kill cut in two.
local function warn_of_torn_end(game)
  if not game.folder then return end
  local bytes, path = game.folder:dropped()
  if not bytes then return end
  Out.warn(("the journal ends in the middle of a record: its %d bytes are left out and kept as %s")
    :format(#bytes, path or "they were"))
end

--- The unfinished command of a resumed game, as far as it had come.
local function show_resumed(session, game)
  warn_of_torn_end(game)
  if not game.resumed then return end
  local ok, message = session:result(game.resumed)
  if not ok and message then Out.error(message) end
end

--- The command `new` of the prompt.
function Games.new_command(session, rest)
  local request
  local words, message = Options.words(rest)
  if words then request, message = read_new(words) end
  if not request then return nil, "new: " .. message end
  local game
  game, message = game_module().new(request)
  if not game then return nil, message end
  session:open(game)
  heading(game)
  show_resumed(session, game)
  return true
end

-- --- resume -----------------------------------------------------------------------------------

--- The newest saved game, nil when there is none.
function Games.last()
  local game = (game_module().games() or {})[1]
  return game and game.name
end

local function resumed(name, options)
  if not name then
    name = Games.last()
    if not name then return nil, "there is no saved game yet" end
  end
  return game_module().resume(name, options)
end

--- The command `resume` of the prompt.
function Games.resume_command(session, name)
  local game, message = resumed(name ~= "" and name or nil, {})
  if not game then return nil, message end
  session:open(game)
  heading(game)
  show_resumed(session, game)
  return true
end

--- The command `games`. Without a terminal only the names, for other programs.
function Games.list_command()
  local games, message = game_module().games()
  if not games then return nil, message end
  local lines, width, about_width, about = {}, 0, 0, {}
  for i, game in ipairs(games) do
    width = math.max(width, #game.name)
    about[i] = game.problem or ("%s, %s"):format(game.ruleset or "?", game.scenario or "?")
    if not game.problem then about_width = math.max(about_width, #about[i]) end
  end
  for i, game in ipairs(games) do
    lines[i] = not Out.interactive and game.name or { { text = Out.pad(game.name, width + 2), role = "title" },
      Out.pad(about[i], about_width), { text = "  " .. tostring(game.date or ""), role = "dim" } }
  end
  if #lines == 0 and Out.interactive then lines[1] = "there is no saved game yet" end
  Out.lines(lines)
  return true
end

-- --- the choice at the start ------------------------------------------------------------------

local MOST_OFFERED = 6

-- What a scenario calls itself; its file is read for that, not run.
local function title_of(ruleset, scenario)
  local found = require("adjutant.origin").ruleset(ruleset)
  local text = found and core.files.read(("%s/scenarios/%s.lua"):format(found.root, scenario), 1024 * 1024)
  return text and text:match('[%s{]title%s*=%s*"([^"\\]+)"')
end

local function choices()
  local list, games = {}, game_module().games() or {}
  for i = 1, math.min(#games, MOST_OFFERED) do
    local game = games[i]
    list[i] = { text = ("go on with %s"):format(game.name), resume = game.name,
      about = game.problem or game.date }
  end
  if #games > MOST_OFFERED then
    list[#list].more = ("and %d more: `adjutant games` lists them"):format(#games - MOST_OFFERED)
  end
  for _, ruleset in ipairs(Games.rulesets()) do
    for _, scenario in ipairs(Games.scenarios(ruleset)) do
      list[#list + 1] = { text = ("new: %s, %s"):format(ruleset, scenario), ruleset = ruleset,
        scenario = scenario, about = title_of(ruleset, scenario) }
    end
  end
  list[#list + 1] = { text = "no game: only Lua", nothing = true }
  return list
end

local function show_choices(list)
  Out.line { { text = "Adjutant " .. core.version, role = "title" },
    { text = "  in a game `help` lists the commands; Ctrl-D leaves", role = "dim" } }
  for i, c in ipairs(list) do
    Out.line { { text = ("%3d  "):format(i), role = "dim" }, c.text,
      { text = c.about and "  " .. tostring(c.about) or "", role = "dim" } }
    if c.more then Out.line { text = "     " .. c.more, role = "dim" } end
  end
end

--- Asks which game. Gives a choice, or nil when the person left.
local function pick()
  local list = choices()
  terminal.listen(false)
  show_choices(list)
  while true do
    local text, what = terminal.read_line(("1 to %d> "):format(#list))
    if not text then
      if what == "too long" then text = "" else return nil end
    end
    text = text:match("^%s*(.-)%s*$")
    if text == "quit" or text == "exit" or text == "q" then return nil end
    local n = text == "" and 1 or math.tointeger(tonumber(text))
    if n and list[n] then return list[n] end
    Out.error(("give a number from 1 to %d, or `quit`"):format(#list))
  end
end

-- --- from the command line --------------------------------------------------------------------

local function complain(about, message)
  if terminal.was_interrupted() then message = "interrupted" end
  terminal.write_error(("adjutant %s: %s\n"):format(about, Out.message(message)))
end

local function run_session(game, options)
  if options.e then return require("shell.script").chunk_in(game, options.e) end
  local session = require("shell.session").new { keep_going = options["keep-going"] }
  if game then
    session:open(game)
    if Out.interactive then heading(game) end
    show_resumed(session, game)
  end
  return session:run()
end

local function start_new(words)
  local request, message, options = read_new(words)
  if not request then
    complain("new", message)
    return USAGE
  end
  local game, kind
  game, message, kind = game_module().new(request)
  if not game then
    complain("new", message)
    return kind == "limit" and LIMIT or REFUSED
  end
  return run_session(game, options)
end

local RESUME = { ["read-only"] = "flag", adopt = "flag", readonly = "flag", recover = "flag",
  abandon = "flag", ["keep-going"] = "flag", e = "value" }

--- Copies what is whole of a damaged game into a new one. Gives the new name; nil, message.
local function recovered(name)
  if not name then return nil, "--recover: name the game" end
  local Folder = require "adjutant.gamefolder"
  local folder, message, kind = Folder.open(name, { readonly = true })
  if folder then
    folder:close()
    return nil, ("nothing is damaged in %s: resume it without --recover"):format(name)
  elseif kind ~= "damaged" then
    return nil, message
  end
  local new_name = Folder.unused_name((name:match("([^/]+)/*$") or name) .. "-recovered")
  local ok, count, damage = Folder.recover(name, new_name)
  if not ok then return nil, count end
  Out.warn(("%s: it is now the game %s, with %d records; %s is as it was"):format(
    (damage or message):match("^(.-);") or damage or message, new_name, count, name))
  return new_name
end

--- Moves a game that was resumed to the installed rules. The game; nil, message.
local function adopted(game)
  local r = game:command "reload rules"
  if r.status == "done" then
    Out.lines(r.lines)
    return game
  end
  game:close()
  local why = r.message == "no file has changed" and "the installed rules are those the game is played with"
    or r.message
  return nil, "--adopt: " .. why
end

local function start_resume(words)
  local options, plain = Options.read(words, RESUME)
  if not options or #plain > 1 then
    complain("resume", options and "one game at a time" or plain)
    return USAGE
  end
  local readonly = options["read-only"] or options.readonly
  local name, game, message, kind = plain[1], nil, nil, nil
  if options.recover then name, message = recovered(name) end
  if not message then game, message, kind = resumed(name, { readonly = readonly, abandon = options.abandon }) end
  if game and options.adopt then game, message = adopted(game) end
  if not game then
    complain("resume", message)
    return kind == "limit" and LIMIT or REFUSED
  end
  return run_session(game, options)
end

local function start_picked()
  local choice = pick()
  terminal.listen(true)
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
  for _, path in ipairs(options.with or {}) do words[#words + 1] = "--with=" .. path end
  if not options.name then words[#words + 1] = "--unsaved" end
  local request, message = read_new(words)
  if not request then return nil, message end
  return game_module().new(request)
end

--- Runs a subcommand that opens a game (nil: choose). Gives the exit status.
function Games.start(subcommand, words)
  if subcommand == "new" then return start_new(words) end
  if subcommand == "resume" then return start_resume(words) end
  if subcommand == "games" then
    local options, plain = Options.read(words, { json = "flag" })
    if not options or plain[1] then
      complain("games", options and ("%q: only --json may follow"):format(plain[1]) or plain)
      return USAGE
    end
    local ok, message
    if options.json then ok, message = require("shell.json").show({}, "games", "")
    else ok, message = Games.list_command() end
    if not ok then complain("games", message) end
    return ok and DONE or REFUSED
  end
  if Out.interactive then return start_picked() end
  return run_session(nil, { ["keep-going"] = words[1] == "--keep-going" })
end

return Games

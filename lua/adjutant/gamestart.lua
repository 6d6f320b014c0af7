-- SPDX-License-Identifier: GPL-3.0-or-later
-- adjutant.gamestart -- how a game begins, is saved and is resumed. Methods of Game.

local Kit = require "adjutant.ruleset"
local Names = require "adjutant.names"
local Origin = require "adjutant.origin"
local Text = require "adjutant.text"

local Start = {}

local PROMPT_LIMITS = { instructions = 200000000, cpu_ms = 10000 }
local FORMAT_GENERATOR = "philox4x32-10"
local HOUSE = "@house/"                 -- before the path of a house rule among a game's sources

--- The names of the rulesets that are installed, in order.
Start.rulesets = Origin.rulesets

--- The names of a ruleset's scenarios, in order. `ruleset`: a name or a path.
function Start.scenarios(ruleset)
  local found = Origin.ruleset(ruleset)
  return found and Origin.scenarios(found.root) or {}
end

local function find_ruleset(name)
  local found, message = Origin.ruleset(name)
  return found and found.root, message
end

--- Loads a scenario file of a kit: its data. nil, message.
local function load_scenario(kit, o, folder)
  local name = o.scenario
  if o.scenario_text then
    kit.loader:count("scenarios/" .. name .. ".lua", o.scenario_text)
  elseif not o.sources then
    local known, message = Origin.scenario({ name = o.ruleset, root = folder }, name or "")
    if not known then return nil, message end
  end
  local ok, data = pcall(kit.loader.file, kit.loader, "scenarios/" .. name .. ".lua")
  if not ok then return nil, tostring(data) end
  if type(data) ~= "table" then
    return nil, ("scenarios/%s.lua must return scenario{ ... }"):format(name)
  end
  local agreed, message = Origin.agree(data, o.ruleset, name)
  if not agreed then return nil, message end
  return data
end

--- The functions by which a kit speaks to its game.
function Start.own(game, kit)
  kit.next_phase = function() game:next_phase() end
  kit.open = function() kit.sequence:start(kit.game, kit.side_list, game.scenario.begins) end
  kit.change_rules = function(identity, word) game:enter_rules(identity, word) end
  kit.rules_game = game
  kit.engine.waived_now = function() return Start.waived_set(kit.game.waived) end
end

--- The set of rule ids in a text like "7.1,4.2"; nil for an empty one.
function Start.waived_set(text)
  if text == "" then return nil end
  local set = {}
  for id in text:gmatch("[^,]+") do set[id] = true end
  return set
end

local TRUTH = { ["true"] = true, yes = true, on = true, ["false"] = false, no = false, off = false }

-- The value that a text means for an option: one of its values, or one of its default's type.
local function option_value(name, option, text)
  if type(text) ~= "string" then
    local Options = require "adjutant.house_options"
    if Options.allows(option, text) then return text end
    error(("option %s cannot be %s: %s"):format(name, Text.show(text), Options.wanted(option)), 0)
  end
  for _, value in ipairs(option.values or {}) do
    if tostring(value) == text then return value end
  end
  if option.values then
    local known = {}
    for i, value in ipairs(option.values) do known[i] = tostring(value) end
    error(("option %s: %s is not %s"):format(name, Text.cite(text), Text.list(known, "or")), 0)
  end
  if math.type(option.default) == "integer" then
    return math.tointeger(tonumber(text)) or error(("option %s: a whole number is wanted, not %s")
      :format(name, Text.cite(text)), 0)
  elseif type(option.default) == "boolean" then
    local truth = TRUTH[text]
    if truth == nil then error(("option %s: %s is neither yes nor no"):format(name, Text.cite(text)), 0) end
    return truth
  end
  return text
end

-- Sets options, name -> value or its text; `where` names those who ask.
local function set_options(kit, options, where)
  local names = {}
  for name in pairs(options) do
    if type(name) ~= "string" then error(where .. ": options have names: options = { river = true }", 0) end
    names[#names + 1] = name
  end
  table.sort(names)
  for _, name in ipairs(names) do
    if kit.option_values[name] == nil then
      local known = Text.sorted_keys(kit.option_values)
      error(("%s: there is no option %s%s"):format(where, name, Text.did_you_mean(name, known)), 0)
    end
    kit.option_values[name] = option_value(name, kit.options[name], options[name])
  end
end

--- The options of a kit before house rules have the last word.
local function copy_of(values)
  local copied = {}
  for name, value in pairs(values) do copied[name] = value end
  return copied
end

Start.set_options = set_options

-- Begins the sequence of play. Live dice that fall before the first command come from a stream of their
-- own: the seed alone fixes them, so they need no place in the journal. (Those thrown by hand are asked
-- for by a command of its own, `opening`.) Gives how many there were.
local function begin(kit, seed, begins)
  local Drivers = require "adjutant.drivers"
  local start = Drivers.sampled(core.rng.new(seed):stream("start"), Drivers.Policy.usual)
  local done, why = kit.engine.run(start, function() kit.sequence:start(kit.game, kit.side_list, begins) end)
  if done ~= "done" then error(why, 0) end
  return start.answered
end

--- Kit, scenario data and World for a game; nil, message. Runs under limits, and may raise.
local function found(o, folder)
  local kit, data, message
  kit, message = Kit.load(folder, o.ruleset, o.sources, o.houses)
  if not kit then return nil, message end
  if o.loaded then o.loaded(kit) end                -- for those who watch the set-up too
  data, message = load_scenario(kit, o, folder)
  if not data then return nil, message end
  local world = core.world.new()
  kit:attach(world)
  world:writable(true)
  set_options(kit, data.options or {}, "scenario " .. o.scenario)
  set_options(kit, o.options or {}, "options")
  kit.given_options = copy_of(kit.option_values)
  kit:fix_options()
  kit:found()
  require("adjutant.scenario").build(kit, data, o.scenario)
  Names.install(kit)
  if data.turns then kit.game.turns = data.turns end
  if data.first then kit.game.first = kit.side_by_key[data.first] end
  if kit.sequence then
    kit:choose_sequence()
    local mark = world:mark()
    kit.opening_asked = o.opening == "asked"
    if not kit.opening_asked and begin(kit, o.seed or 1, data.begins) > 0 then
      if o.dice == "manual" and not o.opening then
        world:rollback(mark)
        kit.opening_asked = true
      end
      -- For playouts: the game begins again as one of another seed does.
      kit.begin_again = function(seed)
        world:rollback(mark)
        begin(kit, seed, data.begins)
      end
    end
  end
  world:writable(false)
  return kit, data, world
end

--- Sets up kit, World and board for a scenario: what is the same for new and resume.
function Start.build(Game, o)
  local folder, message = o.root, nil
  if not folder then folder, message = find_ruleset(o.ruleset) end
  if not folder and o.sources then folder = core.data_dir end     -- a game brings its own
  if not folder then return nil, message end
  core.limits.begin(PROMPT_LIMITS)
  local ok, kit, data, world = pcall(found, o, folder)
  local tripped, place = core.limits.finish()
  if tripped then
    return nil, require("adjutant.house").stopped(tripped, place), tripped ~= "interrupt" and "limit" or nil
  end
  if not ok then return nil, tostring(kit) end
  if not kit then return nil, data end
  local game = setmetatable({ kit = kit, world = world, board = kit.board, scenario = data,
    ruleset_name = o.ruleset, scenario_name = o.scenario, nodes = {}, log_entries = {},
    position = 0, dice_mode = o.dice or "live", seed = o.seed, check = o.check ~= false,
    limits = PROMPT_LIMITS, kits = { [""] = kit }, kit_order = {}, rules_now = "", texts = {}, tried = {},
    house_files = o.house_files or {}, rules_folder = folder, start_sources = kit.loader.sources,
    given_options = kit.given_options, start_houses = {}, opening_asked = kit.opening_asked }, Game)
  for i, h in ipairs(o.houses or {}) do
    local digest = h.sha256 or core.files.sha256(h.text)
    game.start_houses[i] = { path = h.path, digest = digest }
    game.texts[digest] = h.text
  end
  game:own(kit)
  game.root = { n = 0, children = {} }
  game.current = game.root
  game.generator = core.rng.new(o.seed)
  game.stream = game.generator:stream("dice")
  return game
end

local function sources_of(game)
  local list = {}
  for path, text in pairs(game.kit.loader.sources) do
    list[#list + 1] = { path = path, text = text, sha256 = core.files.sha256(text) }
  end
  table.sort(list, function(a, b) return a.path < b.path end)
  return list
end

local function digest(sources)
  local parts = {}
  for i, s in ipairs(sources) do parts[i] = s.path .. "\0" .. s.sha256 end
  return core.files.sha256(table.concat(parts, "\n"))
end

-- The options of a game as the header of its journal has them, "break_losses=6 weather=heavy%20rain": blanks,
-- % and what is no printing character stand as % and two digits.
local function options_text(options)
  local parts = {}
  for i, name in ipairs(Text.sorted_keys(options)) do
    local value = tostring(options[name]):gsub("[%c%s%%]", function(ch) return ("%%%02X"):format(ch:byte()) end)
    parts[i] = name .. "=" .. value
  end
  return table.concat(parts, " ")
end

local function options_of(text)
  local options = {}
  for name, value in text:gmatch("([%w_]+)=(%S*)") do
    options[name] = value:gsub("%%(%x%x)", function(digits) return string.char(tonumber(digits, 16)) end)
  end
  return options
end

local function header_of(game, o, sources)
  local header = {
    { "generator", FORMAT_GENERATOR },
    { "seed", tostring(o.seed) },
    { "ruleset", o.ruleset },
    { "edition", tostring(game.kit.edition) },
    { "rules", digest(sources) },
    { "scenario", o.scenario },
    { "options", options_text(game.given_options) },
    { "dice", game.dice_mode },
  }
  if game.opening_asked then header[#header + 1] = { "opening", "asked" } end
  if game.rules_folder ~= core.data_dir .. "/rulesets/" .. o.ruleset then
    header[#header + 1] = { "folder", game.rules_folder }     -- of a person's own ruleset, for `reload`
  end
  for _, h in ipairs(game.start_houses) do
    header[#header + 1] = { "house", h.digest .. " " .. h.path }
  end
  return header
end

--- A seed from the system, for games that name none.
local function any_seed()
  return core.rng.entropy and core.rng.entropy() or 1
end

--- A new game; nil, message, "limit" when a limit is why. o: ruleset, scenario, seed,
--- dice = "live"|"manual", folder = name | nil,
--- options = { name = value or text }, houses = list of { path =, text = } in their order.
function Start.new(Game, request)
  local o, game, message, kind
  o, message = Origin.resolve(request)
  if not o then return nil, message end
  o.seed = o.seed or any_seed()
  game, message, kind = Start.build(Game, o)
  if not game then return nil, Origin.shown(o, message), kind end
  if o.folder then
    local Folder = require "adjutant.gamefolder"
    local sources = sources_of(game)
    local header = header_of(game, o, sources)
    local folder
    for _, h in ipairs(game.start_houses) do
      sources[#sources + 1] = { path = HOUSE .. h.path, text = game.texts[h.digest], sha256 = h.digest }
    end
    folder, message = Folder.create { name = o.folder, header = header, sources = sources,
      root = o.root_folder }
    if not folder then return nil, message end
    game.folder = folder
    require("adjutant.house_files").keep(game)
  end
  if game.opening_asked then game.resumed = game:settle(game.result("done")) end
  return game
end

local function header_value(header, key)
  for _, pair in ipairs(header) do if pair[1] == key then return pair[2] end end
  return nil
end

--- A saved game as it began, from its folder. o: houses (more house rules after its own), root,
--- installed (under the rules that are installed, not its own). nil, message.
function Start.begun(Game, folder, o)
  local header, sources, texts, houses = folder:header(), {}, {}, {}
  for _, s in ipairs(folder:sources()) do
    texts[s.sha256] = s.text
    if s.path:sub(1, #HOUSE) ~= HOUSE then sources[s.path] = s.text end
  end
  for _, pair in ipairs(header) do
    if pair[1] == "house" then
      local sha256, path = pair[2]:match("^(%x+) (.+)$")
      houses[#houses + 1] = { path = path or "?", text = texts[sha256 or ""] or "", sha256 = sha256 }
    end
  end
  for _, h in ipairs(o.houses or {}) do houses[#houses + 1] = h end
  local own = header_value(header, "folder")
  own = own and core.files.is_file(own .. "/ruleset.lua") and own or nil
  local game, message, limit = Start.build(Game, { ruleset = header_value(header, "ruleset"),
    sources = not o.installed and sources or nil, options = options_of(header_value(header, "options") or ""),
    houses = houses,
    root = o.root or o.installed and own or nil,
    scenario = header_value(header, "scenario"), dice = header_value(header, "dice"),
    opening = header_value(header, "opening") or "thrown",
    seed = math.tointeger(tonumber(header_value(header, "seed"))) or header_value(header, "seed") })
  if not game then return nil, message, limit end
  game.opened = folder
  game.house_files = require("adjutant.house_files").read(folder)
  if own and not o.root then game.rules_folder = own end
  return game
end

--- Resumes a game: replays its journal and verifies every command. nil, message, kind.
function Start.resume(Game, name, o)
  o = o or {}
  local Folder = require "adjutant.gamefolder"
  local folder, message, kind = Folder.open(name, { readonly = o.readonly })
  if not folder then return nil, message, kind end
  local game
  game, message, kind = Start.begun(Game, folder, o)
  if not game then folder:close() return nil, message, kind or "game" end
  local state = { answers = {} }
  local ok
  ok, message = require("adjutant.gamereplay").all(game, folder, state)
  if not ok then folder:close() return nil, message, "damaged" end
  game.readonly, game.asks = o.readonly, o.asks
  game.folder = not o.readonly and folder or nil
  game.opened = folder
  game.dropped = folder.dropped and folder:dropped() or nil
  game.told_over = game.kit.game.over
  game:take_up(state, o.abandon)
  return game
end

--- Why a command was given up that may never answer: nobody runs it again to see what it had shown.
Start.UNSEEN = "given up unseen"

--- After a replay: the unfinished command stands at its question again, or is finished; one that
--- cannot be any more is given up, and that is said. abandon: it is given up without being looked at.
function Start.take_up(game, state, abandon)
  if not state.line then
    if not game.readonly then game.resumed = game:settle({ status = "done", lines = {} }) end
    return
  end
  if game.readonly and not game.asks then return end         -- asks: only to show the question
  local decl, args = game:read(state.line)
  local message = not decl and args or nil
  game.pending = { line = state.line, decl = decl, args = args, answers = state.answers,
    kept = #state.answers, mark = game.world:mark(), shown = 0, begun = true, heading = game:phase_text() }
  if abandon then
    local trouble = game:drop(game.pending, Start.UNSEEN)
    game.resumed = game.result("abandoned", { message = trouble or ("%s: the command is given up"):format(state.line) })
  elseif decl then
    game.resumed = game:step()
  else
    local trouble = game:drop(game.pending, message)
    game.resumed = game.result("error", { message = ("%s: %s; the command is given up%s"):format(state.line, message,
      trouble and " (and the journal: " .. trouble .. ")" or "") })
  end
end

--- Every saved game, newest first.
function Start.games()
  return require("adjutant.gamefolder").list()
end

--- Adds all this to Game.
function Start.install(Game)
  Game.new = function(o) return Start.new(Game, o) end
  Game.resume = function(name, o) return Start.resume(Game, name, o) end
  Game.games, Game.rulesets, Game.scenarios = Start.games, Start.rulesets, Start.scenarios
  Game.take_up, Game.own = Start.take_up, Start.own

  --- Closes the journal.
  function Game:close()
    local folder = self.folder or self.opened
    if folder then folder:close() end
    self.folder, self.opened = nil, nil
  end
end

return Start

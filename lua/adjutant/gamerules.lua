-- SPDX-License-Identifier: GPL-3.0-or-later
-- adjutant.gamerules -- the rules in force in a running game. Methods of Game, loaded when rules
-- change for the first time.
--
-- The World field game.rules says which rules they are: "" are those that the game began with;
-- else a text of lines
--
--   base start|<digest>       the ruleset: as the game began, or by the digest of its list of files
--   with <digest> <path>      a file of house rules, in the order of the stack
--
-- A game keeps one kit for each such text, and takes the one that the field names after whatever
-- moved the World: so undo past a change brings the earlier rules back.

local Kit = require "adjutant.ruleset"
local House = require "adjutant.house"
local Names = require "adjutant.names"
local Text = require "adjutant.text"

local Rules = {}

local MOST_KITS = 4                     -- kept, beside the one the game began with

-- --- the stack as text and as data ------------------------------------------------------------

local function copy(list)
  local new = {}
  for i, value in ipairs(list) do new[i] = value end
  return new
end

--- The stack that a text of game.rules means: { base =, houses = list of { digest =, path = } }.
function Rules:stack_of(identity)
  if identity == "" then return { base = "start", houses = copy(self.start_houses) } end
  local stack = { base = "start", houses = {} }
  for l in identity:gmatch("[^\n]+") do
    local word, digest, path = l:match("^(%l+) (%w+) ?(.*)$")
    if word == "base" then stack.base = digest end
    if word == "with" then table.insert(stack.houses, { digest = digest, path = path }) end
  end
  return stack
end

local function text_of(stack)
  local lines = { "base " .. stack.base }
  for i, h in ipairs(stack.houses) do lines[i + 1] = ("with %s %s"):format(h.digest, h.path) end
  return table.concat(lines, "\n")
end

local function identity_of(self, stack)
  local text = text_of(stack)
  return text == text_of(self:stack_of "") and "" or text
end

-- --- sources ----------------------------------------------------------------------------------

--- The text of a source that joined the game, by its digest. nil, message.
local function source(self, digest, shown)
  local text = self.texts[digest]
  if text then return text end
  local folder, message = self.folder or self.opened
  if not folder then return nil, ("%s: its text is not in this game"):format(shown or digest) end
  text, message = folder:source(digest, shown)
  self.texts[digest] = text
  return text, message
end

-- Puts a text into the game; on disk when this returns, if the game is saved. Its digest.
local function keep(self, text)
  local digest = core.files.sha256(text)
  self.texts[digest] = text
  if not self.folder then return digest end
  return self.folder:add_source(text)
end

--- The files of the ruleset that a base means, path -> text; with the scenario's, which stay.
local function base_sources(self, base)
  local sources = {}
  for path, text in pairs(self.start_sources) do sources[path] = text end
  if base == "start" then return sources end
  local list, message = source(self, base, "the list of the ruleset's files")
  if not list then return nil, message end
  for digest, path in list:gmatch("(%x+) ([^\n]+)\n") do
    sources[path], message = source(self, digest, path)
    if not sources[path] then return nil, message end
  end
  return sources
end

-- --- a kit for this game ----------------------------------------------------------------------

-- The options of the game in a kit: as it began, then as house rules have them. One that these
-- rules do not have is left out; a value they do not know becomes their default.
local function set_options(self, kit)
  for name, value in pairs(self.given_options) do
    local option = kit.options[name]
    local fits = option and type(option.default) == type(value)
    if fits and option.values then
      fits = false
      for _, v in ipairs(option.values) do fits = fits or v == value end
    end
    if fits then kit.option_values[name] = value end
  end
  kit:fix_options()
end

-- The fields that the World has of a kind, by name; nil when it does not know the kind.
local function world_fields(world, kind)
  local ok, list = pcall(world.fields, world, kind)
  if not ok then return nil end
  local fields = {}
  for _, f in ipairs(list) do fields[f.name] = f end
  return fields
end

local function kinds_of(kit)
  local set = { game = true, side = true }
  for _, t in ipairs(kit.types) do set[t.name] = true end
  return set
end

local function check_sides(self, kit)
  local now, new = {}, {}
  for i, s in ipairs(self.kit.sides) do now[i] = s.id end
  for i, s in ipairs(kit.sides) do new[i] = s.id end
  if table.concat(now, " ") == table.concat(new, " ") then return nil end
  return ("the game has the sides %s; these rules have %s"):format(Text.list(now), Text.list(new))
end

-- Why the pieces in play cannot go on under the kit; nil when they can.
local function check_kinds(self, kit)
  local declared = kinds_of(kit)
  for kind in core.sandbox.pairs(kinds_of(self.kit)) do
    local n = not declared[kind] and #self.world:all(kind) or 0
    if n > 0 then
      return ("these rules have no kind %s, and the game has %d of it in play"):format(kind, n)
    end
  end
  for _, t in ipairs(kit.types) do
    local fields = world_fields(self.world, t.name) or {}
    for _, f in ipairs(t.fields) do
      local have = fields[f.name]
      if have and have.kind ~= f.kind then
        return ("%s.%s is of the kind %s in this game; these rules make it %s"):format(t.name, f.name,
          have.kind, f.kind)
      end
      if self.tried[t.name .. "." .. f.name] and have.default ~= f.default then
        return ("%s.%s was tried with another default before; `resume` the game, then take these rules")
          :format(t.name, f.name)
      end
    end
  end
end

local function check_phase(self, kit)
  local phase = self.kit.sequence and self.kit.sequence:phase(self.kit.game)
  if not phase or self.kit.game.over then return nil end
  if kit.sequence and kit.sequence.by_id[phase.id] then return nil end
  return ("the game is in the phase %s, which these rules do not have; go on to another phase first")
    :format(phase.name)
end

--- How a kit makes entities in a World in which some field began with another default.
local function maker(world, kit)
  local fill
  for _, t in ipairs(kit.types) do
    local fields = world_fields(world, t.name)
    for _, f in ipairs(t.fields) do
      if f.default ~= nil and fields[f.name].default ~= f.default then
        fill = fill or {}
        fill[t.name] = fill[t.name] or {}
        fill[t.name][f.name] = f.default
      end
    end
  end
  if not fill then return nil end
  return function(w, kind, given)
    local values = {}
    for name, value in pairs(fill[kind] or {}) do values[name] = value end
    for name, value in core.sandbox.pairs(given or {}) do values[name] = value end
    return w:create(kind, values)
  end
end

-- The names of the fields that a kit would bring into the World.
local function new_fields(self, kit)
  local list = {}
  for _, t in ipairs(kit.types) do
    local fields = world_fields(self.world, t.name) or {}
    for _, f in ipairs(t.fields) do
      if not fields[f.name] then list[#list + 1] = t.name .. "." .. f.name end
    end
  end
  return list
end

local function lay(self, kit)
  if #kit.costs > 0 or self.board.ground then require("adjutant.movement").lay(kit) end
end

-- Makes a loaded kit one of this game: its World, board, sides, scenario.
local function join(self, kit)
  local now = self.kit
  local brought = new_fields(self, kit)
  for _, name in ipairs(brought) do self.tried[name] = true end
  kit:attach(self.world)
  kit.set_world(self.world, maker(self.world, kit))
  kit.game, kit.side_list, kit.side_by_key = now.game, now.side_list, now.side_by_key
  kit:give("game", now.api.game)
  kit:give("sides", now.api.sides)
  kit.added_fields = brought
  self:own(kit)
  if self.board then
    kit.board = self.board
    kit:give("map", self.board.map)
    local half = self.half_taken
    self.half_taken = true
    lay(self, kit)
    lay(self, now)
    self.half_taken = half
  end
  require("adjutant.scenario").adopt(kit, kit.scenario, self.scenario_name)
  local first = self.kits[""].schedule          -- which has counted the units that were there at first
  if kit.schedule and first then kit.schedule.units_at_start = first.units_at_start end
  Names.install(kit)
end

local function load_kit(self, stack)
  local houses, sources, message = {}, base_sources(self, stack.base)
  if not sources then return nil, message end
  for i, h in ipairs(stack.houses) do
    local text
    text, message = source(self, h.digest, h.path)
    if not text then return nil, message end
    houses[i] = { path = h.path, text = text, sha256 = h.digest }
  end
  local kit
  kit, message = Kit.load(self.rules_folder, self.ruleset_name, sources, houses)
  if not kit then return nil, message end
  local ok, data = pcall(kit.loader.file, kit.loader, "scenarios/" .. self.scenario_name .. ".lua")
  if not ok then return nil, tostring(data) end
  kit.scenario = data
  set_options(self, kit)
  if kit.sequence then kit:choose_sequence() end
  return kit
end

-- f(...) within the limits of a command: what it gives, or nil, message.
local function limited(self, f, ...)
  local ok, value, message = self:limited(f, ...)
  if not ok then return nil, value end
  return value, message
end

local function remember(self, identity, kit)
  self.kits[identity] = kit
  table.insert(self.kit_order, identity)
  if #self.kit_order <= MOST_KITS then return end
  for i, old in ipairs(self.kit_order) do
    if old ~= self.rules_now and old ~= identity then
      table.remove(self.kit_order, i)
      self.kits[old] = nil
      return
    end
  end
end

--- The kit of a text of game.rules, made when there is none. nil, message.
function Rules:kit_for(identity)
  if self.kits[identity] then return self.kits[identity] end
  local kit, message = limited(self, function()
    local found, why = load_kit(self, self:stack_of(identity))
    if not found then return nil, why end
    join(self, found)
    return found
  end)
  if kit then remember(self, identity, kit) end
  return kit, message
end

-- The kit of a stack, if the game can go on under it: kit, identity. nil, message.
local function possible(self, stack)
  local identity = identity_of(self, stack)
  local kit, message = self.kits[identity], nil
  if not kit then kit, message = limited(self, load_kit, self, stack) end
  if not kit then return nil, message end
  message = check_sides(self, kit) or check_kinds(self, kit) or check_phase(self, kit)
  if message then return nil, message end
  if not self.kits[identity] then
    local ok
    ok, message = limited(self, function()
      join(self, kit)
      return true
    end)
    if not ok then return nil, message end
    remember(self, identity, kit)
  end
  return kit, identity
end

-- --- taking the rules -------------------------------------------------------------------------

--- Takes the kit that the World names. True; nil, message when that cannot be, and the game keeps
--- the one it has.
function Rules:change_kit()
  local identity = self.kit.game.rules
  local kit, message = self:kit_for(identity)
  if not kit then return nil, message end
  self.half_taken = true          -- should memory run out, all this is done again (Game.take_rules)
  if self.check == "twice" and not kit.remembered then
    kit.remembered = require("adjutant.twice").memory(kit)
  end
  if self.board then lay(self, kit) end
  local before = self.kit
  for _, name in ipairs(kit.added_fields or {}) do self.tried[name] = nil end
  if kit ~= before then kit.engine.print_out, before.engine.print_out = before.engine.print_out, nil end
  self.kit, self.rules_now = kit, identity
  self:renew_prompt()
  self.half_taken = false
  return true
end

--- What the commands with, without and reload do, inside the engine: the field, the phase by its
--- name, fields that are new, and what has changed (unless `unsaid`).
function Rules:enter_rules(identity, word, unsaid)
  local now, game = self.kit, self.kit.game
  local new, message = self:kit_for(identity)
  if not new then now.api.refuse(word, message) end
  local phase = now.sequence and now.sequence:phase(game)
  if phase and new.sequence then
    local index = new.sequence.by_id[phase.id]
    if index and index ~= game.phase then game.phase = index end
  end
  local had = {}
  for _, t in ipairs(now.types) do for _, f in ipairs(t.fields) do had[t.name .. "." .. f.name] = true end end
  for _, t in ipairs(new.types) do
    for _, f in ipairs(t.fields) do
      if not had[t.name .. "." .. f.name] and f.default ~= nil then
        for _, e in ipairs(self.world:all(t.name)) do
          if e[f.name] ~= f.default then e[f.name] = f.default end
        end
      end
    end
  end
  game.rules = identity
  if unsaid then return end
  local lines = Rules.difference(now, new)
  for _, text in ipairs(lines) do now.api.note(word, (text:gsub("[{}]", { ["{"] = "(", ["}"] = ")" }))) end
  local known = {}
  for _, text in ipairs(now.house_conflicts or {}) do known[text] = true end
  for _, text in ipairs(new.house_conflicts or {}) do
    if not known[text] then now.api.note(word, "conflict: " .. text) end
  end
end

-- --- what a change is, in words ---------------------------------------------------------------

local MOST_LINES = 60

--- What two kits differ in, as texts.
function Rules.difference(before, after)
  local lines = {}
  for i, l in ipairs(require("adjutant.house_text").changes(House.diff(before, after), "", true)) do
    if i > MOST_LINES then
      lines[i] = "and more: `rules diff` has it all"
      break
    end
    local parts = {}
    for k, part in ipairs(l) do parts[k] = type(part) == "table" and part.text or part end
    lines[i] = (table.concat(parts):gsub("%s+$", ""))
  end
  if #lines == 0 then lines[1] = "nothing that is played changes" end
  return lines
end

Rules.source, Rules.keep, Rules.base_sources, Rules.possible, Rules.limited = source, keep, base_sources,
  possible, limited
Rules.text_of = text_of

return Rules

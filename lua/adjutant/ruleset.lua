-- SPDX-License-Identifier: GPL-3.0-or-later
-- adjutant.ruleset -- a ruleset, loaded: the functions with which its files register what
-- they have, and the kit that results.
--
-- kit: name, title, edition, source, sides (data), options (data), types, register, charts,
--      commands, sequence, invariants, engine, env, loader (with the sources), ledger, api

local Register = require "adjutant.register"
local Checks = require "adjutant.ruleset_checks"
local Engine = require "adjutant.engine"
local Command = require "adjutant.command"
local Faults = require "adjutant.faults"
local Fields = require "adjutant.ruleset_fields"
local Links = require "adjutant.links"
local Sequence = require "adjutant.sequence"
local Text = require "adjutant.text"

local Kit = {}
Kit.__index = Kit

local freeze = core.sandbox.freeze

--- file:line of the script code `level` calls up, without a debug library. Who calls for a script
--- by pcall says where that was in Kit.called_from.
local function called_at(level)
  local _, place = pcall(error, "", level + 2)
  if place == "" then return Kit.called_from or "" end
  return (tostring(place):gsub(":%s*$", ""))
end
Kit.where = called_at
Kit.field_description = Fields.description

local function registering(kit)
  local api, playing = kit.api, {}
  for name in pairs(api) do playing[name] = true end
  Fields.install(api)

  --- Names the ruleset: name, title, edition, source, sides, options.
  function api.ruleset(data)
    if kit.in_house then error("ruleset{} is the ruleset's; a house rule is house \"name\" { ... }", 2) end
    if type(data) ~= "table" or type(data.name) ~= "string" then
      error("ruleset{}: a name is needed", 2)
    elseif type(data.sides) ~= "table" or #data.sides < 1 then
      error("ruleset{}: `sides` lists the sides, each with an id and a name", 2)
    end
    for i = 1, Faults.hole(data.sides) or #data.sides do
      local side = data.sides[i]
      if type(side) ~= "table" or type(side.id) ~= "string" then
        error(("ruleset{}: side %d is a table with an id and a name: { id = \"red\", name = \"Red\" }"):format(i), 2)
      end
    end
    Checks.options(data.options)
    kit.name, kit.title = data.name, data.title or data.name
    kit.edition, kit.source = data.edition or "1", data.source
    kit.sides, kit.options = data.sides, data.options or {}
    for name, o in pairs(kit.options) do kit.option_values[name] = o.default end
  end

  --- What a file of house rules gives back: its name, and a table of what it changes.
  function api.house(name, changes)
    if changes == nil then return function(given) return api.house(name, given) end end
    return require("adjutant.house").declare(name, changes)
  end

  --- Declares a kind of entity and its fields; again for an existing kind adds fields.
  function api.entity(kind, fields)
    if fields == nil then return function(given) return api.entity(kind, given) end end
    if type(kind) ~= "string" or not kind:find("^%l[%l%d_]*$") then
      error("entity: the kind is a lower-case word, like unit", 2)
    end
    kit.types[#kit.types + 1] = { name = kind, fields = Fields.check(kind, fields), where = called_at(2) }
  end

  --- Registers a rule under its number and a name; others call it as rules.name(...).
  function api.rule(id, name, f)
    local entry = kit.register:add(id, name, f, called_at(2))
    return entry and nil
  end

  --- Registers a rule about the ground alone: what it gives follows from its arguments (at most two:
  --- places, numbers, texts), the map, the charts and the options. It is worked out once for each.
  function api.ground_rule(id, name, f)
    local n, more = core.nesting.parameters(type(f) == "function" and f or function() end)
    if more or n > 2 then error("ground_rule(id, name, f): f takes at most two arguments", 2) end
    local entry = kit.register:add(id, name, f, called_at(2), true)
    return entry and nil
  end

  --- Declares a command: rule, help, args, phases, candidates, run.
  function api.command(name, decl)
    if decl == nil then return function(given) return api.command(name, given) end end
    if kit.commands[name] or kit.inquiries[name] then
      error(("command %s is declared twice (first at %s)"):format(name,
        (kit.commands[name] or kit.inquiries[name]).where), 2)
    end
    kit:add_command(name, decl, called_at(2))
  end

  --- Declares a command that only looks: rule, help, args, run. What run(args) gives is shown: a
  --- text or a list of texts; and a list of places to mark on the map, with words for the marks.
  function api.inquiry(name, decl)
    if decl == nil then return function(given) return api.inquiry(name, given) end end
    if kit.commands[name] or kit.inquiries[name] then
      error(("command %s is declared twice (first at %s)"):format(name,
        (kit.commands[name] or kit.inquiries[name]).where), 2)
    end
    local c = Command.inquiry(name, decl, called_at(2))
    kit.inquiries[name] = c
    kit.inquiry_list[#kit.inquiry_list + 1] = c
  end

  --- The order in which `odds` lists the values that report(name, value) can have.
  function api.outcomes(name, values)
    if type(name) ~= "string" or type(values) ~= "table" or Faults.hole(values) then
      error("outcomes(name, list): the name of a report, and its values in their order", 2)
    end
    kit.report_order[#kit.report_order + 1] = name
    kit.report_values[name] = values
  end

  --- The sequence of play (see adjutant.sequence). Of several, a game takes the first whose
  --- `when` agrees, else the one without.
  function api.sequence(data)
    if type(data) ~= "table" then error("sequence: a table is wanted, not a " .. type(data), 2) end
    kit.sequence_data[#kit.sequence_data + 1] = data
  end

  --- What must hold after every command: f() returns nothing, or a text that says what broke.
  --- With `each` ("area", or a kind of entity) f is asked of each of them: f(area), f(unit).
  --- With `field` too it is about that field: games that are played by the hundred ask it only of
  --- what is new or has that field changed.
  function api.invariant(name, each, field, f)
    if field == nil then each, field, f = nil, nil, each
    elseif f == nil then field, f = nil, field end
    if type(name) ~= "string" or type(f) ~= "function" or (each ~= nil and type(each) ~= "string")
      or (field ~= nil and type(field) ~= "string") then
      error("invariant(name, function) or invariant(name, \"area\", function): the name says what "
        .. "must hold", 2)
    end
    kit.invariants[#kit.invariants + 1] = require("adjutant.invariants").new(kit, name, each, field, f)
  end

  --- Names a way to play, for playouts: command(side, commands) and answer(question).
  function api.policy(name, functions)
    if functions == nil then return function(given) return api.policy(name, given) end end
    if type(name) ~= "string" or not name:find("^%l[%l%d-]*$") or name == "random" then
      error("policy: the name is a lower-case word, other than random", 2)
    elseif type(functions) ~= "table" then
      error(("policy %s: give { command = function, answer = function }"):format(name), 2)
    end
    for _, key in ipairs { "command", "answer" } do
      if functions[key] ~= nil and type(functions[key]) ~= "function" then
        error(("policy %s: %s is a function"):format(name, key), 2)
      end
    end
    kit.policies[name] = { command = functions.command, answer = functions.answer }
  end

  --- Says how the game stands, for `status` and `show`: f() gives a text or a list of texts. It
  --- only looks.
  function api.status(f)
    if type(f) ~= "function" then error("status(function): it gives texts", 2) end
    kit.status_list[#kit.status_list + 1] = f
  end

  --- What `show` says of a thing beside its fields: f(thing) gives a text or a list of texts.
  --- kind: a kind of entity, or "area".
  function api.sheet(kind, f)
    if type(kind) ~= "string" or type(f) ~= "function" then
      error("sheet(kind, function): the function gives texts about a thing of that kind", 2)
    end
    kit.sheets[kind] = f
  end

  -- What only loading uses is of no use at the prompt, where `place` is a command.
  for name in pairs(api) do kit.registers[name] = not playing[name] or nil end

  api.rules = freeze(kit.register.callable, "rules")
  api.option = freeze(kit.option_values, "option")
end

-- What changes the rules themselves.
local CHANGES_RULES = { "command", "entity", "ground_rule", "inquiry", "invariant", "line_of_sight", "movement_costs",
  "outcomes", "policy", "rule", "ruleset", "scenario_rules", "sequence", "sheet", "status", "told" }

-- It does so while files are read, and not in a game, which has all that changes in its World.
local function only_while_loading(kit)
  for _, name in ipairs(CHANGES_RULES) do
    local change = kit.api[name]
    kit.registers[name] = true
    kit.api[name] = function(...)
      if not kit:is_loading() then
        error(("%s: rules are made while their files are read, not in a game"):format(name), 2)
      end
      return change(...)
    end
  end
end

--- Whether files of rules are being read.
function Kit:is_loading() return not self.closed or self.loader ~= nil and self.loader.running > 0 end

--- Adds a command, of the ruleset or built in.
function Kit:add_command(name, decl, place)
  local c = Command.declare(name, decl, place)
  for _, arg in ipairs(c.args) do
    if arg.kind == "entity" then function arg.called(entity) return self:called(entity) end end
  end
  self.commands[name] = c
  self.command_list[#self.command_list + 1] = c
  return c
end

-- --- loading ----------------------------------------------------------------------------------

--- An empty kit: the API stands, nothing is registered.
function Kit.new()
  local kit
  local register = Register.new(function() return kit.board end)
  local engine = Engine.new(register)
  kit = setmetatable({ register = register, engine = engine, types = {}, commands = {},
    command_list = {}, invariants = {}, registers = {}, option_values = {}, charts = {},
    sequence_data = {}, sequences = {},
    report_order = {}, report_values = {}, policies = {}, status_list = {}, sheets = {},
    inquiries = {}, inquiry_list = {}, api = engine.api }, Kit)
  engine.commands = kit.commands
  registering(kit)
  kit.set_world = require("adjutant.ruleset_world").install(kit)
  local Charts = require "adjutant.charts"
  kit.close_charts = Charts.install(kit.api, kit.charts, engine.chart_roller,
    function(name) kit.links:set("charts", name) end)
  kit.links = Links.new(register.callable, kit.charts, kit.api)
  require("adjutant.scenario").install(kit)
  require("adjutant.movement").install(kit)
  require("adjutant.knowledge").install(kit)
  only_while_loading(kit)
  return kit
end

-- What rules call most, which is worth a place among the locals of each file that uses it.
local OFTEN = { "rules", "charts", "option", "refuse_if", "note", "report", "tally", "roll", "roll_as",
  "choose", "stage", "units_at", "units_in", "units_of", "has_units", "areas_with",
  "having", "lacking", "all", "referrers", "create", "eliminate", "refuse", "ipairs", "table", "math" }

local has_word = Links.has_word

--- `local roll <const>, note <const> = roll, note ` for those that a text uses.
local function constants(text)
  local names = {}
  for _, word in ipairs(OFTEN) do
    if has_word(text, word) then names[#names + 1] = word end
  end
  if #names == 0 then return "" end
  return ("local %s <const> = %s "):format(table.concat(names, " <const>, "), table.concat(names, ", "))
end

--- Loads the ruleset in `folder` (an absolute path); `sources` (path -> text), when given, is
--- read instead of the disk. `houses`: the house rules that change it, list of { path =, text = } in
--- their order (see adjutant.house). `watch`, when given, is called with the kit before anything is
--- read. nil, message when a file is wrong.
function Kit.load(folder, name, sources, houses, watch)
  local Loader = require "adjutant.loader"
  local kit = Kit.new()
  kit.folder = folder
  kit.loader = Loader.new { root = folder, env = function() return kit.env end,
    sources = sources, constants = constants, links = kit.links }
  kit.api.require = function(module)
    local ok, value = pcall(kit.loader.require, kit.loader, module, not kit:is_loading())
    if ok then return value end
    local place = type(value) == "string" and not value:find("^[^%s]+%.lua:%d+:") and core.limits.place()
    error(place and ("%s: %s"):format(place, value) or value, 0)
  end
  kit.env = core.sandbox.environment(kit.api)
  if watch then watch(kit) end
  local ok, message = pcall(kit.loader.require, kit.loader, "ruleset")
  if not ok then return nil, tostring(message) end
  if not kit.name then
    return nil, ("%s/ruleset.lua calls no ruleset{ name = ..., sides = ... }"):format(name or folder)
  end
  if houses and #houses > 0 then
    ok, message = pcall(require("adjutant.house").apply, kit, houses, name or folder:match("[^/]+$"))
    if not ok then return nil, tostring(message) end
  end
  ok, message = pcall(kit.close, kit)
  if not ok then return nil, tostring(message) end
  return kit
end

--- Freezes the tables that the functions of the rules remember: state lives in the World alone.
local function seal(kit)
  local kept = {}
  for i, entry in ipairs(require("adjutant.remembered").functions(kit)) do kept[i] = entry.f end
  core.sandbox.seal(kept)
end

local function read_policies(self)
  local path = self.folder .. "/policies.lua"
  if not core.files.is_file(path) then return end
  local given = self.loader.given
  if given and not given["policies.lua"] then     -- a saved game brings its rules, and no policies
    local text, message = core.files.read(path, 1024 * 1024)
    if not text then error(message, 0) end
    self.loader.given = setmetatable({ ["policies.lua"] = text }, { __index = given })
  end
  local of_houses = {}
  for name, policy in pairs(self.policies) do of_houses[name] = policy end
  self.loader:require "policies"
  for name, policy in pairs(of_houses) do self.policies[name] = policy end
  local kept = {}
  for _, policy in pairs(self.policies) do
    for _, f in pairs(policy) do kept[#kept + 1] = f end
  end
  core.sandbox.seal(kept)
end

--- Reads the policies of the ruleset, policies.lua of its folder, if it has one, within the limits of what
--- is loaded. Raises what is wrong in it.
function Kit:load_policies()
  if self.policies_loaded then return end
  self.policies_loaded = true
  require("adjutant.house").loading(read_policies, self)
end

--- The kinds that have names, so that a person can speak of them; not the game and its sides.
local function named_kinds(kit)
  local list, seen = {}, { game = true, side = true }
  for _, t in ipairs(kit.types) do
    for _, f in ipairs(t.fields) do
      if f.name == "name" and not seen[t.name] then
        seen[t.name] = true
        list[#list + 1] = t.name
      end
    end
  end
  return list
end

-- Of what rules use most, this calls no rule.
local CALLS_NO_RULE = { "option", "tally", "units_at", "units_in", "units_of", "has_units", "areas_with", "having",
  "lacking", "all",
  "referrers", "create", "eliminate", "refuse", "refuse_if", "note", "report", "roll", "roll_as",
  "stage" }

local function settle(kit)
  local known = { [kit.api.rules] = false, [kit.api.charts] = false }
  for _, name in ipairs(CALLS_NO_RULE) do known[kit.api[name]] = true end
  for _, name in ipairs { "ipairs", "table", "math" } do known[kit.env[name]] = true end
  for _, stand_in in pairs(kit.links.before) do known[stand_in] = true end
  local asking = {}                 -- chart -> the functions of its rows
  for name, chart in next, kit.charts do asking[name] = require("adjutant.charts").functions(chart) end
  local of_world = { [kit.api.choose] = "choose" }
  for _, name in ipairs(CALLS_NO_RULE) do
    if name ~= "option" and name ~= "tally" then of_world[kit.api[name]] = name end
  end
  kit.register:settle(known, kit.links, asking, of_world)
  kit.links.complete = true
end

--- Ends registration: the sequence is checked, built-in commands join.
function Kit:close()
  seal(self)
  self.entity_kinds = named_kinds(self)
  Faults.each(self.loader and self.loader.order or {}, function(_, path)
    self.register:check_calls(path, self.loader.sources[path])
  end)
  Faults.each(self.houses or {}, function(_, h) self.register:check_calls(h.path, h.text) end)
  require("adjutant.builtin").install(self)
  self.close_charts()
  settle(self)
  local before = Faults.count()
  Faults.each(self.sequence_data, function(i, data)
    self.sequences[i] = Sequence.new(data, self.register)
  end)
  Checks.kit(self)
  Faults.halt(before)
  if #self.sequences > 0 then self:choose_sequence() end
  self.closed = true
end

--- What house rules say of options counts last, after the scenario and the player.
function Kit:fix_options()
  for name, fixed in pairs(self.fixed_options or {}) do self.option_values[name] = fixed.value end
  self.register.ground:forget()
end

--- Takes the sequence that the options want: the first whose `when` agrees, else the one without.
function Kit:choose_sequence()
  local chosen
  for _, sequence in ipairs(self.sequences) do
    if sequence.when then
      if sequence.when() then self.sequence = sequence return end
    else
      chosen = chosen or sequence
    end
  end
  self.sequence = chosen or self.sequences[1]
end

--- Gives the World the kinds of this ruleset, and the rules their World.
function Kit:attach(world)
  world:type { name = "game", fields = Sequence.FIELDS }
  world:type { name = "side", fields = { { name = "name", kind = "text", default = "" },
    { name = "key", kind = "text", default = "" }, { name = "enemy", kind = "ref" } } }
  for _, t in ipairs(self.types) do
    local ok, why = pcall(world.type, world, t)
    if not ok then error(t.where and ("%s: %s"):format(t.where, why) or why, 0) end
  end
  self.world = world
  self.engine.world = world
  self.set_world(world)
  Text.is_entity = core.world.is_entity
end

--- Gives the rules what a game has: `game`, `map`, `sides`.
function Kit:give(name, value)
  self.api[name] = value
  self.links:set("api", name)
end

--- Creates the game and its sides in a fresh World (which must be writable).
function Kit:found()
  self.register.ground:forget()
  local world = self.world
  local game = world:create("game", {})
  self:give("game", game)
  local list, by_key = {}, {}
  for i, s in ipairs(self.sides) do
    local side = world:create("side", { name = s.name, key = s.id })
    list[i], by_key[s.id] = side, side
  end
  if #list == 2 then list[1].enemy, list[2].enemy = list[2], list[1] end
  self.game, self.side_list, self.side_by_key = game, list, by_key
  local shown = { }
  for i, side in ipairs(list) do shown[i] = side end
  for key, side in pairs(by_key) do shown[key] = side end
  self:give("sides", freeze(shown, "sides"))
  for _, s in ipairs(self.sides) do
    for name, value in pairs(s.fields or {}) do by_key[s.id][name] = value end
  end
end

return Kit

-- SPDX-License-Identifier: GPL-3.0-or-later
-- adjutant.check_ruleset -- a whole ruleset folder: its rules, scenarios, examples, ledger, policies.

local CheckKit = require "adjutant.check_kit"
local Compared = require "adjutant.check_compared"
local Names = require "adjutant.check_names"

local CheckRuleset = {}

-- --- names ----------------------------------------------------------------------------------------------

local function set_of(list, set)
  set = set or {}
  for _, name in ipairs(list) do set[name] = true end
  return set
end

-- What `game` has: the fields of the kind, and what every entity has.
local function fields_of(kit, kind)
  local set = set_of { "name", "alive", "kind", "id", "place", "area", "parent" }
  for _, f in ipairs(require("adjutant.sequence").FIELDS) do set[f.name] = true end
  for _, t in ipairs(kit.types) do
    if t.name == kind then for _, f in ipairs(t.fields) do set[f.name] = true end end
  end
  return set
end

--- What texts of a kit may speak of: a function of a name, the list of names, and the sets of fields.
function CheckRuleset.vocabulary(kit)
  local names, fields = {}, { rules = {}, charts = {}, option = {}, sides = {}, game = fields_of(kit, "game") }
  for name in pairs(kit.api) do names[#names + 1] = name end
  for name in pairs(core.sandbox.base()) do names[#names + 1] = name end
  for _, name in ipairs { "game", "sides", "map" } do
    if not kit.api[name] then names[#names + 1] = name end
  end
  table.sort(names)
  for name in pairs(kit.register.by_name) do fields.rules[name] = true end
  for name in next, kit.charts do fields.charts[name] = true end
  for name in pairs(kit.options or {}) do fields.option[name] = true end
  for i, side in ipairs(kit.sides or {}) do
    if type(side) == "table" then fields.sides[side.id or i] = true end
  end
  local has = set_of(names)
  local declared = Compared.fields(kit)
  return { known = function(name) return has[name] end, names = names, fields = fields,
    compared = function(field, text) return Compared.fault(kit, declared, field, text) end }
end

--- Reports what a text speaks of that is not there. Gives what it speaks of (adjutant.check_names).
function CheckRuleset.names(F, path, text, words)
  local refs = Names.read(text)
  local outline = F:outline(path)
  Names.check(refs, words.known, words.names, words.fields, function(at, message)
    local line, column = outline:at(at)
    if not F:has_error(path, line, column) then F:add("error", path, line, column, message) end
  end)
  for _, k in ipairs(path:find "^examples/" and {} or refs.kept) do      -- an example may count calls
    local line, column = outline:at(k.at)
    F:add("warning", path, line, column, ("%s is kept in a variable, which undo, odds and replays know nothing of: "
      .. "what changes in a game is a field of a piece, a side or the game"):format(k.name))
  end
  for _, c in ipairs(refs.compared) do
    local fault = words.compared(c.field, c.text)
    if fault then
      local line, column = outline:at(c.at)
      F:add("warning", path, line, column, fault)
    end
  end
  return refs
end

--- Keys that are given twice in one table of a text.
function CheckRuleset.twice(F, path)
  local outline = F:outline(path)
  for _, d in ipairs(outline and outline.twice or {}) do
    F:add("warning", path, d.line, d.column,
      ("%s is given twice in this table (first in line %d): the last one counts"):format(tostring(d.key), d.first))
  end
end

-- --- rules and phases --------------------------------------------------------------------------------------

local function strings_in(value, set)
  if type(value) == "string" then set[value] = true
  elseif type(value) == "table" then for _, v in ipairs(value) do strings_in(v, set) end end
end

local function named_in_sequence(kit)
  local set = {}
  for _, data in ipairs(kit.sequence_data) do
    for _, key in ipairs(require("adjutant.sequence").RULES) do strings_in(data[key], set) end
    for _, p in ipairs(data) do
      if type(p) == "table" then
        for _, key in ipairs { "starts", "automatic", "finishes" } do strings_in(p[key], set) end
      end
    end
  end
  for _, name in pairs(kit.scenario_hooks or {}) do set[name] = true end
  return set
end

--- Rules among `calls` that nothing calls: not a rule, command, phase, scenario or example. `spoken`:
--- what all the texts speak of.
function CheckRuleset.uncalled(F, kit, calls, spoken)
  local used = named_in_sequence(kit)
  for _, refs in ipairs(spoken) do
    for _, ref in ipairs(refs.fields) do if ref.object == "rules" then used[ref.name] = true end end
    for name in pairs(refs.dynamic and refs.strings or {}) do used[name] = true end
    for name in pairs(refs.dynamic and refs.members or {}) do used[name] = true end
  end
  for _, call in ipairs(calls) do
    local name = (call.name == "rule" or call.name == "ground_rule") and call.given
    local view = name and CheckKit.view(F, call)
    local entry = view and kit.register.by_name[view[2] or ""]
    if entry and not used[entry.name] then
      F:at("warning", call.path, view, {}, ("rule %s %s is never called nor tested: call rules.%s where it applies, or "
        .. "leave it out"):format(entry.id, entry.name, entry.name))
    end
  end
end

-- A function of a phase: whether nothing can be done in it, and nothing happens.
local function idle_in(kit)
  local has, everywhere = {}, false
  for _, c in ipairs(kit.command_list) do
    if not c.builtin and not c.internal and not c.reaction then
      if not c.phases then everywhere = true end
      for id in pairs(c.phases or {}) do has[id] = true end
    end
  end
  return function(p)
    return type(p) == "table" and p.id and not everywhere and not has[p.id] and not p.automatic and not p.starts
      and not p.finishes
  end
end

local IDLE = "phase %s: no command belongs to it, and nothing is automatic in it"

local function idle_phases(F, kit, calls)
  local is_idle = idle_in(kit)
  for _, call in ipairs(calls) do
    if call.name == "sequence" and type(call.given) == "table" then
      for i, p in ipairs(call.given) do
        if is_idle(p) then
          F:at("warning", call.path, CheckKit.view(F, call), { i }, IDLE:format(tostring(p.id)))
        end
      end
    end
  end
end

--- The same of phases that house rules have put in.
function CheckRuleset.idle_of_houses(F, kit, path)
  local is_idle = idle_in(kit)
  for _, data in ipairs(kit.sequence_data) do
    for _, p in ipairs(data) do
      if p.where and is_idle(p) then F:raised(("%s: %s"):format(p.where, IDLE:format(p.id)), path, "warning") end
    end
  end
end

-- --- the other files of the folder -------------------------------------------------------------------------

-- Every file of Lua in a folder of the ruleset, as paths inside it.
local function lua_files(folder, below)
  local list = {}
  for _, file in ipairs(core.files.list(folder .. (below and "/" .. below or "")) or {}) do
    if file:find("%.lua$") then list[#list + 1] = (below and below .. "/" or "") .. file end
  end
  return list
end

-- Reads a file of the folder into the loader; false when it cannot be.
local function read(F, kit, path)
  local ok, text, message = pcall(kit.loader.text, kit.loader, path)
  if ok and text then return text end
  F:raised(ok and message or text, path)
  return nil
end

local function run_file(F, kit, path)
  local text = read(F, kit, path)
  if not text then return nil end
  local ok, value = pcall(kit.loader.file, kit.loader, path)
  if not ok then F:raised(value, path) return text end
  return text, value
end

local function examples(F, kit)
  local state = { kit = kit, cases = {} }
  require("adjutant.spec").install(state)
  for _, path in ipairs(lua_files(kit.folder, "examples")) do
    state.file = path
    run_file(F, kit, path)
  end
  return state
end

local function ledger(F, kit, state)
  if not core.files.is_file(kit.folder .. "/ledger.lua") then return end
  local text, rows = run_file(F, kit, "ledger.lua")
  if not text or rows == nil then return end
  if type(rows) ~= "table" then
    F:raised("ledger.lua: it returns a list of rows", "ledger.lua")
    return
  end
  local outline = F:outline "ledger.lua"
  require("adjutant.ledger").problems(kit, state.cases, rows, function(i, message)
    F:at("error", "ledger.lua", outline, { i }, message)
  end)
end

local function policies(F, kit)
  local ok, message = pcall(kit.load_policies, kit)
  if not ok then F:raised(message, "policies.lua") end
end

-- Whether a scenario or a file of examples requires that file of the folder: those are run later.
local function required_later(kit, path)
  local name = path:match("^(.*)%.lua$")
  for _, below in ipairs { "scenarios", "examples" } do
    for _, file in ipairs(lua_files(kit.folder, below)) do
      local text = core.files.read(kit.folder .. "/" .. file) or ""
      for asked in text:gmatch("require%s*%(?%s*[\"']([^\"']+)[\"']") do
        if asked == name then return true end
      end
    end
  end
  return false
end

-- Files that no other one requires are read for their grammar and names alone.
local function left_over(F, kit)
  for _, path in ipairs(lua_files(kit.folder)) do
    if not kit.loader.sources[path] and path ~= "ledger.lua" and path ~= "policies.lua"
      and not required_later(kit, path) then
      local text = read(F, kit, path)
      if text then
        local ok, message = pcall(kit.loader.chunk, kit.loader, path, text)
        if not ok then F:raised(message, path)
        else
          F:add("warning", path, 1, 1, ("no file requires it: require %q"):format(path:match("^(.*)%.lua$")))
        end
      end
    end
  end
end

-- --- the whole -----------------------------------------------------------------------------------------------

--- Checks the ruleset in `folder`, which the person calls `given`.
function CheckRuleset.run(F, folder, given)
  local name = folder:match("([^/]+)/*$") or folder
  local kit, calls, whole = CheckKit.load(F, folder, name, nil, function(path) return given .. "/" .. path end)
  if not kit then return end
  local ok, message = pcall(kit.attach, kit, core.world.new())
  if not ok then F:raised(message, "ruleset.lua") whole = false end
  left_over(F, kit)
  local state = examples(F, kit)
  policies(F, kit)
  if whole then ledger(F, kit, state) end
  local words, spoken = CheckRuleset.vocabulary(kit), {}
  for _, path in ipairs(kit.loader.order) do
    CheckRuleset.twice(F, path)
    if whole then spoken[#spoken + 1] = CheckRuleset.names(F, path, kit.loader.sources[path], words) end
  end
  for _, path in ipairs(lua_files(kit.folder, "scenarios")) do
    local text = read(F, kit, path)
    if text and ok then
      require("adjutant.check_scenario").run(F, kit, path, text, whole)
      if whole then spoken[#spoken + 1] = Names.read(text) end
    end
  end
  if whole then
    CheckRuleset.uncalled(F, kit, calls, spoken)
    idle_phases(F, kit, calls)
  end
end


return CheckRuleset

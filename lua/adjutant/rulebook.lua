-- SPDX-License-Identifier: GPL-3.0-or-later
-- adjutant.rulebook -- what a game knows of its rulebook: rules and their texts, charts, the
-- ledger, everything that speaks of a word. Methods of Game; nothing here changes the World.

local Command = require "adjutant.command"
local Text = require "adjutant.text"

local Book = {}

local function line(text, role) return { text = text, role = role } end

-- --- what the sources say ----------------------------------------------------------------------

-- The lines of each source of a kit, split once: file -> list of lines.
local split = setmetatable({}, { __mode = "k" })

local function lines_of(kit, file)
  local sources = kit.loader and kit.loader.sources
  local text = file and (sources and sources[file] or kit.house_texts and kit.house_texts[file])
  if not text then return nil end
  local files = split[kit] or {}
  split[kit] = files
  if not files[file] then
    local all = {}
    for l in (text .. "\n"):gmatch("(.-)\n") do all[#all + 1] = l end
    files[file] = all
  end
  return files[file]
end

-- The comment above line `first`; a block of rules without blank lines shares the one above it.
local function comment_above(all, first)
  local doc, i = {}, first - 1
  while i >= 1 and all[i] ~= "" and not all[i]:find("^%-%-") do i = i - 1 end
  while i >= 1 do
    local comment = all[i]:match("^%-%-%-?%s?(.*)$")
    if not comment or comment:find("^%-%-") then break end
    table.insert(doc, 1, comment)
    i = i - 1
  end
  return doc
end

-- The comment that stands above a registered rule, as one text, and its source, as lines.
local function source_of(kit, entry)
  local file, at = tostring(entry.where):match("^(.-):(%d+)$")
  local all = lines_of(kit, file)
  if not all then return "", {} end
  local first, code = tonumber(at), {}
  for i = first, #all do
    code[#code + 1] = all[i]
    if all[i]:find("^end%)") or (i == first and all[i]:find("end%)%s*$")) then break end
  end
  return table.concat(comment_above(all, first), " "), code
end

local function by_id(a, b)
  if a.id ~= b.id then return Text.natural_less(a.id, b.id) end
  return a.order < b.order
end

--- Every rule in the order of the rulebook: list of { id =, name =, doc =, where = }.
function Book:rules()
  local list = {}
  for i, entry in ipairs(self.kit.register.list) do
    list[i] = { id = entry.id, name = entry.name, doc = source_of(self.kit, entry),
      where = entry.where, order = i }
  end
  table.sort(list, by_id)
  return list
end

local SAYING = "%f[%w_]([nr][oe]%a+_?i?f?)%s*%(%s*\"([^\"\n]+)\"%s*,"

-- What rules say when they are used: list of { id =, text = }, from the notes and refusals.
local function sayings(kit)
  local list = {}
  for file, text in pairs(kit.loader and kit.loader.sources or {}) do
    if not file:find("/") then
      for word, id, at in text:gmatch(SAYING .. "()") do
        local said = (word == "note" or word == "refuse" or word == "refuse_if")
          and text:sub(at, at + 240):match("^[^\n]-\"([^\"\n]* [^\"\n]*)\"")
        if said then list[#list + 1] = { id = id, text = said } end
      end
    end
  end
  table.sort(list, function(a, b)
    if a.id ~= b.id then return Text.natural_less(a.id, b.id) end
    return a.text < b.text
  end)
  return list
end

-- "{unit} is disrupted" -> "UNIT is disrupted"
local function readable(template)
  return (template:gsub("{([%w_.]+):[^|}]*|([^}]*)}", "%2"):gsub("{([%w_.]+)}", function(path)
    return path:match("[^.]+$"):upper():gsub("_", " ")
  end))
end

-- --- the ledger --------------------------------------------------------------------------------

--- The rows of the ruleset's ledger.lua as it lies on the disk; empty when there is none.
function Book:ledger_rows()
  if self.ledger_kept then return self.ledger_kept end
  self.ledger_kept = {}
  local path = self.kit.folder and self.kit.folder .. "/ledger.lua"
  local text = path and core.files.is_file(path) and core.files.read(path, 1024 * 1024)
  if text then
    local ok, rows = self:limited(function()
      local f = core.sandbox.load(text, "@ledger.lua", core.sandbox.environment({}))
      return f and f()
    end)
    if ok and type(rows) == "table" then
      for _, row in ipairs(rows) do
        if type(row) == "table" and type(row.id) == "string" then table.insert(self.ledger_kept, row) end
      end
    end
  end
  return self.ledger_kept
end

-- What a name in a ledger stands for, as a person looks it up.
local function reference(kit, name)
  local entry = kit.register.by_name[name]
  if entry then return ("%s (rule %s)"):format(name, entry.id) end
  local chart = rawget(kit.charts, name)
  if chart then return ("chart %s (%s)"):format(name, chart.rule or "-") end
  if kit.commands[name] then return "command " .. name end
  if kit.options[name] then return "option " .. name end
  for _, p in ipairs(kit.sequence and kit.sequence.phases or {}) do
    if p.id == name then return "phase " .. p.name end
  end
  return name
end

-- A row of the ledger in words.
local function row_text(kit, row)
  if row.by and #row.by > 0 then
    local names = {}
    for i, name in ipairs(row.by) do names[i] = reference(kit, name) end
    return "see " .. Text.list(names) .. (row.why and "; " .. row.why or "")
  end
  if row.kind == "mechanical" then
    return row.why and "not in the program: " .. row.why or "not yet in the program"
  end
  local why = row.why and ": " .. row.why or ""
  return (row.kind == "definition" and "explains terms" or "nothing to play") .. why
end

-- --- a rule ------------------------------------------------------------------------------------

local function id_matches(id, wanted)
  return id == wanted or id:sub(1, #wanted + 1) == wanted .. "."
    or #wanted < #id and id:find("^" .. wanted:gsub("%W", "%%%0") .. "%l") ~= nil
    or id:sub(1, #wanted + 1) == wanted .. " "
end

local function no_rule(self, key)
  local ids, names = {}, {}
  local chapter = key:match("^%d+")
  local function take(id)
    if chapter and id:match("^%d+") == chapter and ids[#ids] ~= id then ids[#ids + 1] = id end
  end
  for _, entry in ipairs(self:rules()) do
    take(entry.id)
    names[#names + 1] = entry.name
  end
  for _, row in ipairs(self:ledger_rows()) do take(row.id) end
  if #ids > 0 then
    table.sort(ids, Text.natural_less)
    return ("there is no rule %s; chapter %s has %s to %s"):format(key, chapter, ids[1], ids[#ids])
  elseif chapter then
    return ("there is no rule %s; `rule` lists them"):format(key)
  end
  return ("there is no rule %s%s"):format(Text.cite(key), Text.did_you_mean(key, names))
end

-- What house rules make of a rule.
local function add_house(kit, entry, want_source, lines)
  if not entry or not kit.houses then return end
  for _, l in ipairs(require("adjutant.house_text").under_rule(kit, entry)) do
    lines[#lines + 1] = l
    local code = want_source and l.where ~= entry.where and require("adjutant.house_source").lines(kit, l.where)
    for _, text in ipairs(code or {}) do lines[#lines + 1] = line("    " .. text, "dim") end
  end
end

local function add_rules(self, key, want_source, lines)
  for _, r in ipairs(self:rules()) do
    if r.name == key or id_matches(r.id, key) then
      local entry = self.kit.register.by_name[r.name]
      lines[#lines + 1] = line(("%s  %s%s"):format(r.id, r.name, want_source
        and ("   (%s)"):format(r.where or "?") or ""), "title")
      if r.doc ~= "" then lines[#lines + 1] = line("    " .. r.doc) end
      local _, code = source_of(self.kit, entry or r)
      for _, l in ipairs(want_source and code or {}) do lines[#lines + 1] = line("    " .. l, "dim") end
      add_house(self.kit, entry, want_source, lines)
    end
  end
  return #lines > 0
end

-- Charts, commands and options that belong to the rule.
local function add_belongings(self, key, lines)
  local kit = self.kit
  local function by_house(what, name)
    if not kit.houses then return end
    for _, l in ipairs(require("adjutant.house_text").under(kit, what, name)) do lines[#lines + 1] = l end
  end
  for _, c in ipairs(self:charts()) do
    if id_matches(c.rule, key) then
      lines[#lines + 1] = line(("%s  chart %s: %s"):format(c.rule, c.name, c.title), "title")
      by_house("chart", c.name)
    end
  end
  for _, list in ipairs { kit.command_list, kit.inquiry_list } do
    for _, c in ipairs(list) do
      if c.rule and not c.internal and id_matches(c.rule, key) then
        lines[#lines + 1] = line(("%s  command %s"):format(c.rule, Command.usage(c)), "title")
        by_house(c.look and "inquiry" or "command", c.name)
      end
    end
  end
  local names = {}
  for name, o in pairs(kit.options) do
    if o.rule and id_matches(o.rule, key) then names[#names + 1] = name end
  end
  table.sort(names)
  for _, name in ipairs(names) do
    lines[#lines + 1] = line(("%s  option %s, now %s: %s"):format(kit.options[name].rule, name,
      Text.show(kit.option_values[name]), kit.options[name].help or ""))
    by_house("option", name)
  end
end

--- A rule by id or name: what it says, and the charts, commands and options under it; the Lua
--- it is made of when `want_source`. lines | nil, message.
function Book:rule(key, want_source)
  local lines = {}
  local has_rules = add_rules(self, key, want_source, lines)
  add_belongings(self, key, lines)
  for _, row in ipairs(self:ledger_rows()) do
    if row.id == key and (#lines == 0 or not has_rules) then
      table.insert(lines, 1, line(("%s  %s"):format(row.id, row_text(self.kit, row))))
    end
  end
  if #lines == 0 then
    for _, s in ipairs(sayings(self.kit)) do
      if s.id == key then lines[#lines + 1] = line(("%s  says: %s"):format(s.id, readable(s.text))) end
    end
  end
  if #lines == 0 then return nil, no_rule(self, key) end
  if has_rules and not want_source then
    lines[#lines + 1] = line(("`rule %s source` shows how it is programmed"):format(key), "dim")
  end
  return lines
end

-- --- charts ------------------------------------------------------------------------------------

--- Every chart: list of { name =, rule =, title = } in order of rule.
function Book:charts()
  local list = {}
  for name, chart in pairs(self.kit.charts) do
    list[#list + 1] = { name = name, rule = tostring(chart.rule or ""), title = chart.title or name }
  end
  table.sort(list, function(a, b)
    if a.rule ~= b.rule then return Text.natural_less(a.rule, b.rule) end
    return a.name < b.name
  end)
  return list
end

local function chart_lines(self, name)
  local lines = {}
  for _, text in ipairs(require("adjutant.charts").lines(self.kit.charts[name])) do
    lines[#lines + 1] = type(text) == "table" and text or line(text)
  end
  if self.kit.houses then
    local house = require("adjutant.house_text").under_chart(self.kit, name)
    table.move(house, 1, #house, #lines + 1, lines)
  end
  return lines
end

--- A chart by name or rule id, as the page shows it.
function Book:chart(key)
  local lines = {}
  for _, c in ipairs(self:charts()) do
    if c.name == key or c.rule == key then
      for _, l in ipairs(chart_lines(self, c.name)) do lines[#lines + 1] = l end
    end
  end
  if #lines == 0 then
    local names = {}
    for i, c in ipairs(self:charts()) do names[i] = c.name end
    return nil, ("there is no chart %s%s; `chart` lists them"):format(key,
      Text.did_you_mean(key, names))
  end
  return lines
end

-- --- everything that speaks of a word ------------------------------------------------------------

local function add_map(board, add)
  if not board or not board.areas then return end
  local Draw = require "adjutant.draw"
  for _, area in ipairs(board.areas) do
    local words = Draw.words_of(board, area)
    if words ~= "" then add("map", area.name, words) end
  end
end

local function add_fields(kit, add)
  for _, t in ipairs(kit.types) do
    for _, f in ipairs(t.fields) do
      if f.help then add("field", f.name, ("of a %s: %s"):format(t.name, f.help)) end
    end
  end
end

--- All that `apropos` looks through: list of { kind =, name =, text = }.
function Book:index()
  local list, known = {}, {}
  local function add(kind, name, text)
    list[#list + 1] = { kind = kind, name = tostring(name), text = tostring(text or "") }
  end
  for _, r in ipairs(self:rules()) do
    known[r.id] = true
    add("rule", r.id, r.doc ~= "" and r.name .. ": " .. r.doc or r.name)
  end
  for _, row in ipairs(self:ledger_rows()) do
    if not known[row.id] then add("rule", row.id, row_text(self.kit, row)) end
  end
  for _, s in ipairs(sayings(self.kit)) do add("says", s.id, readable(s.text)) end
  for _, c in ipairs(self:charts()) do
    add("chart", c.rule ~= "" and c.rule or c.name, c.title)
    for i, l in ipairs(chart_lines(self, c.name)) do
      if i > 1 then add("chart", c.rule ~= "" and c.rule or c.name, (l.text:gsub("^%s+", ""))) end
    end
  end
  local names = Text.sorted_keys(self.kit.options)
  for _, name in ipairs(names) do
    local o = self.kit.options[name]
    add("option", name, ("%s (now %s)"):format(o.help or "", Text.show(self.kit.option_values[name])))
  end
  add_fields(self.kit, add)
  add_map(self.board, add)
  return list
end

--- Adds all this to Game.
function Book.install(Game)
  for name, f in pairs(Book) do
    if name ~= "install" then Game[name] = f end
  end
end

return Book

-- SPDX-License-Identifier: GPL-3.0-or-later
-- adjutant.house_text -- the rules in force, and what house rules change, as lines and as data for
-- JSON.

local Text = require "adjutant.text"

local HouseText = {}

local MOST = 34                 -- columns of a key, and of what it was, before the rest moves right

local function line(text, role) return { text = text, role = role } end

local width, pad, right = Text.width, Text.pad, Text.pad_left

-- --- changes -----------------------------------------------------------------------------------------

-- What a change does, in words; its places are told at the end of the line.
local function effect(c)
  if c.what == "rule" then
    if c.before == "-" then return "new" end
    return c.after == "-" and "gone" or "instead of " .. c.before
  elseif c.before == "-" then
    return c.after == "new" and "new" or "new: " .. c.after
  elseif c.after == "-" then
    return "gone; it was " .. c.before
  elseif c.before == c.after then
    return "changed: " .. c.after
  end
  return c.before .. " -> " .. c.after
end

local function is_number(text) return text:find("^[+-]?%d+$") ~= nil end

-- Whether a change is of a cell from one number to another.
local function of_numbers(c) return c.what == "cell" and is_number(c.before) and is_number(c.after) end

-- Numbers are right-aligned over all cells of a chart, as on its page.
local function cell_widths(list)
  local widths = {}
  for _, c in ipairs(list) do
    if of_numbers(c) then
      local chart = c.key:match("^(.-)%[")
      local w = widths[chart] or { 0, 0 }
      w[1], w[2] = math.max(w[1], width(c.before)), math.max(w[2], width(c.after))
      widths[chart] = w
    end
  end
  return widths
end

local function rows_of(list)
  local widths, rows = cell_widths(list), {}
  for i, c in ipairs(list) do
    local text = effect(c)
    local w = of_numbers(c) and widths[c.key:match("^(.-)%[")]
    if w then text = ("%s -> %s"):format(right(c.before, w[1]), right(c.after, w[2])) end
    rows[i] = { c.what, c.key, text, c.where or "" }
  end
  return rows
end

--- Changes as aligned lines: what, key, before -> after, where it is written. A long key has a line of
--- its own, unless each change must be one line (flat).
function HouseText.changes(list, indent, flat)
  local rows, widths, lines = rows_of(list), { 0, 0, 0 }, {}
  for _, row in ipairs(rows) do
    for k = 1, 3 do
      local w = width(row[k])
      if w <= MOST then widths[k] = math.max(widths[k], w) end
    end
  end
  for _, row in ipairs(rows) do
    local head = indent .. pad(row[1], widths[1]) .. "  "
    local tail = row[4] ~= "" and pad(row[3], widths[3]) .. "  " or row[3]
    if width(row[2]) > widths[2] and not flat then
      lines[#lines + 1] = { { text = head, role = "dim" }, { text = row[2], role = "rule" } }
      head, row[2] = (" "):rep(width(head)), ""
    end
    lines[#lines + 1] = { { text = head, role = "dim" }, { text = pad(row[2], widths[2]) .. "  ", role = "rule" },
      tail, { text = row[4], role = "dim" } }
  end
  return lines
end

local function title_of(h)
  return ("%s%s  (%s)"):format(h.name, h.title and ": " .. h.title or "", h.path)
end

--- What differs, as lines: house rule by house rule, then what comes from elsewhere; and what two of
--- them change both. houses: kit.houses of the kit that has the differences.
function HouseText.diff(list, houses, conflicts)
  local lines, by_house, rest = {}, {}, {}
  for _, c in ipairs(list) do
    local to = rest
    if c.house then
      by_house[c.house] = by_house[c.house] or {}
      to = by_house[c.house]
    end
    to[#to + 1] = c
  end
  local function put(changes)
    for _, l in ipairs(HouseText.changes(changes, "  ")) do lines[#lines + 1] = l end
  end
  for _, h in ipairs(houses or {}) do
    if by_house[h.name] then
      lines[#lines + 1] = line(title_of(h), "title")
      if h.note then lines[#lines + 1] = line("  " .. h.note) end
      put(by_house[h.name])
    end
  end
  if #rest > 0 then
    if #lines > 0 then lines[#lines + 1] = line("besides", "title") end
    put(rest)
  end
  for _, text in ipairs(conflicts or {}) do lines[#lines + 1] = line(text, "bad") end
  if #lines == 0 then lines[1] = line("nothing is changed", "dim") end
  return lines
end

-- --- the rules in force ----------------------------------------------------------------------------------

local function unusual(kit)
  local parts, names = {}, {}
  for name in pairs(kit.options) do names[#names + 1] = name end
  table.sort(names)
  for _, name in ipairs(names) do
    local value, fixed = kit.option_values[name], kit.fixed_options and kit.fixed_options[name]
    if value ~= kit.options[name].default then
      parts[#parts + 1] = ("%s %s%s"):format(name, Text.show(value), fixed and " (" .. fixed.by .. ")" or "")
    end
  end
  return parts
end

--- The rules that a kit plays by: its ruleset, its edition, its house rules in their order.
function HouseText.in_force(kit, ruleset)
  local lines = { line(kit.title or kit.name, "title"),
    line(("  ruleset %s, %s%s"):format(ruleset or "?", kit.edition, kit.source and ", after " .. kit.source or "")) }
  local options = unusual(kit)
  if #options > 0 then lines[#lines + 1] = line("  options: " .. table.concat(options, ", ")) end
  local houses = kit.houses or {}
  if #houses == 0 then
    lines[#lines + 1] = line("  no house rules", "dim")
    return lines
  end
  lines[#lines + 1] = line(#houses == 1 and "house rule" or "house rules, the later over the earlier", "title")
  for i, h in ipairs(houses) do
    lines[#lines + 1] = { { text = ("  %d  "):format(i), role = "dim" }, title_of(h),
      { text = "  " .. Text.count(#h.changes, "change"), role = "dim" } }
    if h.note then lines[#lines + 1] = line("     " .. h.note) end
  end
  for _, text in ipairs(kit.house_conflicts or {}) do lines[#lines + 1] = line("  " .. text, "bad") end
  lines[#lines + 1] = line("`rules diff` shows what they change", "dim")
  return lines
end

-- --- what changed a rule or a chart ------------------------------------------------------------------------

--- The changes of house rules for which test(change) holds: list of { house, change }.
local function touching(houses, test)
  local list = {}
  for _, h in ipairs(houses or {}) do
    for _, c in ipairs(h.changes) do
      if test(c) then list[#list + 1] = { h.name, c } end
    end
  end
  return list
end

local function chart_of(c)
  return c.what == "cell" and c.key:match("^(.-)%[") or c.what == "chart" and c.key or nil
end

--- What house rules changed in a chart, as lines under it.
function HouseText.under_chart(kit, name)
  local lines = {}
  for _, pair in ipairs(touching(kit.houses, function(c) return chart_of(c) == name end)) do
    local c = pair[2]
    local cell = c.what == "cell" and c.key:sub(#name + 1)
    local was = c.before ~= "-" and " was " .. c.before or " is new"
    lines[#lines + 1] = line(("  * %s: %s (%s)"):format(pair[1], cell and cell .. was
      or c.before == "-" and "a new chart" or "another chart for " .. c.before, c.where), "bad")
  end
  return lines
end

--- What house rules changed in a chart, as plain data.
function HouseText.chart_data(kit, name)
  local list = core.json.array {}
  for i, pair in ipairs(touching(kit.houses, function(c) return chart_of(c) == name end)) do
    local c = pair[2]
    list[i] = { house = pair[1], what = c.what, key = c.key, before = c.before, after = c.after, where = c.where }
  end
  return list
end

--- Which house rules changed a chart, a command or an option, as lines under it, one for each.
function HouseText.under(kit, what, name)
  local lines, seen = {}, {}
  for _, pair in ipairs(touching(kit.houses, function(c)
    return (what == "chart" and chart_of(c) or c.what == what and c.key) == name
  end)) do
    if not seen[pair[1]] then
      seen[pair[1]] = true
      lines[#lines + 1] = line(("    %s %s (%s)"):format(pair[2].before == "-" and pair[2].what == what and "of"
        or "changed by", pair[1], pair[2].where), "bad")
    end
  end
  return lines
end

--- What house rules changed in a rule, the ruleset's or one of theirs, as lines under it.
function HouseText.under_rule(kit, entry)
  local lines = {}
  for _, pair in ipairs(touching(kit.houses, function(c)
    return c.what == "rule" and c.key == entry.id .. " " .. entry.name
  end)) do
    local c = pair[2]
    lines[#lines + 1] = { text = ("    %s %s (%s)"):format(c.before == "-" and "of" or "changed by", pair[1],
      c.where), role = "bad", where = c.where }
  end
  return lines
end

-- The rule id that a change has to do with, and what it is called: "14.6", "chart morale_die".
local function subject(kit, c)
  local chart = chart_of(c)
  if chart then
    local there = rawget(kit.charts, chart)
    return there and there.rule, "chart " .. chart
  elseif c.what == "rule" then
    return c.key:match("^(.*) (%S+)$")
  elseif c.what == "option" then
    return kit.options[c.key] and kit.options[c.key].rule, "option " .. c.key
  end
  return nil
end

local function has_word(text, word)
  local at = 1
  while true do
    local start, stop = text:find(word, at, true)
    if not start then return false end
    if not (start > 1 and text:find("^[%w.]", start - 1)) and not text:find("^%.?%w", stop + 1) then return true end
    at = stop + 1
  end
end

--- Which house rules stand behind lines that tell how a result came about: lines that name each rule,
--- chart and option of theirs whose number occurs.
function HouseText.behind(kit, houses, told)
  local text, lines, seen = {}, {}, {}
  for i, l in ipairs(told) do text[i] = l.text end
  text = table.concat(text, "\n")
  for _, pair in ipairs(touching(houses, function(c) return subject(kit, c) ~= nil end)) do
    local id, name = subject(kit, pair[2])
    local row = pair[2].what == "cell" and kit.charts[chart_of(pair[2])]
    local part = row and pair[2].key:match("%[(.*)%]$")
    local is_row = row and require("adjutant.charts").inside[row].kind == "modifiers"
    local said = id .. " " .. name .. ": " .. pair[1]
    if not seen[said] and has_word(text, id) and (not is_row or text:find(part, 1, true)) then
      seen[said] = true
      lines[#lines + 1] = line(("%-6s %s is changed by %s (%s)"):format(id, name, pair[1], pair[2].where), "bad")
    end
  end
  return lines
end

-- --- for JSON -----------------------------------------------------------------------------------------------

--- A stack of house rules as plain data.
function HouseText.houses_data(kit)
  local list = core.json.array {}
  for i, h in ipairs(kit.houses or {}) do
    list[i] = { name = h.name, title = h.title, note = h.note, path = h.path, sha256 = h.sha256 }
  end
  return list
end

--- Differences as plain data.
function HouseText.diff_data(list, kit, ruleset)
  local changes, conflicts = core.json.array {}, core.json.array {}
  for i, c in ipairs(list) do
    changes[i] = { what = c.what, key = c.key, before = c.before, after = c.after, where = c.where,
      house = c.house }
  end
  for i, text in ipairs(kit.house_conflicts or {}) do conflicts[i] = text end
  return { ruleset = ruleset, edition = kit.edition, houses = HouseText.houses_data(kit),
    changes = changes, conflicts = conflicts }
end

return HouseText

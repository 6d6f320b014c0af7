-- SPDX-License-Identifier: GPL-3.0-or-later
-- adjutant.odds_files -- odds for other programs: CSV and JSON.

local OddsText = require "adjutant.odds_text"
local Result = require "adjutant.odds_result"

local Files = {}

-- --- CSV -------------------------------------------------------------------------------------

local function cell(value)
  local text = tostring(value)
  if text:find('[,"\r\n]') then return '"' .. text:gsub('"', '""') .. '"' end
  return text
end

local function csv_line(...)
  local cells = table.pack(...)
  for i = 1, cells.n do cells[i] = cell(cells[i]) end
  return table.concat(cells, ",", 1, cells.n)
end

local function decimal(weight) return ("%.9f"):format(weight:number()) end

--- One line for each value of each name: name, value, its chance as an exact fraction and in
--- decimals, and for numbers the chance of at least that. Sampled odds have the ends of their 95 %
--- interval too. options.by: the name that splits the others, in two columns of its own.
function Files.csv(found, options)
  local data = Result.data(found)
  local by = options and options.by
  local lines = {}
  local function add(...) lines[#lines + 1] = csv_line(...) end
  local function rows_of(part, before)
    for _, name in ipairs(Result.shown(part)) do
      if name ~= by then
        local rows, rest = Result.rows(part, name)
        local more = OddsText.at_least(rows)
        if rest:num() ~= "0" then rows[#rows + 1] = { value = "-", weight = rest } end
        for i, row in ipairs(rows) do
          local cells = table.move(before, 1, #before, 1, {})
          table.move({ name, row.value, tostring(row.weight), decimal(row.weight),
            more and more[i] and decimal(more[i].weight) or "" }, 1, 5, #cells + 1, cells)
          if not part.exact then
            local low, high = OddsText.interval(row.weight, part.samples)
            cells[#cells + 1], cells[#cells + 2] = ("%.9f"):format(low), ("%.9f"):format(high)
          end
          add(table.unpack(cells))
        end
      end
    end
  end
  local heads = { "name", "value", "fraction", "chance", "at_least" }
  if by then heads = { by, "chance of it", table.unpack(heads) } end
  if not data.exact then heads[#heads + 1], heads[#heads + 2] = "low", "high" end
  add(table.unpack(heads))
  if by then
    for _, row in ipairs(Result.rows(data, by)) do
      local before, n = { row.value, decimal(row.weight) }, #lines
      rows_of(Result.data(Result.given(found, by, row.value)), before)
      if #lines == n then add(table.unpack(table.move({ "", "", "", "", "", "", "" }, 1, #heads - 2, 3, before))) end
    end
  else
    rows_of(data, {})
  end
  return table.concat(lines, "\n") .. "\n"
end

-- --- JSON ------------------------------------------------------------------------------------

local function share(weight, data)
  local entry = { fraction = tostring(weight), chance = weight:number() }
  if not data.exact then entry.low, entry.high = OddsText.interval(weight, data.samples) end
  return entry
end

local function table_of(data, name)
  local rows, rest = Result.rows(data, name)
  local mean = Result.mean_of(rows)
  for i, row in ipairs(rows) do
    rows[i] = share(row.weight, data)
    rows[i].value = row.value
  end
  return { name = name, rows = core.json.array(rows), mean = mean and tostring(mean) or nil,
    not_reached = rest:num() ~= "0" and share(rest, data) or nil }
end

--- Odds as a table that core.json can write: numbers, texts and lists.
function Files.plain(found, options)
  local data = Result.data(found)
  local tables, outcomes, conditions = {}, {}, {}
  for i, name in ipairs(Result.names(data)) do tables[i] = table_of(data, name) end
  for i, o in ipairs(data.outcomes) do
    local reports = {}
    for name, text in pairs(o.reports) do reports[name] = text end
    outcomes[i] = share(o.weight, data)
    outcomes[i].reports, outcomes[i].key = reports, o.key
    outcomes[i].value = o.value and tostring(o.value)
  end
  for i, text in ipairs(data.conditions) do conditions[i] = text end
  local plain = { title = data.title, exact = data.exact, branches = data.branches,
    unmerged = data.unmerged, samples = data.samples, best = data.best and tostring(data.best),
    given = core.json.array(conditions), tables = core.json.array(tables),
    outcomes = core.json.array(outcomes) }
  local by = options and options.by
  if by then
    plain.by, plain.groups = by, {}
    for i, row in ipairs(Result.rows(data, by)) do
      local group = Files.plain(Result.given(found, by, row.value))
      group.value, group.fraction, group.chance = row.value, tostring(row.weight), row.weight:number()
      plain.groups[i] = group
    end
    core.json.array(plain.groups)
  end
  return plain
end

--- Odds as JSON text.
function Files.json(found, options)
  return core.json.encode(Files.plain(found, options))
end

return Files

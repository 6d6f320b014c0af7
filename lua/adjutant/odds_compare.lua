-- SPDX-License-Identifier: GPL-3.0-or-later
-- adjutant.odds_compare -- two odds, outcome by outcome.

local OddsText = require "adjutant.odds_text"
local Result = require "adjutant.odds_result"
local Text = require "adjutant.text"

local Compare = {}

local fail = Result.fail
local ZERO = core.ratio.new(0)
local BAR = 20

local made = setmetatable({}, { __mode = "k" })

--- Whether a value is a comparison.
function Compare.is(value) return made[value] ~= nil end

-- --- what differs ----------------------------------------------------------------------------

-- `which`: Result.shown for those that a table shows.
local function names_of(a, b, which)
  local names, seen = {}, {}
  for _, data in ipairs { a, b } do
    for _, name in ipairs((which or Result.names)(data)) do
      if not seen[name] then
        seen[name] = true
        names[#names + 1] = name
      end
    end
  end
  return names
end

--- The rows of one name: list of { value, a = weight, b = weight, difference = b - a, number }.
local function rows_of(pair, name)
  local by_value, both = {}, {}
  for i, data in ipairs { pair.a, pair.b } do
    local rows, rest = Result.rows(data, name)
    if rest:num() ~= "0" then rows[#rows + 1] = { value = "-", weight = rest } end
    for _, row in ipairs(rows) do
      local entry = by_value[row.value]
      if not entry then
        entry = { value = row.value, ZERO, ZERO, number = row.number }
        by_value[row.value] = entry
        both[#both + 1] = entry
      end
      entry[i] = row.weight
    end
  end
  local before = Result.ordering(pair.a.known[name] or pair.b.known[name])
  table.sort(both, function(x, y) return before(x.value, y.value) end)
  for i, e in ipairs(both) do
    both[i] = { value = e.value, a = e[1], b = e[2], difference = e[2] - e[1], number = e.number }
  end
  return both
end

--- Which of the two is at least as likely to give n or more, for every n: 1, 2, 0 when they are
--- alike, nil when it is neither. Numbers only, and reached by every branch.
local function dominance(rows)
  local first, second, a, b = true, true, ZERO, ZERO
  for i = #rows, 1, -1 do
    if not rows[i].number then return nil, true end
    a, b = a + rows[i].a, b + rows[i].b
    if a < b then first = false end
    if b < a then second = false end
  end
  if first and second then return 0 end
  return first and 1 or second and 2 or nil
end

local function mean_of(data, name)
  local rows = Result.rows(data, name)
  return #rows > 0 and Result.mean_of(rows) or nil
end

-- --- as an object ----------------------------------------------------------------------------

local Methods = {}

local function meant(self, name, method)
  local pair = made[self] or fail(("compare:%s: call it with a colon"):format(method))
  local names = names_of(pair.a, pair.b)
  if name == nil then
    if names[1] == "value" or names[1] == "key" or #names == 1 then return names[1], pair end
    fail(("compare:%s: say of which: %s"):format(method, Text.list(names, "or")))
  end
  for _, known in ipairs(names) do if known == name then return name, pair end end
  fail(("compare:%s: nothing is called %s%s"):format(method, Text.cite(Text.show(name)),
    Text.did_you_mean(Text.show(name), names)))
end

--- Every value of `name`: list of { value, a, b, difference }, the difference exactly b - a.
function Methods.rows(self, name)
  local pair
  name, pair = meant(self, name, "rows")
  local list = {}
  for i, row in ipairs(rows_of(pair, name)) do
    list[i] = core.sandbox.freeze { value = row.value, a = row.a, b = row.b, difference = row.difference }
  end
  return core.sandbox.freeze(list)
end

--- By how much the chance of x changes, exactly: that of the second less that of the first.
function Methods.difference(self, x, name)
  local pair
  name, pair = meant(self, name, "difference")
  x = Text.show(x)
  for _, row in ipairs(rows_of(pair, name)) do if row.value == x then return row.difference end end
  return ZERO
end

--- The mean of the second less that of the first, exactly; nil for texts.
function Methods.mean_difference(self, name)
  local pair
  name, pair = meant(self, name, "mean_difference")
  local a, b = mean_of(pair.a, name), mean_of(pair.b, name)
  return a and b and b - a or nil
end

--- "first" or "second": the one that is at least as likely to give n or more, whatever n is;
--- "equal" when they are alike; nil when it is neither.
function Methods.dominance(self, name)
  local pair
  name, pair = meant(self, name, "dominance")
  local which = dominance(rows_of(pair, name))
  return which == 0 and "equal" or which == 1 and "first" or which == 2 and "second" or nil
end

--- The comparison as text.
function Methods.table(self, name)
  if name ~= nil then meant(self, name, "table") end
  return OddsText.joined(Compare.lines(self, { name = name }))
end

--- The comparison as a picture with two bars for each value: SVG.
function Methods.svg(self, name)
  local pair = made[self] or fail("compare:svg: call it with a colon")
  if name ~= nil then meant(self, name, "svg") end
  local panels = {}
  for i, n in ipairs(name and { name } or names_of(pair.a, pair.b, Result.shown)) do
    local rows = {}
    for k, row in ipairs(rows_of(pair, n)) do
      rows[k] = { label = row.value, shares = { row.a:number(), row.b:number() } }
    end
    local a, b = mean_of(pair.a, n), mean_of(pair.b, n)
    panels[i] = { heading = n, rows = rows, note = a and b and #rows > 1
      and ("mean %.3f and %.3f"):format(a:number(), b:number()) or nil }
  end
  return require("adjutant.odds_svg").picture(pair.title, nil, panels, Compare.foot(pair),
    { pair.first, pair.second })
end

--- The comparison as CSV: name, value, both chances and their difference, exactly and in decimals.
function Methods.csv(self)
  local pair = made[self] or fail("compare:csv: call it with a colon")
  local lines = { "name,value,first,second,difference,first_chance,second_chance" }
  local function cell(text)
    return text:find('[,"\n]') and '"' .. text:gsub('"', '""') .. '"' or text
  end
  for _, name in ipairs(names_of(pair.a, pair.b)) do
    for _, row in ipairs(rows_of(pair, name)) do
      lines[#lines + 1] = ("%s,%s,%s,%s,%s,%.9f,%.9f"):format(cell(name), cell(row.value),
        tostring(row.a), tostring(row.b), tostring(row.difference), row.a:number(), row.b:number())
    end
  end
  return table.concat(lines, "\n") .. "\n"
end

--- The comparison as a table that core.json can write.
function Compare.plain(self)
  local pair = made[self]
  local tables = {}
  for i, name in ipairs(names_of(pair.a, pair.b)) do
    local rows = rows_of(pair, name)
    local a, b = mean_of(pair.a, name), mean_of(pair.b, name)
    local which = dominance(rows)
    for k, row in ipairs(rows) do
      rows[k] = { value = row.value, first = tostring(row.a), second = tostring(row.b),
        difference = tostring(row.difference), points = 100 * row.difference:number() }
    end
    tables[i] = { name = name, rows = core.json.array(rows), first_mean = a and tostring(a),
      second_mean = b and tostring(b), dominance = which == 1 and "first" or which == 2 and "second"
      or which == 0 and "equal" or nil }
  end
  return { first = pair.first, second = pair.second, exact = pair.a.exact and pair.b.exact,
    tables = core.json.array(tables) }
end

--- The comparison as JSON.
function Methods.json(self) return core.json.encode(Compare.plain(self)) end

local function method_named(_, key)
  local method = Methods[key]
  if method then return method end
  fail(("a comparison has no %s%s"):format(tostring(key),
    Text.did_you_mean(tostring(key), Compare.methods())))
end

--- The names of all methods, for those who complete.
function Compare.methods()
  return Text.sorted_keys(Methods)
end

--- Compares two odds. titles: first, second, title.
function Compare.new(a, b, titles)
  titles = titles or {}
  local pair = { a = Result.data(a), b = Result.data(b), title = titles.title }
  pair.first = titles.first or pair.a.title or "first"
  pair.second = titles.second or pair.b.title or "second"
  if pair.first == pair.second then
    pair.title = pair.title or pair.first
    pair.first, pair.second = "first", "second"
  end
  local o = setmetatable({}, { __index = method_named, __metatable = false, __name = "comparison",
    __newindex = function(_, key)
      fail(("a comparison is read-only: cannot set `%s`"):format(tostring(key)))
    end,
    __tostring = function(self) return OddsText.joined(Compare.lines(self)) end })
  made[o] = pair
  Text.lines_of[o] = Compare.lines
  return o
end

-- --- as text ---------------------------------------------------------------------------------

local function line(text, role) return { text = (text:gsub("%s+$", "")), role = role } end

--- How both were worked out, in one line.
function Compare.foot(pair)
  local function one(data)
    return data.exact and ("exact, " .. Text.count(data.branches, "branch", "branches"))
      or ("sampled %d times"):format(data.samples)
  end
  local a, b = one(pair.a), one(pair.b)
  return a == b and "both " .. a or ("first %s; second %s"):format(a, b)
end

local function signed(points)
  local text = ("%+.2f"):format(points)
  return text:find("^[+-]0%.00$") and "0.00" or text
end

local function add_rows(lines, rows)
  local width = 6
  for _, row in ipairs(rows) do width = math.max(width, math.min(#row.value, 60)) end
  local pad = Text.pad
  for _, row in ipairs(rows) do
    lines[#lines + 1] = line(("  %s  %9s           %s"):format(pad(row.value, width), row.a:percent(2),
      OddsText.bar(row.a, BAR)))
    lines[#lines + 1] = line(("  %s  %9s  %7s  %s"):format(pad("", width), row.b:percent(2),
      signed(100 * row.difference:number()), (OddsText.bar(row.b, BAR):gsub("#", "="))))
  end
end

local DOMINANCE = { [0] = "alike", "the first is at least as high, whatever is wanted",
  "the second is at least as high, whatever is wanted" }

local function add_means(lines, pair, name, rows)
  if #rows < 2 then return end
  local a, b = mean_of(pair.a, name), mean_of(pair.b, name)
  if not (a and b) then return end
  lines[#lines + 1] = line(("  mean %.3f and %.3f (%s)"):format(a:number(), b:number(),
    ("%+.3f"):format((b - a):number())), "dim")
  local which, of_texts = dominance(rows)
  if not of_texts then
    lines[#lines + 1] = line("  " .. (DOMINANCE[which or false]
      or "neither is the higher for every number wanted"), "dim")
  end
end

--- The comparison as lines: for each value the chance in the first (#) and in the second (=), and
--- the difference in percent points. options: name.
function Compare.lines(self, options)
  local pair = made[self]
  local lines = { line(pair.title or "", "title"), line("#  " .. pair.first, "title"),
    line("=  " .. pair.second, "title") }
  if not pair.title then table.remove(lines, 1) end
  for _, text in ipairs(pair.a.conditions) do lines[#lines + 1] = line("#  " .. text, "dim") end
  for _, text in ipairs(pair.b.conditions) do lines[#lines + 1] = line("=  " .. text, "dim") end
  local name = options and options.name
  for _, n in ipairs(name and { name } or names_of(pair.a, pair.b, Result.shown)) do
    local rows = rows_of(pair, n)
    lines[#lines + 1] = line(n, "title")
    add_rows(lines, rows)
    add_means(lines, pair, n, rows)
  end
  if pair.a.best and pair.b.best then
    lines[#lines + 1] = line(("value of best play: %s and %s"):format(tostring(pair.a.best),
      tostring(pair.b.best)), "title")
  end
  lines[#lines + 1] = line(Compare.foot(pair), "dim")
  return lines
end

return Compare

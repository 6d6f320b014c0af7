-- SPDX-License-Identifier: GPL-3.0-or-later
-- adjutant.odds_text -- odds as lines of text, with a bar for every chance.

local Intervals = require "adjutant.intervals"
local Result = require "adjutant.odds_result"
local Text = require "adjutant.text"

local OddsText = {}

local BAR, MOST_ROWS, WIDEST = 30, 60, 60

local function line(text, role) return { text = text, role = role } end

--- The 95 % interval of a share of n samples (Wilson): two numbers from 0 to 1.
function OddsText.interval(weight, n)
  return Intervals.share(weight:number(), n)
end

local function interval_text(weight, n)
  local low, high = OddsText.interval(weight, n)
  return ("  %5.2f to %5.2f %%"):format(100 * low, 100 * high)
end

local function fraction_text(weight)
  local text = tostring(weight)
  return #text <= 21 and text or "~" .. ("%.9f"):format(weight:number())
end
OddsText.fraction = fraction_text

--- A bar for a share.
function OddsText.bar(weight, width)
  return ("#"):rep(math.floor(weight:number() * (width or BAR) + 0.5))
end

local function rows_text(data, rows, lines, indent)
  local width, fraction = 6, 1
  local left_out = #rows - MOST_ROWS
  if left_out > 1 then rows = table.move(rows, 1, MOST_ROWS, 1, {}) end
  for _, row in ipairs(rows) do
    width = math.max(width, math.min(Text.width(row.value), WIDEST))
    fraction = math.max(fraction, #fraction_text(row.weight))
  end
  for _, row in ipairs(rows) do
    local share = fraction_text(row.weight)
    local tail = data.exact and (" "):rep(fraction - #share) .. share
      or interval_text(row.weight, data.samples)
    lines[#lines + 1] = line(("%s  %s  %7s  %s  %s"):format(indent or "", Text.pad(row.value, width),
      row.weight:percent(2), tail, OddsText.bar(row.weight)))
  end
  if left_out > 1 then lines[#lines + 1] = line(("  and %d more values"):format(left_out), "dim") end
end

--- Rows of "n or more": of numbers only; nil for texts.
function OddsText.at_least(rows)
  local list, sum = {}, core.ratio.new(0)
  for i = #rows, 1, -1 do
    if not rows[i].number then return nil end
    sum = sum + rows[i].weight
    list[i] = { value = rows[i].value .. "+", weight = sum }
  end
  return list
end

-- The mean of rows and how well it is known, as a line; nil for texts and single values.
local function mean_line(data, rows, whole, indent)
  local mean = #rows > 1 and Result.mean_of(rows)
  if not mean then return nil end
  local text = ("%s  mean %.3f"):format(indent or "", mean:number())
  if not data.exact then
    local square, mass = 0, 0
    for _, row in ipairs(rows) do
      square = square + row.weight:number() * (row.number:number() - mean:number()) ^ 2
      mass = mass + row.weight:number()
    end
    text = ("%s, 95 %% interval +-%.3f"):format(text,
      Intervals.Z95 * (square / mass / (data.samples * mass)) ^ 0.5)
  end
  return line(text .. (whole and "" or ", of those that come to it"), "dim")
end

--- The table of one name, as lines after `lines`. options: at_least, known (values in order).
local function table_of(data, name, lines, options, indent)
  local rows, rest = Result.rows(data, name, options.known)
  local whole = rest:num() == "0"
  lines[#lines + 1] = line((indent or "") .. name .. (options.at_least and OddsText.at_least(rows)
    and ", at least" or ""), "title")
  local shown = options.at_least and OddsText.at_least(rows) or rows
  shown = table.move(shown, 1, #shown, 1, {})
  if not whole then shown[#shown + 1] = { value = "-", weight = rest } end
  rows_text(data, shown, lines, indent)
  lines[#lines + 1] = mean_line(data, rows, whole, indent)
end

local function last_line(data)
  if data.exact then
    return line(("exact: %s after merging, %s before"):format(Text.count(data.branches, "branch", "branches"),
      tostring(data.unmerged)), "dim")
  end
  return line(("sampled %d times (%s); 95 %% intervals"):format(data.samples,
    data.asked_for and "as asked" or "too many branches for exact odds"), "dim")
end

local function head(data, lines)
  for _, text in ipairs(data.conditions) do lines[#lines + 1] = line(text, "title") end
end

--- Odds as lines. options: name (one of them only), at_least, by = name of the report that splits
--- the others.
function OddsText.lines(found, options)
  options = options or {}
  local data = Result.data(found)
  local lines = {}
  head(data, lines)
  if options.by then
    OddsText.add_groups(found, options.by, lines, options)
  else
    for _, name in ipairs(options.name and { options.name } or Result.shown(data)) do
      table_of(data, name, lines, options)
    end
    if #lines == #data.conditions then
      lines[#lines + 1] = line(data.unmerged == "1" and "nothing in this is left to chance"
        or "the rules report nothing of this: a value or a key says what to count")
    end
  end
  if data.best then
    lines[#lines + 1] = line(("value of best play: %s"):format(tostring(data.best)), "title")
  end
  lines[#lines + 1] = last_line(data)
  return lines
end

--- Adds, for each value of `by`, its chance and the tables of the rest given it.
function OddsText.add_groups(found, by, lines, options)
  local data = Result.data(found)
  local names = {}
  for _, name in ipairs(options.name and { options.name } or Result.shown(data)) do
    if name ~= by then names[#names + 1] = name end
  end
  local rows, rest = Result.rows(data, by)
  if rest:num() ~= "0" then rows[#rows + 1] = { value = "-", weight = rest } end
  for _, row in ipairs(rows) do
    lines[#lines + 1] = line(("%s = %s  %s  %s"):format(by, row.value, row.weight:percent(2),
      data.exact and fraction_text(row.weight) or ""):gsub("%s+$", ""), "rule")
    local part = Result.data(Result.given(found, by, row.value))
    for _, name in ipairs(names) do
      if #Result.rows(part, name) > 0 then table_of(part, name, lines, options, "  ") end
    end
  end
end

local function joined(lines)
  local texts = {}
  for i, l in ipairs(lines) do texts[i] = l.text:gsub("%s+$", "") end
  return table.concat(texts, "\n")
end
OddsText.joined = joined

--- Odds as one text. options as for `lines`.
function OddsText.text(found, options) return joined(OddsText.lines(found, options)) end

--- Odds split by a name, as one text.
function OddsText.of_groups(found, by) return joined(OddsText.lines(found, { by = by })) end

--- What dice can give, exactly, as lines: `dice 2d6`. nil, message for a malformed notation.
function OddsText.of_dice(spec)
  local pool, message, column = core.dice.parse(spec)
  if not pool then return nil, ("dice: column %d: %s"):format(column or 1, message) end
  local dist, rows = pool:dist(), {}
  for i = 1, math.min(dist:size(), MOST_ROWS + 2) do
    rows[i] = { value = tostring(dist:value(i)), weight = dist:weight(i) }
  end
  local lines = { line(pool:prompt(), "title") }
  rows_text({ exact = true }, rows, lines)
  if dist:size() > MOST_ROWS + 1 then
    lines[#lines].text = ("  and %d more values"):format(dist:size() - MOST_ROWS)
  end
  lines[#lines + 1] = line(("  mean %.3f"):format(dist:mean():number()), "dim")
  return lines
end

return OddsText

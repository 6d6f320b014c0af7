-- SPDX-License-Identifier: GPL-3.0-or-later
-- adjutant.charts_modifiers -- modifiers{}: rows that apply to a situation or not.
--
-- A row is { amount, "text", predicate }. The predicate is called with the situation and gives
-- yes or no, or how many times the row applies. Further fields of a row: rule, source, per
-- (a function that gives the number of times), op ("add", "multiply", "divide", "cap",
-- "floor"), round (for multiply and divide). The amount may be a function of the situation.

local Charts = require "adjutant.charts"

local Modifiers = {}

local OPS = { add = true, multiply = true, divide = true, cap = true, floor = true }
local ROUNDINGS = { down = true, up = true, nearest = true, quarter_up = true, exact = true }
local fault = Charts.fault

local function always() return true end

local function check_row(def, i, row, level)
  if type(row) ~= "table" then fault(def, level + 1, "row %d is no row { amount, \"text\", when }", i) end
  local amount, text, when = row[1], row[2], row[3]
  if math.type(amount) ~= "integer" and type(amount) ~= "function"
    and not (row.op == "multiply" and type(amount) == "table") then
    fault(def, level + 1, "row %d: the amount is a whole number or a function, not %s", i,
      tostring(amount))
  elseif type(text) ~= "string" or text == "" then
    fault(def, level + 1, "row %d: the second entry is its text, not %s", i, tostring(text))
  elseif when ~= nil and type(when) ~= "function" then
    fault(def, level + 1, "row %d (%s): the third entry is a function of the situation, not %s", i,
      text, type(when))
  elseif row.rule ~= nil and type(row.rule) ~= "string" then
    fault(def, level + 1, "row %d (%s): the rule is a text like \"7.5\", not %s", i, text, type(row.rule))
  elseif row.per ~= nil and type(row.per) ~= "function" then
    fault(def, level + 1, "row %d (%s): per is a function that gives a number", i, text)
  elseif row.op ~= nil and not OPS[row.op] then
    fault(def, level + 1, "row %d (%s): op is add, multiply, divide, cap or floor, not %s", i, text,
      tostring(row.op))
  end
  local round = row.round
  if (row.op == "divide" or type(amount) == "table") and not ROUNDINGS[round] then
    fault(def, level + 1, "row %d (%s): round = \"down\", \"up\", \"nearest\", \"quarter_up\" or "
      .. "\"exact\" is needed", i, text)
  end
  return { index = i, amount = amount, text = text, when = when or always, per = row.per,
    op = row.op ~= "add" and row.op or nil, round = round, rule = row.rule or def.rule,
    source = Charts.source_of(def, row.source, level + 1, "row " .. i), texts = {} }
end

-- "text (3 times)", made once for each number.
local function counted(row, n)
  local text = row.texts[n]
  if not text then
    text = ("%s (%d x %d)"):format(row.text, n, row.amount)
    if n >= 0 and n < 100 then row.texts[n] = text end
  end
  return text
end

local function wrong_count(def, row, value)
  error(("chart %q, row %d (%s): expected yes, no or a number of times, found %s"):format(def.title,
    row.index, row.text, tostring(value)), 0)
end

-- The rare kinds of rows.
local function special(t, row, amount, times)
  local op = row.op
  if op == "cap" then t:cap(amount, row.rule, row.text)
  elseif op == "floor" then t:floor(amount, row.rule, row.text)
  else
    for _ = 1, times do
      if op == "divide" then t:divide(amount, row.round, row.rule, row.text)
      elseif type(amount) == "table" then
        t:multiply(amount[1], amount[2], row.round, row.rule, row.text)
      else t:multiply(amount, nil, row.round or "exact", row.rule, row.text) end
    end
  end
end

--- A chart from its declaration. Faults are raised `level` calls up.
function Modifiers.new(def, level)
  Charts.check_head(def, "modifiers", level)
  local rows = {}
  for i, row in ipairs(def) do rows[i] = check_row(def, i, row, level) end
  if #rows == 0 then fault(def, level, "there are no rows") end
  local face = {}
  local new_tally = core.tally.new
  local add = new_tally().add

  --- Adds every row that applies to the situation to a tally (a new one when none is given);
  --- returns the tally.
  function face.tally(_, ctx, t)
    t = t or new_tally(def.title)
    for i = 1, #rows do
      local row = rows[i]
      local times = row.when(ctx)
      if times and times ~= 0 then
        if row.per then times = row.per(ctx) end
        local amount = row.amount
        if times == true then
          if row.op or type(amount) == "function" then
            if type(amount) == "function" then amount = amount(ctx) end
            if row.op then special(t, row, amount, 1)
            elseif amount ~= 0 then add(t, amount, row.rule, row.text) end
          else
            add(t, amount, row.rule, row.text)
          end
        elseif math.type(times) ~= "integer" then
          if times then wrong_count(def, row, times) end
        elseif row.op then
          if type(amount) == "function" then amount = amount(ctx) end
          special(t, row, amount, times)
        elseif type(amount) == "function" then
          add(t, amount(ctx) * times, row.rule, row.text)
        elseif times ~= 0 then
          add(t, amount * times, row.rule, times == 1 and row.text or counted(row, times))
        end
      end
    end
    return t
  end

  --- The rows that apply: list of { amount =, text =, rule =, times = }.
  function face.applying(_, ctx)
    local list = {}
    for _, row in ipairs(rows) do
      local times = row.when(ctx)
      if times and times ~= 0 and row.per then times = row.per(ctx) end
      if times and times ~= 0 then
        local amount = row.amount
        if type(amount) == "function" then amount = amount(ctx) end
        list[#list + 1] = { amount = amount, text = row.text, rule = row.rule,
          times = times == true and 1 or times }
      end
    end
    return list
  end

  --- The printed amount of a row, by its number or its text.
  function face.at(_, key)
    for i, row in ipairs(rows) do
      if i == key or row.text == key then return row.amount end
    end
    error(("chart %q has no row %s"):format(def.title, Charts.show(key)), 2)
  end

  return Charts.object("modifiers", def, face, { rows = rows })
end

return Modifiers

-- SPDX-License-Identifier: GPL-3.0-or-later
-- adjutant.study_sum -- what is counted of the games of a cell, in whole numbers alone.
--
-- A column is one thing that was asked of every game (the winner, the turns, a measure). Its
-- values are texts, which are counted, and whole numbers, which are summed with their squares.
-- Adding up is the same in any order, so it does not matter who played which games.
--
-- As text a value is an integer, `=text`, or `-` for a game that has none (it failed).

local sorted = require("adjutant.text").sorted_keys
local Sum = {}

--- The largest number that a game may give (the square of a difference of two stays below 2^62),
--- and the most values of a column that are told apart.
Sum.MOST, Sum.MANY = (1 << 30) - 1, 200

local LOW_BITS = 40                     -- of a sum of squares that stand in its lower part
local LOW_MASK = (1 << LOW_BITS) - 1

-- --- values as text -----------------------------------------------------------------------------

--- A text without blanks, control characters, quotes or percent signs; it can be read back.
function Sum.escape(text)
  if text == "" then return "%" end
  return (text:gsub("[%c %%:=;]", function(c) return ("%%%02X"):format(c:byte()) end))
end

--- The text that was escaped.
function Sum.unescape(text)
  if text == "%" then return "" end
  return (text:gsub("%%(%x%x)", function(hex) return string.char(tonumber(hex, 16)) end))
end

--- A value of a column as text; nil for none.
function Sum.encode(value)
  if value == nil then return "-" end
  if math.type(value) == "integer" then return tostring(value) end
  return "=" .. Sum.escape(value)
end

--- The value of such a text.
function Sum.decode(text)
  if text == "-" then return nil end
  if text:byte(1) == 61 then return Sum.unescape(text:sub(2)) end
  return math.tointeger(tonumber(text))
end

-- --- how often each value came ------------------------------------------------------------------

--- Empty counts: by = { value = times }, or nil once there are more than MANY values.
function Sum.counts() return { kinds = 0, by = {} } end

local function count(c, value, times)
  local by = c.by
  if not by then return end
  local before = by[value]
  if not before then
    c.kinds = c.kinds + 1
    if c.kinds > Sum.MANY then
      c.by = nil
      return
    end
  end
  by[value] = (before or 0) + times
end

local function join_counts(c, other)
  if not other.by then c.by = nil end
  for value, times in pairs(other.by or {}) do count(c, value, times) end
end

-- --- numbers --------------------------------------------------------------------------------------

--- An empty sum of numbers: how many, their sum, the sum of their squares in two parts (high and
--- low, for it may take 93 bits), the least, the most, and how often each value came.
function Sum.numbers() return { n = 0, sum = 0, high = 0, low = 0, values = Sum.counts() } end

--- Adds one number.
function Sum.add_number(s, v)
  s.n, s.sum = s.n + 1, s.sum + v
  local square = v * v
  local low = s.low + (square & LOW_MASK)
  s.high, s.low = s.high + (square >> LOW_BITS) + (low >> LOW_BITS), low & LOW_MASK
  if not s.least or v < s.least then s.least = v end
  if not s.most or v > s.most then s.most = v end
  count(s.values, v, 1)
end

--- Adds the numbers of another sum.
function Sum.join_numbers(s, other)
  if other.n == 0 then return end
  s.n, s.sum = s.n + other.n, s.sum + other.sum
  local low = s.low + other.low
  s.high, s.low = s.high + other.high + (low >> LOW_BITS), low & LOW_MASK
  s.least = s.least and math.min(s.least, other.least) or other.least
  s.most = s.most and math.max(s.most, other.most) or other.most
  join_counts(s.values, other.values)
end

--- The sum of squares as an exact fraction (a whole one).
function Sum.squares(s)
  local ratio = core.ratio.new
  return ratio(s.high, 1) * ratio(1 << LOW_BITS, 1) + ratio(s.low, 1)
end

-- --- columns ----------------------------------------------------------------------------------------

--- An empty column.
function Sum.column() return { n = 0, labels = Sum.counts(), numbers = Sum.numbers() } end

--- Adds one value (nil adds nothing).
function Sum.add(c, value)
  if value == nil then return end
  c.n = c.n + 1
  if type(value) == "string" then
    count(c.labels, value, 1)
  else
    Sum.add_number(c.numbers, value)
  end
end

--- Adds another column.
function Sum.join(c, other)
  c.n = c.n + other.n
  join_counts(c.labels, other.labels)
  Sum.join_numbers(c.numbers, other.numbers)
end

-- --- pairs: the same game in two cells ------------------------------------------------------------

--- An empty comparison: games that both cells have; for each text, how often this cell alone (up)
--- and the base alone (down) had it; the differences of numbers.
function Sum.pair() return { n = 0, up = Sum.counts(), down = Sum.counts(), numbers = Sum.numbers() } end

--- Adds a game: its value in this cell, and in the base.
function Sum.add_pair(p, value, base)
  if value == nil or base == nil then return end
  p.n = p.n + 1
  local text, base_text = type(value) == "string", type(base) == "string"
  if not text and not base_text then return Sum.add_number(p.numbers, value - base) end
  if value == base then return end
  if text then count(p.up, value, 1) end
  if base_text then count(p.down, base, 1) end
end

--- Adds another comparison.
function Sum.join_pair(p, other)
  p.n = p.n + other.n
  join_counts(p.up, other.up)
  join_counts(p.down, other.down)
  Sum.join_numbers(p.numbers, other.numbers)
end

-- --- as lines of text ---------------------------------------------------------------------------------

--- Counts as text ("allied:12 draw:3", "5:10 6:2"; "many"; "none"), and back; `whole`: the values
--- are numbers.
function Sum.counts_text(c)
  if not c.by then return "many" end
  local parts = {}
  for i, key in ipairs(sorted(c.by)) do parts[i] = ("%s:%d"):format(Sum.escape(tostring(key)), c.by[key]) end
  return #parts > 0 and table.concat(parts, " ") or "none"
end

function Sum.counts_of(text, whole)
  local c = Sum.counts()
  if text == "many" then
    c.kinds, c.by = Sum.MANY + 1, nil
    return c
  end
  if text == "none" then return c end
  for key, times in text:gmatch("(%S+):(%d+)") do
    key = Sum.unescape(key)
    if whole then key = assert(math.tointeger(tonumber(key))) end
    c.by[key], c.kinds = math.tointeger(tonumber(times)), c.kinds + 1
  end
  return c
end

local counts_text, counts_of = Sum.counts_text, Sum.counts_of

local function numbers_text(s)
  if s.n == 0 then return "0" end
  return ("%d %d %x.%010x %d %d %s"):format(s.n, s.sum, s.high, s.low, s.least, s.most,
    counts_text(s.values))
end

local function numbers_of(text)
  local s = Sum.numbers()
  if text == "0" then return s end
  local n, sum, high, low, least, most, values = text:match(
    "^(%d+) (-?%d+) (%x+)%.(%x+) (-?%d+) (-?%d+) (.*)$")
  local function whole(digits) return math.tointeger(tonumber(digits)) end
  s.n, s.sum, s.least, s.most = whole(n), whole(sum), whole(least), whole(most)
  s.high, s.low = tonumber(high, 16), tonumber(low, 16)
  s.values = counts_of(values, true)
  return s
end

--- A column as one line, and back.
function Sum.column_text(c)
  return ("%d; %s; %s"):format(c.n, counts_text(c.labels), numbers_text(c.numbers))
end

function Sum.column_of(text)
  local n, labels, numbers = text:match("^(%d+); ([^;]*); (.*)$")
  return { n = math.tointeger(tonumber(n)), labels = counts_of(labels), numbers = numbers_of(numbers) }
end

--- A comparison as one line, and back.
function Sum.pair_text(p)
  return ("%d; %s; %s; %s"):format(p.n, counts_text(p.up), counts_text(p.down), numbers_text(p.numbers))
end

function Sum.pair_of(text)
  local n, up, down, numbers = text:match("^(%d+); ([^;]*); ([^;]*); (.*)$")
  return { n = math.tointeger(tonumber(n)), up = counts_of(up), down = counts_of(down),
    numbers = numbers_of(numbers) }
end

return Sum

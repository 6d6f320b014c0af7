-- SPDX-License-Identifier: GPL-3.0-or-later
-- adjutant.text -- small help with texts: the nearest word, templates, quoting, lists, columns, order.

local Text = {}

--- Objects that the prompt shows as lines of their own: object -> function(object) -> lines.
Text.lines_of = setmetatable({}, { __mode = "k" })

--- Optimal string alignment distance between two short texts, bytewise, case folded.
local function distance(a, b)
  a, b = a:lower(), b:lower()
  if #a > 64 or #b > 64 then return math.huge end
  local before, row = {}, {}
  for j = 0, #b do row[j] = j end
  for i = 1, #a do
    local last = before
    before, row = row, {}
    row[0] = i
    for j = 1, #b do
      local cost = a:byte(i) == b:byte(j) and 0 or 1
      local best = math.min(before[j] + 1, row[j - 1] + 1, before[j - 1] + cost)
      if i > 1 and j > 1 and a:byte(i) == b:byte(j - 1) and a:byte(i - 1) == b:byte(j)
         and last[j - 2] then
        best = math.min(best, last[j - 2] + 1)
      end
      row[j] = best
    end
  end
  return row[#b]
end

--- The word of `words` nearest to `word`, or nil when none is near.
function Text.nearest(word, words)
  local best, best_distance
  for _, w in ipairs(words) do
    local d = distance(word, w)
    if w:lower():sub(1, #word) == word:lower() and #word >= 2 then d = math.min(d, 1) end
    if not best_distance or d < best_distance then best, best_distance = w, d end
  end
  if best and best_distance <= math.max(1, #word // 3) then return best end
  return nil
end

--- ` (did you mean "x"?)`, or an empty text.
function Text.did_you_mean(word, words)
  local near = Text.nearest(word, words)
  return near and (' (did you mean "%s"?)'):format(near) or ""
end

--- "a", "a and b", "a, b and c".
function Text.list(items, conjunction)
  conjunction = conjunction or "and"
  if #items <= 1 then return items[1] or "" end
  return table.concat(items, ", ", 1, #items - 1) .. " " .. conjunction .. " " .. items[#items]
end

--- A word as it can be typed back: quoted when it has blanks, commas or quotes.
function Text.quote(word)
  if word:find("^[^%s,\"'=]+$") then return word end
  return '"' .. word:gsub('["\\]', "\\%0") .. '"'
end

local MOST_QUOTED = 60                  -- bytes of a word in a message
local MOST_UNBROKEN = 256               -- bytes without a blank in a message: no name or path is longer
local MOST_MESSAGE = 8192               -- bytes of a message: beyond that nobody reads on

-- The first bytes of a text, whole characters only, and that there was more.
local function beginning(text, bytes)
  local head = text:sub(1, bytes)
  local next_byte = text:byte(bytes + 1)
  if next_byte and next_byte >= 0x80 and next_byte < 0xC0 then head = head:gsub("[\xC0-\xFF]?[\x80-\xBF]*$", "") end
  return head .. "..."
end

--- A word as a message quotes it: of a long one the beginning.
function Text.cite(word)
  return Text.quote(#word > MOST_QUOTED and beginning(word, MOST_QUOTED) or word)
end

--- A message without what is long beyond use: of one that would fill screens, and of a run without
--- blanks that no name is as long as, the beginning stands.
function Text.brief(message)
  if #message <= MOST_UNBROKEN then return message end
  if #message > MOST_MESSAGE then message = beginning(message, MOST_MESSAGE) end
  return (message:gsub("%S+", function(run)
    return #run > MOST_UNBROKEN and beginning(run, MOST_QUOTED) or nil
  end))
end

local MOST_SOUGHT = 1024                -- bytes: longer ones are refused by string.find

--- Whether a text has a word in it; none has one that is longer than anything that is named.
function Text.has(text, word)
  return #word <= MOST_SOUGHT and text:find(word, 1, true) ~= nil
end

--- Whether a text has a word in it where one begins: of "Mergentheim" no "gent", of "Carew's Horse" "horse".
function Text.has_beginning(text, word)
  local at = #word <= MOST_SOUGHT and text:find(word, 1, true) or nil
  while at do
    if at == 1 or not text:find("^[%w\128-\255]", at - 1) then return true end
    at = text:find(word, at + 1, true)
  end
  return false
end

--- The columns that a text takes: its characters, which begin where no byte continues one (UTF-8).
function Text.width(text) return #text - select(2, text:gsub("[\128-\191]", "")) end

--- The text with blanks behind it up to `width` columns; one that is longer as it is.
function Text.pad(text, width) return text .. (" "):rep(width - Text.width(text)) end

--- The same with the blanks before it.
function Text.pad_left(text, width) return (" "):rep(width - Text.width(text)) .. text end

local function name_of(value) return value.name end
local function kind_of(value) return value.kind end

--- The kind of an entity or a place, nil of anything else.
function Text.kind_of(value)
  local ok, kind = pcall(kind_of, value)
  return ok and type(kind) == "string" and kind or nil
end

--- "a leader", "a unit", "an army".
function Text.article(noun)
  return (noun:find "^[aeiou]" and not noun:find "^uni" and "an " or "a ") .. noun
end

local function texts_of(list, depth)
  local items = {}
  for i, v in ipairs(list) do items[i] = Text.show(v, depth) end
  return items
end

local MOST_NESTED = 8                   -- lists in each other, in a sentence

--- How a value reads in a sentence. depth: of the list that it stands in.
function Text.show(value, depth)
  local kind = type(value)
  if kind == "table" then
    local named, name = pcall(name_of, value)         -- what has no name at all may refuse to say so
    if named and name then return tostring(name) end
    depth = (depth or 0) + 1
    if depth > MOST_NESTED then return "..." end
    local listed, items = pcall(texts_of, value, depth)
    if not listed then return tostring(value) end
    return #items > 0 and Text.list(items) or "nothing"
  elseif kind == "userdata" then
    local total = Text.total(value)
    if total then return tostring(total) end
  elseif kind == "boolean" then
    return value and "yes" or "no"
  end
  return tostring(value)
end

--- The total of a tally, nil for anything else.
function Text.total(value)
  if type(value) ~= "userdata" or Text.is_entity(value) then return nil end
  local ok, total = pcall(function() return value.total end)
  return ok and total or nil
end

--- Whether a userdata is an entity of the World (set by the engine).
function Text.is_entity(_) return false end

--- The texts of a list, each once, in their order.
function Text.distinct(list)
  local distinct, known = {}, {}
  for _, text in ipairs(list) do
    if not known[text] then known[text], distinct[#distinct + 1] = true, text end
  end
  return distinct
end

--- "a force", "a fortress or a work": what may be of one of these kinds.
function Text.kinds(kinds)
  local list = {}
  for i, kind in ipairs(kinds) do list[i] = Text.article(kind) end
  return Text.list(list, "or")
end

--- "1 order", "3 orders"; `many` when the plural is not the word with an s.
function Text.count(n, one, many)
  return ("%d %s"):format(n, n == 1 and one or many or one .. "s")
end

--- Whether the value reads as several things: a list of two or more (or of none), a number but 1.
local function is_many(value)
  if type(value) == "table" and value.name == nil then return #value ~= 1 end
  local number = type(value) == "number" and value or Text.total(value)
  return number ~= nil and number ~= 1
end

--- Order of rule numbers and other labels: digits count as numbers, so 10.7 stands before 10.10. Of two
--- that read the same so (1.07 and 1.7) the one stands first that bytes put first.
function Text.natural_less(a, b)
  local function parts(text)
    local list = {}
    for digits, other in tostring(text):gmatch("(%d*)(%D*)") do
      if digits ~= "" then list[#list + 1] = math.tointeger(tonumber(digits)) or digits end
      if other ~= "" then list[#list + 1] = other end
    end
    return list
  end
  local x, y = parts(a), parts(b)
  for i = 1, math.min(#x, #y) do
    local p, q = x[i], y[i]
    if p ~= q then
      if type(p) == type(q) then return p < q end
      return type(p) == "number"
    end
  end
  if #x ~= #y then return #x < #y end
  return tostring(a) < tostring(b)
end

--- As a sentence of its own: a capital at the beginning, a full stop at the end.
function Text.sentence(text)
  text = text:gsub("^%l", string.upper)
  return text:find("[%w%)\"'`]$") and text .. "." or text
end

--- Fills `{a.b}` from ctx. An unknown name stands as it is, so that it shows in the log.
--- `{units:withdraws|withdraw}` is the first word for one thing, the second for several.
--- `seen`, when given, collects the tallies met on the way.
function Text.fill(template, ctx, seen)
  if ctx == nil then return template end
  return (template:gsub("{([%a_][%w_.]*)(:?)([^{}]*)}", function(path, colon, words)
    local one, many
    if colon ~= "" then
      one, many = words:match("^([^|]*)|([^|]*)$")
      if not one then return nil end
    elseif words ~= "" then
      return nil
    end
    local value = ctx
    for key in path:gmatch("[^.]+") do
      if type(value) ~= "table" and type(value) ~= "userdata" then value = nil break end
      local ok, next_value = pcall(function() return value[key] end)
      if not ok then value = nil break end
      value = next_value
    end
    if value == nil then return nil end
    if one then return is_many(value) and many or one end
    if seen and Text.total(value) then seen[#seen + 1] = value end
    return Text.show(value)
  end))
end

--- A line of the journal as a person reads it: without the digest of a text that joined the game.
function Text.without_digest(line)
  if #line < 64 or not line:find("^with") and not line:find("^reload") then return line end
  return (line:gsub(" digest %x+$", ""))
end

local RANK = { number = 1, string = 2 }

local function before(a, b)
  local ranked, other = RANK[type(a)] or 3, RANK[type(b)] or 3
  if ranked ~= other then return ranked < other end
  if ranked < 3 then return a < b end
  return tostring(a) < tostring(b)
end

--- The keys of a table in an order that does not depend on it: numbers, then texts, then the rest.
function Text.sorted_keys(t)
  local keys, n, plain = {}, 0, true
  for key in pairs(t) do
    n = n + 1
    keys[n], plain = key, plain and type(key) == "string"
  end
  if plain then table.sort(keys) else table.sort(keys, before) end
  return keys
end

--- The keys of a table as texts, in order.
function Text.key_names(t)
  local names = {}
  for key in pairs(t) do names[#names + 1] = tostring(key) end
  table.sort(names)
  return names
end

return Text

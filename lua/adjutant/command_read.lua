-- SPDX-License-Identifier: GPL-3.0-or-later
-- adjutant.command_read -- what the words of a command line mean: names, numbers, lists, keywords.
-- adjutant.command has the declarations by which it reads, and how lines are written.

local Text = require "adjutant.text"

local Read = {}

local function usage(decl) return require("adjutant.command").usage(decl) end
--- The name of a kind for several: units, fortresses.
function Read.plural(kind) return kind .. (kind:find "s$" and "es" or "s") end

-- The quotation that begins at `start`, with what is escaped in it: its text and where it ends.
local function quotation(line, start)
  local parts, i = {}, start + 1
  while true do
    local ch = line:sub(i, i)
    if ch == "" then return nil, ("column %d: the quotation is not closed"):format(start) end
    if ch == '"' then return table.concat(parts), i end
    if ch == "\\" then i, ch = i + 1, line:sub(i + 1, i + 1) end
    parts[#parts + 1] = ch
    i = i + 1
  end
end

--- Splits a line: list of { text =, quoted =, from =, to = }; a comma is a token of its own.
function Read.tokens(line)
  local tokens, at, n = {}, 1, 0
  while true do
    local text, stop = line:match('^%s*([^%s,"]+)()', at)
    local quoted, comma
    if not text then
      text, stop = line:match('^%s*"([^"\\]*)"()', at)        -- nothing escaped in it
      quoted = text and true
    end
    if text then
      stop = stop - 1
    else
      local start = line:find("%S", at)
      if not start then return tokens end
      if line:sub(start, start) == "," then
        text, stop, comma = ",", start, true
      else
        text, stop = quotation(line, start)
        if not text then return nil, stop end
        quoted = true
      end
      at = start
    end
    n = n + 1
    tokens[n] = { text = text, quoted = quoted, comma = comma,
      from = quoted and line:find('"', at, true) or stop - #text + 1, to = stop }
    at = stop + 1
  end
end

local function join(tokens, first, last)
  if first == last then return tokens[first].text end
  local words = {}
  for i = first, last do words[#words + 1] = tokens[i].text end
  return table.concat(words, " ")
end

-- The entry of that whole name.
local function whole_name(word, names)
  local lower = word:lower()
  for _, n in ipairs(names) do
    if n.name:lower() == lower then return n end
  end
  return nil
end

-- The one entry that begins so, or else has a word that does. nil; with several a message that names them.
local function part_of_name(word, names)
  local lower = word:lower()
  local starts, contains = {}, {}
  for _, n in ipairs(names) do
    local label = n.name:lower()
    if label:sub(1, #lower) == lower then
      starts[#starts + 1] = n
    elseif Text.has_beginning(label, lower) then
      contains[#contains + 1] = n
    end
  end
  local found = #starts > 0 and starts or contains
  if #found == 1 then return found[1] end
  if #found > 1 then
    local list = {}
    for i = 1, math.min(#found, 6) do list[i] = found[i].name end
    if #found > 6 then list[7] = "more" end
    return nil, ("%s could be %s"):format(Text.cite(word), Text.list(list, "or"))
  end
  return nil
end

-- Of several hexes of the area that a word names, its centre; nil when that is not among them.
local function centre_of(word, names)
  return whole_name(word .. "/C", names)
end

--- For a function `names` that lists what a word can name: a function (kind, word) that gives
--- what has exactly that name, or nil. Adjutant.names enters itself here.
Read.exact = setmetatable({}, { __mode = "k" })

Read.join = join

-- "Eugene is a leader, not a force": for a whole name of something else; nil when it is none.
local function of_another_kind(kind, word, names)
  for _, wide in ipairs { "entity", "place" } do
    local ok, list = pcall(names, wide, { kind = wide }, {})
    local n = wide ~= kind and ok and whole_name(word, list)
    local other = n and Text.kind_of(n.value)
    if other and other ~= kind then
      return ("%s is %s, not %s"):format(n.name, Text.article(other), Text.article(kind))
    end
  end
  return nil
end

-- Finds what `word` names for an argument of a kind that has names: the value, and whether it is its
-- whole name. A whole name is taken before a part of another; of parts the likely ones come first, so
-- that a short name means a unit that can be meant here.
local function resolve_name(arg, word, args, names, trying)
  local kind = arg.kind
  -- A whole name, as the journal writes it, needs no search.
  local exact = Read.exact[names]
  local value = exact and exact(kind, word)
  if value then return value, true end
  local likely = {}
  if arg.from then
    local ok, list = pcall(names, "from", arg, args)
    likely = ok and list or likely
  end
  local all = names(kind, arg, args)
  local n = whole_name(word, likely) or whole_name(word, all)
  if n then return n.value, true end
  local message
  for _, list in ipairs { likely, all } do
    local why
    n, why = part_of_name(word, list)
    n = n or why and not message and centre_of(word, list)
    if n then return n.value, false end
    message = message or why
  end
  if message or trying then return nil, message end
  local stranger = of_another_kind(kind, word, names)
  if stranger then return nil, stranger end
  local labels = {}
  for i, other in ipairs(all) do labels[i] = other.name end
  return nil, ("there is no %s %s%s"):format(kind, Text.cite(word),
    Text.did_you_mean(word, labels))
end

-- "-1 is not between 1 and 8", "-1 is not 0 or more"; nil when it is in range.
local function out_of_range(number, min, max)
  if (not min or number >= min) and (not max or number <= max) then return nil end
  if min and max then return ("%d is not between %d and %d"):format(number, min, max) end
  return ("%d is not %d or %s"):format(number, min or max, min and "more" or "less")
end

--- Finds what `word` names for argument `arg`: the value, and whether the word is a whole name; nil,
--- message. `names(kind, arg, args)` lists { name =, value = }. `trying`: no message is wanted yet.
local function resolve(arg, word, args, names, trying)
  local kind = arg.kind
  if kind == "number" then
    local number = word:match("^[+-]?%d+$") and math.tointeger(tonumber(word))
    if not number then return nil, ("%s is no whole number"):format(Text.cite(word)) end
    local outside = out_of_range(number, arg.min, arg.max)
    if outside then return nil, outside end
    return number
  elseif kind == "text" or kind == "value" then
    return word
  elseif kind == "word" then
    for _, v in ipairs(arg.values) do if v:lower() == word:lower() then return v end end
    return nil, ("%s is not one of %s"):format(Text.cite(word), Text.list(arg.values, "or"))
  end
  return resolve_name(arg, word, args, names, trying)
end

local function keyword_at(decl, token)
  if token.quoted or token.comma then return nil end
  return decl.keywords[token.text]
end
Read.keyword_at = keyword_at

local MOST_WORDS = 30                -- of a name; a longer one is found as the whole of what is there

-- The next place before token `stop` at which a name that begins at token i may end.
local function sooner(stop, i) return math.min(stop - 1, i + MOST_WORDS - 1) end

--- Takes tokens[i..] up to `last` for one argument: gives its value and the next index. `before`: only
--- what ends before that token; `whole`: only what is a whole name. The third value: whether it is one.
local function take(arg, tokens, i, last, args, names, alone, before, whole)
  if arg.kind == "text" or arg.kind == "value" then
    if alone then return join(tokens, i, last), last + 1 end
    return tokens[i].text, i + 1
  elseif arg.kind == "number" or arg.kind == "word" then
    local value, message = resolve(arg, tokens[i].text, args, names)
    if value == nil then return nil, message end
    return value, i + 1
  end
  local message
  local stop = before and before - 1 or last
  while stop >= i do
    local value, found = resolve(arg, join(tokens, i, stop), args, names, not alone and stop > i)
    if value == nil then
      message = found
    elseif found or not whole then
      return value, stop + 1, found
    end
    if alone then break end
    stop = sooner(stop, i)
  end
  if not before and last > i and not alone then
    stop = last
    while stop >= i do
      local stranger = of_another_kind(arg.kind, join(tokens, i, stop), names)
      if stranger then return nil, stranger end
      stop = sooner(stop, i)
    end
    local all = last
    while all > i and tokens[all].text:find "^%d+$" do all = all - 1 end
    message = select(2, resolve(arg, join(tokens, i, all), args, names)) or message
  end
  return nil, message
end

-- What is wrong where an entry of a list is no name but begins with a whole one: a comma is missing behind
-- it, or what follows is something else. nil when it does not.
local function more_than_a_name(arg, tokens, i, stop, args, names)
  for k = sooner(stop, i), i, -1 do
    local value, whole = resolve(arg, join(tokens, i, k), args, names, true)
    if value ~= nil and whole == true then
      local rest = join(tokens, k + 1, stop)
      if resolve(arg, rest, args, names, true) ~= nil then
        return ("names have commas between them: %s, %s"):format(join(tokens, i, k), rest)
      end
      return ("%s: not understood after %s"):format(Text.cite(rest), join(tokens, i, k))
    end
  end
end

local function take_list(arg, tokens, first, last, args, names)
  local list, i = {}, first
  while i <= last do
    local stop = i
    while stop < last and not tokens[stop + 1].comma
      and not (tokens[stop + 1].text == "and" and not tokens[stop + 1].quoted) do
      stop = stop + 1
    end
    if tokens[i].comma then return nil, "a name is missing before the comma" end
    local value, message = take(arg, tokens, i, stop, args, names, true)
    if value == nil then return nil, more_than_a_name(arg, tokens, i, stop, args, names) or message end
    for _, other in ipairs(list) do
      if other == value then return nil, ("%s is named twice"):format(Text.show(value)) end
    end
    list[#list + 1] = value
    i = stop + 2
    if stop + 1 == last then return nil, "a name is missing at the end" end
  end
  return list
end

-- What is wrong when the words are a whole name and more: what follows it is not understood.
local function left_over(decl, a, tokens, i, last, args, names)
  if i == last then return nil end
  local value, at = take(a, tokens, i, last, args, names, false, last, true)
  if value == nil then return nil end
  return ("%s: not understood; usage: %s"):format(Text.cite(join(tokens, at, last)), usage(decl))
end

-- Reads the arguments without a keyword from the k-th on, out of tokens[i..last]. True, whether one
-- that is needed got nothing; nil, message. Where a name can end sooner and then more is understood
-- ("Ghent Corps 2", with a force of that name and one called Ghent Corps), it does.
local function read_from(decl, k, tokens, i, last, names, args)
  local plain = decl.plain
  local a = plain[k]
  if i > last then
    for at = k, #plain do if not plain[at].optional then return true, true end end
    return true, false
  elseif not a then
    return nil, ("%s: not understood; usage: %s"):format(Text.cite(join(tokens, i, last)), usage(decl))
  elseif a.list then
    local list, message = take_list(a, tokens, i, last, args, names)
    if not list then
      return nil, message:find("not understood", 1, true) and ("%s; usage: %s"):format(message, usage(decl)) or message
    end
    args[a.name] = list
    return read_from(decl, k + 1, tokens, last + 1, last, names, args)
  end
  local value, at, whole = take(a, tokens, i, last, args, names, k == #plain)
  if value == nil then return nil, left_over(decl, a, tokens, i, last, args, names) or at end
  args[a.name] = value
  local ok, short = read_from(decl, k + 1, tokens, at, last, names, args)
  if ok and not short or k == #plain then return ok, short end
  local first = {}
  for name, given in pairs(args) do first[name] = given end
  while value ~= nil and at > i + 1 do
    for later = k + 1, #plain do args[plain[later].name] = nil end
    value, at = take(a, tokens, i, last, args, names, false, at - 1, whole)
    if value ~= nil then
      args[a.name] = value
      local done, lacks = read_from(decl, k + 1, tokens, at, last, names, args)
      if done and not lacks then return true, false end
    end
  end
  for later = k, #plain do args[plain[later].name] = first[plain[later].name] end
  return ok, short
end

local function read_positional(decl, tokens, last, names, args)
  if last < 1 then return true end
  return read_from(decl, 1, tokens, 1, last, names, args)
end

-- "`with UNITS` is missing", "the area is missing", "line or strongpoint is missing"
local function missing(a)
  if a.keyword then
    return ("`%s %s` is missing"):format(a.keyword, (a.list and Read.plural(a.kind) or a.kind):upper())
  end
  if a.kind == "word" then return ("%s is missing"):format(Text.list(a.values, "or")) end
  return ("the %s %s missing"):format(a.name:gsub("_", " "), (a.list or a.name:find "[^s]s$") and "are" or "is")
end

local function parse_tokens(decl, tokens, names)
  local args, n = {}, #tokens
  local at = 1
  while at <= n and not keyword_at(decl, tokens[at]) do at = at + 1 end
  local ok, message = read_positional(decl, tokens, at - 1, names, args)
  if not ok then return nil, message end
  while at <= n do
    local arg = keyword_at(decl, tokens[at])
    local stop = at + 1
    while stop <= n and not keyword_at(decl, tokens[stop]) do stop = stop + 1 end
    if args[arg.name] ~= nil then return nil, ("%s is given twice"):format(arg.keyword) end
    if stop == at + 1 then
      return nil, ("%s: %s; usage: %s"):format(decl.name, missing(arg), usage(decl))
    end
    local value
    if arg.list then
      value, message = take_list(arg, tokens, at + 1, stop - 1, args, names)
    else
      value, message = take(arg, tokens, at + 1, stop - 1, args, names, true)
      if value ~= nil and message <= stop - 1 then
        return nil, ("%s: not understood after %s"):format(
          Text.cite(join(tokens, message, stop - 1)), arg.keyword)
      end
    end
    if value == nil then return nil, message end
    args[arg.name] = value
    at = stop
  end
  for _, a in ipairs(decl.args) do
    if args[a.name] == nil and not a.optional then
      return nil, ("%s: %s; usage: %s"):format(decl.name, missing(a), usage(decl))
    end
  end
  return args
end

local MOST_KEYWORDS = 8              -- looked at as parts of names

--- Reads the words after the command's name. Gives args, or nil and one line that says what is
--- wrong and what would do. A keyword that makes no sense as one may be a word of a name.
function Read.parse(decl, rest, names)
  local tokens, message = Read.tokens(rest)
  if not tokens then return nil, message end
  local args
  args, message = parse_tokens(decl, tokens, names)
  if args then return args end
  local tried = 0
  for _, token in ipairs(tokens) do
    if keyword_at(decl, token) and tried < MOST_KEYWORDS then
      tried, token.quoted = tried + 1, true
      args = parse_tokens(decl, tokens, names)
      token.quoted = nil
      if args then return args end
    end
  end
  return nil, message
end

--- As much of the arguments as can be read from a half-typed line.
function Read.prefix(decl, tokens, names)
  local args, at, n = {}, 1, #tokens
  while at <= n and not keyword_at(decl, tokens[at]) do at = at + 1 end
  pcall(read_positional, decl, tokens, at - 1, names, args)
  while at <= n do
    local arg = keyword_at(decl, tokens[at])
    local stop = at + 1
    while stop <= n and not keyword_at(decl, tokens[stop]) do stop = stop + 1 end
    if stop > at + 1 then
      local ok, value
      if arg.list then
        ok, value = pcall(take_list, arg, tokens, at + 1, stop - 1, args, names)
      else
        ok, value = pcall(take, arg, tokens, at + 1, stop - 1, args, names, true)
      end
      if ok then args[arg.name] = value end
    end
    at = stop
  end
  return args
end

return Read

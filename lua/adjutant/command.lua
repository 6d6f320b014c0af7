-- SPDX-License-Identifier: GPL-3.0-or-later
-- adjutant.command -- declarations of commands, and command lines read by them.
--
-- A declaration lists its arguments in order: { name =, kind =, keyword =, optional =, list =,
-- from = function(args), values = {...}, help = }. Candidates are from(args); or those among(args)
-- for which fits(value, args); sample(args, below) gives one at random. Arguments without a
-- keyword come first; the others follow their keyword, in any order: `attack Wood with 1st Foot`.
-- Kinds: number, text, word (one of `values`), side, area, hex, place, and every entity kind
-- of the ruleset (`unit`); a kind with an s (`units`) or `list = true` takes several, with
-- commas between them.

local Text = require "adjutant.text"

local Command = {}

local PLAIN = { number = true, text = true, word = true, side = true, area = true, hex = true,
  place = true, field = true, value = true, entity = true, options = true }

-- The candidates of an argument that says among what to look, and which of those will do.
local function fitting(among, fits)
  return function(args)
    local list = {}
    for _, value in ipairs(among(args)) do
      if fits(value, args) then list[#list + 1] = value end
    end
    return list
  end
end

-- The entries of a declaration that are texts and lists are such.
local function check_texts(name, decl)
  for _, key in ipairs { "rule", "help" } do
    if decl[key] ~= nil and type(decl[key]) ~= "string" then
      error(("command %s: %s is a text, not %s"):format(name, key, type(decl[key])), 5)
    end
  end
  for _, key in ipairs { "args", "phases" } do
    if decl[key] ~= nil and type(decl[key]) ~= "table" then
      error(("command %s: %s is a list, not %s"):format(name, key, type(decl[key])), 5)
    end
  end
  for _, phase in ipairs(decl.phases or {}) do
    if type(phase) ~= "string" then error(("command %s: phases are named by their ids"):format(name), 5) end
  end
end

--- The prompt's own words: a command of that name could not be given there.
Command.OF_THE_PROMPT = {}
for word in ([[abandon apropos back branch chart compare dice games goto help log lua map new next odds prev quit
  reach redo resume rule rules show status undo units variations view why]]):gmatch "%l+" do
  Command.OF_THE_PROMPT[word] = true
end

-- The functions and lists of an argument are such.
local function check_argument(name, a)
  for _, key in ipairs { "from", "among", "fits", "sample" } do
    if a[key] ~= nil and type(a[key]) ~= "function" then
      error(("command %s: argument %s: %s is a function, not %s"):format(name, a.name, key, type(a[key])), 5)
    end
  end
  if a.kind == "word" and a.values == nil then
    error(("command %s: argument %s: a word is one of its values: values = { \"slow\", \"fast\" }"):format(name,
      a.name), 5)
  elseif a.values ~= nil and type(a.values) ~= "table" then
    error(("command %s: argument %s: values is a list, not %s"):format(name, a.name, type(a.values)), 5)
  elseif a.keyword ~= nil and type(a.keyword) ~= "string" then
    error(("command %s: argument %s: keyword is a text, not %s"):format(name, a.name, type(a.keyword)), 5)
  end
  for _, value in ipairs(a.values or {}) do
    if type(value) ~= "string" then
      error(("command %s: argument %s: its values are texts"):format(name, a.name), 5)
    end
  end
end

--- Checks a declaration and gives it, completed.
function Command.declare(name, decl, where)
  if type(name) ~= "string" or not name:find("^%l[%l%d-]*$") then
    error("command: the name is one lower-case word, like attack or counter-charge", 4)
  elseif type(decl) ~= "table" or type(decl.run) ~= "function" then
    error(("command %s: `run` must be a function of the arguments"):format(name), 4)
  end
  check_texts(name, decl)
  local args = {}
  for i, a in ipairs(decl.args or {}) do
    if type(a) ~= "table" or type(a.name) ~= "string" or type(a.kind) ~= "string" then
      error(("command %s: argument %d needs a name and a kind"):format(name, i), 4)
    end
    check_argument(name, a)
    local kind, list = a.kind, a.list
    local one = not PLAIN[kind] and (kind:match "^(.+ss)es$" or kind:match "^(.*[^s])s$")   -- fortresses, units
    if one then kind, list = one, true end
    args[i] = { name = a.name, kind = kind, list = list, keyword = a.keyword, from = a.from,
      among = a.among, fits = a.fits, sample = a.sample, optional = a.optional, values = a.values, help = a.help, default = a.default,
      min = a.min, max = a.max }
    if a.fits and not a.from then args[i].from = fitting(a.among, a.fits) end
  end
  local phases
  if decl.phases or decl.looks_ahead then
    phases = {}
    for _, phase in ipairs(decl.phases or {}) do phases[phase] = true end
  end
  local keywords, plain = {}, {}
  for _, a in ipairs(args) do
    if not a.keyword then plain[#plain + 1] = a
    elseif not keywords[a.keyword] then keywords[a.keyword] = a end
  end
  return { name = name, rule = decl.rule, help = decl.help or "", args = args, keywords = keywords,
    plain = plain, phases = phases,
    phase_names = decl.phases, run = decl.run, candidates = decl.candidates, where = where,
    by = decl.by, reaction = decl.reaction, looks_ahead = decl.looks_ahead, builtin = decl.builtin, internal = decl.internal }
end

-- What makes no sense for a command that changes nothing.
local OF_CHANGES = { "phases", "reaction", "by", "candidates" }

--- Checks the declaration of a command that only looks, and gives it, completed.
function Command.inquiry(name, decl, where)
  for _, key in ipairs(type(decl) == "table" and OF_CHANGES or {}) do
    if decl[key] ~= nil then
      error(("inquiry %s: %s belongs to commands that change something; this one may be given at any time")
        :format(tostring(name), key), 3)
    end
  end
  local c = Command.declare(name, decl, where)
  c.look = true
  return c
end

local function plural(kind) return kind .. (kind:find "s$" and "es" or "s") end

--- `attack AREA with UNITS [charging UNITS]`
function Command.usage(decl)
  local parts = { decl.name }
  for _, a in ipairs(decl.args) do
    local text = a.values and table.concat(a.values, "|") or a.name:upper():gsub("_", "-")
    if a.keyword then
      text = a.keyword .. " " .. (a.values and text or (a.list and plural(a.kind) or a.kind):upper())
    end
    if a.list and a.keyword == nil then text = text .. ", ..." end
    if not a.own then parts[#parts + 1] = a.optional and "[" .. text .. "]" or text end
  end
  return table.concat(parts, " ")
end

-- --- reading ------------------------------------------------------------------------------

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
function Command.tokens(line)
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

local function pick_name(word, names)
  local lower = word:lower()
  local starts, contains = {}, {}
  for _, n in ipairs(names) do
    local label = n.name:lower()
    if label == lower then return n end
    if label:sub(1, #lower) == lower then
      starts[#starts + 1] = n
    elseif label:find(lower, 1, true) then
      contains[#contains + 1] = n
    end
  end
  local found = #starts > 0 and starts or contains
  if #found == 1 then return found[1] end
  if #found > 1 then
    local list = {}
    for i = 1, math.min(#found, 6) do list[i] = found[i].name end
    if #found > 6 then list[7] = "more" end
    return nil, ("%s could be %s"):format(Text.quote(word), Text.list(list, "or"))
  end
  return nil
end

--- For a function `names` that lists what a word can name: a function (kind, word) that gives
--- what has exactly that name, or nil. Adjutant.names enters itself here.
Command.exact = setmetatable({}, { __mode = "k" })

--- Finds what `word` names for argument `arg`. `names(kind, arg, args)` lists { name =, value = }.
--- `trying`: no message is wanted yet.
local function resolve(arg, word, args, names, trying)
  local kind = arg.kind
  if kind == "number" then
    local number = word:match("^[+-]?%d+$") and math.tointeger(tonumber(word))
    if not number then return nil, ("%s is no whole number"):format(Text.quote(word)) end
    if (arg.min and number < arg.min) or (arg.max and number > arg.max) then
      return nil, ("%d is not between %s and %s"):format(number, arg.min or "-", arg.max or "-")
    end
    return number
  elseif kind == "text" or kind == "value" then
    return word
  elseif kind == "word" then
    for _, v in ipairs(arg.values) do if v:lower() == word:lower() then return v end end
    return nil, ("%s is not one of %s"):format(Text.quote(word), Text.list(arg.values, "or"))
  end
  -- A whole name, as the journal writes it, needs no search.
  local exact = Command.exact[names]
  local value = exact and exact(kind, word)
  if value then return value end
  -- The likely ones first, so that a short name means a unit that can be meant here.
  if arg.from then
    local ok, likely = pcall(names, "from", arg, args)
    if ok then
      local n = pick_name(word, likely)
      if n then return n.value end
    end
  end
  local all = names(kind, arg, args)
  local n, message = pick_name(word, all)
  if n then return n.value end
  if message or trying then return nil, message end
  local labels = {}
  for i, other in ipairs(all) do labels[i] = other.name end
  return nil, ("there is no %s %s%s"):format(kind, Text.quote(word),
    Text.did_you_mean(word, labels))
end

local function keyword_at(decl, token)
  if token.quoted or token.comma then return nil end
  return decl.keywords[token.text]
end

--- Takes tokens[i..] up to `last` for one argument: gives its value and the next index.
local function take(arg, tokens, i, last, args, names, alone)
  if arg.kind == "text" or arg.kind == "value" then
    if alone then return join(tokens, i, last), last + 1 end
    return tokens[i].text, i + 1
  elseif arg.kind == "number" or arg.kind == "word" then
    local value, message = resolve(arg, tokens[i].text, args, names)
    if value == nil then return nil, message end
    return value, i + 1
  end
  local message
  for stop = last, i, -1 do
    local value
    value, message = resolve(arg, join(tokens, i, stop), args, names, not alone and stop > i)
    if value ~= nil then return value, stop + 1 end
    if alone then break end
  end
  return nil, message
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
    if value == nil then return nil, message end
    for _, other in ipairs(list) do
      if other == value then return nil, ("%s is named twice"):format(Text.show(value)) end
    end
    list[#list + 1] = value
    i = stop + 2
    if stop + 1 == last then return nil, "a name is missing at the end" end
  end
  return list
end

local function read_positional(decl, tokens, last, names, args)
  local plain, i = decl.plain, 1
  for k, a in ipairs(plain) do
    if i > last then break end
    if a.list then
      local list, message = take_list(a, tokens, i, last, args, names)
      if not list then return nil, message end
      args[a.name] = list
      i = last + 1
    else
      local value, next_i = take(a, tokens, i, last, args, names, k == #plain)
      if value == nil then return nil, next_i end
      args[a.name] = value
      i = next_i
    end
  end
  if i <= last then
    return nil, ("%s: not understood; usage: %s"):format(Text.quote(join(tokens, i, last)),
      Command.usage(decl))
  end
  return true
end

-- "`with UNITS` is missing", "the area is missing"
local function missing(a)
  if a.keyword then
    return ("`%s %s` is missing"):format(a.keyword, (a.list and plural(a.kind) or a.kind):upper())
  end
  return ("the %s %s missing"):format(a.name:gsub("_", " "), a.list and "are" or "is")
end

--- Reads the words after the command's name. Gives args, or nil and one line that says what is
--- wrong and what would do.
function Command.parse(decl, rest, names)
  local tokens, message = Command.tokens(rest)
  if not tokens then return nil, message end
  local args, n = {}, #tokens
  local at = 1
  while at <= n and not keyword_at(decl, tokens[at]) do at = at + 1 end
  local ok
  ok, message = read_positional(decl, tokens, at - 1, names, args)
  if not ok then return nil, message end
  while at <= n do
    local arg = keyword_at(decl, tokens[at])
    local stop = at + 1
    while stop <= n and not keyword_at(decl, tokens[stop]) do stop = stop + 1 end
    if args[arg.name] ~= nil then return nil, ("%s is given twice"):format(arg.keyword) end
    if stop == at + 1 then
      return nil, ("%s: %s; usage: %s"):format(decl.name, missing(arg), Command.usage(decl))
    end
    local value
    if arg.list then
      value, message = take_list(arg, tokens, at + 1, stop - 1, args, names)
    else
      value, message = take(arg, tokens, at + 1, stop - 1, args, names, true)
      if value ~= nil and message <= stop - 1 then
        return nil, ("%s: not understood after %s"):format(
          Text.quote(join(tokens, message, stop - 1)), arg.keyword)
      end
    end
    if value == nil then return nil, message end
    args[arg.name] = value
    at = stop
  end
  for _, a in ipairs(decl.args) do
    if args[a.name] == nil and not a.optional then
      return nil, ("%s: %s; usage: %s"):format(decl.name, missing(a), Command.usage(decl))
    end
  end
  return args
end

-- --- writing ------------------------------------------------------------------------------

local function word_of(value)
  return Text.quote(Text.show(value))
end

--- The command line with these arguments, as the journal keeps it.
function Command.line(decl, args)
  local parts = { decl.name }
  for pass = 1, 2 do
    for _, a in ipairs(decl.args) do
      local value = args[a.name]
      if value ~= nil and (a.keyword ~= nil) == (pass == 2) then
        if a.keyword then parts[#parts + 1] = a.keyword end
        if a.list then
          local words = {}
          for i, v in ipairs(value) do words[i] = word_of(v) end
          parts[#parts + 1] = table.concat(words, ", ")
        else
          parts[#parts + 1] = word_of(value)
        end
      end
    end
  end
  return table.concat(parts, " ")
end

-- The names of the list under way that are followed by a comma: set of lower-case texts.
local function named_already(tokens, n)
  local named, from = {}, 1
  for i = 1, n do
    local name = tokens[i].comma and join(tokens, from, i - 1):lower()
    if name then
      named[name], from = true, i + 1
      for at = 1, #name do         -- a keyword or a first argument may stand before it
        if name:sub(at, at) == " " then named[name:sub(at + 1)] = true end
      end
    end
  end
  return named
end

-- Whether the last tokens are the whole name of one of a list.
local function is_among(list, tokens)
  for from = #tokens, 1, -1 do
    local name = join(tokens, from, #tokens):lower()
    for _, n in ipairs(list or {}) do if n.name:lower() == name then return true end end
  end
  return false
end

--- What may stand at the end of a half-typed line: list of texts that begin with `prefix`.
function Command.complete(decl, before, prefix, names)
  local tokens = Command.tokens(before) or {}
  local current, used, words = nil, {}, 0
  local last = tokens[#tokens]
  local open = last and (last.comma or (last.text == "and" and not last.quoted))
  for _, t in ipairs(tokens) do
    local k = keyword_at(decl, t)
    if k then
      current, words = k, 0
      used[k.name] = true
    else
      words = words + 1
    end
  end
  local args = Command.parse_prefix(decl, tokens, names)
  local named = named_already(tokens, #tokens)
  if not current then
    local plain = {}
    for _, a in ipairs(decl.args) do if not a.keyword then plain[#plain + 1] = a end end
    for _, a in ipairs(plain) do
      if args[a.name] == nil or a.list then current = a break end
    end
  end
  local found = {}
  local function offer(text)
    if text:lower():sub(1, #prefix) == prefix:lower() then found[#found + 1] = text end
  end
  if current then
    local list
    if current.kind == "word" then
      list = {}
      for i, v in ipairs(current.values) do list[i] = { name = v } end
    elseif current.kind ~= "number" and current.kind ~= "text" then
      local ok, free = nil, current.kind == "value"      -- there is no list of all values
      if current.from or not free then
        ok, list = pcall(names, current.from and "from" or current.kind, current, args)
      end
      if not ok then list = not free and names(current.kind, current, args) or {} end
    end
    -- In a list a name that was complete offers nothing more: a comma or a keyword comes next.
    local complete = current.list and words > 0 and not open and is_among(list, tokens)
    for _, n in ipairs(list or {}) do
      if not complete and not (current.list and named[n.name:lower()]) then offer(n.name) end
    end
  end
  if (words > 0 or not current) and not open then
    for _, a in ipairs(decl.args) do
      if a.keyword and not used[a.name] and not a.own then offer(a.keyword) end
    end
  end
  return found
end

--- As much of the arguments as can be read from a half-typed line.
function Command.parse_prefix(decl, tokens, names)
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

return Command

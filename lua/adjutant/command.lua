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

local Faults = require "adjutant.faults"
local Read = require "adjutant.command_read"
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
    local hole = decl[key] and Faults.hole(decl[key])
    if hole then error(("command %s: entry %d of %s is missing"):format(name, hole, key), 5) end
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

-- What an argument may be is a whole number from min to max.
local function check_bounds(name, a)
  for _, key in ipairs { "min", "max" } do
    if a[key] ~= nil and math.type(a[key]) ~= "integer" then
      error(("command %s: argument %s: %s is a whole number, not %s"):format(name, a.name, key, Text.show(a[key])), 6)
    end
  end
  if a.min and a.max and a.min > a.max then
    error(("command %s: argument %s: nothing lies between %d and %d"):format(name, a.name, a.min, a.max), 6)
  end
end

-- An argument has a name, and a keyword if any, that no other of its command has.
local function check_names(name, a, before)
  if a.keyword ~= nil and (type(a.keyword) ~= "string" or not a.keyword:find("^%l[%l%d-]*$") or a.keyword == "and") then
    error(("command %s: argument %s: a keyword is one lower-case word other than and, not %s"):format(name, a.name,
      Text.show(a.keyword)), 6)
  end
  for _, other in ipairs(before) do
    if other.name == a.name or a.keyword and other.keyword == a.keyword then
      error(("command %s: two arguments have the %s %s"):format(name, other.name == a.name and "name" or "keyword",
        other.name == a.name and a.name or a.keyword), 6)
    end
  end
end

-- The functions and lists of an argument are such. before: the arguments before it.
local function check_argument(name, a, before)
  for _, key in ipairs { "from", "among", "fits", "sample" } do
    if a[key] ~= nil and type(a[key]) ~= "function" then
      error(("command %s: argument %s: %s is a function, not %s"):format(name, a.name, key, type(a[key])), 5)
    end
  end
  if not a.from and (a.fits == nil) ~= (a.among == nil) then
    error(("command %s: argument %s: %s goes with %s, or give from"):format(name, a.name, a.fits and "fits" or "among",
      a.fits and "among" or "fits"), 5)
  end
  check_names(name, a, before)
  check_bounds(name, a)
  if a.kind == "word" and a.values == nil then
    error(("command %s: argument %s: a word is one of its values: values = { \"slow\", \"fast\" }"):format(name,
      a.name), 5)
  elseif a.values ~= nil and type(a.values) ~= "table" then
    error(("command %s: argument %s: values is a list, not %s"):format(name, a.name, type(a.values)), 5)
  end
  local hole = Faults.hole(a.values or {})
  if hole then error(("command %s: argument %s: value %d is missing"):format(name, a.name, hole), 5) end
  for _, value in ipairs(a.values or {}) do
    if type(value) ~= "string" then
      error(("command %s: argument %s: its values are texts"):format(name, a.name), 5)
    end
  end
end

local MOST_NAME = 40                    -- letters of the name of a command

--- Checks a declaration and gives it, completed.
function Command.declare(name, decl, where)
  if type(name) ~= "string" or not name:find("^%l[%l%d-]*$") or #name > MOST_NAME then
    error(("command: the name is one lower-case word of at most %d letters, like attack or counter-charge"):format(
      MOST_NAME), 4)
  elseif type(decl) ~= "table" or type(decl.run) ~= "function" then
    error(("command %s: `run` must be a function of the arguments"):format(name), 4)
  end
  check_texts(name, decl)
  local args = {}
  for i, a in ipairs(decl.args or {}) do
    if type(a) ~= "table" or type(a.name) ~= "string" or type(a.kind) ~= "string" then
      error(("command %s: argument %d needs a name and a kind"):format(name, i), 4)
    end
    check_argument(name, a, args)
    local kind, list = a.kind, a.list
    local one = not PLAIN[kind] and (kind:match "^(.+ss)es$" or kind:match "^(.*[^s])s$")   -- fortresses, units
    if one then kind, list = one, true end
    args[i] = { name = a.name, kind = kind, list = list, keyword = a.keyword, from = a.from,
      among = a.among, fits = a.fits, sample = a.sample, optional = a.optional, values = a.values,
      help = a.help, min = a.min, max = a.max }
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
    plain = plain, phases = phases, phase_names = decl.phases, run = decl.run, where = where, reaction = decl.reaction,
    looks_ahead = decl.looks_ahead, builtin = decl.builtin, internal = decl.internal }
end

-- What makes no sense for a command that changes nothing.
local OF_CHANGES = { "phases", "reaction" }

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


--- `attack AREA with UNITS [charging UNITS]`
function Command.usage(decl)
  local parts = { decl.name }
  for _, a in ipairs(decl.args) do
    local text = a.values and table.concat(a.values, "|") or a.name:upper():gsub("_", "-")
    if a.keyword then
      text = a.keyword .. " " .. (a.values and text or (a.list and Read.plural(a.kind) or a.kind):upper())
    end
    if a.list and a.keyword == nil then text = text .. ", ..." end
    if not a.own then parts[#parts + 1] = a.optional and "[" .. text .. "]" or text end
  end
  return table.concat(parts, " ")
end

-- --- reading ------------------------------------------------------------------------------

Command.tokens, Command.exact, Command.parse, Command.parse_prefix = Read.tokens, Read.exact, Read.parse, Read.prefix
local join, keyword_at = Read.join, Read.keyword_at

-- --- writing ------------------------------------------------------------------------------

local function word_of(arg, value)
  return Text.quote(arg.called and arg.called(value) or Text.show(value))
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
          for i, v in ipairs(value) do words[i] = word_of(a, v) end
          parts[#parts + 1] = table.concat(words, ", ")
        else
          parts[#parts + 1] = word_of(a, value)
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

local FREE = { number = true, text = true, value = true }

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
    elseif current.from or current.kind ~= "number" and current.kind ~= "text" then
      local ok, free = nil, FREE[current.kind]           -- there is no list of all of them
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

return Command

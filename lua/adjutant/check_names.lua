-- SPDX-License-Identifier: GPL-3.0-or-later
-- adjutant.check_names -- names in a Lua text that mean nothing, without running it.
--
-- A name counts as the file's own when it is declared anywhere in it, as a local, an argument or
-- the variable of a loop: so what is reported is surely wrong. Then there are the fields of the
-- tables that rules share: rules.NAME, charts.NAME, option.NAME, sides.NAME, game.NAME, map.NAME.

local Text = require "adjutant.text"
local Tokens = require "adjutant.lua_tokens"

local Names = {}

local SHARED = { rules = true, charts = true, option = true, sides = true, game = true, map = true }

-- The tokens of a text: kinds, words (names, keywords and operators alone), first bytes, last bytes.
local function tokens_of(text)
  local kinds, words, froms, tos = {}, {}, {}, {}
  for kind, from, to in Tokens.each(text) do
    local n = #kinds + 1
    kinds[n], froms[n], tos[n] = kind, from, to
    words[n] = (kind == "string" or kind == "number") and "" or text:sub(from, to)
  end
  return { kinds = kinds, words = words, froms = froms, tos = tos, n = #kinds }
end

-- Declares names from token i on, separated by commas, up to one of `stops`.
local function declare_until(t, i, stops, declared)
  while i <= t.n and not stops[t.words[i]] do
    if t.words[i] == "<" then
      i = i + 2                                   -- <const>
    elseif t.kinds[i] == "name" then
      declared[t.words[i]] = true
    elseif t.words[i] ~= "," and t.words[i] ~= "..." and t.words[i] ~= ">" then
      return
    end
    if t.kinds[i] == "name" and t.kinds[i + 1] == "name" then return end
    i = i + 1
  end
end

local PARENTHESIS, ASSIGNED, LOOP = { [")"] = true }, { ["="] = true }, { ["="] = true, ["in"] = true }

local function declared_in(t)
  local declared = { _ENV = true, self = true }
  for i = 1, t.n do
    local word = t.words[i]
    if word == "local" and t.words[i + 1] == "function" then
      declared[t.words[i + 2] or ""] = true
    elseif word == "local" then
      declare_until(t, i + 1, ASSIGNED, declared)
    elseif word == "for" then
      declare_until(t, i + 1, LOOP, declared)
    elseif word == "function" then
      local at = i + 1
      while at <= t.n and t.words[at] ~= "(" and at < i + 20 do at = at + 1 end
      declare_until(t, at + 1, PARENTHESIS, declared)
    end
  end
  return declared
end

local function key_of(text, t, i)
  if t.words[i + 1] == "." and t.kinds[i + 2] == "name" then return t.words[i + 2], i + 2 end
  if t.words[i + 1] == "[" and t.kinds[i + 2] == "string" and t.words[i + 3] == "]" then
    return Tokens.value(text, t.froms[i + 2], t.tos[i + 2]), i + 2
  end
  return nil
end

local function note_name(refs, text, t, i, declared, in_table)
  local word, before = t.words[i], t.words[i - 1]
  if before == "." then refs.members[word] = true end
  if before == "." or before == ":" or before == "goto" or before == "::" then return end
  if in_table and t.words[i + 1] == "=" then return end
  if before == "<" and t.words[i + 1] == ">" and (word == "const" or word == "close") then return end
  if declared[word] then return end
  refs.free[#refs.free + 1] = { name = word, at = t.froms[i] }
  if not SHARED[word] then return end
  local key, at = key_of(text, t, i)
  if key then
    local set = t.words[at + (t.kinds[at] == "string" and 2 or 1)] == "="
    refs.fields[#refs.fields + 1] = { object = word, name = key, at = t.froms[at], set = set }
  elseif t.words[i + 1] ~= "." and word == "rules" then
    refs.dynamic = true
  end
end

-- `.field == "text"` at token i, the operator.
local function note_compared(refs, text, t, i)
  if t.kinds[i + 1] ~= "string" or t.kinds[i - 1] ~= "name" or t.words[i - 2] ~= "." then return end
  refs.compared[#refs.compared + 1] = { field = t.words[i - 1], at = t.froms[i + 1],
    text = Tokens.value(text, t.froms[i + 1], t.tos[i + 1]) }
end

--- What a text speaks of: { free = { { name, at } }, fields = { { object, name, at, set } },
--- compared = { { field, text, at } }, kept = { { name, at } } (adjutant.check_kept), strings = set of texts,
--- members = set of names behind a dot, dynamic = `rules` is used as a whole }.
--- `at`: a byte.
function Names.read(text)
  local t = tokens_of(text)
  local declared = declared_in(t)
  local refs = { free = {}, fields = {}, compared = {}, strings = {}, members = {}, declared = declared,
    kept = require("adjutant.check_kept").find(t) }
  local brackets, depth = {}, 0
  for i = 1, t.n do
    local kind, word = t.kinds[i], t.words[i]
    if kind == "name" then
      note_name(refs, text, t, i, declared, brackets[depth] == "{")
    elseif kind == "string" then
      if t.tos[i] - t.froms[i] < 100 then refs.strings[Tokens.value(text, t.froms[i], t.tos[i])] = true end
    elseif word == "==" or word == "~=" then
      note_compared(refs, text, t, i)
    elseif word == "{" or word == "(" or word == "[" or word == "function" then
      depth = depth + 1
      brackets[depth] = word
    elseif depth > 0 and (word == "}" or word == ")" or word == "]"
      or word == "end" and brackets[depth] == "function") then
      depth = depth - 1
    elseif word == "if" or word == "do" then
      depth = depth + 1
      brackets[depth] = "function"
    end
  end
  return refs
end

local NOUN = { rules = "rule named", charts = "chart", option = "option", sides = "side", game = "field of game",
  map = "function of map" }

-- What other languages call it.
local ELSEWHERE = { null = "nil", None = "nil", undefined = "nil", True = "true", False = "false", TRUE = "true",
  FALSE = "false", elif = "elseif", elsif = "elseif" }

--- Reports what a text speaks of and nobody has. `known` is a function of a name: whether scripts
--- have it; `fields` has a set of names for each of rules, charts, ... that is to be looked at;
--- `names` lists what scripts have. report(byte, message).
function Names.check(refs, known, names, fields, report)
  local told = {}
  for _, ref in ipairs(refs.free) do
    if not known(ref.name) and not told[ref.name] then
      told[ref.name] = true
      local meant = ELSEWHERE[ref.name]
      report(ref.at, meant and ("there is no %s in Lua (did you mean %q?)"):format(ref.name, meant)
        or ("there is no %s%s; a name of your own begins with local"):format(ref.name,
          Text.did_you_mean(ref.name, names)))
    end
  end
  for _, ref in ipairs(refs.fields) do
    local set = fields[ref.object]
    if set and not set[ref.name] and not ref.set then
      local list = Text.key_names(set)
      report(ref.at, ("there is no %s %s%s"):format(NOUN[ref.object], ref.name,
        Text.did_you_mean(ref.name, list)))
    end
  end
end

return Names

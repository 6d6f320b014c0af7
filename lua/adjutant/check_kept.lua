-- SPDX-License-Identifier: GPL-3.0-or-later
-- adjutant.check_kept -- variables of a file that its functions set: undo, odds and replays know nothing of
-- them.
--
-- Only what is surely so is told: a local of the file itself, of a name that nothing within it bears, which is
-- set within a function.

local Kept = {}

local OPENS = { ["function"] = true, ["if"] = true, ["do"] = true, ["repeat"] = true }

-- Calls f(i, functions, blocks) for each token: in how many functions, and blocks of any kind, it stands.
local function walk(t, f)
  local stack, functions = {}, 0
  for i = 1, t.n do
    local word = t.kinds[i] == "keyword" and t.words[i]
    if word == "end" or word == "until" then
      if table.remove(stack) == "function" then functions = functions - 1 end
    end
    f(i, functions, #stack)
    if OPENS[word] then
      stack[#stack + 1] = word
      if word == "function" then functions = functions + 1 end
    end
  end
end

-- Names from token i on, separated by commas (attributes are passed over), into a set.
local function names_from(t, i, set)
  while t.kinds[i] == "name" do
    set[t.words[i]] = true
    i = i + 1
    if t.words[i] == "<" then i = i + 3 end
    if t.words[i] ~= "," then return end
    i = i + 1
  end
end

local MOST_NAMED = 20                   -- tokens of the name of a function

-- The token behind the name of a function and its `(`.
local function parameters(t, i)
  local last = math.min(t.n, i + MOST_NAMED)
  while i <= last and t.words[i] ~= "(" do i = i + 1 end
  return i + 1
end

-- Locals of the file itself, and every other name that is declared in it.
local function declared(t)
  local own, inner = {}, {}
  walk(t, function(i, _, blocks)
    local word = t.words[i]
    if t.kinds[i] ~= "keyword" then return end
    if word == "local" and t.words[i + 1] == "function" then
      names_from(t, i + 2, inner)
    elseif word == "local" then
      names_from(t, i + 1, blocks == 0 and own or inner)
    elseif word == "for" then
      names_from(t, i + 1, inner)
    elseif word == "function" then
      names_from(t, parameters(t, i + 1), inner)
    end
  end)
  return own, inner
end

-- Whether token i begins a statement `name = ...`: what stands before it ends another, or opens a block.
local function sets(t, i)
  if t.kinds[i] ~= "name" or t.words[i + 1] ~= "=" then return false end
  local kind, word = t.kinds[i - 1], t.words[i - 1]
  if kind == "op" then return word == ")" or word == "]" or word == "}" or word == ";" end
  return kind ~= "keyword" or word ~= "local" and word ~= "for"
end

-- Whether tokens stand in a table: { name = value } is no statement.
local function in_table(t)
  local inside, stack = {}, {}
  for i = 1, t.n do
    local word = (t.kinds[i] == "op" or t.kinds[i] == "keyword") and t.words[i]
    if word == "}" or word == "end" or word == "until" or word == ")" then stack[#stack] = nil end
    inside[i] = stack[#stack] == "{"
    if word == "{" or word == "(" or OPENS[word] then stack[#stack + 1] = word end
  end
  return inside
end

--- The variables of a file that are set within its functions: list of { name =, at = byte }, each once.
--- t: tokens as adjutant.check_names has them.
function Kept.find(t)
  local own, inner = declared(t)
  local inside, list, told = in_table(t), {}, {}
  walk(t, function(i, functions)
    local name = t.words[i]
    if functions > 0 and own[name] and not inner[name] and not told[name] and not inside[i] and sets(t, i) then
      told[name] = true
      list[#list + 1] = { name = name, at = t.froms[i] }
    end
  end)
  return list
end

return Kept

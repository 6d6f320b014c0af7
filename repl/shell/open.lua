-- SPDX-License-Identifier: GPL-3.0-or-later
-- shell.open -- what is still open in a half-typed piece of Lua, for the continuation prompt.

local Open = {}

local OPENS = { ["function"] = true, ["if"] = true, ["do"] = true, ["repeat"] = true,
  ["for"] = true, ["while"] = true }
local BRACKETS = { ["("] = ")", ["{"] = "}", ["["] = "]" }

--- The position after a long bracket that opens at `at`, or nil, true when it never closes;
--- nil, false when none opens here.
local function skip_long(text, at)
  local level = text:match("^%[(=*)%[", at)
  if not level then return nil, false end
  local _, stop = text:find("]" .. level .. "]", at, true)
  if stop then return stop + 1 end
  return nil, true
end

local function skip_string(text, at)
  local quote, i = text:sub(at, at), at + 1
  while i <= #text do
    local c = text:sub(i, i)
    if c == "\\" then
      if text:sub(i + 1, i + 1) == "z" then
        i = text:find("%S", i + 2) or #text + 1
      else
        i = i + 2
      end
    elseif c == quote then
      return i + 1
    elseif c == "\n" then
      return i                    -- an error of its own; the parser will say so
    else
      i = i + 1
    end
  end
  return nil
end

local function pop(stack, ...)
  for i = 1, select("#", ...) do
    if stack[#stack] and stack[#stack].word == select(i, ...) then
      stack[#stack] = nil
      return
    end
  end
end

local function take_word(stack, text, word, after)
  if word == "function" then
    local name = text:match("^%s+([%a_][%w_.:]*)", after)
    stack[#stack + 1] = { word = word, label = name and "function " .. name or "function" }
  elseif word == "do" then
    local top = stack[#stack]     -- `for` and `while` own their `do`
    if top and (top.word == "for" or top.word == "while") and not top.has_do then
      top.has_do = true
    else
      stack[#stack + 1] = { word = word, label = word }
    end
  elseif OPENS[word] then
    stack[#stack + 1] = { word = word, label = word }
  elseif word == "end" then
    pop(stack, "function", "if", "do", "for", "while")
  elseif word == "until" then
    pop(stack, "repeat")
  end
end

local function take_mark(stack, c)
  if BRACKETS[c] then
    stack[#stack + 1] = { word = BRACKETS[c], label = c }
  elseif c == ")" or c == "}" or c == "]" then
    pop(stack, c)
  end
end

--- The innermost thing open at the end of `text`: "function fire", "if", "(", "string",
--- "comment", or "..." when nothing is (an expression that goes on).
function Open.describe(text)
  local stack, at = {}, 1
  while at <= #text do
    local c = text:sub(at, at)
    if text:find("^%-%-", at) then
      local after, endless = skip_long(text, at + 2)
      if endless then return "comment" end
      at = after or text:find("\n", at, true) or #text + 1
    elseif c == '"' or c == "'" then
      at = skip_string(text, at)
      if not at then return "string" end
    elseif text:find("^%[=*%[", at) then
      at = skip_long(text, at)
      if not at then return "string" end
    elseif c:find("[%a_]") then
      local word = text:match("^[%w_]+", at)
      at = at + #word
      take_word(stack, text, word, at)
    elseif c:find("%d") then
      at = at + #text:match("^[%w_.]+", at)
    else
      take_mark(stack, c)
      at = at + 1
    end
  end
  return stack[#stack] and stack[#stack].label or "..."
end

return Open

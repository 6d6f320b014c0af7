-- SPDX-License-Identifier: GPL-3.0-or-later
-- adjutant.lua_tokens -- the tokens of a Lua 5.4 text, one after the other, in linear time.
--
--   for kind, from, to in Tokens.each(text) do ... end
--
-- kind: "name", "keyword", "number", "string" (short and long) and "op". from and to are offsets of
-- bytes, from 1. Spaces and comments are passed over. A text that is not Lua never fails: a string
-- without an end goes to the end of its line, a long one to the end of the text, and any other
-- byte is an "op".

local Tokens = {}

local KEYWORD = {}
for word in ([[and break do else elseif end false for function goto if in local nil not or repeat
  return then true until while]]):gmatch("%a+") do KEYWORD[word] = true end

local OPERATORS = { ["..."] = true, [".."] = true, ["::"] = true, ["=="] = true, ["~="] = true,
  ["<="] = true, [">="] = true, ["<<"] = true, [">>"] = true, ["//"] = true }

-- The last byte of a long bracket that opens at `at`; nil when none opens there.
local function long_end(text, at)
  local level = text:match("^%[(=*)%[", at)
  if not level then return nil end
  local _, stop = text:find("]" .. level .. "]", at + #level + 2, true)
  return stop or #text
end

-- The last byte of a short string that opens at `at`: its other quote, or the end of its line.
local function short_end(text, at)
  local quote = text:sub(at, at)
  local stops = quote == '"' and '["\\\r\n]' or "['\\\r\n]"
  local from = at + 1
  while true do
    local stop = text:find(stops, from)
    if not stop then return #text end
    local c = text:sub(stop, stop)
    if c == quote then return stop end
    if c ~= "\\" then return stop - 1 end
    local _, spaces = text:find("^z%s*", stop + 1)
    local _, line = text:find("^\r\n", stop + 1)
    from = (spaces or line or stop + 1) + 1
  end
end

local function number_end(text, at)
  local digits = text:find("^0[xX]", at) and "^0[xX][%x.]*[pP][+-]%w*" or "^[%d.]*[eE][+-]%w*"
  local _, stop = text:find(digits, at)
  if not stop then _, stop = text:find("^[%w.]*", at) end
  return stop
end

-- The first byte from `at` that is no space and in no comment.
local function skip(text, at)
  while true do
    at = text:find("%S", at)
    if not at or text:sub(at, at + 1) ~= "--" then return at end
    local stop = long_end(text, at + 2) or (text:find("[\r\n]", at + 2) or #text + 1) - 1
    at = stop + 1
  end
end

local function operator(text, at)
  for length = 3, 2, -1 do
    local word = text:sub(at, at + length - 1)
    if OPERATORS[word] then return at + length - 1 end
  end
  return at
end

--- The next token from `at` on: kind, first and last byte; nil at the end of the text.
function Tokens.next(text, at)
  at = skip(text, at)
  if not at then return nil end
  local _, stop = text:find("^[%a_][%w_]*", at)
  if stop then return KEYWORD[text:sub(at, stop)] and "keyword" or "name", at, stop end
  if text:find("^%.?%d", at) then return "number", at, number_end(text, at) end
  local c = text:sub(at, at)
  if c == '"' or c == "'" then return "string", at, short_end(text, at) end
  stop = c == "[" and long_end(text, at)
  if stop then return "string", at, stop end
  return "op", at, operator(text, at)
end

--- Walks the tokens: for kind, from, to in Tokens.each(text).
function Tokens.each(text)
  local at = text:find("^#") and (text:find("[\r\n]") or #text + 1) or 1
  return function()
    local kind, from, to = Tokens.next(text, at)
    if kind then at = to + 1 end
    return kind, from, to
  end
end

local ESCAPES = { a = "\a", b = "\b", f = "\f", n = "\n", r = "\r", t = "\t", v = "\v" }

-- A code point as UTF-8, in up to six bytes as Lua has it.
local function encoded(code)
  if code < 0x80 then return string.char(code) end
  local tail, first = "", 0x3f           -- the largest that still fits the first byte
  repeat
    tail = string.char(0x80 | code & 0x3f) .. tail
    code, first = code >> 6, first >> 1
  until code <= first
  return string.char((~first << 1 & 0xff) | code) .. tail
end

-- What an escape behind the backslash at `at` stands for, and its last byte.
local function escape(text, at)
  local c = text:sub(at + 1, at + 1)
  if ESCAPES[c] then return ESCAPES[c], at + 1 end
  local hex = text:match("^x(%x%x)", at + 1)
  if hex then return string.char(tonumber(hex, 16)), at + 3 end
  local point = text:match("^u{(%x+)}", at + 1)
  local code = point and #point <= 8 and tonumber(point, 16)
  if code and code < 0x80000000 then return encoded(code), at + #point + 3 end
  local digits = text:match("^%d%d?%d?", at + 1)
  if digits then
    return tonumber(digits) < 256 and string.char(tonumber(digits)) or "", at + #digits
  end
  local spaces = text:match("^z(%s*)", at + 1)
  if spaces then return "", at + 1 + #spaces end
  if text:find("^\r\n", at + 1) or text:find("^\n\r", at + 1) then return "\n", at + 2 end
  return c == "\r" and "\n" or c, at + 1
end

-- Walks the characters of a short string token: f(character, offset in the text).
local function short_characters(text, from, to, f)
  local at = from + 1
  while at < to do
    local stop = at
    local value = text:sub(at, at)
    if value == "\\" then value, stop = escape(text, at) end
    if f(value, at) then return end
    at = stop + 1
  end
end

local function long_start(text, from)
  local start = from + #text:match("^%[=*%[", from)
  local newline = text:match("^\r\n", start) or text:match("^\n\r", start) or text:match("^[\r\n]", start)
  return start + (newline and #newline or 0)
end

--- The text that a string token stands for.
function Tokens.value(text, from, to)
  if text:sub(from, from) == "[" then
    local level = #text:match("^%[=*%[", from)
    local inner = text:sub(long_start(text, from), to - level)
    return inner:find("\r", 1, true) and inner:gsub("\r\n?", "\n") or inner
  end
  local plain = text:sub(from + 1, to - 1)
  if not plain:find("\\", 1, true) then return plain end
  local parts = {}
  short_characters(text, from, to, function(value) parts[#parts + 1] = value end)
  return table.concat(parts)
end

--- The offset in the text of byte n (from 1) of what a string token stands for.
function Tokens.inside(text, from, to, n)
  if text:sub(from, from) == "[" then return math.min(long_start(text, from) + n - 1, to) end
  local passed, found = 0, to
  short_characters(text, from, to, function(value, at)
    if passed + #value >= n then found = at return true end
    passed = passed + #value
  end)
  return found
end

return Tokens

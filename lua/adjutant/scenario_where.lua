-- SPDX-License-Identifier: GPL-3.0-or-later
-- adjutant.scenario_where -- puts line and column into what is wrong with a scenario.
--
-- Whoever reads a scenario says where by a path into its table, behind the file's name:
--   scenarios/ford.lua: map.rows[2], column 5: "x" is no sign ...
--   scenarios/ford.lua: units, line 3 (Red Foot): there is no area ...
-- and Where.located makes of it, from the file's text,
--   scenarios/ford.lua:14:9: map.rows[2], column 5: "x" is no sign ...
-- A path is names, numbers and keys: map.areas[3] (Blenheim).terrain[NE], map.hexes["B2"].

local Where = {}

-- The keys of a path at the start of `text`, with the line and column it names, and what follows.
local function read_path(text)
  local keys, at = {}, 1
  while true do
    local word, stop = text:match("^%.?([%a_][%w_]*)()", at)
    if word and (at == 1 or text:sub(at, at) == ".") then
      keys[#keys + 1] = word
    else
      local inner
      inner, stop = text:match("^%[([^%]]*)%]()", at)
      if inner then
        keys[#keys + 1] = math.tointeger(tonumber(inner)) or inner:match('^"(.*)"$') or inner
      else
        stop = text:match("^ %b()()", at)
      end
    end
    if not stop then break end
    at = stop
  end
  local line, column
  local n, stop = text:match("^, line (%d+)()", at)
  if n then line, at = math.tointeger(tonumber(n)), stop end
  n = text:match("^, column (%d+)", at)
  if n then column = math.tointeger(tonumber(n)) end
  return keys, line, column
end

local function value_at(data, keys)
  for _, key in ipairs(keys) do
    if type(data) ~= "table" then return nil end
    data = data[key]
  end
  return data
end

-- The byte of a text at a line and column (columns count characters).
local function byte_of(text, line, column)
  local start = 1
  for _ = 2, line or 1 do
    start = (text:find("\n", start, true) or #text) + 1
  end
  local at = start
  for _ = 2, column or 1 do
    at = at + 1
    while at <= #text and text:byte(at) >= 0x80 and text:byte(at) < 0xC0 do at = at + 1 end
  end
  return at
end

--- line, column of a path (as a text) in the file `text` whose table is `data`.
function Where.find(path, text, data)
  local L = require("adjutant.locate").new(text)
  local keys, line, column = read_path(path)
  if line or column then
    local value = value_at(data, keys)
    if type(value) == "string" then
      local found, at = L:inside(keys, byte_of(value, line, column))
      if found then return found, at end
    end
  end
  return L:nearest(keys)
end

--- The message with line and column behind the file's name, if it begins with `shown` and a path;
--- else as it is. `shown`: the file as messages name it.
function Where.located(message, shown, text, data)
  local prefix = shown .. ": "
  if not text or message:sub(1, #prefix) ~= prefix then return message end
  local path = message:sub(#prefix + 1)
  local line, column = Where.find(path, text, data)
  return ("%s:%d:%d: %s"):format(shown, line, column, path)
end

return Where

-- SPDX-License-Identifier: GPL-3.0-or-later
-- adjutant.house_source -- the program text behind a rule, a command or a chart, without comments
-- and spaces: two rulesets differ in a rule when it was written anew, not when it has moved.

local Tokens = require "adjutant.lua_tokens"

local Source = {}

local OPENS = { ["("] = true, ["{"] = true, ["["] = true, ["function"] = true, ["if"] = true, ["do"] = true,
  ["repeat"] = true }
local CLOSES = { [")"] = true, ["}"] = true, ["]"] = true, ["end"] = true, ["until"] = true }

-- The tokens from byte `at` to the end of the statement (or of the value in a table), as one text.
local function piece(text, at)
  local parts, depth, closed = {}, 0, false
  while true do
    local kind, from, to = Tokens.next(text, at)
    if not kind then break end
    local word = text:sub(from, to)
    if depth == 0 and ((closed and (kind == "name" or kind == "keyword")) or word == "," or word == ";") then
      break
    end
    if kind ~= "string" and OPENS[word] then depth = depth + 1 end
    if kind ~= "string" and CLOSES[word] then
      depth = depth - 1
      if depth < 0 then break end
    end
    closed = depth == 0 and (CLOSES[word] or kind == "string") and kind ~= "op" or depth == 0 and
      (word == ")" or word == "}")
    parts[#parts + 1] = word
    at = to + 1
  end
  return table.concat(parts, " "), at - 1
end

-- The text of a file that a kit was made of: the ruleset's, or a house rule's.
local function text_of(kit, path)
  return kit.loader and kit.loader.sources[path] or kit.house_texts and kit.house_texts[path]
end
Source.text_of = text_of

-- The byte where line n begins.
local function line_start(text, n)
  local at = 1
  for _ = 2, n do
    at = text:find("\n", at, true)
    if not at then return nil end
    at = at + 1
  end
  return at
end

-- The text of the file of a place ("file:line" or "file:line:column"), where its line begins, and the
-- byte of the place. nil when it is not known.
local function located(kit, where)
  local path, line, column = tostring(where):match("^(.-):(%d+):?(%d*)$")
  local text = path and text_of(kit, path)
  local start = text and line_start(text, tonumber(line))
  if not start then return nil end
  return text, start, start + (tonumber(column) or 1) - 1
end

--- What is written from a place on, without comments and spaces; nil when it is not known.
function Source.at(kit, where)
  local text, _, at = located(kit, where)
  return text and (piece(text, at))
end

--- The same as it is written: a list of lines, without what all of them are indented by.
function Source.lines(kit, where)
  local text, start, at = located(kit, where)
  if not text then return nil end
  local _, stop = piece(text, at)
  local lines, least = {}, nil
  for l in (text:sub(start, stop) .. "\n"):gmatch("(.-)\r?\n") do
    lines[#lines + 1] = l
    local indent = l:find("%S")
    if indent then least = math.min(least or indent, indent) end
  end
  for i, l in ipairs(lines) do lines[i] = l:sub(least or 1) end
  return lines
end

--- Whether what stands at two places of two kits reads the same. What is not known is the same.
function Source.same(a, where_a, b, where_b)
  local path = tostring(where_a):match("^(.-):%d")
  if path and where_a == where_b and text_of(a, path) == text_of(b, path) then return true end
  local one, two = Source.at(a, where_a), Source.at(b, where_b)
  return one == nil or two == nil or one == two
end

local function plain(text)
  local parts = {}
  for _, from, to in Tokens.each(text) do parts[#parts + 1] = text:sub(from, to) end
  return table.concat(parts, " ")
end

--- The files of a ruleset that are in both kits and not the same program: list of paths.
function Source.changed_files(a, b)
  local list = {}
  for path, text in pairs(a.loader and a.loader.sources or {}) do
    local other = b.loader and b.loader.sources[path]
    if other and other ~= text and plain(other) ~= plain(text) then list[#list + 1] = path end
  end
  table.sort(list)
  return list
end

--- The place of what is assigned to charts.NAME in the files of a kit; nil when it is not found.
function Source.chart(kit, name)
  local target = "charts." .. name
  for _, path in ipairs(kit.loader and kit.loader.order or {}) do
    local text = kit.loader.sources[path]
    if text:find(target, 1, true) then
      local view = require("adjutant.locate").new(text):assigned(target)
      if view then return ("%s:%d:%d"):format(path, view.line, view.column) end
    end
  end
  return nil
end

--- The place of a key in what a function of the ruleset's files is called with: of entity "unit", its
--- field. nil when it is not found.
function Source.call(kit, word, name, keys)
  for _, path in ipairs(kit.loader and kit.loader.order or {}) do
    local text = kit.loader.sources[path]
    if text:find(word, 1, true) and not path:find("/", 1, true) then
      for _, view in ipairs(require("adjutant.locate").new(text):calls(word)) do
        local right = name == nil or view[1] == name
        if right and (#keys == 0 or view:find(keys)) then return view:where(keys, path) end
      end
    end
  end
  return nil
end

return Source

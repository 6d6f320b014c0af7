-- SPDX-License-Identifier: GPL-3.0-or-later
-- adjutant.check_findings -- what `adjutant check` found, each with its place.
--
-- A finding is { file =, line =, column =, level = "error"|"warning", text = }. What loaders raise
-- is read for its place: "charts.lua:12: ..." and "charts.lua:12:5: ...", where the path is that
-- of a source that was named before by F:source.

local Locate = require "adjutant.locate"

local Findings = {}
Findings.__index = Findings

local MOST = 1000

--- An empty list of findings.
function Findings.new()
  return setmetatable({ list = {}, seen = {}, places = {}, sources = {}, order = {}, errors = 0, warnings = 0 }, Findings)
end

--- Makes a source known: `path` is what messages call it, `shown` what the person called it.
function Findings:source(path, shown, text)
  local known = self.sources[path]
  if known and known.text == text and known.shown == shown then return known end
  local source = { path = path, shown = shown, text = text }
  self.sources[path] = source
  if not self.order[shown] then
    self.order[#self.order + 1] = shown
    self.order[shown] = #self.order
  end
  return source
end

--- Forgets the sources: those of another load may bear the same paths.
function Findings:forget() self.sources = {} end

--- The outline of a source by its path, nil when it is unknown.
function Findings:outline(path)
  local source = self.sources[path]
  if not source then return nil end
  source.locate = source.locate or Locate.new(source.text)
  return source.locate
end

-- A message as one line, and whether it names a line of the program itself, which it loses: nobody who
-- writes a scenario has any use for that.
local function plain(message)
  local text, n = tostring(message):gsub("%s*[\r\n]+%s*", "; "):gsub("lua/adjutant/[%w_]+%.lua:%d+: ", "")
  return text, n > 0
end

--- Adds a finding at a place of a source (line and column may be missing). Gives it, if it is new.
function Findings:add(level, path, line, column, text)
  local source = self.sources[path]
  local f = { file = source and source.shown or path, line = line or 1, column = column or 1, level = level }
  f.text, f.internal = plain(text)
  local key = ("%s:%d:%s"):format(f.file, f.line, (f.text:gsub('"', ""):gsub("^sequence: ", "")))
  if self.seen[key] then return end
  self.seen[key] = true
  if level == "error" then self.places[("%s:%d:%d"):format(f.file, f.line, f.column)] = true end
  if level == "error" then self.errors = self.errors + 1 else self.warnings = self.warnings + 1 end
  if #self.list < MOST then self.list[#self.list + 1] = f end
  return f
end

--- Whether there is an error at that place already.
function Findings:has_error(path, line, column)
  local source = self.sources[path]
  return self.places[("%s:%d:%d"):format(source and source.shown or path, line, column)] == true
end

-- "path:line:column: text" of a known source: path, line, column, text.
local function split(self, message)
  message = message:gsub("^%./+", "")              -- which a loader may put before a path
  local tail = message:match("^%.%.%.([^:]+):%d")   -- of a long one Lua shows the end
  for known in pairs(self.sources) do
    local path = known:gsub("^%./+", "")
    if tail and path:sub(-#tail) == tail then path = "..." .. tail end
    if message:sub(1, #path + 1) == path .. ":" then
      local rest = message:sub(#path + 2)
      local line, column, text = rest:match("^(%d+):(%d+):%s*(.*)$")
      if not line then line, text = rest:match("^(%d+):%s*(.*)$") end
      if line then return known, math.tointeger(tonumber(line)), math.tointeger(tonumber(column)), text end
      text = rest:match("^%s+(.*)$")
      if text then return known, nil, nil, text end
    end
  end
  return nil
end

-- "text (path:line)" or "text (path:line:column)" of a known source.
local function split_end(self, message)
  local text, place = message:match("^(.*) %(([^()]+:%d+)%)$")
  if not text then return nil end
  local path, line, column = place:match("^(.-):(%d+):(%d+)$")
  if not path then path, line = place:match("^(.-):(%d+)$") end
  if not self.sources[path] then return nil end
  return path, math.tointeger(tonumber(line)), math.tointeger(tonumber(column)), text
end

local MOST_TRIED = 20

-- The column where Lua came upon a token: of several such on the line the first up to which the text has
-- that mistake. nil when the line does not have it.
local function came_upon(outline, line, token)
  token = token:gsub("^<\\(%d+)>$", function(byte) return string.char(byte) end)
  local first = outline:has(line, token)
  local column = first
  for _ = 1, MOST_TRIED do
    if not column then break end
    local _, fault = core.sandbox.load(outline:up_to(line, column + #token - 1), "it", {})
    if fault and fault:find(" near '", 1, true) then return column end
    column = outline:has(line, token, column + 1)
  end
  return first
end

local WORDS = { "%(%w+ '([^']+)'%)", "`([^`]+)`", '"([^"]+)"', "no %l[%l ]* ([%w_/.]+)",
  "named ([%w_]+)" }

--- The column of what a message speaks of on its line: what Lua came "near", or what is quoted or
--- said not to be there; from column `from` on. nil when the line does not have it.
function Findings.column_of(outline, line, text, from)
  text = text:gsub(" %(did you mean.*$", "")
  local token = text:match("near '(.-)'$") or text:match("near '(.-)'; ")
  local at = token and came_upon(outline, line, token)
  if at then return at end
  for _, pattern in ipairs(WORDS) do
    local word = text:match(pattern)
    local column = word and outline:has(line, word, from)
    if column then return column end
  end
  return nil
end

--- Whether a message begins with a line of that source.
function Findings:speaks_of(message, path)
  local at, line = split(self, plain(message))
  return at == path and line ~= nil
end

--- Adds what was raised. `path`: the source it is about if the message names none. `level`: of the
--- finding, "error" if not given.
function Findings:raised(message, path, level)
  local internal
  message, internal = plain(message)
  local at, line, column, text = split(self, message)
  if not at then at, line, column, text = split_end(self, message) end
  if not at then at, text = path, message end
  local outline = self:outline(at)
  if line and not column and outline then
    column = Findings.column_of(outline, line, text) or outline:word(line)
    local source = self.sources[at]
    if self.places[("%s:%d:%d"):format(source.shown, line, column or 1)] then return end
  elseif not line and outline then
    line, column = outline:nearest {}
  end
  local f = self:add(level or "error", at, line, column, text)
  if f and internal then f.internal = true end
end

--- Adds a fault at a key of the table that a view (of adjutant.locate) is of.
function Findings:at(level, path, view, keys, text, what)
  local line, column
  if view then line, column = view:nearest(keys, what) end
  self:add(level, path, line, column, text)
end

--- Puts the list in the order of files and lines.
function Findings:sort()
  for i, f in ipairs(self.list) do f.number = i end
  table.sort(self.list, function(a, b)
    local first, second = self.order[a.file] or 0, self.order[b.file] or 0
    if first ~= second then return first < second end
    if a.line ~= b.line then return a.line < b.line end
    if a.column ~= b.column then return a.column < b.column end
    return a.number < b.number
  end)
end

--- "1 error", "no warnings", "3 warnings".
local function counted(n, word) return ("%d %s%s"):format(n, word, n == 1 and "" or "s") end

--- The last line: "2 errors, 1 warning".
function Findings:summary()
  return ("%s, %s"):format(counted(self.errors, "error"), counted(self.warnings, "warning"))
end

--- A finding as one line.
function Findings.line(f)
  return ("%s:%d:%d: %s: %s"):format(f.file, f.line, f.column, f.level, f.text)
end

return Findings

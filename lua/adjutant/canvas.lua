-- SPDX-License-Identifier: GPL-3.0-or-later
-- adjutant.canvas -- single characters with roles, from which drawings of maps are made.

local CHARACTER = "[\0-\127\194-\244][\128-\191]*"      -- of UTF-8; other bytes are left out

local function width(text)
  return select(2, text:gsub(CHARACTER, ""))
end

local function cut(text, n)
  if n <= 0 then return "" end
  if width(text) <= n then return text end
  local kept = {}
  for character in text:gmatch(CHARACTER) do
    if #kept == n - 1 then break end
    kept[#kept + 1] = character
  end
  return table.concat(kept) .. "."
end

-- --- a canvas of single characters ------------------------------------------------------------

local Canvas = {}
Canvas.__index = Canvas

--- An empty one.
function Canvas.new() return setmetatable({ rows = {}, roles = {} }, Canvas) end

--- Writes a text from (x, y) to the right, in a role.
function Canvas:put(x, y, text, role)
  local row, roles = self.rows[y], self.roles[y]
  if not row then
    row, roles = {}, {}
    self.rows[y], self.roles[y] = row, roles
  end
  for character in text:gmatch(CHARACTER) do
    row[x], roles[x] = character, role
    x = x + 1
  end
end

--- The pieces of a line between two columns.
function Canvas:line(y, from, to)
  local row, roles = self.rows[y] or {}, self.roles[y] or {}
  local last = from - 1
  for x = from, to do if row[x] then last = x end end
  local pieces, text, role = {}, {}, nil
  for x = from, last do
    local own = roles[x]
    if own ~= role and #text > 0 then
      pieces[#pieces + 1] = { text = table.concat(text), role = role }
      text = {}
    end
    role = own
    text[#text + 1] = row[x] or " "
  end
  if #text > 0 then pieces[#pieces + 1] = { text = table.concat(text), role = role } end
  return pieces
end

Canvas.width, Canvas.cut, Canvas.CHARACTER = width, cut, CHARACTER

return Canvas

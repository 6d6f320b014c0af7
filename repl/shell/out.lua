-- SPDX-License-Identifier: GPL-3.0-or-later
-- shell.out -- what is written, and how it looks there.
--
-- A line is a text, { text =, role = }, or a list of such pieces. Roles say what a piece is
-- ("title", "rule", "good", "bad", "dim", "dice", "side:ID"); only here does that become colour.

local terminal = core.terminal

local Out = {}

local about = terminal.about()
Out.interactive = about.interactive
Out.dumb = about.dumb
Out.colour = about.colour

local SGR = { title = "1", rule = "36", good = "32", bad = "31", error = "31", dim = "2",
  dice = "33;1",
  -- of a map
  border = "2", river = "36", danube = "36;1", road = "33", blocked = "31", marsh = "36", woods = "32",
  town = "33", high = "1", mark = "32;1" }
local COLOURS = { black = "30", red = "31", green = "32", yellow = "33", blue = "34",
  magenta = "35", purple = "35", cyan = "36", white = "37", brown = "33", grey = "90" }
-- For sides that name no colour, in their order.
local SIDE_COLOURS = { "31", "34", "32", "35", "33", "36" }

local side_sgr = {}

--- Tells which colours the sides have: list of { id =, colour = }.
function Out.set_sides(sides)
  side_sgr = {}
  for i, side in ipairs(sides or {}) do
    side_sgr["side:" .. tostring(side.id)] = COLOURS[side.colour]
      or SIDE_COLOURS[(i - 1) % #SIDE_COLOURS + 1]
  end
end

local function code_of(role)
  if not role then return nil end
  local code = SGR[role] or side_sgr[role]
  if code then return code end
  local parts                             -- "side:allied dim": several roles at once
  for word in role:gmatch("%S+") do
    local one = SGR[word] or side_sgr[word]
    if one then parts = parts and parts .. ";" .. one or one end
  end
  return parts
end

--- Text without the bytes that could move a terminal's cursor: scripts and names may hold any.
local function clean(text)
  text = tostring(text)
  if text:find("[\0-\8\11-\31\127]") then
    text = text:gsub("[\0-\8\11-\31\127]", "?")
  end
  if text:find("\194[\128-\159]") then text = text:gsub("\194[\128-\159]", "?") end
  return text
end
Out.clean = clean

--- The piece in its role's colour, when colour is on.
function Out.paint(text, role)
  text = clean(text)
  local code = Out.colour and text ~= "" and code_of(role)
  if not code then return text end
  return "\27[" .. code .. "m" .. text .. "\27[0m"
end

--- The same for a prompt: readline must know which bytes take no room.
function Out.paint_prompt(text, role)
  text = clean(text)
  local code = Out.colour and code_of(role)
  if not code then return text end
  return "\1\27[" .. code .. "m\2" .. text .. "\1\27[0m\2"
end

--- A line as the bytes to write, without its newline.
function Out.render(line)
  if type(line) ~= "table" then return Out.paint(line) end
  if line.text ~= nil then return Out.paint(line.text, line.role) end
  local parts = {}
  for i, piece in ipairs(line) do parts[i] = Out.render(piece) end
  return table.concat(parts)
end

--- Columns that a text takes (bytes that begin a character).
function Out.width(text)
  local _, continuation = text:gsub("[\128-\191]", "")
  return #text - continuation
end

--- The text with blanks after it, up to `width` columns.
function Out.pad(text, width)
  local missing = width - Out.width(text)
  return missing > 0 and text .. (" "):rep(missing) or text
end

--- Breaks a text into lines of at most `width` columns; further lines begin with `indent`.
function Out.wrap(text, width, indent)
  local lines, line = {}, nil
  indent = indent or ""
  for word in text:gmatch("%S+") do
    if line and Out.width(line) + 1 + Out.width(word) <= width then
      line = line .. " " .. word
    else
      lines[#lines + 1] = line
      line = (line and indent or "") .. word
    end
  end
  lines[#lines + 1] = line
  return lines
end

function Out.columns()
  local columns = terminal.size()
  return Out.interactive and columns or 80
end

--- Writes lines; on a terminal, through the pager when they do not fit the screen.
function Out.lines(list)
  if not list or #list == 0 then return end
  local parts = {}
  for i, line in ipairs(list) do parts[i] = Out.render(line):gsub(" +$", "") end
  parts[#parts + 1] = ""
  local text = table.concat(parts, "\n")
  if Out.interactive and #list > 10 then terminal.page(text) else terminal.write(text) end
end

function Out.line(line) terminal.write(Out.render(line) .. "\n") end

--- Where the next error message stands ("line 3: ", or nothing).
Out.error_prefix = ""

--- One clear line on standard error.
function Out.error(text)
  text = clean(tostring(text)):gsub("%s*\n%s*", "; ")
  local line = Out.error_prefix .. text
  if Out.interactive and Out.colour then line = Out.paint(line, "bad") end
  terminal.write_error(line .. "\n")
end

--- A remark that is no failure, on standard error too.
function Out.warn(text)
  terminal.write_error("adjutant: " .. clean(text):gsub("\n", " ") .. "\n")
end

return Out

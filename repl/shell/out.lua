-- SPDX-License-Identifier: GPL-3.0-or-later
-- shell.out -- what is written, and how it looks there.
--
-- A line is a text, { text =, role = }, or a list of such pieces. Roles say what a piece is
-- ("title", "rule", "good", "bad", "dim", "dice", "side:ID"); only here does that become colour.

local Text = require "adjutant.text"

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

local MOST_LINE = 1000000               -- bytes of a piece of a line: texts are worked on up to 1 MiB

--- Text without the bytes that could move a terminal's cursor: scripts and names may hold any.
local function clean(text)
  text = tostring(text)
  if #text > MOST_LINE then text = text:sub(1, MOST_LINE) .. "..." end
  if text:find("[\0-\8\11-\31\127]") then
    text = text:gsub("[\0-\8\11-\31\127]", "?")
  end
  if text:find("\194[\128-\159]") then text = text:gsub("\194[\128-\159]", "?") end
  return text
end
Out.clean = clean

-- A line of any length without the blanks at its end.
local function without_end(row)
  local n = #row
  while row:byte(n) == 32 do n = n - 1 end
  return n < #row and string.sub(row, 1, n) or row
end

--- A message of something that went wrong: clean, and of what was typed without end the beginning.
function Out.message(text) return clean(Text.brief(tostring(text))) end

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

--- Columns that a text takes; and the text with blanks after it, up to so many.
Out.width, Out.pad = Text.width, Text.pad

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

-- The pieces of a line in one list: { text, role }.
local function flat(line, list, role)
  if type(line) ~= "table" then
    list[#list + 1] = { clean(line), role }
  elseif line.text ~= nil then
    list[#list + 1] = { clean(line.text), line.role }
  else
    for _, piece in ipairs(line) do flat(piece, list, role) end
  end
  return list
end

-- Where the further rows of a line begin: under its last column (two blanks before it) if that
-- stands in its left two thirds, else a little further in than the line itself.
local function hanging(text, columns)
  local hang = #text:match("^ *")
  local from, most = hang + 1, columns * 2 // 3
  if text:find("^%s*%d+  ") or text:find("^%S*%d%S* ") and text:find("^%S+%s+%S") then
    hang = #text:match("^%s*%S+%s+")
  elseif hang > 0 and hang < 4 then
    hang = hang + 2
  end
  while true do
    local a, b = text:find("  +", from)
    if not a or Out.width(text:sub(1, b)) > most then break end
    hang, from = b, b + 1
  end
  hang = Out.width(text:sub(1, hang))
  return hang <= most and hang or 2
end

-- The words of pieces, each with the blanks before it and its roles: { gap =, width =, pieces }.
local function words_of(pieces)
  local words, word, gap = {}, nil, 0
  for _, piece in ipairs(pieces) do
    for blanks, solid in piece[1]:gmatch("( *)([^ ]*)") do
      if blanks ~= "" then
        word, gap = nil, gap + #blanks
      end
      if solid ~= "" then
        if not word then
          word = { gap = gap, width = 0, pieces = {} }
          words[#words + 1] = word
          gap = 0
        end
        word.width = word.width + Out.width(solid)
        word.pieces[#word.pieces + 1] = { solid, piece[2] }
      end
    end
  end
  return words
end

--- A line as the rows of a screen of so many columns, as bytes; words stay whole if they fit.
function Out.rows(line, columns)
  local pieces = flat(line, {})
  local parts = {}
  for i, piece in ipairs(pieces) do parts[i] = piece[1] end
  local text = table.concat(parts)
  if columns < 20 or #text <= columns then return { Out.render(line) } end
  if #text > MOST_LINE then return { Out.render(line) } end        -- beyond reading
  if Out.width((text:gsub("%s+$", ""))) <= columns then return { Out.render(line) } end
  local rows, row, at = {}, {}, 0
  local indent = (" "):rep(hanging(text, columns))
  for i, word in ipairs(words_of(pieces)) do
    if i > 1 and at > #indent and at + word.gap + word.width > columns then
      rows[#rows + 1] = table.concat(row)
      row, at = { indent }, #indent
    else
      row[#row + 1] = (" "):rep(word.gap)
      at = at + word.gap
    end
    for _, piece in ipairs(word.pieces) do row[#row + 1] = Out.paint(piece[1], piece[2]) end
    at = at + word.width
  end
  rows[#rows + 1] = table.concat(row)
  return rows
end

--- The columns of the terminal; 80 where there is none.
function Out.columns()
  local columns = terminal.size()
  return Out.interactive and columns or 80
end

-- On a terminal a line is broken between words; other programs get it whole.
local function fitted(line)
  return Out.interactive and Out.rows(line, Out.columns()) or { Out.render(line) }
end

--- Writes lines; on a terminal, through the pager when they do not fit the screen.
function Out.lines(list)
  if not list or #list == 0 then return end
  local parts = {}
  for _, line in ipairs(list) do
    for _, row in ipairs(fitted(line)) do parts[#parts + 1] = without_end(row) end
  end
  parts[#parts + 1] = ""
  local text = table.concat(parts, "\n")
  if Out.interactive and #parts > 10 then terminal.page(text) else terminal.write(text) end
end

--- Writes one line.
function Out.line(line) terminal.write(table.concat(fitted(line), "\n") .. "\n") end

--- Where the next error message stands ("line 3: ", or nothing).
Out.error_prefix = ""

--- One clear line on standard error; on a terminal, as many rows as it takes.
function Out.error(text)
  text = Out.message(text):gsub("%s*\n%s*", "; ")
  terminal.write_error(table.concat(fitted { text = Out.error_prefix .. text,
    role = Out.interactive and "bad" or nil }, "\n") .. "\n")
end

--- A remark that is no failure, on standard error too.
function Out.warn(text)
  text = "adjutant: " .. Out.message(text):gsub("\n", " ")
  terminal.write_error(table.concat(fitted(text), "\n") .. "\n")
end

return Out

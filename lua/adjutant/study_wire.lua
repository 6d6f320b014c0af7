-- SPDX-License-Identifier: GPL-3.0-or-later
-- adjutant.study_wire -- what a study and its workers say to each other, and a worker's side of it.
--
-- A message is a line of words, the last of them a length, and as many bytes. To a worker:
--   study NAME COUNT SEED   text of the study     beside PATH  text of a house rule or scenario
--   with PATH     text of a house rule for every cell
--   source PATH   text of a file of the ruleset   root PATH    folder of the ruleset
--   play CELL FROM TO
-- From a worker: `at N` before each game, `played CELL FROM TO` with what adjutant.study_cell gave, or
-- `refused` and why.

local Sum = require "adjutant.study_sum"
local Text = require "adjutant.text"

local Wire = {}

local MOST_HEAP = 32 * 1024 * 1024       -- with more than this, the cells set up longest ago go

--- A message as bytes.
function Wire.pack(body, ...)
  local words = { ... }
  for i, word in ipairs(words) do words[i] = Sum.escape(tostring(word)) end
  words[#words + 1] = ("%d\n"):format(#body)
  return table.concat(words, " ") .. body
end

--- Gives feed(bytes) and take() -> { words, body = }, or nil while the next message is not whole.
function Wire.reader()
  local pieces, size, head, wanted = {}, 0, nil, nil
  local function text()
    if #pieces > 1 then pieces = { table.concat(pieces) } end
    return pieces[1] or ""
  end
  local function keep(rest) pieces, size = { rest }, #rest end
  local function feed(bytes) pieces[#pieces + 1], size = bytes, size + #bytes end
  local function take()
    if not head then
      local all = text()
      local line = all:match("^([^\n]*)\n")
      if not line then return nil end
      head = {}
      for word in line:gmatch("%S+") do head[#head + 1] = Sum.unescape(word) end
      wanted = math.tointeger(tonumber(table.remove(head) or "")) or error("a message without a length", 0)
      keep(all:sub(#line + 2))
    end
    if size < wanted then return nil end
    local all, message = text(), head
    message.body = all:sub(1, wanted)
    keep(all:sub(wanted + 1))
    head = nil
    return message
  end
  return feed, take
end

--- What a worker must know, as bytes. o: sources (path -> text), root.
function Wire.hello(plan, o)
  local parts = { Wire.pack(plan.text, "study", plan.name, plan.count, plan.seed) }
  for _, file in ipairs(plan.with) do parts[#parts + 1] = Wire.pack(file.text, "with", file.path) end
  for _, file in ipairs(plan.files) do
    if not file.given then parts[#parts + 1] = Wire.pack(file.text, "beside", file.path) end
  end
  for _, file in pairs(plan.own) do parts[#parts + 1] = Wire.pack(file.text, "beside", file.path) end
  local paths = Text.sorted_keys(o.sources)
  for _, path in ipairs(paths) do parts[#parts + 1] = Wire.pack(o.sources[path], "source", path) end
  parts[#parts + 1] = Wire.pack("", "root", o.root)
  return table.concat(parts)
end

-- --- the worker ---------------------------------------------------------------------------------------

local function plan_of(known)
  local plan, message = require("adjutant.study").plan { text = known.study, name = known.name,
    count = known.count, seed = known.seed, with = known.with, read = function(path)
      return known.beside[path], path .. ": not sent"
    end }
  return plan or error(message, 0)
end

-- The cells that are set up, the one used last at the end.
local function opener(plan, known)
  local open = {}
  local function drop()
    table.remove(open, 1)
    collectgarbage()
  end
  local function get(number)
    for i, cell in ipairs(open) do
      if cell.cell.n == number then
        table.insert(open, table.remove(open, i))
        return cell
      end
    end
    while #open > 0 and core.limits.heap() > MOST_HEAP do drop() end
    local cell, message = require("adjutant.study_cell").open(plan, number, known)
    if not cell then error(message, 0) end
    open[#open + 1] = cell
    return cell
  end
  local function alone()
    if #open < 2 then return false end
    while #open > 0 do drop() end
    return true
  end
  return get, alone
end

-- Plays a piece; once more, with nothing else in memory, when that ran out.
local function play(get, alone, number, from, to, began)
  local text = get(number):play(from, to, began)
  if text:find("^stopped %d+ memory") and alone() then text = get(number):play(from, to, began) end
  return text
end

local Take = {}

function Take.study(known, m)
  known.study, known.name = m.body, m[2]
  known.count, known.seed = math.tointeger(tonumber(m[3])), math.tointeger(tonumber(m[4]))
end
function Take.beside(known, m) known.beside[m[2]] = m.body end
function Take.with(known, m) table.insert(known.with, { path = m[2], text = m.body }) end
function Take.source(known, m) known.sources[m[2]] = m.body end
function Take.root(known, m) known.root = m[2] end

--- Serves until the input ends. read() -> bytes or nil; write(bytes).
function Wire.serve(read, write)
  local known = { with = {}, beside = {}, sources = {} }
  local feed, take = Wire.reader()
  local get, alone
  local function began(n) write(Wire.pack("", "at", n)) end
  function Take.play(_, m)
    if not get then get, alone = opener(plan_of(known), known) end
    local number, from, to = math.tointeger(tonumber(m[2])), math.tointeger(tonumber(m[3])),
      math.tointeger(tonumber(m[4]))
    write(Wire.pack(play(get, alone, number, from, to, began), "played", number, from, to))
  end
  while true do
    local bytes = read()
    if not bytes then return end
    feed(bytes)
    local message = take()
    while message do
      local ok, why = pcall(Take[message[1]], known, message)
      if not ok then write(Wire.pack(tostring(why), "refused")) end
      message = take()
    end
  end
end

return Wire

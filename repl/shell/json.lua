-- SPDX-License-Identifier: GPL-3.0-or-later
-- shell.json -- `--json` behind a command that looks: what it shows as one JSON object, in the
-- shapes of `adjutant serve` (docs/serve.md).

local Out = require "shell.out"

local Json = {}

local function export(name)
  return function(game, rest) return require("adjutant.export")[name](game, rest) end
end

local function book(name)
  return function(game, rest) return require("adjutant.export_book")[name](game, rest) end
end

-- A whole number of at least 1, nil when there is none; nil, message.
local function count(rest, what)
  if rest == "" then return nil end
  local n = rest:match("^%d+$") and math.tointeger(tonumber(rest))
  if not n or n < 1 then return nil, ("%s: a whole number from 1 is wanted"):format(what) end
  return n
end

local function numbered(name)
  return function(game, rest)
    local n, message = count(rest, name)
    if message then return nil, message end
    return require("adjutant.export")[name](game, n)
  end
end

local function games()
  local list, message = require("adjutant.game").games()
  if not list then return nil, message end
  return require("adjutant.export").games(list)
end

local function tree(game, rest)
  local n, message = count(rest, "variations")
  if message then return nil, message end
  return require("adjutant.export_tree").variations(game, n)
end

local function compared(game, rest)
  local a, b = rest:match "^(%S+)%s+(%S+)$"
  if not a then return nil, "compare: name two commands or branches, like `compare 12 left`" end
  return require("adjutant.export_tree").compare(game, a, b)
end

-- Name of the command -> function(game, rest) -> a table for core.json, or nil, message.
local SHAPES = {
  variations = tree, compare = compared,
  show = function(game, rest) return require("adjutant.export").show(game, (rest:gsub("%s+all$", ""))) end,
  status = export "status", units = export "units", reach = export "reach",
  log = numbered "log", why = numbered "why", chart = book "chart", games = games,
  map = function(game, rest)
    return require("adjutant.export")[(rest == "" or rest == "all") and "map" or "show"](game, rest)
  end,
  rule = function(game, rest)
    local key = rest:match("^(.-)%s+source$")
    return require("adjutant.export_book").rule(game, key or rest, key ~= nil)
  end,
}

--- Whether a command of the prompt takes `--json`.
function Json.knows(word) return SHAPES[word] ~= nil end

--- The rest of a line without its `--json`; nil when it has none, or the command no JSON.
function Json.asked(word, rest)
  if not SHAPES[word] or not rest:find("--json", 1, true) then return nil end
  return (" " .. rest):match("^%s*(.-)%s%-%-json%s*$") or rest:match("^%-%-json%s+(.-)%s*$")
end

--- Writes a table as one JSON object; on a terminal over several lines.
function Json.write(plain)
  local text = core.json.encode(plain, { pretty = Out.interactive })
  if Out.interactive then
    core.terminal.page(Out.clean(text) .. "\n")
  else
    core.terminal.write(text .. "\n")
  end
  return true
end

--- Shows what a command of the prompt shows, as JSON. True, or nil and a message.
function Json.show(session, word, rest)
  local plain, message = SHAPES[word](session.game, rest)
  if not plain then return nil, message end
  return Json.write(plain)
end

return Json

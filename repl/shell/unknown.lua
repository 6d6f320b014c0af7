-- SPDX-License-Identifier: GPL-3.0-or-later
-- shell.unknown -- what to say of a line that is neither a command nor Lua.

local Commands = require "shell.commands"
local Text = require "adjutant.text"

local Unknown = {}

-- What people type out of habit, and what does it here.
local HABITS = { exit = "quit", q = "quit", bye = "quit", ["?"] = "help", h = "help",
  man = "help", load = "resume", open = "resume", history = "log", pass = "end", done = "end",
  look = "show", examine = "show", info = "show", inventory = "units", ls = "units", roll = "dice" }

-- Words that begin Lua, whatever is wrong with what follows.
local OF_LUA = { ["and"] = true, ["break"] = true, ["do"] = true, ["else"] = true, ["elseif"] = true,
  ["end"] = true, ["false"] = true, ["for"] = true, ["function"] = true, ["goto"] = true, ["if"] = true,
  ["in"] = true, ["local"] = true, ["nil"] = true, ["not"] = true, ["or"] = true, ["repeat"] = true,
  ["return"] = true, ["then"] = true, ["true"] = true, ["until"] = true, ["while"] = true }

local function near(session, word)
  local names = {}
  for _, c in ipairs(Commands.list) do if session.game or c.free then names[#names + 1] = c.name end end
  for _, c in ipairs(Commands.of_game(session.game)) do names[#names + 1] = c.name end
  return Text.nearest(word, names) or HABITS[word:lower()]
end

--- The first word of a line that was meant for a command, and not for Lua, to go by its shape and by
--- what Lua said of it; else nil.
local function meant(session, text, message)
  local mark, word, rest = text:match("^%s*([\\/.:]?)(%a[%w%-]*)%f[%s\0]%s*(.-)%s*$")
  if not word then return text:match("^%s*(%?)%s*") end
  if mark ~= "" then return word, mark end
  if OF_LUA[word] then return nil end
  local missing = message:match("unknown name `([^`]+)`")
  if missing then return missing == word and (rest == "" or rest:find('^"')) and word or nil end
  return (message:find(" near ", 1, true) or session.game and session.game.view) and (rest == "" or rest:find("^[%w\"']")) and word or nil
end

--- The message for `text`, of which Lua said `message`.
function Unknown.message(session, text, message)
  if type(message) ~= "string" or text:find("\n", 1, true) then return message end
  local word, mark = meant(session, text, message)
  if not word then return message end
  if word == "save" then return "there is no need to save: every command is kept as soon as it is done" end
  local name = near(session, word)
  word = ('"%s"'):format(Text.brief((mark or "") .. word))
  if name then return ("there is no command %s (did you mean \"%s\"?)"):format(word, name) end
  if message:find("did you mean", 1, true) or session.game and session.game.view then return message end
  return ("there is no command %s (`help` lists them), and as Lua: %s"):format(word,
    (message:gsub("^prompt:1: ", "")))
end

return Unknown

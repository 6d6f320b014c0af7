-- SPDX-License-Identifier: GPL-3.0-or-later
-- shell.complete -- what Tab offers.

local Commands = require "shell.commands"

local Complete = {}

local LUA_WORDS = { "and", "break", "do", "else", "elseif", "end", "false", "for", "function",
  "goto", "if", "in", "local", "nil", "not", "or", "repeat", "return", "then", "true", "until",
  "while" }

local function names_of(list, key)
  local names = {}
  for _, entry in ipairs(list or {}) do
    names[#names + 1] = type(entry) == "table" and tostring(entry[key] or entry.name) or tostring(entry)
  end
  return names
end

local function rule_names(session)
  local names = {}
  for _, r in ipairs(session.game:rules() or {}) do
    names[#names + 1] = r.id and tostring(r.id)
    names[#names + 1] = r.name and tostring(r.name)
  end
  return names
end

local function chart_names(session)
  local names = {}
  for _, c in ipairs(session.game:charts() or {}) do
    names[#names + 1] = (c.rule or c.id) and tostring(c.rule or c.id)
    names[#names + 1] = c.name and tostring(c.name)
  end
  return names
end

local function command_names(session, looking_only)
  local names = {}
  for _, c in ipairs(Commands.list) do
    if (session.game or c.free) and (not looking_only or c.look) then names[#names + 1] = c.name end
  end
  if not looking_only then
    for _, c in ipairs(Commands.of_game(session.game)) do names[#names + 1] = c.name end
  else
    for _, c in ipairs(Commands.of_game(session.game)) do if c.look then names[#names + 1] = c.name end end
  end
  return names
end

-- What may follow `rules`: diff, and the files of Lua that lie here.
local function rules_words()
  local words = { "diff" }
  for _, file in ipairs(core.files.list(".") or {}) do
    if file:find("%.lua$") and not file:find("[%s\"]") then words[#words + 1] = "diff " .. file end
  end
  return words
end

local ARGUMENTS = {
  help = command_names,
  rule = rule_names,
  chart = chart_names,
  show = function(session) return require("shell.views").names(session.game) end,
  reach = function(session) return require("shell.views").unit_names(session.game) end,
  map = function(session) return require("shell.views").area_names(session.game) end,
  units = function(session) return require("shell.views").filters(session.game) end,
  ["goto"] = function(session) return session.game:branch_names() end,
  compare = function(session) return session.game:branch_names() end,
  dice = function() return { "live", "manual" } end,
  view = function(session)
    local names = { "umpire" }
    for _, side in ipairs(session.game.kit.side_list) do names[#names + 1] = side.key end
    return names
  end,
  rules = function() return rules_words() end,
  resume = function() return names_of(require("shell.games").names()) end,
  new = function(_, before) return require("shell.games").scenario_words(before) end,
}

--- Those of `names` that begin with `prefix` (case folded), each once.
local function beginning(names, prefix)
  local found, seen, lower = {}, {}, prefix:lower()
  for _, name in ipairs(names) do
    if not seen[name] and name:lower():sub(1, #lower) == lower then
      seen[name] = true
      found[#found + 1] = name
    end
  end
  return found
end

--- Candidates for the end of `text`, which may be a name of several words, the last of which
--- starts after `head` bytes. `offer(before, prefix)` lists what fits; the longest prefix wins.
local function by_longest_prefix(text, head, offer)
  local starts, at = { 1 }, 1
  while true do
    local _, stop = text:find("%s+", at)
    if not stop or stop > head then break end
    starts[#starts + 1] = stop + 1
    at = stop + 1
  end
  for _, start in ipairs(starts) do
    local prefix = text:sub(start)
    local found = offer(text:sub(1, start - 1), prefix)
    if found and #found > 0 then
      local tails = {}
      for i, name in ipairs(found) do tails[i] = name:sub(head - start + 2) end
      return tails
    end
  end
  return {}
end

--- Names that cannot stand bare on a command line.
local function quoted_if_needed(names, is_quoted)
  if is_quoted then return names end
  for i, name in ipairs(names) do
    if name:find('[,"]') then names[i] = '"' .. name:gsub('["\\]', "\\%0") .. '"' end
  end
  return names
end

local function of_game_command(session, word, text, head)
  local game = session.game
  local from = text:match("^%s*%S+%s+()") or #text + 1
  local rest = text:sub(from)
  return by_longest_prefix(rest, head - from + 1, function(before, prefix)
    return (game:completions(word .. " " .. before, prefix))
  end)
end

local function of_command(session, word, text, head, is_quoted)
  if word == "odds" then
    local inner = text:match("^%s*odds%s+()")
    local line = text:sub(inner)
    local inner_head = head - inner + 1
    if line:sub(inner_head + 1):find("^%-%-[%l-]*$") then
      return beginning(require("shell.odds").names, line:sub(inner_head + 1))
    end
    if inner_head <= 0 then return beginning(names_of(Commands.of_game(session.game)), line) end
    local inner_word = line:match("^([%l][%w%-]*)%s")
    return inner_word and of_command(session, inner_word, line, inner_head, is_quoted) or {}
  end
  local names = ARGUMENTS[word]
  if names then
    local from = text:match("^%s*%S+%s+()")
    return by_longest_prefix(text:sub(from), head - from + 1, function(before, prefix)
      return (before == "" or word == "new" or word == "compare") and beginning(names(session, before), prefix) or {}
    end)
  end
  if not session.game or Commands.by_name[word] then return {} end
  return quoted_if_needed(of_game_command(session, word, text, head), is_quoted)
end

local function of_lua(session, prefix)
  local names = {}
  for _, word in ipairs(LUA_WORDS) do names[#names + 1] = word end
  if session.game and session.game.globals then
    for _, name in ipairs(session.game:globals(prefix) or {}) do names[#names + 1] = name end
  end
  return beginning(names, prefix)
end

--- Candidates for the word that starts after `start` bytes of `text` (the line up to the cursor).
function Complete.candidates(session, text, start, seen)
  if session.game and session.game.view and not seen then
    return session.game:veiled(Complete.candidates, session, text, start, true)
  end
  local prefix = text:sub(start + 1)
  local is_quoted = text:sub(start, start) == '"'
  if session.partial then return of_lua(session, prefix) end
  local question = session.game and session.game:question()
  local word = text:match("^%s*(%l[%w%-]*)%s")
  local reacting = question and question.kind == "command" and word and session:is_command(word)
  if question and not (word and (Commands.by_name[word] or session:is_look(word))) and not reacting then
    local hidden = session.game.view and not session.game:known_question()
    local names = hidden and {} or require("shell.ask").words(question)
    if text:sub(1, start):find("^%s*$") then
      for _, name in ipairs(command_names(session, true)) do names[#names + 1] = name end
    end
    local from = (text:sub(1, start):match(".*()[,]") or 0) + 1
    from = text:match("^%s*()", from)
    return by_longest_prefix(text:sub(from), start - from + 1, function(_, p)
      return beginning(names, p)
    end)
  end
  if word and session:is_command(word) then
    return of_command(session, word, text, start, is_quoted)
  end
  local found = {}
  if text:sub(1, start):find("^%s*$") then found = beginning(command_names(session), prefix) end
  if prefix ~= "" then
    for _, name in ipairs(of_lua(session, prefix)) do found[#found + 1] = name end
  end
  return found
end

return Complete

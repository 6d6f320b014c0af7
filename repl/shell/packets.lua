-- SPDX-License-Identifier: GPL-3.0-or-later
-- shell.packets -- a game by mail: `adjutant export` writes what one side may know into a folder of
-- text files, `adjutant import` reads the orders that come back and gives them.

local Command = require "adjutant.command"
local Out = require "shell.out"
local Options = require "shell.options"

local terminal = core.terminal

local Packets = {}

local DONE, FAILED, USAGE, REFUSED = 0, 1, 2, 3
local WIDTH = 100                          -- columns of the texts in a packet

local function complain(about, message, status)
  terminal.write_error(("adjutant %s: %s\n"):format(about, Out.message(message)))
  return status
end

-- --- texts ------------------------------------------------------------------------------------------

local function plain(line)
  if type(line) ~= "table" then return tostring(line) end
  if line.text ~= nil then return tostring(line.text) end
  local parts = {}
  for i, piece in ipairs(line) do parts[i] = plain(piece) end
  return table.concat(parts)
end

-- Lines as the text of a file.
local function text_of(lines)
  local texts = {}
  for i, line in ipairs(lines) do texts[i] = plain(line):gsub("%s+$", "") end
  return Out.clean(table.concat(texts, "\n")) .. "\n"
end

local function add_all(lines, more)
  for _, line in ipairs(more or {}) do lines[#lines + 1] = line end
end

-- --- what is in a packet -----------------------------------------------------------------------------

-- The commands that stand, the first one first.
local function path_of(game) return require("adjutant.gametree").path_from(game.root, game.current) end

-- The command under way, as far as it went and the side may know.
local function unfinished(game, lines)
  if not game.pending then return end
  local found = game:record_of()
  if game.pending.heading ~= (game.current.heading or "") then add_all(lines, { "", game.pending.heading }) end
  lines[#lines + 1] = ("      %s (unfinished)"):format(found.line)
  for _, line in ipairs(game.lines_of(found.record)) do lines[#lines + 1] = "      " .. plain(line) end
end

-- What has happened, phase by phase, as far as the side may know.
local function reports(game)
  local lines, heading = {}, nil
  for _, node in ipairs(path_of(game)) do
    if node.heading ~= heading then
      if heading then lines[#lines + 1] = "" end
      heading = node.heading
      lines[#lines + 1] = heading
    end
    if not node.auto then
      lines[#lines + 1] = ("%4d  %s"):format(node.n, game:known_line(node.line, node.heading))
    end
    for _, line in ipairs(game.lines_of(game:known_entries(node.record, node.heading, node.line))) do
      lines[#lines + 1] = "      " .. plain(line)
    end
  end
  unfinished(game, lines)
  if #lines == 0 then lines[1] = "nothing has happened yet" end
  return lines
end

local function map_of(game)
  local lines = { "Overview", "" }
  add_all(lines, game:map { width = WIDTH, overview = true })
  add_all(lines, { "", "In full", "" })
  add_all(lines, game:map { width = 10000, overview = false })
  return lines
end

-- Commands that only look and need no words: { name, lines }.
local function inquiries(game)
  local list = {}
  for _, decl in ipairs(game.kit.inquiry_list) do
    local needs = false
    for _, arg in ipairs(decl.args) do needs = needs or not arg.optional end
    local found = not needs and game:inquire(decl.name)
    if found then list[#list + 1] = { decl.name, found.texts } end
  end
  return list
end

-- The form that a player fills in.
local function orders(game, side, name)
  local kit = game.kit
  local lines = {
    ("# Orders of %s in %s. %s."):format(side.name, name, game:phase_text()),
    "# side: " .. side.key,
    ("# turn: %d"):format(kit.game.turn),
    ("# after: %d"):format(game.current.n),
    "#",
    "# One command a line, as at the prompt; an answer to a question on the line after it. What",
    "# begins with # is not read. Leave the lines above as they are.",
  }
  local question = game:known_question()
  if question and game.view == side then
    lines[#lines + 1] = "#"
    lines[#lines + 1] = "# A question is open; the first line answers it:"
    for _, line in ipairs(require("shell.ask").lines(question)) do lines[#lines + 1] = "#   " .. plain(line) end
  elseif game:question() then
    add_all(lines, { "#", "# The other side has something to decide first." })
  elseif kit.game.actor == side then
    add_all(lines, { "#", "# What can be given in this phase:" })
    local phase = kit.sequence and kit.sequence:phase(kit.game)
    for _, c in ipairs(game:commands()) do
      local now = not c.phases
      for _, id in ipairs(c.phases or {}) do now = now or phase and id == phase.id end
      now = now and not (c.look or c.reaction or kit.commands[c.name].looks_ahead)
      if now and (not c.builtin or c.name == "end") then
        lines[#lines + 1] = "#   " .. c.usage
      end
    end
  else
    add_all(lines, { "#", ("# It is for %s to give orders now."):format(kit.game.actor and kit.game.actor.name
      or "nobody") })
  end
  lines[#lines + 1] = ""
  return lines
end

--- All files of a packet, as the present view has them: list of { name, lines }.
function Packets.files(game, side, name)
  local Views = require "shell.views"
  local list = {}
  local function add(file, lines, message) list[#list + 1] = { file, lines or { message } } end
  add("status.txt", game:status())
  add("units.txt", Views.units(game, ""))
  if game.board then add("map.txt", map_of(game)) end
  add("reports.txt", reports(game))
  add("log.txt", game:log())
  for _, found in ipairs(inquiries(game)) do add(found[1] .. ".txt", found[2]) end
  add("orders.txt", orders(game, side, name))
  return list
end

-- --- export --------------------------------------------------------------------------------------------

local function write(folder, list)
  local files = core.files
  if files.is_dir(folder) or files.is_file(folder) then
    return nil, ("%s is there already: nothing is overwritten"):format(folder)
  end
  local ok, message = files.mkdir_p(folder)
  for _, file in ipairs(ok and list or {}) do
    ok, message = files.write_new(folder .. "/" .. file[1], text_of(file[2]))
    if not ok then break end
  end
  return ok, message
end

--- Writes the packet of a side of the game called `name` into a new folder. True; nil, message.
function Packets.write(game, side, name, folder)
  local before = game.view
  game:look_as(side)
  local ok, list = pcall(game.veiled, game, Packets.files, game, side, name)
  game:look_as(before)
  if not ok then return nil, tostring(list) end
  return write(folder, list)
end

-- What a game is called: its name, or the last part of its folder.
local function name_of(word) return word:gsub("/+$", ""):match("([^/]+)$") or "game" end

--- `export GAME --side SIDE [--to FOLDER]`
function Packets.export(words)
  local options, names = Options.read(words, { side = "value", to = "value" })
  if not options then return complain("export", names, USAGE) end
  if #names ~= 1 then return complain("export", #names == 0 and "name a game" or "one game at a time", USAGE) end
  if not options.side then return complain("export", "--side says whose packet it is", USAGE) end
  local game, message = require("adjutant.game").resume(names[1], { readonly = true, asks = true })
  if not game then return complain("export", message, REFUSED) end
  local side
  side, message = game:side_named(options.side)
  if not side then
    game:close()
    return complain("export", "--side: " .. message, USAGE)
  end
  local name = name_of(names[1])
  local folder = options.to or ("%s-%s-%d"):format(name, side.key, game.current.n)
  local ok
  ok, message = Packets.write(game, side, name, folder)
  game:close()
  if not ok then return complain("export", message, FAILED) end
  Out.line("wrote " .. folder)
  return DONE
end

-- --- import --------------------------------------------------------------------------------------------

--- Orders as they stand in a file: { side =, turn =, after =, game =, lines = { { n =, text = } } }.
function Packets.read(text)
  local found, n = { lines = {} }, 0
  text = text:gsub("^\xEF\xBB\xBF", "")               -- the mark that editors of Windows put first
  found.game = text:match "^# Orders of [^\n]- in ([^\n]-)%. "
  for line in (text .. "\n"):gmatch("(.-)\r?\n") do
    n = n + 1
    local key, value = line:match("^#%s*(%l+):%s*(%S+)%s*$")
    if key == "side" or key == "turn" or key == "after" then found[key] = value end
    if line:find("%S") and not line:find("^%s*#") then
      found.lines[#found.lines + 1] = { n = n, text = line:match("^%s*(.-)%s*$") }
    end
  end
  return found
end

-- What is wrong with orders before any is given: nil when nothing is.
local function objection(game, found, side)
  local turn = game.kit.game.turn
  if found.turn and found.turn ~= tostring(turn) then
    return ("they are orders for turn %s; the game is in turn %d"):format(found.turn, turn)
  elseif #found.lines == 0 then
    return "there are no orders in it"
  end
  local answers = game:question() ~= nil
  for _, line in ipairs(found.lines) do
    local ok, what, at = terminal.check(line.text)
    if not ok then return ("line %d: it %s (byte %d)"):format(line.n, what, at) end
    if game:find_command(line.text) then
      if game:is_closed(line.text) then
        return ("line %d: %s is the umpire's, no order of %s"):format(line.n, line.text:match("^%S+"), side.name)
      end
    elseif Command.OF_THE_PROMPT[line.text:match "^%S+"] then
      return ("line %d: %s is a word of the prompt, no order"):format(line.n, line.text:match "^%S+")
    elseif not answers and line == found.lines[1] then
      return ("line %d: %s"):format(line.n, select(2, game:find_command(line.text)))
    end
  end
  return nil
end

-- Gives one line, as a command or as the answer to the question that is open. True; nil, message.
local function give(game, side, text)
  local question = game:question()
  local r
  if question then
    if not game:known_question() then return nil, "the other side has something to decide first" end
    r = game:answer(text)
  else
    if game.kit.game.actor ~= side then
      return nil, ("it is not for %s to give orders: %s"):format(side.name, game:phase_text())
    end
    r = game:command(text)
  end
  Out.lines(r.lines)
  if r.status == "done" or r.status == "question" and not r.message then return true end
  local rule = r.status == "refused" and r.rule and r.rule ~= "command" and tostring(r.rule) .. ": " or ""
  return nil, rule .. tostring(r.message or r.status)
end

--- Gives a side's orders, one after the other, until one is refused. The number given; and, when not
--- all were, the line that was not, and why.
function Packets.give(game, side, found)
  game:look_as(side)
  for i, line in ipairs(found.lines) do
    Out.line { text = ("%s> %s"):format(side.name, line.text), role = "dim" }
    game.view = side
    local ok, message = give(game, side, line.text)
    if not ok then
      game:look_as(nil)
      return i - 1, line, message
    end
  end
  game:look_as(nil)
  return #found.lines
end

--- `import GAME FILE [--side SIDE]`
function Packets.import(words)
  local options, names = Options.read(words, { side = "value" })
  if not options then return complain("import", names, USAGE) end
  if #names ~= 2 then return complain("import", "name a game, and the file of orders", USAGE) end
  local text, message = core.files.read(names[2], 1024 * 1024)
  if not text then return complain("import", message, REFUSED) end
  local found = Packets.read(text)
  local word = options.side or found.side
  if not word then
    return complain("import", names[2] .. ": no line `# side: SIDE` says whose orders they are; --side does", USAGE)
  end
  local game
  game, message = require("adjutant.game").resume(names[1], {})
  if not game then return complain("import", message, REFUSED) end
  local side
  side, message = game:side_named(word)
  if not side then message = message or "the umpire gives his orders at the prompt" end
  if side and found.side and game:side_named(found.side) ~= side then
    side, message = nil, ("they are orders of %s"):format(found.side)
  end
  if side then
    game:look_as(side)
    message = objection(game, found, side)
    game:look_as(nil)
  end
  if message then
    game:close()
    return complain("import", ("%s: %s; nothing is done"):format(names[2], message), FAILED)
  end
  if found.after and found.after ~= tostring(game.current.n) then
    Out.warn(("the orders were written after command %s; the game is at %d"):format(found.after, game.current.n))
  end
  local name = name_of(names[1])
  if found.game and found.game ~= name then
    Out.warn(("the orders were written for the game %s; this is %s"):format(found.game, name))
  end
  terminal.listen(true)
  local given, line, why = Packets.give(game, side, found)
  terminal.listen(false)
  local question = game:question()
  game:close()
  if line then
    return complain("import", ("%s:%d: %s; %d of %d lines are given"):format(names[2], line.n, why, given,
      #found.lines), FAILED)
  end
  Out.line(("%d of %d lines are given%s"):format(given, #found.lines, question and "; a question is open" or ""))
  return DONE
end

return Packets

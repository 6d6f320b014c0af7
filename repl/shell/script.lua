-- SPDX-License-Identifier: GPL-3.0-or-later
-- shell.script -- `adjutant -e CODE` and `adjutant run FILE`.

local terminal = core.terminal

local Script = {}

local DONE, FAILED, USAGE, REFUSED, LIMIT, INTERRUPTED = 0, 1, 2, 3, 4, 130
local STATUS = { instructions = LIMIT, cpu = LIMIT, memory = LIMIT, output = LIMIT,
  interrupt = INTERRUPTED }

local function clean(text) return require("shell.out").message(text) end

--- Runs text by `eval` (a game's, or the plain one) and shows what came. Gives the exit status.
local function run_text(eval, text, options)
  terminal.listen(true)
  local lines, message, _, limit, said = eval(text, options)
  terminal.listen(false)
  local shown = lines or said
  if shown and #shown > 0 then require("shell.out").lines(shown) end
  if lines then return DONE end
  if type(message) == "table" then
    require("shell.out").lines(message.lines)
    limit, message = message.limit, message.message
  end
  terminal.write_error("adjutant: " .. clean(message):gsub("%s*\n%s*", "; ") .. "\n")
  return STATUS[limit or false] or FAILED
end

--- One chunk without a game.
function Script.chunk(code)
  return run_text(require("shell.plain").eval, code, { name = "=-e" })
end

-- What Lua says of a command that was given as Lua; nil for anything else.
local function about_command(game, code, message)
  local word, rest = code:match("^%s*(%a[%w%-]*)%f[%s\0]%s*(.-)%s*$")
  if not word or not (require("shell.commands").by_name[word] or game.kit.commands[word]) then return nil end
  if not message:find(" near ", 1, true) and not (rest == "" and message:find("unknown name", 1, true)) then return nil end
  return message .. "; -e takes Lua: commands come by standard input, echo 'status' | adjutant resume GAME"
end

--- One chunk in an open game, which is closed after it.
function Script.chunk_in(game, code)
  local status = run_text(function(text, options)
    local lines, message, a, b, c = game:eval(text, options)
    if not lines and type(message) == "string" then message = about_command(game, code, message) or message end
    return lines, message, a, b, c
  end, code, { name = "=-e" })
  local question = game:question()
  if question then
    terminal.write_error("adjutant: a question is left open: "
      .. require("shell.ask").summary(question) .. "\n")
    status = status == DONE and FAILED or status
  end
  game:close()
  return status
end

local function refused(message)
  terminal.write_error("adjutant: " .. clean(message) .. "\n")
  return REFUSED
end

--- `run [--new RULESET SCENARIO | --resume GAME] FILE [ARG...]`
function Script.run(words)
  local Options = require "shell.options"
  local options, plain = Options.read(words, { new = "value", resume = "value", seed = "value",
    dice = "value", unsaved = "flag", name = "value", with = "list" }, true)
  if options and options.with and not options.new then
    options, plain = nil, "--with goes with --new; in a saved game `with FILE` takes house rules"
  end
  if not options then
    terminal.write_error("adjutant run: " .. plain .. "\n")
    return USAGE
  end
  local path = plain[1]
  if not path then
    terminal.write_error("adjutant run: name a file of Lua\n")
    return USAGE
  end
  local text, message = core.files.read(path, 1024 * 1024)
  if not text then return refused(message) end
  local arguments = table.move(plain, 2, #plain, 1, {})
  if options.new or options.resume then
    local game
    game, message = require("shell.games").for_script(options)
    if not game then return refused(message) end
    local status = run_text(function(t, o) return game:eval(t, o) end, text,
      { file = path, arg = arguments })
    game:close()
    return status
  end
  return run_text(require("shell.plain").eval, text, { file = path, arg = arguments })
end

return Script

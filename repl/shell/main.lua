-- SPDX-License-Identifier: GPL-3.0-or-later
-- shell.main -- what the arguments ask for. Gives the exit status:
-- 0 done, 1 script or game error, 2 usage, 3 damaged or refused file, 4 limit, 130 interrupted.

local Text = require "adjutant.text"

local DONE, USAGE = 0, 2

local function usage_error(message, about)
  core.terminal.write_error(("adjutant: %s\nTry `adjutant%s --help`.\n"):format(require("shell.out").message(message),
    about and " " .. about or ""))
  return USAGE
end

local function show_version()
  local libraries = table.concat({ core.terminal.libraries() }, ", ")
  core.terminal.write(("adjutant %s (%s)\n"):format(core.version, libraries))
  return DONE
end

--- `-e CODE`: one chunk, without a game.
local function one_chunk(arguments, at)
  local code = arguments[at + 1]
  if not code then return usage_error("-e needs a text of Lua behind it") end
  if arguments[at + 2] then
    return usage_error(("%q: nothing may follow -e CODE"):format(arguments[at + 2]))
  end
  return require("shell.script").chunk(code)
end

local function first_is_option(arguments)
  local first = arguments[1]
  if first == "-e" then return one_chunk(arguments, 1) end
  if first == "--version" or first == "-v" then return show_version() end
  if first == "--help" or first == "-h" then return require("shell.help").program() end
  if first == "--keep-going" then
    if arguments[2] then
      return usage_error(("%q: nothing may follow --keep-going here; behind a subcommand it comes last")
        :format(arguments[2]))
    end
    return require("shell.games").start(nil, { "--keep-going" })
  end
  return usage_error(("unknown option %s%s"):format(first,
    Text.did_you_mean(first, { "--help", "--keep-going", "--version" })))
end

--- Name -> function(arguments after the name) -> exit status.
local SUBCOMMANDS = {
  new = function(rest) return require("shell.games").start("new", rest) end,
  resume = function(rest) return require("shell.games").start("resume", rest) end,
  games = function(rest) return require("shell.games").start("games", rest) end,
  export = function(rest) return require("shell.packets").export(rest) end,
  import = function(rest) return require("shell.packets").import(rest) end,
  replay = function(rest) return require("shell.replay").run(rest) end,
  run = function(rest) return require("shell.script").run(rest) end,
  examples = function(rest) return require("shell.proof").examples(rest) end,
  ledger = function(rest) return require("shell.proof").ledger(rest) end,
  check = function(rest) return require("shell.checks").check(rest) end,
  play = function(rest) return require("shell.playouts").play(rest) end,
  scaffold = function(rest) return require("shell.scaffold").run(rest) end,
  rules = function(rest) return require("shell.rules").subcommand(rest) end,
  serve = function(rest) return require("shell.serve").run(rest) end,
  study = function(rest) return require("shell.studies").study(rest) end,
  merge = function(rest) return require("shell.studies").merge(rest) end,
  help = function(rest)
    if rest[1] then return require("shell.help").subcommand(rest[1]) end
    return require("shell.help").program()
  end,
}

local function main(arguments)
  local first = arguments[1]
  if first == nil then return require("shell.games").start(nil, {}) end
  if first:sub(1, 1) == "-" then return first_is_option(arguments) end
  local run = SUBCOMMANDS[first]
  if not run then
    local names = Text.sorted_keys(SUBCOMMANDS)
    local near = Text.did_you_mean(first, names)
    return usage_error(("%q is no subcommand%s"):format(first,
      near ~= "" and near or "; they are " .. table.concat(names, ", ")))
  end
  local rest = table.move(arguments, 2, #arguments, 1, {})
  for _, argument in ipairs(rest) do
    if argument == "--" then break end
    if argument == "--help" or argument == "-h" then
      return require("shell.help").subcommand(first)
    end
  end
  return run(rest)
end

return main

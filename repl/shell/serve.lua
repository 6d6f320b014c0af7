-- SPDX-License-Identifier: GPL-3.0-or-later
-- shell.serve -- `adjutant serve`: the game for another program, JSON lines on standard input
-- and output. Here are the arguments, the loop and the ends; adjutant.protocol answers.

local Options = require "shell.options"
local Out = require "shell.out"

local terminal = core.terminal

local Serve = {}

-- Exit statuses (docs/playing.md lists them).
local DONE, FAILED, USAGE, REFUSED, INTERRUPTED = 0, 1, 2, 3, 130

local RESUME = { resume = "value", ["read-only"] = "flag" }

local function complain(message, status)
  terminal.write_error(("adjutant serve: %s\n"):format(Out.message(message)))
  return status
end

--- The game that the words ask for; false when they name none. nil, message, exit status.
local function game_of(words)
  local resuming = false
  for _, word in ipairs(words) do
    if word == "--" then break end
    resuming = resuming or word:find("^%-%-resume") ~= nil
  end
  local Game = require "adjutant.game"
  local game, message
  if resuming then
    local options, plain = Options.read(words, RESUME)
    if not options then return nil, plain, USAGE end
    if plain[1] then return nil, ("%q: --resume names the game"):format(plain[1]), USAGE end
    game, message = Game.resume(options.resume, { readonly = options["read-only"] })
  elseif words[1] then
    local request, options
    request, message, options = require("shell.games").request(words)
    if not request then return nil, message, USAGE end
    if options.e or options["keep-going"] then return nil, "-e and --keep-going belong to `new`", USAGE end
    game, message = Game.new(request)
  else
    return false
  end
  if not game then return nil, message, REFUSED end
  return game
end

local function say(response)
  return terminal.write(require("adjutant.protocol").encode(response) .. "\n")
end

-- The end of the input: a command in the middle of its questions stays so in the journal.
local function at_end(conversation)
  local game = conversation.game
  local question = game and game:question()
  if not question then return DONE end
  local name = game.folder and game.folder.name
  say(conversation.complaint("input", "the input ends at a question"
    .. (name and (": `adjutant serve --resume %s` asks it again"):format(name)
      or "; the game is not saved, so the command is lost"), { game = name }))
  return FAILED
end

-- What is said when there is no next line: the exit status.
local ENDS = {
  ["end"] = at_end,
  interrupted = function(conversation)
    say(conversation.complaint("interrupted", "interrupted between requests; all that was answered is kept"))
    return INTERRUPTED
  end,
  ending = function(conversation)
    say(conversation.complaint("ending", "the program was told to end; all that was answered is kept"))
    return FAILED                     -- the program dies by the signal
  end,
  failed = function(conversation)
    say(conversation.complaint("input", "the input cannot be read"))
    return FAILED
  end,
}

local function answer(conversation, text)
  terminal.listen(true)
  local ok, response = pcall(conversation.line, conversation, text)
  terminal.listen(false)
  if ok then return response end
  return conversation.complaint("internal", tostring(response))
end

--- Requests from standard input until its end. Gives the exit status.
function Serve.converse(conversation)
  terminal.listen(false)
  while not terminal.closed() do
    local text, what, length = terminal.read_input()
    if text and text:find("%S") then
      say(answer(conversation, text))
    elseif what == "too long" then
      say(conversation.complaint("too_big", ("the line is %d bytes long; at most 65536 are taken")
        :format(length)))
    elseif not text then
      return ENDS[what](conversation)
    end
    if conversation.quitting then return DONE end
    if terminal.ending() then return ENDS.ending(conversation) end
  end
  return FAILED
end

--- `serve [RULESET SCENARIO [OPTION...] | --resume GAME [--read-only]]`
function Serve.run(words)
  local Protocol = require "adjutant.protocol"
  local game, message, status = game_of(words)
  if game == nil then
    say(Protocol.complaint(status == USAGE and "usage" or "error", message))
    return complain(message, status)
  end
  local conversation = Protocol.new()
  say(conversation:greeting(game and conversation:open(game) or nil))
  status = Serve.converse(conversation)
  if conversation.game then conversation.game:close() end
  return status
end

return Serve

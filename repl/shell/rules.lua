-- SPDX-License-Identifier: GPL-3.0-or-later
-- shell.rules -- the rules in force, and what house rules change: `rules` at the prompt and
-- `adjutant rules`.

local Out = require "shell.out"

local RulesOf = {}

local DONE, FAILED, USAGE, REFUSED = 0, 1, 2, 3

-- --- what is compared ------------------------------------------------------------------------------

-- The stacks to compare at the prompt, as adjutant.gamerules has them: those in force, and those with
-- the files on top. A file that is in force already is left out of the first; if it has been edited
-- since, the first has it as it was. Without files: none, and those in force. nil, message.
local function stacks(game, paths)
  local files, message = require("adjutant.house").read_all(paths)
  if not files then return nil, message end
  local without, with = game:stack_of(game.kit.game.rules), game:stack_of(game.kit.game.rules)
  if #files == 0 then without.houses = {} end
  for _, f in ipairs(files) do
    game.texts[f.sha256] = f.text
    local at = #with.houses + 1
    for i, h in ipairs(with.houses) do if h.path == f.path then at = i end end
    local had = with.houses[at]
    with.houses[at] = { digest = f.sha256, path = f.path }
    for i = #without.houses, 1, -1 do
      if had and had.digest == f.sha256 and without.houses[i].path == f.path then table.remove(without.houses, i) end
    end
  end
  return without, with
end

-- The kit of the open game's ruleset with a stack; nil, message. It is no kit of the game's World.
local function kit_of(game, stack)
  local houses = {}
  for i, h in ipairs(stack.houses) do
    local text, message = require("adjutant.gamerules").source(game, h.digest, h.path)
    if not text then return nil, message end
    houses[i] = { path = h.path, text = text, sha256 = h.digest }
  end
  return require("adjutant.house").kit { folder = game.kit.folder, name = game.ruleset_name,
    sources = game.kit.loader.sources, houses = houses }
end

-- Both kits; nil, message.
local function pair_of(game, paths)
  local first, second = stacks(game, paths)
  if not first then return nil, second end
  local without, with, message
  without, message = kit_of(game, first)
  if not without then return nil, message end
  with, message = kit_of(game, second)
  if not with then return nil, message end
  return without, with
end

-- Shows what differs, and with `odds`, a comparison, what that does to them.
local function show_diff(without, with, ruleset, as_json, odds)
  local HouseText = require "adjutant.house_text"
  local list = require("adjutant.house").diff(without, with)
  if as_json then
    local data = HouseText.diff_data(list, with, ruleset)
    data.odds = odds and require("adjutant.odds_compare").plain(odds)
    return require("shell.json").write(data)
  end
  local lines = HouseText.diff(list, with.houses, with.house_conflicts)
  if odds then
    lines[#lines + 1] = ""
    for _, l in ipairs(require("adjutant.odds_compare").lines(odds)) do lines[#lines + 1] = l end
  end
  Out.lines(lines)
  return true
end

-- --- odds ---------------------------------------------------------------------------------------------

-- The texts of game.rules that mean the stacks to compare, if the game can go on under them. nil,
-- message.
local function identities(game, paths)
  local Rules = require "adjutant.gamerules"
  local without, with = stacks(game, paths)
  if not without then return nil, with end
  local kit, first, second
  kit, first = Rules.possible(game, without)
  if not kit then return nil, first end
  kit, second = Rules.possible(game, with)
  if not kit then return nil, second end
  return first, second
end

-- The refusal that is all that can come of a command; nil when more can.
local function only_refused(found)
  return #found.outcomes == 1 and found.outcomes[1].reports.refused or nil
end

-- The odds of a command without and with files of house rules, compared. nil, message. The game is as
-- before.
local function compared(session, o)
  local game = session.game
  local Odds, Under = require "adjutant.odds", require "adjutant.odds_under"
  Under.check(game)
  local without, with = identities(game, o.paths)
  if not without then return nil, with end
  local found = {}
  for i, identity in ipairs { without, with } do
    local one, message, limit = Under.stack(game, identity, function() return Odds.of(game, o.odds) end)
    session.limit = limit and require("shell.odds").status(limit)
    if not one then return nil, message end
    found[i] = one
  end
  local first, second = only_refused(found[1]), only_refused(found[2])
  if first and first == second then return nil, first end
  return Odds.compare(found[1], found[2], { first = "without", second = "with", title = o.odds })
end

-- --- at the prompt -----------------------------------------------------------------------------------

-- `diff FILE... [--json] [--odds COMMAND]`: the files, and what else was asked for. nil, message.
local function read_diff(rest)
  local before, command = rest:match("^(.-)%s*%-%-odds%f[%s\0]%s*(.*)$")
  local o = { paths = {}, odds = command }
  local words, unclosed = require("shell.options").words(before or rest)
  if not words then return nil, "rules diff: " .. unclosed end
  for _, word in ipairs(words) do
    if word == "--json" then
      o.json = true
    elseif word:sub(1, 2) == "--" then
      return nil, ("rules diff: unknown option %s"):format(word)
    else
      o.paths[#o.paths + 1] = word
    end
  end
  if command and not command:find("%S") then
    return nil, "rules diff: --odds needs a command, like --odds attack Wood with 1st Foot"
  end
  return o
end

local function diff_of(session, o)
  local game = session.game
  local without, with = pair_of(game, o.paths)
  if not without then return nil, "rules diff: " .. tostring(with) end
  local odds
  if o.odds then
    local ok, message
    ok, odds, message = pcall(compared, session, o)
    if not ok or not odds then return nil, "rules diff: " .. tostring(ok and message or odds) end
  end
  return show_diff(without, with, game.ruleset_name, o.json, odds)
end

local function diff(session, rest)
  local o, message = read_diff(rest)
  if not o then return nil, message end
  return diff_of(session, o)
end

--- `rules`, `rules diff FILE...` of the prompt.
function RulesOf.command(session, rest)
  local word, more = rest:match("^(%S*)%s*(.-)%s*$")
  if word == "diff" then return diff(session, more) end
  if word == "" or word == "--json" then
    local HouseText = require "adjutant.house_text"
    local kit = session.game.kit
    if word == "" then return session:outcome(session.game:rules_lines()) end
    return require("shell.json").write { ruleset = session.game.ruleset_name, edition = kit.edition,
      title = kit.title, houses = HouseText.houses_data(kit) }
  end
  return nil, ("rules: %q is not understood; `rules` tells the rules in force, `rules diff FILE` what a house "
    .. "rule changes, `rule %s` a rule"):format(word, word)
end

-- --- from the command line ------------------------------------------------------------------------------

local function complain(message, status)
  core.terminal.write_error(("adjutant rules: %s\n"):format(Out.message(message)))
  return status
end

local function load_pair(found, paths)
  local House = require "adjutant.house"
  local folder, ruleset = found.root, found.name
  local files, message = House.read_all(paths)
  if not files then return nil, message end
  local without, with
  without, message = House.kit { folder = folder, name = ruleset }
  if not without then return nil, message end
  with, message = House.kit { folder = folder, name = ruleset, sources = without.loader.sources, houses = files }
  if not with then return nil, message end
  return without, with
end

-- `rules diff --game GAME [FILE...] [--odds COMMAND]`: as at the prompt of a saved game, which is only
-- read.
local function diff_in_game(options, paths)
  local game, message = require("adjutant.game").resume(options.game, { readonly = true })
  if not game then return complain(message, REFUSED) end
  core.terminal.listen(true)
  local ok, done, why = pcall(diff_of, { game = game }, { paths = paths, json = options.json, odds = options.odds })
  core.terminal.listen(false)
  game:close()
  if ok and done then return DONE end
  why = ok and why or done
  return complain((tostring(why):gsub("^rules diff: ", "diff: ")), FAILED)
end

--- `rules RULESET [FILE...]` and `rules diff RULESET FILE...`. Gives the exit status.
function RulesOf.subcommand(words)
  local options, plain = require("shell.options").read(words, { json = "flag", game = "value", odds = "value" })
  if not options then return complain(plain, USAGE) end
  local is_diff = plain[1] == "diff"
  if is_diff then table.remove(plain, 1) end
  if options.game and is_diff then return diff_in_game(options, plain) end
  if options.game or options.odds then
    return complain("--odds COMMAND needs `rules diff --game GAME`, the position in which it is given", USAGE)
  end
  local ruleset = table.remove(plain, 1)
  if not ruleset then return complain("name a ruleset", USAGE) end
  local found, message = require("adjutant.origin").ruleset(ruleset)
  if not found then return complain(message, USAGE) end
  if is_diff and #plain == 0 then return complain("diff: name a file of house rules", USAGE) end
  local without, with = load_pair(found, plain)
  if not without then return complain(with, REFUSED) end
  if is_diff then
    show_diff(without, with, ruleset, options.json)
  elseif options.json then
    require("shell.json").write { ruleset = ruleset, edition = with.edition, title = with.title,
      houses = require("adjutant.house_text").houses_data(with) }
  else
    Out.lines(require("adjutant.house_text").in_force(with, ruleset))
  end
  return DONE
end

return RulesOf

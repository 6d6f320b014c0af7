-- SPDX-License-Identifier: GPL-3.0-or-later
-- shell.odds -- `odds COMMAND --option ...`: what is counted, given what, who chooses, in what form.

local Out = require "shell.out"
local Options = require "shell.options"

local ShellOdds = {}

local KNOWN = { ["at-least"] = "flag", given = "list", by = "value", best = "list", worst = "list",
  policy = "value", value = "value", key = "value", csv = "flag", json = "flag", svg = "value",
  samples = "value", budget = "value", with = "list" }

--- What `help odds` says of the options.
ShellOdds.HELP = {
  "--at-least               numbers as \"this or more\"",
  "--given NAME=VALUE       only the branches in which it is so; also NAME>=N, NAME<=N; again for more",
  "--by NAME                everything else for each value of NAME",
  "--value WHAT             counts the number reported as WHAT, or what WHAT as Lua gives at the end",
  "--key WHAT               the same for a text that sorts the branches",
  "--best SIDE              the side chooses what makes the value high; --worst SIDE: low",
  "--policy NAME            who chooses otherwise: a policy of the ruleset, random, or usual",
  "--with FILE              beside it, what it is under a file of house rules",
  "--csv, --json            for other programs",
  "--svg FILE               writes a picture",
  "--samples N              throws N times instead of counting every branch",
  "--budget N               counts at most N branches, then samples",
  "Lua can ask more: odds{...} and compare(a, b), docs/odds.md.",
}

--- The options, for those who complete.
ShellOdds.names = {}
for name in core.sandbox.pairs(KNOWN) do table.insert(ShellOdds.names, "--" .. name) end

--- Splits what stands behind `odds`: the command, and the words from the first --option on (with
--- quotation marks taken off). nil, message.
function ShellOdds.split(rest)
  local at, quoted = 1, false
  while at <= #rest do
    local c = rest:sub(at, at)
    if c == "\\" and quoted then
      at = at + 1
    elseif c == '"' then
      quoted = not quoted
    elseif not quoted and rest:find("^%-%-%l", at) and (at == 1 or rest:find("^%s", at - 1)) then
      local words, message = Options.words(rest:sub(at))
      if not words then return nil, message end
      return rest:sub(1, at - 1):match("^(.-)%s*$"), words
    end
    at = at + 1
  end
  return rest, {}
end

-- --- what is asked -------------------------------------------------------------------------------

local function number(options, name)
  if not options[name] then return nil end
  local n, message = Options.integer(options[name], name)
  if n and n >= 1 then return n end
  return nil, message or ("--%s: a whole number from 1 is wanted"):format(name)
end

--- A value or key: the name of a report, or Lua that looks at the end of a branch.
local function measure(game, name, text)
  local reports = game.kit.report_values
  if reports[text] ~= nil then return text end
  local f, message = game:expression(text, "=--" .. name)
  if not f then
    if text:find("[%(%)%[%]{}=.+*/#<>]") then return nil, message end
    return text                               -- words, as the name of a report may be
  end
  if text:find("^[%a_][%w_]*$") and not game:knows_global(text) then return text end
  return f
end

local function choosing(game, options, o)
  local Script = require "adjutant.odds_script"
  local list = {}
  for way, side_list in core.sandbox.pairs { max = options.best or {}, min = options.worst or {} } do
    for _, side in ipairs(side_list) do
      local play, message = Script.play(game, side, way)
      if not play then return nil, message end
      list[#list + 1] = play
    end
  end
  list[#list + 1] = options.policy
  if #list == 0 then return true end
  return Script.choices(game, list, o)
end

--- The options of Odds.of from those that were typed. nil, message.
local function wanted(game, options)
  local o, message, ok = {}
  for _, name in ipairs { "budget", "samples" } do
    o[name], message = number(options, name)
    if message then return nil, message end
  end
  local measures = {}
  for _, name in ipairs { "value", "key" } do
    if options[name] then
      measures[name], message = measure(game, name, options[name])
      if not measures[name] then return nil, message end
    end
  end
  local Script = require "adjutant.odds_script"
  ok, message = Script.measures(measures, o)
  if ok then ok, message = choosing(game, options, o) end
  if not ok then return nil, message end
  return o
end

-- "result=tie", "hits >= 2" -> name, value, how
local function condition(text)
  local name, how, value = text:match("^%s*(.-)%s*([<>]?=)%s*(.-)%s*$")
  if not name or name == "" then return nil, ("--given: NAME=VALUE is wanted, not %q"):format(text) end
  return name, value, how
end

local function given(found, list)
  local Result = require "adjutant.odds_result"
  for _, text in ipairs(list or {}) do
    local name, value, how = condition(text)
    if not name then return nil, value end
    local missing = ShellOdds.unknown(found, name)
    if missing then return nil, "--given: " .. missing end
    local part, message = Result.given(found, name, value, how)
    if not part then return nil, "--given: " .. message end
    found = part
  end
  return found
end

--- Why there is nothing of that name; nil when there is.
function ShellOdds.unknown(found, name)
  local Result, Text = require "adjutant.odds_result", require "adjutant.text"
  local names = Result.names(Result.data(found))
  for _, known in ipairs(names) do if known == name then return nil end end
  return ("nothing is called %s%s; there is %s"):format(Text.cite(name), Text.did_you_mean(name, names),
    #names > 0 and Text.list(names) or "nothing")
end

-- --- what comes out --------------------------------------------------------------------------------

-- A picture may replace a picture, and nothing else.
local function write_picture(path, text)
  if core.files.is_file(path) then
    local there = core.files.read(path, 64 * 1024 * 1024)
    if not (there and there:find("^<%?xml") and there:find("<svg", 1, true)) then
      return nil, ("--svg: %s is there already, and is no picture; name another file"):format(path)
    end
    core.files.remove(path)
  end
  local ok, message = core.files.write_new(path, text)
  if not ok then return nil, "--svg: " .. message end
  return true
end

local function show(found, options)
  if options.svg then
    local ok, message = write_picture(options.svg, found:svg())
    if not ok then return nil, message end
  end
  local files = { by = options.by }
  if options.csv then
    core.terminal.write(require("adjutant.odds_files").csv(found, files))
  elseif options.json then
    return require("shell.json").write(require("adjutant.odds_files").plain(found, files))
  else
    local lines = require("adjutant.odds").lines(found, { at_least = options["at-least"], by = options.by })
    if options.svg then lines[#lines + 1] = { text = options.svg .. " is written", role = "dim" } end
    Out.lines(lines)
  end
  return true
end

-- Two odds side by side, those under house rules second.
local function show_compared(a, b, options)
  local both = require("adjutant.odds").compare(a, b, { first = "as it is",
    second = "with " .. table.concat(options.with, ", "), title = a.title })
  if options.svg then
    local ok, message = write_picture(options.svg, both:svg())
    if not ok then return nil, message end
  end
  if options.csv then
    core.terminal.write(both:csv())
  elseif options.json then
    return require("shell.json").write(require("adjutant.odds_compare").plain(both))
  else
    Out.lines(require("adjutant.odds_compare").lines(both))
  end
  return true
end

--- `odds COMMAND --option ...`. True; nil and a message.
function ShellOdds.run(session, line, words)
  local game = session.game
  local options, plain = Options.read(words, KNOWN)
  if not options then return nil, "odds: " .. plain end
  if plain[1] then return nil, ("odds: %q: the command comes before the options"):format(plain[1]) end
  if options.csv and options.json then return nil, "odds: --csv or --json, not both" end
  if options.with and (options.by or options["at-least"]) then
    return nil, "odds: --with sets two odds side by side; --by and --at-least are of one"
  end
  local o, message = wanted(game, options)
  if not o then return nil, "odds: " .. message end
  local Odds = require "adjutant.odds"
  local function work_out() return Odds.of(game, line, o) end
  local function found_or(found, why, limit)
    session.limit = limit and ShellOdds.status(limit)
    if not found then return nil, why end
    local only = #found.outcomes == 1 and found.outcomes[1].reports.refused
    if only then return nil, only end
    return given(found, options.given)
  end
  local found
  found, message = found_or(work_out())
  if not found then return nil, message end
  if options.by and ShellOdds.unknown(found, options.by) then
    return nil, "--by: " .. ShellOdds.unknown(found, options.by)
  end
  if not options.with then return show(found, options) end
  local ok, other, why = pcall(function()
    return found_or(require("adjutant.odds_under").run(game, { with = options.with }, work_out))
  end)
  if not ok then return nil, tostring(other) end
  if not other then return nil, why end
  return show_compared(found, other, options)
end

--- The exit status that a limit means.
function ShellOdds.status(limit) return limit == "interrupt" and 130 or 4 end

return ShellOdds

-- SPDX-License-Identifier: GPL-3.0-or-later
-- adjutant.playout_report -- many playouts, counted, as text and as JSON.

local Coverage = require "adjutant.coverage"
local Playout = require "adjutant.playout"
local Text = require "adjutant.text"

local Report = {}

local MOST_SAVED = 3                 -- failed games that are saved in one run
local MOST_NAMES = 12                -- rules or cells listed in the text


-- --- counting ---------------------------------------------------------------------------------

local function count_into(list, key, by) list[key] = (list[key] or 0) + (by or 1) end

local function empty(p)
  local sum = { games = 0, commands = 0, sampled = 0, refused = 0, answered = 0, wins = {},
    verdicts = {}, lengths = {}, lost = {}, failures = {}, play_seconds = 0, record_seconds = 0,
    replay_seconds = 0, replayed = 0, rules_seconds = 0 }
  for _, side in ipairs(p.players) do
    sum.wins[side.side.key] = 0
    sum.lost[side.side.key] = {}
  end
  return sum
end

local function add(sum, r)
  sum.games = sum.games + 1
  for _, key in ipairs { "commands", "sampled", "refused", "answered" } do
    sum[key] = sum[key] + r[key]
  end
  if r.failure then return end
  count_into(sum.wins, r.winner or "draw")
  count_into(sum.verdicts, r.verdict)
  count_into(sum.lengths, r.turns)
  for key, lost in pairs(r.lost) do
    sum.lost[key] = sum.lost[key] or {}
    count_into(sum.lost[key], lost)
  end
end

-- Plays game n again with a record, and the record to the same hash. Gives what differs.
local function replayed(p, n, r, sum, seconds)
  local journal = {}
  local start = seconds()
  local again = p:play(n, journal)
  local middle = seconds()
  if again.hash ~= r.hash then return "played again with a record, the game ends otherwise" end
  local ok, message = p:replay(journal)
  local stop = seconds()
  sum.record_seconds = sum.record_seconds + middle - start
  sum.replay_seconds = sum.replay_seconds + stop - middle
  if not ok then return "replay: " .. message end
  sum.rules_seconds = sum.rules_seconds + p:rules_seconds(n)
  sum.replayed = sum.replayed + 1
  return nil
end

local function save(p, n, o)
  local name = require("adjutant.gamefolder").unused_name(("playout-%s-%d"):format(p.seed, n),
    o.root_folder)
  local ok, saved, message = pcall(p.save, p, n, name, o.root_folder)
  if not ok then return nil, tostring(saved) end
  return saved, message
end

--- Plays games o.from (1) to o.from + o.games - 1. o: what Playout.new takes, and games, replay,
--- save (false: failed games are not saved), root_folder (that of the saved games).
--- Gives the sums; nil, message when the games cannot be set up.
function Report.run(o)
  local watch, given = nil, {}
  for key, value in pairs(o) do given[key] = value end
  given.loaded = function(kit) watch = Coverage.watch(kit) end       -- the set-up counts too
  local p, message = Playout.new(given)
  if not p then return nil, message end
  local seconds = core.limits.cpu_seconds
  local sum = empty(p)
  sum.playout = p
  local from = o.from or 1
  for n = from, from + o.games - 1 do
    local start = seconds()
    local r = p:play(n)
    sum.play_seconds = sum.play_seconds + seconds() - start
    if r.interrupted then
      sum.interrupted = true
      break
    end
    if o.replay and not r.failure then r.failure = replayed(p, n, r, sum, seconds) end
    add(sum, r)
    if r.failure then
      local saved, why
      if o.save ~= false and #sum.failures < MOST_SAVED then saved, why = save(p, n, o) end
      sum.failures[#sum.failures + 1] = { n = n, text = r.failure, saved = saved, not_saved = why }
    end
  end
  sum.silent_rules, sum.silent_cells = watch:missing()
  sum.rules, sum.cells = watch.rule_count, watch.cell_count
  sum.refusals = p.refusals or {}
  watch:stop()
  return sum
end

-- --- figures ------------------------------------------------------------------------------------

--- mean, least and most of counts { value = times }.
local function spread(counts)
  local n, total, least, most = 0, 0, nil, nil
  for value, times in pairs(counts) do
    n, total = n + times, total + value * times
    least = (not least or value < least) and value or least
    most = (not most or value > most) and value or most
  end
  return n > 0 and total / n or 0, least or 0, most or 0
end

local function share(part, whole) return whole > 0 and 100 * part / whole or 0 end

local function names_text(list)
  local shown = table.move(list, 1, math.min(#list, MOST_NAMES), 1, {})
  if #list > MOST_NAMES then shown[#shown + 1] = ("and %d more"):format(#list - MOST_NAMES) end
  return table.concat(shown, ", ")
end

local function winners(sum, line)
  local finished = sum.games - #sum.failures
  for _, p in ipairs(sum.playout.players) do
    local won = sum.wins[p.side.key]
    line("  %-18s %-8s %6d  %5.1f %%", p.side.name, p.name, won, share(won, finished))
  end
  if sum.wins.draw then
    line("  %-18s %-8s %6d  %5.1f %%", "draw", "", sum.wins.draw, share(sum.wins.draw, finished))
  end
end

local function coverage(sum, line)
  line("rules that never fired: %d of %d%s", #sum.silent_rules, sum.rules,
    #sum.silent_rules > 0 and ": " .. names_text(sum.silent_rules) or "")
  line("chart cells never read: %d of %d%s", #sum.silent_cells, sum.cells,
    #sum.silent_cells > 0 and ": " .. names_text(sum.silent_cells) or "")
end

local function speed(sum, line)
  local seconds = math.max(sum.play_seconds, 1e-9)
  line("sampled commands: %d, refused %.1f %%", sum.sampled, share(sum.refused, sum.sampled))
  line("speed: %.0f games a second, %.0f answered commands and choices a second",
    sum.games / seconds, (sum.commands + sum.answered) / seconds)
  if sum.replayed > 0 then
    line("replay: %d games to the same hash, %.2f x the rules' share of play", sum.replayed,
      sum.replay_seconds / math.max(sum.rules_seconds, 1e-9))
  end
end

--- The sums as lines. `o`: as given to Report.run, and names of the failures' commands.
function Report.lines(sum, o)
  local lines = {}
  local function line(template, ...) lines[#lines + 1] = { text = template:format(...) } end
  line("%s %s: %s of seed %s", o.ruleset, o.scenario, Text.count(sum.games, "game"), tostring(sum.playout.seed))
  winners(sum, line)
  line("length in turns: mean %.2f, from %d to %d", spread(sum.lengths))
  for _, p in ipairs(sum.playout.players) do
    line("units lost by %s: mean %.2f, from %d to %d", p.side.name, spread(sum.lost[p.side.key]))
  end
  coverage(sum, line)
  speed(sum, line)
  for _, failure in ipairs(sum.failures) do
    lines[#lines + 1] = { role = "error", text = ("game %d of seed %s failed: %s"):format(failure.n,
      tostring(sum.playout.seed), failure.text) }
    if failure.saved then
      line("  saved: adjutant resume %s", failure.saved)
    elseif failure.not_saved then
      line("  not saved: %s", failure.not_saved)
    end
  end
  if sum.interrupted then line("interrupted") end
  return lines
end

-- --- JSON ------------------------------------------------------------------------------------------

local function names_of(counts)
  local named = {}
  for key, times in pairs(counts) do named[tostring(key)] = times end
  return named
end

--- The sums as one JSON object, its keys in order.
function Report.json(sum, o)
  local json = core.json
  local policies, lost, failures = {}, {}, json.array {}
  for _, p in ipairs(sum.playout.players) do
    policies[p.side.key] = p.name
    lost[p.side.key] = names_of(sum.lost[p.side.key])
  end
  for i, f in ipairs(sum.failures) do
    failures[i] = { game = f.n, text = f.text, saved = f.saved }
  end
  return json.encode { ruleset = o.ruleset, scenario = o.scenario, seed = sum.playout.seed,
    games = sum.games, policies = policies, wins = sum.wins, verdicts = sum.verdicts,
    turns = names_of(sum.lengths), lost = lost, commands = sum.commands, sampled = sum.sampled,
    refused = sum.refused, refused_by = sum.refusals, answered = sum.answered,
    seconds = sum.play_seconds, replayed = sum.replayed, failures = failures,
    silent_rules = json.array(sum.silent_rules), silent_cells = json.array(sum.silent_cells) }
end

return Report

-- SPDX-License-Identifier: GPL-3.0-or-later
-- shell.studies -- `adjutant study` and `adjutant merge`.

local Out = require "shell.out"
local Options = require "shell.options"

local terminal = core.terminal

local Studies = {}

local DONE, FAILED, USAGE, REFUSED, LIMIT, INTERRUPTED = 0, 1, 2, 3, 4, 130

local function complain(about, message, status)
  terminal.write_error(("adjutant %s: %s\n"):format(about, Out.message(message)))
  return status
end

-- --- the progress ---------------------------------------------------------------------------------

local function clock(seconds)
  local s = math.ceil(seconds)
  if s < 60 then return ("%d s"):format(s) end
  if s < 3600 then return ("%d min %02d s"):format(s // 60, s % 60) end
  return ("%d h %02d min"):format(s // 3600, s % 3600 // 60)
end

local BAR, WIDTH = 20, 78

-- One line that is written over and over; only for a terminal, and without escapes. Gives
-- show(run) and clear().
local function progress_line(what)
  if not terminal.about().error then return function() end, function() end end
  local at, shown = 0, false
  local function put(text) terminal.write_error("\r" .. Out.pad(text:sub(1, WIDTH), WIDTH) .. "\r") end
  local function show(run)
    local now = core.process.seconds()
    if now < at then return end
    at, shown = now + 0.2, true
    local spent, share = now - run.started, run.total > 0 and run.played / run.total or 1
    local speed = run.played / math.max(spent, 1e-9)
    local bar = ("#"):rep(math.floor(share * BAR))
    put(("[%s] %d of %d %s%s%s"):format(Out.pad(bar, BAR), run.played, run.total, what,
      run.played > 0 and (", %.0f a second, %s left"):format(speed, clock((run.total - run.played) / speed))
        or "", run.failed > 0 and (", %d failed"):format(run.failed) or ""))
  end
  return show, function() if shown then put "" end end
end

-- --- study ------------------------------------------------------------------------------------------

local KNOWN = { jobs = "value", shard = "value", results = "value", fresh = "flag", games = "value",
  seed = "value", with = "list", json = "flag", csv = "flag", all = "flag", worker = "flag" }

local MOST_JOBS = 512

local function number(options, name, least)
  if not options[name] then return nil end
  local n, message = Options.integer(options[name], name)
  if n and n < least then return nil, ("--%s: at least %d"):format(name, least) end
  return n, message
end

local function read_shard(text)
  if not text then return nil end
  local i, of = text:match("^(%d+)/(%d+)$")
  i, of = math.tointeger(tonumber(i)), math.tointeger(tonumber(of))
  if not i or not of or i < 1 or i > of or of > 100000 then
    return nil, "--shard: I/N is wanted, like 2/8: share I of N"
  end
  return { i = i, of = of, text = text }
end

--- What the words ask for; nil, message.
local function read(words)
  local options, plain = Options.read(words, KNOWN)
  if not options then return nil, plain end
  if not options.worker and #plain ~= 1 then
    return nil, plain[2] and ("%q: one study at a time"):format(plain[2]) or "name the file of a study"
  end
  local message
  local o = { path = plain[1], fresh = options.fresh, json = options.json, csv = options.csv,
    all = options.all, worker = options.worker }
  for _, name in ipairs { "jobs", "games", "seed" } do
    o[name], message = number(options, name, name == "seed" and math.mininteger or 1)
    if message then return nil, message end
  end
  if o.jobs and o.jobs > MOST_JOBS then return nil, ("--jobs: at most %d"):format(MOST_JOBS) end
  o.with, message = require("adjutant.house").read_all(options.with)
  if not o.with then return nil, message, REFUSED end
  o.shard, message = read_shard(options.shard)
  if message then return nil, message end
  if o.json and o.csv then return nil, "--json and --csv: one of them" end
  local stem = plain[1] and plain[1]:gsub("%.lua$", "")
  o.results = options.results or stem
    and (o.shard and ("%s.%d-of-%d.results"):format(stem, o.shard.i, o.shard.of) or stem .. ".results")
  return o
end

-- The results that are there already, or `new`. nil, message.
local function found_results(o, new)
  local Results = require "adjutant.study_results"
  if o.fresh then return new end
  local old, message, kind = Results.read(o.results)
  if not old and kind == "missing" then return new end
  local remedy = "; --fresh starts anew, --results FILE keeps both"
  if not old then return nil, message .. remedy end
  local why = new:differs(old, true)
  if not why and old.shard ~= new.shard then
    why = ("it is %s"):format(old.shard and "of shard " .. old.shard or "of no shard")
  end
  if not why and old:number "count" > new:number "count" then
    why = ("it has %d %s a cell already, more than are wanted"):format(old:number "count", old:value "what")
  end
  if why then return nil, ("%s: %s%s"):format(o.results, why, remedy) end
  old.head = new.head
  return old
end

local function report(results, o)
  local StudyText = require "adjutant.study_text"
  if o.json then
    Out.line(core.json.encode(StudyText.data(results)))
  elseif o.csv then
    terminal.write(StudyText.csv(results))
  else
    Out.lines(StudyText.lines(results, o.all))
  end
end

-- Says why a study stopped before its end. Gives the exit status.
local function stopped(stop, plan, results, o)
  local done = results:played()
  local kept = (": what is done is kept in %s (%d of %d %s)"):format(o.results, done,
    require("adjutant.study_run").share(plan, o.shard) * #plan.cells, plan.kind)
  if stop.kind == "interrupted" then
    return complain("study", ("interrupted%s; the same command goes on"):format(kept), INTERRUPTED)
  end
  if stop.kind == "limit" then
    return complain("study", ("%s, %s %d of seed %d: stopped by the limit of %s%s; again: %s"):format(
      plan.cells[stop.cell].key, plan.kind:gsub("s$", ""), stop.n,
      require("adjutant.study").seed_of(plan, plan.cells[stop.cell]), stop.limit == "cpu" and "10 s" or stop.limit,
      kept, results:again(stop.cell, stop.n)), LIMIT)
  end
  return complain("study", stop.text .. (done > 0 and not stop.lost and kept or ""),
    stop.kind == "refused" and REFUSED or FAILED)
end

local function play(plan, results, o, texts, root)
  local show, clear = progress_line(plan.kind)
  terminal.listen(false)                -- Ctrl-C is asked for between two pieces
  local stop = require("adjutant.study_run").all(plan, results, { program = core.files.executable(),
    path = o.results, jobs = o.jobs or core.process.processors(), shard = o.shard, sources = texts,
    root = root,
    warn = function(text) clear() Out.warn(text) end, progress = show,
    interrupted = function() return terminal.interrupted() or terminal.ending() ~= nil end })
  clear()
  return stop
end

local function study(o)
  local plan, root = require("adjutant.study").read(o.path, { count = o.games, seed = o.seed,
    with = o.with })
  if not plan then return complain("study", root, REFUSED) end
  local rules, texts = require("adjutant.study_run").probe(plan, root)
  if not rules then return complain("study", texts, REFUSED) end
  local new = require("adjutant.study_results").new(plan, rules)
  new.shard = o.shard and o.shard.text
  local results, message = found_results(o, new)
  if not results then return complain("study", message, REFUSED) end
  local stop = play(plan, results, o, texts, root)
  if stop then return stopped(stop, plan, results, o) end
  if o.shard and not o.json and not o.csv then
    local done = results:progress()
    Out.line(("shard %s: %d %s a cell, in %s"):format(o.shard.text, done, plan.kind, o.results))
  else
    report(results, o)
  end
  return #results.failures == 0 and DONE or FAILED
end

--- `study FILE [OPTION...]`; `study --worker` plays for another one.
function Studies.study(words)
  local o, message, status = read(words)
  if not o then return complain("study", message, status or USAGE) end
  require("adjutant.playout").collect_late()
  if o.worker then
    require("adjutant.study_wire").serve(core.process.read, terminal.write)
    return DONE
  end
  return study(o)
end

-- --- merge --------------------------------------------------------------------------------------------

-- "shards 3 and 7 of 8", when all files are shards of as many.
local function missing_shards(shards)
  local of, have = nil, {}
  for _, shard in ipairs(shards) do
    local i, n = shard:match("^(%d+)/(%d+)$")
    if not i or of and of ~= n then return nil end
    of, have[tonumber(i)] = n, true
  end
  local missing = {}
  for i = 1, of and tonumber(of) or 0 do if not have[i] then missing[#missing + 1] = tostring(i) end end
  if #missing == 0 or #missing > 20 then return nil end
  return ("%s %s of %s"):format(#missing == 1 and "shard" or "shards",
    require("adjutant.text").list(missing), of)
end

local function added_up(paths)
  local Results = require "adjutant.study_results"
  local sum
  local shards = {}
  for i, path in ipairs(paths) do
    local one, message = Results.read(path)
    if not one then return nil, message end
    if #one.parts > 0 then
      return nil, ("%s: its study was interrupted; let it go on to its end first"):format(path)
    end
    shards[i] = one.shard or ""
    sum = sum or Results.empty(one.head)
    local ok
    ok, message = sum:join(one, path)
    if not ok then return nil, message end
  end
  return sum, missing_shards(shards)
end

-- Why `output` is not to be written: a file that is no sum of results would be lost, or one of those that
-- are added up; nil when it may be.
local function kept(output, paths)
  for _, path in ipairs(paths) do
    local one, other = core.files.realpath(output), core.files.realpath(path)
    if path == output or one and one == other then
      return ("--output: %s is one of the files that are added up; name another"):format(output)
    end
  end
  if not core.files.is_file(output) then return nil end
  local text = core.files.read(output)
  if text ~= "" and not (text and text:find "^adjutant%-study ") then
    return ("--output: %s is there already, and holds no results of a study; name another file"):format(output)
  end
end

--- `merge [--output FILE] FILE...`
function Studies.merge(words)
  local options, paths = Options.read(words, { output = "value", json = "flag", csv = "flag", all = "flag" })
  if not options then return complain("merge", paths, USAGE) end
  if #paths == 0 then return complain("merge", "name the result files", USAGE) end
  local why = options.output and kept(options.output, paths)
  if why then return complain("merge", why, REFUSED) end
  local sum, missing = added_up(paths)
  if not sum then return complain("merge", missing, REFUSED) end
  if options.output then
    local ok, message = sum:write(options.output)
    if not ok then return complain("merge", message, FAILED) end
  end
  report(sum, options)
  local what = require("adjutant.study_text").missing(sum)
  if what then Out.warn(missing and ("%s (%s)"):format(what, missing) or what) end
  return #sum.failures == 0 and DONE or FAILED
end

return Studies

-- SPDX-License-Identifier: GPL-3.0-or-later
-- adjutant.study -- a study as a person writes it, read and checked: which games, over which grid.
--
--   return study {
--     ruleset = "seven-hex", scenario = "two-villages", games = 400, policy = "plain",
--     grid = { river = { true, false }, house = { none, "steadier.lua" } },
--   }
--
-- A plan is plain data and is read from texts alone, so that every worker makes the same one:
--   name, text, sha, title, ruleset (its name) and ruleset_word (as it stands there, maybe a path),
--   kind = "games"|"samples", count (a cell), seed, own_seeds,
--   block (games that go to a worker at once), every (rules are counted in every so many-th game),
--   check, axes = { { name, values = { { value, label } } } }, base = number of a cell,
--   cells = { { n, key, labels, options, houses, policies, policy, scenario, run } },
--   files = { { path, text, sha } } (house rules), own = { path -> { name, path, text, sha } }
--   (scenarios that are no installed ones), sample = { setup, run }

local Origin = require "adjutant.origin"
local Text = require "adjutant.text"

local Study = {}

local MOST_CELLS, MOST_COUNT, MOST_BYTES = 1000, 1000000000, 1024 * 1024
local LIMITS = { instructions = 200000000, cpu_ms = 10000 }
local KEYS = { "title", "ruleset", "scenario", "games", "samples", "seed", "seeds", "policy", "policies",
  "options", "house", "houses", "grid", "base", "measures", "sample", "block", "count_every", "check" }
-- Axes that are no option, in the order in which they come first.
local SPECIAL = { "scenario", "house", "policy", "run" }

--- What a study calls the case without a house rule.
Study.NONE = "none"

-- --- messages ---------------------------------------------------------------------------------

--- Where a key of the study stands, as far as it can be told: "river.lua:7:5".
function Study.where(plan, keys)
  return require("adjutant.locate").new(plan.text):where(keys, plan.name) or plan.name
end

-- Raises a message with the place of a key of the study.
local function fail(plan, keys, template, ...)
  local text = select("#", ...) > 0 and template:format(...) or template
  error(("%s: %s"):format(Study.where(plan, keys), text), 0)
end

local function whole(plan, data, key, usual, least, most)
  local value = data[key]
  if value == nil then return usual end
  if math.type(value) ~= "integer" or value < least or value > most then
    fail(plan, { key }, "%s: a whole number from %d to %d is wanted", key, least, most)
  end
  return value
end

local function one_of(plan, data, key, values)
  local value = data[key]
  if value == nil then return values[1] end
  for _, v in ipairs(values) do if v == value then return v end end
  return fail(plan, { key }, "%s: %s is wanted", key, Text.list(values, "or"))
end

local function text_at(plan, data, key, needed)
  local value = data[key]
  if value == nil and not needed then return nil end
  if type(value) ~= "string" or value == "" then
    fail(plan, { key }, value == nil and "%s is needed, as a text" or "%s: a text is wanted", key)
  end
  return value
end

-- --- values on an axis --------------------------------------------------------------------------

local function policy_label(policy)
  if type(policy) == "string" then return policy end
  local parts = {}
  for i, side in ipairs(Text.sorted_keys(policy)) do parts[i] = ("%s=%s"):format(side, policy[side]) end
  return table.concat(parts, "+")
end

local function check_policy(plan, keys, policy)
  local good = type(policy) == "string"
  if type(policy) == "table" then
    good = next(policy) ~= nil
    for side, name in pairs(policy) do good = good and type(side) == "string" and type(name) == "string" end
  end
  if not good then
    fail(plan, keys, 'a policy is a name, or one for each side: { allied = "plain", french = "random" }')
  end
end

-- A house of an axis as a list of paths.
local function paths_of(plan, keys, house)
  if house == Study.NONE then return {} end
  local list = type(house) == "string" and { house } or house
  if type(list) ~= "table" then fail(plan, keys, "a house rule is a file, a list of files, or none") end
  for _, path in ipairs(list) do
    if type(path) ~= "string" or path == "" then fail(plan, keys, "the name of a file is wanted") end
  end
  return list
end

local function house_label(paths, whole_paths)
  if #paths == 0 then return Study.NONE end
  local parts = {}
  for i, path in ipairs(paths) do
    parts[i] = whole_paths and path or path:gsub("^.*/", ""):gsub("%.lua$", "")
  end
  return table.concat(parts, "+")
end

local function label_of(plan, axis, i, value)
  local keys = { "grid", axis, i }
  if axis == "policy" then
    check_policy(plan, keys, value)
    return policy_label(value)
  elseif axis == "house" then
    return house_label(paths_of(plan, keys, value))
  elseif axis == "scenario" or axis == "run" then
    if type(value) ~= "string" then fail(plan, keys, "%s: a text is wanted", axis) end
    return value
  end
  local kind = type(value)
  if kind ~= "boolean" and kind ~= "string" and math.type(value) ~= "integer" then
    fail(plan, keys, "option %s: a whole number, a text, true or false is wanted", axis)
  end
  return tostring(value)
end

-- The values of an axis with labels that differ.
local function axis_of(plan, name, list)
  if type(list) ~= "table" or #list == 0 then
    fail(plan, { "grid", name }, "%s: a list of at least one value is wanted", name)
  end
  local axis, seen = { name = name, values = {} }, {}
  for i, value in ipairs(list) do
    local label = label_of(plan, name, i, value)
    local paths = name == "house" and table.concat(paths_of(plan, { "grid", name, i }, value), " ")
    if seen[label] and paths and not seen[paths] then
      label = house_label(paths_of(plan, { "grid", name, i }, value), true)
    end
    if seen[label] then fail(plan, { "grid", name, i }, "%s: %s stands there twice", name, label) end
    seen[label] = true
    if paths then seen[paths] = true end
    axis.values[i] = { value = value, label = label }
  end
  return axis
end

-- --- the grid -----------------------------------------------------------------------------------

-- The axes in order: a list of tables as it stands; else scenario, house, policy, run, then the
-- options by name.
local function axes_of(plan, grid)
  if type(grid) ~= "table" then fail(plan, { "grid" }, "grid: a table of lists is wanted") end
  local axes, seen = {}, {}
  local function add(name, list)
    if type(name) ~= "string" then fail(plan, { "grid" }, "grid: every list has a name") end
    if seen[name] then fail(plan, { "grid" }, "grid: %s stands there twice", name) end
    seen[name] = true
    axes[#axes + 1] = axis_of(plan, name, list)
  end
  if grid[1] ~= nil then
    for _, part in ipairs(grid) do
      if type(part) ~= "table" then fail(plan, { "grid" }, "grid: a list of tables is wanted") end
      for _, name in ipairs(Text.sorted_keys(part)) do add(name, part[name]) end
    end
    return axes
  end
  for _, name in ipairs(SPECIAL) do if grid[name] ~= nil then add(name, grid[name]) end end
  for _, name in ipairs(Text.sorted_keys(grid)) do if not seen[name] then add(name, grid[name]) end end
  return axes
end

local function read_beside(plan, path, read)
  local text, message = read(path)
  return text or error(("%s: %s"):format(plan.name, message), 0)
end

-- Reads a scenario of a person's own once.
local function own_scenario(plan, word, read)
  if not Origin.is_path(word) or plan.own[word] then return end
  local text, name = read_beside(plan, word, read), word:match("([^/]+)$"):gsub("%.lua$", "")
  plan.own[word] = { path = word, name = name, text = text, sha = core.files.sha256(text) }
end

-- Reads a house rule once. Gives its number in plan.files. given: its text, of one that is not named
-- by the study.
local function house_number(plan, path, read, given)
  for i, file in ipairs(plan.files) do
    if file.path == path and (file.given or false) == (given ~= nil) then return i end
  end
  local text = given or read_beside(plan, path, read)
  plan.files[#plan.files + 1] = { path = path, text = text, sha = core.files.sha256(text), given = given ~= nil }
  return #plan.files
end

local Put = {}

function Put.scenario(cell, value, plan, read)
  cell.scenario = value
  own_scenario(plan, value, read)
end
function Put.run(cell, value) cell.run = value end
function Put.policy(cell, value)
  cell.policy = type(value) == "string" and value or nil
  cell.policies = type(value) == "table" and value or {}
end
function Put.house(cell, value, plan, read)
  for _, path in ipairs(paths_of(plan, { "grid", "house" }, value)) do
    cell.houses[#cell.houses + 1] = house_number(plan, path, read)
  end
end

local function start_of_cell(plan, data, read)
  local cell = { options = {}, houses = {}, labels = {}, run = plan.sample and plan.sample.run }
  if data.scenario then Put.scenario(cell, data.scenario, plan, read) end
  for name, value in pairs(data.options or {}) do cell.options[name] = value end
  Put.policy(cell, data.policies or data.policy or plan.sample and "usual" or "random")
  local house = data.house or data.houses
  if house ~= nil then Put.house(cell, house, plan, read) end
  for _, file in ipairs(plan.with) do
    cell.houses[#cell.houses + 1] = house_number(plan, file.path, nil, file.text)
  end
  return cell
end

-- The cells: the last axis changes fastest.
local function cells_of(plan, data, read)
  local total = 1
  for _, axis in ipairs(plan.axes) do
    total = total * #axis.values
    if total > MOST_CELLS then fail(plan, { "grid" }, "grid: more than %d cells", MOST_CELLS) end
  end
  local cells = {}
  for n = 1, total do
    local cell, rest, places = start_of_cell(plan, data, read), n - 1, {}
    for a = #plan.axes, 1, -1 do
      local size = #plan.axes[a].values
      places[a], rest = rest % size + 1, rest // size
    end
    local parts = {}
    for a, axis in ipairs(plan.axes) do
      local v = axis.values[places[a]]
      local put = Put[axis.name]
      if put then put(cell, v.value, plan, read) else cell.options[axis.name] = v.value end
      cell.labels[a] = v.label
      parts[a] = ("%s=%s"):format(axis.name, v.label)
    end
    cell.n, cell.key = n, #parts > 0 and table.concat(parts, " ") or "the only cell"
    cells[n] = cell
  end
  return cells
end

-- The number of the cell that `base` names; the first, when it does not say.
local function base_of(plan, base)
  local places = {}
  for a in ipairs(plan.axes) do places[a] = 1 end
  if base ~= nil and type(base) ~= "table" then fail(plan, { "base" }, "base: a table of values is wanted") end
  for _, name in ipairs(Text.sorted_keys(base or {})) do
    local found
    for a, axis in ipairs(plan.axes) do
      for i, v in ipairs(axis.values) do
        local given = base[name]
        if axis.name == name and (v.value == given or v.label == tostring(given)
          or type(given) == "table" and name == "policy" and v.label == policy_label(given)) then
          found, places[a] = true, i
        end
      end
    end
    if not found then fail(plan, { "base", name }, "base: the grid has no %s = %s", name, Text.show(base[name])) end
  end
  local n = 0
  for a, axis in ipairs(plan.axes) do n = n * #axis.values + places[a] - 1 end
  return n + 1
end

-- --- the file ---------------------------------------------------------------------------------------

--- The environment of a study's text: `below` is the API that its measures call.
local function environment(below)
  local api = below and setmetatable({}, { __index = below }) or {}
  api.none = Study.NONE
  --- Declares a study; its file returns it.
  function api.study(data) return data end
  return core.sandbox.environment(api)
end

--- Runs the text of a study. Gives its table; raises what is wrong, with file and line.
function Study.run(text, name, below)
  core.limits.begin(LIMITS)
  local ok, data = pcall(function()
    local f, message = core.sandbox.load(text, name, environment(below))
    if not f then error(message, 0) end
    return f()
  end)
  local tripped, place = core.limits.finish()
  if tripped then error(("%s: it takes too long to read (%s)"):format(place or name, tripped), 0) end
  if not ok then error(data, 0) end
  if type(data) ~= "table" then error(name .. ": a study returns study { ... }", 0) end
  return data
end

local function check_keys(plan, data)
  for _, key in ipairs(Text.sorted_keys(data)) do
    local known = false
    for _, k in ipairs(KEYS) do known = known or k == key end
    if not known then
      fail(plan, { key }, "there is no %s in a study%s", tostring(key), Text.did_you_mean(tostring(key), KEYS))
    end
  end
  for _, pair in ipairs { { "policy", "policies" }, { "house", "houses" }, { "games", "samples" } } do
    if data[pair[1]] ~= nil and data[pair[2]] ~= nil then
      fail(plan, { pair[2] }, "%s and %s: one of them is enough", pair[1], pair[2])
    end
  end
end

local function sample_of(plan, sample)
  if sample == nil then return nil end
  if type(sample) ~= "table" then fail(plan, { "sample" }, "sample: a table is wanted") end
  for _, key in ipairs(Text.sorted_keys(sample)) do
    if key ~= "run" and key ~= "setup" then
      fail(plan, { "sample", key }, "sample: `run`, a command, and `setup`, a list of commands, are wanted")
    end
  end
  local setup = sample.setup or {}
  if type(setup) == "string" then setup = { setup } end
  for i, line in ipairs(setup) do
    if type(line) ~= "string" then fail(plan, { "sample", "setup", i }, "setup: commands as texts are wanted") end
  end
  if sample.run ~= nil and type(sample.run) ~= "string" then
    fail(plan, { "sample", "run" }, "run: a command as a text is wanted")
  end
  return { run = sample.run, setup = setup }
end

local function check_measures(plan, measures)
  if measures == nil then return {} end
  if type(measures) ~= "table" then fail(plan, { "measures" }, "measures: a table of functions is wanted") end
  local names = Text.sorted_keys(measures)
  for _, name in ipairs(names) do
    if type(name) ~= "string" or type(measures[name]) ~= "function" then
      fail(plan, { "measures", name }, "measures: every one is a function with a name")
    elseif not name:find("^%a[%w _-]*$") or Study.RESERVED[name] then
      fail(plan, { "measures", name }, "measure %s: another name is wanted, of letters and digits", name)
    end
  end
  return names
end

--- What every game is asked: names that no measure may have.
Study.RESERVED = { winner = true, verdict = true, turns = true, commands = true, outcome = true }

local function check_options(plan, options)
  if options == nil then return end
  if type(options) ~= "table" then fail(plan, { "options" }, "options: a table of values is wanted") end
  for _, name in ipairs(Text.sorted_keys(options)) do
    local value = options[name]
    if type(value) == "table" or type(value) == "function" then
      fail(plan, { "options", name }, "option %s: one value is wanted; several belong into grid", tostring(name))
    end
  end
end

local function check_sample_axis(plan)
  local run = plan.sample and plan.sample.run
  for _, axis in ipairs(plan.axes) do
    if axis.name == "run" then
      if not plan.sample then fail(plan, { "grid", "run" }, "run: only a study with `sample` has it") end
      run = true
    end
  end
  if plan.sample and not run then fail(plan, { "sample" }, "sample: `run`, the command, is needed") end
end

local function build(plan, o)
  local data = Study.run(o.text, plan.name)
  check_keys(plan, data)
  plan.title = text_at(plan, data, "title") or plan.name
  plan.ruleset_word = text_at(plan, data, "ruleset", true)
  plan.ruleset = plan.ruleset_word:match("([^/]+)/*$") or plan.ruleset_word
  plan.sample = sample_of(plan, data.sample)
  plan.kind = plan.sample and "samples" or "games"
  if data[plan.sample and "games" or "samples"] ~= nil then
    fail(plan, { plan.sample and "games" or "samples" }, plan.sample and "a study with `sample` counts samples"
      or "samples: of what? `sample` is needed")
  end
  plan.count = o.count or whole(plan, data, plan.kind, plan.sample and 10000 or 100, 1, MOST_COUNT)
  plan.seed = o.seed or whole(plan, data, "seed", 1, math.mininteger, math.maxinteger)
  plan.own_seeds = one_of(plan, data, "seeds", { "shared", "own" }) == "own"
  plan.block = whole(plan, data, "block", plan.sample and 1000 or 10, 1, 100000)
  plan.every = data.count_every == false and 0 or whole(plan, data, "count_every", 4, 1, MOST_COUNT)
  plan.check = one_of(plan, data, "check", { "phase", "command", "never" })
  plan.axes = axes_of(plan, data.grid or {})
  local has = {}
  for _, axis in ipairs(plan.axes) do has[axis.name] = true end
  text_at(plan, data, "scenario", not has.scenario)
  check_sample_axis(plan)
  check_options(plan, data.options)
  if data.policy ~= nil or data.policies ~= nil then
    check_policy(plan, { data.policy ~= nil and "policy" or "policies" }, data.policies or data.policy)
  end
  plan.measures = check_measures(plan, data.measures)
  plan.cells = cells_of(plan, data, o.read)
  plan.base = base_of(plan, data.base)
  return plan
end

--- The plan of a study. o: text, name (as shown), read = function(path of a house rule) -> text |
--- nil, message; count and seed, where the person wants others; with = list of { path, text }: house
--- rules for every cell, after the study's own and before those of the grid. nil, message.
function Study.plan(o)
  local plan = { text = o.text, name = o.name, sha = core.files.sha256(o.text), files = {}, own = {},
    with = o.with or {} }
  local ok, message = pcall(build, plan, o)
  if not ok then return nil, tostring(message) end
  return plan
end

--- The plan of the study in a file, and the folder of its ruleset; house rules, scenarios and
--- rulesets that it names by a path are beside it. nil, message.
function Study.read(path, o)
  local text, message = core.files.read(path, MOST_BYTES)
  if not text then return nil, message end
  local folder = path:match("^(.*/)") or ""
  local function beside(word) return word:sub(1, 1) == "/" and word or folder .. word end
  local plan, why = Study.plan { text = text, name = path:match("[^/]+$"), count = o and o.count,
    seed = o and o.seed, with = o and o.with, read = function(word) return core.files.read(beside(word), MOST_BYTES) end }
  if not plan then return nil, why end
  local word = plan.ruleset_word
  local ruleset
  ruleset, message = Origin.ruleset(Origin.is_path(word) and beside(word) or word)
  if not ruleset then return nil, ("%s: %s"):format(plan.name, message) end
  return plan, ruleset.root
end

--- The seed that the games of a cell come from: the study's, so that cells are compared game by
--- game; or one of its own, split from it.
function Study.seed_of(plan, cell)
  if not plan.own_seeds then return plan.seed end
  return core.rng.new(plan.seed):stream("study"):split(cell.n):below(math.maxinteger) + 1
end

--- How games of a cell are played again, as words of the command line but for their numbers.
function Study.again(plan, cell)
  if plan.sample then return ("%s of seed %d"):format(cell.run, Study.seed_of(plan, cell)) end
  local words = { "adjutant play", Text.quote(plan.ruleset_word), Text.quote(cell.scenario) }
  local function add(name, value)
    words[#words + 1] = ("--%s %s"):format(name, tostring(value):find("^[%w_./+=-]+$") and tostring(value)
      or "'" .. tostring(value):gsub("'", "'\\''") .. "'")
  end
  if cell.policy then add("policy", cell.policy) end
  for _, side in ipairs(Text.sorted_keys(cell.policies)) do words[#words + 1] = ("--policy %s=%s"):format(side, cell.policies[side]) end
  for _, name in ipairs(Text.sorted_keys(cell.options)) do
    add("option", ("%s=%s"):format(name, tostring(cell.options[name])))
  end
  for _, i in ipairs(cell.houses) do add("with", plan.files[i].path) end
  add("seed", Study.seed_of(plan, cell))
  return table.concat(words, " ")
end

return Study

-- SPDX-License-Identifier: GPL-3.0-or-later
-- adjutant.links -- rules and charts that a file names are bound to the file once.
--
-- `rules.hit(unit)` asks a frozen table for `hit` each time, and a combat asks a hundred times.
-- So where a file names a rule plainly, it is read from a constant of the file (rules_hit), which
-- is set anew whenever the register gives the name another function; the same for charts. What a
-- function calls can then be read off what it remembers: see Links.graph.
--
-- Only what is certainly code is taken; the rest goes on asking the table, which is the same.
--
-- What a game has, `game`, `map` and `sides`, is such a constant too, under its own name: it is set
-- when the game is there. Before that a stand-in is.

local Links = {}
Links.__index = Links

local MOST_NAMES = 90                   -- of the 200 locals that a file may have
local WORDS = { "rules", "charts" }
local OF_THE_GAME = { "game", "map", "sides" }

--- New links. rules, charts, api: name -> what stands for it now; nil for what is unknown.
function Links.new(rules, charts, api)
  local self = setmetatable({ values = { rules = rules, charts = charts, api = api or {} },
    held = { rules = {}, charts = {}, api = {} }, before = {} }, Links)
  for _, name in ipairs(OF_THE_GAME) do
    self.before[name] = setmetatable({}, { __metatable = false, __name = name, __index = function()
      error(("there is no `%s` before the game begins"):format(name), 2)
    end })
  end
  return self
end

-- Whether a text has the word, not as a field or a part of another word.
local function has_word(text, word)
  local at = 1
  while true do
    local start, stop = text:find(word, at, true)
    if not start then return false end
    local joined = start > 1 and text:find("^[%w_.:]", start - 1)
    if not joined and not text:find("^[%w_]", stop + 1) then return true end
    at = stop + 1
  end
end
Links.has_word = has_word

--- Whether nothing of that name will come any more: the table itself is asked then, where it is
--- used, and so its refusal names the line.
function Links:unknown(word, name)
  return self.complete and rawget(self.values[word], name) == nil
end

--- Gives what to put before a text, the text that reads constants, and the function that the
--- chunk is called with; nil when there is nothing to bind.
function Links:bind(text)
  if text:find("[[", 1, true) or text:find("[=", 1, true) or text:find("\\", 1, true) then return nil end
  local all, names, known = {}, {}, {}
  for _, word in ipairs(WORDS) do
    for _, p in ipairs(core.names.fields(text, word) or {}) do
      local name = word .. "_" .. p.name
      if not known[name] and #names < MOST_NAMES and not self:unknown(word, p.name) then
        names[#names + 1], known[name] = name, true
      end
      if known[name] then
        p.constant = name
        all[#all + 1] = p
      end
    end
  end
  for _, name in ipairs(OF_THE_GAME) do
    if has_word(text, name) then names[#names + 1] = name end
  end
  if #names == 0 then return nil end
  table.sort(all, function(a, b) return a.from < b.from end)
  local parts, at = {}, 1
  for _, p in ipairs(all) do
    parts[#parts + 1] = text:sub(at, p.from - 1)
    parts[#parts + 1] = p.constant
    at = p.to + 1
  end
  parts[#parts + 1] = text:sub(at)
  local head = ("local %s <const> = (...)(); (...)(function() return %s end); "):format(
    table.concat(names, " <const>, "), table.concat(names, ", "))
  return head, table.concat(parts), function(holder) if holder then self:hold(holder) end end
end

--- Takes a function that remembers the constants of a file, and sets them.
function Links:hold(holder)
  for i, upvalue in ipairs(core.nesting.upvalues(holder)) do
    local word, name = upvalue:match("^(%l+)_(.*)$")
    if self.before[upvalue] then word, name = "api", upvalue end
    local held = word and self.held[word]
    if held then
      held[name] = held[name] or {}
      table.insert(held[name], { holder = holder, index = i })
      self:set(word, name)
    end
  end
end

--- Whether a variable of that name is such a constant. value: what it holds.
function Links:bound(variable, value)
  local before = self.before[variable]
  if before then return value == before or value == rawget(self.values.api, variable) end
  local word, name = variable:match("^(%l+)_(.*)$")
  return self.held[word] ~= nil and self.held[word][name] ~= nil
end

-- What stands for a name that is not there yet, or never: it asks the table when it is used.
local function stand_in(word, name, ask)
  if word == "rules" then return function(...) return ask(name)(...) end end
  return setmetatable({}, { __index = function(_, key) return ask(name)[key] end, __metatable = false })
end

--- A name of `word` stands for something else from now on.
function Links:set(word, name)
  local held = self.held[word][name]
  if not held then return end
  local value = rawget(self.values[word], name)
  if value == nil and word == "api" then
    value = self.before[name]
  elseif value == nil then
    value = stand_in(word, name, function(key) return self.values[word][key] end)
  end
  for _, at in ipairs(held) do core.nesting.set_upvalue(at.holder, at.index, value) end
end

-- --- who calls whom -----------------------------------------------------------------------------

-- Whether a table is sealed and holds nothing but numbers, texts, yes and no.
local function is_plain(t)
  if not core.sandbox.is_frozen(t) then return false end
  for _, value in pairs(t) do
    local kind = type(value)
    if kind == "table" or kind == "function" or kind == "userdata" then return false end
  end
  return true
end

--- Gives seen_in(f) -> set of names ("rules_hit", "charts_combat") that f can lead to, or nil when
--- that cannot be told. known: function or table -> true when it leads to no rule, false when it
--- may lead to any.
function Links.reader(known)
  local memo = {}
  local function read(value, names)
    local kind = type(value)
    if kind == "userdata" then return false end
    if kind ~= "function" and kind ~= "table" then return true end
    if known[value] ~= nil then return known[value] end
    if memo[value] ~= nil then return memo[value] end
    if kind == "table" then
      memo[value] = is_plain(value)
      return memo[value]
    end
    if names[value] then return true end
    names[value] = true
    local upvalues, values = core.nesting.upvalues(value)
    if not upvalues then return false end            -- in C
    for i, name in ipairs(upvalues) do
      if name:find("^rules_") or name:find("^charts_") then
        names[name] = true
      elseif name ~= "_ENV" and not read(values[i], names) then
        return false
      end
    end
    return true
  end
  return function(f)
    local names = {}
    return read(f, names) and names or nil
  end
end

--- Which nodes of a graph (node -> set of nodes; nil: cut out) lie on no circle: set of nodes.
--- Nodes are taken in the order of `list`.
function Links.on_no_circle(list, graph)
  local free, index, low, stack, on_stack, n = {}, {}, {}, {}, {}, 0
  local function visit(node)
    n = n + 1
    index[node], low[node] = n, n
    stack[#stack + 1], on_stack[node] = node, true
    for other in pairs(graph[node]) do
      if graph[other] then
        if not index[other] then
          visit(other)
          if low[other] < low[node] then low[node] = low[other] end
        elseif on_stack[other] and index[other] < low[node] then
          low[node] = index[other]
        end
      end
    end
    if low[node] == index[node] then
      local alone = stack[#stack] == node and not graph[node][node]
      repeat
        local top = table.remove(stack)
        on_stack[top] = nil
        free[top] = alone or nil
      until top == node
    end
  end
  for _, node in ipairs(list) do
    if graph[node] and not index[node] then visit(node) end
  end
  return free
end

return Links

-- SPDX-License-Identifier: GPL-3.0-or-later
-- Runs spec files of the prelude and the prompt in the host environment.
--
--   describe("what", function() it("does this", function() expect(1 + 1):to_be(2) end) end)
--   before_each(function() ... end)          inside describe: before each of its cases
--
-- Expectations: to_be, to_equal (lists and tables, deep), to_match (Lua pattern), to_contain
-- (plain text), to_raise([plain text]) of a function, to_refuse(rule id) of a function.
-- A spec sees `outside` too: write, seconds, getenv, folder, run, load, failing.
--
-- With CASE=word in the environment only the cases run whose name, with those of the describes
-- around, holds the word (CASE==name: is the name); with SLOWER=0.5 each case is named that took more CPU seconds.
local outside, plain, paths = ..., select(2, ...), { select(3, ...) }

local function show(value, depth)
  depth = depth or 0
  if type(value) == "string" then return ("%q"):format(value) end
  local meta = getmetatable(value)
  if type(value) ~= "table" or (type(meta) == "table" and meta.__tostring) or depth > 4 then
    return tostring(value)
  end
  local parts, keys, n = {}, {}, #value
  for i = 1, n do parts[i] = show(value[i], depth + 1) end
  for key in pairs(value) do
    if not (math.type(key) == "integer" and key >= 1 and key <= n) then keys[#keys + 1] = key end
  end
  table.sort(keys, function(a, b) return tostring(a) < tostring(b) end)
  for _, key in ipairs(keys) do
    parts[#parts + 1] = tostring(key) .. " = " .. show(value[key], depth + 1)
  end
  return "{ " .. table.concat(parts, ", ") .. " }"
end

local function equal(a, b)
  if a == b then return math.type(a) == math.type(b) end
  if type(a) ~= "table" or type(b) ~= "table" then return false end
  for key, value in pairs(a) do
    if not equal(value, b[key]) then return false end
  end
  for key in pairs(b) do
    if a[key] == nil then return false end
  end
  return true
end

local function fail(message) error({ expectation = message }, 3) end

local Expect = {}
Expect.__index = Expect

function Expect:to_be(want)
  local got = self.value
  if got ~= want or math.type(got) ~= math.type(want) then
    fail(("expected %s, got %s"):format(show(want), show(got)))
  end
end

function Expect:to_equal(want)
  if not equal(self.value, want) then
    fail(("expected %s,\n     got %s"):format(show(want), show(self.value)))
  end
end

function Expect:to_match(pattern)
  if not tostring(self.value):find(pattern) then
    fail(("expected a match of %q, got %s"):format(pattern, show(self.value)))
  end
end

function Expect:to_contain(text)
  if not tostring(self.value):find(text, 1, true) then
    fail(("expected %q in %s"):format(text, show(self.value)))
  end
end

local function raised(f)
  local ok, e = pcall(f)
  if ok then return nil end
  return e == nil and "nil" or e
end

function Expect:to_raise(text)
  local e = raised(self.value)
  if e == nil then fail("expected an error, none came") end
  if text and not tostring(e):find(text, 1, true) then
    fail(("expected an error with %q, got %s"):format(text, tostring(e)))
  end
end

function Expect:to_refuse(rule)
  local e = raised(self.value)
  if e == nil then fail(("expected a refusal by %s, none came"):format(rule)) end
  if type(e) ~= "table" or e.rule ~= rule then
    fail(("expected a refusal by %s, got %s"):format(rule, tostring(e)))
  end
end

local function expect(value) return setmetatable({ value = value }, Expect) end

local passed, failed = 0, 0

local function handler(e)
  if type(e) == "table" and e.expectation then
    return e.expectation
  end
  return tostring(e)
end

-- The names of the describes around, outermost first, and their before_each functions.
local around, befores = {}, {}

local function describe(name, body)
  local depth = #befores
  around[#around + 1] = name
  body()
  around[#around] = nil
  for i = #befores, depth + 1, -1 do befores[i] = nil end
end

local only, slower = outside.getenv "CASE", tonumber(outside.getenv "SLOWER" or "")

local function full_name(name)
  return table.concat(around, ": ") .. (#around > 0 and ": " or "") .. name
end

local function it(name, body)
  if only and full_name(name) ~= only:match "^=(.*)" and not full_name(name):find(only, 1, true) then return end
  local start = core.limits.cpu_seconds()
  local ok, message = xpcall(function()
    for _, before in ipairs(befores) do before() end
    body()
  end, handler)
  if ok then
    passed = passed + 1
  else
    failed = failed + 1
    outside.write(("FAILED %s\n     %s\n"):format(full_name(name), message))
  end
  local took = core.limits.cpu_seconds() - start
  if slower and took > slower then outside.write(("%6.2f s  %s\n"):format(took, full_name(name))) end
end

local function before_each(f) befores[#befores + 1] = f end

-- A file's own environment: the host's, with the words of a spec; its globals stay its own.
local words = { describe = describe, it = it, expect = expect, before_each = before_each,
  outside = outside, show = show }

local function globals_for(f)
  local host = _ENV
  local env = setmetatable({}, { __index = function(_, key)
    local word = words[key]
    if word ~= nil then return word end
    return host[key]
  end })
  return outside.setenv(f, env)
end

for _, path in ipairs(paths) do
  local f, message = outside.load(path)
  if not f then
    failed = failed + 1
    outside.write(message .. "\n")
  else
    globals_for(f)
    local ok, e = xpcall(f, handler)
    if not ok then
      failed = failed + 1
      outside.write(("%s stopped: %s\n"):format(path, e))
    end
  end
end

if plain then return failed > 0 and 1 or 0 end
outside.write(("%d passed, %d failed\n"):format(passed, failed))
return failed > 0 and 1 or 0

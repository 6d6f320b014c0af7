-- SPDX-License-Identifier: GPL-3.0-or-later
-- Runs the spec files given to luaspec: describe, it, expect for what lies below the rules
-- API. Returns the counts. A spec may also use adjutant.spec of its own accord.
local files = ...
local passed, failed = 0, 0
local heading = ""

local function show(value)
  if type(value) == "string" then return string.format("%q", value) end
  return tostring(value)
end

local function same(a, b)
  if a == b then return true end
  if type(a) ~= "table" or type(b) ~= "table" then return false end
  for k, v in pairs(a) do if not same(v, b[k]) then return false end end
  for k in pairs(b) do if a[k] == nil then return false end end
  return true
end

local function list_text(value)
  if type(value) ~= "table" then return show(value) end
  local parts = {}
  for i, v in ipairs(value) do parts[i] = list_text(v) end
  return "{" .. table.concat(parts, ", ") .. "}"
end

local Expectation = {}
Expectation.__index = Expectation

local function fail(text, ...) error(string.format(text, ...), 3) end

function Expectation:to_be(want)
  if not rawequal(self.value, want) and self.value ~= want then
    fail("expected %s, got %s", show(want), show(self.value))
  end
end

function Expectation:to_equal(want)
  if not same(self.value, want) then
    fail("expected %s, got %s", list_text(want), list_text(self.value))
  end
end

function Expectation:to_match(pattern)
  if type(self.value) ~= "string" or not self.value:find(pattern) then
    fail("expected a text like %s, got %s", show(pattern), show(self.value))
  end
end

function Expectation:to_contain(part)
  if type(self.value) ~= "string" or not self.value:find(part, 1, true) then
    fail("expected a text with %s, got %s", show(part), show(self.value))
  end
end

--- The value is a function: calling it raises an error whose text holds `part`.
function Expectation:to_raise(part)
  local ok, message = pcall(self.value)
  if ok then fail("expected an error with %s, got none", show(part)) end
  if not tostring(message):find(part or "", 1, true) then
    fail("expected an error with %s, got %s", show(part), show(message))
  end
end

function expect(value) return setmetatable({ value = value }, Expectation) end

function describe(name, body)
  local outer = heading
  heading = outer .. name .. ": "
  body()
  heading = outer
end

function it(name, body)
  local ok, message = xpcall(body, function (m) return m end)
  if ok then passed = passed + 1 return end
  failed = failed + 1
  print(string.format("FAILED %s%s\n  %s", heading, name, tostring(message)))
end

for _, path in ipairs(files) do
  local text, why = spec_tools.read_file(path)
  local chunk
  if text then chunk, why = spec_tools.load_host(text, "@" .. path) end
  if not chunk then
    failed = failed + 1
    print("FAILED " .. path .. "\n  " .. tostring(why))
  else
    local ok, message = pcall(chunk)
    if not ok then
      failed = failed + 1
      print("FAILED " .. path .. "\n  " .. tostring(message))
    end
  end
end
return passed, failed

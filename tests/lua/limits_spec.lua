-- SPDX-License-Identifier: GPL-3.0-or-later
-- What one command may use, how it is stopped, and who gets to know.
local limits, sandbox = core.limits, core.sandbox

local function forever() while true do end end

--- Runs f as a command: ok, error, limit that was reached.
local function command(request, f)
  limits.begin(request)
  local ok, e = pcall(f)
  return ok, e, limits.finish()
end

describe("limits", function()
  it("leave alone what stays below them", function()
    local ok, value, reason = command({ instructions = 100000, cpu_ms = 1000 }, function() return 5 end)
    expect(ok):to_be(true)
    expect(value):to_be(5)
    expect(reason):to_be(nil)
    expect(limits.tripped()):to_be(nil)
  end)

  it("stop a loop at the number of instructions", function()
    local ok, e, reason = command({ instructions = 50000 }, forever)
    expect(ok):to_be(false)
    expect(reason):to_be("instructions")
    expect(e):to_be("instruction limit (50000) reached")
    expect(limits.tripped()):to_be("instructions")
  end)

  it("stop a loop by CPU time, with and without the hook", function()
    for _, request in ipairs { { cpu_ms = 60 }, { cpu_ms = 60, instructions = 1 << 60 } } do
      local start = outside.seconds()
      local ok, e, reason = command(request, forever)
      local seconds = outside.seconds() - start
      expect(ok):to_be(false)
      expect(reason):to_be("cpu")
      expect(e):to_be("CPU time limit (0.06 s) reached")
      expect(seconds > 0.04 and seconds < 0.3):to_be(true)
    end
  end)

  it("do not count what earlier commands left, even if it waits for its finalizers", function()
    local _, _, cap = limits.heap()
    local line = ("x"):rep(1 << 20)
    collectgarbage()
    for i = 1, 45 do
      local owner = setmetatable({}, { __gc = function() end })
      owner.text = line .. i
      -- a failed allocation collects all that is not reached, but calls no finalizer
      limits.fail_allocation(1)
      owner.more = { i }
    end
    limits.fail_allocation(0)
    if (limits.heap()) < cap // 2 then error "nothing has piled up" end
    local ok, e = command({}, function()
      local list = {}
      for i = 1, 25 do list[i] = i .. line end
      return #list
    end)
    expect(e):to_be(25)
    expect(ok):to_be(true)
  end)

  it("stop a heap that grows", function()
    local ok, e, reason = command({ heap = (limits.heap()) + (4 << 20) }, function()
      local t = {}
      for i = 1, math.maxinteger do t[i] = { i } end
      return t
    end)
    expect(ok):to_be(false)
    expect(reason):to_be("memory")
    expect(e):to_match("^memory limit %(.* MiB%) reached$")
  end)

  it("name the place in the script", function()
    local f = sandbox.load("\n\nwhile true do end", "rules/fire.lua", sandbox.environment {})
    local _, e = command({ instructions = 5000 }, f)
    expect(e):to_be("instruction limit (5000) reached at rules/fire.lua:3")
    f = sandbox.load("\nlocal t = {}\nwhile true do t[#t + 1] = {} end", "fire.lua", sandbox.environment {})
    _, e = command({ heap = (limits.heap()) + 100000 }, f)
    expect(e):to_contain("reached at fire.lua:3")
  end)

  it("count the work of C functions", function()
    local ok, _, reason = command({ instructions = 1000000 }, function()
      while true do limits.charge(100000) end
    end)
    expect(ok):to_be(false)
    expect(reason):to_be("instructions")
    limits.begin { instructions = 1000000 }
    limits.charge(400000)
    local left = limits.left()
    limits.finish()
    expect(left <= 600000 and left > 590000):to_be(true)
  end)

  it("count a wide limit from the second tick of CPU time on, and then for that time too", function()
    local wide = { instructions = 100000000, cpu_ms = 60000 }
    limits.begin(wide)
    for _ = 1, 10000 do end
    local left = limits.left()
    limits.finish()
    expect(left):to_be(100000000)               -- no hook yet
    local ok, e, reason = command(wide, forever)
    expect(ok):to_be(false)
    expect(reason):to_be("instructions")
    expect(e):to_contain("instruction limit (100000000) reached")
    -- A narrow limit inside is counted exactly, and the wide one goes on as it was.
    limits.begin(wide)
    local _
    _, e, reason = command({ instructions = 5000, cpu_ms = 60000 }, forever)
    expect(reason):to_be("instructions")
    expect(e):to_contain("instruction limit (5000) reached")
    expect(pcall(forever)):to_be(false)
    expect(limits.finish()):to_be("instructions")
    -- Frames that come one after the other inside it do not put the count off.
    limits.begin(wide)
    ok, e = pcall(function()
      local function work() for _ = 1, 10000 do end end
      while true do command(wide, work) work() end
    end)
    expect(e):to_contain("instruction limit (100000000) reached")
    expect(ok):to_be(false)
    expect(limits.finish()):to_be("instructions")
  end)

  it("are not caught inside the command", function()
    local caught = 0
    local ok, _, reason = command({ instructions = 100000 }, function()
      for _ = 1, 1000 do
        pcall(function() pcall(forever) caught = caught + 1 end)
        caught = caught + 1
      end
    end)
    expect(ok):to_be(false)
    expect(reason):to_be("instructions")
    expect(caught):to_be(0)
  end)

  it("are not caught by xpcall either, whatever its handler does", function()
    local ok, e, reason = command({ instructions = 100000 }, function()
      xpcall(forever, function() return "caught" end)
      xpcall(forever, forever)
    end)
    expect(ok):to_be(false)
    expect(reason):to_be("instructions")
    expect(e):to_contain("instruction limit (100000) reached")
  end)

  it("stop the caller again when it goes on after a limit", function()
    limits.begin { instructions = 100000 }
    expect(pcall(forever)):to_be(false)
    expect(pcall(forever)):to_be(false)
    expect(limits.finish()):to_be("instructions")
  end)

  it("are over after finish", function()
    command({ instructions = 1000 }, forever)
    local n = 0
    for i = 1, 1000000 do n = n + i end
    expect(n):to_be(500000500000)
  end)

  it("nest, the inner one never wider", function()
    limits.begin { instructions = 100000 }
    local ok, _, reason = command({ instructions = 10000 }, forever)
    expect(ok):to_be(false)
    expect(reason):to_be("instructions")
    expect(limits.left() > 80000 and limits.left() <= 90000):to_be(true)
    ok, _, reason = command({ instructions = 1 << 40 }, forever)
    expect(ok):to_be(false)
    expect(reason):to_be("instructions")
    expect(limits.left()):to_be(0)
    expect(pcall(forever)):to_be(false)
    expect(limits.finish()):to_be("instructions")
  end)

  it("report to a frame what happened in it alone", function()
    limits.begin { instructions = 1000000 }
    local _, _, reason = command({ instructions = 10000 }, forever)
    expect(reason):to_be("instructions")
    expect(limits.tripped()):to_be("instructions")
    expect(limits.finish()):to_be(nil)
    expect(limits.tripped()):to_be(nil)
  end)

  it("close frames that an error left open", function()
    limits.begin { instructions = 1000000 }
    pcall(function()
      limits.begin { instructions = 1000 }
      error "gone"
    end)
    expect(limits.left() > 900000):to_be(true)
    limits.finish()
    expect(limits.left()):to_be(nil)
    expect(limits.finish()):to_be(nil)
  end)

  it("have a bottom", function()
    expect(function() for _ = 1, 100 do limits.begin {} end end):to_raise("too many limits")
    expect(function() limits.begin { instructions = -1 } end):to_raise("must be an integer from 0")
    expect(function() limits.begin { instructions = "x" } end):to_raise("must be an integer")
    expect(function() limits.charge(-1) end):to_raise("must be an integer")
  end)
end)

describe("an interrupt", function()
  it("stops what runs", function()
    local ok, e, reason = command({}, function() limits.interrupt() forever() end)
    expect(ok):to_be(false)
    expect(reason):to_be("interrupt")
    expect(e):to_contain("interrupted")
  end)
  it("stops C code at its next charge", function()
    local ok, _, reason = command({}, function() limits.interrupt() limits.charge(1) end)
    expect(ok):to_be(false)
    expect(reason):to_be("interrupt")
  end)
  it("stops a pattern", function()
    local ok, _, reason = command({ cpu_ms = 60 }, function()
      return ("x"):rep(100000):match(".-.-.-.-y")
    end)
    expect(ok):to_be(false)
    expect(reason):to_be("cpu")
  end)
  it("is forgotten when asked", function()
    local ok = command({}, function() end)
    expect(ok):to_be(true)
    limits.clear()
    expect((command({}, function() end))):to_be(true)
  end)
end)

local AT_MOST = outside.getenv "SLOW" and 0.6 or 0.15        -- SLOW: under the sanitizers

-- How long f runs on, in processor time, once its 40 ms are over; fails when they are not the reason.
local function overtime(f)
  local start = limits.cpu_seconds()
  local ok, e, reason = command({ cpu_ms = 40 }, f)
  if ok or reason ~= "cpu" then error("not stopped by time: " .. tostring(e or reason), 0) end
  return limits.cpu_seconds() - start - 0.04
end

-- The numbers lie apart in a table with room for 2^k keys, and all in one place of the next larger one.
local function crowd(k)
  local t = {}
  for j = 1, (1 << k) + 1 do t[-j * ((1 << k + 1) - 1)] = true end
  return t
end

-- Functions in each other with as many locals as there may be, and then names of none of them.
local function slow_to_compile()
  local parts, names = {}, {}
  for i = 1, 180 do names[i] = "l" .. i end
  for i = 1, 150 do parts[i] = "local function f() local " .. table.concat(names, ",") .. " " end
  return table.concat(parts) .. ("g=1 "):rep(200000) .. ("end "):rep(150)
end

describe("what C does in one call", function()
  local env = sandbox.environment {}
  local walk = sandbox.load("local t = ... for _ in pairs(t) do return end", "walk.lua", env)
  it("ends in time: a text that is slow to compile", function()
    local text = slow_to_compile()
    expect(overtime(function() return sandbox.load(text, "slow.lua", env) end) < AT_MOST):to_be(true)
  end)
  it("ends in time: keys that fall into one place, in order", function()
    local keys = crowd(14)
    expect(overtime(function() while true do walk(keys) end end) < AT_MOST):to_be(true)
  end)
  it("ends in time: the same, sealed", function()
    local keys = crowd(14)
    expect(overtime(function() while true do sandbox.seal(keys) end end) < AT_MOST):to_be(true)
  end)
  it("goes once through blanks that are not at the end", function()
    local line = ("x"):rep(10) .. (" "):rep(400000) .. "x"
    local ok, e = command({ instructions = 5000000 }, function()
      local cut, n = line:gsub("%s+$", "")
      return #cut == #line and n == 0 and line:match("^%s*(.-)%s*$") == line and line:find(" *$") == #line + 1
    end)
    expect(e):to_be(true)
    expect(ok):to_be(true)
  end)
  it("ends in time: many texts in order", function()
    local names = {}
    for i = 1, 262144 do names[("a place %d"):format(i * 7919 % 1000003)] = i end
    expect(overtime(function() while true do walk(names) end end) < AT_MOST):to_be(true)
  end)
end)

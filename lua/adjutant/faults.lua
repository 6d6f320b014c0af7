-- SPDX-License-Identifier: GPL-3.0-or-later
-- adjutant.faults -- the first fault ends a load; `adjutant check` wants them all.
--
-- Whoever reads something raises one line that says what is wrong. Where he goes through a list
-- whose entries do not depend on each other, he does it with `attempt` or `each`:
--
--   Faults.each(data.units, function(i, entry) ... end)       as ipairs, but a hole is an entry too
--   Faults.attempt(read_header, data)
--
-- That is a plain call as long as nobody collects. Within Faults.collect(take, f, ...) a fault is
-- handed to take(message) and the next entry has its turn.

local Faults = {}

-- Raised by `halt`: what is wrong has been told already.
local TOLD = setmetatable({}, { __name = "faults", __tostring = function() return "there are faults" end })

local collector, count

local OURS = "^lua/adjutant/[%w_]+%.lua:%d+: "        -- a place in the program's own code

local houses = {}                         -- path of each file of house rules -> true

--- A file of house rules, by its path in messages: of what fails in a ruleset it is told where they called it.
function Faults.of_house(path) houses[path] = true end

-- Where house rules called the file of a ruleset in which an error was raised, behind its message.
local function with_caller(e)
  local file = next(houses) and e:sub(1, 256):match("^([^%s:]+%.lua):%d+: ")
  local caller = file and not houses[file] and core.limits.place(houses)
  return caller and ("%s (called from %s)"):format(e, caller) or e
end

local NO_ITERATOR = "attempt to call a table value (for iterator 'for iterator')"

--- The message handler of calls into scripts: an error raised in ours that a script is the cause of names
--- the script's line. Of what no script should be able to cause both places are told.
function Faults.at_fault(e)
  if type(e) ~= "string" then return e end
  if e:sub(-#NO_ITERATOR) == NO_ITERATOR then
    return e:sub(1, -#NO_ITERATOR - 1) .. "for goes through a list by ipairs(list), through a table by pairs(t)"
  end
  local ours = e:sub(1, 256):match(OURS)
  local place = ours and core.limits.place()
  if not place then return with_caller(e) end
  local told = e:sub(#ours + 1)
  return with_caller(("%s: %s"):format(place, told:find("^attempt to ") and e or told))
end

--- An error from a function that a script gave, called by ours: where it names no line of the script (the
--- function may be one of the API), `where` says what it is of.
function Faults.of_script(e, where)
  if type(e) ~= "string" then return e end
  local told = e:gsub(OURS, "", 1)
  return told:find("^[^%s:]+%.lua:%d+: ") and told or ("%s: %s"):format(where, told)
end

local function tell(message)
  if message == TOLD then return end
  count = count + 1
  collector(message)
end

--- f(...), whose fault does not stop the rest. Gives what f gives; nil after a fault.
function Faults.attempt(f, ...)
  if not collector then return f(...) end
  local ok, a, b, c = pcall(f, ...)
  if ok then return a, b, c end
  tell(a)
  return nil
end

-- Whether a list that is read up to its n-th entry has more behind it.
local function goes_on(list, n)
  for key in pairs(list) do
    if math.type(key) == "integer" and key > n then return true end
  end
  return false
end

--- The first entry that a list lacks while there are more behind it; nil when it is whole.
function Faults.hole(list)
  local n = 0
  for i in ipairs(list) do n = i end
  return goes_on(list, n) and n + 1 or nil
end

--- f(i, entry) for each of a list, one fault each. At a hole it is called with nil, and what is behind is
--- left out.
function Faults.each(list, f)
  local n = 0
  for i, entry in ipairs(list) do
    n = i
    Faults.attempt(f, i, entry)
  end
  if goes_on(list, n) then Faults.attempt(f, n + 1, nil) end
end

--- How many faults have been told; 0 when nobody collects.
function Faults.count() return collector and count or 0 end

--- Ends what cannot go on after faults since `before` (of Faults.count).
function Faults.halt(before)
  if Faults.count() > before then error(TOLD, 0) end
end

--- Nobody collects any more: for who has reached a limit, at which `collect` ends where it stands.
function Faults.stop() collector, count = nil, nil end

--- Whether somebody collects.
function Faults.collecting() return collector ~= nil end

--- f(...) with every fault handed to take(message). Gives true and what f gives, or false.
function Faults.collect(take, f, ...)
  local outer, outer_count = collector, count
  collector, count = take, 0
  local ok, a, b = pcall(f, ...)
  if not ok then tell(a) end
  collector, count = outer, outer_count
  return ok, a, b
end

return Faults

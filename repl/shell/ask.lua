-- SPDX-License-Identifier: GPL-3.0-or-later
-- shell.ask -- how each kind of question is put, and what may be typed at it.

local Ask = {}

local NUMBERED = { one = true, place = true, some = true, order = true, route = true, draw = true }

--- The name of the side that decides; nil when a question does not say.
local function side_name(q)
  if q.by == nil then return nil end
  local ok, name = pcall(function() return type(q.by) == "string" and q.by or q.by.name end)
  return ok and name and tostring(name) or tostring(q.by)
end

Ask.side_name = side_name

local function side_role(q)
  local ok, key = pcall(function() return q.by.key or q.by.id end)
  return ok and key and "side:" .. tostring(key) or nil
end

--- The dice of a roll question in words: "two six-sided dice (2d6)".
local function dice_words(q)
  if q.prompt then return q.prompt end
  if q.pool then return q.pool:prompt() end
  return q.spec or "the dice"
end

local function range(q)
  if q.max then return ("%d to %d"):format(q.min or 0, q.max) end
  return ("%d or more"):format(q.min or 0)
end

local function how_many(q)
  local n = #(q.options or {})
  if q.kind == "order" then return ("all %d in order"):format(n) end
  if q.kind ~= "some" then return ("1 to %d"):format(n) end
  if q.min == q.max then return ("%d of %d"):format(q.min, n) end
  if (q.min or 0) == 0 then return ("up to %d of %d, or none"):format(q.max or n, n) end
  return ("%d to %d of %d"):format(q.min, q.max or n, n)
end

local function numbers_itself(q)
  local first = q.options and q.options[1]
  return first ~= nil and type(first.value) == "number"
end

--- What stands above the prompt: who decides what under which rule, and the options.
function Ask.lines(q)
  local head = {}
  if q.rule then head[#head + 1] = { text = tostring(q.rule) .. " ", role = "rule" } end
  local name = side_name(q)
  if name then head[#head + 1] = { text = name .. ": ", role = side_role(q) } end
  if q.kind == "roll" then
    head[#head + 1] = "throw " .. dice_words(q) .. (q.ask and q.ask ~= "" and " for " .. q.ask or "")
  elseif q.kind == "draw" then
    head[#head + 1] = (q.ask or "draw") .. ": name what was drawn"
  else
    head[#head + 1] = q.ask or "choose"
  end
  local lines = { head }
  if NUMBERED[q.kind] and q.options then
    local plain = numbers_itself(q)
    local width = #tostring(#q.options)
    for i, o in ipairs(q.options) do
      local number = plain and "" or ("%" .. width .. "d  "):format(i)
      lines[#lines + 1] = { { text = "  " .. number, role = "dim" }, tostring(o.label) }
    end
  elseif q.kind == "command" and q.commands then
    lines[#lines + 1] = { text = "  " .. table.concat(q.commands, ", ") .. ", or pass", role = "dim" }
  end
  return lines
end

--- The words before the `>` of the prompt.
function Ask.prompt(q)
  local kind = q.kind
  local what
  if kind == "roll" then what = q.spec or (q.pool and q.pool:text()) or "dice"
  elseif kind == "yesno" then what = "yes or no"
  elseif kind == "count" or kind == "number" then what = range(q)
  elseif kind == "command" then what = "a command, or pass"
  elseif numbers_itself(q) then what = "one of the numbers"
  else what = how_many(q) end
  return what, side_role(q)
end

--- Words that answer the question, for completion.
function Ask.words(q)
  if q.kind == "yesno" then return { "yes", "no" } end
  local words = {}
  if q.kind == "command" then
    for _, name in ipairs(q.commands or {}) do words[#words + 1] = name end
    words[#words + 1] = "pass"
  end
  for _, o in ipairs(q.options or {}) do words[#words + 1] = tostring(o.label) end
  if q.kind == "some" then
    words[#words + 1] = "all"
    if (q.min or 0) == 0 then words[#words + 1] = "none" end
  end
  return words
end

--- One line for a person who did not answer: what is still wanted.
function Ask.summary(q)
  if q.kind == "roll" then return "throw " .. dice_words(q) end
  return (q.ask or "a choice") .. " (" .. (Ask.prompt(q)) .. ")"
end

return Ask

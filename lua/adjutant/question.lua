-- SPDX-License-Identifier: GPL-3.0-or-later
-- adjutant.question -- questions, and the forms of their answers.
--
-- A question is a plain table. Prepared, it has: kind, by, rule, ask, options (list of
-- { value =, label = }), min, max, default, secret. An answer is a plain table too, made of
-- indexes and numbers only, so that it means the same when the command is run again:
--   roll     { total =, faces = list|nil, position = }     draw, one, place { index = }
--   some     { indexes = list }    order { indexes = permutation }
--   count, number { number = }     yesno { yes = }         command { line = text|nil }
-- Its journal form is one line of text, readable with a pager.

local Text = require "adjutant.text"

local Question = {}

Question.STOP = setmetatable({}, { __tostring = function() return "stop" end })

local LISTED = { one = true, place = true, some = true, order = true, route = true }
local KINDS = { one = true, place = true, some = true, order = true, route = true,
  count = true, number = true, yesno = true }
Question.KINDS = KINDS

--- The value of an entry of `from`, which may be { value =, label = }.
local function value_of(entry)
  if type(entry) == "table" and entry.label ~= nil and entry.value ~= nil then return entry.value end
  return entry
end

local function option(entry)
  if type(entry) ~= "table" or entry.label == nil or entry.value == nil then
    return { value = entry, label = Text.show(entry) }
  end
  local label = entry.label
  if type(label) ~= "string" and type(label) ~= "number" then
    error(("choose: a label is a text, not a %s"):format(type(label)))
  end
  return { value = entry.value, label = tostring(label) }
end

--- Names are needed only when a person is asked or the journal is written, so the options of a
--- question are made when they are first read.
local Listed = { __index = function(q, key)
  if key ~= "options" then return nil end
  local options = {}
  for i, entry in ipairs(q.from) do options[i] = option(entry) end
  q.options = options
  return options
end }

--- The value of the i-th option.
function Question.value_at(q, i) return value_of(q.from[i]) end

--- Its label.
function Question.label_at(q, i) return option(q.from[i]).label end

-- The list of a question, and its length. `level`: where the error is.
local function list_of(question, level)
  local from, n, wrong = question.from, nil, nil
  if type(from) == "table" then
    n = #from
    for i = 1, n do
      if from[i] == nil then wrong = ("`from` has a hole at %d"):format(i) break end
    end
    if n == 0 and question.kind ~= "some" then wrong = "there is nothing to choose from" end
  else
    wrong = "`from` must be a list"
  end
  if wrong then error(("choose %q: %s"):format(question.ask or "Choose", wrong), level) end
  return from, n
end

local function prepare_listed(q, question)
  local from, n = list_of(question, 5)
  q.from = from
  setmetatable(q, Listed)
  if q.kind == "some" then
    q.min, q.max = math.tointeger(question.min or 0), math.tointeger(question.max or n)
    if not q.min or not q.max then
      error(("choose %q: min and max must be whole numbers"):format(q.ask), 4)
    end
    q.max = math.min(q.max, n)
    if q.min > n then
      error(("choose %q: %d wanted, but only %d there"):format(q.ask, q.min, n), 4)
    end
    if q.min == n or q.max <= 0 then
      local all = {}
      if q.min == n then for i = 1, n do all[i] = value_of(from[i]) end end
      return all
    end
    if q.max < q.min then
      error(("choose %q: nothing lies between %d and %d"):format(q.ask, q.min, q.max), 4)
    end
  elseif q.kind == "order" then
    if n == 1 then return { value_of(from[1]) } end
  elseif n == 1 then
    return value_of(from[1])
  end
  return nil
end

-- One of a list, the commonest question: the table that the rule has made for it will do.
local function prepare_one(question, kind)
  local from, n = list_of(question, 4)
  if n == 1 then return question, value_of(from[1]) end
  question.kind, question.ask = kind, question.ask or "Choose"
  return setmetatable(question, Listed)
end

-- What every question has: a text that asks, and the number of a rule.
local function check_words(question, asks)
  if type(question) ~= "table" then
    error(("%s: a question is a table: %s { by =, rule =, ask =, ... }"):format(asks, asks), 4)
  end
  local ask, rule = question.ask, question.rule
  if ask ~= nil and type(ask) ~= "string" then
    error(("%s: `ask` is a text, not a %s"):format(asks, type(ask)), 4)
  elseif rule ~= nil and type(rule) ~= "string" then
    error(("%s: `rule` is a text, like \"10.15\", not a %s"):format(asks, type(rule)), 4)
  end
end

--- Checks and completes a choose{} question. Gives it and, when there is only one possible
--- answer, that answer (which is then taken unasked).
function Question.prepare(question)
  check_words(question, "choose")
  local kind = question.kind or "one"
  if (kind == "one" or kind == "place") and getmetatable(question) == nil then
    return prepare_one(question, kind)
  end
  if not KINDS[kind] then
    error(("choose: unknown kind %q; kinds are one, some, count, number, place, route, order, yesno")
      :format(tostring(kind)), 3)
  end
  local q = { kind = kind, by = question.by, rule = question.rule,
    ask = question.ask or "Choose", default = question.default, secret = question.secret,
    policy = question.policy, about = question.about }
  if kind == "route" and question.steps then
    q.steps, q.start, q.may_stop = question.steps, question.start, question.may_stop
    return q
  end
  if LISTED[kind] then return q, prepare_listed(q, question) end
  if kind == "yesno" then return q end
  q.min, q.max = question.min or 0, question.max
  if math.type(q.min) ~= "integer" or (q.max ~= nil and math.type(q.max) ~= "integer") then
    error(("choose %q: min and max must be whole numbers"):format(q.ask), 3)
  elseif q.max and q.max < q.min then
    error(("choose %q: nothing lies between %d and %d"):format(q.ask, q.min, q.max), 3)
  end
  if q.min == q.max then return q, q.min end
  return q
end

--- Checks a react{} question.
function Question.prepare_reaction(question, commands)
  check_words(question, "react")
  local names = question.commands
  if type(names) ~= "table" or #names == 0 then
    error("react: `commands` lists the names of the commands that may answer", 3)
  end
  for _, name in ipairs(names) do
    if not commands[name] then
      error(("react: there is no command %q"):format(tostring(name)), 3)
    end
  end
  return { kind = "command", by = question.by, rule = question.rule, ask = question.ask or "React?",
    commands = names, default = question.default, about = question.about }
end

-- --- what a rule gets for an answer -----------------------------------------------------

local function values_of(q, indexes)
  local values = {}
  for i, index in ipairs(indexes) do values[i] = q.options[index].value end
  return values
end

--- The Lua value that the rule receives for answer `a`.
function Question.value(q, a)
  local kind = q.kind
  if kind == "some" or kind == "order" then return values_of(q, a.indexes) end
  if kind == "count" or kind == "number" then return a.number end
  if kind == "yesno" then return a.yes end
  return q.options[a.index].value
end

local function index_of(q, value)
  for i, o in ipairs(q.options) do
    if o.value == value or o.label == value then return i end
  end
  return nil
end

--- The value chosen, as a text: "Foot Guards", "none".
function Question.shown(q, value)
  return q.kind == "some" and #value == 0 and "none" or Text.show(value)
end

--- The answer that gives `value` (the other way round); nil, message when it is not possible.
function Question.answer_of(q, value)
  local kind = q.kind
  if kind == "yesno" then
    if type(value) ~= "boolean" then return nil, "yes or no is wanted" end
    return { yes = value }
  elseif kind == "count" or kind == "number" then
    if math.type(value) ~= "integer" or value < q.min or (q.max and value > q.max) then
      return nil, Question.expected(q)
    end
    return { number = value }
  elseif kind == "some" or kind == "order" then
    if type(value) ~= "table" then return nil, Question.expected(q) end
    local indexes, taken = {}, {}
    for i, v in ipairs(value) do
      local index = index_of(q, v)
      if not index or taken[index] then
        return nil, ("%s is not among the options; %s"):format(Text.show(v), Question.expected(q))
      end
      taken[index] = true
      indexes[i] = index
    end
    if kind == "some" then
      if #indexes < q.min or #indexes > q.max then return nil, Question.expected(q) end
      table.sort(indexes)
    elseif #indexes ~= #q.options then
      return nil, Question.expected(q)
    end
    return { indexes = indexes }
  end
  local index = index_of(q, value)
  if not index then
    return nil, ("%s is not among the options; %s"):format(Text.show(value), Question.expected(q))
  end
  return { index = index }
end

-- --- what a person types ----------------------------------------------------------------

--- One clause that says what would be accepted.
function Question.expected(q)
  local kind = q.kind
  if kind == "roll" then return "throw " .. q.pool:prompt() end
  if kind == "yesno" then return "answer yes or no" end
  if kind == "count" or kind == "number" then
    if q.max then return ("give a whole number from %d to %d"):format(q.min, q.max) end
    return ("give a whole number, %d or more"):format(q.min)
  end
  if kind == "command" then
    return ("type %s, or pass"):format(Text.list(q.commands, "or"))
  end
  if kind == "some" then
    if q.min == q.max then return ("give %d of the options, with commas"):format(q.min) end
    return ("give %d to %d of the options, with commas%s"):format(q.min, q.max,
      q.min == 0 and ", or none" or "")
  end
  if kind == "order" then return "give all the options in the order wanted, with commas" end
  return ("give a number from 1 to %d, or a name"):format(#q.options)
end

local function find_option(q, word)
  local number = word:match("^%d+$") and math.tointeger(tonumber(word))
  local labels, starts = {}, {}
  local lower = word:lower()
  for i, o in ipairs(q.options) do
    labels[i] = o.label
    if o.label:lower() == lower then return i end
    if o.label:lower():sub(1, #lower) == lower then starts[#starts + 1] = i end
  end
  -- Options that are themselves numbers get no index.
  local numbered = type(q.options[1].value) ~= "number"
  if number and numbered and q.options[number] then return number end
  if #starts == 1 then return starts[1] end
  if #starts > 1 then
    local names = {}
    for i, index in ipairs(starts) do names[i] = q.options[index].label end
    return nil, ("%s could be %s"):format(word, Text.list(names, "or"))
  end
  return nil, ("%s is not among the options%s"):format(Text.cite(word),
    Text.did_you_mean(word, labels))
end

--- The answer of several options, by their indexes, each named once: for `order` all of them as they come,
--- else as many as are wanted. nil, message.
function Question.picked(q, indexes)
  if q.kind == "order" then
    if #indexes ~= #q.options then return nil, Question.expected(q) end
  else
    if #indexes < q.min or #indexes > q.max then return nil, Question.expected(q) end
    table.sort(indexes)
  end
  return { indexes = indexes }
end

local function parse_list(q, text)
  local indexes, taken = {}, {}
  if text:lower() == "none" then text = "" end
  if text:lower() == "all" then
    for i = 1, #q.options do indexes[i] = i end
  else
    -- "1 3" and "1,3" are the same; names have commas between them
    local pattern = text:find("^[%d%s,]+$") and "[^%s,]+" or "[^,]+"
    for part in text:gmatch(pattern) do
      local word = part:match("^%s*(.-)%s*$"):gsub('^"(.*)"$', "%1")
      local index, message = find_option(q, word)
      if not index then return nil, message end
      if taken[index] then return nil, ("%s is named twice"):format(q.options[index].label) end
      taken[index] = true
      indexes[#indexes + 1] = index
    end
  end
  return Question.picked(q, indexes)
end

local function parse_roll(q, text)
  local total, faces = q.pool:accept(text)
  if total == nil then return nil, faces end
  return { total = total, faces = faces }
end

local YES = { y = true, yes = true }
local NO = { n = true, no = true }

--- What a person typed, as an answer. nil, message when it is none: nothing is consumed.
function Question.parse(q, text)
  text = text:match("^%s*(.-)%s*$")
  local kind = q.kind
  if kind == "roll" then return parse_roll(q, text) end
  if kind == "command" then
    if text:lower() == "pass" then return { line = false } end
    return { line = text }
  end
  if text == "" and kind ~= "some" then return nil, Question.expected(q) end
  if kind == "yesno" then
    if YES[text:lower()] then return { yes = true } end
    if NO[text:lower()] then return { yes = false } end
    return nil, Question.expected(q)
  elseif kind == "count" or kind == "number" then
    local number = text:match("^[+-]?%d+$") and math.tointeger(tonumber(text))
    if not number or number < q.min or (q.max and number > q.max) then
      return nil, Question.expected(q)
    end
    return { number = number }
  elseif kind == "some" or kind == "order" then
    return parse_list(q, text)
  end
  local index, message = find_option(q, (text:gsub('^"(.*)"$', "%1")))
  if not index then return nil, message .. "; " .. Question.expected(q) end
  return { index = index }
end

-- --- the journal form --------------------------------------------------------------------

--- One line of text for the journal.
function Question.encode(q, a)
  local kind = q.kind
  if kind == "roll" then
    local text = ("roll %s = %d"):format(q.pool:text(), a.total)
    if a.faces then text = text .. " : " .. table.concat(a.faces, " ") end
    if a.position then text = text .. (" @%d"):format(a.position) end
    return text
  elseif kind == "yesno" then
    return a.yes and "yesno yes" or "yesno no"
  elseif kind == "count" or kind == "number" then
    return ("%s %d"):format(kind, a.number)
  elseif kind == "command" then
    return a.line and "command " .. a.line or "pass"
  elseif kind == "some" or kind == "order" then
    local labels = {}
    for i, index in ipairs(a.indexes) do labels[i] = q.options[index].label end
    return ("%s [%s] %s"):format(kind, table.concat(a.indexes, " "), table.concat(labels, ", "))
  end
  local text = ("%s %d %s"):format(kind, a.index, q.options[a.index].label)
  if a.position then text = text .. (" @%d"):format(a.position) end
  return text
end

local function decode_listed(q, payload)
  local kind, list = payload:match("^(%a+) %[([%d ]*)%]")
  if kind then
    local indexes = {}
    for number in list:gmatch("%d+") do
      local index = math.tointeger(tonumber(number))
      if not q.options[index] then return nil end
      indexes[#indexes + 1] = index
    end
    return kind == q.kind and { indexes = indexes } or nil
  end
  local word, index, label = payload:match("^(%a+) (%d+) (.*)$")
  index = index and math.tointeger(tonumber(index))
  if word ~= q.kind or not q.options[index] then return nil end
  if label == q.options[index].label then return { index = index } end
  local drawn, position = label:match("^(.*) @(%d+)$")
  if q.kind ~= "draw" or drawn ~= q.options[index].label then return nil end
  return { index = index, position = math.tointeger(tonumber(position)) }
end

--- The answer that a journal line holds; nil when it does not fit this question.
function Question.decode(q, payload)
  local kind = q.kind
  if kind == "roll" then
    local spec, total, rest = payload:match("^roll (.-) = (-?%d+)(.*)$")
    if spec ~= q.pool:text() then return nil end
    local position = rest:match("@(%d+)$")
    local faces = rest:match("^ : ([-%d ]+)")
    local list
    if faces then
      list = {}
      for face in faces:gmatch("-?%d+") do list[#list + 1] = math.tointeger(tonumber(face)) end
    end
    return { total = math.tointeger(tonumber(total)), faces = list,
      position = position and math.tointeger(tonumber(position)) }
  elseif kind == "yesno" then
    local word = payload:match("^yesno (%a+)$")
    if word ~= "yes" and word ~= "no" then return nil end
    return { yes = word == "yes" }
  elseif kind == "count" or kind == "number" then
    local word, number = payload:match("^(%a+) (-?%d+)$")
    if word ~= kind then return nil end
    return { number = math.tointeger(tonumber(number)) }
  elseif kind == "command" then
    if payload == "pass" then return { line = false } end
    local line = payload:match("^command (.+)$")
    return line and { line = line } or nil
  end
  return decode_listed(q, payload)
end

return Question

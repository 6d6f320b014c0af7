-- SPDX-License-Identifier: GPL-3.0-or-later
-- adjutant.locate_outline -- the tables, calls and assignments of a Lua text, read in one pass over
-- its tokens. It checks nothing and stops where brackets do not match: what it had stays.
--
-- outline: returned (slot), locals (name -> slot), assigned (name -> slot), calls (name -> list of
--          { name, at, depth, arguments = slots }), twice (list of { key, first, at })
-- slot:    a place for an expression: { at, to, tokens, literal, alias, table }; `table` is the first
--          one written in it, `alias` the name if it is nothing else
-- table:   { at, fields = key -> { at, slot }, order = keys }
--
-- Open brackets and blocks are frames on a stack of our own, so nesting costs no stack of Lua's.

local Tokens = require "adjutant.lua_tokens"

local Outline = {}

-- Lua itself refuses a text nested deeper than 200; and no person writes a file of so many tables,
-- fields and arguments.
local MAX_DEPTH, MAX_THINGS = 250, 40000

local BOUNDARY = { ["local"] = true, ["return"] = true, ["if"] = true, ["for"] = true, ["while"] = true,
  ["do"] = true, ["repeat"] = true, ["break"] = true, ["goto"] = true, ["then"] = true,
  ["else"] = true, ["elseif"] = true, ["end"] = true, ["until"] = true, ["in"] = true }
local CLOSES = { ["end"] = "block", ["until"] = "repeat", ["}"] = "table", [")"] = "paren", ["]"] = "index" }
local OPENS = { ["function"] = "block", ["if"] = "block", ["do"] = "block", ["repeat"] = "repeat" }

-- --- slots and fields --------------------------------------------------------------------------------

local function literal(text, kind, from, to)
  if kind == "string" then return Tokens.value(text, from, to) end
  if kind == "number" then
    local n = tonumber(text:sub(from, to))
    return n and math.tointeger(n) or n
  end
  local word = text:sub(from, to)
  if word == "true" then return true elseif word == "false" then return false end
  return nil
end

-- Counts a token of an expression: a slot of one token is a literal or another name.
local function note(self, slot, kind, from, to)
  local n = slot.tokens + 1
  slot.tokens = n
  if n == 1 then
    slot.at, slot.to = from, to
    slot.literal = literal(self.text, kind, from, to)
    slot.minus = kind == "op" and from == to and self.text:sub(from, to) == "-"
    slot.alias = kind == "name" and self.text:sub(from, to) or nil
  else
    local negative
    if n == 2 and slot.minus and kind == "number" then
      negative = literal(self.text, kind, from, to)
    end
    slot.literal, slot.alias = negative and -negative, nil
  end
end

local function new_slot(self)
  self.things = self.things + 1
  return { tokens = 0 }
end

local function end_field(self, frame)
  local slot, node = frame.slot, frame.node
  if slot.tokens > 0 or frame.key ~= nil or frame.key_at then
    local key, at = frame.key, frame.key_at or slot.at
    if not frame.key_at then
      node.n = node.n + 1
      key = node.n
    end
    if key ~= nil and key == key then
      local before = node.fields[key]
      if before then
        self.twice[#self.twice + 1] = { key = key, first = before.at, at = at }
      else
        node.order[#node.order + 1] = key
      end
      node.fields[key] = { at = at, slot = slot }
    end
  end
  frame.slot, frame.key, frame.key_at = new_slot(self), nil, nil
end

-- `=` in a table: what stands before it was the key.
local function take_key(self, frame)
  local slot = frame.slot
  if frame.index then
    frame.key, frame.key_at = frame.index.literal, frame.bracket
  elseif slot.tokens == 1 and slot.alias then
    frame.key, frame.key_at = slot.alias, slot.at
  else
    return
  end
  frame.slot, frame.index = new_slot(self), nil
end

-- --- frames ------------------------------------------------------------------------------------------

local function push(self, kind, slot)
  local frames = self.frames
  frames[#frames + 1] = { kind = kind, slot = slot }
  return frames[#frames]
end

local function end_argument(self, frame)
  if frame.call and frame.slot.tokens > 0 then
    frame.call.arguments[#frame.call.arguments + 1] = frame.slot
  end
  frame.slot = new_slot(self)
end

local function pop(self)
  local frames = self.frames
  local frame = frames[#frames]
  if frame.kind == "table" then end_field(self, frame)
  elseif frame.kind == "paren" then end_argument(self, frame) end
  frames[#frames] = nil
  local below = frames[#frames]
  if frame.kind == "index" and below then
    if below.kind == "table" and below.slot.tokens == 0 then
      below.index, below.bracket = frame.slot, frame.at
    else
      below.chain = nil
    end
  end
  if below and (frame.kind == "table" or frame.kind == "paren") then
    if below.chain then below.chain.called = true end
  end
  self.operand = frame.kind ~= "repeat"
end

-- A table belongs to every slot around it that has none yet.
local function belongs(self, node)
  for i = #self.frames, 1, -1 do
    local frame = self.frames[i]
    local slot = frame.slot
    if not slot or slot.table then return end
    slot.table = node
    if frame.kind ~= "paren" then return end
  end
end

-- --- calls -------------------------------------------------------------------------------------------

local function call_of(self, frame)
  local chain = frame.chain
  if not chain or chain.defines then return nil end
  if not chain.call then
    chain.call = { name = chain.name, at = chain.at, depth = self.depth, arguments = {} }
    local list = self.calls[chain.name]
    if not list then
      list = {}
      self.calls[chain.name] = list
    end
    list[#list + 1] = chain.call
  end
  return chain.call
end

-- --- statements --------------------------------------------------------------------------------------

local function is_statement(frame) return frame.kind == "block" or frame.kind == "repeat" end

local function boundary(frame)
  if is_statement(frame) then
    frame.slot, frame.names, frame.target, frame.declares = nil, nil, nil, nil
  end
  frame.chain = nil
end

local function assign(self, frame)
  local slot = new_slot(self)
  if frame.names then
    if #frame.names == 1 and #self.frames == 1 then self.locals[frame.names[1].name] = slot end
  elseif frame.chain and not frame.chain.called and not frame.target then
    slot.target = frame.chain.at
    if not self.assigned[frame.chain.name] then self.assigned[frame.chain.name] = slot end
    frame.target = true
  end
  frame.slot, frame.names, frame.chain = slot, nil, nil
end

-- --- tokens ------------------------------------------------------------------------------------------

local function name(self, frame, word, from)
  if self.joined and frame.chain then
    if self.joined == "." and not frame.chain.called then
      frame.chain.name = frame.chain.name .. "." .. word
    else
      frame.chain = { name = ":" .. word, at = from }
    end
  else
    if self.operand and is_statement(frame) then boundary(frame) end
    local declares = frame.declares and self.last ~= "<"
    frame.chain = { name = word, at = from, defines = self.last == "function" }
    if declares and frame.declares then frame.names[#frame.names + 1] = frame.chain end
  end
  self.operand = true
end

local function string(self, frame, from, to)
  if frame.chain and self.operand then
    local call = call_of(self, frame)
    local slot = new_slot(self)
    note(self, slot, "string", from, to)
    if call then call.arguments[#call.arguments + 1] = slot end
    frame.chain.called = true
  else
    frame.chain = nil
  end
  self.operand = true
end

local function open(self, frame, word, from)
  local call = self.operand and call_of(self, frame) or nil
  if not call and not self.operand then frame.chain = nil end
  if word == "{" then
    local node = { at = from, fields = {}, order = {}, n = 0 }
    belongs(self, node)
    if call then
      call.arguments[#call.arguments + 1] = { at = from, to = from, tokens = 1, table = node }
    end
    push(self, "table", new_slot(self)).node = node
  elseif word == "(" then
    push(self, "paren", new_slot(self)).call = call
  else
    push(self, "index", new_slot(self)).at = from
  end
  self.operand = false
end

local function operator(self, frame, word, from)
  if word == "{" or word == "(" or word == "[" then return open(self, frame, word, from) end
  if CLOSES[word] then
    if frame.kind ~= CLOSES[word] then return true end
    pop(self)
    return
  end
  if word == "," or word == ";" then
    if frame.kind == "table" then end_field(self, frame)
    elseif frame.kind == "paren" then end_argument(self, frame)
    elseif word == ";" then boundary(frame)
    elseif not frame.declares then frame.slot = nil end
    frame.chain = nil
  elseif word == "=" then
    if frame.kind == "table" then take_key(self, frame)
    elseif is_statement(frame) then assign(self, frame) end
    frame.declares = nil
  elseif word ~= "." and word ~= ":" then
    frame.chain = nil
  end
  self.operand = false
end

local function keyword(self, frame, word)
  if word == "function" then
    if self.operand or not frame.slot then boundary(frame) end
  elseif BOUNDARY[word] then
    boundary(frame)
  else
    frame.chain = nil
  end
  if word == "local" and is_statement(frame) then
    frame.names, frame.declares = {}, true
  elseif word == "return" and is_statement(frame) then
    frame.slot = new_slot(self)
    if #self.frames == 1 then self.returned = frame.slot end
  end
  if OPENS[word] then
    push(self, OPENS[word])
    self.depth = self.depth + 1
  elseif CLOSES[word] then
    if frame.kind ~= CLOSES[word] or #self.frames == 1 then return true end
    pop(self)
    self.depth = self.depth - 1
    return
  end
  self.operand = word == "true" or word == "false" or word == "nil"
end

-- One token: true when the brackets do not match, or there are too many of them.
local function take(self, kind, from, to)
  local frame = self.frames[#self.frames]
  local word = kind ~= "string" and kind ~= "number" and self.text:sub(from, to) or ""
  local declared = frame.slot
  local stop
  if kind == "name" then name(self, frame, word, from)
  elseif kind == "string" then string(self, frame, from, to)
  elseif kind == "number" then frame.chain, self.operand = nil, true
  elseif kind == "keyword" then stop = keyword(self, frame, word)
  else stop = operator(self, frame, word, from) end
  -- A token counts for the slot that stood before it, unless it ended or began that slot.
  if declared and frame.slot == declared and not CLOSES[word] then
    if not (kind == "op" and word == "[" and frame.kind == "table" and declared.tokens == 0) then
      note(self, declared, kind, from, to)
    end
  end
  self.joined = kind == "op" and (word == "." or word == ":") and word or nil
  self.last = word
  return stop or #self.frames > MAX_DEPTH or self.things > MAX_THINGS
end

--- The outline of a text; never fails.
function Outline.read(text)
  local self = { text = text, frames = {}, locals = {}, assigned = {}, calls = {}, twice = {}, depth = 0,
    operand = false, things = 0 }
  push(self, "block")
  for kind, from, to in Tokens.each(text) do
    if take(self, kind, from, to) then
      self.broken = from
      break
    end
  end
  while #self.frames > 0 do pop(self) end
  self.frames = nil
  return self
end

return Outline

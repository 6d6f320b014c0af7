-- SPDX-License-Identifier: GPL-3.0-or-later
-- shell.options -- options of a subcommand: `--name VALUE`, `--name=VALUE`, `--flag`, `-e VALUE`.

local Text = require "adjutant.text"

local Options = {}

-- "--word", and what of `known` may have been meant.
local function unknown(word, known)
  local names = {}
  for name in pairs(known) do names[#names + 1] = "--" .. name end
  table.sort(names)
  return ("unknown option %s%s"):format(word, Text.did_you_mean(word:match("^[^=]*"), names))
end

--- `known`: name -> "flag" | "value" | "list". Gives options (by name) and the other words, or
--- nil, message. Options after the first other word count too, unless `stop_at_word`.
function Options.read(words, known, stop_at_word)
  local options, plain, at = {}, {}, 1
  while at <= #words do
    local word = words[at]
    local name, value = word:match("^%-%-([%l-]+)=(.*)$")
    name = name or word:match("^%-%-([%l-]+)$") or word:match("^%-(%l)$")
    local kind = name and known[name]
    if word == "--" then
      table.move(words, at + 1, #words, #plain + 1, plain)
      break
    elseif kind == "flag" and not value then
      options[name] = true
    elseif kind == "value" or kind == "list" then
      if not value then
        at = at + 1
        value = words[at]
        if not value then return nil, ("--%s needs a value"):format(name) end
      end
      if kind == "list" then
        options[name] = options[name] or {}
        table.insert(options[name], value)
      else
        options[name] = value
      end
    elseif word:sub(1, 1) == "-" and word ~= "-" then
      return nil, unknown(word, known)
    else
      plain[#plain + 1] = word
      if stop_at_word then
        table.move(words, at + 1, #words, #plain + 1, plain)
        break
      end
    end
    at = at + 1
  end
  return options, plain
end

--- The words of a text as they are typed; "..." and '...' hold one together. nil, message.
function Options.words(text)
  local words, at = {}, 1
  while true do
    local start = text:find("%S", at)
    if not start then return words end
    local parts
    at, parts = start, {}
    while at <= #text and not text:find("^%s", at) do
      local quote = text:match("^[\"']", at)
      local stop
      if quote then
        stop = text:find(quote, at + 1, true)
        if not stop then return nil, ("a quotation is not closed: %s"):format(text:sub(at)) end
        parts[#parts + 1] = text:sub(at + 1, stop - 1)
      else
        stop = text:find("[%s\"']", at)
        stop = (stop or #text + 1) - 1
        parts[#parts + 1] = text:sub(at, stop)
      end
      at = stop + 1
    end
    words[#words + 1] = table.concat(parts)
  end
end

--- Texts NAME=VALUE as a table, or nil, message.
function Options.pairs(list, name)
  local values = {}
  for _, word in ipairs(list or {}) do
    local key, value = word:match("^([%w_]+)=(.*)$")
    if not key then return nil, ("--%s: NAME=VALUE is wanted, not %q"):format(name, word) end
    values[key] = value
  end
  return values
end

--- The text as a whole number, or nil, message.
function Options.integer(text, name)
  local n = text:match("^[+-]?%d+$") and math.tointeger(tonumber(text))
  if not n then return nil, ("--%s: a whole number is wanted, not %q"):format(name, text) end
  return n
end

return Options

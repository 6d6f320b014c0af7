-- SPDX-License-Identifier: GPL-3.0-or-later
-- adjutant.house_rules -- rules = { ["14.4"] = function(original, ...) ... end } of a house rule: a
-- rule by its id, when one rule bears it, or by its name.

local Text = require "adjutant.text"
local Faults = require "adjutant.faults"
local House = require "adjutant.house"

local Rules = {}

--- Does what the part `rules` of a house rule asks for.
function Rules.apply(file, rules)
  local register = file.kit.register
  Faults.each(Text.sorted_keys(rules), function(_, key)
    local keys, f = { "rules", key }, rules[key]
    if type(key) ~= "string" then
      file:fail(keys, "rules are named by their number as text or by their name: [\"%s\"]", tostring(key))
    end
    local entry, message = register:find(key)
    if not entry then
      local new = type(f) == "function" and not message:find("did you mean", 1, true) and not message:find "say which$"
      file:fail(keys, "%s%s", message, new and ("; a new one is declared above the house rule: rule(%q, %q, function ...)")
        :format("1.1", key) or "")
    elseif type(f) ~= "function" then
      file:fail(keys, "rule %s is changed by a function(original, ...), not by %s", key, House.show(f))
    end
    local where = file:at(keys)
    file:record("rule", entry.id .. " " .. entry.name, tostring(entry.house_where or entry.where), where,
      where)
    register:override(key, f, ("%s (%s)"):format(file.name, where), file.name)
    entry.house_where = where
  end)
end

return Rules

-- SPDX-License-Identifier: GPL-3.0-or-later
-- adjutant.map_face -- the `map` that scripts see: it can be asked, not changed, and says so of a name that
-- it does not have.

local Text = require "adjutant.text"

--- The face of a table of functions and lists.
return function(map)
  setmetatable(map, { __index = function(_, key)
    error(("map has no %s%s"):format(tostring(key),
      Text.did_you_mean(tostring(key), Text.sorted_keys(map))), 2)
  end })
  return setmetatable({}, {
    __index = map,
    __newindex = function(_, key) error(("map is read-only: cannot set `%s`"):format(tostring(key)), 2) end,
    __tostring = function() return "map" end,
    __name = "map",
    __metatable = false,
  })
end

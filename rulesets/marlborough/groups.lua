-- SPDX-License-Identifier: GPL-3.0-or-later
-- Groups, as battles have them: lists of forces, the leading one first; a line or strongpoint that is
-- attacked alone stands in such a list too.

local M = {}

--- The SP of those of a group that are still in play.
function M.sp_of(group)
  local sp = 0
  for i = 1, #group do
    if group[i].alive then sp = sp + group[i].sp end
  end
  return sp
end

--- Those of a group that are still in play.
function M.left_of(group)
  for i = 1, #group do
    if not group[i].alive then
      local left = {}
      for k = 1, #group do
        if group[k].alive then left[#left + 1] = group[k] end
      end
      return left
    end
  end
  return group
end

--- Whether a group is one of forces, not of works.
function M.is_force(group) return #group > 0 and group[1].kind == "force" end

--- Does f(...), of which nothing depends on its dice that the command still has to report, when `ends`:
--- nothing follows that would.
function M.leave_aside(ends, f, ...)
  if ends then return aside(f, ...) end
  return f(...)
end

return M

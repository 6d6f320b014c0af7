-- SPDX-License-Identifier: GPL-3.0-or-later
-- expect: a non-closable value
local function deep(n)
  local guard <close> = { __close = function() deep(n + 1) end }
end
deep(1)

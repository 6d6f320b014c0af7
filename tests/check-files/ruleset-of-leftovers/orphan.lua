-- SPDX-License-Identifier: GPL-3.0-or-later
-- Nobody requires this file.
local tea = "tea"
return tea

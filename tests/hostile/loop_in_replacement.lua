-- SPDX-License-Identifier: GPL-3.0-or-later
-- expect: instruction limit
("abc"):gsub(".", function() while true do end end)

-- SPDX-License-Identifier: GPL-3.0-or-later
-- expect: instruction limit
while true do for _ in ("abc"):gmatch("") do end end

-- SPDX-License-Identifier: GPL-3.0-or-later
-- expect: instruction limit
while true do type(1) end

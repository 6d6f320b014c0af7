-- SPDX-License-Identifier: GPL-3.0-or-later
-- expect: instruction limit
while true do end

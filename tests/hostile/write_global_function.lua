-- SPDX-License-Identifier: GPL-3.0-or-later
-- expect: not declared
function x() end

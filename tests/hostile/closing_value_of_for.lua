-- SPDX-License-Identifier: GPL-3.0-or-later
-- expect: a non-closable value
for _ in type, nil, nil, { __close = function() end } do end

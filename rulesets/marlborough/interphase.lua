-- SPDX-License-Identifier: GPL-3.0-or-later
-- 11.2 to 11.8, 13.3: the winter between campaigns.

-- () -> nothing: all steps in order
rule("11.2.5", "interphase", function () error "interphase: not written yet" end)

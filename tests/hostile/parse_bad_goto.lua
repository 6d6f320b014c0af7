-- SPDX-License-Identifier: GPL-3.0-or-later
-- expect: no visible label
goto nowhere

-- SPDX-License-Identifier: GPL-3.0-or-later
-- expect: ends with
("x"):match("%")

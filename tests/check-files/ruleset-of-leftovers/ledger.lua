-- SPDX-License-Identifier: GPL-3.0-or-later
-- Rows that name what is not there, or are there twice.
return {
  { id = "1.1", kind = "mechanical", by = { "advance" }, tests = { "1.1" } },
  { id = "1.2", kind = "mechanical", by = { "hlaf" }, tests = {} },
  { id = "1.3", kind = "magical" },
  { id = "1.1", kind = "flavour" },
}

-- SPDX-License-Identifier: GPL-3.0-or-later
-- A file that is neither.
return { title = "What am I?" }
--> 3:8: error: this is no house rule, scenario or study: it should return house "name" { ... }, scenario { ... } or study { ... }

-- SPDX-License-Identifier: GPL-3.0-or-later
-- A file that is neither.
return { title = "What am I?" }
--> 3:8: error: this is neither a house rule nor a scenario: it should return house "name" { ... } or scenario { ... }

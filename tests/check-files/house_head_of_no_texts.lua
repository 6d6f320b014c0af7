-- SPDX-License-Identifier: GPL-3.0-or-later
-- Title, note and edition are texts.
return house "trial" {
  base = "seven-hex",
  title = 5,
  note = {},
  edition = 1,
}
--> 5:3: error: title is a text, not 5
--> 6:3: error: note is a text, not a table
--> 7:3: error: edition is a text, not 1

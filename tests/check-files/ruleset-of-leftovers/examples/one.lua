-- SPDX-License-Identifier: GPL-3.0-or-later
-- A case that expects a name which does not exist.
describe("1 Moving", function ()
  it("1.1 moves", function ()
    local t = situation { foot = "red" }
    rules.advance(t.foot)
    expct(rules.count()).to_be(1)
  end)
end)

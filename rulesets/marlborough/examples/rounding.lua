-- SPDX-License-Identifier: GPL-3.0-or-later
-- C.round: the quarter rule (G1), around one quarter and at every figure that the source uses.

-- { SP, percent, share, share when exactly a quarter goes up }
local around_a_quarter = {
  -- exactly a quarter
  {   1, 25,  0,  1 }, {   5,  5,  0,  1 }, {   5, 25,  1,  2 }, {   9, 25,  2,  3 }, {  13, 25,  3,  4 },
  {  15, 15,  2,  3 }, {  25,  5,  1,  2 }, {  35, 15,  5,  6 }, {  45,  5,  2,  3 }, {  55, 15,  8,  9 },
  {  65,  5,  3,  4 }, {  75, 15, 11, 12 }, {  85,  5,  4,  5 }, { 105,  5,  5,  6 }, {  61, 25, 15, 16 },
  -- just below
  {   1, 24,  0,  0 }, {   4,  5,  0,  0 }, {  24,  5,  1,  1 }, {  44,  5,  2,  2 }, {  64,  5,  3,  3 },
  {  12, 10,  1,  1 }, {  22, 10,  2,  2 }, {  32, 10,  3,  3 }, {  62, 10,  6,  6 }, {   8, 15,  1,  1 },
  {  28, 15,  4,  4 }, {   6, 20,  1,  1 }, {  16, 20,  3,  3 }, {  26, 20,  5,  5 }, {   4, 30,  1,  1 },
  -- just above
  {   1, 26,  1,  1 }, {   6,  5,  1,  1 }, {  26,  5,  2,  2 }, {  46,  5,  3,  3 }, {  13, 10,  2,  2 },
  {  23, 10,  3,  3 }, {  33, 10,  4,  4 }, {   9, 15,  2,  2 }, {  29, 15,  5,  5 }, {  11, 30,  4,  4 },
  {  41, 30, 13, 13 }, {  21, 30,  7,  7 },
}

-- Every figure of the worked examples: { SP, percent, share }.
local of_the_source = {
  { 60, 10, 6 }, { 62, 25, 16 }, { 56, 15, 9 }, { 80, 30, 24 }, { 110, 10, 11 }, { 27, 20, 6 },
  { 32, 10, 3 }, { 32, 15, 5 }, { 27, 15, 4 }, { 24, 10, 3 }, { 60, 20, 12 }, { 80, 5, 4 }, { 29, 5, 2 },
  { 22, 20, 5 }, { 26, 5, 2 }, { 20, 10, 2 }, { 26, 20, 5 }, { 22, 25, 6 }, { 78, 10, 8 }, { 60, 5, 3 },
  { 62, 20, 13 }, { 59, 10, 6 }, { 2, 25, 1 }, { 40, 10, 4 }, { 78, 15, 12 }, { 16, 10, 2 },
  { 50, 20, 10 },                        -- printed 20
  { 16, 20, 3 },                         -- printed 5
  { 1, 25, 0 },                          -- printed 1: a quarter is not above a quarter
}

describe("C.round: a fraction above one quarter is a whole point", function ()
  for _, case in ipairs(around_a_quarter) do
    local sp, percent, above, from = table.unpack(case)
    it(("C.round: %d%% of %d is %d.%02d: %d, under the switch %d"):format(percent, sp, sp * percent // 100,
      sp * percent % 100, above, from), function ()
      situation {}
      expect(rules.share_of(sp, percent)):to_be(above)
      situation { options = { quarter = "from" } }
      expect(rules.share_of(sp, percent)):to_be(from)
    end)
  end

  it("C.round: the list of E28", function ()
    situation {}
    for _, case in ipairs { { 1, 24, 0 }, { 1, 25, 0 }, { 1, 26, 1 }, { 1, 75, 1 }, { 5, 25, 1 },
      { 10, 13, 2 }, { 10, 22, 2 }, { 10, 32, 3 }, { 27, 15, 4 }, { 27, 20, 6 }, { 78, 10, 8 },
      { 62, 25, 16 } } do
      expect(rules.share_of(case[1], case[2])):to_be(case[3])
    end
  end)

  it("C.round: every figure of the source, where it does not slip", function ()
    situation {}
    for _, case in ipairs(of_the_source) do
      expect(rules.share_of(case[1], case[2])):to_be(case[3])
    end
  end)

  it("C.round: all shares of 0 to 120 SP, by whole numbers", function ()
    situation {}
    for sp = 0, 120 do
      for percent = 5, 40, 5 do
        local whole, hundredths = sp * percent // 100, sp * percent % 100
        expect(rules.share_of(sp, percent)):to_be(hundredths > 25 and whole + 1 or whole)
      end
    end
  end)
end)

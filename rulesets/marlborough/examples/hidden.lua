-- SPDX-License-Identifier: GPL-3.0-or-later
-- 13.1, 11.8: what a side knows of the other.

local field = require "examples.field"

local function set_up(options)
  field.begin { options = options }
  return { villars = field.army("french", "french", 44),
    detached = field.army("french", "french", 12, nil, { name = "detached", size = "detachment" }),
    lille = create("fortress", { name = "Lille", side = sides.french, class = 1, printed = 6, intrinsic = 6,
      extra = 5 }) }
end

describe("13.1: hidden strengths", function ()
  it("13.1: without the optional rule everybody knows everything", function ()
    local s = set_up {}
    expect(rules.hides_anything()):to_be(false)
    expect(rules.knows_strength(sides.allied, s.villars)):to_be(true)
  end)

  it("13.1: with it a side knows the SP of its own forces and garrisons alone", function ()
    local s = set_up { hidden_strengths = true }
    expect(rules.hides_anything()):to_be(true)
    expect(rules.knows_strength(sides.french, s.villars)):to_be(true)
    expect(rules.knows_strength(sides.allied, s.villars)):to_be(false)
    expect(rules.knows_strength(sides.allied, s.lille)):to_be(false)
    expect(rules.knows_strength(sides.french, s.lille)):to_be(true)
  end)

  it("13.1: SP of another nation are as well known as the force that they are with", function ()
    local s = set_up { hidden_strengths = true }
    local contingent = create("contingent", { force = s.villars, nation = "bavarian", sp = 4 })
    expect(rules.knows_strength(sides.french, contingent)):to_be(true)
    expect(rules.knows_strength(sides.allied, contingent)):to_be(false)
  end)

  it("13.1: the other side reckons with an army of 30 SP, a detachment of 8 (ours)", function ()
    local s = set_up { hidden_strengths = true }
    expect(rules.usual_strength(s.villars)):to_be(30)
    expect(rules.usual_strength(s.detached)):to_be(8)
  end)
end)

describe("11.8: hidden redeployment", function ()
  it("11.8: places are known but while armies are deployed anew", function ()
    local s = set_up {}
    expect(rules.knows_place(sides.allied, s.villars)):to_be(true)
  end)

  for _, id in ipairs { "redeploy_first", "redeploy_second" } do
    it("11.8: in " .. id .. " nobody knows where the enemy goes", function ()
      field.begin { phase = id }
      local s = { villars = field.army("french", "french", 44) }
      expect(rules.knows_place(sides.french, s.villars)):to_be(true)
      expect(rules.knows_place(sides.allied, s.villars)):to_be(false)
      expect(rules.hides_anything()):to_be(true)
    end)
  end
end)

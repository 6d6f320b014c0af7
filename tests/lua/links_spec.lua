-- SPDX-License-Identifier: GPL-3.0-or-later
-- Rules and charts bound to the files that name them: what is taken, what is left, what follows a
-- rule that is given another function; and which rules lie on a circle of calls.

local Links = require "adjutant.links"


describe("names in a text", function()
  local function body_of(text)
    local _, body = Links.new({}, {}):bind(text)
    return body
  end

  it("are taken where code stands", function()
    expect(body_of "return rules.hit(charts.fire:at(1)) + rules.hit(2)"):to_be(
      "return rules_hit(charts_fire:at(1)) + rules_hit(2)")
    expect(body_of 'say("a", rules.hit(1), "b")\nrules.hit(2)'):to_be('say("a", rules_hit(1), "b")\nrules_hit(2)')
    expect(body_of "local f = rules[name] or rules.miss"):to_be("local f = rules[name] or rules_miss")
  end)

  it("are left in comments and texts, and where a chart is named", function()
    expect(body_of "x() -- rules.hit is asked\nrules.miss()"):to_be("x() -- rules.hit is asked\nrules_miss()")
    expect(body_of 'say "rules.hit"\nrules.miss()'):to_be('say "rules.hit"\nrules_miss()')
    expect(body_of "charts.fire = grid {}\nreturn charts.fire"):to_be("charts.fire = grid {}\nreturn charts_fire")
    expect(body_of "return charts.fire == nil"):to_be("return charts_fire == nil")
    expect(body_of "other.rules.hit() x_rules.hit() rules.miss()"):to_be(
      "other.rules.hit() x_rules.hit() rules_miss()")
  end)

  it("are all left when the text can be read otherwise", function()
    expect(body_of "local text = [[\nrules.hit\n]]"):to_be(nil)
    expect(body_of "local rules = {}\nrules.hit()"):to_be(nil)
    expect(body_of 'say("\\"", rules.hit())'):to_be(nil)
    expect(body_of "local rules_hit = 1\nrules.hit()"):to_be(nil)
    expect(body_of "return 1"):to_be(nil)
  end)

  it("are found in no time, however long a line is", function()
    local text = "x = " .. ("rules[1] + "):rep(60000) .. "rules.hit()"
    local before = core.limits.cpu_seconds()
    expect(body_of(text):sub(-15)):to_be("] + rules_hit()")
    expect(core.limits.cpu_seconds() - before < 2):to_be(true)
  end)
end)

describe("bound names", function()
  it("follow the register, and ask it for what is not there", function()
    local rules = setmetatable({}, { __index = function(_, name) error("no rule " .. name, 0) end })
    local links = Links.new(rules, {})
    local head, body, link = links:bind "return function(x) return rules.hit(x) end"
    local f = core.sandbox.load(head .. body, "text", core.sandbox.environment {})(link)
    expect(function() f(1) end):to_raise("no rule hit")
    rules.hit = function(x) return x + 1 end
    expect(f(1)):to_be(2)                                    -- though nobody said so
    rules.hit = function(x) return x + 2 end
    links:set("rules", "hit")
    expect(f(1)):to_be(3)
    expect(links:bound "rules_hit"):to_be(true)
    expect(links:bound "rules_miss"):to_be(false)
    expect(links:bound "other"):to_be(false)
  end)

  it("are what the game has, once it is there", function()
    local api = {}
    local links = Links.new({}, {}, api)
    local text = "return function() return game.turn, #map.areas end, function(map) return map end"
    local head, body, link = links:bind(text)
    expect(body):to_be(text)
    local f, own = core.sandbox.load(head .. body, "text", core.sandbox.environment {})(link)
    expect(f):to_raise("text:1: there is no `game` before the game begins")
    expect(links:bound("game", links.before.game)):to_be(true)
    api.game, api.map = { turn = 7 }, { areas = { 1, 2 } }
    links:set("api", "game")
    links:set("api", "map")
    expect({ f() }):to_equal { 7, 2 }
    expect(own(5)):to_be(5)                                  -- a variable of the text's own
    expect(links:bound("game", api.game)):to_be(true)
    expect(links:bound("game", {})):to_be(false)
    expect(links:bind "return x.game, y.map"):to_be(nil)     -- fields of other things
  end)

  it("cannot be assigned to: the text as it is says so", function()
    local links = Links.new({}, {})
    local head, body = links:bind "rules.hit = 1 rules.miss()"
    expect(body):to_be("rules.hit = 1 rules_miss()")
    head, body = links:bind "rules.hit, rules.miss = 1, 2"
    local f, message = core.sandbox.load(head .. body, "text", core.sandbox.environment {})
    expect(f):to_be(nil)
    expect(message):to_contain("const")
  end)
end)

describe("a graph of calls", function()
  it("has circles, also of one", function()
    local graph = { a = { b = true }, b = { c = true }, c = { b = true }, d = { d = true }, e = { a = true } }
    expect(Links.on_no_circle({ "a", "b", "c", "d", "e" }, graph)):to_equal { a = true, e = true }
  end)

  it("has none through nodes that are cut out", function()
    local graph = { a = { b = true }, c = { a = true } }       -- b, which calls c, is cut out
    expect(Links.on_no_circle({ "a", "b", "c" }, graph)):to_equal { a = true, c = true }
  end)
end)

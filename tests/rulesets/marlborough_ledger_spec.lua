-- SPDX-License-Identifier: GPL-3.0-or-later
-- Campaigns of Marlborough as a whole: its ledger against the list of rules that compute, ask or
-- forbid, and those that are switches of the commentary.

local Ledger = require "adjutant.ledger"

local MECHANICAL = [[
8.1-lead 8.1-detach F.french 8.1-brit20 F.armysize 5.4 F.codet F.north 8.3 13.1 5.1-lead
5.1-pool L.none L.garr L.avg 5.2-join L.split 5.2-sub 13.8 13.7 FT.line FT.strong FT.dismantle
FT.when 6.5 SEQ MAG.prim MAG.sec 7.3 7.7 8.1-mag MAG.det MAG.brit 7.9 SUP.block SUP.siegefree
SEQ.react 4.1 4.1-train 4.1-siege 4.1-dem 4.1.1 4.2-cost 4.2-save 4.2-mp 4.3 4.4-acts 4.4.1 4.5
13.2 4.6.9 4.7 4.7-active 4.4.2 C.seq C.loss C.round 4.6.2-net 4.6.2-neg 4.6.7-minor 4.6.7-line
4.6.7-major 4.6.7-order C.dem C.leaderloss C.rout C.routboth C.prevent 4.6.3 C.capture C.retreat
C.train C.dem-table C.dem-red1 C.dem-red2 4.6.1 4.6.8-cross INT.range INT.declare INT.repeat
INT.cost INT.evade INT.line 13.9 LN.value 4.6.8 4.6.8-clear PEN PEN.yes PEN.no SG.strong SG.odds
7.6 SG.roll SG.leader SG.train SG.size SG.odds10 13.6 13.4 SG.hon 4.9.3 4.9.4 ST.class ST.train
ST.excess ST.range 7.8-half 7.8-loss 7.8-out 9.0 9.1 9.1-any 9.0-own VP.eco 13.5-emp 13.5-50
13.5-solo 13.5-co 13.5-exc 11.2.3 11.2.1 11.2.5 11.3 11.7 11.4 11.6-order 11.6-short 11.6-save
11.8 11.8-lead 13.3 13.3-in 13.3-after 11.10.1 11.10.2 11.10.3 11.10.3-cut 11.10.4 11.10.5-12
11.10.5-13 11.11-total 11.11-offer 11.11-tie 12.1]]

local SWITCHES = [[
F.north-leader 5.1-when 13.8-h SEQ.order 13.2-h1 13.2-h2 C.leaderfirst 4.6.3-h C.retreat-h
C.split C.neg0 VP.noint VP.half 11.2-h 11.6-vp]]

local function rows_by_id()
  local rows = {}
  for _, row in ipairs(assert(Ledger.read("marlborough")).rows) do
    expect(rows[row.id]):to_be(nil)
    rows[row.id] = row
  end
  return rows
end

describe("marlborough: the ledger", function()
  it("has every rule that computes, asks or forbids, implemented and tested", function()
    local rows, count = rows_by_id(), 0
    for _, list in ipairs { MECHANICAL, SWITCHES } do
      for id in list:gmatch("%S+") do
        local row = rows[id]
        if not row or row.kind ~= "mechanical" then error(id .. " is not in the ledger") end
        if not (row.implemented and row.tested) then error(id .. " is missing") end
        count = count + 1
      end
    end
    expect(count):to_be(160)
  end)

  it("has every chart in a row, so that each of its cells is broken in turn", function()
    local ledger, named = assert(Ledger.read("marlborough")), {}
    for _, row in ipairs(ledger.rows) do
      for _, name in ipairs(row.by or {}) do named[name] = true end
    end
    local count = 0
    for name in pairs(ledger.state.kit.charts) do
      count = count + 1
      if not named[name] then error("no row has the chart " .. name) end
    end
    expect(count >= 27 or count):to_be(true)
  end)

  it("has no problem, and ends as it should", function()
    local ledger = assert(Ledger.read("marlborough"))
    expect(ledger.problems):to_equal {}
    local done, all = Ledger.summary(ledger):match("^(%d+) of (%d+) mechanical")
    expect(done):to_be(all)
  end)
end)

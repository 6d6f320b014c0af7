-- SPDX-License-Identifier: GPL-3.0-or-later
-- adjutant.charts_roll -- throwing dice on a grid.
--
-- The driver is told which cell each total leads to, so that odds branch once for each distinct
-- cell and not for each total.

local Charts = require "adjutant.charts"

local Roll = {}

local function is_dice(title) return title ~= nil and title:find("^%d*d%d") ~= nil end

local function modifier(def, drm)
  if drm == nil then return 0 end
  if math.type(drm) == "integer" then return drm end
  if core.tally.is(drm) then return drm.total end
  error(("chart %q: the modifier must be a whole number or a tally, not %s"):format(def.title,
    tostring(drm)), 3)
end

--- Adds roll() to a grid's face.
function Roll.attach(def, face, own, missing)
  local chart, cells, rows, cols = own.chart, own.cells, own.rows, own.cols
  local two_way = cols ~= nil and #cols > 1
  -- On a two-way chart the dice are on the side that is titled so; else on the columns when
  -- these are numbers.
  local dice_on_cols = two_way and not is_dice(own.row_title)
    and (is_dice(own.col_title) or cols.kind == "ranges")

  local function mapper(drm, other)
    return function(total)
      local value = total + drm
      local row, col = value, other
      if dice_on_cols then row, col = other, value end
      local cell, side = chart:find(row, col)
      if not cell then missing(side, row, col, -1) end
      return cells[cell]
    end
  end

  --- Throws the dice, adds the modifier (a whole number or a tally) and gives the cell. On a
  --- chart with several rows and columns, or to name who throws, the third argument is a table:
  --- { at = the row or column that is not thrown, drm = modifier, by = side }.
  function face.roll(_, spec, reason, drm, by)
    local other
    if type(drm) == "table" then
      other, by, drm = drm.at, drm.by or by, drm.drm
    end
    if two_way and other == nil then
      error(("chart %q has rows (%s) and columns (%s): say which %s the dice are thrown on, "
        .. "roll(dice, reason, { at = ... })"):format(def.title, own.row_title, own.col_title or "?",
        dice_on_cols and "row" or "column"), 2)
    end
    local roller = own.roller or Charts.roller()
    if not roller then error("chart:roll: no game is running", 2) end
    local f = mapper(modifier(def, drm), other)
    if two_way then                         -- the other side must stand before a die is thrown
      local side = dice_on_cols and "rows" or "cols"
      if not chart:locate(side, other) then missing(side, other, other, 2) end
    end
    return roller(spec, reason, by, f)
  end

  return { two_way = two_way, dice_on_cols = dice_on_cols, rows = rows }
end

return Roll

-- SPDX-License-Identifier: GPL-3.0-or-later
-- adjutant.odds_svg -- odds as a picture: one panel of bars for each name, in SVG.
--
-- Two odds side by side (a comparison) have two bars for each value, and a legend.

local Result = require "adjutant.odds_result"
local Text = require "adjutant.text"

local Svg = {}

local WIDTH, MARGIN = 720, 24
local BAR, GAP, PANEL = 16, 7, 58          -- height of a bar, between values, of a panel's heading
local LETTER = 7.2                         -- width of a letter of 13 px, about
local COLOURS = { "#3b6ea5", "#c8763c" }
local MOST_ROWS = 60

local function escaped(text)
  return (tostring(text):gsub("[%z\1-\8\11\12\14-\31]", "?"):gsub("[&<>\"]",
    { ["&"] = "&amp;", ["<"] = "&lt;", [">"] = "&gt;", ['"'] = "&quot;" }))
end

local function shortened(text, most)
  if Text.width(text) <= most then return text end
  local at, n = 1, 0
  while n < most - 1 do
    at = text:find("[^\128-\191]", at + 1) or #text + 1
    n = n + 1
  end
  return text:sub(1, at - 1) .. "..."
end

local function put(out, template, ...) out[#out + 1] = template:format(...) end

local function text_at(out, x, y, class, text, anchor)
  put(out, '<text x="%.1f" y="%.1f" class="%s"%s>%s</text>', x, y, class,
    anchor and (' text-anchor="%s"'):format(anchor) or "", escaped(text))
end

-- A grid that goes by tenths, fifths or halves, as the largest share wants.
local function scale_of(largest)
  for _, step in ipairs { 0.01, 0.02, 0.05, 0.1, 0.2, 0.25 } do
    local top = math.ceil(largest / step - 1e-9) * step
    if top / step <= 5 then return math.max(top, step), step end
  end
  return 1, 0.25
end

--- Lines of the percent scale behind the bars of a panel, and its numbers below.
local function grid(out, left, right, top, bottom, most, step)
  local n = math.floor(most / step + 0.5)
  for i = 0, n do
    local x = left + (right - left) * i / n
    put(out, '<line x1="%.1f" y1="%.1f" x2="%.1f" y2="%.1f" class="%s"/>', x, top, x, bottom,
      i == 0 and "axis" or "grid")
    text_at(out, x, bottom + 15, "scale", ("%g %%"):format(i * step * 100), "middle")
  end
end

--- One panel: heading, then for each row { label =, shares = { number, ... } } its bars. Gives the
--- y below it.
local function panel(out, y, heading, note, rows)
  local longest, largest, several = 0, 0, 1
  for _, row in ipairs(rows) do
    longest = math.max(longest, Text.width(row.label))
    several = math.max(several, #row.shares)
    for _, share in ipairs(row.shares) do largest = math.max(largest, share) end
  end
  longest = math.min(longest, 36)
  local left, right = MARGIN + longest * LETTER + 14, WIDTH - MARGIN - 62
  local high = several * BAR + (several - 1) * 2
  text_at(out, MARGIN, y + 20, "name", heading)
  if note then text_at(out, WIDTH - MARGIN, y + 20, "note", note, "end") end
  local top = y + 32
  local bottom = top + #rows * (high + GAP) + GAP
  local most, step = scale_of(math.max(largest, 0.01))
  grid(out, left, right, top, bottom, most, step)
  for i, row in ipairs(rows) do
    local at = top + GAP + (i - 1) * (high + GAP)
    text_at(out, left - 8, at + high / 2 + 4.5, "label", shortened(row.label, 36), "end")
    for k, share in ipairs(row.shares) do
      local bar_at, width = at + (k - 1) * (BAR + 2), (right - left) * share / most
      put(out, '<rect x="%.1f" y="%.1f" width="%.1f" height="%d" fill="%s"><title>%s: %s</title></rect>',
        left, bar_at, width, BAR, COLOURS[k], escaped(row.label), ("%.2f %%"):format(share * 100))
      text_at(out, left + width + 6, bar_at + 12.5, "share", ("%.2f %%"):format(share * 100))
    end
  end
  return bottom + PANEL - 24
end

local STYLE = [[
<style>
text { font-family: "DejaVu Sans", Verdana, Helvetica, Arial, sans-serif; fill: #222; }
.title { font-size: 16px; font-weight: bold; }
.name { font-size: 14px; font-weight: bold; }
.label { font-size: 13px; }
.share { font-size: 12px; fill: #444; paint-order: stroke; stroke: #fff; stroke-width: 4px; }
.note, .scale, .foot { font-size: 11px; fill: #666; }
.grid { stroke: #ddd; stroke-width: 1; }
.axis { stroke: #888; stroke-width: 1; }
</style>]]

--- A picture of panels, each { heading, note, rows }; legend: texts for the colours, or nil.
function Svg.picture(title, notes, panels, foot, legend)
  local out, y = {}, MARGIN
  local function heading_line(class, text, step)
    text_at(out, MARGIN, y + 14, class, shortened(text, class == "title" and 68 or 100))
    y = y + step
  end
  if title then heading_line("title", title, 24) end
  for _, text in ipairs(notes or {}) do heading_line("note", text, 17) end
  for k, text in ipairs(legend or {}) do
    put(out, '<rect x="%d" y="%.1f" width="12" height="12" fill="%s"/>', MARGIN, y + 4, COLOURS[k])
    text_at(out, MARGIN + 19, y + 14, "label", shortened(text, 80))
    y = y + 19
  end
  if legend then y = y + 8 end
  for _, p in ipairs(panels) do y = panel(out, y, p.heading, p.note, p.rows) end
  text_at(out, MARGIN, y + 14, "foot", foot)
  local height = y + 14 + MARGIN
  local head = ('<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%.0f" viewBox="0 0 %d %.0f">')
    :format(WIDTH, height, WIDTH, height)
  return table.concat { '<?xml version="1.0" encoding="UTF-8"?>\n', head, "\n", STYLE, "\n",
    '<rect width="100%" height="100%" fill="#fff"/>\n', table.concat(out, "\n"), "\n</svg>\n" }
end

local function rows_of(data, name)
  local rows, rest = Result.rows(data, name)
  local mean = #rows > 1 and Result.mean_of(rows)
  local shown = {}
  for i = 1, math.min(#rows, MOST_ROWS) do
    shown[i] = { label = rows[i].value, shares = { rows[i].weight:number() } }
  end
  local note = mean and ("mean %.3f"):format(mean:number()) or nil
  if #rows > MOST_ROWS then note = ("%d more values%s"):format(#rows - MOST_ROWS, note and ", " .. note or "") end
  if rest:num() ~= "0" then shown[#shown + 1] = { label = "-", shares = { rest:number() } } end
  return shown, note
end

--- The picture of odds; of one name, or of all.
function Svg.of(found, name)
  local data = Result.data(found)
  local panels = {}
  for i, n in ipairs(name and { name } or Result.shown(data)) do
    local rows, note = rows_of(data, n)
    panels[i] = { heading = n, note = note, rows = rows }
  end
  local foot = data.exact and ("exact: %s after merging, %s before"):format(
    Text.count(data.branches, "branch", "branches"), data.unmerged) or ("sampled %d times"):format(data.samples)
  return Svg.picture(data.title, data.conditions, panels, foot)
end

return Svg

-- SPDX-License-Identifier: GPL-3.0-or-later
-- adjutant.intervals -- how sure a sampled figure is: 95 % intervals.

local Intervals = {}

local Z = 1.959964
--- Two-sided 95 % of the normal distribution.
Intervals.Z95 = Z

--- Of a share p of n trials (Wilson): two numbers from 0 to 1.
function Intervals.share(p, n)
  local scale = 1 + Z * Z / n
  local centre = (p + Z * Z / (2 * n)) / scale
  local half = Z / scale * (p * (1 - p) / n + Z * Z / (4 * n * n)) ^ 0.5
  return p == 0 and 0 or centre - half, p == 1 and 1 or centre + half
end

--- Of the difference of two shares over the same n trials (Agresti and Min 2005): up trials had it
--- only here, down only there. From -1 to 1.
function Intervals.paired_shares(up, down, n)
  local p, q, m = (up + 0.5) / (n + 2), (down + 0.5) / (n + 2), n + 2
  local half = Z * ((p + q - (p - q) ^ 2) / m) ^ 0.5
  return math.max(-1, p - q - half), math.min(1, p - q + half)
end

--- Of a mean: from how many numbers there are, their sum and the sum of their squares (an exact
--- fraction). Gives mean, low, high, standard deviation; of one number only the mean.
function Intervals.mean(n, sum, squares)
  local mean = core.ratio.new(sum, n):number()
  if n < 2 then return mean end
  local ratio = core.ratio.new
  local total = ratio(sum, 1)
  local variance = (squares * ratio(n, 1) - total * total) / (ratio(n, 1) * ratio(n - 1, 1))
  local deviation = variance:number() ^ 0.5
  local half = Z * deviation / n ^ 0.5
  return mean, mean - half, mean + half, deviation
end

return Intervals

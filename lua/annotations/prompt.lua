---@meta adjutant-prompt
-- SPDX-License-Identifier: GPL-3.0-or-later
-- What Lua at the prompt, in -e and in `adjutant run` has beside the rules API. docs/odds.md says
-- more; a test keeps this file to the functions that are really there.

---An exact fraction.
---@class Ratio
---@field num fun(self: Ratio): string the numerator
---@field den fun(self: Ratio): string the denominator
---@field number fun(self: Ratio): number about as much
---@field percent fun(self: Ratio, digits?: integer): string

---How a side chooses: best(side), worst(side).
---@class Play

---One outcome.
---@class Outcome
---@field weight Ratio its chance
---@field reports table<string, string>
---@field value Ratio?
---@field key string?

---What odds came to. `name` is a report, "value" or "key"; left out: the value, else the key, else the
---only report.
---@class Odds
---@field exact boolean
---@field branches integer? after merging
---@field unmerged string? before merging
---@field runs integer? of the procedure
---@field samples integer?
---@field title string
---@field conditions string[]
---@field outcomes Outcome[]
---@field best Ratio? the value of best play
---@field at_least fun(self: Odds, n: integer|Ratio, name?: string): Ratio
---@field by fun(self: Odds, name?: string): { value: string, weight: Ratio, odds: Odds }[]
---@field csv fun(self: Odds): string
---@field distribution fun(self: Odds, name?: string): { value: string, weight: Ratio }[]
---@field given fun(self: Odds, name: string|(fun(o: Outcome): boolean), value?: any): Odds
---@field json fun(self: Odds): string
---@field mean fun(self: Odds, name?: string): Ratio
---@field probability fun(self: Odds, x: any, name?: string): Ratio
---@field quantile fun(self: Odds, p: number|string|Ratio, name?: string): integer|Ratio
---@field svg fun(self: Odds, name?: string): string
---@field table fun(self: Odds, name?: string|{ name: string?, at_least: boolean?, by: string? }): string

---Two odds, outcome by outcome. Differences are of the second less the first.
---@class Comparison
---@field csv fun(self: Comparison): string
---@field difference fun(self: Comparison, x: any, name?: string): Ratio
---@field dominance fun(self: Comparison, name?: string): "first"|"second"|"equal"|nil
---@field json fun(self: Comparison): string
---@field mean_difference fun(self: Comparison, name?: string): Ratio?
---@field rows fun(self: Comparison, name?: string): { value: string, a: Ratio, b: Ratio, difference: Ratio }[]
---@field svg fun(self: Comparison, name?: string): string
---@field table fun(self: Comparison, name?: string): string

---Exact odds of a command, of several in a row, or of a function.
---@param t string|function|{ run: string|string[]|function, value: string|(fun(reports: table): any)?, key: string|(fun(reports: table): any)?, choices: any, given: any, budget: integer?, samples: integer?, charts: table?, with: string|string[]|nil, title: string? }
---@return Odds
function odds(t) end

---Two odds, outcome by outcome.
---@param a Odds|table|string
---@param b Odds|table|string
---@return Comparison
function compare(a, b) end

---How a side chooses that wants the value as high as can be.
---@param side Side|string
---@return Play
function best(side) end

---How a side chooses that wants the value as low as can be.
---@param side Side|string
---@return Play
function worst(side) end

-- SPDX-License-Identifier: GPL-3.0-or-later
---@meta adjutant
-- Annotations of the rules API for editors (LuaCATS). Nothing here runs. `make test` compares
-- names and parameters with the live API.

---@class Field

---@class Entity
---@field id integer
---@field kind string
---@field alive boolean
---@field name string
---@field side Entity
---@field place Hex?
---@field area Area?
---@field [string] any

---@class Hex
---@field name string  "Blenheim/C", "Blenheim/1" to "Blenheim/6"
---@field area Area
---@field central boolean
---@field number integer  0 for the central hex, 1 to 6 for the outer ones
---@field neighbours Hex[]
local Hex = {}
---@param feature string
---@return boolean
function Hex:has(feature) end

---@class Area
---@field name string
---@field index integer
---@field height integer
---@field village boolean
---@field neighbours Area[]
---@field hexes Hex[]
---@field outer Hex[]
---@field centre Hex
local Area = {}
---@param feature string
---@return boolean
function Area:has(feature) end

---@class Map
---@field areas Area[]
---@field hexes Hex[]
---@field area fun(name: string): Area
---@field hex fun(name: string): Hex
---@field adjacent fun(a: Area, b: Area): boolean
---@field distance fun(a: Area, b: Area): integer
---@field direction fun(a: Area, b: Area): integer
---@field neighbour fun(a: Area, direction: integer): Area?
---@field facing fun(a: Area, b: Area): Hex[]
---@field open fun(a: Area, b: Area): boolean
---@field border fun(a: Area, b: Area): table<string, boolean>
map = {}

---@class Tally
---@field total number
---@field name string
local Tally = {}
---@param n number
---@param rule string?
---@param reason string?
---@return Tally
function Tally:add(n, rule, reason) end
---@param num integer
---@param den integer?
---@param rounding "down"|"up"|"nearest"|"quarter_up"|nil
---@param rule string?
---@param reason string?
---@return Tally
function Tally:multiply(num, den, rounding, rule, reason) end
---@param n integer
---@param rounding "down"|"up"|"nearest"|"quarter_up"
---@param rule string?
---@param reason string?
---@return Tally
function Tally:divide(n, rounding, rule, reason) end
---@param n number
---@param rule string?
---@param reason string?
---@return Tally
function Tally:cap(n, rule, reason) end
---@param n number
---@param rule string?
---@param reason string?
---@return Tally
function Tally:floor(n, rule, reason) end
---@return table[]
function Tally:steps() end

---@class Chart
---@field rule string
---@field title string
local Chart = {}
---@param row any
---@param column any?
---@return any
function Chart:at(row, column) end
---@param spec string
---@param reason string
---@param modifier integer?
---@param by Entity?
---@return any
function Chart:roll(spec, reason, modifier, by) end
---@param ctx table
---@param tally Tally?
---@return Tally
function Chart:tally(ctx, tally) end

---@class Question
---@field by Entity
---@field rule string
---@field ask string
---@field kind "one"|"some"|"count"|"number"|"place"|"route"|"order"|"yesno"|nil
---@field from any[]?
---@field min integer?
---@field max integer?
---@field default any
---@field secret boolean?

---@type table<string, fun(...): any>
rules = {}
---@type table<string, Chart>
charts = {}
---@type table<string, any>
option = {}
---@type table<string|integer, Entity>
sides = {}
---@type Entity
game = {}

-- --- registering --------------------------------------------------------------------------

---@param data table
function ruleset(data) end
---@param kind string
---@param fields table<string, Field>
function entity(kind, fields) end
---@param default string?
---@return Field
function text(default) end
---@param default integer?
---@param limits { min: integer?, max: integer? }?
---@return Field
function int(default, limits) end
---@param default boolean?
---@return Field
function flag(default) end
---@return Field
function fraction(default) end
---@param options { indexed: boolean? }?
---@return Field
function ref(options) end
---@return Field
function place() end
---@param values string[]
---@return Field
function one_of(values) end
---@param id string
---@param name string
---@param f function
function rule(id, name, f) end
---@param name string
---@param decl table
function command(name, decl) end
---@param data table
function sequence(data) end
---@param name string
---@param f fun(): string?
function invariant(name, f) end
---@param name string
---@param values string[]
function outcomes(name, values) end
---@param data table
---@return Chart
function grid(data) end
---@param data table
---@return Chart
function modifiers(data) end
---@param data table
---@return Chart
function values(data) end
---@param data table
---@return table
function scenario(data) end
---@param module string
---@return any
function require(module) end

-- --- playing --------------------------------------------------------------------------------

---@param spec string
---@param reason string?
---@param by Entity?
---@return integer
function roll(spec, reason, by) end
---@generic T
---@param spec string
---@param reason string?
---@param mapper fun(total: integer): T
---@param by Entity?
---@return T
function roll_as(spec, reason, mapper, by) end
---@param spec string
---@param reason string?
---@param by Entity?
---@return integer[]
function faces(spec, reason, by) end
---@generic T
---@param list T[]
---@param reason string?
---@param by Entity?
---@return T
function draw(list, reason, by) end
---@param question Question
---@return any
function choose(question) end
---@param question { by: Entity, rule: string, ask: string, commands: string[] }
---@return any
function react(question) end
---@param rule string?
---@param template string
---@param ctx table?
function note(rule, template, ctx) end
---@param name string
---@param value any
function report(name, value) end
---@param rule string
---@param template string
---@param ctx table?
function refuse(rule, template, ctx) end
---@param rule string
---@param condition any
---@param template string
---@param ctx table?
function refuse_if(rule, condition, template, ctx) end
---@param name string
---@param start number?
---@return Tally
function tally(name, start) end
---@param name string
---@param f function
---@return any
function stage(name, f, ...) end
function print(...) end

-- --- the World --------------------------------------------------------------------------------

---@param place Hex
---@param kind string?
---@return Entity[]
function units_at(place, kind) end
---@param area Area
---@param kind string?
---@return Entity[]
function units_in(area, kind) end
---@param kind string
---@return Entity[]
function all(kind) end
---@param entity Entity
---@param name string
---@return Entity[]
function referrers(entity, name) end
---@param kind string
---@param fields table?
---@return Entity
function create(kind, fields) end
---@param entity Entity
function eliminate(entity) end
---@param entity Entity
---@return Entity[]
function children(entity) end
---@param parent Entity
---@param child Entity
---@param before Entity?
function append(parent, child, before) end
---@param child Entity
function detach(child) end
function end_phase() end
---@param winner Entity?
---@param why string?
function game_over(winner, why) end
function check_victory() end

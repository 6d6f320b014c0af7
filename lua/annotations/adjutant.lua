---@meta adjutant
-- SPDX-License-Identifier: GPL-3.0-or-later
-- The rules API for editors that speak LuaCATS (lua-language-server): completion, types and a
-- word on each function. Nothing here is ever run. docs/rules-api.md says more; a test keeps
-- both, and this file, to the functions that are really there.

---A side of the game.
---@class Side: Entity
---@field name string
---@field key string its id in ruleset{}
---@field enemy Side the other side, when there are two

---The one entity that holds the state of the sequence of play.
---@class Game: Entity
---@field turn integer
---@field turns integer how many the scenario lasts
---@field phase integer
---@field active Side whose turn it is
---@field actor Side who may give a command now
---@field over boolean
---@field winner Side?
---@field verdict string

---Something in play: a unit, a marker, a side. Its fields are those of its entity{}.
---@class Entity
---@field id integer
---@field kind string
---@field alive boolean false once it is eliminated
---@field name string
---@field side Side
---@field place Hex? where it stands
---@field area Area? the area of its place
---@field [string] any

---@class Area
---@field name string
---@field index integer
---@field neighbours Area[]
---@field hexes Hex[]
---@field centre Hex
---@field outer Hex[] 1 to 6
---@field height integer
---@field village boolean
---@field features table<string, boolean>
---@field has fun(self: Area, word: string): boolean

---@class Hex
---@field name string "Blenheim/C", "Blenheim/1" to "/6"; of a map of hexes its name or label
---@field label string of a map of hexes
---@field col integer of a map of hexes
---@field row integer of a map of hexes
---@field index integer of a map of hexes
---@field terrain string of a map of hexes
---@field height integer of a map of hexes
---@field box boolean of a map of hexes: a place off the grid
---@field area Area
---@field central boolean
---@field number integer 0 the centre, 1 to 6 an outer hex
---@field neighbours Hex[]
---@field features table<string, boolean>
---@field has fun(self: Hex, word: string): boolean

---What reach gives: places with their costs.
---@class Reach
---@field has fun(self: Reach, place: Hex|Area): boolean
---@field cost fun(self: Reach, place: Hex|Area): integer?
---@field route fun(self: Reach, place: Hex|Area): Route?
---@field each fun(self: Reach): fun(): Hex|Area, integer in order of cost
---@field list fun(self: Reach): (Hex|Area)[]

---The places of a route, in order.
---@class Route
---@field [integer] Hex|Area
---@field cost integer
---@field costs integer[] spent on reaching each
---@field tally Tally the steps, for a note

---The board.
---@class Map
---@field boxes Hex[] of a map of hexes
---@field place fun(name: string): Hex
---@field side fun(a: Hex, b: Hex): table<string, boolean>
---@field line fun(a: Hex, b: Hex): Hex[]
---@field ring fun(a: Hex, radius: integer): Hex[]
---@field spiral fun(a: Hex, radius: integer): Hex[]
---@field arc fun(a: Hex, direction: integer, twelfths: integer, radius: integer): Hex[]
---@field rotate fun(a: Hex, centre: Hex, sixths: integer): Hex?
---@field sight fun(a: Hex, b: Hex, eyes?: integer[]): boolean, table[]
---@field areas Area[]
---@field hexes Hex[]
---@field area fun(name: string): Area
---@field hex fun(name: string): Hex
---@field adjacent fun(a: Area|Hex, b: Area|Hex): boolean
---@field distance fun(a: Area|Hex, b: Area|Hex): integer
---@field near fun(list: Entity[], a: Hex, radius: integer): Entity[]
---@field direction fun(a: Area, b: Area): integer?
---@field neighbour fun(a: Area, direction: integer): Area?
---@field facing fun(a: Area, b: Area): Hex[]
---@field open fun(a: Area, b: Area): boolean
---@field crossing fun(a: Area, b: Area): boolean
---@field border fun(a: Area, b: Area): table<string, boolean>
---@field withdrawal fun(a: Area, from: Area): Area[]
---@field retreat fun(a: Area, from: Area): Area[]
---@field line_between fun(a: Area, b: Area): Area[][]
---@field field_of_fire fun(hex: Hex, range: integer): Area[]

---@alias Rounding "down"|"up"|"nearest"|"quarter_up"|"exact"

---A number that remembers how it came about. Each method gives the tally again.
---@class Tally
---@field total integer an error while it is a fraction
---@field name string
---@field add fun(self: Tally, n: integer, rule: string, reason?: string): Tally
---@field multiply fun(self: Tally, num: integer, den: integer?, rounding: Rounding?, rule: string, reason?: string): Tally
---@field divide fun(self: Tally, n: integer, rounding: Rounding, rule?: string, reason?: string): Tally
---@field cap fun(self: Tally, n: integer, rule: string, reason?: string): Tally
---@field floor fun(self: Tally, n: integer, rule: string, reason?: string): Tally
---@field round fun(self: Tally, rounding: Rounding, rule?: string, reason?: string): Tally
---@field steps fun(self: Tally): table[]

---A printed table: a grid, modifiers or values. `at` and `source` are of all (modifiers have no
---source), `tally` and `applying` of modifiers, `has` and `keys` of values, the rest of grids.
---@class Chart
---@field rule string?
---@field title string
---@field at fun(self: Chart, row: any, column?: any): any the cell, value or amount
---@field source fun(self: Chart, row: any, column?: any): "printed"|"inferred"|"house"
---@field roll fun(self: Chart, spec: string, reason: string, modifier?: integer|Tally|{ at: any, drm: integer|Tally?, by: Side? }, by?: Side): any
---@field shift fun(self: Chart, column: any, by: integer): any the column value further right
---@field shift_row fun(self: Chart, row: any, by: integer): any
---@field odds fun(self: Chart, first: integer, second: integer): string the column, like "3:1"
---@field tally fun(self: Chart, ctx: any, tally?: Tally): Tally
---@field applying fun(self: Chart, ctx: any): { amount: integer, text: string, rule: string, times: integer }[]
---@field has fun(self: Chart, key: any): boolean
---@field keys fun(self: Chart): any[]

---@class Question
---@field by Side who decides
---@field rule string
---@field ask string
---@field kind? "one"|"some"|"count"|"number"|"place"|"route"|"order"|"yesno"
---@field from? any[] entities, places, texts, numbers or { value =, label = }
---@field min? integer
---@field max? integer
---@field default? any
---@field secret? boolean
---@field commands? string[] of react: the commands that may answer
---@field start? any of a route
---@field steps? fun(path: any[]): any[]
---@field may_stop? fun(path: any[]): boolean

---@class Field

---@class Argument
---@field name string
---@field kind string number, text, word, side, area, hex, place, an entity kind, or its plural
---@field keyword? string
---@field optional? boolean
---@field from? fun(args: table): any[]
---@field values? string[]
---@field min? integer
---@field max? integer
---@field help? string

---@class Command
---@field rule? string
---@field help? string
---@field args? Argument[]
---@field phases? string[]
---@field reaction? boolean
---@field looks_ahead? boolean
---@field run fun(args: table): any

-- --- tables -------------------------------------------------------------------------

---The rules by name; a call goes through the register, so a house rule may override it.
---@type table<string, fun(...): any>
rules = {}

---The charts by name: assigned while loading, read while playing.
---@type table<string, Chart>
charts = {}

---The options of the ruleset, as they are set in this game.
---@type table<string, any>
option = {}

---@type Game
game = {}

---The sides by id, and as a list.
---@type table<string|integer, Side>
sides = {}

---@type Map
map = {}

-- --- registering --------------------------------------------------------------------

---Names the ruleset.
---@param data { name: string, title?: string, edition?: string, source?: string, sides: table[], options?: table<string, table> }
function ruleset(data) end

---What a file of house rules gives back: `return house "name" { base = ..., ... }`.
---@param name string a lower-case word
---@param changes? HouseRules
---@return any
---@overload fun(name: string): fun(changes: HouseRules): any
function house(name, changes) end

---@class HouseRules
---@field base string the ruleset that it changes
---@field title? string
---@field note? string why
---@field edition? string refuses any other edition of the ruleset
---@field options? table<string, any> a value, or { default =, values =, help = } for a new option
---@field charts? table<string, any> cells, rows, or a whole grid{}, modifiers{} or values{}
---@field rules? table<string, fun(original: function, ...: any): ...any> by id or name
---@field entities? table<string, table<string, Field>> new kinds and fields, or other defaults
---@field sequence? { insert?: table, after?: string, before?: string, remove?: string, replace?: string, with?: table, of?: string|integer }[]
---@field commands? table<string, table> new commands; replace = true takes the place of one

---Declares a kind of entity and its fields; again for an existing kind adds fields.
---@param kind string
---@param fields table<string, Field>
function entity(kind, fields) end

---A text field.
---@param default? string
---@param options? { help?: string, label?: string, hidden?: boolean }
---@return Field
function text(default, options) end

---A whole-number field.
---@param default? integer
---@param options? { min?: integer, max?: integer, help?: string, label?: string, hidden?: boolean }
---@return Field
function int(default, options) end

---A yes/no field.
---@param default? boolean
---@param options? { help?: string, label?: string, hidden?: boolean }
---@return Field
function flag(default, options) end

---An exact fraction.
---@param default? any
---@param options? { help?: string, label?: string, hidden?: boolean }
---@return Field
function fraction(default, options) end

---A reference to another entity.
---@param options? { indexed?: boolean, help?: string, label?: string, hidden?: boolean }
---@return Field
function ref(options) end

---A place on the board, or nowhere.
---@param options? { help?: string, label?: string, hidden?: boolean }
---@return Field
function place(options) end

---A text that must be one of the list; the first is the default.
---@param values string[]
---@param options? { help?: string, label?: string, hidden?: boolean }
---@return Field
function one_of(values, options) end

---Registers a rule under its number and a name.
---@param id string
---@param name string
---@param f function
function rule(id, name, f) end

---Registers a rule about the ground alone: it follows from its arguments (at most two: places, numbers,
---texts), the map, the charts and the options, and is remembered.
---@param id string
---@param name string
---@param f function
function ground_rule(id, name, f) end

---Declares a command of the player.
---@param name string
---@param decl Command
function command(name, decl) end

---@class Inquiry
---@field rule? string
---@field help? string
---@field args? Argument[]
---@field run fun(args: table): string|string[]|nil, Hex[]?, string?

---Declares a command that only looks; run gives texts, places to mark, and what the marks are.
---@param name string
---@param decl Inquiry
---@overload fun(name: string): fun(decl: Inquiry)
function inquiry(name, decl) end

---The sequence of play.
---@param data table
function sequence(data) end

---What must hold after every command; with `each`, of each area or entity of a kind.
---@param name string
---@param each string "area", or a kind of entity
---@param field string the field that it is about
---@param f fun(thing?: any): string? says what broke, or nothing
---@overload fun(name: string, f: fun(): string?)
---@overload fun(name: string, each: string, f: fun(thing?: any): string?)
function invariant(name, each, field, f) end

---A way to play, for playouts: command(side, commands) gives a command's name and arguments, or
---nothing to end the phase; answer(question) gives the value, or nothing for the usual answer.
---@param name string
---@param functions { command: (fun(side: table, commands: table): string?, table?), answer: (fun(question: table): any, table?) }
function policy(name, functions) end

---Says how the game stands, for `status` and `show`: f() gives a text or a list of texts.
---@param f fun(): string|string[]|nil
function status(f) end

---What `show` says of a thing beside its fields. kind: a kind of entity, or "area".
---@param kind string
---@param f fun(thing: any): string|string[]|nil
function sheet(kind, f) end

---Whose the notes of rules are, in the view of a side.
---@param data { notes: string[]?, umpire: string[]?, commands: string[]?, when: string?, seen: table<string, string>? }
function told(data) end

---The order in which `odds` lists the values that report(name, value) can have.
---@param name string
---@param values any[]
function outcomes(name, values) end

---A one- or two-way table as the page prints it.
---@param data table
---@return Chart
function grid(data) end

---A list of modifiers.
---@param data table
---@return Chart
function modifiers(data) end

---A table from keys to values.
---@param data table
---@return Chart
function values(data) end

---What each kind of mover pays for terrain and hexsides.
---@param data table
---@return table costs for reach and route
function movement_costs(data) end

---How lines of sight run: what stands in their way, and what a line between two hexes meets.
---@param data { rule?: string, spine?: "both"|"either", level?: "slope"|"higher"|"lower", equal_blocks?: boolean, stands?: table<string, integer>, blocks?: string[] }
function line_of_sight(data) end

---Declares a scenario; its file returns it.
---@param data { title?: string, help?: string, note?: string, ruleset?: string, map: table, kind?: string, units?: table|string, reinforcements?: table<integer, table|string>, events?: table[], turns?: integer, first?: string, begins?: string, options?: table, check?: fun(): string?, victory?: table|fun(): table?, string? }
---@return table
function scenario(data) end

---Names the rules that scenarios ask.
---@param data { room?: string, arrived?: string, withdrawn?: string, holder?: string, lost?: string }
function scenario_rules(data) end

---Loads another file of the ruleset.
---@param module string lower-case names with dots for folders
---@return any
function require(module) end

-- --- playing ------------------------------------------------------------------------

---Throws dice and gives their total.
---@param spec string "2d6", "3d6kh1", ...
---@param reason string begins with the rule id
---@param by? Side
---@return integer
function roll(spec, reason, by) end

---Throws dice and gives mapper(total). Odds branch once for each distinct result.
---@generic T
---@param spec string
---@param reason string
---@param mapper fun(total: integer): T
---@param by? Side
---@return T
function roll_as(spec, reason, mapper, by) end

---Throws dice and gives the list of faces. Odds branch by faces.
---@param spec string
---@param reason string
---@param by? Side
---@return integer[]
function faces(spec, reason, by) end

---Takes one element of a list at random.
---@generic T
---@param list T[]
---@param reason string
---@param by? Side
---@return T
function draw(list, reason, by) end

---Puts a decision to the side that owns it.
---@param question Question
---@return any
function choose(question) end

---A reaction of another side: its result, or nil when declined.
---@param question Question
---@return any
function react(question) end

---Says what happened and by which rule.
---@param rule string
---@param template string `{a.b}` is filled from ctx
---@param ctx? table
function note(rule, template, ctx) end

---A machine-readable result of this command; what `odds` tabulates.
---@param name string
---@param value any
function report(name, value) end

---Refuses the command by a rule, leaving everything as it was.
---@param rule string
---@param template string
---@param ctx? table
function refuse(rule, template, ctx) end

---Refuses when the condition holds, unless the umpire waived the rule for this command.
---@param rule string
---@param condition any
---@param template string
---@param ctx? table
function refuse_if(rule, condition, template, ctx) end

---A number that remembers how it came about.
---@param name string
---@param start? integer
---@return Tally
function tally(name, start) end

---Goes on with f(...), which depends on the World and these arguments alone.
---@param name string
---@param f function
---@param ... any
---@return any
function stage(name, f, ...) end

---The last part of a command: what f(...) reports depends on `about` and its arguments alone.
---@param name string
---@param about any
---@param f function
---@param ... any
---@return any
function last_stage(name, about, f, ...) end

---Does f(...), which reports nothing, and on whose dice no later report of the command depends.
---@param f function
---@param ... any
---@return any
function aside(f, ...) end

---All places that a mover reaches from `start` for at most `points` (nil: any number).
---@param costs table
---@param class string
---@param start Hex|Area
---@param points? integer
---@param options? { blocked?: (Hex|Area)[], stop?: (Hex|Area)[], pass?: (Hex|Area)[] }
---@return Reach
function reach(costs, class, start, points, options) end

---The cheapest route of a mover between two places; nil when there is none.
---@param costs table
---@param class string
---@param from Hex|Area
---@param to Hex|Area
---@param options? { points?: integer, blocked?: (Hex|Area)[], stop?: (Hex|Area)[], pass?: (Hex|Area)[] }
---@return Route?
function route(costs, class, from, to, options) end

---Shows values, in one line.
---@param ... any
function print(...) end

-- --- the World ------------------------------------------------------------------------

---The units (or entities of `kind`) at a place, in order of id.
---@param place Hex
---@param kind? string
---@return Entity[]
function units_at(place, kind) end

---The units (or entities of `kind`) in an area, in order of id.
---@param area Area
---@param kind? string
---@return Entity[]
function units_in(area, kind) end

---The units (or entities of `kind`) of a side in an area, in areas or at a place, in order of id.
---@param side Entity
---@param where Area|Hex|Area[]
---@param kind? string
---@param fields? table<string, any> values that they have
---@return Entity[]
function units_of(side, where, kind, fields) end

---Whether a side has units (or entities of `kind`) in an area, in areas or at a place.
---@param side Entity
---@param where Area|Hex|Area[]
---@param kind? string
---@param fields? table<string, any> values that they have
---@return boolean
function has_units(side, where, kind, fields) end

---Those of a list of areas in which a side has units (or entities of `kind`).
---@param side Entity
---@param areas Area[]
---@param kind? string
---@return Area[]
function areas_with(side, areas, kind) end

---Those of a list of living entities whose field has the value.
---@param list Entity[]
---@param field string
---@param value any
---@return Entity[]
function having(list, field, value) end

---Those of a list of living entities whose field has another value.
---@param list Entity[]
---@param field string
---@param value any
---@return Entity[]
function lacking(list, field, value) end

---All entities of a kind, in order of id; with `fields` those that have these values.
---@param kind string
---@param fields? table<string, any>
---@return Entity[]
function all(kind, fields) end

---Whose indexed field `name` refers to the entity.
---@param entity Entity
---@param name string
---@return Entity[]
function referrers(entity, name) end

---Brings a new entity into play.
---@param kind string
---@param fields? table<string, any>
---@return Entity
function create(kind, fields) end

---Takes an entity out of play.
---@param entity Entity
function eliminate(entity) end

---The children of an entity, in their order.
---@param entity Entity
---@return Entity[]
function children(entity) end

---Makes `child` the last child of `parent`, or puts it before another.
---@param parent Entity
---@param child Entity
---@param before? Entity
function append(parent, child, before) end

---Takes a child from its parent.
---@param child Entity
function detach(child) end

---Ends the phase after this command.
function end_phase() end

---The id of the phase that the game is in.
---@return string? id
function current_phase() end

---Ends the game.
---@param winner? Side nil: a draw
---@param why? string
function game_over(winner, why) end

---Asks the scenario who has won.
function check_victory() end

-- --- worked examples --------------------------------------------------------------------

---Declares a study; its file returns it. Only there.
---@param data { title?: string, ruleset: string, scenario?: string, games?: integer, samples?: integer, sample?: { run?: string, setup?: string|string[] }, seed?: integer, seeds?: "shared"|"own", policy?: string|table<string, string>, options?: table<string, any>, house?: string|string[], grid?: table, base?: table, measures?: table<string, fun(): integer|boolean|string|nil>, count_every?: integer|false, check?: "phase"|"command"|"never", block?: integer }
---@return table
function study(data) end

---In a study: no house rule.
---@type string
none = "none"

---Groups cases under a heading.
---@param name string
---@param f function
function describe(name, f) end

---One case; it passes unless it raises.
---@param name string begins with the rule's number
---@param f function
function it(name, f) end

---@class Expectation
---@field to_be fun(self: Expectation, want: any)
---@field to_equal fun(self: Expectation, want: table)
---@field to_contain fun(self: Expectation, want: any)
---@field to_refuse fun(self: Expectation, rule: string)
---@field to_raise fun(self: Expectation, text: string)

---What is wanted of a value.
---@param value any
---@return Expectation
function expect(value) end

---A little World: map, dice, answers, options, active, turn, and a unit for every other key.
---@param data table
---@return table units by key, and notes, reports, command(line)
function situation(data) end

-- SPDX-License-Identifier: GPL-3.0-or-later
-- adjutant.ruleset_world -- what rules may ask of the World, and do to it.

local Text = require "adjutant.text"

local Asking = {}

-- Kinds of which there is what the ruleset says, from the beginning to the end.
local LASTING = { game = "there is one game, from the beginning to the end",
  side = "the sides are those of the ruleset, from the beginning to the end" }

local function no_world() error("there is no game yet while a ruleset is loaded; this belongs into a rule", 3) end

--- Adds them to the kit's API. What it gives is called with the World once there is one, and with the
--- function that makes entities there instead of w.create, if another does.
function Asking.install(kit)
  local api = kit.api
  local looks = core.world.looks()      -- in C, for they are asked most; kit:attach gives them their World
  local world, create = setmetatable({}, { __index = no_world }), no_world

  --- The units (or entities of `kind`) at a place, in order of id.
  api.units_at = looks.units_at                                       -- (place, kind)
  --- The units (or entities of `kind`) in an area, in order of id.
  api.units_in = looks.units_in                                       -- (area, kind)
  --- The units (or entities of `kind`) of a side in an area, in areas or at a place, in order of id.
  api.units_of = looks.units_of                                       -- (side, where, kind, fields)
  --- Whether a side has units (or entities of `kind`) in an area, in areas or at a place.
  api.has_units = looks.has_units                                     -- (side, where, kind, fields)
  --- Those of a list of areas in which a side has units (or entities of `kind`).
  api.areas_with = looks.areas_with                                   -- (side, areas, kind)
  --- Those of a list of living entities whose field has the value.
  api.having = looks.having                                           -- (list, field, value)
  --- Those of a list of living entities whose field has another value.
  api.lacking = looks.lacking                                         -- (list, field, value)
  --- All entities of a kind, in order of id; with `fields` those that have these values.
  api.all = looks.all                                                 -- (kind, fields)
  --- Whose field refers to the entity (the field must be indexed).
  api.referrers = looks.referrers                                     -- (entity, name)
  --- Brings a new entity into play.
  function api.create(kind, fields)
    if type(kind) ~= "string" then
      error(("create: the kind is a text like \"unit\", not %s"):format(Text.show(kind)), 2)
    elseif LASTING[kind] then
      error(("create: %s"):format(LASTING[kind]), 2)
    end
    local entity = create(world, kind, fields)
    return entity
  end
  --- Takes an entity out of play.
  function api.eliminate(entity)
    local kept = type(entity) == "userdata" and LASTING[entity.kind]
    if kept then error(("eliminate: %s"):format(kept), 2) end
    if api.game and type(entity) ~= "userdata" then error(("eliminate: it takes a piece, not %s"):format(Text.show(entity)), 2) end
    return world:destroy(entity)
  end
  --- The children of an entity, in their order.
  function api.children(entity) return world:children(entity) end
  --- Makes `child` the last child of `parent`, or puts it before another child.
  function api.append(parent, child, before) return world:append(parent, child, before) end
  --- Takes a child from its parent.
  function api.detach(child) return world:detach(child) end
  --- Ends the phase after this command.
  function api.end_phase()
    if not api.game then no_world()
    elseif not kit.sequence then api.game.phase_over = true
    elseif kit.sequence:ends_part(api.game) then kit.passed = true end
  end
  --- The id of the phase that the game is in; nil before it begins.
  function api.current_phase()
    local phase = kit.sequence and kit.sequence:phase(api.game)
    return phase and phase.id
  end
  --- Ends the game: the winner (nil: a draw) and why.
  function api.game_over(winner, why)
    local game = api.game or no_world()
    game.over, game.winner, game.verdict = true, winner, why or ""
  end

  return function(w, maker)             -- maker: what makes entities instead of w.create
    world, create = w, maker or w.create
    w:attach(looks)
  end
end

return Asking

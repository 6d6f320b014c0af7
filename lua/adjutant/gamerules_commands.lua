-- SPDX-License-Identifier: GPL-3.0-or-later
-- adjutant.gamerules_commands -- what the commands with, without and reload are given: files are
-- read, tried and put into the game before the command runs, so that the journal has all it needs.

local House = require "adjutant.house"
local HouseFiles = require "adjutant.house_files"
local Kit = require "adjutant.ruleset"
local Rules = require "adjutant.gamerules"
local Text = require "adjutant.text"

local source, keep, base_sources, possible, limited = Rules.source, Rules.keep, Rules.base_sources,
  Rules.possible, Rules.limited
local text_of = Rules.text_of

local Commands = {}

--- The stack in force, as lines.
function Commands:rules_lines()
  local lines = require("adjutant.house_text").in_force(self.kit, self.ruleset_name)
  if self:stack_of(self.kit.game.rules).base ~= "start" then
    table.insert(lines, 3, { text = "  with files that were taken in later (`reload`)" })
  end
  return lines
end

-- --- the commands -----------------------------------------------------------------------------

--- The arguments of `with FILE`, resolved: file as shown, digest, identity. nil, message.
function Commands:resolve_with(args)
  local path, digest, text, message = args.file, args.digest
  if digest then
    text, message = source(self, digest, path)
  else
    local house, why = House.read(args.file)
    if not house then return nil, why end
    local real, taken = core.files.realpath(args.file), {}
    for _, h in ipairs(self:stack_of(self.kit.game.rules).houses) do taken[h.path] = self.house_files[h.path] end
    path, digest, text = HouseFiles.distinct(house.path, real, taken), house.sha256, house.text
    self.house_files[path] = real
  end
  if not text then return nil, message end
  local stack, at = self:stack_of(self.kit.game.rules), nil
  for i, h in ipairs(stack.houses) do if h.path == path then at = i end end
  if at and stack.houses[at].digest == digest then return nil, path .. " is in force already" end
  stack.houses[at or #stack.houses + 1] = { digest = digest, path = path }
  self.texts[digest] = text
  local kit, identity = possible(self, stack)
  if not kit then return nil, identity end
  local kept
  kept, message = keep(self, text)
  if not kept then return nil, message end
  HouseFiles.keep(self)
  return { file = path, digest = digest, identity = identity }
end

--- The names of the house rules in force.
function Commands:house_names()
  local names = {}
  for i, h in ipairs(self.kit.houses or {}) do names[i] = h.name end
  return names
end

--- The arguments of `without NAME` (or its file), resolved.
function Commands:resolve_without(args)
  local stack, known = self:stack_of(self.kit.game.rules), {}
  for i, h in ipairs(self.kit.houses or {}) do
    known[i] = h.name
    if h.name == args.house or stack.houses[i].path == args.house then
      table.remove(stack.houses, i)
      local kit, identity = possible(self, stack)
      if not kit then return nil, identity end
      return { house = h.name, identity = identity }
    end
  end
  if #known == 0 then return nil, "no house rules are in force" end
  return nil, ("no house rule %s is in force%s; there is %s"):format(Text.cite(args.house),
    Text.did_you_mean(args.house, known), Text.list(known))
end

-- The ruleset as it is on disk now, when a file of it is not what the stack has: the digest of a
-- list of its files, once kept, and the names of those that differ. nil when nothing differs;
-- nil, message.
local function changed_base(self, stack)
  local folder = self.rules_folder
  if not core.files.is_file(folder .. "/ruleset.lua") then
    return nil, ("the ruleset %s is not installed here"):format(self.ruleset_name)
  end
  local old, message = base_sources(self, stack.base)
  if not old then return nil, message end
  local kit
  kit, message = limited(self, Kit.load, folder, self.ruleset_name)
  if not kit then return nil, message end
  local paths, names = {}, {}
  for path, text in pairs(kit.loader.sources) do
    paths[#paths + 1] = path
    if old[path] ~= text then names[#names + 1] = path end
  end
  table.sort(paths)
  table.sort(names)
  if #names == 0 then return nil end
  local list, texts = {}, {}
  for i, path in ipairs(paths) do
    local text = kit.loader.sources[path]
    texts[i] = text
    list[i] = ("%s %s\n"):format(core.files.sha256(text), path)
    self.texts[core.files.sha256(text)] = text
  end
  texts[#texts + 1] = table.concat(list)
  local digest = core.files.sha256(texts[#texts])
  self.texts[digest] = texts[#texts]
  return digest, names, texts
end

-- The houses of a stack as their files are now: the changed ones, their texts, and those not found.
local function changed_houses(self, stack)
  local names, texts, missing = {}, {}, {}
  for i, h in ipairs(stack.houses) do
    local house = House.read(self.house_files[h.path] or h.path)
    if not house then
      missing[#missing + 1] = h.path
    elseif house.sha256 ~= h.digest then
      stack.houses[i] = { digest = house.sha256, path = h.path }
      self.texts[house.sha256] = house.text
      names[#names + 1], texts[#texts + 1] = h.path, house.text
    end
  end
  return names, texts, missing
end

-- A reload that the journal has: the stack is a source of its own.
local function reload_again(self, args)
  local text, message = source(self, args.digest, "the rules that were taken in")
  if not text then return nil, message end
  local kit, identity = possible(self, self:stack_of(text))
  if not kit then return nil, identity end
  return { what = args.what, digest = args.digest, identity = identity }
end

--- The arguments of `reload [rules|houses]`, resolved: what has changed on disk since the rules in
--- force were read. nil, message when nothing has, or the new files are wrong.
function Commands:resolve_reload(args)
  if args.digest then return reload_again(self, args) end
  local stack, names, texts, missing = self:stack_of(self.kit.game.rules), {}, {}, {}
  local function add(more_names, more_texts)
    table.move(more_names, 1, #more_names, #names + 1, names)
    table.move(more_texts, 1, #more_texts, #texts + 1, texts)
  end
  if args.what ~= "houses" then
    local digest, changed, changed_texts = changed_base(self, stack)
    if not digest and changed then return nil, changed end
    if digest then
      stack.base = digest
      add(changed, changed_texts)
    end
  end
  if args.what ~= "rules" then
    local changed, changed_texts
    changed, changed_texts, missing = changed_houses(self, stack)
    add(changed, changed_texts)
  end
  local gone = #missing > 0 and ("; %s not found here: kept as in the game, `with FILE` names %s anew"):format(
    Text.list(missing) .. (#missing == 1 and " is" or " are"), #missing == 1 and "it" or "them") or ""
  if #names == 0 then return nil, "no file has changed" .. gone end
  local kit, identity = possible(self, stack)
  if not kit then return nil, identity .. "; the rules stay as they were" end
  texts[#texts + 1] = text_of(stack)
  local digest
  for _, text in ipairs(texts) do
    local message
    digest, message = keep(self, text)
    if not digest then return nil, message end
  end
  return { what = args.what, digest = digest, identity = identity }
end

return Commands

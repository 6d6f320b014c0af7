-- SPDX-License-Identifier: GPL-3.0-or-later
-- adjutant.gamefolder -- a saved game is a folder:
--
--   journal            the record (docs/journal-format.md); a game exists once it has one
--   sources/           every file of rules and scenario the game is played with
--                      (adjutant.gamesources)
--
-- Everything that may fail because of the disk answers nil, message, kind; kind is one of
-- "missing", "damaged", "version", "locked", "invalid", "big", "memory", "io".

local Sources = require "adjutant.gamesources"

local files = core.files

local Folder = {}
Folder.__index = Folder

-- --- where games are ------------------------------------------------------------------------

--- The folder that holds the games of this user. Nothing is made.
local function games_root(root)
  if root then return root end
  local home, message, kind = files.data_home()
  if not home then return nil, message, kind end
  return home .. "/adjutant/games"
end

local function check_name(name)
  if type(name) == "string" and #name <= 64 and name:find("^[%w][%w._-]*$") then return true end
  return nil, ("%q cannot name a game: use letters, digits, \".\", \"_\" and \"-\", at most 64, "
    .. "a letter or digit first"):format(tostring(name)), "invalid"
end

--- Names of the folders that hold a game; none when there is no folder of games yet.
local function known_names(root)
  local names = {}
  local entries, message, kind = files.list(root)
  if not entries and kind ~= "missing" then return nil, message, kind end
  for _, name in ipairs(entries or {}) do
    if files.is_file(root .. "/" .. name .. "/journal") then names[#names + 1] = name end
  end
  return names
end

--- The folder of a game given by name, or by a path (a text with a "/").
local function find(name, root)
  if name:find("/", 1, true) then return name, name:match("([^/]+)/*$") or name end
  local ok, message, kind = check_name(name)
  if not ok then return nil, message, kind end
  root, message, kind = games_root(root)
  if not root then return nil, message, kind end
  local path = root .. "/" .. name
  if files.is_file(path .. "/journal") then return path, name end
  local names
  names, message, kind = known_names(root)
  if not names then return nil, message, kind end
  return nil, ("there is no game %q; %s"):format(name, #names > 0
    and "games: " .. table.concat(names, ", ") or "no game is saved yet"), "missing"
end

--- "blenheim", or "blenheim-2" and so on when the name is taken.
function Folder.unused_name(base, root)
  root = games_root(root)
  local name, n = base, 1
  while root and files.is_file(root .. "/" .. name .. "/journal") do
    n = n + 1
    name = base .. "-" .. n
  end
  return name
end

-- --- making ---------------------------------------------------------------------------------

--- The folder, new or left over from a start that was killed before the game began.
local function make_folder(root, name)
  local ok, message, kind = files.mkdir_p(root)
  if not ok then return Sources.unwritable(message, kind) end
  local path = root .. "/" .. name
  if files.is_file(path .. "/journal") then
    return nil, ("there is a game %q already: choose another name, or resume it"):format(name), "invalid"
  end
  for _, folder in ipairs { path, path .. "/sources" } do
    ok, message, kind = files.mkdir_p(folder)
    if not ok then return Sources.unwritable(message, kind) end
  end
  ok, message, kind = files.sync_folder(root)
  if not ok then return Sources.unwritable(message, kind) end
  return path
end

local function has_key(header, key)
  for _, pair in ipairs(header) do if pair[1] == key then return true end end
  return false
end

--- The header as the journal wants it: the program first, then the facts, then the sources.
local function full_header(header, sources)
  local list = {}
  if not has_key(header, "program") then list[1] = { "program", tostring(core.version or "?") } end
  for _, pair in ipairs(header) do list[#list + 1] = { pair[1], tostring(pair[2]) } end
  for _, source in ipairs(sources) do
    list[#list + 1] = { "source", source.sha256 .. " " .. source.path }
  end
  return list
end

local function wrap(journal, path, name, sources)
  return setmetatable({ journal = journal, path = path, name = name, list = sources }, Folder)
end

--- A new game. o.name; o.header: list of {key, value}; o.sources: list of {path=, text=};
--- o.root: the folder that holds the games (the user's when nil).
function Folder.create(o)
  local ok, message, kind = check_name(o.name)
  if not ok then return nil, message, kind end
  local root, path, sources, journal
  root, message, kind = games_root(o.root)
  if not root then return nil, message, kind end
  path, message, kind = make_folder(root, o.name)
  if not path then return nil, message, kind end
  sources, message, kind = Sources.store(path, o.sources or {})
  if not sources then return nil, message, kind end
  journal, message, kind = core.journal.create(path, full_header(o.header, sources),
    { faults = o.faults })
  if not journal and kind == "io" then return Sources.unwritable(message, kind) end
  if not journal then return nil, message, kind end
  return wrap(journal, path, o.name, sources)
end

-- --- opening --------------------------------------------------------------------------------

--- Opens a game by name or path. o.readonly: beside a running game, nothing is written.
function Folder.open(name, o)
  o = o or {}
  local path, shown, kind = find(name, o.root)
  if not path then return nil, shown, kind end
  local journal, message, sources
  journal, message, kind = core.journal.open(path, { readonly = o.readonly, faults = o.faults })
  if not journal then return nil, message, kind end
  sources, message, kind = Sources.read(journal, path)
  if not sources then
    journal:close()
    return nil, message, kind
  end
  return wrap(journal, path, shown, sources)
end

--- Copies a damaged game up to the damage into a new game. Returns its name, the number of
--- records kept, and what was damaged (nil when nothing was). The original is only read.
function Folder.recover(name, new_name, o)
  o = o or {}
  local from, message, kind = find(name, o.root)
  if not from then return nil, message, kind end
  local ok, root, path
  ok, message, kind = check_name(new_name)
  if not ok then return nil, message, kind end
  root, message, kind = games_root(o.root)
  if not root then return nil, message, kind end
  path, message, kind = make_folder(root, new_name)
  if not path then return nil, message, kind end
  ok, message, kind = Sources.copy(from, path)
  if not ok then return nil, message, kind end
  local count, damage
  count, damage, kind = core.journal.recover(from, path)
  if not count then return nil, damage, kind end
  return new_name, count, damage
end

-- --- the list -------------------------------------------------------------------------------

local function describe(root, name)
  local path = root .. "/" .. name
  local seconds, nanoseconds = files.modified(path .. "/journal")
  if not seconds then return nil end
  local game = { name = name, path = path, changed = seconds, fraction = nanoseconds,
    date = files.date(seconds), header = {}, facts = {} }
  local journal, message, kind = core.journal.open(path, { header_only = true })
  if not journal then
    game.problem, game.kind = message, kind
    return game
  end
  game.header = journal:header()
  for _, pair in ipairs(game.header) do
    game.facts[pair[1]] = game.facts[pair[1]] or pair[2]
  end
  game.ruleset, game.scenario = game.facts.ruleset, game.facts.scenario
  journal:close()
  return game
end

--- Every saved game, the last written first: { name, path, changed (seconds since 1970), date,
--- ruleset, scenario, header, facts, problem (why its header cannot be read) }.
function Folder.list(root)
  local names, message, kind
  root, message, kind = games_root(root)
  if not root then return nil, message, kind end
  local games = {}
  names, message, kind = known_names(root)
  if not names then return nil, message, kind end
  for _, name in ipairs(names) do games[#games + 1] = describe(root, name) end
  table.sort(games, function(a, b)
    if a.changed ~= b.changed then return a.changed > b.changed end
    if a.fraction ~= b.fraction then return a.fraction > b.fraction end
    return a.name < b.name
  end)
  return games
end

--- The game last written, or nil.
function Folder.last(root)
  local games, message, kind = Folder.list(root)
  if not games then return nil, message, kind end
  return games[1]
end

-- --- a game that is open --------------------------------------------------------------------

--- Appends a record; its number, or nil, message, kind. Kinds done, abandon, undo and redo are
--- on disk on return unless o.sync is false; the others are in the file.
function Folder:append(kind, payload, o) return self.journal:append(kind, payload, o) end

--- The records from number `first` on (all): list of { seq, kind, payload }.
function Folder:records(first) return self.journal:records(first) end

--- List of {key, value}.
function Folder:header() return self.journal:header() end

--- First value of a key of the header, or nil.
function Folder:fact(key) return self.journal:fact(key) end

--- List of {path=, text=, sha256=}, in the order of the header.
function Folder:sources() return self.list end

--- The bytes of a torn tail that opening cut off, and the file that keeps them; nil when none.
function Folder:dropped() return self.journal:dropped() end

--- Why the last append failed, nil when it did not.
function Folder:failed() return self.journal:failed() end

--- Whether it was opened for reading only.
function Folder:readonly() return self.journal:readonly() end

--- The bytes of the journal.
function Folder:length() return self.journal:length() end

--- Closes the journal; once more does no harm.
function Folder:close() self.journal:close() end

--- Keeps a source that joins the game later (a house rule); its digest, to be put in a record.
function Folder:add_source(text) return Sources.add(self.path, text) end

--- The text of a source by its digest; `shown` is its name in messages.
function Folder:source(digest, shown)
  if not digest:find("^%x+$") then return nil, ("%q is not a digest"):format(digest), "invalid" end
  return Sources.get(self.path, digest, shown or "a source")
end

return Folder

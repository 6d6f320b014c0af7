-- SPDX-License-Identifier: GPL-3.0-or-later
-- adjutant.gamesources -- the rules that a saved game is played with, in its folder sources/:
--
--   bundle     the files that the game began with, in one file: one write and one sync
--   <sha256>   a file that came later (a house rule); in older games every file
--
-- The bundle is text: a first line `adjutant-sources 1`, then for each file a line
-- `<sha256> <bytes> <path>`, its bytes, and a line feed. Who says which files a game has is its
-- journal's header; a file that is not what its digest says is never used.

local files = core.files

local Sources = {}

local MAX_SOURCE = 1024 * 1024
local MAX_BUNDLE = 16 * 1024 * 1024
local FIRST_LINE = "adjutant-sources 1\n"

--- What a person is told when something cannot be written.
function Sources.unwritable(message, kind)
  if kind == "memory" then return nil, message, kind end
  return nil, message .. "; free some space, or set XDG_DATA_HOME to a folder that can be written", "io"
end

-- --- one file by itself -----------------------------------------------------------------------

--- Keeps a source that joins a game under its digest, on disk on return: the digest. `path`: the
--- folder of the game.
function Sources.add(path, text)
  local digest = files.sha256(text)
  local file = path .. "/sources/" .. digest
  if files.read(file, MAX_SOURCE) == text then return digest end
  local ok, message, kind = files.write_new(file, text)
  if not ok then return Sources.unwritable(message, kind) end
  return digest
end

--- Text of a source kept under its digest, if it is what its name says.
function Sources.get(path, digest, shown)
  local text, message, kind = files.read(path .. "/sources/" .. digest, MAX_SOURCE)
  if kind == "missing" then
    return nil, ("%s: the game's copy of %s is gone (sources/%s): put it back"):format(path, shown,
      digest), "damaged"
  end
  if not text then return nil, message, kind == "big" and "damaged" or kind end
  if files.sha256(text) ~= digest then
    return nil, ("%s: the game's copy of %s was edited (sources/%s): put the original back")
      :format(path, shown, digest), "damaged"
  end
  return text
end

-- --- the bundle -------------------------------------------------------------------------------

--- Stores the files that a game begins with, { path =, text =, sha256 = (worked out when nil) };
--- the list with their digests.
function Sources.store(path, sources)
  local list, parts = {}, { FIRST_LINE }
  for i, source in ipairs(sources) do
    local digest = source.sha256 or files.sha256(source.text)
    list[i] = { path = source.path, text = source.text, sha256 = digest }
    parts[#parts + 1] = ("%s %d %s\n"):format(digest, #source.text, source.path)
    parts[#parts + 1] = source.text
    parts[#parts + 1] = "\n"
  end
  if #list == 0 then return list end
  local ok, message, kind = files.write_new(path .. "/sources/bundle", table.concat(parts))
  if not ok then return Sources.unwritable(message, kind) end
  return list
end

--- Digest -> text of the whole files of a bundle. The first that is not what its digest says ends
--- it: what stands behind it may be shifted.
local function unpack_bundle(text)
  local found, at = {}, #FIRST_LINE + 1
  if text:sub(1, #FIRST_LINE) ~= FIRST_LINE then return found end
  while true do
    local digest, size, after = text:match("^(%x+) (%d+) [^\n]+\n()", at)
    if not digest then return found end
    local body = text:sub(after, after + (math.tointeger(tonumber(size)) or 0) - 1)
    if files.sha256(body) ~= digest then return found end
    found[digest] = body
    at = after + #body + 1
  end
end

--- The bundle of a game, digest -> text; empty when it has none. nil, message, kind when it cannot
--- be read.
local function read_bundle(path)
  local text, message, kind = files.read(path .. "/sources/bundle", MAX_BUNDLE)
  if text then return unpack_bundle(text), true end
  if kind == "missing" then return {}, false end
  return nil, message, kind == "big" and "damaged" or kind
end

--- The sources that the header of a journal names: list of { path =, text =, sha256 = }.
function Sources.read(journal, path)
  local list = {}
  local bundle, message, kind = read_bundle(path)
  if not bundle then return nil, message, kind end
  local bundled = message
  for _, pair in ipairs(journal:header()) do
    if pair[1] == "source" then
      local digest, shown = pair[2]:match("^(%x+) (.+)$")
      if not digest or #digest ~= 64 then
        return nil, path .. ": a source line of the journal cannot be read", "damaged"
      end
      local text = bundle[digest]
      if not text then text, message, kind = Sources.get(path, digest, shown) end
      if not text and bundled and not files.is_file(path .. "/sources/" .. digest) then
        return nil, ("%s: the game's copy of %s was edited (sources/bundle): put the original back")
          :format(path, shown), "damaged"
      end
      if not text then return nil, message, kind end
      list[#list + 1] = { path = shown, text = text, sha256 = digest }
    end
  end
  return list
end

--- Copies what is whole of one game's sources to another's: true, or nil, message, kind.
function Sources.copy(from, to)
  local bundle = files.read(from .. "/sources/bundle", MAX_BUNDLE)
  if bundle then
    local ok, message, kind = files.write_new(to .. "/sources/bundle", bundle)
    if not ok then return Sources.unwritable(message, kind) end
  end
  for _, name in ipairs(files.list(from .. "/sources") or {}) do
    local text = #name == 64 and files.read(from .. "/sources/" .. name, MAX_SOURCE)
    if text and files.sha256(text) == name then
      local digest, message, kind = Sources.add(to, text)
      if not digest then return nil, message, kind end
    end
  end
  return true
end

return Sources

-- SPDX-License-Identifier: GPL-3.0-or-later
-- adjutant.house_files -- which file of house rules is which: each has a short path that is shown and kept
-- in the game, and lies somewhere on this machine, where `reload` looks for it.
--
-- Where they lie is no part of a game: it stands beside the journal, in `house-files`, a line for each,
-- and a game without that, or on another machine, goes by the short paths.

local HouseFiles = {}

local NAME, MOST = "/house-files", 64 * 1024

--- A short path for a file that lies at `real`, other than those of other files. taken: short path -> where
--- that one lies.
function HouseFiles.distinct(shown, real, taken)
  local function free(path) return taken[path] == nil or taken[path] == real end
  if free(shown) then return shown end
  local folder = real:match "([^/]+)/[^/]+$"
  local named = folder and folder .. "/" .. shown:match "[^/]*$" or shown
  if free(named) then return named end
  local n = 2
  while not free(("%s (%d)"):format(named, n)) do n = n + 1 end
  return ("%s (%d)"):format(named, n)
end

--- Gives each of a list of houses a short path of its own, and list.files: short path -> where it lies.
function HouseFiles.name_all(houses, paths)
  local files = {}
  for i, house in ipairs(houses) do
    local real = core.files.realpath(paths[i])
    house.path = HouseFiles.distinct(house.path, real, files)
    files[house.path] = real
  end
  houses.files = files
  return houses
end

--- Writes down beside a saved game where its files lie; when that cannot be, they are looked for by their
--- short paths.
function HouseFiles.keep(game)
  local lines = {}
  for shown, real in pairs(game.house_files) do
    if not (shown .. real):find "[\n\t]" then lines[#lines + 1] = shown .. "\t" .. real .. "\n" end
  end
  if #lines == 0 or not game.folder then return end
  table.sort(lines)
  local path, text = game.folder.path .. NAME, table.concat(lines)
  if core.files.is_file(path) then
    if core.files.read(path, MOST) == text then return end
    core.files.remove(path)
  end
  core.files.write_new(path, text)
end

--- Where the files of a saved game lie: short path -> path.
function HouseFiles.read(folder)
  local files = {}
  local text = core.files.is_file(folder.path .. NAME) and core.files.read(folder.path .. NAME, MOST)
  for shown, real in (text or ""):gmatch "([^\n\t]+)\t([^\n\t]+)\n" do files[shown] = real end
  return files
end

return HouseFiles

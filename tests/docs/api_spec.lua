-- SPDX-License-Identifier: GPL-3.0-or-later
-- The rules API, its manual (docs/rules-api.md) and the annotations for editors
-- (lua/annotations/adjutant.lua) name the same functions with the same parameters.
--
-- In the manual a function is a heading, ### `roll(spec, reason, by)`; in the annotations it
-- is `function roll(spec, reason, by) end`. Tables of the API (`rules`, `map`, ...) are named
-- in the manual as `name`, and are `name = {}` in the annotations.

local Api = require "adjutant.api"
local Kit = require "adjutant.ruleset"

local root = core.data_dir

local function text_of(path)
  local text, message = core.files.read(root .. "/" .. path)
  if not text then error(message, 0) end
  return text
end

local function lines_of(path)
  local lines = {}
  for line in (text_of(path) .. "\n"):gmatch("(.-)\n") do lines[#lines + 1] = line end
  return lines
end

-- "spec, reason , by" -> "spec, reason, by"
local function plain(params)
  local names = {}
  for name in params:gmatch("[^,%s]+") do names[#names + 1] = name end
  return table.concat(names, ", ")
end

-- name -> parameters, of the functions that match `pattern` at the start of a line; and the
-- names that stand there twice.
local function functions_in(path, pattern)
  local found, twice = {}, {}
  for _, line in ipairs(lines_of(path)) do
    local name, params = line:match(pattern)
    if name then
      if found[name] then twice[#twice + 1] = name end
      found[name] = plain(params)
    end
  end
  return found, twice
end

local function live_functions()
  -- `require` is the loader's, bound to the folder of one ruleset.
  local found = { require = "module" }
  for _, entry in ipairs(Api.list()) do found[entry.name] = plain(entry.params) end
  return found
end

-- Everything of a live ruleset's environment, split into functions and other values.
local function live_names()
  local kit = Kit.load(root .. "/rulesets/seven-hex", "seven-hex")
  local functions, values = {}, {}
  for _, name in ipairs(Api.names(kit)) do
    local value = kit.api[name]
    if type(value) == "function" then functions[name] = value else values[name] = value end
  end
  return functions, values
end

local function names_missing(from, in_what)
  local missing = {}
  for name in pairs(from) do
    if in_what[name] == nil then missing[#missing + 1] = name end
  end
  table.sort(missing)
  return missing
end

-- Only the examples folder has these, and the file of a study.
local SPEC_WORDS = { describe = true, it = true, expect = true, situation = true, study = true }

describe("the rules API", function()
  local api = live_functions()

  it("is read whole from the prelude: it is what a ruleset's environment holds", function()
    local functions = live_names()
    expect(names_missing(functions, api)):to_equal({})
    for name in pairs(SPEC_WORDS) do functions[name] = true end
    expect(names_missing(api, functions)):to_equal({})
  end)

  it("says in one sentence what each function does", function()
    local silent = {}
    for _, entry in ipairs(Api.list()) do
      if not entry.summary:find("%S") then silent[#silent + 1] = entry.name end
    end
    expect(silent):to_equal({})
  end)

  for _, book in ipairs {
    { path = "docs/rules-api.md", pattern = "^### `([%a_][%w_]*)%((.-)%)`", what = "the manual" },
    { path = "lua/annotations/adjutant.lua", pattern = "^function ([%a_][%w_]*)%((.-)%)",
      what = "the annotations" },
  } do
    it("has each function in " .. book.what .. ", with the same parameters", function()
      local there, twice = functions_in(book.path, book.pattern)
      expect(names_missing(api, there)):to_equal({})
      expect(names_missing(there, api)):to_equal({})
      expect(there):to_equal(api)
      expect(twice):to_equal({})
    end)
  end

  it("has each table in the manual and in the annotations", function()
    local _, values = live_names()
    local manual, notes = {}, {}
    for name in text_of("docs/rules-api.md"):gmatch("`([%a_][%w_]*)`") do manual[name] = true end
    for _, line in ipairs(lines_of("lua/annotations/adjutant.lua")) do
      local name = line:match("^([%a_][%w_]*) = ")
      if name then notes[name] = true end
    end
    expect(names_missing(values, manual)):to_equal({})
    expect(names_missing(values, notes)):to_equal({})
  end)
end)

describe("the pages of docs/", function()
  local pages = {}
  for _, name in ipairs(core.files.list(root .. "/docs")) do
    if name:find("%.md$") then pages[#pages + 1] = "docs/" .. name end
  end
  pages[#pages + 1] = "README.md"

  it("link to pages that are there", function()
    local broken = {}
    for _, page in ipairs(pages) do
      local folder = page:match("^(.*/)") or ""
      for target in text_of(page):gmatch("%]%(([^)#]+)") do
        if not target:find("^%a+:") and not core.files.is_file(root .. "/" .. folder .. target)
          and not core.files.is_dir(root .. "/" .. folder .. target) then
          broken[#broken + 1] = page .. " -> " .. target
        end
      end
    end
    expect(broken):to_equal({})
  end)

  it("are all reached from the index", function()
    local index, lost = text_of("docs/README.md"), {}
    for _, page in ipairs(pages) do
      local name = page:match("^docs/(.*)$")
      if name and name ~= "README.md" and not index:find("(" .. name, 1, true) then
        lost[#lost + 1] = name
      end
    end
    expect(lost):to_equal({})
  end)

  it("hold Lua that can be read", function()
    local wrong = {}
    for _, page in ipairs(pages) do
      for block in text_of(page):gmatch("```lua\n(.-)```") do
        local f, message = core.sandbox.load(block, "=" .. page, {})
        if not f then wrong[#wrong + 1] = message end
      end
    end
    expect(wrong):to_equal({})
  end)
end)

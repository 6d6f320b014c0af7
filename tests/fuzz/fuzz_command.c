/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fuzzes what is typed at the prompt: lines for a small game, with a terminal of paper. Whatever
 * they are, each is done or refused with a message, completion has an answer for it, the hash of the
 * World is right, and the history leads back to the start.
 *
 * Without libFuzzer: cc -DADJ_FUZZ_MAIN ... makes a program that runs the files it is given. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

/* New and saved games would touch the disk, and so would pictures of odds. */
static const char driver[] =
    "local said\n"
    "local function no_disk() return nil, 'no disk here', 'io' end\n"
    "rawset(core, 'terminal', {\n"
    "  about = function() return { interactive = false, colour = false } end,\n"
    "  write = function() return true end, page = function() end,\n"
    "  write_error = function(text) said = said .. text end,\n"
    "  size = function() return 80, 24 end, closed = function() return false end,\n"
    "  ending = function() return nil end, listen = function() end,\n"
    "  check = function(text)\n"
    "    if text:find '\\0' then return nil, 'holds a NUL byte', (text:find '\\0') end\n"
    "    return true\n"
    "  end,\n"
    "})\n"
    "rawset(core.files, 'write_new', no_disk)\n"
    "local Game, Session, Complete = require 'adjutant.game', require 'shell.session', require 'shell.complete'\n"
    "local root, sources = core.data_dir .. '/tests/lua/duel', {}\n"
    "for _, file in ipairs { 'ruleset.lua', 'scenarios/yard.lua' } do\n"
    "  sources[file] = core.files.read(root .. '/' .. file)\n"
    "end\n"
    "local ELSEWHERE = { new = true, resume = true, games = true, with = true, reload = true }\n"
    "local FAULTS = { 'attempt to ', 'bad argument', 'invalid ', 'no integer representation' }\n"
    "local function type_line(session, line)\n"
    "  local world = session.game.world\n"
    "  for start = math.max(1, #line - 12), #line + 1, 6 do Complete.candidates(session, line, start) end\n"
    "  said = ''\n"
    "  local done = session:feed(line)\n"
    "  assert(done or said:find '%S', 'nothing is said')\n"
    "  for _, fault in ipairs(FAULTS) do\n"
    "    assert(not said:find('lua/[%w_/]+%.lua:%d+: ' .. fault) and not said:find('shell/[%w_/]+%.lua:%d+: ' .. fault), said)\n"
    "  end\n"
    "  assert(world:hash() == world:hash_slow(), 'the kept hash is wrong')\n"
    "end\n"
    "return function(text)\n"
    "  local game = assert(Game.new { ruleset = 'duel', scenario = 'yard', seed = 7, root = root,\n"
    "    sources = sources, dice = text:find('auto', 1, true) and 'live' or 'manual' })\n"
    "  game.limits = { instructions = 300000, cpu_ms = 2000 }\n"
    "  local start, n = game.world:hash(), 0\n"
    "  local session = Session.new { game = game, keep_going = true }\n"
    "  for line in (text .. '\\n'):gmatch '(.-)\\n' do\n"
    "    n = n + 1\n"
    "    if n > 30 or session.quitting then break end\n"
    "    if not ELSEWHERE[line:match '^%s*(%a*)'] then type_line(session, line) end\n"
    "  end\n"
    "  if game.view then game:look_as(nil) end\n"
    "  if game.pending then game:abandon 'over' end\n"
    "  local r = game:go '0'\n"
    "  assert(r.status == 'done', r.message)\n"
    "  assert(game.world:hash() == start, 'the start is another')\n"
    "end\n";

enum { RUN_MAX = 2048, RUNS = 200 };

#include "host.h"

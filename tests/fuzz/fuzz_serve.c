/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fuzzes the requests of `adjutant serve`: lines for a small game. Whatever they are, each has
 * one answer of one line, the hash of the World is right, and a request that was not understood
 * has changed nothing.
 *
 * Without libFuzzer: cc -DADJ_FUZZ_MAIN ... makes a program that runs the files it is given. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

/* run(text): its lines as requests to one game. New and saved games would touch the disk. */
static const char driver[] =
    "local Game, Protocol = require 'adjutant.game', require 'adjutant.protocol'\n"
    "local root, json = core.data_dir .. '/tests/lua/duel', core.json\n"
    "local sources = {}\n"
    "for _, file in ipairs { 'ruleset.lua', 'scenarios/yard.lua' } do\n"
    "  sources[file] = core.files.read(root .. '/' .. file)\n"
    "end\n"
    "local elsewhere = { new = true, resume = true, close = true, games = true }\n"
    "local may_change = { refused = true, error = true, limit = true, interrupted = true }\n"
    "local function request(p, line)\n"
    "  local r, world = json.decode(line), p.game.world\n"
    "  if type(r) == 'table' and elsewhere[r['do']] then return end\n"
    "  local hash = world:hash()\n"
    "  local response = p:line(line)\n"
    "  local text = Protocol.encode(response)\n"
    "  assert(not text:find '\\n' and json.decode(text), text)\n"
    "  assert(world:hash() == world:hash_slow(), 'the kept hash is wrong')\n"
    "  local kind = response.error and response.error.kind\n"
    "  assert(kind ~= 'internal', text)\n"
    "  assert(not kind or may_change[kind] or world:hash() == hash, text)\n"
    "end\n"
    "return function(text)\n"
    "  local game = assert(Game.new { ruleset = 'duel', scenario = 'yard', seed = 7, root = root,\n"
    "    sources = sources, dice = 'manual' })\n"
    "  game.limits = { instructions = 300000, cpu_ms = 2000 }\n"
    "  local p, n = Protocol.new(game), 0\n"
    "  for line in (text .. '\\n'):gmatch '(.-)\\n' do\n"
    "    n = n + 1\n"
    "    if n <= 30 then request(p, line) end\n"
    "  end\n"
    "end\n";

enum { RUN_MAX = 4096, RUNS = 200 };

#include "host.h"

-- SPDX-License-Identifier: GPL-3.0-or-later
-- shell.help -- `--help` of the program and of each subcommand; `help` and `apropos`.

local Text = require "adjutant.text"

local Help = {}

local terminal = core.terminal

local PROGRAM = [[
usage: adjutant [SUBCOMMAND] [OPTION...]
       adjutant -e 'CODE'

A rules interpreter for historical wargames: it knows the rules, keeps the state, throws
(or is told) the dice, shows the arithmetic rule by rule, and says what the odds are.

  adjutant                          choose a game; without a terminal, commands from
                                    standard input
  adjutant new RULESET SCENARIO     begin a game
  adjutant resume [GAME]            go on with a saved one (the last, without a name)
  adjutant games                    list the saved games
  adjutant export GAME --side SIDE  what a side may know, as text files, for a game by mail
  adjutant import GAME FILE         give the orders that come back
  adjutant replay GAME              play a saved game again, to verify it or under other rules
  adjutant run FILE [ARG...]        run a script
  adjutant examples [RULESET]       play the worked examples of a rulebook
  adjutant ledger RULESET           what is implemented and tested, rule by rule
  adjutant check FILE|FOLDER...     a house rule, a scenario, a ruleset: what is wrong with it
  adjutant scaffold WHAT NAME       a working start: a ruleset, a scenario, a house rule
  adjutant play RULESET SCENARIO    whole games without a person, many of them
  adjutant study FILE               whole games over a grid of options and house rules
  adjutant merge FILE...            adds up what shards of a study have found
  adjutant serve RULESET SCENARIO   a game for another program, as JSON lines
  adjutant rules diff RULESET FILE  what a house rule changes
  adjutant -e 'CODE'                run one chunk of Lua
  adjutant --version                the version, and that of the libraries it runs with

`adjutant SUBCOMMAND --help` says more.
Exit status: 0 done, 1 script or game error or output that cannot be written, 2 usage,
3 damaged or refused file, 4 limit, 130 interrupted, 141 nobody reads the output any more.
]]

local SUBCOMMANDS = {
  new = [[
usage: adjutant new RULESET SCENARIO [OPTION...]
       adjutant new SCENARIO.lua [OPTION...]

Begins a new game and opens its prompt. It is saved after every command. RULESET and SCENARIO
are names of what is installed, or paths of your own: a folder (./my-ruleset), a file
(./my-scenario.lua), which may say by itself what ruleset it is for.

  --seed N         the dice come from this whole number; without it, from the system
  --dice MODE      live: the program throws; manual: you throw, and type what you threw
  --option N=V     an optional rule or a reading of the ruleset; may be given again
  --with FILE      house rules to play it with; may be given again: they stack in this order
  --name NAME      the folder of the saved game; without it, SCENARIO-1, SCENARIO-2, ...
  --unsaved        do not save
  --keep-going     not at a terminal: go on after a line that failed
  -e CODE          run one chunk of Lua in the game instead of opening the prompt
]],
  resume = [[
usage: adjutant resume [GAME] [OPTION...]

Plays the saved game's journal again, checks it, and opens its prompt where you were: in
the middle of a command too. GAME is a name that `adjutant games` lists, or a folder.

  --read-only      only look; another prompt may have the game open
  --adopt          go on under the rules as they are installed now; a command of the game,
                   which undo takes back
  --abandon        give up the command that the game was in the middle of
  --recover        the journal is damaged: copy what is whole of it into a new game, and
                   go on there; the damaged game stays as it is
  --keep-going     not at a terminal: go on after a line that failed
  -e CODE          run one chunk of Lua in the game instead of opening the prompt
]],
  export = [[
usage: adjutant export GAME --side SIDE [--to FOLDER]

Writes a packet for a player of a game by mail: text files in a new folder, with what SIDE
may know and nothing else: status, units, map, reports, log, what the ruleset's inquiries
say, and orders.txt, a form to fill in. The game is only read. It is the umpire's: its own
folder tells everything.

  --side SIDE      whose packet it is
  --to FOLDER      where; without it, GAME-SIDE-N here, N the number of the last command
]],
  import = [[
usage: adjutant import GAME FILE [--side SIDE]

Reads orders out of a file, one command a line, and gives them in the saved game: checked
and written into its journal like what is typed at the prompt. It stops at the first line
that is refused, and says which; those before it stand. Orders of another turn, of the
umpire, or that begin with no command are not begun with.

  --side SIDE      whose orders they are, where no line `# side: SIDE` says so

Exit status: 0 all lines are given, 1 not all, 3 the game or the file cannot be read.
]],
  replay = [[
usage: adjutant replay GAME [OPTION...]

Plays a saved game again from its journal, without a prompt, and verifies every command.
Under other rules it lists the first command that goes another way: refused, other
questions, another result or another position, with what differs. The game is only read.

  --with FILE      house rules beside those of the game; may be given again
  --installed      under the ruleset as it is installed now

Exit status: 0 nothing differs, 1 something does, 3 the game is damaged or refused.
]],
  games = [[
usage: adjutant games [--json]

Lists the saved games, the newest first. They lie in $XDG_DATA_HOME/adjutant/games.

  --json           one JSON object instead of text
]],
  run = [[
usage: adjutant run [OPTION...] FILE [ARG...]

Runs a file of Lua in the sandbox. The words after FILE are its arguments (`...`).
The script may read, and may give the commands of an open game.

  --new RULESET/SCENARIO   in a new game (not saved unless --name is given)
  --seed N, --dice MODE, --name NAME, --with FILE    as in `adjutant new`
  --resume GAME            in a saved game
]],
  examples = [[
usage: adjutant examples [RULESET] [WORD...] [--with FILE] [--json]

Plays the worked examples of a rulebook (of all, without RULESET; only those whose name
holds WORD) and checks every figure. Ends with `N passed, N failed`.

  --with FILE      under a house rule: which examples come out otherwise? May be given again
]],
  ledger = [[
usage: adjutant ledger RULESET [ID...] [--verify | --json]

Lists the rules, each with what implements and what tests it (with ID, such as 11 or 11.4,
those and what is below them). Ends with `N of M mechanical rules implemented and tested`.

  --verify         break each rule in turn, and see that its cases fail
  --json           one JSON object instead of text
]],
  check = [[
usage: adjutant check [OPTION...] FILE|FOLDER...

Loads house rules, scenarios and whole ruleset folders without playing them, and says all
that is wrong, one line each: `FILE:LINE:COLUMN: error|warning: what; what would do`.
Ends with `N errors, M warnings`. docs/check.md shows it in an editor and as a git hook.

  --ruleset NAME   what the files are for, if they do not say so themselves
  --with FILE      house rules in force meanwhile; may be given again: they stack in this
                   order, and what two of them change both is told
  --json           one JSON object instead of text
  --quiet          errors alone, no warnings and no last line

Exit status: 0 without errors, 1 with errors, 2 usage, 3 a file that cannot be read.
]],
  scaffold = [[
usage: adjutant scaffold ruleset NAME [--map-kind areas|hexes]
       adjutant scaffold scenario NAME [--base RULESET] [--map-kind areas|hexes]
       adjutant scaffold house NAME [--base RULESET]

Writes a commented start into the current folder, which works: it passes `adjutant check`,
can be begun with `adjutant new` and plays by itself with `adjutant play`. A ruleset is a
folder NAME, a scenario and a house rule a file NAME.lua. Nothing is overwritten.

  --base RULESET   what it is for: a name, or the path of your own (seven-hex)
  --map-kind KIND  areas or hexes; without it, as the ruleset's own scenarios have it

docs/writing-a-ruleset.md, docs/scenarios.md and docs/house-rules.md go on from there.
]],
  play = [[
usage: adjutant play RULESET SCENARIO [OPTION...]

Plays whole games: dice are sampled, choices made by policies, invariants checked. Prints
who won, lengths, losses, rules that never fired, cells of charts never read, the share of
refused commands, and the speed. What breaks is saved as a game, and the exit status is 1.

  --games N            how many (100; at most 1000000)
  --seed N             what all their dice and choices come from (1)
  --policy NAME        who plays for every side: random, busy, or a policy of the ruleset
  --policy SIDE=NAME   who plays for one side
  --option NAME=VALUE  an option of the ruleset
  --with FILE          house rules; may be given again
  --from N             the number of the first game (1); `--from 17 --games 1` is game 17
  --replay             also record each game, and replay the record to the same hash
  --check              invariants after every command, not only after every phase
  --unsaved            do not save the games that fail
  --json               one JSON object instead of text
]],
  rules = [[
usage: adjutant rules RULESET [FILE...] [--json]
       adjutant rules diff RULESET FILE... [--json]
       adjutant rules diff --game GAME [FILE...] [--odds COMMAND] [--json]

Tells the rules of a ruleset with house rules: each FILE is one, applied in this order.
With `diff`, what they change: cell by cell, rule by rule, and what two of them change
both. With --game, against the rules in force in a saved game (without FILE: those against
the ruleset alone); the game is only read. `rules diff` at the prompt does the same.

  --odds COMMAND   also what that does to the odds of a command, outcome by outcome
  --json           one JSON object instead of text
]],
  study = [[
usage: adjutant study FILE [OPTION...]

Plays (or samples) games over a grid of options, house rules, scenarios and policies, on all
processors, and says how often each side wins, how long games are and what they cost, with
95 % intervals and the differences from the base. FILE is described in docs/studies.md.
Results are kept beside it; Ctrl-C loses nothing, and the same command goes on.

  --jobs N         processes (one for each processor); the result is the same for any number
  --results FILE   where the results are kept, instead of beside the study
  --fresh          forget what was found before
  --with FILE      house rules for every cell, before those of its grid; may be given again
  --games N        games (or samples) in each cell; more may be added later
  --seed N         what all dice and choices come from
  --shard I/N      only share I of N, into a file of its own, for `adjutant merge`
  --all            every table, and every rule that was called
  --csv, --json    for other programs
]],
  merge = [[
usage: adjutant merge [--output FILE] [OPTION...] FILE...

Adds up result files of shards of one study and shows the tables. Refuses files that overlap
or were not played by the same study, rules and program; says what is missing.

  --output FILE    write the sum: what one machine alone would have written, bit for bit
  --all, --csv, --json    as in `adjutant study`
]],
  serve = [[
usage: adjutant serve RULESET SCENARIO [OPTION...]
       adjutant serve --resume GAME [--read-only]
       adjutant serve

A game for another program: JSON lines on standard input and output, one request and one
response a line, with the position, the open question and its options, and what the rules
said. Where no game is named, the requests `new` and `resume` open one. One process, one game.
docs/serve.md is the protocol; {"do":"hello"} says which version is spoken.

  --seed N, --dice MODE, --option N=V, --with FILE, --name NAME, --unsaved
                   as in `adjutant new`
  --resume GAME    go on with a saved game, in the middle of a command too
  --read-only      only look; a prompt may have the game open
]],
  help = [[
usage: adjutant help [SUBCOMMAND]
]],
}

--- `adjutant --help`. Gives the exit status.
function Help.program()
  terminal.write(PROGRAM)
  return 0
end

--- `adjutant SUBCOMMAND --help`. Gives the exit status.
function Help.subcommand(name)
  local text = SUBCOMMANDS[name]
  if not text then
    terminal.write_error(require("shell.out").message(("adjutant: there is no subcommand %q%s"):format(name,
      Text.did_you_mean(name, Text.sorted_keys(SUBCOMMANDS)))) .. "\n")
    return 2
  end
  terminal.write(text)
  return 0
end

-- --- at the prompt ---------------------------------------------------------------------------

local function own_commands(session)
  local list = {}
  for _, c in ipairs(require("shell.commands").list) do
    if session.game or c.free then list[#list + 1] = c end
  end
  return list
end

local function game_commands(session)
  return require("shell.commands").of_game(session.game)
end

local function sentence(help)
  return Text.sentence(help or "")
end

local function add_group(lines, title, commands, Out)
  if #commands == 0 then return end
  lines[#lines + 1] = { text = title, role = "title" }
  local width = 0
  for _, c in ipairs(commands) do width = math.max(width, #c.name) end
  for _, c in ipairs(commands) do
    local wrapped = Out.wrap(sentence(c.help), math.max(20, Out.columns() - width - 5))
    lines[#lines + 1] = { "  ", { text = Out.pad(c.name, width + 2), role = "rule" }, wrapped[1] or "" }
    for i = 2, #wrapped do lines[#lines + 1] = (" "):rep(width + 4) .. wrapped[i] end
  end
end

--- Whether a command of the game may be given in the phase that it is in.
local function is_legal(session, c)
  if c.reaction then return false end
  if not c.phases then return true end
  local kit = session.game.kit
  local phase = kit.sequence and kit.sequence:phase(kit.game)
  for _, id in ipairs(c.phases) do if phase and phase.id == id then return true end end
  return phase == nil
end

local function overview(session, Out)
  local lines, legal, other, looks, umpire = {}, {}, {}, {}, {}
  for _, c in ipairs(game_commands(session)) do
    local list = is_legal(session, c) and legal or other
    if c.look or c.looks_ahead then list = looks elseif c.builtin and c.name ~= "end" then list = umpire end
    list[#list + 1] = c
  end
  add_group(lines, "Of the rules, now", legal, Out)
  add_group(lines, "Of the rules, in another phase or as an answer", other, Out)
  add_group(lines, "Of the rules, to look", looks, Out)
  add_group(lines, "Of the umpire", umpire, Out)
  add_group(lines, "Of the prompt", own_commands(session), Out)
  lines[#lines + 1] = ""
  lines[#lines + 1] = "`help COMMAND` says more. Any other line is Lua; `=1+1` forces it. Tab completes."
  return lines
end

local function find_command(session, name)
  for _, c in ipairs(game_commands(session)) do if c.name == name then return c end end
  local c = require("shell.commands").by_name[name]
  if c and (session.game or c.free) then return c end
  return nil
end

local function argument_lines(c, Out, lines)
  local width = 0
  for _, a in ipairs(c.args or {}) do width = math.max(width, #(a.name or "")) end
  for _, a in ipairs(c.args or {}) do
    local kind = a.values and table.concat(a.values, " | ") or a.kind or ""
    if a.list then kind = "list of " .. kind .. (kind:find "s$" and "es" or "s") end
    if a.keyword then kind = ("after `%s`, %s"):format(a.keyword, kind) end
    if a.optional then kind = kind .. ", may be left out" end
    lines[#lines + 1] = { "  ", { text = Out.pad(a.name or "", width + 2), role = "rule" }, kind,
      a.help and "; " .. a.help or "" }
  end
end

-- "Ranged Fire; Orders, Tactical Movement, Combat"
local function phase_names(session, ids)
  local sequence, names = session.game.kit.sequence, {}
  for i, id in ipairs(ids) do
    names[i] = id
    for _, p in ipairs(sequence and sequence.phases or {}) do if p.id == id then names[i] = p.name end end
  end
  return table.concat(Text.distinct(names), "; ")
end

--- `help`, `help NAME`.
function Help.topic(session, name)
  local Out = require "shell.out"
  if name == "" then
    Out.lines(overview(session, Out))
    return true
  end
  local c = find_command(session, name)
  if c then
    local lines = { { { text = c.usage or c.name, role = "title" },
      { text = c.rule and "  rule " .. tostring(c.rule) or "", role = "rule" } } }
    for _, line in ipairs(Out.wrap(sentence(c.help), Out.columns() - 2)) do lines[#lines + 1] = "  " .. line end
    argument_lines(c, Out, lines)
    for _, text in ipairs(c.more and c.more() or {}) do lines[#lines + 1] = "  " .. text end
    if c.look == true and not c.run then
      lines[#lines + 1] = "  It only looks: at any time, while a question is open too."
    end
    if require("shell.json").knows(c.name) or c.look == true and not c.run then
      lines[#lines + 1] = "  With --json behind it: one JSON object, as docs/serve.md has it."
    end
    if c.phases and #c.phases > 0 then
      lines[#lines + 1] = "  in: " .. phase_names(session, c.phases)
    end
    Out.lines(lines)
    return true
  end
  local found = session.game and (session.game:rule(name) or session.game:chart(name))
  if found then
    Out.lines(found)
    return true
  end
  local names = {}
  for _, list in ipairs { own_commands(session), game_commands(session) } do
    for _, command in ipairs(list) do names[#names + 1] = command.name end
  end
  local near = Text.did_you_mean(name, names)
  return nil, ("help: there is no command %s%s"):format(Text.cite(name),
    near ~= "" and near or ("; `apropos %s` looks through everything"):format(#name < 40 and name or "WORD"))
end

--- `apropos WORD`.
function Help.apropos(session, word)
  local Out = require "shell.out"
  if word == "" then return nil, "apropos: name a word to look for" end
  local lower, found, width = word:lower(), {}, 0
  local function offer(kind, name, text)
    if Text.has((tostring(name) .. " " .. tostring(text or "")):lower(), lower) then
      local head = kind .. " " .. tostring(name)
      found[#found + 1] = { head, tostring(text or "") }
      width = math.max(width, math.min(Out.width(head), 24))
    end
  end
  for _, c in ipairs(game_commands(session)) do offer("command", c.name, sentence(c.help)) end
  for _, c in ipairs(own_commands(session)) do offer("command", c.name, sentence(c.help)) end
  if session.game then
    for _, e in ipairs(session.game:index()) do offer(e.kind, e.name, e.text) end
    for _, name in ipairs(require("shell.views").names(session.game)) do offer("show", name) end
  end
  local lines = {}
  for i, f in ipairs(found) do
    lines[i] = { { text = Out.pad(f[1], width) .. "  ", role = "rule" }, f[2] }
  end
  if #lines == 0 then return nil, "apropos: nothing speaks of " .. Text.cite(word) end
  Out.lines(lines)
  return true
end

return Help

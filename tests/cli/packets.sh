#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# `view SIDE`, `adjutant export` and `adjutant import`: two games that differ only in what a side may not
# know look alike to it, packets tell nothing else, orders come back checked and journalled.
set -u
cd "$(dirname "$0")/../.." || exit 2
# shellcheck source=tests/cli/harness
. tests/cli/harness
trap 'rm -rf "$home"' EXIT
hidden=(--seed 3 --option hidden_strengths=true)

# --- the view --------------------------------------------------------------------------------
looks='view french\nview\nstatus\nunits\nshow British Army\nshow British Army all\nshow Liege\nshow allied\nmap\nmap Juelich
supply\nsupply British Army\nsupply Dutch 1st Army\nvp\nlog\nwhy\nwhy 1\nend\nactivate Flanders Army\nreach Flanders Army
move Flanders Army to Liege\nbattle Flanders Army\nbesiege Flanders Army\nodds battle Flanders Army
odds move Flanders Army to Tongres\nodds march Spanish Army\nsplit Flanders Army sp 50\nlog\nwhy\nstatus --json\nunits --json
show British Army --json\nmap --json\nlog --json\nwhy --json\nsupply British Army --json\napropos Army\nundo\nvariations\n=1\ndice live\n'
for n in 24 40; do
    run "set British Army sp $n\nset Dutch 1st Army sp $((n + 10))\nset Liege extra $((n / 8))\n$looks" \
        new marlborough 1704 "${hidden[@]}" --unsaved --keep-going
    printf '%s\n%s\n' "${out#*"the view is French"}" "$err" >"$home/seen.$n"
done
ok 'two games that differ in what the French may not know look alike' cmp -s "$home/seen.24" "$home/seen.40"
seen=$(<"$home/seen.24")
ok 'with question marks for what they do not know' has "$seen" 'SP ?'
ok 'their own strengths stand there' has "$seen" 'Flanders Army           Leau           french, army, SP 44'
ok 'the log has no command of the umpire' has "$seen" '(the umpire)'
ok 'nor his words' lacks "$seen" 'sp is now'
ok 'taking back is the umpire'"'"'s' has "$seen" 'undo is the umpire'"'"'s'
ok 'Lua is too' has "$seen" 'Lua sees the whole game'
ok 'refusals are those of the rules' has "$seen" '4.1: Flanders Army is not active'
run 'view dutch\n' new marlborough 1704 "${hidden[@]}" --unsaved
ok 'a view is of a side' has "$err" 'view: there is no side dutch'
run 'view french\nview umpire\nshow British Army\n' new marlborough 1704 "${hidden[@]}" --unsaved
ok 'the umpire sees everything' has "$out" 'SP      24'
run 'view french\nshow British Army\n' new marlborough 1704 --seed 3 --unsaved
ok 'without the optional rule nothing is hidden' has "$out" 'SP      24'
run 'view french\nset Lille extra 3\n' new marlborough 1704 "${hidden[@]}" --unsaved
ok 'commands of the umpire are refused in a view' has "$err" 'set is the umpire'"'"'s'

# --- another program -----------------------------------------------------------------------
for n in 24 40; do
    run "$(printf '%s\\n' '{"do":"command","text":"set \\"British Army\\" sp '$n'"}' '{"do":"view","side":"french"}' \
        '{"do":"units"}' '{"do":"status"}' '{"do":"show","name":"British Army"}' '{"do":"log"}' '{"do":"why"}' \
        '{"do":"odds","text":"end"}' '{"do":"candidates","command":"magazine"}' '{"do":"inquire","text":"supply"}' \
        '{"do":"command","text":"move British Army to Lille"}' '{"do":"undo"}' '{"do":"position"}')" \
        serve marlborough 1704 "${hidden[@]}" --unsaved
    printf '%s\n' "$out" | tail -n +3 >"$home/served.$n"
done
ok 'they look alike to a program that asks for the view' cmp -s "$home/served.24" "$home/served.40"
ok 'it has twelve answers' lines "$(<"$home/served.24")" 12
ok 'what is the umpire'"'"'s is an error of its own kind' has "$(<"$home/served.24")" '"kind":"view"'

# --- packets ----------------------------------------------------------------------------------
for n in 24 40; do
    run "set British Army sp $n\nset Liege extra $((n / 8))\nend\nactivate Flanders Army\nend\nend\nactivate British Army\n" \
        new marlborough 1704 "${hidden[@]}" --name "mail$n"
    run '' export "mail$n" --side french --to "$home/packet.$n"
    ok 'a packet is written' is "$status" 0
    sed -i "s/mail$n/mail/" "$home/packet.$n/orders.txt"
done
ok 'packets of the French do not differ' diff -r "$home/packet.24" "$home/packet.40"
ok 'it has the map' grep -q 'French' "$home/packet.24/map.txt"
ok 'what has happened' grep -q 'activate "Flanders Army"' "$home/packet.24/reports.txt"
ok 'and no strength of the enemy' grep -q 'British Army .*SP ?' "$home/packet.24/units.txt"
run '' export mail24 --side allied --to "$home/packet.allied"
ok 'the Allied packet has it' grep -q 'British Army .*SP 24' "$home/packet.allied/units.txt"
ok 'and the form lists what can be given' grep -q '^#   activate FORCE' "$home/packet.allied/orders.txt"
run '' export mail24 --side french --to "$home/packet.24"
ok 'nothing is overwritten' is "$status" 1
run '' export mail24
ok 'a packet is somebody'"'"'s' is "$status" 2
run '' export mail24 --side dutch --to "$home/none"
ok 'of a side that there is' has "$err" 'there is no side dutch'
run '' export nowhere --side french
ok 'a game that is not there is status 3' is "$status" 3

# --- orders -----------------------------------------------------------------------------------
orders() { { cat "$home/packet.allied/orders.txt"; printf '%b' "$1"; } >"$home/orders.txt"; }
orders 'activate Dutch 1st Army\nsplit Dutch 1st Army sp 99\nend\n'
run '' import mail24 "$home/orders.txt"
ok 'orders stop at the first that is refused' is "$status" 1
ok 'which is said by file and line' has "$err" "orders.txt:"
ok 'with how many are given' has "$err" '1 of 3 lines are given'
run 'log\n' resume mail24
ok 'those before it are in the journal' has "$out" 'activate "Dutch 1st Army"'
ok 'no other is' lacks "$out" 'split'
orders 'end\n'
run '' import mail24 "$home/orders.txt"
ok 'all lines given is status 0' is "$status" 0
ok 'and said; that the game has gone on is a warning' has "$err" 'the orders were written after command'
run '' import mail24 "$home/orders.txt"
ok 'orders of another turn are not begun with' has "$err" 'they are orders for turn 1; the game is in turn 2; nothing is done'
printf '# side: french\nundo\n' >"$home/plain.txt"
run '' import mail24 "$home/plain.txt"
ok 'words of the prompt are no orders' has "$err" 'plain.txt: line 2: undo is a word of the prompt, no order; nothing is done'
printf '\xef\xbb\xbf# Orders of French in evening. Turn 2, French: Secondary Magazines.\r\n# side: french\r\nfly\r\n' >"$home/plain.txt"
run '' import mail24 "$home/plain.txt"
ok 'a file of another system is read' has "$err" 'plain.txt: line 3: fly is no command'
printf '\xef\xbb\xbf# Orders of French in evening. Turn 2.\r\n# side: french\r\nmove Rhine Army to Paris\r\n' >"$home/plain.txt"
run '' import mail24 "$home/plain.txt"
ok 'orders for another game are warned of' has "$err" 'the orders were written for the game evening; this is mail24'
printf 'end\n' >"$home/plain.txt"
run '' import mail24 "$home/plain.txt"
ok 'the file is named' has "$err" 'plain.txt: no line `# side: SIDE`'
ok 'somebody must have written them' is "$status" 2
run '' import mail24 "$home/plain.txt" --side allied
ok 'who is not to play gives no orders' has "$err" 'it is not for Allied to give orders'
printf '# side: french\nset Lille extra 3\n' >"$home/plain.txt"
run '' import mail24 "$home/plain.txt"
ok 'commands of the umpire are no orders' has "$err" "set is the umpire's, no order of French; nothing is done"
run '' import mail24 "$home/plain.txt" --side allied
ok 'orders are whose they are' has "$err" 'they are orders of french'
run '' import mail24 "$home/none.txt"
ok 'a file that is not there is status 3' is "$status" 3
run '' replay mail24
ok 'the game replays' is "$status" 0
run '' export mail24 --side allied --to "$home/waiting"
ok 'who is not to play is told so' grep -q '# It is for French to give orders now' "$home/waiting/orders.txt"

# --- a question in between -----------------------------------------------------------------
run 'end\nactivate Flanders Army\n3 4\nmove Flanders Army to Tongres\n' new marlborough 1704 "${hidden[@]}" --dice manual --name asked
ok 'the move waits for the Allies' has "$err" 'Who intercepts Flanders Army in K16?'
before=$(cksum <"$XDG_DATA_HOME/adjutant/games/asked/journal")
run '' export asked --side french --to "$home/asker"
run '' export asked --side allied --to "$home/asked"
ok 'exporting only reads' is "$(cksum <"$XDG_DATA_HOME/adjutant/games/asked/journal")" "$before"
ok 'the French are told that the others decide' grep -q '# The other side has something to decide first' "$home/asker/orders.txt"
ok 'and how far their move has come' grep -q '4.2 *Flanders Army to K16 for 1' "$home/asker/reports.txt"
ok 'so are the Allies' grep -q '(unfinished)' "$home/asked/reports.txt"
ok 'not what' bash -c "! grep -rq 'Who intercepts' '$home/asker'"
ok 'the Allied form has the question' grep -q 'Allied: Who intercepts Flanders Army in K16?' "$home/asked/orders.txt"
printf 'none\n' >>"$home/asker/orders.txt"
run '' import asked "$home/asker/orders.txt"
ok 'the French cannot answer it' has "$err" 'the other side has something to decide first; 0 of 1 lines are given'
printf 'none\n' >>"$home/asked/orders.txt"
run '' import asked "$home/asked/orders.txt"
ok 'the Allies do' is "$status" 0
ok 'and the move goes on, to its next question' has "$out" '1 of 1 lines are given; a question is open'
run 'view french\nstatus\nnone\n' resume asked
ok 'in the view of the French others decide' has "$out" 'Allied decides'
ok 'and answer' has "$err" 'the question is for the other side to answer'

echo "$passed passed, $failed failed"
[ "$failed" = 0 ]

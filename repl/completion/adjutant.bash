# SPDX-License-Identifier: GPL-3.0-or-later
# Completion of adjutant's command line for bash.

# The folder with the rulesets: beside the program, installed or in its build tree.
_adjutant_data() {
    local program folder
    program=$(command -v -- "${COMP_WORDS[0]}") || return
    program=$(readlink -f -- "$program")
    for folder in "${ADJUTANT_HOME-}" "${program%/*}/.." "${program%/*}/../share/adjutant"; do
        if [[ -n $folder && -d $folder/rulesets ]]; then
            printf '%s\n' "$folder"
            return
        fi
    done
}

_adjutant_rulesets() {
    local f
    for f in "$(_adjutant_data)"/rulesets/*/ruleset.lua; do
        [[ -f $f ]] || continue
        f=${f%/ruleset.lua}
        printf '%s\n' "${f##*/}"
    done
}

_adjutant_scenarios() {
    local f
    for f in "$(_adjutant_data)/rulesets/$1"/scenarios/*.lua; do
        [[ -f $f ]] || continue
        f=${f%.lua}
        printf '%s\n' "${f##*/}"
    done
}

_adjutant() {
    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} sub='' i
    local words=() plain=()
    COMPREPLY=()
    for ((i = 1; i < COMP_CWORD; i++)); do
        case ${COMP_WORDS[i]} in
        --seed|--game|--odds|--dice|--name|--new|--resume|--games|--policy|--option|--with|--ruleset|--from|--jobs|--shard|--results|--output|-e) ((i++)) ;;
        -*) ;;
        *) if [[ -z $sub ]]; then sub=${COMP_WORDS[i]}; else plain+=("${COMP_WORDS[i]}"); fi ;;
        esac
    done

    case $before in
    --dice) words=(live manual) ;;
    --with|--results|--output) compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$word"); return ;;
    --resume|--game) mapfile -t words < <("${COMP_WORDS[0]}" games 2>/dev/null) ;;
    --policy) words=(random busy plain) ;;
    --map-kind) words=(areas hexes) ;;
    --ruleset|--base) mapfile -t words < <(_adjutant_rulesets) ;;
    --seed|--name|--games|--option|--from|--jobs|--shard|-e) return ;;
    *)
        case $sub in
        '') words=(new resume export import replay games run examples ledger check scaffold play study merge serve rules help -e --help --version --keep-going) ;;
        new)
            if [[ $word == */* || $word == .* ]]; then
                compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$word"); return
            fi
            case ${#plain[@]} in
            0) mapfile -t words < <(_adjutant_rulesets) ;;
            1) mapfile -t words < <(_adjutant_scenarios "${plain[0]}") ;;
            esac
            [[ $word != -* ]] || words+=(--seed --dice --option --with --name --unsaved --keep-going --help) ;;
        resume)
            if [[ $word == -* ]]; then words=(--read-only --adopt --abandon --recover --keep-going --help)
            else mapfile -t words < <("${COMP_WORDS[0]}" games 2>/dev/null); fi ;;
        export)
            if [[ $word == -* ]]; then words=(--side --to --help)
            else mapfile -t words < <("${COMP_WORDS[0]}" games 2>/dev/null); fi ;;
        import)
            if [[ $word == -* ]]; then words=(--side --help)
            elif ((${#plain[@]} > 0)); then compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$word"); return
            else mapfile -t words < <("${COMP_WORDS[0]}" games 2>/dev/null); fi ;;
        replay)
            if [[ $word == -* ]]; then words=(--with --installed --help)
            else mapfile -t words < <("${COMP_WORDS[0]}" games 2>/dev/null); fi ;;
        games) words=(--json --help) ;;
        study)
            if [[ $word == -* ]]; then words=(--jobs --results --fresh --with --games --seed --shard --all --csv --json --help)
            else compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -X '!*.lua' -- "$word"; compgen -d -- "$word"); return; fi ;;
        merge)
            if [[ $word == -* ]]; then words=(--output --all --csv --json --help)
            else compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -X '!*.results' -- "$word"; compgen -d -- "$word"); return; fi ;;
        serve)
            case ${#plain[@]} in
            0) mapfile -t words < <(_adjutant_rulesets) ;;
            1) mapfile -t words < <(_adjutant_scenarios "${plain[0]}") ;;
            esac
            [[ $word != -* ]] || words+=(--seed --dice --option --with --name --unsaved --resume --read-only --help) ;;
        examples) mapfile -t words < <(_adjutant_rulesets); [[ $word != -* ]] || words=(--with --json --help) ;;
        ledger) mapfile -t words < <(_adjutant_rulesets); [[ $word != -* ]] || words=(--verify --json --help) ;;
        check)
            if [[ $word == -* ]]; then words=(--ruleset --with --json --quiet --help)
            else compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$word"); return; fi ;;
        scaffold)
            [[ ${#plain[@]} != 0 ]] || words=(ruleset scenario house)
            [[ $word != -* ]] || words=(--base --map-kind --help) ;;
        play)
            case ${#plain[@]} in
            0) mapfile -t words < <(_adjutant_rulesets) ;;
            1) mapfile -t words < <(_adjutant_scenarios "${plain[0]}") ;;
            esac
            [[ $word != -* ]] || words+=(--games --seed --from --policy --option --with --replay --check --unsaved --json --help) ;;
        help) words=(new resume export import replay games run examples ledger check scaffold play study merge serve rules) ;;
        rules)
            local n=${#plain[@]}
            [[ ${plain[0]-} != diff ]] || ((n--))
            if [[ $word == -* ]]; then words=(--game --odds --json --help)
            elif ((n == 0)) && [[ " ${COMP_WORDS[*]} " != *" --game "* ]]; then
                mapfile -t words < <(_adjutant_rulesets)
                ((${#plain[@]} > 0)) || words+=(diff)
            else compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$word"); return; fi ;;
        run)
            if [[ $word == -* ]]; then words=(--new --resume --seed --dice --with --name --help)
            else compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$word"); return; fi ;;
        esac ;;
    esac
    mapfile -t COMPREPLY < <(compgen -W "${words[*]}" -- "$word")
}

complete -F _adjutant adjutant

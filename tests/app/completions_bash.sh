#!/usr/bin/env bash
# Completions of bash: commands, all options of --help, the values of options, files.
source "$(dirname "$0")/support/app.sh"
source "$(dirname "$0")/support/help.sh"
completions=$PHALANX_BUILD_DIR/manual/phalanx.bash

# completed WORD...: writes the completions of the last word to the file `replies`, one per line.
completed() {
    # shellcheck disable=SC2016 # the inner shell expands its own variables
    bash -c 'set -u; source "$0"; COMP_WORDS=(phalanx "$@"); COMP_CWORD=$#; _phalanx; printf "%s\n" ${COMPREPLY[@]+"${COMPREPLY[@]}"}' \
        "$completions" "$@" >replies 2>errors || fail "completing: $*"
    [[ ! -s errors ]] || fail "completing $*: $(cat errors)"
}
# offers "WORD..." REPLY...: exactly these, in this order. The last word may be empty: "shot ".
offers() {
    local words
    IFS=' ' read -r -a words <<<"$1"
    [[ $1 != *' ' && -n $1 ]] || words+=('')
    shift
    completed "${words[@]}"
    [[ $(cat replies) == "$(printf '%s\n' "$@")" ]] || fail "completing '${words[*]}' gives: $(tr '\n' ' ' <replies)"
}

touch model.glb 'other model.gltf'
mkdir folder
offers "sh" shot
offers "-q conv" convert
offers "shot --format" --formation
offers "--format" --formation # without a command: run
offers "shot --formation pha" phalanx
offers "shot --formation = r" ring
offers "shot --formation =" grid phalanx ring scatter battle
offers "model.glb --ground fl" flat
offers "run --overlay weights" 'weights\ of\ a\ joint'
offers "bench --technique te" texture texture-draws
offers "shot --seed "
offers "shot mod" model.glb
offers "shot -o fol" folder
offers "run oth" 'other model.gltf'
offers "run --scene par" parade
offers "run --scene mod" model.glb
offers "figure lo" lookup
completed ''
said replies run shot diagnose model.glb

commands_of_help
for command in "${commands[@]}"; do
    offers "$command" "$command"
    options_of_help "$command"
    completed "$command" -
    for option in "${options[@]}"; do
        grep -qxF -e "$option" replies || fail "$command: $option is not completed"
    done
done

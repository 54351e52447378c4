#!/usr/bin/env bash
# Completions of fish: commands, options, the values of options, files.
source "$(dirname "$0")/support/app.sh"
need fish
export HOME=$OUTPUT XDG_DATA_HOME=$OUTPUT/data_home XDG_CACHE_HOME=$OUTPUT/cache_home

# offers LINE REPLY...: exactly these completions, without their descriptions.
offers() {
    # shellcheck disable=SC2016 # fish expands its own variables
    expect 0 fish --no-config -c 'source $argv[1]; complete -C $argv[2]' "$PHALANX_BUILD_DIR/manual/phalanx.fish" "$1"
    [[ ! -s stderr ]] || fail "fish: $(cat stderr)"
    local line=$1
    shift
    [[ $(cut -f1 stdout) == "$(printf '%s\n' "$@")" ]] || fail "completing '$line' gives: $(tr '\n' ' ' <stdout)"
}

touch model.glb
offers "phalanx sho" shot
offers "phalanx -q conv" convert
offers "phalanx shot --format" --formation
offers "phalanx --format" --formation
offers "phalanx shot --formation pha" phalanx
offers "phalanx shot --formation=r" --formation=ring
offers "phalanx run --overlay weights" "weights of a joint"
offers "phalanx run --scene par" parade
offers "phalanx run --scene mod" model.glb
offers "phalanx figure look" lookup
offers "phalanx shot mod" model.glb
offers "phalanx info --formation"

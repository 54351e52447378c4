# shellcheck shell=bash
# The commands and options that --help shows.

# commands_of_help: sets `commands`.
commands_of_help() {
    expect 0 "$PHALANX" --help
    mapfile -t commands < <(sed -nE '/^(See|Inspect|Measure):/,$ s/^  ([a-z]+) .*/\1/p' stdout)
    ((${#commands[@]} >= 18)) || fail "--help lists ${#commands[@]} commands"
}

# options_of_help COMMAND: sets `options` to their names with dashes.
options_of_help() {
    expect 0 "$PHALANX" "$1" --help
    mapfile -t options < <(sed -nE 's/^  (-[^ ]*).*/\1/p' stdout | sed -E 's/\{[a-z]+\}//g' | tr ',' '\n' | grep -v -e '^$')
    ((${#options[@]} >= 4)) || fail "$1 --help lists ${#options[@]} options"
}

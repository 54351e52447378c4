#!/usr/bin/env bash
# Completions of zsh, in an interactive shell on a terminal of its own: commands, options, the values of options, files.
source "$(dirname "$0")/support/app.sh"
need zsh
cat >complete.zsh <<'ZSH'
# complete.zsh FOLDER LINE: types LINE, a tab, and a key that prints the line, in brackets.
zmodload zsh/zpty
zpty shell zsh -f -i
zpty -w shell "stty cols 500; fpath=(${(q)1} \$fpath); autoload -Uz compinit; compinit -u -D"
zpty -w shell "show() { zle -I; print -r -- \"<\$BUFFER>\" }; zle -N show; bindkey '^T' show; print re''ady"
zpty -r shell seen '*ready*'
zpty -w -n shell "$2"$'\t\C-t'
zpty -r shell seen '*<phalanx*>*'
print -r -- "${${seen##*<}%%>*}"
ZSH

# completes LINE RESULT
completes() {
    expect 0 timeout 120 zsh -f complete.zsh "$PHALANX_BUILD_DIR/manual" "$1"
    [[ $(<stdout) == "$2" ]] || fail "'$1' is completed to '$(<stdout)', not to '$2'"
}

touch model.glb
completes "phalanx conv" "phalanx convert "
completes "phalanx -q conv" "phalanx -q convert "
completes "phalanx shot --format" "phalanx shot --formation="
completes "phalanx --format" "phalanx --formation="
completes "phalanx shot --formation pha" "phalanx shot --formation phalanx "
completes "phalanx shot --formation=ri" "phalanx shot --formation=ring "
completes "phalanx run --overlay weigh" 'phalanx run --overlay weights\ of\ a\ joint '
completes "phalanx run --scene para" "phalanx run --scene parade "
completes "phalanx figure look" "phalanx figure lookup "
completes "phalanx shot mod" "phalanx shot model.glb "

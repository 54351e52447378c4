#!/usr/bin/env bash
# Completions of zsh, in an interactive shell on a terminal of its own: commands, options, the values of options, files.
source "$(dirname "$0")/support/app.sh"
need zsh
cat >complete.zsh <<'ZSH'
# complete.zsh FOLDER LINE RESULT: types LINE and a tab, and waits until the line is RESULT.
zmodload zsh/zpty
zpty shell zsh -f -i
zpty -w shell "PS1= ; unsetopt zle_bracketed_paste; fpath=(${(q)1} \$fpath); autoload -Uz compinit; compinit -u -D; setopt no_list_beep; print re''ady"
zpty -r shell seen $'*ready*'
zpty -w -n shell "$2"$'\t'
zpty -r shell seen "*$3*"
ZSH

# completes LINE RESULT
completes() {
    timeout 60 zsh -f complete.zsh "$PHALANX_BUILD_DIR/manual" "$1" "$2" >stdout 2>stderr || fail "'$1' is not completed to '$2': $(cat stderr)"
}

touch model.glb
completes "phalanx conv" "phalanx convert "
completes "phalanx -q conv" "phalanx -q convert "
completes "phalanx shot --format" "phalanx shot --formation"
completes "phalanx --format" "phalanx --formation"
completes "phalanx shot --formation pha" "phalanx shot --formation phalanx "
completes "phalanx shot --formation=ri" "phalanx shot --formation=ring "
completes "phalanx run --overlay weigh" 'phalanx run --overlay weights\ of\ a\ joint '
completes "phalanx run --scene para" "phalanx run --scene parade "
completes "phalanx figure look" "phalanx figure lookup "
completes "phalanx shot mod" "phalanx shot model.glb "

#!/usr/bin/env bash
# Text size by Ctrl + plus and Ctrl + 0: visible at once, saved in the user's settings and used by the next window.
source "$(dirname "$0")/../support/window.sh"
render_scale=0.25
ui_scale=
window_width=640
window_height=400
settings=$XDG_CONFIG_HOME/phalanx/settings.json

height() { state widget.units | awk '{ print $4 - $2 }'; }

mkdir -p "${settings%/*}"
echo '{"options": {"formation": "ring", "ui-scale": 0.7}}' >"$settings"
start_window
[[ $(state formation) == ring && $(state ui_scale) == 0.7 ]] ||
    fail "the settings are not taken: $(state formation), $(state ui_scale)"
small=$(height)
for _ in 1 2 3 4; do key ctrl+equal; done
wait_for ui_scale 1.1
above "$(height)" "$((small * 5 / 4))" || fail "at 1.1 a row is $(height) pixels high, at 0.7 $small"
said "$settings" '"ui-scale": 1.1' '"formation": "ring"'
key ctrl+minus
wait_for ui_scale 1
[[ $(state units) == 6 ]] || fail "Ctrl + plus or minus changed the army to $(state units) soldiers"
close_window
leave 0

start_window
[[ $(state ui_scale) == 1 && $(height) -gt $small ]] || fail "the next window begins at $(state ui_scale)"
key ctrl+minus
wait_for ui_scale 0.9
key ctrl+0
wait_for ui_scale 1
! grep -q ui-scale "$settings" || fail "Ctrl + 0 left $(<"$settings")"
close_window
leave 0
expect 0 find . -maxdepth 1 -name '*.ini'
[[ ! -s stdout ]] || fail "an ini file in the working directory: $(<stdout)"

echo '{"options": {"units": 0}}' >"$settings"
expect 3 "$PHALANX" run
said stderr "$settings:1: \"units\""
[[ $(wc -l <stderr) == 1 ]] || fail "more than one line about a mistake: $(<stderr)"

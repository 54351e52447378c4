#!/usr/bin/env bash
# Scaled by two with --ui-scale, or by a display of 192 dpi: text and widgets grow, fit in a window of 1280 x 720, and can be
# clicked.
source "$(dirname "$0")/../support/window.sh"
render_scale=0.25
shadows=
window_width=1280
window_height=720
panel_room=720

# height NAME: the height of a widget, in pixels
height() { state "widget.$1" | awk '{ print $4 - $2 }'; }

# Only widgets that can be clicked; entries of a list may lie over its panel. A tooltip is logged as a point, of no size: one is
# shown when the mouse happens to rest on a widget.
all_within() {
    local outside
    outside=$(awk -v width="$window_width" -v height="$window_height" '
        /^widget\.tooltip:/ { next }
        /^widget\./ && ($2 < 0 || $4 > width || $2 >= $4 || $3 > height || $5 < 0) { print }' "$state_file")
    [[ -z $outside ]] || fail "outside the window: $outside"
}

# works: uses the scaled panel with the mouse.
works() {
    local tall
    tall=$(height units)
    ((tall >= 2 * small - 3 && tall <= 2 * small + 3)) || fail "$1: widgets are $tall pixels high, at scale 1 $small"
    all_within
    slide units 15 24
    state_above units 12 || fail "$1: the slider of units gives $(state units)"
    picture more.ppm
    changed still_2.ppm more.ppm 300 "$1: more units"
    choose formation ring
    wait_for formation ring
    picture ring.ppm
    changed more.ppm ring.ppm 300 "$1: another formation"
    # Widgets that do not fit are scrolled to.
    if ! widget_shown shadows; then
        xdotool mousemove 300 400
        frames 2
        for _ in 1 2 3 4 5 6 7 8 9 10; do
            xdotool click 5
            frames 2
            ! widget_shown shadows || break
        done
    fi
    widget_shown shadows || fail "$1: the wheel does not scroll the panel"
    wait_until at_rest shadows
    all_within
    picture lit.ppm
    click_widget shadows 10
    wait_for shadows 0
    picture unlit.ppm
    changed lit.ppm unlit.ppm 300 "$1: no shadows"
}
at_rest() {
    local before
    before=$(state "widget.$1")
    frames 3
    [[ $(state "widget.$1") == "$before" ]]
}
another_display() {
    close_window
    leave 0
}

ui_scale=1
start_window
[[ $(state content_scale) == 1.00 ]] || fail "a display of 96 dots an inch has scale $(state content_scale)"
small=$(height units)
another_display

ui_scale=2
start_window
pause_army
picture still_2.ppm
works "--ui-scale 2"
# Both panels fit side by side.
read -r x y < <(awk '/^soldier\./ && $2 > 760 && $2 < 1240 && $3 > 100 && $3 < 680 { printf "%d %d\n", $2, $3; exit }' "$state_file")
[[ -n ${x:-} ]] || fail "no soldier stands beside the panel"
click "$x" "$y"
wait_until state_is_not selected -
frames 2
all_within
awk '/^widget\.unit_/ && $1 !~ /\// { if (!left || $2 < left) left = $2; next }
     /^widget\./ { if ($4 > right) right = $4 }
     END { exit !(left > right && right > 0) }' "$state_file" || fail "the panels overlap"
another_display

# Scaled by the display alone; the requested window is 640 x 360.
ui_scale=
display_dpi=192
start_window
[[ $(state content_scale) == 2.00 ]] || fail "a display of 192 dots an inch has scale $(state content_scale)"
[[ $(state size) == "$window_width $window_height" ]] || fail "the window has $(state size)"
pause_army
picture still_2.ppm
works "192 dots an inch"
close_window
leave 0

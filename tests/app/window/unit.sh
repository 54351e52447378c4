#!/usr/bin/env bash
# A click on a soldier selects and outlines it; its own settings change only this soldier; the ground deselects it.
source "$(dirname "$0")/../support/window.sh"
coarse="--samples 1"
render_scale=0.4
start_window
pause_army
# The soldier nearest to the middle of the scene beside the panel.
read -r unit x y < <(awk -v mx=$((window_width * 5 / 8)) -v my=$((window_height / 2)) '
    $1 ~ /^soldier\./ { d = ($2 - mx) ^ 2 + ($3 - my) ^ 2; if (best == "" || d < best) { best = d; split($1, n, "."); u = n[2]; x = $2; y = $3 } }
    END { printf "%d %d %d\n", u, x, y }' "$state_file")
scene=155x$((window_height - 40))+$panel_room+0 # between the two panels

picture before.ppm "$scene"
click "$x" "$y"
wait_until state_is_not selected -
[[ $(state selected) == "$unit" ]] || fail "the click at $x,$y selected $(state selected), not $unit"
picture outlined.ppm "$scene"
changed before.ppm outlined.ppm 150 "the selected soldier is outlined"

# edited FIELD: checks that the soldier has its own value, then resets all.
edited() {
    wait_until state_is_not "edit.$1" -
    picture edited.ppm "$scene"
    [[ -z ${2:-} ]] || changed outlined.ppm edited.ppm "$2" "its own $1"
    click_widget unit_reset
    wait_for "edit.$1" -
}

slide unit_offset 5 60
edited offset 100
slide unit_tint_strength 5 95
edited tint 60
slide unit_blend 10 90
edited blend
slide unit_speed 30 92
above "$(state edit.speed)" 2 || fail "a drag to 92 % gives speed $(state edit.speed)"
edited speed

# In the colour picker, Esc closes its menu first, then the picker, not the window.
read -r x0 y0 x1 y1 _ <<<"$(state widget.unit_tint)"
click $(((x0 + x1) / 2)) $(((y0 + y1) / 2))
wait_for popups 1
picture picker.ppm "${window_width}x$window_height+0+0"
xdotool mousemove $((x0 + 15)) $((y1 + 15)) click 3
frames 3
wait_for popups 2
key Escape
wait_for popups 1
key Escape
wait_for popups 0
running || fail "Esc in the picker left the program"
[[ $(state selected) == "$unit" ]] || fail "Esc deselected the soldier"
wait_for edit.tint -

choose unit_clip_a Idle
wait_until state_is_not edit.clip_a -
# The fade to the clip takes time of the army's clock.
key space
frames 6
key space
picture idle.ppm "$scene"
changed outlined.ppm idle.ppm 100 "its own clip"
click_widget unit_reset
wait_for edit.clip_a -
key r
wait_until standing

eye=$(state goal_eye)
key f
far "$(state goal_eye)" "$eye" 0.3 || fail "F does not frame the soldier"
wait_until standing
key r
wait_until standing

# The ground at the horizon belongs to no soldier.
click $((window_width * 2 / 5)) $((window_height - 8))
wait_for selected -
picture after.ppm "$scene"
close_window
leave 0

#!/usr/bin/env bash
# Orbit, pan, look, fly, zoom, frame, reset and follow. The camera stays above the ground and ignores drags on the panel.
source "$(dirname "$0")/../support/window.sh"
render_scale=0.4
start_window
pause_army
key r
wait_until standing
x=$((window_width * 3 / 4))
y=$((window_height / 2))
[[ $(state visible) == "$window_units" ]] || fail "R shows $(state visible) of $window_units units"
home_eye=$(state goal_eye)
home_target=$(state goal_target)
picture home.ppm

# moved WHAT: eye or target changed, and so did the image; then R resets the camera.
moved() {
    wait_until standing
    picture moved.ppm
    changed home.ppm moved.ppm 3000 "$1"
    key r
    near "$(state goal_eye)" "$home_eye" 0.001 || fail "R does not lead back after: $1"
    wait_until standing
}

drag 1 $x $y $((x - 80)) $((y + 20))
far "$(state goal_eye)" "$home_eye" 0.5 || fail "a left drag does not orbit"
near "$(state goal_target)" "$home_target" 0.001 || fail "orbiting moves the target"
[[ $(state selected) == - ]] || fail "a drag selected somebody"
moved "left drag"

drag 2 $x $y $((x - 60)) $((y + 40))
far "$(state goal_target)" "$home_target" 0.1 || fail "a middle drag does not pan"
moved "middle drag"

xdotool keydown shift
drag 1 $x $y $((x - 60)) $((y + 40))
xdotool keyup shift
far "$(state goal_target)" "$home_target" 0.1 || fail "Shift and a left drag do not pan"
moved "Shift and left drag"

drag 3 $x $y $((x - 60)) $y
near "$(state goal_eye)" "$home_eye" 0.001 || fail "looking moves the eye"
far "$(state goal_target)" "$home_target" 0.5 || fail "a right drag does not look around"
moved "right drag"

point_at $x $y
xdotool click 4
frames 2
far "$(state goal_eye)" "$home_eye" 0.3 || fail "the wheel does not zoom"
moved "wheel"

flown() { far "$(state goal_eye)" "$home_eye" 0.2; }
for k in w a s d e; do
    xdotool keydown $k
    frames 3
    wait_until flown
    xdotool keyup $k
    frames 1
    moved "$k"
done

# Flying down ends at the ground.
xdotool keydown shift keydown q
above_ground() { awk '$1 == "goal_eye" && $3 < 0.21 { exit 1 }' "$state_file"; }
touches_ground() { ! above_ground; }
wait_until touches_ground
frames 3
xdotool keyup q keyup shift
awk '($1 == "eye" || $1 == "goal_eye") && $3 < 0.199 { exit 1 }' "$state_file" || fail "q flies under the ground"
moved "q"
drag 1 $x $y $x $((y - 130))
awk '($1 == "eye" || $1 == "goal_eye") && $3 < 0.199 { exit 1 }' "$state_file" || fail "orbiting goes under the ground"
moved "orbit from below"

# Over the panel, drags and the wheel do not move the camera.
read -r panel_x panel_y <<<"$(in_widget formation 0)"
drag 1 $((panel_x - 30)) "$panel_y" $((panel_x + 60)) "$panel_y"
xdotool click 4
frames 2
near "$(state goal_eye)" "$home_eye" 0.001 || fail "a drag on the panel moves the camera"

# F without a selection frames the army, from the present direction: again near where the window began.
xdotool mousemove $x $y click 5 click 5 click 5 click 5
frames 2
far "$(state goal_eye)" "$home_eye" 2 || fail "the wheel does not move away"
key f
near "$(state goal_eye)" "$home_eye" 1.5 || fail "F leads to $(state goal_eye), the window began at $home_eye"
key r
wait_until standing

# The camera follows the marching army; C switches that off.
key space
eye=$(state goal_eye)
followed() { far "$(state goal_eye)" "$eye" 0.3; }
wait_until followed
key c
wait_for follow 0
eye=$(state goal_eye)
frames 3
near "$(state goal_eye)" "$eye" 0.001 || fail "the camera still follows after C"

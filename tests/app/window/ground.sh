#!/usr/bin/env bash
# The ground is chosen in the panel and by dropping a picture of heights. Soldiers, shadows, clicks and the camera follow it;
# undo, scenes and a picture that cannot be used leave nothing behind.
source "$(dirname "$0")/../support/window.sh"
render_scale=0.4
window_height=560
shadows=
start_window
pause_army
key r
wait_until standing
picture flat.ppm
flat_eye=$(state goal_eye)
[[ $(state ground) == flat ]] || fail "the ground begins as $(state ground)"
! widget_shown ground_size || fail "flat ground has a size"

choose ground hills
wait_for ground hills
wait_until standing
picture hills.ppm
changed flat.ppm hills.ppm 3000 "hills"
wait_until widget_shown ground_size
far "$(state goal_eye)" "$flat_eye" 5 || fail "the camera stays at $(state goal_eye) while the ground rises"
key r
wait_until standing
[[ $(state visible) == "$window_units" ]] || fail "R shows $(state visible) of $window_units units on hills"
hill_eye=$(state goal_eye)

# Flying down ends at the ground, which is not at 0 here.
xdotool keydown shift keydown q
lowered() { far "$(state goal_eye)" "$hill_eye" 0.3; }
wait_until lowered
frames 12
xdotool keyup q keyup shift
frames 2
awk '$1 == "goal_eye" && $3 < 5 { exit 1 }' "$state_file" || fail "q flies under the hills, to $(state goal_eye)"
key r
wait_until standing
near "$(state goal_eye)" "$hill_eye" 0.001 || fail "R leads to $(state goal_eye), it was $hill_eye"

key ctrl+z
wait_for ground flat
wait_until standing
near "$(state goal_eye)" "$flat_eye" 1 || fail "undo leaves the camera at $(state goal_eye), it was $flat_eye"
key r
wait_until standing
picture back.ppm
unchanged flat.ppm back.ppm 0 "undo brings the plain back"
key ctrl+y
wait_for ground hills
# A soldier on a hill is where the window says.
select_first_soldier

# Common mistakes with its feet show, and can be taken back.
key f
wait_until standing
key m
wait_for learn mistakes
click_widget mistakes_feet
wait_place mistake_no_pelvis_drop
point_at 5 5
frames 2
picture planted.ppm 180x330+195+0
click_widget mistake_no_pelvis_drop 5
wait_for mistakes 1
point_at 5 5
frames 2
picture not_lowered.ppm 180x330+195+0
changed planted.ppm not_lowered.ppm 20 "the pelvis stays up"
click_widget mistake_feet_switch 5
wait_for mistakes 2
wait_place mistakes_right
click_widget mistakes_right
wait_for mistakes 0
point_at 5 5
frames 2
picture again.ppm 180x330+195+0
unchanged planted.ppm again.ppm 0 "Reset leaves mistakes of feet"
key m
wait_for learn none


# A picture of heights, and one that is none.
convert -size 16x16 gradient: -depth 8 ramp.png
echo "no picture" >text.png
drop_files=$PHALANX_BUILD_DIR/bin/drop_files
if [[ -x $drop_files ]]; then
    window=$(xdotool search --onlyvisible --class phalanx | head -n 1)
    drop() { "$drop_files" "$window" $((window_width * 2 / 3)) $((window_height / 2)) "$@" 2>drop.log || fail "$(<drop.log)"; }
    drop "$PWD/ramp.png"
    wait_for ground "$PWD/ramp.png"
    drop "$PWD/text.png"
    refused() { [[ $(state notice) == *"is no PNG"* && $(state notice_is_error) == 1 ]]; }
    wait_until refused
    [[ $(state ground) == "$PWD/ramp.png" ]] || fail "a broken picture left the ground $(state ground)"
fi
close_window
leave 0

# A scene keeps ground and camera.
cat >hills.json <<'JSON'
{"options": {"ground": "hills", "ground-height": 80, "march": false}}
JSON
start_window --scene hills.json
wait_for ground hills
[[ $(state ground_height_m) == 80 ]] || fail "the scene's hills are $(state ground_height_m) m high"
[[ $(state visible) == "$window_units" ]] || fail "the scene shows $(state visible) of $window_units units"
close_window
leave 0

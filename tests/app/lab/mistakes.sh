#!/usr/bin/env bash
# Common mistakes: each is switched on and visible, and "Reset" switches all off.
source "$(dirname "$0")/../support/window.sh"
coarse="--samples 1"
render_scale=0.4
window_width=667
window_height=467
# All soldiers are paused in the last interval of their cycle.
# --fetch is given because a buffer texture has fewer bytes, and the test compares bytes.
start_window --fetch 2d --formation grid --lod-error 0 --stand --clip Run --crossfade 0 --speed 0 --offset 0.985 --offset-spread 0
# The part of the window between the panels.
geometry=213x400+187+27

rebaked() {
    wait_for baking 0
    wait_for busy ""
    frames 2
}
still() { picture "$1" "$geometry"; }

key m
wait_for learn mistakes
wait_until widget_shown mistake_joint_0
wait_until standing
rebaked  # the army is loaded

# A missing closing frame is visible only at the end of the cycle. It is another bake with as many frames.
bytes=$(state animation_bytes)
closing_frame() { # PLACE: compares the image with and without the closing frame
    rebaked
    still "$1_right.ppm"
    click_widget mistake_no_closing_frame 5
    wait_for no_closing_frame 1
    rebaked
    [[ $(state animation_bytes) == "$bytes" ]] || fail "the bake has another size: $(state animation_bytes)"
    still "$1_wrong.ppm"
    click_widget mistake_no_closing_frame 5
    wait_for no_closing_frame 0
}
closing_frame seam
changed seam_right.ppm seam_wrong.ppm 8000 "no closing frame, at the end of the cycle"
slide offset 98 50
closing_frame middle
unchanged middle_right.ppm middle_wrong.ppm 0 "no closing frame, in the middle of the cycle"
changed seam_right.ppm middle_right.ppm 8000 "half a cycle"

# Different phases, so that limbs are bent.
slide offset_spread 0 90
wait_until state_above offset_spread 0.5
rebaked
still right.ppm
still again.ppm
unchanged right.ppm again.ppm 0 "the paused army still moves"

# mistake WIDGET STATE VALUE LEAST: switches it on, checks that LEAST pixels change, and switches it off.
mistake() {
    click_widget "$1" 5
    wait_for "$2" "$3"
    rebaked
    still "$1.ppm"
    changed right.ppm "$1.ppm" "$4" "$1"
    [[ $(state undos) -gt 0 ]] || fail "$1 is no step of undo"
    click_widget mistakes_right
    wait_until state_is_not "$2" "$3"
}
mistake mistake_joint_0 skip_joint_0 1 3000
mistake mistake_one_weight weights 1 1000
mistake mistake_no_offset no_offset 1 20000
mistake mistake_bind_normals bind_normals 1 4000
mistake mistake_in_phase offset_spread 0 8000

# Those of events: what should have fired is counted beside what did. A frame of a second loses steps of soldiers that run
# four times as fast; without a mistake nothing is counted.
click_widget mistakes_events
wait_until widget_shown mistake_once_per_frame
wait_for events.happened 0
set_speed() { # typed: the middle of the slider is 0 only nearly
    xdotool keydown ctrl
    click_widget speed
    xdotool keyup ctrl
    frames 3
    type_text "$1"
    field_key Return
    wait_for speed "$1"
}
lost_some() { (($(state events.heard) + 20 < $(state events.happened))); }
click_widget mistake_once_per_frame 5
wait_for mistakes 1
set_speed 4
wait_until state_above events.happened 0
click_widget mistakes_stall
wait_until lost_some
wait_until widget_shown events_lost
# Undo takes it back, and the count with it.
key ctrl+z
key ctrl+z
wait_for mistakes 0
wait_for events.happened 0
set_speed 4
# In view, soldiers are heard of.
click_widget mistake_drawn_only 5
wait_for mistakes 1
wait_until state_above events.heard 100
click_widget mistake_ask_all 5
wait_for mistakes 2
click_widget mistakes_right
wait_for mistakes 0
wait_for events.happened 0
set_speed 0

# Those of ragdolls show on soldiers who fall: with "never rest" they go on.
click_widget mistakes_bodies
wait_until widget_shown mistake_never_rest
for name in overlapping_bodies loose_joints; do
    click_widget "mistake_$name" 5
    wait_for mistakes 1
    click_widget mistake_$name 5
    wait_for mistakes 0
done
click_widget mistake_never_rest 5
wait_for mistakes 1
if [[ $(state ragdolls) == 1 ]]; then
    slide speed 50 75
    click_widget mistakes_shoot
    wait_until state_above falls.falling 0
fi
click_widget mistakes_right
wait_for mistakes 0
wait_for falls.falling 0
set_speed 0
# That of clips loads the army again.
click_widget mistakes_clips
wait_until widget_shown mistake_absolute_rotations
click_widget mistake_absolute_rotations 5
wait_for mistakes 1
click_widget mistakes_right
wait_for mistakes 0
click_widget mistakes_joints
wait_until widget_shown mistake_no_offset
rebaked
still right.ppm

# Several mistakes at once, and Reset.
click_widget mistake_no_offset 5
click_widget mistake_no_closing_frame 5
wait_for no_closing_frame 1
rebaked
click_widget mistakes_right
wait_for no_offset 0
wait_for no_closing_frame 0
rebaked
still now.ppm
unchanged right.ppm now.ppm 0 "after Reset"

# Those of layers need layers: a button gives the army some that show each.
click_widget mistakes_layers
wait_until widget_shown mistakes_stack
click_widget mistakes_stack
wait_until state_is_not pose ""
for part in '"space"' '"layers"' '"additive"' '"aim"'; do
    [[ $(state pose) == *"$part"* ]] || fail "the layers have no $part: $(state pose)"
done
click_widget mistakes_close
wait_for learn none
close_window
leave 0

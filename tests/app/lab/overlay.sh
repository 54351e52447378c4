#!/usr/bin/env bash
# Overlays: weights of the joint under the mouse, joints, error, normals, wireframe; on all soldiers or one.
source "$(dirname "$0")/../support/window.sh"
coarse="--samples 1"
render_scale=0.75
window_width=643
window_height=400
start_window --speed 0 --offset 0.75 # the same pose however long the start takes
pause_army
select_first_soldier
key f
wait_until standing
others=86x143+387+100 # soldiers of the next ranks
soldier=100x186+287+43

# seen PICTURE: takes images of the soldier and of the others
seen() {
    picture "$1_soldier.ppm" "$soldier"
    picture "$1_others.ppm" "$others"
}
seen none
for overlay in "weights of a joint" normals wireframe joints; do
    choose overlay "${overlay// /_}"
    wait_for overlay "$overlay"
    seen all
    changed none_soldier.ppm all_soldier.ppm 300 "$overlay on the soldier"
    changed none_others.ppm all_others.ppm 150 "$overlay on the others"
done
[[ $(state overlay.normal_lines) == 0 ]] || fail "lines of normals over joints"
choose overlay normals
wait_until state_above overlay.normal_lines 200
seen lines
key Tab
wait_for overlay.normal_lines 0
seen no_lines
changed lines_soldier.ppm no_lines_soldier.ppm 300 "lines of its normals"
unchanged lines_others.ppm no_lines_others.ppm 60 "lines of normals on others"
key Tab
choose overlay joints
click_widget overlay_everyone
wait_for overlay_everyone 0
seen one
changed none_soldier.ppm one_soldier.ppm 300 "joints on one soldier"
unchanged none_others.ppm one_others.ppm 30 "joints on one soldier are visible on others"
unchanged all_soldier.ppm one_soldier.ppm 490 "the soldier changes when only it has the overlay" # soldiers seen behind it may change

# The error of the selected soldier has numbers: larger at 15 Hz than at 60 Hz, and changing during the clip.
choose overlay error_in_mm
wait_for overlay "error in mm"
wait_until state_above overlay.worst_mm 0
seen now
changed none_soldier.ppm now_soldier.ppm 300 "the error on the soldier"
unchanged none_others.ppm now_others.ppm 30 "the error is seen on others"
above "$(state overlay.scale_mm)" "$(state overlay.worst_mm)" || fail "the scale ends at $(state overlay.scale_mm) mm, the worst is $(state overlay.worst_mm) mm"
click_widget poses
wait_until widget_shown rate
choose rate 15_Hz
wait_for baking 0
frames 3
coarse=$(state overlay.worst_mm)
choose rate 60_Hz
wait_for baking 0
frames 3
above "$coarse" "$(state overlay.worst_mm)" || fail "60 Hz errs by $(state overlay.worst_mm) mm, 15 Hz by $coarse mm"
click_widget poses

# The overlay shows the weights of the joint under the mouse in the anatomy.
choose overlay weights_of_a_joint
click_widget unit_anatomy
wait_for anatomy 1
frames 3
key f # the panel has made the free part of the window smaller
wait_until standing
for joint in Head LowerLeg.L; do
    read -r x y <<<"$(state "joint.$joint")"
    point_at "${x%.*}" "${y%.*}"
    wait_until state_is "overlay.legend" "Weight of $joint"
done

choose overlay none
wait_for overlay none
[[ -z $(state overlay.legend) ]] || fail "a legend of no overlay: $(state overlay.legend)"

#!/usr/bin/env bash
# The section "Culling and LOD": its switches change the frame, and its numbers show the effect.
source "$(dirname "$0")/../support/window.sh"
coarse=
render_scale=0.4
shadows=
window_height=440 # all of the panel fits
# The camera is among the soldiers, so that some are behind it.
start_window --stand --camera 1,2,3:-2,1,-6
click_widget units_exact
field_key ctrl+a
type_text 60
field_key Return
wait_for units 60
pause_army
sum_of() { state "$1" | awk '{ for (i = 1; i <= NF; ++i) s += $i; print s }'; }

# The section is closed until it is clicked.
widget_shown cull && fail "culling and detail is open at the start"
click_widget detail 10
wait_until widget_shown cull
(($(state levels) >= 5)) || fail "the soldier has $(state levels) levels of detail"

seen=$(state visible)
((seen > 0 && seen < 60)) || fail "$seen of 60 soldiers in view"
[[ $(sum_of level_units) == "$seen" ]] || fail "levels hold $(state level_units), $seen are in view"
triangles=$(state triangles)
((2 * $(sum_of level_triangles) > triangles / 2 && $(sum_of level_triangles) < triangles)) ||
    fail "levels take $(state level_triangles) of $triangles triangles"

click_widget cull 5
wait_for cull 0
wait_for visible 60
(($(state triangles) > triangles)) || fail "all soldiers take $(state triangles) triangles, $triangles in view"
picture all.ppm
click_widget cull 5
wait_for cull 1
wait_for visible "$seen"
picture some.ppm
unchanged all.ppm some.ppm 0 "who is left out was to be seen"

# The GPU selects the same soldiers; its counts arrive some frames later.
if [[ $(state multi_draw_possible) == 1 ]]; then
    levels=$(state level_units)
    choose select gpu
    wait_for selected_by_gpu 1
    wait_for level_units "$levels"
    [[ $(state visible) == "$seen" ]] || fail "the GPU shows $(state visible) soldiers, the CPU $seen"
    picture by_gpu.ppm
    unchanged some.ppm by_gpu.ppm 0 "soldiers that the GPU chose"
    # Occluded soldiers are left out, without a visible change.
    choose occlusion on
    wait_for occlusion on
    wait_for hidden_known 1
    picture some_hidden.ppm
    unchanged some.ppm some_hidden.ppm 0 "occluded soldiers were visible"
    choose occlusion auto
    wait_for occlusion auto
    choose select cpu
    wait_for selected_by_gpu 0
fi

fewer() { (($(state triangles) < triangles)); }
slide lod_error 12 95
wait_until fewer
state_above lod_error_px 6 || fail "the error allowed is $(state lod_error_px)"
picture coarse.ppm
changed some.ppm coarse.ppm 100 "soldiers of few triangles"
slide lod_error 95 0
wait_for lod_error_px 0
more() { (($(state triangles) > triangles)); }
wait_until more
[[ $(state level_units) == "$seen" ]] || fail "without an error allowed: $(state level_units) soldiers by level"

# Without culling and LODs, nothing is selected.
click_widget cull 5
wait_for cull 0
wait_for level_units ""
wait_for visible 60

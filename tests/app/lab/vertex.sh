#!/usr/bin/env bash
# One vertex of the selected soldier: the steps from the mesh to model space on the CPU, and the GPU's result in the same
# frame. A texel corrupted on the GPU makes them differ.
source "$(dirname "$0")/../support/window.sh"
coarse=
render_scale=0.4
window_width=733
window_height=427
# No crossfade: at the moment of the pause its weight could equal the one that is set below.
start_window --crossfade 0
pause_army
open_anatomy

# With the anatomy open, a click selects a vertex of the soldier and no other soldier.
[[ -z $(state vertex) ]] || fail "a vertex is selected before any click"
read -r x y <<<"$(state joint.Head)"
click "${x%.*}" "${y%.*}"
wait_until state_is_not vertex ""
wait_for anatomy.page vertex
[[ $(state selected) == 0 ]] || fail "the click on a vertex selects $(state selected)"
read -r vx vy <<<"$(state vertex.place)"
near "$vx $vy 0" "$x $y 0" 20 || fail "the vertex at $vx $vy is not where the click was, $x $y"

# equal_now WHAT: the GPU result has arrived, is within 1e-5 of the height, and is not zero
equal_now() {
    wait_for vertex.compared 1
    frames 2
    cp "$state_file" frame.txt # the state of one frame, also while the soldier marches
    local state_file=frame.txt
    [[ $(state vertex.equal) == 1 ]] || fail "$1: $(state vertex.apart_mm) mm apart"
    above 0.018001 "$(state vertex.apart_mm)" || fail "$1: $(state vertex.apart_mm) mm apart count as equal"
    far "$(state vertex.gpu)" "0 0 0" 0.5 || fail "$1: the GPU has the head at $(state vertex.gpu)"
    near "$(state vertex.gpu)" "$(state vertex.sum)" 0.0001 || fail "$1: $(state vertex.gpu) is not $(state vertex.sum)"
}
equal_now "texture"
head=$(state vertex.gpu)

# A corrupted texel changes the GPU's result, not the CPU's sum, and the mark turns red. Restored, both are as before.
point_at $((window_width - 5)) 13 # no joint
picture equal.ppm 280x200+220+0
click_widget vertex_corrupt
wait_for vertex.corrupted 1
wait_for vertex.equal 0
above "$(state vertex.apart_mm)" 20 || fail "a corrupted texel moves the head by $(state vertex.apart_mm) mm"
near "$(state vertex.sum)" "$head" 0.0001 || fail "the sum changed too, to $(state vertex.sum)"
point_at $((window_width - 5)) 13
picture corrupted.ppm 280x200+220+0
changed equal.ppm corrupted.ppm 100 "the corrupted texel is not seen"
click_widget vertex_corrupt
wait_for vertex.equal 1
equal_now "restored"
point_at $((window_width - 5)) 13
picture restored.ppm 280x200+220+0
unchanged equal.ppm restored.ppm 20 "the texel is not restored"

# All techniques that sum joints give the same result; the others say why there is nothing to sum.
click_widget anatomy_texels # so that the window, not a button, handles the keys below
for technique in palette cpu; do
    choose technique "$technique"
    wait_for drawn_technique "$technique"
    equal_now "$technique"
    near "$(state vertex.gpu)" "$head" 0.0001 || fail "$technique has the head at $(state vertex.gpu)"
done
choose technique static
wait_for drawn_technique static
wait_for vertex.compared 0
[[ $(state vertex.why_not) == *"rest pose"* ]] || fail "static says: $(state vertex.why_not)"
choose technique texture
wait_for drawn_technique texture

# Between two clips, with four frames per joint, the results are equal too. They follow the clock while the army marches.
slide blend 10 45
equal_now "blended"
far "$(state vertex.gpu)" "$head" 0.001 || fail "the blend does not move the head"
key space
wait_for paused 0
before=$(state vertex.gpu)
wait_until state_is_not vertex.gpu "$before"
equal_now "marching"
click_widget anatomy_vertex
wait_until widget_shown way_0
frames 3 # the panel adjusts its height
read -r x y <<<"$(in_widget way_0 20)"
point_at "$x" "$y"
wait_until state_is_not anatomy.joint - # is highlighted
click_widget unit_anatomy
wait_for anatomy 0
[[ -z $(state vertex) ]] || fail "a vertex without an anatomy"

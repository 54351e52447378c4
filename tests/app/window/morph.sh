#!/usr/bin/env bash
# The morph targets of the selected soldier: they follow the clip until a slider sets them. Undo, the scene file, one vertex
# with its deltas, and the list of a model with many targets.
source "$(dirname "$0")/../support/window.sh"
coarse="--samples 1"
render_scale=0.4
window_units=1
window_width=733
window_height=427
export XDG_DATA_HOME=$PWD/data_home
write_wink
start_window wink.gltf --stand --crossfade 0

# Facing the triangle, from the distance of its own height.
select_sign() {
    local x y
    key f
    wait_until standing
    read -r x y <<<"$(state soldier.0)"
    click $((${x%.*} + 20)) $((${y%.*} + 14))
    wait_for selected 0
    wait_place unit_morph_0
}
select_sign
# The slider shows the weight of the clip, which ends with 1; at rest it is 0.
wait_for unit.morph.0 1.0000
[[ -z $(state edit.morph.0) ]] || fail "the target has a weight of its own before any edit"
key space
wait_for paused 1
wait_until standing
scene=280x$((window_height - 40))+$panel_room+0 # between the two panels
picture clip.ppm "$scene"

slide unit_morph_0 50 3
wait_until state_is_not edit.morph.0 ""
above 0.2 "$(state edit.morph.0)" || fail "a drag to the left end gives $(state edit.morph.0)"
picture low.ppm "$scene"
slide unit_morph_0 5 90
wait_until state_above edit.morph.0 0.8
weight=$(state edit.morph.0)
near "$(state unit.morph.0) 0 0" "$weight 0 0" 0.0001 || fail "the army has $(state unit.morph.0), not $weight"
picture high.ppm "$scene"
changed low.ppm high.ppm 100 "the weight of the morph target"

# Undo and redo; "Use crowd settings" returns to the clip's weight.
key ctrl+z
wait_until state_is_not edit.morph.0 "$weight"
picture undone.ppm "$scene"
unchanged low.ppm undone.ppm 0 "undo does not restore the shape"
key ctrl+y
wait_for edit.morph.0 "$weight"
click_widget unit_reset
wait_for edit.morph.0 ""
point_at $((window_width - 5)) 13
picture reset.ppm "$scene"
unchanged clip.ppm reset.ppm 0 "the crowd's settings do not restore the clip's shape"
key ctrl+z
wait_for edit.morph.0 "$weight"

# With a technique that cannot show it, the panel says so, and the shape is the clip's.
choose technique vertex-texture
wait_for drawn_technique vertex-texture
wait_for unit.morph.0 1.0000
choose technique texture
wait_for unit.morph.0 "$(printf %.4f "$weight")"

# One vertex: the tip. From its joint at the origin to soldier.0, 0.6 of the height, and on to all of it, a bit farther with
# the weight, and for being nearer to the eye.
click_widget unit_anatomy
wait_for anatomy 1
frames 2
wait_until standing
read -r jx jy <<<"$(state joint.Sign)"
read -r x y <<<"$(state soldier.0)"
read -r x y < <(awk -v jx="$jx" -v jy="$jy" -v x="$x" -v y="$y" -v w="$weight" '
    BEGIN { f = 1.034 * (2 + 0.25 * w) / 1.2; printf "%d %d\n", jx + (x - jx) * f + 1, jy + (y - jy) * f + 2 }')
click "$x" "$y"
wait_until state_is_not vertex ""
wait_for vertex.compared 1
frames 2
cp "$state_file" frame.txt
at=$(state_file=frame.txt state vertex.base)
[[ $at == "0.00000 2.00000 0.00000" ]] || fail "the vertex is at $at in the mesh, not the tip"
for technique in texture palette cpu; do
    choose technique "$technique"
    wait_for drawn_technique "$technique"
    wait_for vertex.compared 1
    frames 2
    cp "$state_file" frame.txt
    (
        state_file=frame.txt
        [[ $(state vertex.morphs) == 1 ]] || fail "$technique: $(state vertex.morphs) deltas"
        near "$(state vertex.morphed)" "0 $(awk -v w="$weight" 'BEGIN { print 2 + 0.25 * w }') 0" 0.0002 ||
            fail "$technique: the morphed vertex is at $(state vertex.morphed) with weight $weight"
        [[ $(state vertex.equal) == 1 ]] || fail "$technique: $(state vertex.apart_mm) mm apart"
        above 0.020001 "$(state vertex.apart_mm)" || fail "$technique: $(state vertex.apart_mm) mm apart count as equal"
    )
done
widget_shown vertex_morphs || fail "the vertex's deltas are not listed"
choose technique texture
wait_for drawn_technique texture
click_widget unit_anatomy
wait_for anatomy 0

# Saved and opened again: the weight and the picture are the same.
wait_until standing
xdotool key ctrl+s
wait_until state_is_not scene_file ""
saved=$(state scene_file)
said "$saved" '"Wink": '
point_at $((window_width - 5)) 13
picture saved.ppm "$scene"
close_window
leave 0
start_window --scene "$saved"
wait_for edit.morph.0 "$weight"
wait_until standing
point_at $((window_width - 5)) 13
picture opened.ppm "$scene"
unchanged saved.ppm opened.ppm 0 "the scene has another shape"

# The step of the lesson has the numbers of this model.
click_widget lesson
wait_for learn lesson
wait_until widget_shown lesson_next
steps=$(state lesson.steps)
for ((step = 1; step < steps; ++step)); do
    [[ $(state lesson.title) != "Morph targets" ]] || break
    key Next
    wait_for learn.step "$step"
done
wait_until widget_shown lesson_storage
[[ $(state lesson.storage) == "wink has 1 morph target with 3 deltas for 3 vertices"* ]] ||
    fail "the lesson says: $(state lesson.storage)"
[[ $(state lesson.file) == include/morphs.glsl && $(state shader_error) == "" ]] ||
    fail "the step shows $(state lesson.file): $(state shader_error)"
picture lesson.ppm "${window_width}x$window_height+0+0"
click_widget lesson_close
wait_for learn none
close_window
leave 0

# Many targets are listed in a part of their own, and filtered by name.
names=$(printf '"Shape_%02d",' {1..20})
targets=$(printf '{"POSITION": %d},' {1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1})
sed -e "s/\[\"Wink\"\]/[${names%,}]/; s/\"targets\": \[[^]]*\]/\"targets\": [${targets%,}]/" -e '/"animations"/,/"channels"/d' \
    wink.gltf >shapes.gltf
start_window shapes.gltf --stand --crossfade 0
key space
wait_for paused 1
select_sign
widget_shown unit_morph_19 && fail "target 20 is shown without scrolling"
click_widget unit_morph_filter
type_text "shape_12"
wait_until widget_shown unit_morph_11
widget_shown unit_morph_0 && fail "the filter lists target 1"
slide unit_morph_11 5 80
wait_until state_above edit.morph.11 0.6
[[ $(state edit.morph.10) == "" ]] || fail "another target was set"
picture filtered.ppm "${window_width}x$window_height+0+0"
close_window
leave 0

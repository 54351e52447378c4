#!/usr/bin/env bash
# "Lift" in the panel: a model whose origin is in its middle stands on the ground, by hand it is moved at once, and undo.
source "$(dirname "$0")/../support/window.sh"
coarse="--samples 1"
render_scale=0.4
window_height=430

# A triangle from y = -1 to y = 1, with the origin inside.
cat >middle.gltf <<'GLTF'
{"asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0]}], "nodes": [{"name": "Sign", "mesh": 0}],
 "meshes": [{"name": "Sign", "primitives": [{"attributes": {"POSITION": 0}}]}],
 "accessors": [{"bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3", "min": [-1, -1, 0], "max": [1, 1, 0]}],
 "bufferViews": [{"buffer": 0, "byteLength": 36}],
 "buffers": [{"byteLength": 36, "uri": "data:application/octet-stream;base64,AACAvwAAgL8AAAAAAACAPwAAgL8AAAAAAAAAAAAAgD8AAAAA"}]}
GLTF
start_window middle.gltf --lod-error 0
pause_army
[[ $(state lift_m) == auto ]] || fail "the lift is $(state lift_m)"

# In the middle of the triangle, which is above the ground only if it is lifted.
read -r x y <<<"$(state soldier.0)"
click "${x%.*}" "${y%.*}"
wait_for selected 0
click $((window_width * 2 / 5)) $((window_height - 8))
wait_for selected -
wait_until standing
picture still_2.ppm

click_widget variation 10
choose lift file
wait_for lift_m file
picture now.ppm
changed still_2.ppm now.ppm 200 "units that are not lifted"
choose lift by_hand
wait_for lift_m 0
undos=$(state undos)
slide lift_m 50 70
state_above lift_m 0.8 || fail "the slider gives a lift of $(state lift_m) m"
wait_for undos $((undos + 1))
by_hand=$(state lift_m)
picture now.ppm
changed still_2.ppm now.ppm 20 "units lifted by hand"

key ctrl+z
wait_for lift_m 0
[[ $(state notice) == "Undone: Lift"* ]] || fail "undo says: $(state notice)"
key ctrl+z
wait_for lift_m file
key ctrl+z
wait_for lift_m auto
click_widget variation 10
wait_until standing
picture back.ppm
unchanged still_2.ppm back.ppm 0 "undo puts the units back on the ground"
for lift in file 0 "$by_hand"; do
    key ctrl+y
    wait_for lift_m "$lift"
done
close_window
leave 0

# In a scene.
echo '{"options": {"lift": -0.25}}' >lift.json
start_window middle.gltf --scene lift.json
[[ $(state lift_m) == -0.25 ]] || fail "the scene's lift is $(state lift_m)"
close_window
leave 0

#!/usr/bin/env bash
# The page of layers: a stack is built and edited with the mouse, the soldiers follow, undo and scenes have it, an aim takes its
# target from a click, and one soldier gets values of its own.
source "$(dirname "$0")/../support/window.sh"
render_scale=0.5
window_height=480
start_window --stand --formation grid --clips "$PHALANX_SOURCE_DIR/assets/soldier_moves.glb"
pause_army
[[ -z $(state pose) ]] || fail "layers are on at the start"

pose_has() { [[ $(state pose) == *"$1"* ]]; }
# Waits for an entry of a list, whose names are logged without spaces.
pick_entry() {
    click_widget "$1"
    wait_place "$1/$2"
    click_widget "$1/$2"
    wait_until widget_shown "$1"
}

# drag_point FROM TO: drags from one clip of the base's space to another.
drag_point() {
    local x y to_x to_y
    wait_until widget_shown "base_space_$2"
    wait_place "base_space_$2"
    read -r x y _ <<<"$(state "widget.base_space_$1")"
    read -r to_x to_y _ <<<"$(state "widget.base_space_$2")"
    drag 1 "${x%.*}" "${y%.*}" "${to_x%.*}" "${to_y%.*}"
}

click_widget layers
wait_for learn layers
picture off.ppm 170x300+190+60
click_widget layers_on 5
wait_until pose_has '"clip":"Walk"'
wait_for undos 1

# Clips that are blended by weights. While the army is paused, a change is seen at once.
wait_place base_add
click_widget base_add
wait_until widget_shown base_1_clip
wait_place base_1_clip
pick_entry base_1_clip Crouch
wait_until pose_has '"clip":"Crouch"'
picture half.ppm 170x300+190+60
steps=$(state undos)
slide base_1_weight 50 98
wait_until state_above undos "$steps"
picture more.ppm 170x300+190+60
changed half.ppm more.ppm 100 "a clip of the base weighs more"
slide base_1_weight 98 50
wait_until state_above undos $((steps + 1))

# A blend space: the point is dragged to the clip Run.
pick_entry base_source space_Move
drag_point 0 2
wait_until pose_has '"space":"Move"'
[[ $(state layers.weights) == "Run 100 %" ]] || fail "the corner's weights: $(state layers.weights)"

# A layer with a mask, and what is held.
wait_place add_layer
click_widget add_layer
wait_until pose_has '"UpperChest":1.0'
pose_has '"layers":[{"clip":"Aim",' || fail "a layer plays: $(state pose)"
wait_until pose_has '"reparent":[{"joint":"Weapon","to":"UpperChest"}]'
wait_place layer_0_clip
pick_entry layer_0_clip Salute
wait_until pose_has '"clip":"Salute"'
pick_entry layer_0_mask Right_arm
wait_until pose_has '"mask":{"Shoulder.R":1.0}'
slide layer_0_weight 98 50
wait_until pose_has '"weight":0.5'

# An additive clip: a hit, not a death.
before=$(state undos)
wait_place add_additive
click_widget add_additive
wait_until pose_has '"additive":[{"clip":"Hit",'
pose_has '"reference":{"clip":"Idle",' || fail "the additive clip's reference: $(state pose)"
wait_for undos $((before + 1))
key ctrl+z
wait_for undos "$before"

# Undo takes the last step back, with its name.
undone=$(state undos)
key ctrl+z
wait_for undos $((undone - 1))
[[ $(state notice) == "Undone: Layers"* ]] || fail "undo says: $(state notice)"
key ctrl+y
wait_for undos "$undone"

# An aim at a place of the ground, then at a soldier.
wait_place add_aim_Head
click_widget add_aim_Head
wait_until widget_shown aim_0_point
wait_place aim_0_point
click_widget aim_0_point
wait_for layers.picking 1
xdotool key Escape # ends the choice, not the page
wait_for layers.picking 0
[[ $(state learn) == layers ]] || fail "Escape closed the page"
wait_place aim_0_point
click_widget aim_0_point
wait_for layers.picking 1
click 260 440
wait_for layers.picking 0
wait_until pose_has '"target":{"world":['
click_widget aim_0_unit
wait_for layers.picking 1
read -r x y <<<"$(state soldier.2)"
click "${x%.*}" "${y%.*}"
wait_until pose_has '"target":{"unit":2'
[[ $(state selected) == - ]] || fail "the click that chose a target has selected soldier $(state selected)"

# One soldier's own values: the same stack.
of_all=$(state pose)
read -r x y <<<"$(state soldier.2)"
click "${x%.*}" "${y%.*}"
wait_for selected 2
pick_entry layers_whose soldier_2
wait_until widget_shown layers_as_all
drag_point 2 1
wait_until widget_ready layers_as_all
[[ $(state pose) == "$of_all" ]] || fail "the soldier's own values are those of all"

# A scene has both.
key ctrl+s
wait_until state_is_not scene_file ""
scene=$(state scene_file)
grep -q '"pose"' "$scene" || fail "the scene has no layers"
python3 - "$scene" <<'PY' || fail "the scene's poses are wrong"
import json, sys
scene = json.load(open(sys.argv[1]))
of_all, own = scene["options"]["pose"], scene["soldiers"]["2"]["pose"]
assert of_all["base"]["space"] == own["base"]["space"] == "Move", (of_all, own)
assert of_all["base"]["at"] != own["base"]["at"]
assert of_all["layers"] == own["layers"]
PY
click_widget layers_on 5
wait_for pose ""
xdotool key Escape
wait_for learn none
close_window
leave 0

# The scene brings the layers back, also in an army that lacks the soldier with values of its own, the target of the others.
rm -f "$state_file"
window_units=2
start_window --scene "$scene"
wait_until pose_has '"space":"Move"'
frames 3
pose_has '"target":{"unit":2' || fail "the target is gone: $(state notice)"
[[ $(state notice) != *"ayers are off"* ]] || fail "a smaller army has no layers: $(state notice)"
close_window
leave 0

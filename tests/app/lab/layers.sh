#!/usr/bin/env bash
# The lab with layers: a joint and a vertex of one soldier followed to numbers that equal the GPU's, common mistakes of layers,
# and a mask whose joints are clicked on the skeleton.
source "$(dirname "$0")/../support/window.sh"
render_scale=0.5
window_height=560
pose=$OUTPUT/stack.json
cat >"$pose" <<'POSE'
{"base":{"space":"Move","at":[0.3,2]},
 "layers":[{"clip":"Salute","time":1.2,"mask":{"Spine":0.333,"Chest":0.667,"UpperChest":1}}],
 "additive":[{"clip":"Hit","time":0.2,"reference":{"clip":"Idle"},"mask":{"Spine":1}}],
 "reparent":[{"joint":"Weapon","to":"UpperChest"}],
 "aim":[{"chain":["Spine","Chest","UpperChest"],"joint":"Head","target":[2,1.8,2]}],
 "ik":[{"joint":"Hand.L","target":[0.4,1.1,0.4],"weight":0.8}]}
POSE
start_window --stand --formation grid --clips "$PHALANX_SOURCE_DIR/assets/soldier_moves.glb" --pose "$pose"
pause_army

# One joint: each operator is a step, and the rows equal those that the GPU has written.
open_anatomy
click_widget anatomy_joint
wait_until widget_shown tree/Chest
wait_place tree/Chest
read -r x y _ <<<"$(state widget.tree/Chest)"
click "${x%.*}" "${y%.*}"
wait_until state_is_not anatomy.kept -
wait_for path.joint Chest
wait_for path.compared 1
[[ $(state path.equal) == 1 ]] || fail "the matrix of the chest is $(state path.apart_mm) mm from the GPU's"
[[ $(state path.steps) == 5 ]] || fail "base, layer, additive clip, aim and IK are $(state path.steps) steps"
state_above path.samples 4 || fail "a point between clips of a space, a layer, and an additive clip with its reference"
# One vertex.
read -r x y <<<"$(state joint.Head)"
click "${x%.*}" "${y%.*}"
wait_until state_is_not vertex ""
wait_for vertex.compared 1
[[ $(state vertex.equal) == 1 ]] || fail "the vertex is $(state vertex.apart_mm) mm from the GPU's"
wait_place anatomy_joint
click_widget anatomy_joint
wait_for anatomy.page joint

# Mistakes: each is seen, and the reference makes it, too.
key m
wait_for learn mistakes
click_widget mistakes_layers
wait_until standing
wait_place mistake_model_masks
point_at 5 5 # no joint under the mouse
frames 2
picture right.ppm 170x200+190+60
mistake() { # WIDGET LEAST
    wait_place "$1"
    click_widget "$1" 5
    wait_for mistakes 1
    point_at 5 5
    frames 2
    picture "$1.ppm" 170x200+190+60
    changed right.ppm "$1.ppm" "$2" "$1"
    wait_for path.compared 1
    wait_for path.equal 1
    wait_place mistakes_right
    click_widget mistakes_right
    wait_for mistakes 0
}
mistake mistake_model_masks 100
mistake mistake_added_matrices 100
mistake mistake_no_hemisphere 20
mistake mistake_aim_before_layers 100
point_at 5 5
frames 2
picture again.ppm 170x200+190+60
unchanged right.ppm again.ppm 0 "after Reset"

# A mask: joints of the skeleton are clicked, first one outside the mask, then one that an ancestor covers.
key m
wait_for learn none
click_widget unit_anatomy
wait_for anatomy 0
click_widget layers
wait_for learn layers
wait_place layer_0_joints
click_widget layer_0_joints
wait_for layers.picking 1
mask_has() { [[ $(state pose) == *'"layers":[{"clip":"Salute"'*"$1"* ]]; }
read -r x y <<<"$(state mask_joint.Foot.L)"
click "${x%.*}" "${y%.*}"
wait_until mask_has '"Foot.L":1.0'
click "${x%.*}" "${y%.*}"
mask_lacks() { ! mask_has "$1"; }
wait_until mask_lacks '"Foot.L"'
read -r x y <<<"$(state mask_joint.Head)"
click "${x%.*}" "${y%.*}"
wait_until mask_has '"Head":0.0'
click "${x%.*}" "${y%.*}"
wait_until mask_lacks '"Head":0.0'
# Without the panel, clicks select soldiers again.
key Tab
wait_for panel 0
wait_for layers.picking 0
key Tab
wait_for panel 1
wait_place layer_0_joints
click_widget layer_0_joints
wait_for layers.picking 1
xdotool key Escape
wait_for layers.picking 0
[[ $(state learn) == layers ]] || fail "Escape closed the page"
click_widget layers_close
wait_for learn none
for _ in 1 2 3; do xdotool key Escape; done # the anatomy, and twice for the window
leave 0

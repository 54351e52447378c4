#!/usr/bin/env bash
# The lab's IK: a target dragged with the mouse, the rounds of the three solvers one by one, targets that cannot be reached or lie
# on the chain's line, limits of joints, and the same IK for the whole army.
source "$(dirname "$0")/../support/window.sh"
render_scale=0.5
window_width=760
window_height=480
window_units=4
start_window --stand --clip Walk
pause_army
key space
wait_for paused 0
open_anatomy
click_widget anatomy_ik
wait_for anatomy.page ik
wait_for paused 1 # so that the rounds can be followed
key f
wait_until standing
wait_until widget_shown ik_target

round_error() { state "ik.$1.error.$2"; }
middle_of() {
    local x0 y0 x1 y1
    read -r x0 y0 x1 y1 _ <<<"$(state "widget.$1")"
    echo "$(((x0 + x1) / 2)) $(((y0 + y1) / 2))"
}
# drag_target BY_X BY_Y
drag_target() {
    local x y
    read -r x y <<<"$(middle_of ik_target)"
    drag 1 "$x" "$y" $((x + $1)) $((y + $2))
    point_at $((window_width - 5)) 13
    frames 2
}
# The drawn end of the chain lies on the target's ring.
on_target() {
    local x y
    read -r x y <<<"$(middle_of ik_target)"
    near "$(state ik.joint.2)" "$x $y" 2.5
}

# A target in reach: two bones take one round, FABRIK and CCD come nearer by each.
[[ $(state ik.two-bone.rounds) == 1 ]] || fail "two-bone IK takes $(state ik.two-bone.rounds) rounds"
for solver in ccd fabrik; do
    above 1 "$(round_error $solver 30)" && above "$(round_error $solver 0)" "$(round_error $solver 3)" ||
        fail "$solver: $(round_error $solver 0), $(round_error $solver 3), $(round_error $solver 30) mm"
done

# Round by round.
click_widget ik_first
wait_for ik.step 0
on_target && fail "the chain is at its target before the first round"
picture start.ppm 300x220+195+0
click_widget ik_forward
wait_for ik.step 1
first=$(state ik.joint.2)
click_widget ik_forward
wait_for ik.step 2
picture second.ppm 300x220+195+0
changed start.ppm second.ppm 60 "the rounds are not drawn"
click_widget ik_back
wait_for ik.step 1
[[ $(state ik.joint.2) == "$first" ]] || fail "a step back shows another chain"
slide ik_step 5 99
wait_until state_above ik.step 25
wait_until on_target
for solver in ccd two-bone; do
    click_widget "ik_solver/$solver"
    wait_for ik.solver "$solver"
    wait_until on_target
done

# The target follows the mouse, and the chain follows the target.
before=$(state ik.target_mm)
eye=$(state goal_eye)
drag_target -14 -20
[[ $(state ik.target_mm) != "$before" ]] || fail "the target was dragged and stays $before mm away"
[[ $(state goal_eye) == "$eye" ]] || fail "the drag turns the camera, too"
wait_until on_target

# Out of reach: all are straight at once.
click_widget ik_too_far
out_of_reach() { state_above ik.target_mm "$(state ik.length_mm)"; }
wait_until out_of_reach
for solver in two-bone ccd fabrik; do
    [[ $(state "ik.$solver.rounds") == 1 ]] || fail "$solver takes $(state "ik.$solver.rounds") rounds to a target out of reach"
done
on_target && fail "the chain reaches a target that is out of its reach"

# On the chain's line: it bends.
click_widget ik_collinear
within_reach() { state_above ik.length_mm "$(state ik.target_mm)"; }
wait_until within_reach
above 1 "$(round_error fabrik 30)" || fail "FABRIK ends $(round_error fabrik 30) mm from a target on the chain's line"

# Limits, which two-bone IK does not know.
click_widget ik_reachable
wait_for ik.two-bone.can 1
click_widget ik_limits
wait_for ik.two-bone.can 0
wait_for ik.solver fabrik
click_widget ik_limits
wait_for ik.two-bone.can 1

# The whole army, whose layers this switches on.
picture alone.ppm 540x250+195+0
click_widget ik_army
wait_for ik.army 1
wait_for undos 1
[[ $(state pose) == *'"ik":['*'"joint":"Hand.L"'* ]] || fail "the army's pose: $(state pose)"
frames 2
picture army.ppm 540x250+195+0
changed alone.ppm army.ppm 60 "no soldier reaches for the target"
pose=$(state pose)
drag_target 10 -20
wait_until state_is_not pose "$pose"
picture dragged.ppm 540x250+195+0
changed army.ppm dragged.ppm 60 "no soldier follows the target"
wait_until on_target # from the pose without the IK
key ctrl+z
wait_for pose "$pose"
wait_until on_target
click_widget ik_army
wait_for ik.army 0
[[ -z $(state pose) ]] || fail "layers that only the IK needed stay on"

# Another chain has its own target.
click_widget ik_chain
wait_until widget_shown ik_chain/5_joints_to_Head
click_widget ik_chain/5_joints_to_Head
wait_for ik.two-bone.can 0
above 1 "$(round_error fabrik 30)" || fail "FABRIK ends $(round_error fabrik 30) mm from the head's target"

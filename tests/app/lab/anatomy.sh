#!/usr/bin/env bash
# The anatomy of one soldier: the skeleton drawn over the scene, the texels that it reads, the joint under the mouse in tree,
# texture and scene, and the timeline of its clips.
source "$(dirname "$0")/../support/window.sh"
coarse="--samples 1"
render_scale=0.4
window_width=667
window_height=413
start_window --crossfade 0
wait_until state_above ticks 12288 # three seconds: some cycles have passed
pause_army
read -r x y <<<"$(state soldier.0)"
click "${x%.*}" "${y%.*}"
wait_for selected 0
key f
wait_until standing
picture alone.ppm 267x133+193+27
click_widget unit_anatomy
wait_for anatomy 1
picture bones.ppm 267x133+193+27
changed alone.ppm bones.ppm 100 "no skeleton"
key f # the panel has made the free part of the window smaller
wait_until standing

widget_gone() { [[ -z $(state "widget.$1") ]]; }
# row JOINT: the geometry of its row in the tree, for images.
in_tree() {
    local x y
    read -r x y _ <<<"$(state "widget.tree/$1")"
    echo "40x7+$x+$((y - 3))"
}

# In the scene: the joint under the mouse is marked, and the vertices that it moves are coloured.
point_at $((window_width - 5)) 13
wait_for anatomy.joint -
picture before.ppm 280x200+193+0
read -r x y <<<"$(state joint.Head)"
point_at "${x%.*}" "${y%.*}"
wait_until state_is_not anatomy.joint -
head=$(state anatomy.joint)
picture after.ppm 280x200+193+0
changed before.ppm after.ppm 150 "nothing lights up at the head"
[[ $(state anatomy.joint_name) == Head ]] || fail "the joint at the head is $(state anatomy.joint_name)"
[[ $(state anatomy.marked) == "$head" ]] || fail "the tree marks joint $(state anatomy.marked), not the head, $head"
widget_shown tree/Head || fail "the head's row is out of sight in the tree"

# In the texture: the height selects the joint; outside, there is none.
read -r x0 y0 x1 y1 enabled <<<"$(state widget.texels)"
point_at $(((x0 + x1) / 2)) $((y0 + 1))
wait_for anatomy.joint 0
point_at $(((x0 + x1) / 2)) $((y1 - 1))
wait_until state_is_not anatomy.joint 0
state_is_not anatomy.joint "$head" || fail "the last row of texels is the head's as well"
state_above anatomy.joint 20 || fail "the last row of texels is joint $(state anatomy.joint)"

[[ $(state anatomy.marked) == "$(state anatomy.joint)" ]] || fail "the tree does not mark the joint of the texel"
wait_until widget_shown "tree/$(state anatomy.joint_name)"

# In the tree: the joint's rows of the texture are highlighted, and so are joint and vertices on the soldier. Rows do not
# move while the mouse is over them.
texels=$((x1 - x0 - 4))x$((y1 - y0 - 4))+$((x0 + 2))+$((y0 + 2))
point_at $((window_width - 5)) 13
wait_for anatomy.joint -
picture before.ppm 280x200+193+0
picture rows_before.ppm "$texels"
read -r x y _ <<<"$(state widget.joints)"
point_at $((x + 40)) $((y + 5)) # the wheel scrolls back to the first rows
xdotool click --repeat 40 4
wait_until widget_shown tree/Hips
read -r x y _ <<<"$(state widget.tree/Chest)"
point_at "$x" "$y"
wait_for anatomy.joint_name Chest
chest=$(state anatomy.joint)
[[ $(state anatomy.marked) == "$chest" ]] || fail "the row under the mouse is not marked"
picture after.ppm 280x200+193+0
changed before.ppm after.ppm 150 "nothing lights up at the chest"
picture rows_after.ppm "$texels"
changed rows_before.ppm rows_after.ppm 3000 "the chest's rows of texels do not stand out"
[[ $(state widget.tree/Chest) == "$x $y"* ]] || fail "the tree moves under the mouse"

# A click keeps the joint until the mouse points at another one; a second click releases it.
click "$x" "$y"
wait_for anatomy.kept "$chest"
point_at $((window_width - 5)) 13
wait_for anatomy.joint "$chest"
picture kept.ppm 280x200+193+0
changed before.ppm kept.ppm 150 "the joint that is kept is dark"
click "$x" "$y"
wait_for anatomy.kept -
point_at $((window_width - 5)) 13
wait_for anatomy.joint -

# A click on a triangle folds the descendants of a joint; its row then stands for them.
read -r x y _ <<<"$(state widget.tree/Hips)"
click $((x - 7)) "$y"
wait_until widget_gone tree/Chest
[[ $(state anatomy.kept) == - ]] || fail "folding keeps a joint"
read -r x y <<<"$(state joint.Head)"
point_at "${x%.*}" "${y%.*}"
wait_for anatomy.joint "$head"
picture folded.ppm "$(in_tree Hips)"
point_at $((window_width - 5)) 13
wait_for anatomy.joint -
picture dark.ppm "$(in_tree Hips)"
changed folded.ppm dark.ppm 50 "the joint that hides the head is not marked"
read -r x y _ <<<"$(state widget.tree/Hips)"
click $((x - 7)) "$y"
wait_until widget_shown tree/Chest

# The wheel zooms about the mouse, a drag scrolls, one button shows a single clip, another shows all.
span() { awk -v a="$(state anatomy.first)" -v b="$(state anatomy.last)" 'BEGIN { print b - a }'; }
whole=$(span)
above "$whole" 500 || fail "all frames are $whole"
point_at $(((x0 + x1) / 2)) $((y1 - 1))
xdotool click --repeat 5 4
frames 2
near=$(span)
above "$whole" "$near" || fail "the wheel leaves $near frames of $whole"
first=$(state anatomy.first)
drag 1 $(((x0 + x1) / 2)) $((y0 + 13)) $(((x0 + x1) / 2 - 53)) $((y0 + 13))
above "$(state anatomy.first)" "$first" || fail "a drag to the left goes from $first to $(state anatomy.first)"
click_widget anatomy_b
frames 2
above "$near" "$(span)" || fail "clip B is $(span) frames wide"
click_widget anatomy_all
frames 2
[[ $(span) == "$whole" ]] || fail "all clips are $(span) frames wide, and were $whole"

# The timeline's current cycle has the phase of the soldier. In step, clips A and B have the same cycles.
read -r from until runs <<<"$(state timeline.a)"
awk -v from="$from" -v until="$until" -v phase="$(state unit.phase_a)" \
    'BEGIN { d = -from / (until - from) - phase; exit !(from <= 0 && until > 0 && d * d < 1e-5) }' ||
    fail "the block of A, $from to $until, and the phase, $(state unit.phase_a)"
((runs)) || fail "the soldier does not walk"
[[ $(state timeline.b) == "$from $until $runs" ]] || fail "out of step: A $from $until, B $(state timeline.b)"
# The mouse selects a moment, the wheel zooms.
read -r x0 y0 x1 y1 _ <<<"$(state widget.timeline)"
lanes=$((x1 - x0 - 27))x$((y1 - y0 - 11))+$((x0 + 27))+$((y0 + 1))
picture walks.ppm "$lanes"
point_at $((x1 - 1)) $(((y0 + y1) / 2))
wait_until state_is_not timeline.at_s -
awk -v at="$(state timeline.at_s)" 'BEGIN { exit !(at > 3.9 && at <= 4.0) }' || fail "the right end is $(state timeline.at_s) s from now"
xdotool click --repeat 3 4
wait_until state_is_not timeline.span_s 8
state_above timeline.span_s 3 || fail "three notches leave $(state timeline.span_s) s"
xdotool click --repeat 3 5
wait_until state_above timeline.span_s 7.9
# With a constant weight of 50 %, both lanes are half filled from now on; the time before is not shown.
slide unit_blend 1 50
point_at $((window_width - 5)) 13
wait_for timeline.at_s -
read -r from _ <<<"$(state timeline.a)"
((from == 0)) || fail "the instance data was written just now, but the timeline shows $from ticks before"
picture blended.ppm "$lanes"
changed walks.ppm blended.ppm 4000 "the timeline looks the same with half of B"

click_widget unit_anatomy
wait_for anatomy 0
[[ -z $(state joint.Head) ]] || fail "a skeleton without an anatomy"

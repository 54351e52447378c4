#!/usr/bin/env bash
# The anatomy of one soldier: his skeleton over the picture, the texels that he reads, a joint pointed at in both.
source "$(dirname "$0")/support/window.sh"
window_width=1000
window_height=620
start_window
pause_army
read -r x y <<<"$(state soldier.0)"
click "${x%.*}" "${y%.*}"
wait_for selected 0
key f
wait_until standing
picture alone.png 400x200+290+40
click_widget unit_anatomy
wait_for anatomy 1
picture bones.png 400x200+290+40
changed alone.png bones.png 100 "no skeleton"
key f # what is free of the window is less now
wait_until standing

# In the world: the joint under the mouse, and the vertices that it moves.
point_at $((window_width - 5)) 20
wait_for anatomy.joint -
picture before.png 420x300+290+0
read -r x y <<<"$(state joint.Head)"
point_at "${x%.*}" "${y%.*}"
wait_until state_is_not anatomy.joint -
head=$(state anatomy.joint)
picture after.png 420x300+290+0
changed before.png after.png 150 "nothing lights up at the head"

# In the texture: another joint at another height, none outside.
read -r x0 y0 x1 y1 enabled <<<"$(state widget.texels)"
point_at $(((x0 + x1) / 2)) $((y0 + 2))
wait_for anatomy.joint 0
point_at $(((x0 + x1) / 2)) $((y1 - 2))
wait_until state_is_not anatomy.joint 0
state_is_not anatomy.joint "$head" || fail "the last row of texels is the head's as well"
state_above anatomy.joint 20 || fail "the last row of texels is joint $(state anatomy.joint)"

# The wheel comes nearer about the mouse, a drag goes along, a button shows one clip, another all.
span() { awk -v a="$(state anatomy.first)" -v b="$(state anatomy.last)" 'BEGIN { print b - a }'; }
whole=$(span)
above "$whole" 500 || fail "all frames are $whole"
xdotool click --repeat 5 4
frames 2
near=$(span)
above "$whole" "$near" || fail "the wheel leaves $near frames of $whole"
first=$(state anatomy.first)
drag 1 $(((x0 + x1) / 2)) $((y0 + 20)) $(((x0 + x1) / 2 - 80)) $((y0 + 20))
above "$(state anatomy.first)" "$first" || fail "a drag to the left goes from $first to $(state anatomy.first)"
click_widget anatomy_b
frames 2
above "$near" "$(span)" || fail "clip B is $(span) frames wide"
click_widget anatomy_all
frames 2
[[ $(span) == "$whole" ]] || fail "all clips are $(span) frames wide, and were $whole"

click_widget unit_anatomy
wait_for anatomy 0
[[ -z $(state joint.Head) ]] || fail "a skeleton without an anatomy"

#!/usr/bin/env bash
# Undo and redo by keys: a drag is one step, an edit of one soldier is a step, and the image is restored.
source "$(dirname "$0")/../support/window.sh"
coarse="--samples 1"
render_scale=0.4
window_height=430
start_window --formation grid --lod-error 0
pause_army
[[ $(state undos) == 0 && $(state redos) == 0 ]] || fail "steps before any edit: $(state undos), $(state redos)"

# A drag through many values is one step.
offset=$(state offset)
slide offset 20 70
[[ $(state offset) != "$offset" ]] || fail "the slider does not move"
wait_for undos 1
moved=$(state offset)
picture moved.ppm
changed still_2.ppm moved.ppm 500 "another phase"
choose formation ring
wait_for undos 2
key ctrl+z
wait_for formation grid
[[ $(state offset) == "$moved" ]] || fail "undo took the offset too: $(state offset)"
[[ $(state notice) == "Undone: Formation"* ]] || fail "undo says: $(state notice)"
key ctrl+z
wait_for undos 0
[[ $(state offset) == "$offset" ]] || fail "the offset is $(state offset) instead of $offset"
picture back.ppm
# The army was laid out again, at another moment, which rounds phases and places otherwise: at an edge a pixel of the scene may
# change, which is 6 x 6 pixels here.
unchanged still_2.ppm back.ppm 72 "undo brings the picture back"
key ctrl+z
[[ $(state notice) == "Nothing to undo" ]] || fail "nothing is left, and it says: $(state notice)"

key ctrl+y
wait_for offset "$moved"
key ctrl+shift+z
wait_for formation ring
[[ $(state redos) == 0 ]] || fail "$(state redos) steps left to redo"

# An edit of one soldier; it removes the steps that could be redone.
key ctrl+z
wait_for formation grid
select_first_soldier
slide unit_speed 20 60
wait_until state_is_not edit.speed -
[[ $(state redos) == 0 && $(state undos) == 2 ]] || fail "the soldier's speed: $(state undos) undos, $(state redos) redos"
speed=$(state edit.speed)
key ctrl+z
wait_for edit.speed -
key ctrl+y
wait_for edit.speed "$speed"

# Camera, pause and selection are not steps.
undos=$(state undos)
key space
wait_for paused 0
key c
wait_for follow 0
[[ $(state undos) == "$undos" ]] || fail "pause or camera count as steps"

# The lesson has steps of its own until it is closed; then those before it are there again.
key l
wait_for learn lesson
wait_for undos 0
key plus
wait_for undos 1
key ctrl+z
wait_for undos 0
key ctrl+z
[[ $(state learn) == lesson && $(state undos) == 0 ]] || fail "undo leads out of the lesson"
key l
wait_for learn none
wait_for undos "$undos"
key ctrl+z
wait_for edit.speed -
[[ $(state learn) == none && $(state formation) == grid ]] || fail "undo goes back into the lesson"
close_window
leave 0

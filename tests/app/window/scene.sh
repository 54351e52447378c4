#!/usr/bin/env bash
# Scenes: opened by name, saved by Ctrl + S, opened in the window; and the scene of the last session.
source "$(dirname "$0")/../support/window.sh"
render_scale=0.4
window_height=400

# An error in a scene is reported in one line with its place, before a window opens.
printf '{\n  "options": {\n    "units": 0\n  }\n}\n' >wrong.json
expect 3 "$PHALANX" run --scene wrong.json
said stderr 'wrong.json:3: "units"'
[[ $(wc -l <stderr) == 1 ]] || fail "more than one line about a mistake: $(cat stderr)"
expect 3 "$PHALANX" run --scene nowhere
said stderr "nowhere" "parade"
expect 3 "$PHALANX" run --last
said stderr "no last session"

drawn_as_set() {
    wait_for drawn_technique palette
    wait_for baking 0
    wait_for busy ""
    frames 3
}
# The command line (6 units) overrides the scene, and the scene overrides the defaults.
start_window --scene mixed-army
[[ $(state units) == 6 ]] || fail "$(state units) units instead of the command line's 6"
[[ $(state formation) == ring ]] || fail "the scene's ring is $(state formation)"
[[ $(state scene) == mixed-army ]] || fail "the scene is $(state scene)"
[[ $(state march) == 0 ]] || fail "they march"
key space
wait_for paused 1
read -r x y <<<"$(state soldier.0)"
click "${x%.*}" "${y%.*}"
wait_for selected 0
[[ $(state edit.tint) == 0.847* ]] || fail "soldier 0 has the tint $(state edit.tint)"
wait_until widget_shown unit_speed
slide unit_speed 20 60
wait_until state_is_not edit.speed -
speed=$(state edit.speed)
choose overlay joints
choose technique palette
key m
wait_for learn mistakes
click_widget mistake_bind_normals 5
click_widget mistake_no_closing_frame 5
key m
wait_for learn none
drawn_as_set
wait_until standing # else the camera would be saved while it moves
xdotool key ctrl+s
wait_until state_is_not scene_file ""
saved=$(state scene_file)
ticks=$(state ticks)
picture saved.ppm
[[ -f $saved ]] || fail "no scene at $saved"
said "$saved" '"formation": "ring"' '"technique": "palette"' '"paused": true' '"overlay": "joints"' '"#d8b020"' '"no-closing-frame"' '"time": '

# Another scene from the panel's list; then a new window with the saved scene on its command line.
choose scene anatomy
wait_for scene anatomy
wait_for anatomy 1
[[ $(state units) == 3 && $(state overlay) == none && $(state paused) == 1 ]] ||
    fail "anatomy: $(state units) units, overlay $(state overlay), paused $(state paused)"
wait_until state_is drawn_technique texture
[[ $(state scene_file) == "" ]] || fail "Ctrl + S would write over the shipped scene: $(state scene_file)"
# Esc closes the anatomy, which the scene opens, and then the window.
key Escape
wait_for anatomy 0
close_window
leave 0

same_as_saved() {
    [[ $(state formation) == ring && $(state overlay) == joints && $(state paused) == 1 && $(state selected) == 0 ]] ||
        fail "$1: $(state formation), overlay $(state overlay), paused $(state paused), selected $(state selected)"
    [[ $(state edit.speed) == "$speed" ]] || fail "$1: the soldier's speed is $(state edit.speed), not $speed"
    [[ $(state bind_normals) == 1 && $(state no_closing_frame) == 1 ]] || fail "$1 does not restore the mistakes"
    drawn_as_set
    [[ $(state ticks) == "$ticks" ]] || fail "$1: the clock says $(state ticks), not $ticks"
    wait_until standing
    picture again.ppm
    unchanged saved.ppm again.ppm 40 "$1" # six pixels of the render target, scaled up
}
start_window --scene "$saved"
same_as_saved "the saved scene"
eye=$(state eye)
close_window
leave 0
start_window --last
same_as_saved "the last session"
near "$(state eye)" "$eye" 0.01 || fail "the last session's camera is at $(state eye), not $eye"
close_window
leave 0

# Size and text scale of the window are restored. Edits of soldiers that the army does not have stay in the file.
printf '{"soldiers": {"2": {"speed": 0.5}, "40": {"tint": "#102030"}}}\n' >large.json
start_window --scene large.json
[[ $(state notice) == *"large.json: soldier 40: the army has 6 soldiers"* ]] || fail "soldier 40: $(state notice)"
# A window smaller than --size allows: the saved scene must still be readable.
xdotool search --onlyvisible --class phalanx windowsize 5 5 mousemove --window %1 2 2
wait_for size "5 5"
xdotool key ctrl+s
wait_for notice "Scene saved: large.json" # without a list of what is not saved
said large.json '"size": "16x16"'
xdotool search --onlyvisible --class phalanx windowsize 700 440
wait_for size "700 440"
xdotool key ctrl+s
wait_until grep -qF '"size": "700x440"' large.json
said large.json '"size": "700x440"' '"ui-scale": 0.5' '"40"' '"#102030"' '"2"'
close_window
leave 0
sized_by_scene=1
start_window --scene large.json
[[ $(state size) == "700 440" && $(state ui_scale) == 0.5 ]] ||
    fail "the window begins with $(state size), text at $(state ui_scale)"
close_window
leave 0

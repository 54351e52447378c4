#!/usr/bin/env bash
# Soldiers fall: one by a shot of the mouse, the nearest by a button. They lie without uploads, also in a saved scene, until they
# get up or are all in their ranks again. One who is wounded stays on its feet.
source "$(dirname "$0")/../support/window.sh"
coarse=
render_scale=0.4
window_height=760 # all of the panel

# The texts above the section change their heights, so a click can miss it.
open_falls() {
    local tries
    for tries in 1 2 3 4 5; do
        wait_place falls
        click_widget falls
        if widget_shown raise; then return; fi
    done
    fail "the section does not open"
}

start_window --stand --formation grid --ground flat --technique palette --encoding rgba32f --lod-error 0
wait_for drawn_technique palette
read -r x y <<<"$(state soldier.0)"
xdotool keydown ctrl
click "${x%.*}" "${y%.*}"
xdotool keyup ctrl
fell() { state_above falls.falling 0 || state_above falls.lying 0 || state_above falls.by_clip 0; }
wait_until fell
[[ $(state selected) == - || $(state selected) == "" ]] || fail "a shot selects soldier $(state selected)"
if state_above falls.by_clip 0; then
    # A build without physics.
    picture clip.ppm
    open_falls
    wait_until widget_ready raise
    click_widget raise
    wait_for falls.by_clip 0
    key Escape
    xdotool key Escape
    leave 0
    skip "this build has no ragdolls: soldiers fell by their clip"
fi
wait_s=30 wait_for falls.lying 1
wait_for falls.falling 0

# A wounded soldier staggers, and is as before.
read -r x y <<<"$(state soldier.3)"
xdotool keydown ctrl keydown shift
click "${x%.*}" "${y%.*}"
xdotool keyup shift keyup ctrl
wait_until state_above falls.recovering 0
wait_s=30 wait_for falls.recovering 0
[[ $(state falls.lying) == 1 ]] || fail "$(state falls.lying) lie after one was wounded"

# The nearest fall by the button; a soldier who lies falls only once.
open_falls
wait_until widget_ready shoot
picture standing.ppm
click_widget shoot
wait_until state_above falls.falling 0
wait_s=60 wait_for falls.lying 6
wait_for falls.falling 0
pause_army # clouds move
picture lying.ppm
changed standing.ppm lying.ppm 200 "falls"
click_widget shoot
[[ $(state notice) == "No soldier is near enough"* ]] || fail "no one is left, but: $(state notice)"
[[ $(state falls.falling) == 0 ]] || fail "$(state falls.falling) fall again"

# A technique of the CPU draws them, too, and a lying soldier can be selected.
choose technique cpu
wait_for drawn_technique cpu
picture cpu.ppm
unchanged lying.ppm cpu.ppm 40 "technique cpu"
choose technique palette
wait_for drawn_technique palette

# A saved scene brings them back, where they lay.
picture before.ppm
xdotool key ctrl+s
wait_until state_is_not scene_file ""
saved=$(state scene_file)
said "$saved" '"fallen"' '"pose"'
click_widget raise
wait_for falls.lying 0
picture raised.ppm
changed before.ppm raised.ppm 200 "raising"
close_window
leave 0
start_window --scene "$saved"
wait_for falls.lying 6
wait_for drawn_technique palette
open_falls
wait_until widget_ready raise
picture again.ppm
unchanged before.ppm again.ppm 100 "the scene"

# A pose of another model, and one that is broken: one line, and the others lie.
sed -i '0,/"pose": "..../s//"pose": "zzzz/' "$saved"
close_window
leave 0
start_window --scene "$saved"
wait_for falls.lying 5
[[ $(state notice) == *"hexadecimal"* ]] || fail "a broken pose: $(state notice)"

# They get up where they lie, and can be sent back to their ranks.
open_falls
key space # the scene is paused
wait_for paused 0
wait_until widget_ready get_up
click_widget get_up
wait_until state_above falls.recovering 0
wait_s=60 wait_for falls.recovering 0
wait_for falls.lying 0
wait_until widget_ready raise
[[ $(state widget.get_up) == *" 0" ]] || fail "no one lies, but can get up"
click_widget raise
in_ranks() { widget_shown raise && ! widget_ready raise; }
wait_until in_ranks
click_widget shoot
wait_s=60 wait_for falls.lying 6

# The panel of a soldier who lies says so.
key n
wait_until widget_shown value:Body

# Another formation stands.
choose formation ring
wait_for falls.lying 0
close_window
leave 0

#!/usr/bin/env bash
# A frame budget in the window: 1 ms raises the LOD error to six times the set one, 1000 ms does not raise it. It is set in
# the panel, undone, saved in the scene and reported in the results.
source "$(dirname "$0")/../support/window.sh"
coarse=
render_scale=0.4
window_height=500 # the opened section "Culling and LOD" fits

start_window --stand --lod-error 1.5 --frame-budget 1
wait_for lod_error_in_force_px 9
[[ $(state lod_error_px) == 1.5 && $(state frame_budget_ms) == 1 ]] ||
    fail "an error of $(state lod_error_px) px, a budget of $(state frame_budget_ms) ms are set"
click_widget detail 10
wait_until widget_shown frame_budget
wait_until widget_shown "value:frame_budget"
keeps_places 3

# Switched off in the panel, and restored by Ctrl + Z.
slide frame_budget 10 0
wait_for frame_budget_ms 0
wait_for lod_error_in_force_px 1.5
xdotool key ctrl+z
wait_for frame_budget_ms 1
wait_for lod_error_in_force_px 9
xdotool key ctrl+s
wait_until state_is_not scene_file ""
saved=$(state scene_file)
said "$saved" '"frame-budget": 1,' '"lod-error": 1.5'
close_window
leave 0

start_window --scene "$saved"
[[ $(state frame_budget_ms) == 1 ]] || fail "the saved scene's budget is $(state frame_budget_ms)"
wait_for lod_error_in_force_px 9
close_window
leave 0

# A budget that is not exceeded changes no frame.
expect 0 "$PHALANX" run --units 6 --size 320x200 --no-ui --frames 30 --lod-error 1.5 --frame-budget 1000 --json room.json
said room.json '"frame_budget_ms": 1000.0' '"lod_error_px": 1.5' '"mean": 1.5' '"most": 1.5'
expect 0 "$PHALANX" run --units 6 --size 320x200 --no-ui --frames 30 --lod-error 1.5 --frame-budget 1 --json none.json
said none.json '"frame_budget_ms": 1.0' '"lod_error_px": 1.5' '"most": 9.0'
said stdout "for a budget of 1 ms" "9.00 at most"

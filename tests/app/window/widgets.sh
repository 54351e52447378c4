#!/usr/bin/env bash
# Each widget of the panel, used with the mouse, changes its setting and the image of the army.
source "$(dirname "$0")/../support/window.sh"
render_scale=0.4
window_height=500 # all of the panel fits
start_window
pause_army

# effect LEAST WHAT: the army differs from still_2.ppm by at least LEAST pixels.
effect() {
    picture now.ppm
    changed still_2.ppm now.ppm "$1" "$2"
}
same_again() {
    wait_until standing
    picture still_2.ppm
}

slide units 15 40
state_above units 20 || fail "the slider of units gives $(state units)"
effect 500 "more units"
click_widget units_exact
field_key ctrl+a
type_text 7
field_key Return
wait_for units 7
same_again

choose formation ring
wait_for formation ring
effect 1000 "another formation"
choose formation grid
wait_for formation grid
same_again

click_widget seed 88 # the right one of its two buttons
wait_until state_is_not seed 1
picture now.ppm
changed still_2.ppm now.ppm 100 "another seed"
same_again
# A new clip is faded in over time, but the clock of a paused army does not advance.
end_fades() {
    local until
    until=$(($(state ticks) + 3 * 4096))
    key space
    wait_until state_above ticks "$until"
    key space
    wait_for paused 1
    wait_until standing
}

choose clip_a Run
wait_until state_is_not clip_a.0 0
click_widget crossfade
wait_for crossfade_s 0
slide blend 5 95
state_above blend 0.8 || fail "the weight of B is $(state blend)"
end_fades
effect 300 "clips and weight"
choose clip_b Walk
end_fades
same_again
slide blend 95 5
effect 200 "the other weight"
click_widget crossfade
wait_until state_is_not crossfade_s 0
slide crossfade_s 20 60
state_above crossfade_s 3 || fail "the crossfade takes $(state crossfade_s)"
click_widget crossfade
wait_for crossfade_s 0
same_again

# The mouse rests on a widget: its own tooltip appears, also for the second widget of a row, and leaves with the mouse.
rest_on() {
    local x y
    read -r x y <<<"$(in_widget "$1" 50)"
    point_at "$x" "$y"
    wait_until widget_shown "tooltip:$1"
}
no_tooltip() { ! grep -q '^widget.tooltip:' "$state_file"; }
for name in speed speed_spread formation crossfade units march; do rest_on "$name"; done
# Disabled, because the automatic crossfade is off.
rest_on crossfade_s
xdotool mousemove $((window_width - 5)) $((window_height / 2))
wait_until no_tooltip

slide offset 5 50
state_above offset 0.3 || fail "the offset is $(state offset)"
effect 200 "another offset"
same_again
slide offset_spread 10 90
state_above offset_spread 0.7 || fail "the spread of offsets is $(state offset_spread)"
effect 100 "another spread of offsets"
same_again

slide speed 25 90
state_above speed 2.5 || fail "the speed is $(state speed)"
slide speed_spread 5 80
state_above speed_spread 0.6 || fail "the spread of speeds is $(state speed_spread)"
key space
frames 3
key space
effect 200 "speeds"
same_again

click_widget shadows 10
wait_for shadows 1
effect 500 "shadows"
click_widget shadows 10
wait_for shadows 0
choose samples 4
wait_for samples 4
effect 50 "four samples"
choose samples 1
wait_for samples 1

# Esc closes an open list, not the window.
click_widget formation
wait_until widget_shown formation/ring
key Escape
list_closed() { ! widget_shown formation/ring; }
wait_until list_closed
running || fail "Esc in a list left the program"

click_widget march 15
wait_for march 0
key space
frames 2
where=$(state soldier.0)
frames 4
near "$(state soldier.0)" "$where" 3 || fail "soldiers that stand walk: $where, then $(state soldier.0)"
close_window
leave 0

# Poses, without LODs, which sum fewer joints for small soldiers.
coarse="--samples 1"
start_window --lod-error 0 --crossfade 0
pause_army
# The section "Baking and poses" is closed until it is clicked.
widget_shown lookup && fail "the section is open at the start"
click_widget poses 10
wait_until widget_shown weights
same_again
choose weights 1
wait_for weights 1
effect 20 "one joint per vertex"
choose weights 4
wait_for weights 4
choose lookup nearest
wait_for lookup nearest
choose lookup linear
wait_for lookup linear
click_widget single_clip 10
wait_for single_clip 1
click_widget single_clip 10
wait_for single_clip 0
picture now.ppm
unchanged still_2.ppm now.ppm 0 "switches put back"
slide batch 1 90
state_is batch 1 || fail "units per draw can be set for a technique of one draw"
choose technique texture-draws
wait_for drawn_technique texture-draws
frames 2
draws=$(state unit_draws)
slide batch 1 90
state_above batch 10 || fail "the slider of units per draw gives $(state batch)"
frames 2
above "$draws" "$(state unit_draws)" || fail "larger batches take $(state unit_draws) draws, one unit each $draws"
choose technique vertex-texture
wait_for drawn_technique vertex-texture
picture posed.ppm
choose weights 1
wait_for weights 1
wait_for baking 0
picture now.ppm
changed posed.ppm now.ppm 20 "posed vertices by one joint"
choose weights 4
wait_for weights 4
wait_for baking 0
picture now.ppm
unchanged posed.ppm now.ppm 0 "posed vertices by four joints again"
click_widget poses 10
ladder_shut() { ! widget_shown lookup; }
wait_until ladder_shut

choose technique static
wait_for drawn_technique static
effect 300 "another technique"
choose technique texture
wait_for drawn_technique texture
close_window
leave 0

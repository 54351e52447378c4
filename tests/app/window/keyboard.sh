#!/usr/bin/env bash
# Everything by keys alone: each widget of each page gets the keyboard's focus, widgets of each kind are changed, a soldier is
# selected, framed and shot, its timeline scrubbed, and all is closed again. The mouse stays at the window's edge.
source "$(dirname "$0")/../support/window.sh"
window_width=720
window_height=420
render_scale=0.3
coarse="--lod-error 12 --samples 1"
start_window
key space
wait_for paused 1

# Names in the log that are texts, not controls; points in plots have no extent.
texts='^(value:|more:|cell:|label:|tooltip:|notice$|bakes_text$|lesson_storage$|lesson_counts$|lesson_fetches$|events_lost$|battle_asked$)'
controls() { # enabled ones that are shown
    awk -v texts="$texts" '/^widget\./ { name = substr($1, 8); if ($6 == 1 && ($2 < $4 || $3 < $5) && name !~ texts) print name }' "$state_file" | sort -u
}

# next_widget KEY: until the panels have had the press and the release, and the focus has moved, which in a panel of one widget
# it does not.
events_are_read() {
    local found
    look_up events
    ((found > $1))
}
moved_on() { state_is_not focused "$1" || frame_reached "$2"; }
next_widget() {
    local found before
    look_up focused
    before=$found
    look_up events
    xdotool key "$1"
    wait_until events_are_read $((found + 1))
    look_up frame
    wait_until moved_on "$before" $((found + 3))
}
focused_in_turn() { # fills the file `visited`: one round of Tab in the present panel
    local first
    first=$(state focused)
    [[ $first != - ]] || fail "nothing is focused"
    echo "$first" >>visited
    controls >>seen
    while
        next_widget Tab
        ! state_is focused "$first"
    do
        look_up focused
        echo "$found" >>visited
        controls >>seen
        (($(wc -l <visited) < 400)) || fail "Tab does not come back to $first: $(tail -n 5 visited | tr '\n' ' ')"
    done
}
: >fixed
is_fixed() { grep -qxF "$1" fixed; }
# visit WHAT: K and Tab reach every control of all panels that are open. The main panel and that of the soldier are gone round only
# once: `fixed` has their controls.
visit() {
    local start
    : >visited
    : >seen
    wait_for keyboard army
    key k
    wait_for keyboard panels
    look_up focused
    start=$found
    while
        look_up focused
        if is_fixed "$found"; then
            cat fixed >>visited
        else
            focused_in_turn
        fi
        key k
        ! state_is focused "$start"
    do :; done
    [[ -s fixed ]] || cp visited fixed
    grep -q '^unit_' fixed || grep '^unit_' visited >>fixed || true
    sort -u visited >visited.sorted
    sort -u seen >seen.sorted
    comm -23 seen.sorted visited.sorted >missed
    [[ ! -s missed ]] || fail "$1: Tab does not reach $(tr '\n' ' ' <missed)"
    key Escape
    wait_for keyboard army
}
# go_to NAME: in the present panel.
go_to() {
    local first
    first=$(state focused)
    while ! state_is focused "$1"; do
        next_widget Tab
        ! state_is focused "$first" || fail "no widget $1 in the panel of $first"
    done
}
# panel_with NAME: K until its panel has the keyboard, then Tab.
panel_with() {
    local tries first
    state_is keyboard panels || key k
    wait_for keyboard panels
    for ((tries = 0; tries < 12; ++tries)); do
        look_up focused
        first=$found
        # The main panel is known: no need to go round it in vain.
        while ! state_is focused "$1" && { is_fixed "$1" || ! is_fixed "$first"; }; do
            next_widget Tab
            ! state_is focused "$first" || break
        done
        ! state_is focused "$1" || return 0
        key k
    done
    fail "no panel has $1"
}

visit "the main panel"

# A slider, its number as text, a checkbox, a list, an integer.
key k
go_to units
key Right
wait_for units 7
key Left
wait_for units 6
key Return
all_read
type_text 9
field_key Return
wait_for units 9
go_to seed
key Right
wait_for seed 2
key Return
all_read
type_text 5
field_key Tab # accepts the text and goes on
wait_for seed 5
state_is focused seed && fail "Tab stays in the field"
key Tab
go_to shadows
key space
wait_for shadows 1
key Return
wait_for shadows 0
[[ $(state paused) == 1 ]] || fail "Space reached the army"
go_to formation
key Return
wait_for popups 1
before=$(state formation)
wait_for focused "formation/$before"
key Down
key Return
wait_for popups 0
state_is_not formation "$before" || fail "the list still has $(state formation)"
wait_for focused formation
key Return
wait_for popups 1
key Home
key Escape
wait_for popups 0
[[ $(state keyboard) == panels ]] || fail "Esc in a list left the panels"
go_to render_scale
scale=$(state render_scale)
key shift+Right
wait_until state_is_not render_scale "$scale"
# By their places.
go_to pause
key Right
wait_for focused keys
key Down
wait_until state_is_not focused keys
key End
last=$(state focused)
key Tab
wait_until state_is_not focused "$last"
wait_for focused "$(head -n 1 fixed)"
# Letters act as ever; Tab and arrows do not reach the army.
eye=$(state goal_eye)
key Tab
key Down
key Up
[[ $(state panel) == 1 && $(state goal_eye) == "$eye" ]] || fail "keys of the panels reach the army"
key c
wait_for follow 0
key c
wait_for follow 1
key Escape
wait_for keyboard army

# The army: arrows orbit, pan and come nearer; soldiers are selected, framed and shot.
key Left
far "$(state goal_eye)" "$eye" 0.1 || fail "Left does not orbit"
target=$(state goal_target)
key shift+Right
far "$(state goal_target)" "$target" 0.01 || fail "Shift + Right does not pan"
eye=$(state goal_eye)
key ctrl+Up
far "$(state goal_eye)" "$eye" 0.05 || fail "Ctrl + Up does not come nearer"
key r
wait_until standing
key n
wait_until state_is_not selected -
first=$(state selected)
key n
wait_until state_is_not selected "$first"
key shift+n
wait_for selected "$first"
key f
wait_until standing
key n
wait_until state_is_not selected "$first"
key Return # in the middle stands the one that was framed
wait_for selected "$first"

# The soldier's panel and its anatomy; the timeline is scrubbed.
panel_with unit_anatomy
key Return
wait_for anatomy 1
panel_with unit_tint
key Return
wait_for popups 1
wait_for focused unit_tint/Red
key Left
wait_until state_is_not edit.tint -
key Escape
wait_for popups 0
panel_with timeline
wait_until state_is_not timeline.at_s -
at=$(state timeline.at_s)
key shift+Right
wait_until state_above timeline.at_s "$at"
span=$(state timeline.span_s)
key Page_Up
wait_until state_is_not timeline.span_s "$span"
go_to joints
key Down
wait_until state_is_not anatomy.joint -
joint=$(state anatomy.joint)
key Down
wait_until state_is_not anatomy.joint "$joint"
key Return
wait_until state_is_not anatomy.kept -
key Escape
visit "the anatomy"
panel_with anatomy_ik
key Return
wait_for anatomy.page ik
frames 2
key Escape
visit "the IK"
panel_with ik_target
far_mm=$(state ik.target_mm)
key shift+Up
wait_until state_is_not ik.target_mm "$far_mm"
key Escape
key Escape
wait_for anatomy 0
key ctrl+Return
wait_until state_is_not falls.falling 0

# The other pages.
key p
wait_for profiler 1
visit "the profiler"
panel_with profiler_graph
key Return
wait_until state_is_not profiler.held 0
key Escape
key Escape
wait_for profiler 0
for page in l m b; do
    key "$page"
    wait_until state_is_not learn none
    frames 2
    visit "page $(state learn)"
    key Escape
    wait_for learn none
done
panel_with layers
key Return
wait_for learn layers
panel_with layers_on
key space
wait_until state_is_not pose ""
frames 2
key Escape
visit "the layers"

# Text: the path in the browser, where Esc closes the browser first.
panel_with open
key Return
wait_for browser 1
wait_until state_is_not focused open
go_to browser_path
key Return
all_read
field_key ctrl+a
type_text /nowhere
field_key Return
wait_until state_is_not focused -
key Escape
wait_for browser 0
wait_for focused open
key Escape
wait_for keyboard army
key Escape
wait_for learn none
xdotool key Escape Escape
leave 0

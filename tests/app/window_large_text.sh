#!/usr/bin/env bash
# Text at 130 % of what the window was laid out for: no column, text or button at the bottom is cut or covered.
source "$(dirname "$0")/support/window.sh"
need python3
render_scale=0.25
window_width=640
window_height=450
ui_scale=0.65
panel_room=240
python3 "$PHALANX_SOURCE_DIR/tests/app/support/blade.py" blade.gltf
start_window blade.gltf --spacing 0.1

# edges NAME: sets x0 y0 x1 y1.
edges() {
    wait_until widget_shown "$1"
    local found
    look_up "widget.$1"
    read -r x0 y0 x1 y1 _ <<<"$found"
}
inside() {
    edges "$1"
    ((x0 >= 0 && y0 >= 0 && x1 <= window_width && y1 <= window_height)) || fail "$1 is cut: $x0 $y0 $x1 $y1"
}

key p
wait_until widget_shown profiler_graph
wait_until state_above profiler.frames 4
wait_place profiler_close
inside profiler_close
for column in 1 2 3 4 5 6 7; do inside "cell:units:$column"; done
# A notice is above the panel at the bottom.
edges profiler_close
top=$y0
key c
wait_until state_is_not notice ""
edges notice
((y1 < top)) || fail "the notice at $y1 covers the profiler at $top"
# Nor does one cover the lesson.
key p
key l
wait_until widget_shown lesson_close
key c
wait_until state_is_not notice ""
wait_place lesson_edit
edges lesson_edit
left=$x0
edges notice
((x1 < left)) || fail "the notice to $x1 covers the lesson at $left"
click_widget lesson_close
wait_for learn none
key p
wait_until widget_shown profiler_graph
click_widget profiler_compare
wait_until widget_shown compare_s
for name in b_technique b_shadows compare compare_s; do inside "$name"; done
click_widget profiler_sweeps
inside sweep_batches
click_widget profiler_close

click_widget poses 10
inside bakes
click_widget bakes
wait_place bakes_begin
apart() { # the text beside the title ends before the button, or is below it
    edges bakes_close
    local close_x=$x0 close_y=$y1
    inside bakes_text
    ((x1 <= close_x || y0 >= close_y)) || fail "the text to $x1 lies under Close at $close_x"
}
apart
click_widget bakes_begin
wait_until state_is_not bakes.rows 0
wait_for bakes.running 0
wait_place bakes_close
apart
click_widget bakes
no_comparison() { ! widget_shown bakes_close; }
wait_until no_comparison

# The model forces more space than is set.
above "$(state spacing_used)" "$(state spacing_m)" || fail "the blade needs $(state spacing_used) m of $(state spacing_m) m"
close_window
leave 0

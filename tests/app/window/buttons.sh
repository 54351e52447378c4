#!/usr/bin/env bash
# Buttons of the window, and widgets that the context greys: they say why, and do nothing.
source "$(dirname "$0")/../support/window.sh"
coarse="--samples 1"
render_scale=0.4
window_height=1000
start_window --lod-error 0 --gl 3.3
pause_army

click_widget pause
wait_for paused 0
click_widget pause
wait_for paused 1
wait_until standing
click_widget keys
wait_for help 1
key Escape
wait_for help 0
click_widget save_scene
wait_until state_is_not notice ""
[[ $(state notice) == "Scene saved: "*.json ]] || fail "after Save: $(state notice)"
said "$(state notice | sed 's/Scene saved: //')" '"units": '

click_widget screenshot
wait_until state_is_not screenshot ""
shot=$(state screenshot)
[[ $(magick_verb identify -format '%wx%h' "$shot") == "${window_width}x$window_height" ]] || fail "the picture '$shot' has another size"

click_widget fullscreen
wait_for fullscreen 1
click_widget fullscreen
wait_for fullscreen 0

# What OpenGL 3.3 lacks.
before=$(state technique)
click_widget technique
wait_place technique/compute
widget_ready technique/compute && fail "compute is not greyed"
click_widget technique/compute
[[ $(state technique) == "$before" ]] || fail "compute was chosen"
key Escape
wait_for popups 0

click_widget poses 10
wait_until widget_shown multi_draw
widget_ready multi_draw && fail "multi-draw is not greyed"
# shellcheck disable=SC2046
point_at $(in_widget multi_draw 30)
wait_until widget_shown tooltip:multi_draw

wait_for timer_queries timestamps
close_window
leave 0

#!/usr/bin/env bash
# Each key of the help changes state and image as described.
source "$(dirname "$0")/../support/window.sh"
coarse="--samples 1"
render_scale=0.4
# Without LODs, which sum fewer joints with some techniques than with others.
start_window --lod-error 0

# The army moves while it is not paused.
ticks=$(state ticks)
picture moves_1.ppm
picture moves_2.ppm
changed moves_1.ppm moves_2.ppm 300 "the army stands still"
((10#$(state ticks) > 10#$ticks)) || fail "the clock stands"

pause_army
ticks=$(state ticks)
frames 3
[[ $(state ticks) == "$ticks" ]] || fail "the clock runs while paused"

whole="${window_width}x$((window_height - 40))+0+0"
picture shown.ppm "$whole"
key Tab
wait_for panel 0
picture hidden.ppm "$whole"
changed shown.ppm hidden.ppm 30000 "Tab hides the panel"
widget_shown units && fail "a hidden panel still has widgets"
key Tab
wait_for panel 1

key h
wait_for help 1
picture help.ppm
changed still_2.ppm help.ppm 20000 "H shows the help"
key Escape
wait_for help 0
running || fail "Esc left the program instead of closing the help"
picture no_help.ppm
unchanged still_2.ppm no_help.ppm 0 "Esc closes the help"

key equal
wait_for units 12
key minus
wait_for units 6
key KP_Add
wait_for units 12
picture twice.ppm
changed still_2.ppm twice.ppm 1500 "+ doubles the army"
key KP_Subtract
wait_for units 6

number=0
for technique in texture palette compute vertex-texture texture-draws uniform cpu static; do
    number=$((number + 1))
    key "$number"
    # A technique that the context does not support gives a notice and is not selected.
    if [[ $technique == compute && $(state technique) != compute ]]; then
        [[ $(state notice) == *"compute needs OpenGL"* ]] || fail "key $number: $(state notice)"
        continue
    fi
    # Vertices are baked in the background, with a progress bar.
    wait_for drawn_technique "$technique"
    wait_for baking 0
    wait_for busy ""
    picture technique.ppm
    if [[ $technique == static ]]; then
        changed still_2.ppm technique.ppm 500 "the rest pose"
    else
        # Quantized vertices change pixels at edges; how many depends on the moment of the pause.
        unchanged still_2.ppm technique.ppm 90 "technique $technique"
    fi
done
key 1
wait_for drawn_technique texture

key c
wait_for follow 0
key c
wait_for follow 1

key F12
wait_until state_is_not screenshot ""
shot=$(state screenshot)
[[ $(state notice) == *"$shot"* ]] || fail "the picture's name is not shown: $(state notice)"
[[ -s $shot ]] || fail "no picture at '$shot'"
[[ $(basename "$shot") =~ ^phalanx_[0-9]{8}_[0-9]{6}(_[0-9]+)?\.png$ ]] || fail "the picture is called $shot"
[[ $(magick_verb identify -format '%wx%h' "$shot") == "${window_width}x$window_height" ]] || fail "the picture has another size"
above "$(picture_contrast "$shot")" 0.05 || fail "the picture is blank"

key F11
wait_for fullscreen 1
wait_for size "$window_width $((window_height + 40))"
key F11
wait_for fullscreen 0
wait_for size "$window_width $window_height"

[[ $(wc -l <window.log) -lt 12 ]] || fail "the log is long: $(cat window.log)"
close_window
leave 0

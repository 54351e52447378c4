#!/usr/bin/env bash
# examples/minimal draws an image that is not blank; another time gives another image, the same time the same image.
source "$(dirname "$0")/support/app.sh"
need compare identify
minimal=$PHALANX_BUILD_DIR/bin/minimal

env -u DISPLAY -u WAYLAND_DISPLAY "$minimal" --frames 1 >no_display.txt 2>&1 && fail "ran without a display"
said no_display.txt "minimal: GLFW cannot open a display"

start_display 1280x800
expect 0 "$minimal" --units 40 --frames 1 --png first.png
expect 0 "$minimal" --units 40 --frames 20 --png later.png
expect 0 "$minimal" --units 40 --frames 20 --png again.png
above "$(picture_contrast first.png)" 0.05 || fail "first.png is blank"
moved=$(differing_pixels first.png later.png)
((moved > 5000)) || fail "only $moved pixels move in a third of a second"
((moved < 600000)) || fail "$moved pixels differ: more than a crowd that moves can explain"
same=$(differing_pixels later.png again.png)
((same == 0)) || fail "$same pixels differ between two runs with the same arguments"

expect 1 "$minimal" --model /nowhere.glb
said stderr "/nowhere.glb"
expect 1 "$minimal" --unit 3
said stderr "usage: minimal"
expect 1 "$minimal" --units 4 --frames 1 --png /nowhere/a.png
said stderr "/nowhere/a.png: cannot be written"

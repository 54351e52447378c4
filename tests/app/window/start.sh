#!/usr/bin/env bash
# Start and end of the window: without a display, statistics, the automatic number of units, closing while loading.
source "$(dirname "$0")/../support/window.sh"

expect 4 env -u DISPLAY -u WAYLAND_DISPLAY "$PHALANX" run --units 4 --frames 2
said stderr "display"
(($(grep -c "phalanx: " stderr) == 1)) || fail "more than one line: $(cat stderr)"
expect 3 "$PHALANX" run /nowhere/model.glb
said stderr "/nowhere/model.glb"

start_display 700x500
expect 0 "$PHALANX" run --units 5 --frames 4 --size 400x300 --json stats.json
said stdout "4 frames: median " "95th percentile" "5 units" "draw calls" "technique texture"
(($(wc -l <stdout) == 1)) || fail "more than one line on stdout: $(cat stdout)"
said stats.json '"frames": 4' '"units": 5' '"gl_problems": 0' '"p95"' '"technique": "texture"'
PHALANX_GL_DEBUG=0 expect 0 "$PHALANX" run --units 5 --frames 2 --size 400x300 --json -
said stdout '"frames": 2' '"gl_problems": null'
expect 4 "$PHALANX" run --units 5 --frames 1 --size 400x300 --json /nowhere/stats.json
said stderr "/nowhere/stats.json"

# The number of units that runs at 30 frames per second on this machine.
expect 0 "$PHALANX" run --frames 3 --size 320x200
said stderr "run at 30 frames per second here"
grep -qi "software rendering" stderr && said stderr "the processor draws"

# Esc while the army is being loaded, which takes at least a second.
awk 'BEGIN {
    side = 500
    for (y = 0; y < side; ++y) for (x = 0; x < side; ++x) print "v", x, y, 0
    for (y = 1; y < side; ++y) for (x = 1; x < side; ++x) {
        at = y * side + x
        print "f", at - side, at - side + 1, at
    }
}' >large.obj
"$PHALANX" run large.obj --units 5 --no-tour --size 400x300 --dump-state "$state_file" >window.log 2>&1 &
window_process=$!
own_processes+=("$window_process")
wait_for loading 1
close_window
leave 0
[[ $(state ready) == 0 ]] || fail "the army was there before Esc came"

# A file that is not a model, and a model without clips.
printf 'not a model' >broken.glb
expect 3 "$PHALANX" run broken.glb --units 2 --frames 1 --size 320x200
said stderr "broken.glb"

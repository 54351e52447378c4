#!/usr/bin/env bash
# Events on the timeline: they are shown, dragged to another phase, saved beside the model, and logged where they are.
source "$(dirname "$0")/../support/window.sh"
render_scale=0.25
shadows=
cp "$PHALANX_SOURCE_DIR/assets/soldier.glb" soldier.glb
start_window "$PWD/soldier.glb" --clip Fire --blend-clip Fire --crossfade 0 --offset-spread 0 --log-events log.csv
pause_army
open_anatomy
event_shown() { [[ $(state event.0) == fire\ * ]]; }
wait_until event_shown
# Zoomed in until some three cycles are seen, whatever the time. Three rounds of a cycle of a second, 0.1 s apart.
read -r x y <<<"$(in_widget timeline 70)"
point_at "$x" "$y"
for _ in 1 2 3 4 5 6 7 8 9 10 11 12; do
    awk -v s="$(state timeline.span_s)" 'BEGIN { exit !(s > 3) }' || break
    xdotool click 4
    frames 2
done
read -r left _ right _ <<<"$(state widget.timeline)"
# The first of three that follow each other, and the way of 0.2 s.
read -r x0 y0 gap < <(awk -v right="$right" '/^event\./ { x[n] = $3; y[n++] = $4 }
    END { for (i = 0; i + 2 < n; ++i) { a = x[i + 1] - x[i]; b = x[i + 2] - x[i + 1]
                                        if (a > 4 && a - b < 1.5 && b - a < 1.5 && x[i] + 5 * a < right) { print int(x[i]), int(y[i]), a; exit } } }' "$state_file") || true
[[ -n ${gap:-} ]] || fail "no three rounds: $(grep '^event' "$state_file")"

# Another phase for one of them: beyond the last, 0.4 s later.
far=$(awk -v a="$x0" -v gap="$gap" 'BEGIN { printf "%d", a + 4 * gap }')
((far < right)) || fail "no room on the timeline: $far of $left to $right"
drag 1 "$x0" "$y0" "$far" "$y0"
wait_until widget_shown save_markers
frames 4 # the panel grows by a row
click_widget save_markers
wait_until test -s soldier.markers.json
[[ $(grep -c '"fire"' soldier.markers.json) == 3 ]] || fail "the file has $(grep -c '"fire"' soldier.markers.json) rounds: $(cat soldier.markers.json)"
last=$(grep -A1 '"fire"' soldier.markers.json | grep seconds | tail -1 | tr -dc '0-9.')
awk -v s="$last" 'BEGIN { exit !(s > 0.36 && s < 0.56) }' || fail "the last round is at $last s, not near 0.46"
widget_hidden() { ! widget_shown "$1"; }
wait_until widget_hidden save_markers

# They happen where they were put: of each soldier the last round of a cycle now comes later.
until=$(($(state ticks) + 3 * 4096)) # three cycles
key space
wait_until state_above ticks "$until"
key Escape # the anatomy
close_window
leave 0
shots=$(awk -F, -v s="$last" 'NR > 1 && $4 == "fire" && $2 == 0 { at = $1 - int($1); if (at > s - 0.02 && at < s + 0.02) ++n } END { print n + 0 }' log.csv)
((shots > 0)) || fail "no round at $last s of a second: $(grep ',0,Fire' log.csv | tail -4)"

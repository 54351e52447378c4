#!/usr/bin/env bash
# The profiler: opened by key and button; it records frames; a click holds one frame and Space releases it.
source "$(dirname "$0")/../support/window.sh"
coarse="--samples 1"
need python3
render_scale=0.25
shadows=
# At this scale the lines of plots are thick enough to be distinguished.
ui_scale=0.75
panel_room=290
window_width=900
window_height=620
start_window --lod-error 0 --no-cull --shadow-cascades 1 # so that few soldiers take the time that ends a sweep

# Nothing flickers: a paused window, panels included, is the same image some frames later.
key space
wait_for paused 1
wait_until standing
wait_for busy ""
steady=${window_width}x380+0+0 # above the numbers that change while the army is paused
picture steady_1.ppm $steady
frames 6
picture steady_2.ppm $steady
unchanged steady_1.ppm steady_2.ppm 0 "a paused window"
key space
wait_for paused 0

key p
wait_for profiler 1
wait_until widget_shown profiler_graph
above "$(state profiler.draws)" 3 || fail "$(state profiler.draws) draws in a profiled frame"
wait_until state_above profiler.frames 8

# Numbers change, but their places do not.
keeps_places 5
for shown in "value:Frame" "more:Frame" "label:Frame" "cell:units:3"; do widget_shown "$shown" || fail "no $shown to look at"; done
(($(cat places.* | awk '/^profiler.frame_ms/ { print $2 }' | sort -u | wc -l) > 3)) || fail "the numbers do not change"

# The times of the passes add up to the frame time.
cat "$state_file" >frame
awk '/^profiler.cpu/ { sum += $2 } /^profiler.frame_ms/ { all = $2 } END { exit !(all > 0 && sum > 0.98 * all && sum < 1.02 * all) }' \
    frame || fail "lanes do not add up to the frame: $(grep ^profiler frame)"
picture going.ppm
read -r x y <<<"$(in_widget profiler_graph 95)"
click "$x" "$y"
wait_until state_above profiler.held 0
held=$(state profiler.held)
kept=$(state profiler.frames)
point_at 560 80
picture held.ppm
changed going.ppm held.ppm 500 "a held frame"
frames 6
[[ $(state profiler.held) == "$held" && $(state profiler.frames) == "$kept" ]] || fail "a held frame does not hold"
key space
wait_for profiler.held 0
[[ $(state paused) == 0 ]] || fail "Space let the frame go, and paused the army as well"

click_widget profiler_graph 90
wait_until state_above profiler.held 0
click_widget profiler_go_on
wait_for profiler.held 0
click_widget profiler_close
wait_for profiler 0
key p
wait_for profiler 1
key p
wait_for profiler 0

# run_to_end WIDGET: starts a measurement and waits for its end. It can end before the next look, so ends are counted.
run_to_end() {
    local ended
    ended=$(state profiler.ended)
    click_widget "$1"
    wait_until state_is_not profiler.ended "$ended"
    wait_for profiler.running 0
}

# A and B: the differing setting is shown with the ratio of times; afterwards the army is drawn as before.
pause_army
key p
wait_for profiler 1
click_widget profiler_compare
wait_for profiler.page 1
wait_place compare_s
slide compare_s 60 0
choose b_shadows off
run_to_end compare
[[ $(state compared) == "B: no shadows. "* ]] || fail "compared: $(state compared)"
[[ $(state shadows) == 1 && $(state drawn_technique) == texture ]] || fail "the comparison left settings behind"

# Sweeps, the first of them cancelled, restore the army.
click_widget profiler_sweeps
wait_for profiler.page 2
wait_place sweep_units
ended=$(state profiler.ended)
click_widget sweep_units
wait_until widget_shown profiler_cancel
wait_until state_above sweep.points 0
click_widget profiler_cancel
wait_for profiler.running 0
[[ $(state profiler.ended) == "$ended" ]] || fail "the sweep that was cancelled came to its end"
[[ $(state units) == 6 && $(state drawn_technique) == texture ]] || fail "the sweep left $(state units) units"
for sweep in units batches; do
    wait_until widget_ready "sweep_$sweep"
    run_to_end "sweep_$sweep"
done
[[ $(state swept.units) == "static: "*" units take "*"texture: "* ]] || fail "swept: $(state swept.units)"
[[ $(state swept.batches) == "One unit per draw takes "* ]] || fail "swept: $(state swept.batches)"
[[ $(state units) == 6 && $(state drawn_technique) == texture ]] || fail "the sweeps left $(state units) units"

# Both plots show lines in their colours where no other line covers them.
for sweep in units batches; do wait_until widget_ready "sweep_$sweep"; done
check_plots units batches
(($(wc -l <lines.units) == 4 && $(wc -l <lines.batches) >= 4)) || fail "lines of the plots: $(cat lines.*)"

# Each page is exported to three new files.
for page in sweeps compare frames; do
    click_widget "profiler_$page"
    wait_place profiler_export
    before=$(state profiler.export)
    click_widget profiler_export
    wait_until state_is_not profiler.export "$before"
    for ending in csv json png; do
        [[ -s $(state profiler.export).$ending ]] || fail "$(state profiler.export).$ending is not there"
    done
done
export=$(ls phalanx_sweep_*.csv)
rows=$(awk -F, '$1 == "units" { at[$2] = at[$2] " " $3; if (!($4 > 0 && $5 > 0)) bad = 1 }
                END { if (bad) print "no time"; for (line in at) print line at[line] }' "$export" | sort)
[[ $rows == '"static" 1 2 5 10'*$'\n''"texture" 1 2 5 10'* ]] || fail "rows of the sweep over units: $rows"
(($(grep -c '^units per draw,' "$export") >= 3)) || fail "rows of the sweep over batches: $(cat "$export")"
(($(grep -c '"cost_ms"' "${export%csv}json") == $(wc -l <"$export") - 1)) || fail "JSON and CSV have not as many points"
[[ $(wc -l <"$(state profiler.export).csv") -gt 8 ]] || fail "a history of $(wc -l <"$(state profiler.export).csv") lines"
for _ in 1 2; do
    before=$(state profiler.export)
    click_widget profiler_export
    wait_until state_is_not profiler.export "$before"
done
set -- phalanx_frames_*.csv
(($# == 3)) || fail "$# histories instead of 3"

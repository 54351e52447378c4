#!/usr/bin/env bash
# The profiler of an army with layers: frames name the passes and their work, A and B can differ in layers, and sweeps over
# layers and layered units have plots and files and leave the army as it was.
source "$(dirname "$0")/../support/window.sh"
coarse="--samples 1"
need python3
render_scale=0.25
ui_scale=0.75
panel_room=290
window_width=900
window_height=540
cat >layers.json <<'JSON'
{"base":[{"clip":"Walk","weight":0.6},{"clip":"Run","weight":0.4}],
 "layers":[{"clip":"Aim","mask":{"Spine":0.333,"Chest":0.667,"UpperChest":1}}],
 "reparent":[{"joint":"Weapon","to":"UpperChest"}],
 "aim":[{"chain":["Spine","Chest","UpperChest"],"joint":"Weapon","target":{"unit":0}}]}
JSON
start_window --lod-error 0 --no-cull --formation grid --stand --pose layers.json
pause_army
pose=$(state pose)
[[ -n $pose ]] || fail "no layers at the start"
army=500x150+310+60
picture before.ppm $army

# The passes of layered poses are rows of their own, with what they do.
key p
wait_for profiler 1
wait_until state_above profiler.frames 8
wait_place profiler_compare
[[ $(state profiler.layers) == "Layered poses: 6 units, 222 joints; reads "*" texels ("*" writes "*" texels ("*")" ]] ||
    fail "the work of layers: $(state profiler.layers)"
shown=0
for pass in "layer blend" "layer solve" "layer rows" "layer poses"; do
    if widget_shown "cell:${pass// /_}:1" || widget_shown "cell:$pass:1"; then shown=$((shown + 1)); fi
done
((shown == 1 || shown == 3)) || fail "$shown passes of layers in the table: $(grep cell: "$state_file")"

# run_to_end WIDGET: starts a measurement and waits for its end.
run_to_end() {
    local ended
    ended=$(state profiler.ended)
    click_widget "$1"
    wait_until state_is_not profiler.ended "$ended"
    wait_for profiler.running 0
}

wait_place profiler_compare
click_widget profiler_compare
wait_for profiler.page 1
wait_place compare_s
slide compare_s 60 0
choose b_layers off
run_to_end compare
[[ $(state compared) == "B: no layers. "* ]] || fail "compared: $(state compared)"
choose b_technique static
choose b_layers on
run_to_end compare
[[ $(state compared) == "B: static. "*" B had no layers: static shows the rest pose only." ]] ||
    fail "compared: $(state compared)"

click_widget profiler_sweeps
wait_for profiler.page 2
wait_place sweep_units
click_widget sweeps_layers
wait_until widget_ready sweep_layers
wait_place sweep_layered_units
for sweep in layers layered_units; do
    wait_until widget_ready "sweep_$sweep"
    run_to_end "sweep_$sweep"
done
[[ $(state swept.layers) == "Two baked clips take "*" The base and 4 layers take "*" With an aim: "* ]] ||
    fail "swept: $(state swept.layers)"
[[ $(state swept.layered_units) == "6 units take "*" if none has layers, and "*" if 6 have."* ]] ||
    fail "swept: $(state swept.layered_units)"

# The army is as before: the same layers, the same image.
[[ $(state pose) == "$pose" && $(state units) == 6 ]] || fail "the sweeps left $(state units) units with $(state pose)"
frames 2
picture after.ppm $army
unchanged before.ppm after.ppm 0 "the army after the sweeps"

wait_until widget_ready sweep_layers
check_plots layers layered_units

wait_place profiler_export
before=$(state profiler.export)
click_widget profiler_export
wait_until state_is_not profiler.export "$before"
python3 - "$(state profiler.export)" <<'PY' || fail "the export of the sweeps is wrong"
import csv, json, sys
rows = list(csv.DictReader(open(sys.argv[1] + ".csv")))
places = {}
for row in rows:
    assert float(row["cost_ms"]) > 0, row
    places.setdefault((row["over"], row["line"]), []).append(float(row["x"]))
assert places[("layers", "two baked clips")] == [0, 4], places
assert places[("layers", "layers")] == places[("layers", "layers and an aim")] == [0, 1, 2, 3, 4], places
assert places[("units with layers", "of 6 units")] == [0, 1, 6], places
# A layer more is read, and the work grows with the units that have layers.
read = [int(row["layers_texels_read"]) for row in rows if row["line"] == "layers"]
assert read == sorted(read) and read[0] > 0 and len(set(read)) == 5, read
units = [int(row["layers_texels_written"]) for row in rows if row["over"] == "units with layers"]
assert units[0] == 0 and units[2] == 6 * units[1] > 0, units
sweeps = json.load(open(sys.argv[1] + ".json"))["sweeps"]
assert [sweep["over"] for sweep in sweeps] == ["layers", "units with layers"], sweeps
PY

# A technique that draws no layers: the sweeps are greyed and say why.
click_widget profiler_close
wait_for profiler 0
choose technique static
wait_for drawn_technique static
key p
wait_until widget_shown sweep_layers
widget_ready sweep_layers && fail "a sweep over layers of technique static"
[[ $(state sweep.layers_why_not) == "technique static shows the rest pose only" ]] ||
    fail "why not: $(state sweep.layers_why_not)"
click_widget sweeps_army
wait_until widget_ready sweep_units

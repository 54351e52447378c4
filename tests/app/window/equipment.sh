#!/usr/bin/env bash
# The panel's lists of what soldiers carry: the army is equipped again, undo takes it back, and scenes keep it.
source "$(dirname "$0")/../support/window.sh"
coarse="--samples 1"
render_scale=0.4
window_height=560
cat >kit.json <<'JSON'
{"groups": [{"name": "head", "choices": ["helmet", "beret"]}, {"name": "load", "choices": ["pack", "medic"]}]}
JSON
start_window --formation grid --lod-error 0 --variants kit.json
pause_army
click_widget equipment
picture mixed.ppm
choose equip_0 beret
wait_for equip head=beret
wait_for equipping 0
picture berets.ppm
changed mixed.ppm berets.ppm 50 "berets"
wait_for undos 1
choose equip_1 none
wait_for equip "head=beret, load=none"
wait_for equipping 0
wait_for undos 2
key ctrl+z
wait_for equip head=beret
wait_for equipping 0
[[ $(state notice) == "Undone: Carried"* ]] || fail "undo says: $(state notice)"
key ctrl+z
wait_for equipping 0
wait_for undos 0
picture back.ppm
unchanged mixed.ppm back.ppm 0 "undo brings the parts back"
key ctrl+y
wait_for equip head=beret
wait_for equipping 0
close_window
leave 0

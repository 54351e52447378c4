#!/usr/bin/env bash
# Falls from a file: the same in every run, on a plane and on hills, with layers; and what is refused.
source "$(dirname "$0")/support/app.sh"
need compare

fall() { # NAME OPTIONS...
    local name=$1
    shift
    expect 0 "$PHALANX" shot --units 12 --stand --formation grid --size 320x180 --camera 0,1.5,6:0,0.7,0 -o "$name.png" "$@"
}
cat >volley.json <<'JSON'
[{"time": 0.5, "over": 0.3, "units": [[0, 5]]}, {"time": 1, "units": [7], "push": [0, 20, -120], "joint": "Head"}]
JSON
fall standing --time 6
fall one --time 6 --falls volley.json
fall two --time 6 --falls volley.json
cmp -s one.png two.png || fail "two runs of the same falls differ"
cmp -s one.png standing.png && fail "no one falls"
# Images before the last one do not change it: physics has steps of its own.
fall film_%02d --time 5 --frames 3 --fps 2 --falls volley.json
cmp -s one.png film_02.png || fail "the third image of a film is not the one taken alone"
fall hills --time 6 --ground hills --falls volley.json
printf '{"base":[{"clip":"Walk"}],"layers":[{"clip":"Aim","mask":{"Chest":1}}]}' >aim.json
fall layers --time 6 --falls volley.json --pose aim.json
# Who is wounded recovers: in the end the picture is that without a hit. Who gets up stands somewhere else.
printf '[{"time": 0.5, "units": [[0, 5]], "wound": true}]' >wound.json
fall wounded --time 0.9 --falls wound.json
fall whole --time 0.9
cmp -s wounded.png whole.png && fail "no one is wounded"
fall recovered --time 4 --falls wound.json
fall whole --time 4
# Its phase has been rounded once more.
[[ $(compare -fuzz 3% -metric AE recovered.png whole.png null: 2>&1) == 0 ]] || fail "who was wounded is not as before"
printf '[{"time": 0.5, "units": [[0, 5]], "up": 3}]' >up.json
fall risen --time 9 --falls up.json
fall lying --time 9 --falls <(sed 's/, "up": 3//' up.json)
cmp -s risen.png lying.png && fail "no one gets up"
fall texture --time 6 --falls volley.json --technique texture --encoding trs
fall posed --time 6 --falls volley.json --technique vertex-texture

refused_form() { # WORDS JSON [CODE]
    printf '%s' "$2" >wrong.json
    refused "${3:-2}" "$1" -- "$PHALANX" shot --units 4 -o never.png --falls wrong.json
}
refused_form "did you mean units" '[{"unit": [3]}]'
refused_form "longer than 1000" '[{"push": [0, 0, 2000]}]'
refused_form "contradicts push" '[{"push": [0, 0, 20], "strength": 9}]'
refused_form "contradicts wound" '[{"wound": true, "up": 3}]'
refused_form "is not a list in brackets" '{"units": [3]}'
refused_form "wrong.json" '[{' 3
refused 3 "missing.json" -- "$PHALANX" shot --units 4 -o never.png --falls missing.json
# What only the army shows.
printf '[{"units": [[2, 9]]}]' >wrong.json
fails_with 2 "[0].units: the army has no soldier 9; the last one is 3" -- \
    "$PHALANX" shot --units 4 -o never.png --falls wrong.json
printf '[{"joint": "Tail"}]' >wrong.json
fails_with 2 '[0].joint: soldier has no joint Tail' -- "$PHALANX" shot --units 4 -o never.png --falls wrong.json
refused 2 "--falls" -- "$PHALANX" flight --falls 257
refused 2 "--corpses" -- "$PHALANX" flight --corpses 4097
[[ ! -e never.png ]] || fail "an image of what was refused"

# A flight prints what falls upload.
expect 0 "$PHALANX" flight --units 60 --frames 24 --size 64x64 --falls 8 --corpses 20 --json flight.json
said stdout "per ragdoll"
python3 - <<'PYTHON' || fail "$(cat flight.json)"
import json
row = json.load(open("flight.json"))["rows"][0]
falling = [phase for phase in row["falls"] if phase["while"] == "falling"][0]
assert falling["ragdolls"] == 8 or falling["ragdolls"] == 0, falling
assert falling["bytes_per_ragdoll"] <= 330 + 64, falling  # a fall of 16 frames shares its first placement
PYTHON

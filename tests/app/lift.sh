#!/usr/bin/env bash
# The ground of a model as info prints it, and --lift: what it accepts, where it applies, and where it does not exist.
source "$(dirname "$0")/support/app.sh"
soldier=$PHALANX_SOURCE_DIR/assets/soldier.glb

# A triangle from y = -1 to y = 1: its origin is in its middle.
cat >middle.gltf <<'GLTF'
{"asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0]}], "nodes": [{"name": "Sign", "mesh": 0}],
 "meshes": [{"name": "Sign", "primitives": [{"attributes": {"POSITION": 0}}]}],
 "accessors": [{"bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3", "min": [0, -1, 0], "max": [1, 1, 0]}],
 "bufferViews": [{"buffer": 0, "byteLength": 36}],
 "buffers": [{"byteLength": 36, "uri": "data:application/octet-stream;base64,AAAAAAAAgL8AAAAAAACAPwAAgL8AAAAAAAAAAAAAgD8AAAAA"}]}
GLTF

expect 0 "$PHALANX" info middle.gltf
said stdout "ground: the lowest point at rest is at y = -1.000 m; lifted by 1.000 m"
expect 0 "$PHALANX" info middle.gltf --height 0.5 --json -
said stdout '"lift_m": 0.25' '"y_m": -0.25'
expect 0 "$PHALANX" info "$soldier"
said stdout "ground: the planted feet of 2 walking clips are at y = " "; not lifted"

# lifts JSON WANTED...: the models of the results are lifted by these metres, and the setting is the first word.
lifts() {
    local wanted=$1
    shift
    expect 0 "$PHALANX" bench "$@" --units 2 --frames 5 --size 32x32 --technique static --json lift.json
    local got
    got=$(python3 -c 'import json; r = json.load(open("lift.json"))
s = r["settings"] if "settings" in r else r
print(s["lift_m"], *[m["lift_m"] for m in s["models"]])')
    [[ $got == "$wanted" ]] || fail "$*: lifted by '$got' instead of '$wanted'"
}
lifts "auto 1.0" middle.gltf
lifts "auto 1.0 0.0" middle.gltf "$soldier"
lifts "file 0.0" middle.gltf --lift file
lifts "-0.5 -0.5 -0.5" middle.gltf "$soldier" --lift -0.5

# Images: the lifted triangle is not where the file has it, and not lifted means the same as 0 metres.
shoot() {
    expect 0 "$PHALANX" shot middle.gltf --units 1 --size 96x96 --camera 0,1,6:0,1,0 "${@:2}" -o "$1"
}
shoot auto.png
shoot one.png --lift 1
shoot file.png --lift file
shoot zero.png --lift 0
cmp -s auto.png one.png || fail "auto is not a lift by the metre that the model needs"
cmp -s file.png zero.png || fail "file is not a lift by 0"
! cmp -s auto.png file.png || fail "a lift by a metre is not seen"

# Errors, in scenes too.
printf '{"options": {\n  "lift": "floor"\n}}\n' >wrong.json
refused 3 'wrong.json:2: "lift"' "'floor' is not a number from -100 to 100, nor auto, nor file" -- \
    "$PHALANX" run --scene wrong.json
for wrong in foo 101 nan 1m; do
    refused 2 --lift "is not a number from -100 to 100, nor auto, nor file" -- "$PHALANX" shot --lift "$wrong" -o never.png
done
[[ ! -e never.png ]] || fail "an image after an error"
for command in flight grow diagnose run; do
    refused 2 --lift -- "$PHALANX" "$command" --lift foo
    expect 0 "$PHALANX" "$command" --help
    said stdout "--lift"
done
# These work in the space of the file.
for command in "pose -o pose.obj" "convert -o never.phx" verify info; do
    # shellcheck disable=SC2086 # a command and its options
    refused 2 "--lift: is an option of" "run" "shot" "bench" -- "$PHALANX" $command middle.gltf --lift=1
done
expect 0 "$PHALANX" pose middle.gltf -o pose.obj
[[ $(grep -c '^v .* -1' pose.obj) == 2 ]] || fail "pose has moved the model: $(grep '^v ' pose.obj)"

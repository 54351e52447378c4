#!/usr/bin/env bash
# Commands that draw or compute for long, without a window, with valid and invalid arguments. commands.sh has the others, and what
# codes mean.
source "$(dirname "$0")/support/app.sh"
soldier=$PHALANX_SOURCE_DIR/assets/soldier.glb

# is_xml FILE: the file is valid XML; without Python only its first and last characters are checked.
is_xml() {
    if command -v python3 >/dev/null; then
        python3 -c 'import sys, xml.dom.minidom as m; m.parse(sys.argv[1])' "$1" || fail "$1 is no XML: $(head -c 300 "$1")"
    else
        [[ $(head -c 5 "$1") == "<?xml" && $(tail -n 1 "$1") == "</svg>" ]] || fail "$1 is no XML: $(head -c 300 "$1")"
    fi
}

write_triangle
write_wink

# pose
expect 0 "$PHALANX" pose "$soldier" --clip Walk --time 0.3 --exact -o exact.obj
expect 0 "$PHALANX" pose "$soldier" --clip walk --time 0.3 -o shader.obj
expect 0 "$PHALANX" pose "$soldier" --clip '#1' --time 0.3 --blend-clip Run --blend-time 0.1 --blend 0.4 -o blend.obj
expect 0 "$PHALANX" pose "$soldier" --technique static -o static.obj
expect 0 "$PHALANX" pose triangle.gltf -o triangle.obj
said stderr "no clips"
expect 0 "$PHALANX" pose wink.gltf --clip Blink --time 0.5 --exact -o wink.obj
grep -qx "v 1 0 0.25" wink.obj && grep -qx "v 0 2.125 0" wink.obj || fail "half of the morph target is not in the pose"
for file in exact shader blend static; do
    [[ $(grep -c '^v ' $file.obj) == "$(grep -c '^vn ' $file.obj)" ]] || fail "$file.obj lacks normals"
    [[ $(grep -c '^f ' $file.obj) -gt 1000 ]] || fail "$file.obj lacks faces"
    ! grep -qi nan $file.obj || fail "$file.obj contains NaN"
done
# Baking and packing together move each vertex of Walk by less than 2 mm.
paste <(grep '^v ' exact.obj) <(grep '^v ' shader.obj) | awk '
    { d = sqrt(($2 - $6) ^ 2 + ($3 - $7) ^ 2 + ($4 - $8) ^ 2); if (d > most) most = d }
    END { exit !(NR > 1000 && most < 0.002) }' || fail "the shader and exact sampling differ"
cmp -s shader.obj blend.obj && fail "a blend is the pose without it"
refused_with_log 2 Fly Walk -- "$PHALANX" pose "$soldier" --clip Fly -o x.obj
refused_with_log 2 "#99" -- "$PHALANX" pose "$soldier" --clip '#99' -o x.obj
refused_with_log 2 "--blend-clip" -- "$PHALANX" pose "$soldier" --blend 0.5 -o x.obj
refused_with_log 2 "--time" -- "$PHALANX" pose "$soldier" --time inf -o x.obj
refused_with_log 2 "has no clips" -- "$PHALANX" pose triangle.gltf --clip Walk -o x.obj
echo '{"base": [{"clip": "Blink"}]}' >wink.json
cat >layers.json <<'JSON'
{"base": [{"clip": "Walk", "time": 0.3}, {"clip": "Run", "time": 0.2}],
 "layers": [{"clip": "Aim", "time": 1.2, "mask": {"UpperChest": 1}}],
 "reparent": [{"joint": "Weapon", "to": "UpperChest"}],
 "aim": [{"chain": ["Chest", "UpperChest"], "joint": "Weapon", "target": [0, 1, -9]}],
 "ik": [{"joint": "Hand.L", "target": [9, 1, 0]}]}
JSON
expect 0 "$PHALANX" pose "$soldier" --pose layers.json --exact --joints joints.json -o layers.obj
said stdout "pose layers.json" "limits bind" "cannot reach its target"
[[ $(grep -c '^v ' layers.obj) == "$(grep -c '^v ' exact.obj)" ]] || fail "a layered pose has other vertices"
[[ $(grep -c '"matrix"' joints.json) == 45 ]] || fail "not every node is in joints.json"
echo '{"base": {"space": "Locomotion", "at": 2.3, "phase": 0.25}}' >space.json
expect 0 "$PHALANX" pose "$soldier" --pose space.json --exact -o space.obj
said stdout "Locomotion: 0.5 of Walk"
expect 0 "$PHALANX" pose "$soldier" --clip Walk --exact --joints joints.json -o exact.obj
expect 0 "$PHALANX" pose "$soldier" --pose layers.json --joints drawn.json -o drawn.obj
said stdout "pose layers.json, by technique palette"
[[ $(grep -c '^v ' drawn.obj) == "$(grep -c '^v ' layers.obj)" ]] || fail "a drawn pose has other vertices"
[[ $(grep -c '"matrix"' drawn.json) == 36 ]] || fail "not every joint of the palette is in drawn.json"
sed 's/"ik": \[/&{"joint": "Hand.R", "target": [0, 1, 0]}, {"joint": "Foot.R", "target": [0, 1, 0]}, /' layers.json >limbs.json
expect 0 "$PHALANX" pose "$soldier" --pose limbs.json --exact -o limbs.obj
refused_with_log 2 "3 limbs with IK" "at most 2" -- "$PHALANX" pose "$soldier" --pose limbs.json -o x.obj
refused_with_log 2 "--technique" "static shows the rest pose only" "palette" -- "$PHALANX" pose "$soldier" --pose layers.json --technique static -o x.obj
refused_with_log 2 "--joints" "cpu keeps no matrices" -- "$PHALANX" pose "$soldier" --pose layers.json --technique cpu --joints x.json -o x.obj
sed 's/"target": \[0, 1, -9\]/"target": {"unit": 3}/' layers.json >enemy.json
expect 0 "$PHALANX" shot "$soldier" --pose enemy.json --units 4 --size 64x64 -o posed.png
refused_with_log 2 "target.unit is 3" "units is 2" -- "$PHALANX" shot "$soldier" --pose enemy.json --units 3 --size 64x64 -o x.png
refused_with_log 2 enemy.json "a unit of an army" -- "$PHALANX" pose "$soldier" --pose enemy.json --exact -o x.obj
sed 's/"target": \[9, 1, 0\]/"target": {"unit": 3, "joint": "Hand.R", "share": 0.5}/' layers.json >hands.json
expect 0 "$PHALANX" shot "$soldier" --pose hands.json --units 4 --size 64x64 -o posed.png
refused_with_log 2 hands.json "ik[0].target.unit is 3" "units is 2" -- "$PHALANX" shot "$soldier" --pose hands.json --units 3 --size 64x64 -o x.png
refused_with_log 2 hands.json "ik[0].target is a joint of a unit of an army" -- "$PHALANX" pose "$soldier" --pose hands.json --exact -o x.obj
sed 's/"Hand.R"/"Claw"/' hands.json >claws.json
refused_with_log 2 claws.json "ik[0].target.joint: Claw: no such joint" -- "$PHALANX" shot "$soldier" --pose claws.json --units 4 --size 64x64 -o x.png
expect 0 "$PHALANX" shot "$soldier" --pose layers.json --units 4 --size 64x64 -o posed.png
expect 0 "$PHALANX" bench "$soldier" --layers layers.json --technique palette --units 2 --frames 5 --size 64x64
said stdout "palette layers"
refused_with_log 2 "--technique" "vertex-texture has" "palette" -- "$PHALANX" shot "$soldier" --pose layers.json --technique vertex-texture -o x.png
refused_with_log 3 wink.gltf "morph targets" -- "$PHALANX" shot wink.gltf --pose wink.json -o x.png
refused_with_log 3 wink.gltf "morph targets" -- "$PHALANX" pose wink.gltf --pose wink.json -o x.obj
refused_with_log 2 "--joints" "--exact" -- "$PHALANX" pose "$soldier" --joints x.json -o x.obj
refused_with_log 2 "--pose" "--clip" -- "$PHALANX" pose "$soldier" --pose layers.json --clip Walk --exact -o x.obj
# Several forms: a file per form, in folders.
mkdir -p several joints
expect 0 "$PHALANX" pose "$soldier" --pose layers.json --pose space.json --exact --joints joints -o several
said stdout "several/layers.obj: " "pose layers.json" "cannot reach its target" "several/space.obj: " "Locomotion: 0.5 of Walk"
for form in layers space; do
    cmp <(grep '^v ' several/$form.obj) <(grep '^v ' $form.obj) || fail "one of several poses differs from the pose alone: $form"
    [[ $(grep -c '"matrix"' joints/$form.json) == 45 ]] || fail "not every node is in joints/$form.json"
done
expect 0 "$PHALANX" pose "$soldier" --pose layers.json --pose space.json --joints joints -o several
said stdout "pose layers.json, by technique palette" "pose space.json, by technique palette"
cmp <(grep '^v ' several/layers.obj) <(grep '^v ' drawn.obj) || fail "one of several drawn poses differs from the pose alone"
cmp joints/layers.json drawn.json || fail "the joints of one of several poses differ from those of the pose alone"
rm several/* joints/*
cp layers.json joints
refused_with_log 2 layers.json joints/layers.json "the same name" -- "$PHALANX" pose "$soldier" --pose layers.json --pose joints/layers.json -o several
refused_with_log 2 "--output" "'x.obj' is not a folder" -- "$PHALANX" pose "$soldier" --pose layers.json --pose space.json -o x.obj
refused_with_log 2 "--joints" "'none' is not a folder" -- "$PHALANX" pose "$soldier" --pose layers.json --pose space.json --joints none -o several
refused_with_log 2 "joints/layers.json" "is a file that is read" -- "$PHALANX" pose "$soldier" --pose joints/layers.json --pose space.json --joints joints -o several
refused_with_log 2 enemy.json "a unit of an army" -- "$PHALANX" pose "$soldier" --pose layers.json --pose enemy.json --exact -o several
refused_with_log 2 limbs.json "3 limbs with IK" -- "$PHALANX" pose "$soldier" --pose layers.json --pose limbs.json -o several
refused_with_log 3 missing.json -- "$PHALANX" pose "$soldier" --pose layers.json --pose missing.json --exact -o several
[[ $(ls several) == "" && $(ls joints) == layers.json ]] || fail "a refused pose left a file: $(ls several joints)"
refused_with_log 2 "layers.json" "is a file that is read" -- "$PHALANX" pose "$soldier" --pose layers.json --exact --joints layers.json -o x.obj
refused_with_log 3 missing.json -- "$PHALANX" pose "$soldier" --pose missing.json --exact -o x.obj
[[ ! -e x.obj && ! -e x.json ]] || fail "a refused pose left a file"

# Feet on hills, from the rows that the GPU wrote.
expect 0 "$PHALANX" feet "$soldier" --clips "$PHALANX_SOURCE_DIR/assets/soldier_moves.glb" --units 12 --seconds 2 \
    --ground-height 200 --json feet.json
said stdout marching running strafing
python3 - <<'PYTHON' || fail "$(cat feet.json)"
import json
for row in json.load(open("feet.json"))["rows"]:
    assert row["planted"] > 100 and row["contacts"] > 10 and row["steepest_deg"] > 5, row["gait"]
    assert row["height_m"]["most"] < 0.002 and row["slide_m"]["most"] < 0.005 and row["sole_m"]["most"] < 0.005, row["gait"]
    assert row["knee_m_s"] < 1.5 * row["clip_knee_m_s"], row["gait"]
PYTHON
# Clips alone leave the slope: in every gait.
expect 0 "$PHALANX" feet "$soldier" --clips "$PHALANX_SOURCE_DIR/assets/soldier_moves.glb" --units 12 --seconds 1 \
    --ground-height 200 --no-feet --json feet.json
python3 - <<'PYTHON' || fail "$(cat feet.json)"
import json
rows = json.load(open("feet.json"))["rows"]
assert len(rows) == 3
for row in rows: assert row["height_m"]["most"] > 0.02, row["gait"]
PYTHON
refused_with_log 2 "needs a model with a clip that walks" -- "$PHALANX" feet triangle.gltf --units 1 --seconds 0.1
refused_with_log 2 "--legs" -- "$PHALANX" info "$soldier" --legs Hips

# compress
expect 0 "$PHALANX" compress "$soldier" --clip Fire --json compress.json
is_json compress.json
said stdout "p99 0.2 mm" texels smallest-10 keys cubic-keys predicted "ACL CMU" "https://github.com/nfrechette/acl"
# A quarter of the bytes of uniform deltas, with at most 0.2 mm at p99.
if command -v python3 >/dev/null; then
    python3 -c 'import json
rows = {row["method"] + row["in_degrees"] * " by degrees": row for row in json.load(open("compress.json"))["rows"]}
for method in ["bits", "keys", "cubic-keys", "predicted"]:
    row = rows[method]
    assert row["part_of_texels"] <= 0.25 and row["error_mm"]["p99"] <= 0.202, row
# One tolerance in degrees for all joints needs more for the same limit.
for method in ["bits", "keys"]:
    row = rows[method + " by degrees"]
    assert row["bytes"] > 1.1 * rows[method]["bytes"] and row["error_mm"]["p99"] <= 0.202, row' || fail "a method misses its limit"
fi
expect 0 "$PHALANX" compress "$soldier" --clip "#1" --error 2 --json -
is_json stdout
said stdout '"decode_us"'

# switches
expect 0 "$PHALANX" switches "$soldier"
said stdout nearest "weights 1" rgba16f trs "all 91 pairs" "Walk + "
expect 0 "$PHALANX" switches "$soldier" --rate 15 --clip Idle --blend-clip Walk --json switches.json
is_json switches.json
said switches.json '"volume_percent"' "Idle + Walk"

# verify
expect 0 "$PHALANX" verify --quick
said stdout "models passed" texture static
expect 0 "$PHALANX" verify --quick triangle.gltf "$soldier" --gl 3.3 --json verify.json
is_json verify.json
expect 0 "$PHALANX" verify --quick --json -
is_json stdout
said stdout '"passed": true'
# A model of zero height: errors cannot be relative to it.
printf 'v 0 0 0\nv 1 0 0\nv 0 0 1\nf 1 3 2\n' >flat.obj
expect 0 "$PHALANX" verify --quick flat.obj
said stdout "models passed"
# With a wrong shader, verify fails with exit code 1 and names the place.
mkdir -p corrupted
cp -r "$PHALANX_SOURCE_DIR/shaders" corrupted/shaders
cp -r "$PHALANX_SOURCE_DIR/assets" corrupted/assets
sed -i 's/(share \* weights.x)/(share * 0.9 * weights.x)/' corrupted/shaders/include/joints_texture.glsl
PHALANX_DATA=$PWD/corrupted expect 1 "$PHALANX" verify --quick
said stdout FAILED "technique texture" vertex
# Shaders that do not compile, or do not exist.
echo "nonsense" >>corrupted/shaders/soldier.vert
PHALANX_DATA=$PWD/corrupted refused_with_log 4 "soldier.vert" -- "$PHALANX" verify --quick
PHALANX_DATA=$PWD/nowhere refused_with_log 4 "PHALANX_DATA" -- "$PHALANX" verify --quick

# bench
expect 0 "$PHALANX" bench --units 1,2 --frames 5 --size 64x64 --technique texture,static,texture-draws --batches 1,2 \
    --multi-draw --plot bench.svg --csv bench.csv --json bench.json
is_json bench.json
said stdout texture-draws/1 texture-draws/2
said bench.json '"batch": 2' '"vertex_texture_bytes"'
is_xml bench.svg
for row in texture static texture-draws/{1,2}{,' multi'}; do
    grep -qF ">$row</text>" bench.svg || fail "the plot lacks $row"
done
[[ $(wc -l <bench.csv) -eq 13 ]] || fail "bench.csv: $(cat bench.csv)"
# Each row has its own draw calls, also if the driver does not count vertex shader invocations.
expect 0 "$PHALANX" bench triangle.gltf --gl 3.3 --units 6 --technique texture,texture-draws,uniform,static --size 64x48 \
    --frames 5 --csv counts.csv
counted=$(awk -F, 'NR > 1 { printf "%s %s;", $2, $12 }' counts.csv)
[[ $counted == "texture 1;texture-draws 6;uniform 6;static 1;" ]] || fail "draws of the techniques: $counted"
# Layers are made of the model's clips.
for option in "--layer-counts 0" "--layered-units 1"; do
    # shellcheck disable=SC2086  # an option and its value
    fails_with 2 "triangle: has no clips, so no layers" -- "$PHALANX" bench triangle.gltf --technique palette --units 2 --frames 5 --size 64x48 $option
done
refused_with_log 2 "--batches" texture-draws -- "$PHALANX" bench --technique static --batches 1,2
refused_with_log 2 "--batches" "'0'" -- "$PHALANX" bench --batches 1,0
refused_with_log 2 "--batch" -- "$PHALANX" bench --batches 1,2 --batch 3
# Which techniques `auto` selects depends on the machine.
expect 0 "$PHALANX" bench --flight --technique auto,texture --select cpu --units 4 --frames 5 --size 64x48 --json auto.json
is_json auto.json
said auto.json '"technique": "auto"' '"drawn_by"' '"level_units_mean"'
refused_with_log 2 "--technique" auto "LOD" -- "$PHALANX" bench --technique auto
refused_with_log 2 "--technique" auto diagnose -- "$PHALANX" diagnose --technique auto

# shot
expect 0 "$PHALANX" shot triangle.gltf --units 4 --size 64x48 --technique auto -o auto.png --json auto_shot.json
is_json auto_shot.json
said auto_shot.json '"technique": "auto"' '"drawn_by"'
expect 0 "$PHALANX" shot --units 4 --size 160x90 -o shot.png
[[ -s shot.png ]] || fail "no picture"
expect 0 "$PHALANX" shot --units 4 --size 160x90 -o 'film_%02d.png' --frames 2 --json shot.json
[[ -s film_00.png && -s film_01.png ]] || fail "no film"
is_json shot.json
expect 0 "$PHALANX" shot --units 4 --size 160x90 -o shot.png --json -
is_json stdout
expect 0 "$PHALANX" shot triangle.gltf --units 4 --size 160x90 -o triangle.png
# All units are in view without --camera, in windows of any shape.
for size in 160x90 60x150 240x48; do
    expect 0 "$PHALANX" shot --units 60 --no-shadows --samples 1 --size "$size" -o all.png
    said stdout "60 units, 60 of them in view"
done
refused_with_log 2 "--clip: Fly" Walk -- "$PHALANX" shot --clip Fly --units 4 --size 160x90 -o x.png
refused_with_log 4 "--multi-draw: needs OpenGL 4.3" -- "$PHALANX" shot --multi-draw --gl 3.3 --units 4 --size 160x90 -o x.png
refused_with_log 2 "--impostors" "--lod-error more than 0" -- \
    "$PHALANX" shot --impostors on --lod-error 0 --units 4 --size 160x90 -o x.png
[[ ! -e x.png ]] || fail "a refused shot left a file"

# diagnose
# The result depends on the machine; that everything was measured does not.
expect 0 "$PHALANX" diagnose --units 4 --size 64x48 --frames 5 --json diagnose.json
is_json diagnose.json
said diagnose.json '"full_ms"' '"discard_ms"' '"one_pixel_ms"' '"static_ms"' '"collapsed_ms"' '"no_units_ms"' '"submit_ms"' \
    '"submit_judged"' '"noise_ms"' '"limit"' '"sentence"' '"advice"' '"timed_by"' '"units": 4'
said stdout "full frame" "triangles discarded" "1x1 pixels" "technique static" "degenerate triangles" "without units" "CPU submit"
expect 0 "$PHALANX" diagnose triangle.gltf --units 4 --size 64x48 --frames 5 --shadows --technique palette --json -
is_json stdout
refused_with_log 2 "--units" -- "$PHALANX" diagnose --units 0
refused_with_log 2 magic texture -- "$PHALANX" diagnose --technique magic
refused_with_log 2 diagnose "use fewer --units or --frames" -- \
    "$PHALANX" diagnose --units 100 --size 640x480 --frames 100000

# If nothing was measured, the exit code is 4.
expect 4 "$PHALANX" bench "$soldier" --technique compute --gl 3.3 --units 4 --frames 5 --size 32x32
expect 4 "$PHALANX" bench "$soldier" --flight --technique compute --gl 3.3 --units 4 --frames 5 --size 32x32

# The window without a display.
(
    unset DISPLAY WAYLAND_DISPLAY
    refused_with_log 4 "display" -- "$PHALANX" run --units 4 --frames 1
)

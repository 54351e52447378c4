#!/usr/bin/env bash
# All commands without a window, with valid and invalid arguments: exit codes, and one line per error that says what to do.
# Codes: 0 ok, 1 a check failed, 2 usage, 3 input, 4 environment.
source "$(dirname "$0")/support/app.sh"
soldier=$PHALANX_SOURCE_DIR/assets/soldier.glb

# refused CODE TEXT... -- COMMAND...: exits with CODE, prints one line with these texts to stderr and nothing to stdout.
refused() {
    fails_with "$@"
    # Lines of the log may precede it, and lines of the shader compiler may follow.
    grep -q '^phalanx: ' stderr || fail "no line begins with 'phalanx: ': $(tail -n 1 stderr)"
}

# is_xml FILE: the file is valid XML; without Python only its first and last characters are checked.
is_xml() {
    if command -v python3 >/dev/null; then
        python3 -c 'import sys, xml.dom.minidom as m; m.parse(sys.argv[1])' "$1" || fail "$1 is no XML: $(head -c 300 "$1")"
    else
        [[ $(head -c 5 "$1") == "<?xml" && $(tail -n 1 "$1") == "</svg>" ]] || fail "$1 is no XML: $(head -c 300 "$1")"
    fi
}

# A triangle with one joint and no clips.
write_triangle() {
    cat >triangle.gltf <<'GLTF'
{"asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0]}], "nodes": [{"name": "Sign", "mesh": 0}],
 "meshes": [{"name": "Sign", "primitives": [{"attributes": {"POSITION": 0}}]}],
 "accessors": [{"bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3", "min": [0, 0, 0], "max": [1, 2, 0]}],
 "bufferViews": [{"buffer": 0, "byteLength": 36}],
 "buffers": [{"byteLength": 36, "uri": "data:application/octet-stream;base64,AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAAEAAAAAA"}]}
GLTF
}
write_triangle

# The triangle with a morph target.
write_wink

# Help and version.
expect 0 "$PHALANX" --version
said stdout "phalanx "
expect 0 "$PHALANX" --help
said stdout See Inspect Measure "Exit codes"
for command in run shot info bake switches compress retarget events ik falls convert export pose verify bench diagnose; do
    expect 0 "$PHALANX" "$command" --help
    said stdout "$command"
done

# info
expect 0 "$PHALANX" info "$soldier"
said stdout "36 joints" Walk Idle "stride m/s" "1.8"
expect 0 "$PHALANX" info "$soldier" --json -
is_json stdout
said stdout '"clips"' '"stride_m_per_s"'
expect 0 "$PHALANX" info "$soldier" --json info.json
is_json info.json
said stdout "36 joints"
expect 0 "$PHALANX" info triangle.gltf
said stdout "no clips" Sign "morph targets: none"
expect 0 "$PHALANX" info wink.gltf
said stdout "morph targets: 1 on Sign; moved by Blink"
expect 0 "$PHALANX" info wink.gltf --json -
is_json stdout
said stdout '"morph_targets"' '"rest_weight": 0.0' '"Wink"'
expect 0 "$PHALANX" info "$soldier" --height 0.9
said stdout "0.900 m"
refused 2 "Hat" "Sign" -- "$PHALANX" info triangle.gltf --hide Hat

# bake
expect 0 "$PHALANX" bake "$soldier" --png bake.png -o soldier.phx --json bake.json
is_json bake.json
said stdout "joints x 3 texels" "RGBA16F" bake.png
[[ -s bake.png && -s soldier.phx ]] || fail "bake wrote no files"
[[ $(head -c 4 soldier.phx) == PHXM ]] || fail "soldier.phx is not ours"
above "$(picture_contrast bake.png)" 0.02 || fail "the picture of the texture is flat"
expect 0 "$PHALANX" bake "$soldier" --rate 10 --json -
is_json stdout
expect 0 "$PHALANX" bake triangle.gltf

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
refused 2 Fly Walk -- "$PHALANX" pose "$soldier" --clip Fly -o x.obj
refused 2 "#99" -- "$PHALANX" pose "$soldier" --clip '#99' -o x.obj
refused 2 "--blend-clip" -- "$PHALANX" pose "$soldier" --blend 0.5 -o x.obj
refused 2 "--time" -- "$PHALANX" pose "$soldier" --time inf -o x.obj
refused 2 "has no clips" -- "$PHALANX" pose triangle.gltf --clip Walk -o x.obj
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
refused 2 "3 limbs with IK" "at most 2" -- "$PHALANX" pose "$soldier" --pose limbs.json -o x.obj
refused 2 "--technique" "static shows the rest pose only" "palette" -- "$PHALANX" pose "$soldier" --pose layers.json --technique static -o x.obj
refused 2 "--joints" "cpu keeps no matrices" -- "$PHALANX" pose "$soldier" --pose layers.json --technique cpu --joints x.json -o x.obj
sed 's/"target": \[0, 1, -9\]/"target": {"unit": 3}/' layers.json >enemy.json
expect 0 "$PHALANX" shot "$soldier" --pose enemy.json --units 4 --size 64x64 -o posed.png
refused 2 "target.unit is 3" "units is 2" -- "$PHALANX" shot "$soldier" --pose enemy.json --units 3 --size 64x64 -o x.png
refused 2 enemy.json "a unit of an army" -- "$PHALANX" pose "$soldier" --pose enemy.json --exact -o x.obj
sed 's/"target": \[9, 1, 0\]/"target": {"unit": 3, "joint": "Hand.R", "share": 0.5}/' layers.json >hands.json
expect 0 "$PHALANX" shot "$soldier" --pose hands.json --units 4 --size 64x64 -o posed.png
refused 2 hands.json "ik[0].target.unit is 3" "units is 2" -- "$PHALANX" shot "$soldier" --pose hands.json --units 3 --size 64x64 -o x.png
refused 2 hands.json "ik[0].target is a joint of a unit of an army" -- "$PHALANX" pose "$soldier" --pose hands.json --exact -o x.obj
sed 's/"Hand.R"/"Claw"/' hands.json >claws.json
refused 2 claws.json "ik[0].target.joint: Claw: no such joint" -- "$PHALANX" shot "$soldier" --pose claws.json --units 4 --size 64x64 -o x.png
expect 0 "$PHALANX" shot "$soldier" --pose layers.json --units 4 --size 64x64 -o posed.png
expect 0 "$PHALANX" bench "$soldier" --layers layers.json --technique palette --units 2 --frames 5 --size 64x64
said stdout "palette layers"
refused 2 "--technique" "vertex-texture has" "palette" -- "$PHALANX" shot "$soldier" --pose layers.json --technique vertex-texture -o x.png
refused 3 wink.gltf "morph targets" -- "$PHALANX" shot wink.gltf --pose wink.json -o x.png
refused 3 wink.gltf "morph targets" -- "$PHALANX" pose wink.gltf --pose wink.json -o x.obj
refused 2 "--joints" "--exact" -- "$PHALANX" pose "$soldier" --joints x.json -o x.obj
refused 2 "--pose" "--clip" -- "$PHALANX" pose "$soldier" --pose layers.json --clip Walk --exact -o x.obj
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
refused 2 layers.json joints/layers.json "the same name" -- "$PHALANX" pose "$soldier" --pose layers.json --pose joints/layers.json -o several
refused 2 "--output" "'x.obj' is not a folder" -- "$PHALANX" pose "$soldier" --pose layers.json --pose space.json -o x.obj
refused 2 "--joints" "'none' is not a folder" -- "$PHALANX" pose "$soldier" --pose layers.json --pose space.json --joints none -o several
refused 2 "joints/layers.json" "is a file that is read" -- "$PHALANX" pose "$soldier" --pose joints/layers.json --pose space.json --joints joints -o several
refused 2 enemy.json "a unit of an army" -- "$PHALANX" pose "$soldier" --pose layers.json --pose enemy.json --exact -o several
refused 2 limbs.json "3 limbs with IK" -- "$PHALANX" pose "$soldier" --pose layers.json --pose limbs.json -o several
refused 3 missing.json -- "$PHALANX" pose "$soldier" --pose layers.json --pose missing.json --exact -o several
[[ $(ls several) == "" && $(ls joints) == layers.json ]] || fail "a refused pose left a file: $(ls several joints)"
refused 2 "layers.json" "is a file that is read" -- "$PHALANX" pose "$soldier" --pose layers.json --exact --joints layers.json -o x.obj
refused 3 missing.json -- "$PHALANX" pose "$soldier" --pose missing.json --exact -o x.obj
[[ ! -e x.obj && ! -e x.json ]] || fail "a refused pose left a file"

# ik
expect 0 "$PHALANX" ik --chains 50
said stdout "50 chains per row" reachable unreachable collinear two-bone ccd fabrik "spine and arms"
expect 0 "$PHALANX" ik "$soldier" --chains 20 --rounds 5 --seed 7 --json ik.json
is_json ik.json
said ik.json '"rounds_to_1_mm"' '"us_per_solve"' '"seed": 7'
refused 3 "no chain of three joints" -- "$PHALANX" ik triangle.gltf
refused 2 "--rounds" -- "$PHALANX" ik --rounds 0
refused 2 "one model" -- "$PHALANX" ik "$soldier" "$soldier"

# compress
expect 0 "$PHALANX" compress "$soldier" --clip Walk --json compress.json
is_json compress.json
said stdout "p99 0.2 mm" texels smallest-10 keys cubic-keys predicted "ACL CMU" "https://github.com/nfrechette/acl"
# A quarter of the bytes of uniform deltas, with at most 0.2 mm at p99.
if command -v python3 >/dev/null; then
    python3 -c 'import json
rows = {row["method"]: row for row in json.load(open("compress.json"))["rows"]}
for method in ["bits", "keys", "cubic-keys", "predicted"]:
    row = rows[method]
    assert row["part_of_texels"] <= 0.25 and row["error_mm"]["p99"] <= 0.202, row' || fail "a method misses its limit"
fi
expect 0 "$PHALANX" compress "$soldier" --clip "#1" --error 2 --json -
is_json stdout
said stdout '"decode_us"'
refused 2 Fly Walk -- "$PHALANX" compress "$soldier" --clip Fly
refused 2 --error -- "$PHALANX" compress "$soldier" --error 0
refused 3 "no clips" -- "$PHALANX" compress triangle.gltf

# falls
if "$PHALANX" falls --count 1 >/dev/null 2>falls.log; then
    expect 0 "$PHALANX" falls --count 8 --seed 3
    said stdout "8 falls on flat, seed 3" "joint gap" "deepest vertex at rest" "time to rest" "bytes per ragdoll and frame"
    expect 0 "$PHALANX" falls "$soldier" --count 4 --ground hills --threads 2 --json falls.json
    is_json falls.json
    said falls.json '"rest_skin_depth_m"' '"ground": "hills"' '"step_ms"'
    refused 3 "no bodies for a ragdoll" -- "$PHALANX" falls triangle.gltf
else
    said falls.log "built without Bullet"
fi
refused 2 "--count" -- "$PHALANX" falls --count 0
refused 2 "one model" -- "$PHALANX" falls "$soldier" "$soldier"

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
refused 2 "needs a model with a clip that walks" -- "$PHALANX" feet triangle.gltf --units 1 --seconds 0.1
refused 2 "--legs" -- "$PHALANX" info "$soldier" --legs Hips

# switches
expect 0 "$PHALANX" switches "$soldier"
said stdout nearest "weights 1" rgba16f trs "all 91 pairs" "Walk + "
expect 0 "$PHALANX" switches "$soldier" --rate 15 --clip Idle --blend-clip Walk --json switches.json
is_json switches.json
said switches.json '"volume_percent"' "Idle + Walk"
expect 0 "$PHALANX" switches triangle.gltf --json -
is_json stdout
expect 0 "$PHALANX" switches triangle.gltf
said stdout "no two clips"
refused 2 Fly Walk -- "$PHALANX" switches "$soldier" --clip Fly

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
PHALANX_DATA=$PWD/corrupted refused 4 "soldier.vert" -- "$PHALANX" verify --quick
PHALANX_DATA=$PWD/nowhere refused 4 "PHALANX_DATA" -- "$PHALANX" verify --quick

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
refused 2 "--batches" texture-draws -- "$PHALANX" bench --technique static --batches 1,2
refused 2 "--batches" "'0'" -- "$PHALANX" bench --batches 1,0
refused 2 "--batch" -- "$PHALANX" bench --batches 1,2 --batch 3
# Which techniques `auto` selects depends on the machine.
expect 0 "$PHALANX" bench --flight --technique auto,texture --select cpu --units 4 --frames 5 --size 64x48 --json auto.json
is_json auto.json
said auto.json '"technique": "auto"' '"drawn_by"' '"level_units_mean"'
refused 2 "--technique" auto "LOD" -- "$PHALANX" bench --technique auto
refused 2 "--technique" auto diagnose -- "$PHALANX" diagnose --technique auto

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
refused 2 "--clip: Fly" Walk -- "$PHALANX" shot --clip Fly --units 4 --size 160x90 -o x.png
refused 4 "--multi-draw: needs OpenGL 4.3" -- "$PHALANX" shot --multi-draw --gl 3.3 --units 4 --size 160x90 -o x.png
refused 2 "--impostors" "--lod-error more than 0" -- \
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
refused 2 "--units" -- "$PHALANX" diagnose --units 0
refused 2 magic texture -- "$PHALANX" diagnose --technique magic

# Invalid options of all commands.
refused 2 vrefy verify -- "$PHALANX" vrefy
refused 2 "no such command or file" -- "$PHALANX" xyzzyplugh
refused 2 "--bogus" -- "$PHALANX" info "$soldier" --bogus
refused 2 "9.9" -- "$PHALANX" verify --gl 9.9
refused 2 magic texture static -- "$PHALANX" shot --technique magic -o x.png
refused 2 "--units" -- "$PHALANX" shot --units 0 -o x.png
refused 2 "--units" -- "$PHALANX" shot --units many -o x.png
refused 2 "--blend" -- "$PHALANX" shot --blend nan -o x.png
refused 2 "--size" -- "$PHALANX" shot --size 5 -o x.png

echo "not a model" >fake.glb
: >empty.glb
echo "not a model" >notes.txt
for command in info bake verify; do
    refused 3 missing.glb -- "$PHALANX" "$command" missing.glb
    refused 3 fake.glb -- "$PHALANX" "$command" fake.glb
    refused 3 empty.glb "empty" -- "$PHALANX" "$command" empty.glb
    refused 3 notes.txt -- "$PHALANX" "$command" notes.txt
    refused 3 "$OUTPUT" -- "$PHALANX" "$command" "$OUTPUT"
done
refused 3 missing.glb -- "$PHALANX" shot missing.glb --units 4 -o x.png
# All files are looked for before the first is loaded.
for command in shot verify; do
    more=("--quick")
    [[ $command == shot ]] && more=(--units 4 -o x.png)
    refused 3 missing.glb "no such file" -- "$PHALANX" "$command" "$soldier" missing.glb "${more[@]}"
    ! grep -q "imported in" stderr || fail "$command loads a model although the second is missing"
done
refused 3 missing.fbx "no such file" -- "$PHALANX" shot "$soldier" --clips missing.fbx --units 4 -o x.png
refused 2 "--clip: nope: no such clip" -- "$PHALANX" shot "$soldier" --clip nope --units 4 -o x.png
refused 3 missing.glb -- "$PHALANX" pose missing.glb -o x.obj

# Outputs that cannot be written.
if [[ -w /dev/full ]]; then
    for arguments in "pose $soldier --exact -o" "bake $soldier --png" "info $soldier --json" "bake $soldier --json"; do
        # shellcheck disable=SC2086  # several arguments
        refused 4 "/dev/full" -- "$PHALANX" $arguments /dev/full
    done
    for arguments in "info $soldier" --help "bake --help"; do
        status=0
        # shellcheck disable=SC2086
        "$PHALANX" $arguments >/dev/full 2>stderr || status=$?
        ((status == 4)) || fail "$arguments: a full disk behind stdout gives $status"
        said stderr "standard output"
    done
fi
refused 4 "no/such/folder" -- "$PHALANX" pose "$soldier" --exact -o no/such/folder/file.obj
for arguments in "bake $soldier --png" "info $soldier --json" \
    "verify --quick --json" "shot --units 4 --size 160x90 -o" "bench --units 4 --csv" "bench --units 4 --json" \
    "bench --units 4 --plot" "diagnose --units 4 --json"; do
    # shellcheck disable=SC2086
    refused 4 "no/such/folder" -- "$PHALANX" $arguments no/such/folder/file.png
done
refused 4 "$OUTPUT" -- "$PHALANX" pose "$soldier" --exact -o "$OUTPUT"
refused 4 "no/such/folder" -- "$PHALANX" bake "$soldier" -o no/such/folder/file.phx
refused 2 ".phx" -- "$PHALANX" bake "$soldier" -o other.glb
# An empty value, as of an unset variable, is not a default.
refused 2 "--weights" "no value" -- "$PHALANX" pose "$soldier" --weights "" -o x.obj
refused 2 "--camera" "no value" -- "$PHALANX" shot --units 4 --camera "" -o x.png

# Outputs that are inputs: models, and below files that a model refers to.
refused 2 triangle.gltf "is a file that is read" -- "$PHALANX" info triangle.gltf --json triangle.gltf
refused 2 x.png "two results" -- "$PHALANX" shot --units 4 -o x.png --json ./x.png
refused 2 f_0001.json "two results" -- "$PHALANX" shot --units 4 --frames 3 -o f_%04d.json --json f_0001.json
# If nothing was measured, the exit code is 4.
expect 4 "$PHALANX" bench "$soldier" --technique compute --gl 3.3 --units 4 --frames 5 --size 32x32
expect 4 "$PHALANX" bench "$soldier" --flight --technique compute --gl 3.3 --units 4 --frames 5 --size 32x32
# Files that the model refers to, here its buffer, are not overwritten.
mkdir -p parts
printf 'AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAAEAAAAAA' | base64 -d >parts/vertices_01.obj
sed 's|"data:[^"]*"|"vertices_01.obj"|' triangle.gltf >parts/triangle.gltf
cp parts/vertices_01.obj kept.bin
for arguments in "info --json" "bake --png" "pose --exact -o" "verify --quick --json" \
    "shot --units 4 --size 160x90 -o" "bench --units 4 --frames 5 --csv"; do
    # shellcheck disable=SC2086
    refused 2 vertices_01.obj "is a part of the model" -- "$PHALANX" ${arguments%% *} parts/triangle.gltf ${arguments#* } parts/../parts/vertices_01.obj
done
refused 2 vertices_01.obj -- "$PHALANX" shot parts/triangle.gltf --units 4 --size 160x90 --frames 3 -o 'parts/vertices_%02d.obj'
cmp -s kept.bin parts/vertices_01.obj || fail "a part of the model was written over"

# The window without a display.
(
    unset DISPLAY WAYLAND_DISPLAY
    refused 4 "display" -- "$PHALANX" run --units 4 --frames 1
)

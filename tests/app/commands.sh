#!/usr/bin/env bash
# Commands without a window, with valid and invalid arguments: exit codes, and one line per error that says what to do. Those that
# draw or compute for long are in long_commands.sh.
# Codes: 0 ok, 1 a check failed, 2 usage, 3 input, 4 environment.
source "$(dirname "$0")/support/app.sh"
soldier=$PHALANX_SOURCE_DIR/assets/soldier.glb
write_triangle
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
refused_with_log 2 "Hat" "Sign" -- "$PHALANX" info triangle.gltf --hide Hat

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

# ik
expect 0 "$PHALANX" ik --chains 50
said stdout "50 chains per row" reachable unreachable collinear two-bone ccd fabrik "spine and arms"
expect 0 "$PHALANX" ik "$soldier" --chains 20 --rounds 5 --seed 7 --json ik.json
is_json ik.json
said ik.json '"rounds_to_1_mm"' '"us_per_solve"' '"seed": 7'
refused_with_log 3 "no chain of three joints" -- "$PHALANX" ik triangle.gltf
refused_with_log 2 "--rounds" -- "$PHALANX" ik --rounds 0
refused_with_log 2 "one value is enough" -- "$PHALANX" ik "$soldier" "$soldier"

# compress
refused_with_log 2 Fly Walk -- "$PHALANX" compress "$soldier" --clip Fly
refused_with_log 2 --error -- "$PHALANX" compress "$soldier" --error 0
refused_with_log 3 "no clips" -- "$PHALANX" compress triangle.gltf

# falls
if "$PHALANX" falls --count 1 >/dev/null 2>falls.log; then
    expect 0 "$PHALANX" falls --count 8 --seed 3
    said stdout "8 falls on flat, seed 3" "joint gap" "deepest vertex at rest" "time to rest" "bytes per ragdoll and frame"
    expect 0 "$PHALANX" falls "$soldier" --count 4 --ground hills --threads 2 --json falls.json
    is_json falls.json
    said falls.json '"rest_skin_depth_m"' '"ground": "hills"' '"step_ms"'
    refused_with_log 3 "no bodies for a ragdoll" -- "$PHALANX" falls triangle.gltf
else
    said falls.log "built without Bullet"
fi
refused_with_log 2 "--count" -- "$PHALANX" falls --count 0
refused_with_log 2 "one value is enough" -- "$PHALANX" falls "$soldier" "$soldier"

# switches
expect 0 "$PHALANX" switches triangle.gltf --json -
is_json stdout
expect 0 "$PHALANX" switches triangle.gltf
said stdout "no two clips"
refused_with_log 2 Fly Walk -- "$PHALANX" switches "$soldier" --clip Fly

# One of each that draws: with the sanitizers, too. long_commands.sh has more.
expect 0 "$PHALANX" pose triangle.gltf -o drawn.obj
expect 0 "$PHALANX" verify --quick wink.gltf
said stdout "models passed"
expect 0 "$PHALANX" shot --units 4 --size 64x48 -o shot.png
expect 0 "$PHALANX" bench triangle.gltf --units 2 --frames 5 --size 64x48
expect 0 "$PHALANX" flight triangle.gltf --units 6 --frames 5 --size 64x48

# Invalid options of all commands.
refused_with_log 2 vrefy verify -- "$PHALANX" vrefy
refused_with_log 2 "no such command or file" -- "$PHALANX" xyzzyplugh
refused_with_log 2 "--bogus" -- "$PHALANX" info "$soldier" --bogus
refused_with_log 2 "9.9" -- "$PHALANX" verify --gl 9.9
refused_with_log 2 magic texture static -- "$PHALANX" shot --technique magic -o x.png
refused_with_log 2 "--units" -- "$PHALANX" shot --units 0 -o x.png
refused_with_log 2 "--units" -- "$PHALANX" shot --units many -o x.png
refused_with_log 2 "--blend" -- "$PHALANX" shot --blend nan -o x.png
refused_with_log 2 "--size" -- "$PHALANX" shot --size 5 -o x.png

echo "not a model" >fake.glb
: >empty.glb
echo "not a model" >notes.txt
for command in info bake verify; do
    refused_with_log 3 missing.glb -- "$PHALANX" "$command" missing.glb
    refused_with_log 3 fake.glb -- "$PHALANX" "$command" fake.glb
    refused_with_log 3 empty.glb "empty" -- "$PHALANX" "$command" empty.glb
    refused_with_log 3 notes.txt -- "$PHALANX" "$command" notes.txt
    refused_with_log 3 "$OUTPUT" -- "$PHALANX" "$command" "$OUTPUT"
done
refused_with_log 3 missing.glb -- "$PHALANX" shot missing.glb --units 4 -o x.png
# All files are looked for before the first is loaded.
for command in shot verify; do
    more=("--quick")
    [[ $command == shot ]] && more=(--units 4 -o x.png)
    refused_with_log 3 missing.glb "no such file" -- "$PHALANX" "$command" "$soldier" missing.glb "${more[@]}"
    ! grep -q "imported in" stderr || fail "$command loads a model although the second is missing"
done
refused_with_log 3 missing.fbx "no such file" -- "$PHALANX" shot "$soldier" --clips missing.fbx --units 4 -o x.png
refused_with_log 2 "--clip: nope: no such clip" -- "$PHALANX" shot "$soldier" --clip nope --units 4 -o x.png
refused_with_log 3 missing.glb -- "$PHALANX" pose missing.glb -o x.obj

# Outputs that cannot be written.
if [[ -w /dev/full ]]; then
    for arguments in "pose $soldier --exact -o" "bake $soldier --png" "info $soldier --json" "bake $soldier --json"; do
        # shellcheck disable=SC2086  # several arguments
        refused_with_log 4 "/dev/full" -- "$PHALANX" $arguments /dev/full
    done
    for arguments in "info $soldier" --help "bake --help"; do
        status=0
        # shellcheck disable=SC2086
        "$PHALANX" $arguments >/dev/full 2>stderr || status=$?
        ((status == 4)) || fail "$arguments: a full disk behind stdout gives $status"
        said stderr "standard output"
    done
fi
refused_with_log 4 "no/such/folder" -- "$PHALANX" pose "$soldier" --exact -o no/such/folder/file.obj
for arguments in "bake $soldier --png" "info $soldier --json" \
    "verify --quick --json" "shot --units 4 --size 160x90 -o" "bench --units 4 --csv" "bench --units 4 --json" \
    "bench --units 4 --plot" "diagnose --units 4 --json"; do
    # shellcheck disable=SC2086
    refused_with_log 4 "no/such/folder" -- "$PHALANX" $arguments no/such/folder/file.png
done
refused_with_log 4 "$OUTPUT" -- "$PHALANX" pose "$soldier" --exact -o "$OUTPUT"
refused_with_log 4 "no/such/folder" -- "$PHALANX" bake "$soldier" -o no/such/folder/file.phx
refused_with_log 2 ".phx" -- "$PHALANX" bake "$soldier" -o other.glb
# An empty value, as of an unset variable, is not a default.
refused_with_log 2 "--weights" "no value" -- "$PHALANX" pose "$soldier" --weights "" -o x.obj
refused_with_log 2 "--camera" "no value" -- "$PHALANX" shot --units 4 --camera "" -o x.png

# Outputs that are inputs: models, and below files that a model refers to.
refused_with_log 2 triangle.gltf "is a file that is read" -- "$PHALANX" info triangle.gltf --json triangle.gltf
refused_with_log 2 x.png "two results" -- "$PHALANX" shot --units 4 -o x.png --json ./x.png
refused_with_log 2 f_0001.json "two results" -- "$PHALANX" shot --units 4 --frames 3 -o f_%04d.json --json f_0001.json
# Files that the model refers to, here its buffer, are not overwritten.
mkdir -p parts
printf 'AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAAEAAAAAA' | base64 -d >parts/vertices_01.obj
sed 's|"data:[^"]*"|"vertices_01.obj"|' triangle.gltf >parts/triangle.gltf
cp parts/vertices_01.obj kept.bin
for arguments in "info --json" "bake --png" "pose --exact -o" "verify --quick --json" \
    "shot --units 4 --size 160x90 -o" "bench --units 4 --frames 5 --csv"; do
    # shellcheck disable=SC2086
    refused_with_log 2 vertices_01.obj "is a part of the model" -- "$PHALANX" ${arguments%% *} parts/triangle.gltf ${arguments#* } parts/../parts/vertices_01.obj
done
refused_with_log 2 vertices_01.obj -- "$PHALANX" shot parts/triangle.gltf --units 4 --size 160x90 --frames 3 -o 'parts/vertices_%02d.obj'
cmp -s kept.bin parts/vertices_01.obj || fail "a part of the model was written over"

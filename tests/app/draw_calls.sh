#!/usr/bin/env bash
# With a thousand times more soldiers, draw calls and bytes per frame stay the same: the claim of the project.
# apitrace counts the calls of the driver; the program's own numbers are checked against them.
#   PHALANX_DRAW_CALL_UNITS  the larger number of units of Knight. The default, 500, takes seconds with software rendering;
#                            10000 takes minutes.
#   PHALANX_TEST_MODELS      the folder of the test models; without Knight only the soldier is tested
source "$(dirname "$0")/support/app.sh"
need apitrace

many=${PHALANX_DRAW_CALL_UNITS:-500}
models=${PHALANX_TEST_MODELS:-$PHALANX_SOURCE_DIR/../shared/models}
knight=$models/kaykit_knight/Knight.glb

# shoot NAME ARGUMENT...: runs `shot`; writes its results to NAME.json and all GL calls to NAME.txt
shoot() {
    local name=$1
    shift
    # A low rate bakes faster and does not change draw calls. Without --fetch, the measurement at the start would draw too.
    # Without culling and LODs, and with one shadow map, the numbers do not depend on the view.
    expect 0 apitrace trace --api egl --output "$name.trace" "$PHALANX" shot --rate 15 --fetch 2d --no-cull --lod-error 0 --shadow-cascades 1 --size 64x64 --json "$name.json" "$@"
    apitrace dump --color=never "$name.trace" >"$name.txt" || fail "apitrace cannot read its own trace"
    rm "$name.trace"
}

# draw_calls NAME [FUNCTION]: the number of all draw calls, glMultiDraw... included, or of one function
draw_calls() {
    grep -cE "^[0-9]+ ${2:-gl(Multi)?Draw(Arrays|Elements|RangeElements)[A-Za-z]*}\\(" "$1.txt" || true
}

# number NAME KEY: a number in NAME.json
number() {
    sed -nE "s/^ *\"$2\": ([0-9]+),?$/\\1/p" "$1.json"
}

# instances NAME: the sum over all instanced draws
instances() {
    grep -oE 'glDrawElementsInstanced.*(instancecount|primcount) = [0-9]+' "$1.txt" | grep -oE '[0-9]+$' |
        awk '{ sum += $1 } END { print sum + 0 }'
}

# equal_draws NAME FEW MANY: images of FEW and of MANY units of the model NAME differ only in the number of instances
equal_draws() {
    local few_calls many_calls
    few_calls=$(draw_calls "$1-$2")
    many_calls=$(draw_calls "$1-$3")
    echo "$1: $2 units take $few_calls draw calls, $3 units $many_calls"
    ((few_calls > 0)) || fail "no draw calls were traced"
    ((many_calls == few_calls)) || fail "$many_calls draw calls for $3 units, $few_calls for $2"
    ((few_calls == $(number "$1-$2" draws))) || fail "the program counts $(number "$1-$2" draws) draws, apitrace $few_calls"
    # Each unit is drawn twice: in the shadow map and in the image.
    (($(instances "$1-$2") == 2 * $2)) || fail "$(instances "$1-$2") instances for $2 units and two passes"
    (($(instances "$1-$3") == 2 * $3)) || fail "$(instances "$1-$3") instances for $3 units and two passes"
    (($(draw_calls "$1-$2" glDrawElementsInstanced) == $(number "$1-$2" unit_draws))) ||
        fail "the program counts $(number "$1-$2" unit_draws) draws of units"
}

# The soldier has three variants, one draw each; 50 units have all three.
shoot soldier-50 --units 50 -o soldier-50.png
shoot soldier-500 --units 500 -o soldier-500.png
equal_draws soldier 50 500

# docs/capture.md names the debug groups in the order of the trace, and labels that the trace has.
page=$PHALANX_SOURCE_DIR/docs/capture.md
# groups FILE: the names of all groups, in order
groups() { grep -oE 'glPushDebugGroup\(.*message = "[^"]+"' "$1" | sed -E 's/.*message = "(.*)"/\1/' | paste -sd, -; }
echo "groups: $(groups soldier-50.txt)"
[[ -n $(groups "$page") && $(groups "$page") == "$(groups soldier-50.txt)" ]] ||
    fail "docs/capture.md has the groups $(groups "$page"), the trace $(groups soldier-50.txt)"
labels=$(grep -oE 'label = "[^"]+"' "$page" | sort -u)
[[ -n $labels ]] || fail "docs/capture.md names no labels"
while IFS= read -r label; do
    grep -qE "glObjectLabel\(.*$label" soldier-50.txt || fail "docs/capture.md has $label, the trace has not"
done <<<"$labels"

# Several frames: after the first, only the frame block is uploaded, though all soldiers march and crossfade.
shoot film --units 50 --frames 5 --fps 1 -o film_%d.png
# Between two readbacks of an image: the number of uploads, and the bytes of buffers.
awk '/^[0-9]+ glBuffer(Sub)?Data\(/ { ++calls; if (match($0, /size = [0-9]+/)) bytes += substr($0, RSTART + 7, RLENGTH - 7) }
     /^[0-9]+ (glTex(Sub)?Image2D|glMapBuffer(Range)?|glBufferStorage|glNamedBuffer)[A-Za-z]*\(/ { ++calls }
     /^[0-9]+ glReadPixels\(/ { print calls + 0, bytes + 0; calls = bytes = 0 }' film.txt >uploads.txt
echo "film: data calls and bytes of each frame: $(paste -sd ';' uploads.txt)"
(($(wc -l <uploads.txt) == 5)) || fail "$(wc -l <uploads.txt) pictures were read, not 5"
(($(sed 1d uploads.txt | sort -u | wc -l) == 1)) || fail "frames upload different amounts"
read -r calls bytes < <(sed -n 2p uploads.txt)
((calls == 1 && bytes > 0 && bytes < 1024)) || fail "a frame uploads $bytes bytes in $calls calls: more than its block"
read -r calls bytes < <(head -n 1 uploads.txt)
((calls > 1 && bytes > 50 * 64)) || fail "the first frame uploads $bytes bytes: uploads are not traced"

if [[ ! -f $knight ]]; then
    echo "Knight is not at $knight: the soldier alone was counted"
    exit 0
fi
shoot Knight-10 "$knight" --variants none --units 10 -o Knight-10.png
shoot "Knight-$many" "$knight" --variants none --units "$many" -o "Knight-$many.png"
equal_draws Knight 10 "$many"
# With all parts on every unit there is one variant, so triangles are exactly proportional to units.
(($(number "Knight-$many" triangles) * 10 == $(number Knight-10 triangles) * many)) ||
    fail "$(number "Knight-$many" triangles) triangles for $many units, $(number Knight-10 triangles) for 10"
# One of five things in the left hand and one of two in the right: ten variants, one draw each. 100 units have all.
shoot mixed-100 "$knight" --units 100 -o mixed-100.png
shoot "mixed-$many" "$knight" --units "$many" -o "mixed-$many.png"
equal_draws mixed 100 "$many"
(($(number mixed-100 unit_draws) == 20)) || fail "$(number mixed-100 unit_draws) draws of ten variants in two passes"
(($(number mixed-100 triangles) < 10 * $(number Knight-10 triangles))) || fail "hidden parts are drawn"

# shellcheck shell=bash
# Functions shared by the tests of the program. ctest sets, for each script:
#   PHALANX             the program
#   PHALANX_BUILD_DIR   the build tree
#   PHALANX_SOURCE_DIR  the source tree
#   OUTPUT              a folder of the test's own, emptied here
set -euo pipefail
: "${PHALANX:?run this by ctest}" "${PHALANX_BUILD_DIR:?}" "${PHALANX_SOURCE_DIR:?}" "${OUTPUT:?}"
rm -rf "$OUTPUT"
mkdir -p "$OUTPUT"
cd "$OUTPUT"
# The tests neither change nor use the recent files and settings of the user who runs them.
export XDG_STATE_HOME=$OUTPUT/state_home XDG_CONFIG_HOME=$OUTPUT/config_home

own_processes=()

clean_up() {
    local process
    for process in "${own_processes[@]}"; do kill "$process" 2>/dev/null || true; done
}
trap clean_up EXIT

fail() {
    printf 'FAILED: %s\n' "$*" >&2
    exit 1
}

skip() {
    printf 'Skipped: %s\n' "$*" >&2
    exit 77
}

# need COMMAND...: skips the test if one of these commands is missing.
need() {
    local command
    for command in "$@"; do command -v "$command" >/dev/null || skip "$command is not installed"; done
}

# expect CODE COMMAND...: runs the command without input, writes the files stdout and stderr, and checks its exit code.
expect() {
    local wanted=$1 status=0
    shift
    "$@" </dev/null >stdout 2>stderr || status=$?
    if ((status != wanted)); then
        printf -- '---- stdout\n%s\n---- stderr\n%s\n' "$(tail -n 20 stdout)" "$(tail -n 20 stderr)" >&2
        fail "exit code $status instead of $wanted: $*"
    fi
}

# is_json FILE: the file is valid JSON; without Python only its first and last characters are checked.
is_json() {
    if command -v python3 >/dev/null; then
        python3 -c 'import json, sys; json.load(open(sys.argv[1]))' "$1" || fail "$1 is no JSON: $(head -c 300 "$1")"
    else
        [[ $(head -c 1 "$1") == "{" && $(tail -n 1 "$1") == "}" ]] || fail "$1 is no JSON: $(head -c 300 "$1")"
    fi
}

# said FILE TEXT...: the file contains each text.
said() {
    local file=$1 text
    shift
    for text in "$@"; do
        grep -qF -- "$text" "$file" || fail "'$text' is not in $file: $(tail -n 5 "$file")"
    done
}

# write_quad FILE: an OBJ file of two triangles.
write_quad() {
    cat >"$1" <<'OBJ'
o Sign
v 0 0 0
v 1 0 0
v 0 2 0
v 1 2 0
f 1 2 4 3
OBJ
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

# write_wink: writes wink.gltf, a triangle with the morph target Wink, whose weight the clip Blink moves from 0 to 1.
write_wink() {
    cat >wink.gltf <<'GLTF'
{"asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0]}], "nodes": [{"name": "Sign", "mesh": 0}],
 "meshes": [{"name": "Sign", "extras": {"targetNames": ["Wink"]},
   "primitives": [{"attributes": {"POSITION": 0}, "targets": [{"POSITION": 1}]}]}],
 "animations": [{"name": "Blink", "samplers": [{"input": 2, "output": 3}],
   "channels": [{"sampler": 0, "target": {"node": 0, "path": "weights"}}]}],
 "accessors": [{"bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3", "min": [0, 0, 0], "max": [1, 2, 0]},
   {"bufferView": 1, "componentType": 5126, "count": 3, "type": "VEC3", "min": [0, 0, 0], "max": [0, 0.25, 0.5]},
   {"bufferView": 2, "componentType": 5126, "count": 2, "type": "SCALAR", "min": [0], "max": [1]},
   {"bufferView": 3, "componentType": 5126, "count": 2, "type": "SCALAR"}],
 "bufferViews": [{"buffer": 0, "byteLength": 36}, {"buffer": 0, "byteOffset": 36, "byteLength": 36},
   {"buffer": 0, "byteOffset": 72, "byteLength": 8}, {"buffer": 0, "byteOffset": 80, "byteLength": 8}],
 "buffers": [{"byteLength": 88, "uri": "data:application/octet-stream;base64,AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAAEAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA/AAAAAAAAgD4AAAAAAAAAAAAAgD8AAAAAAACAPw=="}]}
GLTF
}

# fails_with CODE TEXT... -- COMMAND...: exits with CODE and prints these texts to stderr.
fails_with() {
    local code=$1 texts=()
    shift
    while [[ $1 != -- ]]; do texts+=("$1") && shift; done
    shift
    expect "$code" "$@"
    said stderr "${texts[@]}"
}

# refused CODE TEXT... -- COMMAND...: exits with CODE, prints one line with these texts to stderr and nothing to stdout.
refused() {
    fails_with "$@"
    [[ $(wc -l <stderr) == 1 ]] || fail "not one line: $(cat stderr)"
    [[ ! -s stdout ]] || fail "a refused command printed a result: $(cat stdout)"
}

# refused_with_log CODE TEXT... -- COMMAND...: the same, but lines of the log may precede the line, and lines of the shader
# compiler may follow it.
refused_with_log() {
    fails_with "$@"
    grep -q '^phalanx: ' stderr || fail "no line begins with 'phalanx: ': $(tail -n 1 stderr)"
}

# start_display [WIDTHxHEIGHT [DPI]]: starts a virtual display and sets DISPLAY; keeps a display of the same size and DPI.
# Desktops set the DPI by a resource; GLFW does not use what the display itself reports.
# Keys do not repeat (-r): on a busy machine, one press could become several.
display_shown=
start_display() {
    need Xvfb
    local number display_pipe
    [[ $display_shown != "$*" || -z $* ]] || return 0
    display_shown=$*
    unset WAYLAND_DISPLAY
    exec {display_pipe}<> <(:)
    Xvfb -displayfd "$display_pipe" -screen 0 "${1:-1280x800}x24" -r -noreset -nolisten tcp >xvfb.log 2>&1 &
    own_processes+=($!)
    read -r -t 30 -u "$display_pipe" number || fail "Xvfb does not start: $(tail -n 3 xvfb.log)"
    export DISPLAY=:$number
    if [[ -n ${2:-} ]]; then
        need xprop
        xprop -root -f RESOURCE_MANAGER 8s -set RESOURCE_MANAGER "Xft.dpi: $2"
    fi
}

# ImageMagick 7 has one program, ImageMagick 6 one per command.
magick_verb() {
    if command -v magick >/dev/null; then magick "$@"; else "$@"; fi
}

# differing_pixels A B: the number of pixels that differ by more than 2 %. Equal files, the most frequent case, are fast.
differing_pixels() {
    local pixels
    if cmp -s "$1" "$2"; then echo 0 && return; fi
    pixels=$(magick_verb compare -metric AE -fuzz 2% "$1" "$2" null: 2>&1) || true
    [[ $pixels =~ ^[0-9.]+(e\+[0-9]+)?$ ]] || fail "$1 and $2 cannot be compared: $pixels"
    printf '%.0f\n' "$pixels"
}

# picture_contrast FILE: the standard deviation of the image's values, 0..1; 0: a single colour.
picture_contrast() {
    magick_verb identify -format '%[fx:standard_deviation]' "$1"
}

# above VALUE LIMIT: compares numbers with fractions.
above() {
    awk -v value="$1" -v limit="$2" 'BEGIN { exit !(value > limit) }'
}

#!/usr/bin/env bash
# Files dropped on the window are loaded as its army; if that fails, the army stays.
source "$(dirname "$0")/../support/window.sh"
render_scale=0.4
drop_files=$PHALANX_BUILD_DIR/bin/drop_files
[[ -x $drop_files ]] || skip "there is no drop_files: it was built without X11's headers"

# Two signs of different size. The space and the percent sign in one name must be escaped in a URI.
write_sign() { # FILE BASE64 OF THREE POINTS
    cat >"$1" <<GLTF
{"asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0]}], "nodes": [{"name": "Sign", "mesh": 0}],
 "meshes": [{"name": "Sign", "primitives": [{"attributes": {"POSITION": 0}}]}],
 "accessors": [{"bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3", "min": [0, 0, 0], "max": [1, 2, 0]}],
 "bufferViews": [{"buffer": 0, "byteLength": 36}],
 "buffers": [{"byteLength": 36, "uri": "data:application/octet-stream;base64,$2"}]}
GLTF
}
mkdir -p folder
write_sign "folder/a 100% sign.gltf" AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAAEAAAAAA
echo "not a model" >broken.glb

start_window
pause_army
window=$(xdotool search --onlyvisible --class phalanx | head -n 1)
models() { awk '$1 == "model" { sub(/^model /, ""); printf "%s%s", comma, $0; comma = ", " }' "$state_file"; }
notice_names() { [[ $(state notice) == *"$1"* ]]; }
models_are() { [[ $(models) == "$1" ]]; }
drop() { "$drop_files" "$window" $((window_width * 2 / 3)) $((window_height / 2)) "$@" 2>drop.log || fail "$(<drop.log)"; }
models_are soldier || fail "the window begins with: $(models)"

drop "folder/a 100% sign.gltf"
wait_until models_are "a 100% sign"
[[ $(state notice) == "Loaded a 100% sign" && $(state notice_is_error) == 0 ]] || fail "the notice is: $(state notice)"
[[ $(state units) == 6 ]] || fail "there are $(state units) units now"
wait_until standing
picture sign.ppm
changed still_2.ppm sign.ppm 3000 "another model"

# Two files make a mixed army, each model with its own clips.
drop "$PHALANX_SOURCE_DIR/assets/soldier.glb" "folder/a 100% sign.gltf"
wait_until models_are "soldier, a 100% sign"
wait_until standing
picture both.ppm
changed sign.ppm both.ppm 1000 "a mixed army"
widget_shown clip_a_1 || fail "the second model has no row of clips"

# A file that is not a model: a notice, and the army stays.
drop broken.glb
wait_until notice_names broken.glb
[[ $(state notice_is_error) == 1 ]] || fail "the notice is no error: $(state notice)"
models_are "soldier, a 100% sign" || fail "a broken file left: $(models)"
picture kept.ppm
unchanged both.ppm kept.ppm 0 "a broken file changed the army"
drop "folder"
wait_until notice_names "is a directory"

close_window
leave 0

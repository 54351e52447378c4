#!/usr/bin/env bash
# `verify --quick` on Mesa's softpipe: OpenGL 3.3 without extensions, and a driver that, unlike llvmpipe, does not bear a
# texture that is read while it is drawn to.
source "$(dirname "$0")/support/app.sh"
export GALLIUM_DRIVER=softpipe LIBGL_ALWAYS_SOFTWARE=1 PHALANX_EGL=surfaceless

# More than 4096 vertices, where softpipe restarts gl_VertexID if a draw has no indices.
python3 - <<'PYTHON'
import array, base64, json, math
COUNT = 4200
numbers = array.array("f", (math.sin(i * 1.7 + axis) for i in range(COUNT) for axis in (0.0, 2.1, 4.2)))
data = base64.b64encode(numbers.tobytes()).decode()
json.dump({
    "asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0]}], "nodes": [{"name": "Many", "mesh": 0}],
    "meshes": [{"primitives": [{"attributes": {"POSITION": 0}}]}],
    "accessors": [{"bufferView": 0, "componentType": 5126, "count": COUNT, "type": "VEC3",
                   "min": [-1, -1, -1], "max": [1, 1, 1]}],
    "bufferViews": [{"buffer": 0, "byteLength": 12 * COUNT}],
    "buffers": [{"byteLength": 12 * COUNT, "uri": "data:application/octet-stream;base64," + data}],
}, open("many.gltf", "w"))
PYTHON

status=0
"$PHALANX" verify --quick many.gltf </dev/null >stdout 2>stderr || status=$?
((status != 4)) || skip "no context of softpipe: $(tail -n 1 stderr)"
grep -q "^OpenGL .*softpipe" stdout || skip "the driver is not softpipe: $(head -n 1 stdout)"
((status == 0)) || fail "many.gltf: $(tail -n 5 stdout)"
said stdout "4200 vertices"

expect 0 "$PHALANX" verify --quick "$PHALANX_SOURCE_DIR/assets/soldier.glb"
said stdout softpipe "all 1 models passed"

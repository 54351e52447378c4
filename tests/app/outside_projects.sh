#!/usr/bin/env bash
# Projects outside the tree use an installed Phalanx by find_package(): examples/outside_anim bakes without GL, and
# examples/outside_render draws into a context of its own. The plain installation has neither headers nor libraries.
source "$(dirname "$0")/support/app.sh"
need cmake ninja identify compare
prefix=$OUTPUT/prefix
cache=$PHALANX_BUILD_DIR/CMakeCache.txt
setting() { sed -n "s/^$1:[A-Z]*=//p" "$cache"; }
flags=
[[ $(setting PHALANX_SANITIZE) != ON ]] || flags="-fsanitize=address,undefined -no-pie"

expect 0 cmake --install "$PHALANX_BUILD_DIR" --component dev --prefix "$prefix"
for file in include/phalanx/anim/bake/bake.h include/phalanx/render/embed/crowd_renderer.h share/phalanx/shaders/soldier.vert; do
    [[ -s $prefix/$file ]] || fail "$file is not installed"
done
# The public surface is the list in docs/packages.md.
(cd "$prefix/include" && find . -name '*.h' | sed 's|^\./||' | LC_ALL=C sort) >headers.txt
grep -o '`phalanx/[a-z_/]*\.h`' "$PHALANX_SOURCE_DIR/docs/packages.md" | tr -d '`' | LC_ALL=C sort -u >documented.txt
cmp headers.txt documented.txt || fail "docs/packages.md lists other headers: $(diff headers.txt documented.txt | head -n 5)"

# outside NAME COMMAND...: configures and builds an example as its users would.
outside() {
    expect 0 cmake -G Ninja -S "$PHALANX_SOURCE_DIR/examples/$1" -B "$1" -DCMAKE_BUILD_TYPE=Release -DCMAKE_PREFIX_PATH="$prefix" \
        -DCMAKE_CXX_COMPILER="$(setting CMAKE_CXX_COMPILER)" -DCMAKE_CXX_FLAGS="-Wall -Wextra -Werror $flags"
    expect 0 cmake --build "$1"
    # It found the installation, not the tree.
    grep -q "^Phalanx_DIR:PATH=$prefix/" "$1/CMakeCache.txt" || fail "$1 uses another Phalanx"
}

outside outside_anim
expect 0 outside_anim/outside_anim
cat stdout
# The hand is 1 m from the shoulder, at (0, 1, 0), and is half way up: 45 degrees, to 1 mm.
for encoding in rgba32f rgba16f trs; do
    awk -v name="$encoding:" '$2 == name { x = $(NF - 3); y = $(NF - 2); found = (x - 0.70711)^2 + (y - 1.70711)^2 < 1e-6 } END { exit !found }' \
        stdout || fail "$encoding: the hand is elsewhere"
done
said stdout "refused: arm:"
# It needs no GL.
if command -v ldd >/dev/null; then
    ldd outside_anim/outside_anim >libraries.txt
    ! grep -E 'lib(GL|EGL|OpenGL|glfw|assimp)' libraries.txt || fail "outside_anim needs a library that it does not use"
fi

outside outside_render
expect 0 outside_render/outside_render "$PHALANX_SOURCE_DIR/assets/soldier.glb" 0.5 early.ppm
cat stdout
said stdout "unit" "draw calls" "refused: clip:"
awk '/units in view/ { found = $1 > 40 } END { exit !found }' stdout || fail "few units are in view"
expect 0 outside_render/outside_render "$PHALANX_SOURCE_DIR/assets/soldier.glb" 2.5 late.ppm
cat stdout
# A walk of 1.35 m/s for 2.5 s from z = 8 m.
awk '/units in view/ { found = $(NF - 1) > 10.5 && $(NF - 1) < 12.5 } END { exit !found }' stdout || fail "unit 0 did not walk"
above "$(picture_contrast early.ppm)" 0.05 || fail "the picture is blank"
moved=$(differing_pixels early.ppm late.ppm)
((moved > 1000)) || fail "only $moved pixels move in two seconds"

# The plain installation has no headers.
expect 0 cmake --install "$PHALANX_BUILD_DIR" --prefix "$OUTPUT/plain"
[[ ! -e $OUTPUT/plain/include && ! -e $OUTPUT/plain/lib/cmake ]] || fail "the plain installation has headers"

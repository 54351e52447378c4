#!/usr/bin/env bash
# `phalanx export`: its files, one clear line for bad usage, and players that compile where glslangValidator is installed.
source "$(dirname "$0")/support/app.sh"
soldier=$PHALANX_SOURCE_DIR/assets/soldier.glb

expect 0 "$PHALANX" export "$soldier" -o made/here --encoding rgba16f
said stdout "36 joints" "animation.bin" "rgba16f" "model.glb" "phalanx_crowd.js"
for file in animation.json animation.bin model.glb phalanx_crowd.js index.html PhalanxCrowd.hlsl phalanx_crowd.gdshader; do
    [[ -s made/here/$file ]] || fail "$file is missing"
done
is_json made/here/animation.json
[[ -s made/here/morph_weights.bin ]] || fail "no weights of the soldier's morph targets"
[[ $(head -c 4 made/here/model.glb) == glTF ]] || fail "model.glb is no glTF"
# Again into the same folder, and what was exported is a model for every other command.
expect 0 "$PHALANX" export "$soldier" -o made/here --encoding trs
said made/here/animation.json '"trs"' '"bind_origins"'
expect 0 "$PHALANX" info made/here/model.glb
said stdout "36 joints" rifleman
expect 0 "$PHALANX" export -o default # without MODEL: the soldier
cmp -s default/model.glb made/here/model.glb || fail "the soldier is not what is exported without MODEL"
write_wink
expect 0 "$PHALANX" export wink.gltf -o wink
[[ -s wink/morph_weights.bin ]] || fail "no weights of morph targets"

# Bad usage.
refused 2 "--output" -- "$PHALANX" export "$soldier"
refused 2 "MODEL: one value" -- "$PHALANX" export "$soldier" wink.gltf -o folder
echo text >file
refused 2 "'file' is a file" -- "$PHALANX" export "$soldier" -o file
refused 3 "missing.glb" -- "$PHALANX" export missing.glb -o folder
cp "$soldier" made/here/model.glb
refused 2 "is a file that is read" -- "$PHALANX" export made/here/model.glb -o made/here
fails_with 4 "file/below" "cannot be made" -- "$PHALANX" export "$soldier" -o file/below
refused 2 "rgba8" -- "$PHALANX" export "$soldier" -o folder --encoding rgba8
[[ ! -e folder ]] || fail "a refused export made its folder"

if ! command -v glslangValidator >/dev/null; then
    echo "glslangValidator is not installed (glslang-tools): the players were not compiled"
    exit 0
fi

# The GLSL between the backticks, as three.js completes it.
shader_of() {
    echo "#version 300 es"
    echo "#define CLIPS 14"
    awk -v begins="const $1 = \`" 'index($0, begins) == 1 { on = 1; next } on && /^.*`;$/ { sub(/`;$/, ""); print; exit } on' \
        made/here/phalanx_crowd.js
}
shader_of vertexShader >player.vert
shader_of fragmentShader >player.frag
expect 0 glslangValidator player.vert player.frag

# The HLSL in a vertex shader of its own.
cat made/here/PhalanxCrowd.hlsl - >player.hlsl <<'HLSL'
float4 main(float3 p : POSITION, float3 n : NORMAL, float4 joints : TEXCOORD1, float4 weights : TEXCOORD2) : SV_Position
{
    PhalanxPose(float4(0, 30, 1, 1), float4(31, 30, 1, 0), 0.5, 0.3, joints, weights, p, n);
    return float4(p, n.x);
}
HLSL
expect 0 glslangValidator -D -e main -S vert -V -o player.spv player.hlsl

# The functions of the gdshader as GLSL: its built-in names declared, its hints left out.
{
    cat <<'GLSL'
#version 300 es
precision highp float;
precision highp int;
in vec3 a_position; in vec3 a_normal; in vec4 CUSTOM0; in vec4 CUSTOM1; in vec4 INSTANCE_CUSTOM; in vec2 UV;
uniform float TIME;
vec3 VERTEX, NORMAL, ALBEDO; float ROUGHNESS;
GLSL
    sed -e '/^shader_type/d' -e 's/^\(uniform[^:]*\):[^;]*;/\1;/' made/here/phalanx_crowd.gdshader
    echo 'void main() { VERTEX = a_position; NORMAL = a_normal; vertex(); fragment(); gl_Position = vec4(VERTEX + NORMAL, 1.0); }'
} >godot.vert
expect 0 glslangValidator godot.vert

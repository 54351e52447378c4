// One texel of a unit's palette: a row of one joint's blended matrix.
#include "layouts.h"
#include "clip_lookup.glsl"
#include "pose_texture.glsl"

flat in int v_first_column;
flat in uvec4 v_frames;
flat in vec3 v_blend;
out vec4 o_row;

void main() {
    int column = int(gl_FragCoord.x) - v_first_column;
    int joint = column / int(PH_PALETTE_TEXELS);
    UnitPose pose = UnitPose(ClipLookup(v_frames.x, v_frames.y, v_blend.x), ClipLookup(v_frames.z, v_frames.w, v_blend.y),
                             v_blend.z);
    o_row = poseRow(pose, uint(joint), column - joint * int(PH_PALETTE_TEXELS));
}

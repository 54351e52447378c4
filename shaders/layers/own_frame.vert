// One point per texel of a frame that a single unit shows: an instance is a pose, its vertices are the rows of its matrices.
// INTO_TEXTURE: at the texel's place in the animation texture, else in a row of pixels per pose.
#include "layouts.h"
#include "own_pose.glsl"

uniform ivec2 u_own_size;       // of the target, texels
uniform uint u_own_first_frame;  // frame of slot 0

flat out int v_pose;
flat out int v_entry;  // of the palette
flat out int v_row;

void main() {
    v_pose = gl_InstanceID;
    v_entry = gl_VertexID / int(PH_TEXELS_PER_MATRIX);
    v_row = gl_VertexID - v_entry * int(PH_TEXELS_PER_MATRIX);
#ifdef INTO_TEXTURE
    uint entry = (u_own_first_frame + ownSlot(v_pose)) * u_animation.x + uint(v_entry);
    ivec2 texel = ivec2(entryColumn(entry, u_animation.y, PH_TEXELS_PER_MATRIX) + uint(v_row), entryRow(entry, u_animation.y));
#else
    ivec2 texel = ivec2(gl_VertexID, v_pose);
#endif
    gl_Position = vec4((vec2(texel) + 0.5) / vec2(u_own_size) * 2.0 - 1.0, 0.0, 1.0);
    gl_PointSize = 1.0;
}

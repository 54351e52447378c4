// Units that show a frame of their own (OwnFrames) have no layers: their rows are those of the animation texture.
#ifdef OWN_FRAMES
#include "entry_texel.glsl"

uniform uint u_own_first_frame;

bool showsOwnFrame(uvec4 frames) { return frames.x >= u_own_first_frame; }

// frames: S_FRAMES.
vec4 ownRow(uvec4 frames, int entry, int row) {
    return entryTexel(entryPlace(frames.x * u_animation.x + uint(entry)), row);
}
#endif

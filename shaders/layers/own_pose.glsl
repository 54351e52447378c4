// Poses of single units, a row of texels each (src/anim/rig/own_pose.h): header, x = slot; rotations; translations.
uniform usampler2D u_own_poses;

vec4 ownTexel(int pose, int texel) { return vec4(texelFetch(u_own_poses, ivec2(texel, pose), 0)) - 32767.0; }
uint ownSlot(int pose) { return texelFetch(u_own_poses, ivec2(0, pose), 0).x; }

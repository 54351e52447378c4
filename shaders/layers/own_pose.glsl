// Poses of single units, a row of texels each (src/anim/rig/own_pose.h): rotations; translations, w of the first is the slot.
uniform usampler2D u_own_poses;
uniform int u_own_joints;  // rotations

vec4 ownTexel(int pose, int texel) { return vec4(texelFetch(u_own_poses, ivec2(texel, pose), 0)) - 32767.0; }
uint ownSlot(int pose) { return texelFetch(u_own_poses, ivec2(u_own_joints, pose), 0).w; }

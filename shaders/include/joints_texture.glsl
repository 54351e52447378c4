// Techniques `texture` and `texture-draws`: every vertex blends its joints' matrices from the animation texture.
#ifdef JOINTS_TEXTURE
UnitPose g_pose;

void beginPose(UnitState state) {
    g_pose = unitPose(state, u_clips[i_playback.y & 0xFFFFu], u_clips[i_playback.y >> 16]);
}

mat3x4 jointMatrix(uint joint) { return poseMatrix(g_pose, joint); }
#endif

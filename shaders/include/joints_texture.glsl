// Techniques `texture` and `texture-draws`: every vertex blends its joints' matrices from the animation texture.
#ifdef JOINTS_TEXTURE
UnitPose g_pose;

void beginPose() { g_pose = unitPose(s_frames, s_look); }

mat3x4 jointMatrix(uint joint) { return poseMatrix(g_pose, joint); }

#ifndef ENCODING_TRS
// Rows blend linearly, so joints, frames and clips can be summed in any order. All fetches for two joints are in one run of
// code without branches: a GPU issues them together and waits once. The branch to the other two joints goes the same way for
// most neighbouring vertices. docs/measurements.md lists the costs of other orders.
#define OWN_SKIN_MATRIX
void addFrame(inout mat3x4 sum, uint frame, float share, uvec2 joints, vec2 weights) {
    sum += entryRows(frame + joints.x) * (share * weights.x);
#if WEIGHTS >= 2
    sum += entryRows(frame + joints.y) * (share * weights.y);
#endif
}

void addClip(inout mat3x4 sum, ClipLookup clip, float share, uvec2 joints, vec2 weights) {
    addFrame(sum, clip.before, share * (1.0 - clip.within), joints, weights);
#ifndef NEAREST_FRAME
    addFrame(sum, clip.after, share * clip.within, joints, weights);
#endif
}

void addJoints(inout mat3x4 sum, uvec2 joints, vec2 weights) {
    // The branch is uniform over a unit: a unit that does not blend only pays for one clip.
    if (g_pose.weight > 0.0 && g_pose.weight < 1.0) {
        addClip(sum, g_pose.a, 1.0 - g_pose.weight, joints, weights);
        addClip(sum, g_pose.b, g_pose.weight, joints, weights);
    } else {
        ClipLookup clip = g_pose.a;
        if (g_pose.weight > 0.0) clip = g_pose.b;
        addClip(sum, clip, 1.0, joints, weights);
    }
}

mat3x4 skinMatrix(Vertex v) {
    vec4 weights = keptWeights(v.weights);
    mat3x4 sum = mat3x4(0.0);
    addJoints(sum, v.joints.xy, weights.xy);
#if WEIGHTS >= 4
    if (weights.z > 0.0) addJoints(sum, v.joints.zw, weights.zw);
#endif
    return sum;
}
#endif
#endif

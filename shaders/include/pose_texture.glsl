// Joint matrices from the animation texture: the heart of Phalanx. A unit plays clip A and clip B; each lies between
// two baked frames; a joint's matrix is three texels. Two clips x two frames x three rows x four joints = 48 fetches.
#ifdef POSE_TEXTURE
uniform sampler2D u_animation_texture;

struct ClipLookup {
    uint before;  // first entry of the frame before the moment, and of the one after it
    uint after;
    float within;  // 0..1 between them
};

ClipLookup lookUpClip(uvec4 clip, float phase) {
    uint joints = u_animation.x;
    float frame = phase * float(clip.y);
    float whole = min(floor(frame), float(clip.y) - 1.0);
    ClipLookup l;
    l.before = (clip.x + uint(whole)) * joints;
    l.after = l.before + joints;
    l.within = frame - whole;
    if ((u_animation.w & 1u) != 0u) {  // nearest frame
        l.before = l.within < 0.5 ? l.before : l.after;
        l.within = 0.0;
    }
    return l;
}

// The same for all vertices of a unit.
ClipLookup g_clip_a;
ClipLookup g_clip_b;
float g_weight_b;

void beginPose(UnitState state) {
    g_clip_a = lookUpClip(u_clips[i_playback.y & 0xFFFFu], state.phase_a);
    g_clip_b = lookUpClip(u_clips[i_playback.y >> 16], state.phase_b);
    g_weight_b = state.weight;
}

mat3x4 entryRows(uint entry) {
    ivec2 texel = ivec2(entryColumn(entry, u_animation.y), entryRow(entry, u_animation.y));
    return mat3x4(texelFetch(u_animation_texture, texel, 0), texelFetch(u_animation_texture, texel + ivec2(1, 0), 0),
                  texelFetch(u_animation_texture, texel + ivec2(2, 0), 0));
}

mat3x4 clipRows(ClipLookup clip, uint joint) {
    mat3x4 before = entryRows(clip.before + joint);
    if (clip.within == 0.0) return before;
    return before * (1.0 - clip.within) + entryRows(clip.after + joint) * clip.within;
}

// The three rows of model_from_bind of one joint.
mat3x4 jointMatrix(uint joint) {
    // The branches go one way for a whole unit: one that does not blend pays for one clip only.
    if (g_weight_b == 0.0) return clipRows(g_clip_a, joint);
    if (g_weight_b == 1.0) return clipRows(g_clip_b, joint);
    return clipRows(g_clip_a, joint) * (1.0 - g_weight_b) + clipRows(g_clip_b, joint) * g_weight_b;
}
#endif

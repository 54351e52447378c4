// Which baked frames a unit shows now, and in what shares. An entry is a joint or, technique `vertex-texture`, a vertex.
// NEAREST_FRAME: one frame a clip. NO_CROSSFADE: one clip, the one that weighs more.
#if defined(POSE_TEXTURE) || defined(VERTICES_TEXTURE)
#ifdef VERTICES_TEXTURE
#define ENTRIES_PER_FRAME u_animation.w
#else
#define ENTRIES_PER_FRAME u_animation.x
#endif

struct ClipLookup {
    uint before;  // first entry of the frame before the moment, and of the one after it
    uint after;
    float within;  // 0..1 between them
};

ClipLookup lookUpClip(uvec4 clip, float phase) {
    float frame = phase * float(clip.y);
    float whole = min(floor(frame), float(clip.y) - 1.0);
    ClipLookup l;
    l.before = (clip.x + uint(whole)) * ENTRIES_PER_FRAME;
    l.after = l.before + ENTRIES_PER_FRAME;
    l.within = frame - whole;
#ifdef NEAREST_FRAME
    l.before = l.within < 0.5 ? l.before : l.after;
    l.within = 0.0;
#endif
    return l;
}

// What a unit shows; the same for all its vertices.
struct UnitPose {
    ClipLookup a;
    ClipLookup b;
    float weight;  // of B
};

UnitPose unitPose(UnitState state, uvec4 clip_a, uvec4 clip_b) {
    UnitPose pose;
    pose.a = lookUpClip(clip_a, state.phase_a);
    pose.b = lookUpClip(clip_b, state.phase_b);
    pose.weight = state.weight;
#ifdef NO_CROSSFADE
    pose.weight = state.weight < 0.5 ? 0.0 : 1.0;
#endif
    return pose;
}
#endif

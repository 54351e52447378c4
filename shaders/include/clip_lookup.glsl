// Texel lookup for the frames of a unit's state. An entry is a joint or, for technique `vertex-texture`, a vertex.
#if defined(POSE_TEXTURE) || defined(VERTICES_TEXTURE)
#ifdef VERTICES_TEXTURE
// x = a texture row holds 2^x vertices, y = vertices per frame, with those that only LODs use
uniform uvec2 u_vertex_layout;
#define ENTRIES_PER_FRAME u_vertex_layout.y
#else
#define ENTRIES_PER_FRAME u_animation.x
#endif

struct ClipLookup {
    uint before;  // first entry of the baked frame before the current time, and of the one after it
    uint after;
    float within;  // position between both, 0..1
};

// The unit's pose; the same for all its vertices.
struct UnitPose {
    ClipLookup a;
    ClipLookup b;
    float weight;  // of B
};

ClipLookup lookUpFrame(uint frame, uint within) {
    uint before = frame * ENTRIES_PER_FRAME;
    return ClipLookup(before, before + ENTRIES_PER_FRAME, uintBitsToFloat(within));
}

// frames, look: as S_FRAMES, S_LOOK.
UnitPose unitPose(uvec4 frames, uvec4 look) {
    return UnitPose(lookUpFrame(frames.x, frames.z), lookUpFrame(frames.y, frames.w), uintBitsToFloat(look.w));
}
#endif

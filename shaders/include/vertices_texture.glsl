// Technique `vertex-texture`: every vertex of every baked frame was posed at start-up; two clips x two frames are blended
// here. Bit layout: src/anim/bake/vertex_bake.h.
#ifdef VERTICES_TEXTURE
#ifdef VERTEX_HALF
uniform sampler2D u_vertex_texture;
#define TEXELS_PER_VERTEX 2u
#else
uniform usampler2D u_vertex_texture;
#define TEXELS_PER_VERTEX 1u
#endif
uniform vec3 u_vertex_offset;
uniform vec3 u_vertex_scale;

struct PosedVertex {
    vec3 position;
    vec3 normal;
};

PosedVertex entryVertex(uint entry) {
    ivec2 texel = ivec2(entryColumn(entry, u_vertex_layout.x, TEXELS_PER_VERTEX), entryRow(entry, u_vertex_layout.x));
#ifdef VERTEX_HALF
    return PosedVertex(u_vertex_offset + texelFetch(u_vertex_texture, texel, 0).xyz,
                       texelFetch(u_vertex_texture, texel + ivec2(1, 0), 0).xyz);
#else
    uvec4 bits = texelFetch(u_vertex_texture, texel, 0);
    return PosedVertex(u_vertex_offset + u_vertex_scale * (vec3(bits.xyz) * (1.0 / 65535.0)),
                       octahedralDecode(vec2(bits.w & 0xFFu, bits.w >> 8) * (2.0 / 255.0) - 1.0));
#endif
}

PosedVertex mixVertices(PosedVertex a, PosedVertex b, float weight) {
    return PosedVertex(mix(a.position, b.position, weight), mix(a.normal, b.normal, weight));
}

PosedVertex clipVertex(ClipLookup clip) {
    PosedVertex before = entryVertex(clip.before + uint(gl_VertexID));
    if (clip.within == 0.0) return before;
    return mixVertices(before, entryVertex(clip.after + uint(gl_VertexID)), clip.within);
}

void poseVertex(Vertex v, out vec3 position, out vec3 normal) {
    UnitPose pose = unitPose(s_frames, s_look);
    PosedVertex posed;
    if (pose.weight == 0.0) {
        posed = clipVertex(pose.a);
    } else if (pose.weight == 1.0) {
        posed = clipVertex(pose.b);
    } else {
        posed = mixVertices(clipVertex(pose.a), clipVertex(pose.b), pose.weight);
    }
    position = posed.position;
    float size = length(posed.normal);
    normal = size > 0.0 ? posed.normal / size : vec3(0.0);
}
#endif

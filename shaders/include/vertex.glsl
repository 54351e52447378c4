// Unpacking of vertices. Bit layout: layouts.h.
struct Vertex {
    vec3 position;  // bind space, file units
    vec3 normal;
    vec2 uv;
    uvec4 joints;
    vec4 weights;  // sum 1
};

// Octahedral normals: Cigolle et al., "Survey of Efficient Representations for Independent Unit Vectors", JCGT 3(2), 2014.
// All bits set: no normal, because the surface is degenerate.
vec3 octahedralDecode(vec2 e) {
    vec3 n = vec3(e, 1.0 - abs(e.x) - abs(e.y));
    if (n.z < 0.0) {
        n.xy = (1.0 - abs(n.yx)) * vec2(n.x >= 0.0 ? 1.0 : -1.0, n.y >= 0.0 ? 1.0 : -1.0);
    }
    return normalize(n);
}

#ifdef WEIGHTS
// The WEIGHTS heaviest weights, scaled to a sum of 1; weights are in descending order.
vec4 keptWeights(vec4 w) {
#if WEIGHTS == 1
    return vec4(1.0, 0.0, 0.0, 0.0);
#elif WEIGHTS == 2
    return vec4(w.xy * (1.0 / (w.x + w.y)), 0.0, 0.0);
#else
    return w;
#endif
}
#endif

vec3 unpackNormal(uint bits) {
    if (bits == PH_NO_NORMAL) return vec3(0.0);
    return octahedralDecode(vec2(bits & 0xFFFFu, bits >> 16) * (2.0 / PH_POSITION_MAX) - 1.0);
}
uint packNormal(vec3 n) {
    float size = abs(n.x) + abs(n.y) + abs(n.z);
    if (size == 0.0) return PH_NO_NORMAL;
    vec2 e = n.xy / size;
    if (n.z < 0.0) e = (1.0 - abs(e.yx)) * vec2(e.x >= 0.0 ? 1.0 : -1.0, e.y >= 0.0 ? 1.0 : -1.0);
    uvec2 steps = uvec2(floor(clamp(e * 0.5 + 0.5, 0.0, 1.0) * PH_POSITION_MAX + 0.5));
    uint bits = steps.x | steps.y << 16;
    return bits == PH_NO_NORMAL ? 0u : bits;  // all four corners decode to -Z
}

Vertex unpackVertex(uvec4 shape, uvec2 surface) {
    Vertex v;
    vec3 fraction = vec3(shape.x & 0xFFFFu, shape.x >> 16, shape.y & 0xFFFFu) * (1.0 / PH_POSITION_MAX);
    v.position = u_position_scale.xyz * fraction + u_position_offset.xyz;
    uint high = shape.y >> 16;
    v.joints = uvec4(shape.z & 0xFFu, (shape.z >> 8) & 0xFFu, (shape.z >> 16) & 0xFFu, shape.z >> 24);
    v.joints += uvec4(high & 3u, (high >> 2) & 3u, (high >> 4) & 3u, (high >> 6) & 3u) * 256u;
    uint third = (shape.w >> (2 * PH_WEIGHT_BITS)) | ((shape.y >> 24) & 0x7Fu) << (32 - 2 * PH_WEIGHT_BITS);
    uvec3 w = uvec3(shape.w & PH_WEIGHT_MAX, (shape.w >> PH_WEIGHT_BITS) & PH_WEIGHT_MAX, third);
    v.weights = vec4(PH_WEIGHT_MAX - w.x - w.y - w.z, w) * (1.0 / float(PH_WEIGHT_MAX));
    v.uv = u_uv_scale_offset.xy * (vec2(surface.x & 0xFFFFu, surface.x >> 16) * (1.0 / PH_POSITION_MAX)) +
           u_uv_scale_offset.zw;
    v.normal = unpackNormal(surface.y);
    return v;
}

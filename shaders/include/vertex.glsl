// The packed vertex, taken apart. layouts.h says which bits are where.
layout(location = A_SHAPE) in uvec4 a_shape;
layout(location = A_SURFACE) in uvec2 a_surface;

struct Vertex {
    vec3 position;  // bind space, file units
    vec3 normal;
    vec2 uv;
    uvec4 joints;
    vec4 weights;  // sum 1
};

// Octahedral normals: Cigolle et al., "Survey of Efficient Representations for Independent Unit Vectors",
// JCGT 3(2), 2014.
vec3 octahedralDecode(vec2 e) {
    vec3 n = vec3(e, 1.0 - abs(e.x) - abs(e.y));
    if (n.z < 0.0) {
        n.xy = (1.0 - abs(n.yx)) * vec2(n.x >= 0.0 ? 1.0 : -1.0, n.y >= 0.0 ? 1.0 : -1.0);
    }
    return normalize(n);
}

Vertex unpackVertex() {
    Vertex v;
    vec3 fraction = vec3(a_shape.x & 0xFFFFu, a_shape.x >> 16, a_shape.y & 0xFFFFu) * (1.0 / PH_POSITION_MAX);
    v.position = u_position_scale.xyz * fraction + u_position_offset.xyz;
    uint high = a_shape.y >> 16;
    v.joints = uvec4(a_shape.z & 0xFFu, (a_shape.z >> 8) & 0xFFu, (a_shape.z >> 16) & 0xFFu, a_shape.z >> 24);
    v.joints += uvec4(high & 3u, (high >> 2) & 3u, (high >> 4) & 3u, (high >> 6) & 3u) * 256u;
    uvec3 w = uvec3(a_shape.w & PH_WEIGHT_MAX, (a_shape.w >> 10) & PH_WEIGHT_MAX, (a_shape.w >> 20) & PH_WEIGHT_MAX);
    v.weights = vec4(PH_WEIGHT_MAX - w.x - w.y - w.z, w) * (1.0 / float(PH_WEIGHT_MAX));
    v.uv = u_uv_scale_offset.xy * (vec2(a_surface.x & 0xFFFFu, a_surface.x >> 16) * (1.0 / PH_POSITION_MAX)) +
           u_uv_scale_offset.zw;
    v.normal = octahedralDecode(vec2(a_surface.y & 0xFFFFu, a_surface.y >> 16) * (2.0 / PH_POSITION_MAX) - 1.0);
    return v;
}

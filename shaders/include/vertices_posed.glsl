// Techniques `cpu` and `compute`: vertices were skinned before, one copy per unit. Bit layout: layouts.h.
#include "buffer_texture.glsl"
#ifdef VERTICES_ATTRIBUTE
// One draw per unit, so a vertex attribute can hold them.
uvec4 posedVertex() { return a_shape; }
#endif
#ifdef VERTICES_BUFFER
// One draw for all units: an attribute cannot depend on both vertex and unit.
uniform BUFFER_USAMPLER u_posed_vertices;
uniform int u_first_posed;  // of the draw's first unit

uvec4 posedVertex() {
    return fetchBuffer(u_posed_vertices, u_first_posed + int(poseSlot() * u_animation.w) + gl_VertexID);
}
#endif
#if defined(VERTICES_ATTRIBUTE) || defined(VERTICES_BUFFER)
void poseVertex(Vertex v, out vec3 position, out vec3 normal) {
    uvec4 posed = posedVertex();
    position = uintBitsToFloat(posed.xyz);
    normal = unpackNormal(posed.w);
}
#endif

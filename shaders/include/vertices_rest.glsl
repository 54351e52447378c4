// Technique `static`: vertices are skinned to the rest pose already. The baseline for measurements.
#ifdef VERTICES_REST
void poseVertex(Vertex v, out vec3 position, out vec3 normal) {
    position = v.position;
    normal = v.normal;
}
#endif

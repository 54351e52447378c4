// Technique `static`: vertices come skinned to the rest pose already. The floor that the others are measured against.
#ifdef VERTICES_REST
void poseVertex(Vertex v, out vec3 position, out vec3 normal) {
    position = v.position;
    normal = v.normal;
}
#endif

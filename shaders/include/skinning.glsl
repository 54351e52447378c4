// Linear blend skinning. Weights are summed once, for positions and normals alike.
// Rows, not columns: with mat3x4 rows, p * rows is the product of the 3x4 matrix with p.
void skinVertex(Vertex v, out vec3 position, out vec3 normal) {
#ifdef POSE_STATIC
    position = v.position;
    normal = v.normal;
#else
    mat3x4 rows = jointMatrix(v.joints.x) * v.weights.x;
    if (v.weights.y > 0.0) rows += jointMatrix(v.joints.y) * v.weights.y;
    if (v.weights.z > 0.0) rows += jointMatrix(v.joints.z) * v.weights.z;
    if (v.weights.w > 0.0) rows += jointMatrix(v.joints.w) * v.weights.w;
    position = vec4(v.position, 1.0) * rows;
    // Normals go by the cofactor matrix: right under non-uniform scale, finite under zero scale; the determinant's
    // sign keeps them outside where a joint mirrors.
    vec3 yz = cross(rows[1].xyz, rows[2].xyz);
    vec3 zx = cross(rows[2].xyz, rows[0].xyz);
    vec3 xy = cross(rows[0].xyz, rows[1].xyz);
    normal = vec3(dot(yz, v.normal), dot(zx, v.normal), dot(xy, v.normal));
    if (dot(rows[0].xyz, yz) < 0.0) normal = -normal;
    float size = length(normal);
    normal = size > 0.0 ? normal / size : vec3(0.0);
#endif
}

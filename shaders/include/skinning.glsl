// Linear blend skinning for all techniques with joint matrices: call beginPose(), then jointMatrix(joint). Matrices are
// summed once, for positions and normals. WEIGHTS: 4, 2 or 1 joints per vertex, the heaviest ones, with weights scaled to a
// sum of 1.
#ifdef JOINT_MATRICES
#ifndef OWN_SKIN_MATRIX
// One branch only: see joints_texture.glsl.
mat3x4 skinMatrix(Vertex v) {
    vec4 w = keptWeights(v.weights);
    mat3x4 rows = jointMatrix(v.joints.x) * w.x;
#if WEIGHTS >= 2
    rows += jointMatrix(v.joints.y) * w.y;
#endif
#if WEIGHTS >= 4
    if (w.z > 0.0) {
        rows += jointMatrix(v.joints.z) * w.z;
        rows += jointMatrix(v.joints.w) * w.w;
    }
#endif
    return rows;
}
#endif

// Rows, not columns: with a mat3x4 of rows, p * rows is the product of the 3x4 matrix and p.
void skinVertex(mat3x4 rows, Vertex v, out vec3 position, out vec3 normal) {
    position = vec4(v.position - u_bind_center.xyz, 1.0) * rows + u_model_center.xyz;
#ifdef BIND_NORMALS
    normal = v.normal;  // a common mistake, for demonstration: lighting as in the bind pose
#else
    // Normals use the cofactor matrix: correct with non-uniform scale and finite with zero scale; the sign of the
    // determinant keeps normals pointing outside where a joint mirrors.
    vec3 yz = cross(rows[1].xyz, rows[2].xyz);
    vec3 zx = cross(rows[2].xyz, rows[0].xyz);
    vec3 xy = cross(rows[0].xyz, rows[1].xyz);
    normal = vec3(dot(yz, v.normal), dot(zx, v.normal), dot(xy, v.normal));
    if (dot(rows[0].xyz, yz) < 0.0) normal = -normal;
    float size = length(normal);
    normal = size > 0.0 ? normal / size : vec3(0.0);
#endif
}

void poseVertex(Vertex v, out vec3 position, out vec3 normal) {
    beginPose();
    skinVertex(skinMatrix(v), v, position, normal);
}
#endif

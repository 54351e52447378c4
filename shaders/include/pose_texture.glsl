// Joint matrices from the animation texture: the core of Phalanx. A unit plays clip A and clip B; each lies between two
// baked frames; a joint's matrix is three texels. Two clips x two frames x three rows x four joints = 48 fetches.
//
// FETCH_BUFFER: texels are read from a buffer texture, else from a 2D texture. ENCODING_TRS: an entry is a rotation, the
// joint's posed origin and a scale (two texels), else the three rows of a matrix.
#include "buffer_texture.glsl"
#ifdef POSE_TEXTURE
#include "entry_texel.glsl"

// Branches are uniform over a unit: a unit that does not blend only pays for one clip.
#ifdef ENCODING_TRS
uniform sampler2D u_bind_origins;  // by joint, bind space

struct JointTrs {
    vec4 rotation;  // x, y, z, w
    vec4 origin;    // posed, metres; w = scale
};

vec4 signed16(vec4 u) { return (u * 65535.0 - 32767.0) * (1.0 / 32767.0); }

JointTrs entryTrs(uint entry) {
    EntryPlace place = entryPlace(entry);
    return JointTrs(signed16(entryTexel(place, 0)), u_place_offset + u_place_scale * entryTexel(place, 1));
}

// Quaternions take the shorter arc and are not normalized yet; the rest is linear.
JointTrs mixTrs(JointTrs a, JointTrs b, float weight) {
    float side = dot(a.rotation, b.rotation) < 0.0 ? -weight : weight;
    return JointTrs(a.rotation * (1.0 - weight) + b.rotation * side, a.origin * (1.0 - weight) + b.origin * weight);
}

JointTrs clipTrs(ClipLookup clip, uint joint) {
    JointTrs before = entryTrs(clip.before + joint);
    if (clip.within == 0.0) return before;
    return mixTrs(before, entryTrs(clip.after + joint), clip.within);
}

mat3x4 poseMatrix(UnitPose pose, uint joint) {
    JointTrs trs;
    if (pose.weight == 0.0) {
        trs = clipTrs(pose.a, joint);
    } else if (pose.weight == 1.0) {
        trs = clipTrs(pose.b, joint);
    } else {
        trs = mixTrs(clipTrs(pose.a, joint), clipTrs(pose.b, joint), pose.weight);
    }
    vec4 q = normalize(trs.rotation);
    float s = trs.origin.w;
    vec3 x = s * vec3(1.0 - 2.0 * (q.y * q.y + q.z * q.z), 2.0 * (q.x * q.y - q.w * q.z), 2.0 * (q.x * q.z + q.w * q.y));
    vec3 y = s * vec3(2.0 * (q.x * q.y + q.w * q.z), 1.0 - 2.0 * (q.x * q.x + q.z * q.z), 2.0 * (q.y * q.z - q.w * q.x));
    vec3 z = s * vec3(2.0 * (q.x * q.z - q.w * q.y), 2.0 * (q.y * q.z + q.w * q.x), 1.0 - 2.0 * (q.x * q.x + q.y * q.y));
    vec3 o = texelFetch(u_bind_origins, ivec2(joint, 0), 0).xyz;
    vec3 t = trs.origin.xyz - vec3(dot(x, o), dot(y, o), dot(z, o));
    return mat3x4(vec4(x, t.x), vec4(y, t.y), vec4(z, t.z));
}

vec4 poseRow(UnitPose pose, uint joint, int row) {
    mat3x4 rows = poseMatrix(pose, joint);
    return row == 0 ? rows[0] : row == 1 ? rows[1] : rows[2];
}
#else
mat3x4 entryRows(uint entry) {
    EntryPlace place = entryPlace(entry);
    return mat3x4(entryTexel(place, 0), entryTexel(place, 1), entryTexel(place, 2));
}

mat3x4 clipRows(ClipLookup clip, uint joint) {
    mat3x4 before = entryRows(clip.before + joint);
    if (clip.within == 0.0) return before;
    return before * (1.0 - clip.within) + entryRows(clip.after + joint) * clip.within;
}

// The three rows of model_from_bind of one joint.
mat3x4 poseMatrix(UnitPose pose, uint joint) {
    if (pose.weight == 0.0) return clipRows(pose.a, joint);
    if (pose.weight == 1.0) return clipRows(pose.b, joint);
    return clipRows(pose.a, joint) * (1.0 - pose.weight) + clipRows(pose.b, joint) * pose.weight;
}

// A single row, for the pre-pass, which writes one texel per row.
vec4 clipRow(ClipLookup clip, uint joint, int row) {
    vec4 before = entryTexel(entryPlace(clip.before + joint), row);
    if (clip.within == 0.0) return before;
    return before * (1.0 - clip.within) + entryTexel(entryPlace(clip.after + joint), row) * clip.within;
}
vec4 poseRow(UnitPose pose, uint joint, int row) {
    if (pose.weight == 0.0) return clipRow(pose.a, joint, row);
    if (pose.weight == 1.0) return clipRow(pose.b, joint, row);
    return clipRow(pose.a, joint, row) * (1.0 - pose.weight) + clipRow(pose.b, joint, row) * pose.weight;
}
#endif
#endif

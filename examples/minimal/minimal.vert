#version 330 core
// Every vertex looks up the pose of its unit: two frames of each of two clips, blended.
// A clip consists of frames; a frame is one row of the texture; a joint's 3x4 matrix is three texels of that row.

layout(location = 0) in vec3 a_position;
layout(location = 1) in vec3 a_normal;
layout(location = 2) in vec2 a_uv;
layout(location = 3) in vec4 a_joints;  // joint indices
layout(location = 4) in vec4 a_weights;
layout(location = 5) in vec3 i_place;  // x, z, heading: one value per unit
layout(location = 6) in vec3 i_play;   // phase at time 0, speed, phase of the crossfade at time 0

uniform sampler2D u_animation;
uniform ivec2 u_walk;   // first frame, number of intervals
uniform ivec2 u_run;
uniform float u_cycle;  // seconds
uniform float u_time;   // seconds
uniform mat4 u_clip_from_world;

out vec3 v_world;
out vec3 v_normal;
out vec2 v_uv;
flat out vec3 v_tint;

// The matrix of one joint in one frame. The texels are its rows, so the vector is the left operand of a product.
mat3x4 stored(int joint, int frame) {
    int x = joint * 3;
    return mat3x4(texelFetch(u_animation, ivec2(x, frame), 0), texelFetch(u_animation, ivec2(x + 1, frame), 0),
                  texelFetch(u_animation, ivec2(x + 2, frame), 0));
}

// The matrix of one joint at one phase of a clip: linear interpolation between two frames.
mat3x4 played(int joint, ivec2 clip, float phase) {
    float at = phase * float(clip.y);
    int frame = min(int(at), clip.y - 1);
    float between = at - float(frame);
    return stored(joint, clip.x + frame) * (1.0 - between) + stored(joint, clip.x + frame + 1) * between;
}

// Blend of walk and run: 2 clips x 2 frames x 3 texels; with four joints per vertex that makes 48 fetches.
mat3x4 jointMatrix(int joint, float phase, float fade) {
    return played(joint, u_walk, phase) * (1.0 - fade) + played(joint, u_run, phase) * fade;
}

void main() {
    float phase = fract(i_play.x + u_time * i_play.y / u_cycle);
    float fade = smoothstep(0.3, 0.7, abs(2.0 * fract(i_play.z + u_time * 0.1) - 1.0));  // to the run and back in 10 s

    // Linear blend skinning: the weighted sum of four skin matrices, used for position and normal.
    mat3x4 model_from_mesh = jointMatrix(int(a_joints.x), phase, fade) * a_weights.x;
    if (a_weights.y > 0.0) model_from_mesh += jointMatrix(int(a_joints.y), phase, fade) * a_weights.y;
    if (a_weights.z > 0.0) model_from_mesh += jointMatrix(int(a_joints.z), phase, fade) * a_weights.z;
    if (a_weights.w > 0.0) model_from_mesh += jointMatrix(int(a_joints.w), phase, fade) * a_weights.w;
    vec3 position = vec4(a_position, 1.0) * model_from_mesh;
    vec3 normal = vec4(a_normal, 0.0) * model_from_mesh;  // correct for rotation and uniform scale

    float s = sin(i_place.z);
    float c = cos(i_place.z);
    mat3 world_from_model = mat3(c, 0.0, -s, 0.0, 1.0, 0.0, s, 0.0, c);
    v_world = world_from_model * position + vec3(i_place.x, 0.0, i_place.y);
    v_normal = world_from_model * normal;
    v_uv = a_uv;
    v_tint = fract(i_play.x * 7.0) < 0.5 ? vec3(1.0, 0.52, 0.38) : vec3(0.45, 0.68, 1.0);
    gl_Position = u_clip_from_world * vec4(v_world, 1.0);
}

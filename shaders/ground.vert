// A square of ground around the camera, large enough to end in the fog.
#include "layouts.h"

uniform float u_half_size;

void main() {
    vec2 corner = vec2((gl_VertexID & 1) == 0 ? -1.0 : 1.0, (gl_VertexID & 2) == 0 ? -1.0 : 1.0);
    vec3 world = vec3(u_camera.x + corner.x * u_half_size, 0.0, u_camera.z + corner.y * u_half_size);
    gl_Position = u_clip_from_world * vec4(world, 1.0);
}

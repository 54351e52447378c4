// A disk of ground around the camera, which ends in haze. Its triangles grow with the distance: of two triangles of
// kilometres below an eye close to the ground, some renderers clip everything. GROUND_SECTORS, GROUND_RINGS: numbers.
#include "layouts.h"

uniform float u_half_size;  // radius

void main() {
    int square = gl_VertexID / 6;
    int corner = gl_VertexID % 6;  // of two triangles: 0, 1, 2 and 2, 1, 3
    if (corner >= 3) corner = corner == 3 ? 2 : corner == 4 ? 1 : 3;
    int ring = square / GROUND_SECTORS + (corner >> 1);
    int sector = square % GROUND_SECTORS + (corner & 1);
    float radius = ring == 0 ? 0.0 : u_half_size * pow(0.1, float(GROUND_RINGS - ring));
    float angle = float(sector % GROUND_SECTORS) * (6.28318530718 / float(GROUND_SECTORS));
    vec3 world = vec3(u_camera.x + radius * sin(angle), 0.0, u_camera.z + radius * cos(angle));
    gl_Position = u_clip_from_world * vec4(world, 1.0);
}

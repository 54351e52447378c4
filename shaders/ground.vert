// A disk of ground around the camera, large enough to end in the fog. Its triangles grow with the distance: of two triangles of
// kilometres below an eye close to the ground, some renderers clip everything.
#include "layouts.h"

uniform float u_half_size;  // radius
uniform int u_sectors;
uniform int u_rings;

void main() {
    int square = gl_VertexID / 6;
    int corner = gl_VertexID % 6;  // of two triangles: 0, 1, 2 and 2, 1, 3
    if (corner >= 3) corner = corner == 3 ? 2 : corner == 4 ? 1 : 3;
    int ring = square / u_sectors + (corner >> 1);
    int sector = square % u_sectors + (corner & 1);
    float radius = ring == 0 ? 0.0 : u_half_size * pow(0.1, float(u_rings - ring));
    float angle = float(sector % u_sectors) * (6.28318530718 / float(u_sectors));
    vec3 world = vec3(u_camera.x + radius * sin(angle), 0.0, u_camera.z + radius * cos(angle));
    gl_Position = u_clip_from_world * vec4(world, 1.0);
}

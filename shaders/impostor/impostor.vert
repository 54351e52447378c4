// A unit as an impostor: one triangle with an image of it, in the plane of the atlas cell. Values that are (nearly) constant
// over the unit are computed here and passed on packed: see docs/lod.md for the cost of varyings.
#include "layouts.h"
#include "impostor_unit.glsl"

#ifdef PASS_SHADOW
uniform int u_shadow_map_drawn;
#endif

#ifdef BLENDED
out vec2 v_at[PH_IMPOSTOR_BLENDED];
flat out uvec4 v_cell;
flat out vec4 v_shares;
#else
out vec2 v_at;           // cell coordinates, -1..1
flat out uint v_cell;
#endif
out float v_height;      // above the unit's origin, metres
flat out uvec2 v_look;   // UnitShown::look: tint, number
flat out uvec4 v_light;  // impostor_light.glsl
#ifdef UNLIT_MATERIALS
out vec4 v_clip;         // gl_Position
#endif

void main() {
    fetchUnit();
#ifdef PASS_SHADOW
    vec3 to_eye = u_sun_direction.xyz;
#else
    vec3 to_eye = eyeFromUnit();
#endif
    vec3 toward = turnedBack(to_eye);
    v_look = uvec2(s_look.x, unitNumber(s_look.z));
#ifdef BLENDED
    BlendedImages images = blendedImages(toward);
    ImpostorView axes = images.axes;
    ImpostorView seen = images.seen;
    ImpostorBox box = images.box;
    v_cell = u_first_cell + cellsOf(images.which);
    v_shares = images.which.shares;
    // One triangle around the quad: vertices and triangle setup are the bottleneck, so its empty part costs less than a
    // second triangle.
    vec2 at = mix(images.low, images.high, vec2(gl_VertexID & 1, gl_VertexID >> 1) * 2.0);
    for (int i = 0; i < PH_IMPOSTOR_BLENDED; ++i)
        v_at[i] = inverse(images.shown[i].across) * (at - images.shown[i].middle);
    vec2 here = v_at[0];
#else
    PlainImage image = plainImage(toward);
    ImpostorView axes = image.axes;
    ImpostorView seen = axes;
    ImpostorBox box = image.box;
    v_cell = u_first_cell + image.cell;
    v_at = impostorCornerAt(image.cell, gl_VertexID);
    vec2 here = v_at;
#endif
    vec3 world = worldOfCell(axes, box, here);
#ifdef PASS_SHADOW
    gl_Position = vec4(inShadowMap(inSunlight(world), u_shadow_map_drawn), 1.0);
#else
    v_height = world.y - s_placement.y;
    // Only the provoking vertex, whose flat outputs are used.
    vec2 sunlit = sunlitEnds(axes, box, gl_VertexID == 2 ? 2 : 0);
    v_light = keptLight(lightOn(seen, sunlit, to_eye, world));
    gl_Position = u_clip_from_world * vec4(world, 1.0);
#ifdef UNLIT_MATERIALS
    v_clip = gl_Position;
#endif
#endif
}

// What a soldier's surface looks like, without fog: base colour as of surface.glsl, and what unit_look.glsl knows of the unit.
#include "unit_look.glsl"

// Cosines between the surface's normal and these directions.
struct Facing {
    float sun;
    float up;
    float eye;
    float halfway;  // between eye and sun
};

// sun_share: how much of the sun reaches it. height: above the ground, metres.
vec3 litSurface(vec4 base, uvec2 look, Facing facing, float sun_share, float height) {
    vec4 tone = toneOf(look);
    // Skin first: the tint that follows leaves it alone.
    base.rgb *= skinTone(base, tone.rgb);
    vec3 albedo = tinted(base, tintOf(look)) * tone.w;

    float sun = max(facing.sun, 0.0) * sun_share;
    float gloss = 0.10 * pow(max(facing.halfway, 0.0), 24.0) * step(0.0, facing.sun);
    // Close to the ground less of the sky is seen.
    float open_sky = 0.55 + 0.45 * clamp(height * 0.8, 0.0, 1.0);
    float rim = pow(1.0 - clamp(facing.eye, 0.0, 1.0), 4.0) * 0.12;
    vec3 light = u_sun_color.rgb * sun + skyAmbient(facing.up) * (0.85 * open_sky);
    return albedo * light + u_sun_color.rgb * sun * gloss + u_sky_horizon.rgb * rim * open_sky;
}

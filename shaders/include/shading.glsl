// What a soldier's surface looks like, without fog: base colour as of surface.glsl, and what unit_look.glsl knows of the unit.
#include "unit_look.glsl"

// How a surface lies, for each kind of light.
struct Facing {
    float sun;    // cosine between its normal and the way to the sun; not less than 0
    float up;     // the same of straight up, -1..1
    float gloss;  // share of the sun that it mirrors, 0..1
    float rim;    // how much it turns away from the eye, 0..1
};

const float kGloss = 24.0;  // exponent of the lobe

Facing facingOf(vec3 normal, vec3 to_sun, vec3 to_eye) {
    float sun = dot(normal, to_sun);
    float gloss = pow(max(dot(normal, normalize(to_sun + to_eye)), 0.0), kGloss) * step(0.0, sun);
    return Facing(max(sun, 0.0), normal.y, gloss, pow(1.0 - clamp(dot(normal, to_eye), 0.0, 1.0), 4.0));
}

// sun_share: how much of the sun reaches it. height: above the ground, metres.
vec3 litSurface(vec4 base, uvec2 look, Facing facing, float sun_share, float height) {
    vec4 tone = toneOf(look);
    // Skin first: the tint that follows leaves it alone.
    base.rgb *= skinTone(base, tone.rgb);
    vec3 albedo = tinted(base, tintOf(look)) * tone.w;

    float sun = facing.sun * sun_share;
    // Close to the ground less of the sky is seen.
    float open_sky = 0.55 + 0.45 * clamp(height * 0.8, 0.0, 1.0);
    vec3 light = u_sun_color.rgb * sun + skyAmbient(facing.up) * (0.85 * open_sky);
    return albedo * light + u_sun_color.rgb * (0.10 * sun * facing.gloss) + u_sky_horizon.rgb * (0.12 * facing.rim * open_sky);
}

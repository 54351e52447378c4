// Shading of a unit's surface without fog, from the base colour of surface.glsl and the unit's look of unit_look.glsl.
#include "unit_look.glsl"
#ifdef UNLIT_MATERIALS
#include "display.glsl"
#endif

// Orientation of a surface, for each kind of light.
struct Facing {
    float sun;    // cosine between the normal and the direction to the sun, >= 0
    float up;     // cosine between the normal and straight up, -1..1
    float gloss;  // specular reflection of the sun, 0..1
    float rim;    // grazing angle to the eye, 0..1
};

const float kGloss = 24.0;  // exponent of the specular lobe

// Mirrored if it points away from the eye, from where no such surface could be seen: on the back of a double-sided surface, and
// where it is interpolated between distant vertices. to_eye: unit length.
vec3 seenNormal(vec3 normal, vec3 to_eye) { return normal - 2.0 * min(dot(normal, to_eye), 0.0) * to_eye; }

Facing facingOf(vec3 normal, vec3 to_sun, vec3 to_eye) {
    float sun = dot(normal, to_sun);
    float gloss = pow(max(dot(normal, normalize(to_sun + to_eye)), 0.0), kGloss) * step(0.0, sun);
    return Facing(max(sun, 0.0), normal.y, gloss, pow(1.0 - clamp(dot(normal, to_eye), 0.0, 1.0), 4.0));
}

// sun_share: fraction of sunlight that reaches the point. height: above the unit's origin, which is at the ground,
// metres.
vec3 litSurface(vec4 base, uvec2 look, Facing facing, float sun_share, float height) {
    vec4 tone = toneOf(look);
    // Skin first: the tint applied next does not change it.
    base.rgb *= skinTone(base, tone.rgb);
    vec3 albedo = tinted(base, tintOf(look)) * tone.w;

    float sun = facing.sun * sun_share;
    // Less of the sky is visible close to the ground.
    float open_sky = 0.55 + 0.45 * clamp(height * 0.8, 0.0, 1.0);
    vec3 light = u_sun_color.rgb * sun + skyAmbient(facing.up) * (0.85 * open_sky);
    return albedo * light + u_sun_color.rgb * (0.10 * sun * facing.gloss) + u_sky_horizon.rgb * (0.12 * facing.rim * open_sky);
}

#ifdef UNLIT_MATERIALS
uniform int u_unlit;  // 1: the material shows its own colour (Material::unlit)

// An unlit surface: the colour of its texture, whatever exposure, tone mapping and vignette are. Units do not vary it; only
// the mask of a tint does. clip: the point in clip space.
vec3 unlitSurface(vec4 base, uvec2 look, vec4 clip) {
    vec3 color = u_tint_mask == 1 ? tinted(base, tintOf(look)) : base.rgb;
    return sceneFromDisplay(clamp(color, 0.0, 1.0), u_camera.w, vignette(clip.xy / clip.w));
}
#endif

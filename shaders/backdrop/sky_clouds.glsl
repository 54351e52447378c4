// The clouds of clouds.glsl as the eye sees them: slices through the layer from below, each farther along the ray.
#include "scenery/clouds.glsl"

const int kSlices = 16;

// The four pixels of a quad, which share their derivatives, see slices at different heights, and each shows the mean of the
// four: 64 slices instead of 16. Heights are linear in x and y, since drivers may derive along one row and one column only.
float quarterOf(ivec2 within) { return float(2 * within.x + within.y) * 0.25; }
vec4 meanOfQuad(vec4 value, ivec2 within) {
    value += (0.5 - float(within.x)) * dFdx(value);
    return value + (0.5 - float(within.y)) * dFdy(value);
}

// sky: the colour behind. Returns the colour of sky and clouds; through: how much of what is behind is seen.
vec3 overClouds(vec3 sky, vec3 ray, out float through) {
    float rise = max(ray.y, 0.02);
    float base = max(kCloudBase_m - u_camera.y, 60.0);
    vec2 first = cloudPlace(u_camera.xz + ray.xz * (base / rise));
    // Thinner far away, where the slices would lie too far apart.
    float thick = kCloudThick_m * clamp(3.0 * rise, 0.3, 1.0);
    vec2 step_place = ray.xz * (thick / (float(kSlices) * rise * kCloudTile_m));
    // Of the finer side of the pixel's footprint: flat rays keep detail across the view.
    vec2 side = vec2(textureSize(u_clouds, 0));
    float lod = log2(max(min(length(dFdx(first) * side), length(dFdy(first) * side)), 1e-3));
    through = 1.0;
    ivec2 within = ivec2(gl_FragCoord.xy) & 1;  // the quad
    float quarter = quarterOf(within);
    float toward_sun = max(dot(ray, u_sun_direction.xyz), 0.0);
    vec2 to_light = u_sun_direction.xz / max(u_sun_direction.y, 0.25) * (70.0 / kCloudTile_m);
    vec3 shaded = 0.50 * u_sky_horizon.rgb + 0.30 * u_sky_zenith.rgb;
    vec3 bright = 0.50 * u_sun_color.rgb + 0.45 * u_sky_horizon.rgb;
    // Thin parts in front of the sun glow.
    vec3 glow = u_sun_color.rgb * (0.8 * pow(toward_sun, 10.0));
    vec3 sum = vec3(0.0);
    int slices = ray.y > 0.02 ? kSlices : 0;  // below, haze hides them
    for (int i = 0; i < slices; ++i) {
        float at = float(i) + quarter;
        float height = at / float(kSlices);  // within the layer
        vec2 place = first + step_place * at;
        float inside = textureLod(u_clouds, place, max(lod, 1.5)).r;
        // Tops are narrower than bases.
        float edge = kCloudOpen + 0.36 * height * height;
        // Billows add 0.24 at most: open sky takes one lookup.
        if (inside < edge - (0.07 + 0.17 * height)) continue;
        // Two patterns that slide past each other with the height: a wall of cloud has billows one above the other.
        vec2 slid = vec2(0.07, 0.10) * height;
        float billows = textureLod(u_clouds, 1.6 * place + slid, lod + 0.9).g +
                        textureLod(u_clouds, 2.7 * place.yx - slid, lod + 1.6).g - 1.0;
        // Edges of tops are more ragged.
        float depth = inside - edge + billows * (0.07 + 0.17 * height);
        if (depth <= 0.0) continue;
        float cover = 0.40 * smoothstep(0.0, 0.24, depth);
        // Cloud between here and the sun.
        float before = textureLod(u_clouds, place + to_light * (1.0 - 0.8 * height), max(lod, 1.5)).r - edge + 0.25 * billows;
        float light = exp(-5.0 * max(before, 0.0)) * mix(0.25, 1.0, sqrt(height));
        vec3 color = mix(shaded, bright, light) + glow * exp(-14.0 * max(depth, 0.0));
        sum += through * cover * color;
        through *= 1.0 - cover;
        if (through < 0.02) break;
    }
    vec4 mean = meanOfQuad(vec4(sum, through), within);
    sum = mean.rgb;
    through = mean.a;
    // Far clouds stand behind haze, and the farthest are not seen.
    float clear = exp(-0.00009 * base / rise) * smoothstep(0.02, 0.10, ray.y);
    through = mix(1.0, through, clear);
    return sky * through + sum * clear;
}

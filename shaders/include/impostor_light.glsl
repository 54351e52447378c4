// What light needs to know of an impostor, the same for all of him. In four words: each number less that a triangle hands on is
// worth more than what packing costs (docs/scale.md).
struct ImpostorLight {
    vec3 to_sun;  // in the picture's axes, of unit length
    float rise;   // sine of the height from which the picture was taken
    vec2 sunlit;  // share of the sun at his feet and at his head
    vec2 haze;    // hazeOf()
};

// Of 0..1.
uint keptPair(vec2 pair) {
    uvec2 words = uvec2(clamp(pair, 0.0, 1.0) * 65535.0 + 0.5);
    return words.x | words.y << 16u;
}
vec2 pairOf(uint kept) { return vec2(kept & 0xFFFFu, kept >> 16u) * (1.0 / 65535.0); }

uvec4 keptLight(ImpostorLight light) {
    vec4 halved = vec4(light.to_sun, light.rise) * 0.5 + 0.5;
    return uvec4(keptPair(halved.xy), keptPair(halved.zw), keptPair(light.sunlit), keptPair(light.haze));
}
ImpostorLight lightOf(uvec4 kept) {
    vec4 halved = vec4(pairOf(kept.x), pairOf(kept.y)) * 2.0 - 1.0;
    return ImpostorLight(halved.xyz, halved.w, pairOf(kept.z), pairOf(kept.w));
}

// Lighting inputs of an impostor, constant over the unit. Packed into four words: each varying saved gains more than packing
// costs (docs/lod.md).
struct ImpostorLight {
    vec3 to_sun;  // in the image's axes, unit length
    float rise;   // sine of the elevation from which the image was taken
    vec2 sunlit;  // fraction of sunlight at the feet and at the head, 0..1
    vec2 haze;    // hazeOf()
};

// Packs two values of 0..1.
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

// Morph targets: deltas of positions and normals in bind space, added before joints move the vertex. Texels: layouts.h. Only
// vertices with PH_HAS_MORPHS fetch anything. Weights are blended between frames and clips as joints are.
#ifdef MORPH_TARGETS
uniform usampler2D u_morphs;
uniform sampler2D u_morph_weights;
uniform sampler2D u_morph_rows;

uvec4 morphTexel(uint texel) {
    return texelFetch(u_morphs, ivec2(entryColumn(texel, u_morph.y, 1u), entryRow(texel, u_morph.y)), 0);
}

float frameWeight(uint frame, uint target) {
    uint column = entryColumn(frame, u_morph.z, u_morph.x) + target;
    return texelFetch(u_morph_weights, ivec2(column, entryRow(frame, u_morph.z)), 0).r;
}

// What is fetched decides nothing here: a GPU issues the fetches together and waits once.
float clipWeight(uint frame, float within, uint target) {
    float before = frameWeight(frame, target);
    float after = frameWeight(frame + 1u, target);
    return within == 0.0 ? before : mix(before, after, within);
}

// frames, of_b: as S_FRAMES, S_LOOK.w.
float clipsWeight(uint target, uvec4 frames, float of_b) {
    float a = clipWeight(frames.x, uintBitsToFloat(frames.z), target);
    float b = clipWeight(frames.y, uintBitsToFloat(frames.w), target);
    return of_b == 0.0 ? a : of_b == 1.0 ? b : mix(a, b, of_b);
}

// row: the unit's morph row, not 0.
float weightByHand(uint target, uvec4 frames, float of_b, uint row) {
    float by_hand = texelFetch(u_morph_rows, ivec2(target, row - 1u), 0).r;
    return by_hand < PH_WEIGHT_OF_CLIP ? by_hand : clipsWeight(target, frames, of_b);
}

uint targetOf(uvec4 delta) { return delta.w & PH_TARGET_MASK; }
bool isLast(uvec4 delta) { return (delta.w & PH_LAST_DELTA) != 0u; }

void addDelta(inout Vertex v, uvec4 delta, float weight) {
    vec3 position = vec3(delta.x & 0xFFFFu, delta.x >> 16, delta.y & 0xFFFFu) - PH_DELTA_ZERO;
    vec3 normal = vec3(delta.y >> 16, delta.z & 0xFFFFu, delta.z >> 16) - PH_DELTA_ZERO;
    v.position += position * (weight * u_morph_scale.x);
    v.normal += normal * (weight * u_morph_scale.y);
}

// vertex: its number in the mesh. shape_y: the y of its A_SHAPE. row: the unit's morph row, 0: none.
void addMorphs(inout Vertex v, uint vertex, uint shape_y, uvec4 frames, float of_b, uint row) {
    if ((shape_y & PH_HAS_MORPHS) == 0u) return;
    uvec4 firsts = morphTexel(vertex >> 2);
    uint first = u_morph.w + firsts[vertex & 3u];
    if (row > 0u) {
        for (uint i = 0u; i < u_morph.x; ++i) {
            uvec4 delta = morphTexel(first + i);
            addDelta(v, delta, weightByHand(targetOf(delta), frames, of_b, row));
            if (isLast(delta)) break;
        }
    } else {
        // Two at a time, which halves the waits; docs/baking.md lists the costs of other ways.
        for (uint i = 0u; i < u_morph.x; i += 2u) {
            uvec4 delta = morphTexel(first + i);
            uvec4 other = morphTexel(first + i + 1u);
            float weight = clipsWeight(targetOf(delta), frames, of_b);
            float other_weight = clipsWeight(targetOf(other), frames, of_b);
            addDelta(v, delta, weight);
            if (isLast(delta)) break;
            addDelta(v, other, other_weight);
            if (isLast(other)) break;
        }
    }
    float size = length(v.normal);
    v.normal = size > 0.0 ? v.normal / size : vec3(0.0);
}
#endif

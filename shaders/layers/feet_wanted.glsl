// What the clips of a unit's record want of its feet: per leg the mark of the ankle and its contact, then the drops of the
// pelvis. Layers blend them by their masks; additive clips do not change them. Whoever includes this includes blend.glsl.

// place: of the texels of a frame.
vec4 texelAt(FrameMoment moment, int place) {
    vec4 result = frameTexel(moment.frame, place);
    if (moment.within > 0.0) result = mix(result, frameTexel(moment.frame + 1, place), moment.within);
    return result;
}

vec4 sampledTexel(LayerSample s, uint start, uint step, int place) {
#ifdef UNIT_CLIPS
    if ((s.source & 0xFFFFu) == PH_UNIT_CLIPS) {
        vec4 a = texelAt(unitFrame(0), place);
        return g_unit_weight > 0.0 ? mix(a, texelAt(unitFrame(1), place), g_unit_weight) : a;
    }
#endif
    return texelAt(frameOf(s, start, step), place);
}

// number: 0 .. legs + PH_PELVIS_TEXELS - 1.
vec4 feetWanted(int number, int record, Change change) {
    int place = u_rig_size.x + u_rig_size.y + number;
    int joint = number < u_rig_ground.x ? int(rigTexel(u_rig_ground.z + PH_RIG_LEG_TEXELS * number).z) : u_rig_ground.y;
    uvec4 head = fetchBuffer(u_records, record);
    vec4 weights = layerWeights(record, change.share);
    vec4 result = vec4(0.0);
    vec4 sum = vec4(0.0);  // of the mix so far
    int used = 0;          // weights
    for (int i = 0; i < int(head.y); ++i) {
        uvec4 texel = fetchBuffer(u_records, record + PH_RECORD_SAMPLES + i);
        LayerSample s = LayerSample(texel.x, texel.y, texel.z, texel.w);
        sum += sampleWeight(s.weight, change.share) * sampledTexel(s, head.x, change.step, place);
        uint use = (s.source >> PH_SAMPLE_USE_SHIFT) & PH_SAMPLE_USE_MASK;
        if (use == PH_MIX_GOES_ON) continue;
        if (use == PH_MIX_BASE) result = sum;
        if (use == PH_MIX_LAYER) {
            result = mix(result, sum, weights[used] * maskOf(s.source >> PH_SAMPLE_MASK_SHIFT, joint));
            ++used;
        }
        if (use == PH_MIX_REFERENCE) ++used;
        sum = vec4(0.0);
    }
    return result;
}

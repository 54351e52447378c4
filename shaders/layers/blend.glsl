// The local transform of one joint, relative to its parent, from all clips of a unit's record: base, layers, additive
// clips. Whoever includes this includes change.glsl.
uniform sampler2D u_rig_frames;

vec4 frameTexel(int frame, int place) {
    int texel = frame * (u_rig_size.x + u_rig_size.y) + place;
    return texelFetch(u_rig_frames, ivec2(texel & (PH_RIG_WIDTH - 1), texel >> PH_RIG_WIDTH_SHIFT), 0);
}

// fixed_place: translation, and in w the number of the joint's track or -1.
Rigid sampled(LayerSample s, uint start, uint step, int joint, vec4 fixed_place) {
    int frame = u_rig_size.w;
    float within = 0.0;
    uint clip_number = s.source & 0xFFFFu;
    if (clip_number != PH_REST_CLIP) {
        uvec4 clip = u_clips[clip_number];
        uint now = u_clock.x;
        uint cycle = (s.source & PH_SAMPLE_IN_STEP) != 0u ? s.phase + step
                     : clip.z != 0u                       ? s.phase + s.rate * (now - start)
                                    : saturatingSum(s.phase, saturatingProduct(s.rate, ticksSince(now, start)));
        ClipMoment moment = clipMoment(cycle, clip.y);
        frame = int(clip.x + moment.frame);
        within = moment.within;
    }
    int track = int(fixed_place.w);
    Rigid result = Rigid(frameTexel(frame, joint), fixed_place.xyz);
    if (track >= 0) result.place = frameTexel(frame, u_rig_size.x + track).xyz;
    if (within > 0.0) {
        result.turn = mix(result.turn, frameTexel(frame + 1, joint), within);
        if (track >= 0) result.place = mix(result.place, frameTexel(frame + 1, u_rig_size.x + track).xyz, within);
    }
    result.turn = normalize(result.turn);
    return result;
}

float maskOf(uint mask, int joint) {
    return rigTexel(u_rig_tables.y + int(mask >> 2) * u_rig_size.x + joint)[int(mask & 3u)];
}

Rigid blendedJoint(int joint, int record, Change change) {
    vec4 fixed_place = rigTexel(2 * joint);
    uvec4 head = fetchBuffer(u_records, record);
    vec4 weights = mix(uintBitsToFloat(fetchBuffer(u_records, record + 1)),
                       uintBitsToFloat(fetchBuffer(u_records, record + 2)), change.share);
    Rigid pose = Rigid(vec4(0.0, 0.0, 0.0, 1.0), vec3(0.0));
    Rigid added = pose;
    Rigid sum = pose;
    vec4 pole = pose.turn;  // of a mix: its first sample
    bool first = true;
    int used = 0;           // weights
    for (int i = 0; i < int(head.y); ++i) {
        uvec4 texel = fetchBuffer(u_records, record + PH_RECORD_SAMPLES + i);
        LayerSample s = LayerSample(texel.x, texel.y, texel.z, texel.w);
        Rigid each = sampled(s, head.x, change.step, joint, fixed_place);
        float share = sampleWeight(s.weight, change.share);
        if (first) {
            pole = each.turn;
            sum = Rigid(share * each.turn, share * each.place);
        } else {
            sum.turn += share * onSideOf(each.turn, pole);
            sum.place += share * each.place;
        }
        uint use = (s.source >> PH_SAMPLE_USE_SHIFT) & PH_SAMPLE_USE_MASK;
        first = use != PH_MIX_GOES_ON;
        if (!first) continue;
        sum.turn = normalize(sum.turn);
        if (use == PH_MIX_BASE) {
            pose = sum;
        } else if (use == PH_MIX_ADDED) {
            added = sum;
        } else {
            float weight = weights[used] * maskOf(s.source >> PH_SAMPLE_MASK_SHIFT, joint);
            ++used;
            if (use == PH_MIX_LAYER) {
                pose = Rigid(blendedTurn(pose.turn, sum.turn, weight), mix(pose.place, sum.place, weight));
            } else {
                vec4 identity = vec4(0.0, 0.0, 0.0, 1.0);
                vec4 turn = onSideOf(turnProduct(turnBack(sum.turn), added.turn), identity);
                pose.turn = turnProduct(pose.turn, normalize(mix(identity, turn, weight)));
                pose.place += weight * (added.place - sum.place);
            }
        }
    }
    pose.turn = normalize(pose.turn);
    return pose;
}

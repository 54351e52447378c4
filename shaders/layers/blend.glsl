// The local transform of one joint, relative to its parent, from all clips of a unit's record: base, layers, additive
// clips. Whoever includes this includes change.glsl, and with MISTAKE_CHAINED_SLERPS exact_trig.glsl.
// UNIT_CLIPS: records have PH_UNIT_CLIPS. MISTAKE_*: see src/anim/rig/layer_mistakes.h.
uniform sampler2D u_rig_frames;

vec4 frameTexel(int frame, int place) {
    int texel = frame * u_rig_frame + place;
    return texelFetch(u_rig_frames, ivec2(texel & (PH_RIG_WIDTH - 1), texel >> PH_RIG_WIDTH_SHIFT), 0);
}

// A frame of the rig, and where between it and the next.
struct FrameMoment {
    int frame;
    float within;
};

#ifdef UNIT_CLIPS
// Of the unit's playback: S_FRAMES, and the weight of clip B.
uvec4 g_unit_frames;
float g_unit_weight;

FrameMoment unitFrame(int clip) { return FrameMoment(int(g_unit_frames[clip]), uintBitsToFloat(g_unit_frames[clip + 2])); }
#endif

FrameMoment frameOf(LayerSample s, uint start, uint step) {
    uint clip_number = s.source & 0xFFFFu;
    if (clip_number == PH_REST_CLIP) return FrameMoment(u_rig_size.w, 0.0);
    uvec4 clip = u_clips[clip_number];
    uint now = u_clock.x;
    uint cycle = (s.source & PH_SAMPLE_IN_STEP) != 0u ? s.phase + step
                 : clip.z != 0u                       ? s.phase + s.rate * (now - start)
                                                      : oneShotPhase(s.phase, s.rate, ticksSince(now, start));
    ClipMoment moment = clipMoment(cycle, clip.y);
    return FrameMoment(int(clip.x + moment.frame), moment.within);
}

// fixed_place: translation, and in w the number of the joint's track or -1.
Rigid sampledAt(FrameMoment moment, int joint, vec4 fixed_place) {
    int frame = moment.frame;
    float within = moment.within;
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

#ifdef UNIT_CLIPS
Rigid unitSampled(int joint, vec4 fixed_place) {
    Rigid a = sampledAt(unitFrame(0), joint, fixed_place);
    if (g_unit_weight <= 0.0) return a;
    Rigid b = sampledAt(unitFrame(1), joint, fixed_place);
    return Rigid(blendedTurn(a.turn, b.turn, g_unit_weight), mix(a.place, b.place, g_unit_weight));
}
#endif

Rigid sampled(LayerSample s, uint start, uint step, int joint, vec4 fixed_place) {
    uint clip_number = s.source & 0xFFFFu;
#ifdef UNIT_CLIPS
    if (clip_number == PH_UNIT_CLIPS) return unitSampled(joint, fixed_place);
#endif
    Rigid result = sampledAt(frameOf(s, start, step), joint, fixed_place);
#ifdef MISTAKE_NO_HEMISPHERE
    if (clip_number != PH_REST_CLIP && (clip_number & 1u) != 0u) result.turn = -result.turn;
#endif
    return result;
}

float maskOf(uint mask, int joint) {
    return rigTexel(u_rig_tables.y + int(mask >> 2) * u_rig_size.x + joint)[int(mask & 3u)];
}

#ifdef MISTAKE_NO_HEMISPHERE
vec4 sideFor(vec4 q, vec4 pole) { return q; }
#else
vec4 sideFor(vec4 q, vec4 pole) { return onSideOf(q, pole); }
#endif

vec4 blended(vec4 a, vec4 b, float weight) { return normalize(a * (1.0 - weight) + sideFor(b, a) * weight); }

#ifdef MISTAKE_CHAINED_SLERPS
vec4 slerp(vec4 a, vec4 b, float weight) {
    b = sideFor(b, a);
    float cosine = dot(a, b);
    vec4 across = b - a * cosine;
    float sine = length(across);
    if (sine < 1e-6) return a;
    vec2 turn = exactSineCosine(weight * exactAtan(sine, cosine));
    return normalize(a * turn.y + across * (turn.x / sine));
}
#endif

// Consecutive samples of a record.
struct Mix {
    Rigid pose;
    uint source;  // of the last sample: what the mix is used for
    int next;     // the first sample behind it
};

// The mix that begins with this sample. start: the tick of the record's phases.
Mix mixFrom(int first, int joint, int record, uint start, Change change, vec4 fixed_place) {
    Mix result = Mix(Rigid(vec4(0.0), vec3(0.0)), 0u, first);
    vec4 pole = vec4(0.0);  // its first sample
    uint use = PH_MIX_GOES_ON;
    while (use == PH_MIX_GOES_ON) {
        uvec4 texel = fetchBuffer(u_records, record + PH_RECORD_SAMPLES + result.next);
        LayerSample s = LayerSample(texel.x, texel.y, texel.z, texel.w);
        Rigid each = sampled(s, start, change.step, joint, fixed_place);
        float share = sampleWeight(s.weight, change.share);
        if (result.next == first) pole = each.turn;
#ifdef MISTAKE_CHAINED_SLERPS
        if (result.next == first) {
            result.pose = each;
        } else {
            result.pose = Rigid(slerp(result.pose.turn, each.turn, share), mix(result.pose.place, each.place, share));
        }
#else
        result.pose.turn += share * sideFor(each.turn, pole);
        result.pose.place += share * each.place;
#endif
        result.source = s.source;
        ++result.next;
        use = (s.source >> PH_SAMPLE_USE_SHIFT) & PH_SAMPLE_USE_MASK;
    }
    result.pose.turn = normalize(result.pose.turn);
    return result;
}

vec4 layerWeights(int record, float share) {
    return mix(uintBitsToFloat(fetchBuffer(u_records, record + 1)), uintBitsToFloat(fetchBuffer(u_records, record + 2)),
               share);
}

// uses: the operators to apply to `pose`, bit i for PH_MIX_* i.
Rigid blendedOver(Rigid pose, uint uses, int joint, int record, Change change) {
    vec4 fixed_place = rigTexel(2 * joint);
    uvec4 head = fetchBuffer(u_records, record);
    vec4 weights = layerWeights(record, change.share);
    Rigid added = pose;
    int used = 0;  // weights
    for (int i = 0; i < int(head.y);) {
        Mix each = mixFrom(i, joint, record, head.x, change, fixed_place);
        Rigid sum = each.pose;
        i = each.next;
        uint use = (each.source >> PH_SAMPLE_USE_SHIFT) & PH_SAMPLE_USE_MASK;
        bool applied = (uses & (1u << use)) != 0u;
        if (use == PH_MIX_BASE) {
            if (applied) pose = sum;
        } else if (use == PH_MIX_ADDED) {
            added = sum;
        } else {
            float weight = weights[used] * maskOf(each.source >> PH_SAMPLE_MASK_SHIFT, joint);
            ++used;
            if (!applied) continue;
            if (use == PH_MIX_LAYER) {
                pose = Rigid(blended(pose.turn, sum.turn, weight), mix(pose.place, sum.place, weight));
            } else {
                vec4 identity = vec4(0.0, 0.0, 0.0, 1.0);
                vec4 turn = sideFor(turnProduct(turnBack(sum.turn), added.turn), identity);
                pose.turn = turnProduct(pose.turn, normalize(mix(identity, turn, weight)));
                pose.place += weight * (added.place - sum.place);
            }
        }
    }
    pose.turn = normalize(pose.turn);
    return pose;
}

// Which operators act on local transforms, beside the base.
const uint kLocalOperators = 0u
#ifndef MISTAKE_MODEL_SPACE_MASKS
                             | 1u << PH_MIX_LAYER
#endif
#ifndef MISTAKE_ADDED_MATRICES
                             | 1u << PH_MIX_REFERENCE
#endif
    ;

// Before aims and IK.
Rigid blendedJoint(int joint, int record, Change change) {
    uint uses = 1u << PH_MIX_BASE;
#ifndef MISTAKE_AIM_BEFORE_LAYERS
    uses |= kLocalOperators;
#endif
    return blendedOver(Rigid(vec4(0.0, 0.0, 0.0, 1.0), vec3(0.0)), uses, joint, record, change);
}

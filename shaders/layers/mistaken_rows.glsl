// Rows of matrices with mistakes in model space, see src/anim/rig/layer_mistakes.h. Whoever includes this includes
// blend.glsl and rows.glsl. Each row walks over all ancestors of its joint for each mix: a lesson, not a technique.

// model_from_joint if the mix that begins with this sample were the pose.
Rigid modelOfMix(int first, int joint, int record, uint start, Change change) {
    Rigid result = Rigid(vec4(0.0, 0.0, 0.0, 1.0), vec3(0.0));
    while (joint >= 0) {
        result = rigidProduct(mixFrom(first, joint, record, start, change, rigTexel(2 * joint)).pose, result);
        joint = int(rigTexel(2 * joint + 1).x);
    }
    result.turn = normalize(result.turn);
    return result;
}

// As paletteRow(). joint: of the rig; model: from its local transform.
vec4 mistakenRow(int skin, Rigid model, int row, int joint, int record, Change change) {
    uvec4 head = fetchBuffer(u_records, record);
    vec4 weights = layerWeights(record, change.share);
    vec4 sum = vec4(0.0);
    int used = 0;
    int first = 0;  // sample of the mix
    int added = 0;  // of the last additive clip
    for (int i = 0; i < int(head.y); ++i) {
        uint source = fetchBuffer(u_records, record + PH_RECORD_SAMPLES + i).x;
        uint use = (source >> PH_SAMPLE_USE_SHIFT) & PH_SAMPLE_USE_MASK;
        if (use == PH_MIX_GOES_ON) continue;
        if (use == PH_MIX_ADDED) added = first;
        if (use == PH_MIX_LAYER || use == PH_MIX_REFERENCE) {
            float weight = weights[used] * maskOf(source >> PH_SAMPLE_MASK_SHIFT, joint);
            ++used;
#ifdef MISTAKE_MODEL_SPACE_MASKS
            if (use == PH_MIX_LAYER) {
                Rigid over = modelOfMix(first, joint, record, head.x, change);
                model = Rigid(blended(model.turn, over.turn, weight), mix(model.place, over.place, weight));
            }
#endif
#ifdef MISTAKE_ADDED_MATRICES
            if (use == PH_MIX_REFERENCE) {
                sum += weight * (paletteRow(skin, modelOfMix(added, joint, record, head.x, change), row) -
                                 paletteRow(skin, modelOfMix(first, joint, record, head.x, change), row));
            }
#endif
        }
        first = i + 1;
    }
    return paletteRow(skin, model, row) + sum;
}

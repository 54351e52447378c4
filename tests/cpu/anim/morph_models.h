// Models with morph targets.
#pragma once

#include <utility>

#include "anim/pose/model.h"
#include "synthetic_model.h"

namespace phalanx::test {

// One vertex at the origin on one joint that stays, and one target that moves it by 1 m along X; 1.8 m tall.
inline Model dot(Track<double> weights, double duration_s = 1.0) {
    Model model;
    model.source_path = model.name = "dot";
    model.height_m = 1.8;
    model.nodes.emplace_back();
    model.palette.emplace_back();
    model.vertices.resize(3);
    model.indices = {0, 1, 2};
    model.materials.emplace_back();
    model.variants.push_back({"all", {{0, 0, 3}}});
    MorphTarget target;
    target.name = "aside";
    for (std::uint32_t v = 0; v < 3; ++v) target.deltas.push_back({v, {1.0F, 0.0F, 0.0F}, {}});
    model.morph_targets.push_back(target);
    Clip clip;
    clip.name = "move";
    clip.duration_s = duration_s;
    clip.morph_tracks.push_back({0, std::move(weights)});
    model.clips.push_back(clip);
    validate(model);
    return model;
}

inline Model morphing(int vertices = 300) {
    Model model = makeModel({.vertices = vertices, .moving_scales = true});
    addMorphs(model);
    validate(model);
    return model;
}

}  // namespace phalanx::test

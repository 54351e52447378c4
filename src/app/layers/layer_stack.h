// Poses of an army with a chosen number of layers, for measurements.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "anim/layers/layered_pose_json.h"
#include "app/army/army.h"
#include "crowd/crowd.h"

namespace phalanx {

// Layers and additive clips together: a record has a weight for each.
std::size_t mostLayers();

// What a stack is made of.
struct StackSource {
    const std::vector<LoadedModel>* models = nullptr;
    std::vector<ClipChoice> choices;  // per model: the base of a stack without `own` is clips A and B
    std::optional<PoseFile> own;      // the army's pose
};

// A pose with so many layers (at most mostLayers()). Its base is that of the army's pose, or clips A and B,
// half each. Its layers are the army's first ones, then its additive clips, then further clips of the models
// over the upper body. aim: with the aims and IK of the army's pose, or else an aim by what the models'
// joints are named; see stackAims(). Throws Error (kUsage) if it needs clips and a model has none.
PoseFile layerStack(const StackSource& source, std::size_t layers, bool aim);
// Whether layerStack() has anything to aim.
bool stackAims(const StackSource& source);

// Takes away aims at units, and IK that reaches for them, that an army of so many lacks.
void dropAims(LayeredPose& pose, std::uint32_t units);

}  // namespace phalanx

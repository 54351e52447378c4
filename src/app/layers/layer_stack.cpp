#include "app/layers/layer_stack.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "anim/body/body_parts.h"
#include "app/layers/layered_army.h"
#include "core/error.h"
#include "core/printable.h"
#include "layers.h"

namespace phalanx {
namespace {

constexpr double kStackWeight = 0.5;  // any but 0 and 1 costs the same
constexpr double kTargetAhead_m = 10.0;

// The most clips that all models have, at least 1: a number below names a clip of each.
std::size_t commonClips(const StackSource& source) {
    std::size_t clips = std::numeric_limits<std::size_t>::max();
    for (const LoadedModel& loaded : *source.models) {
        if (loaded.model.clips.empty()) {
            throw usageError(printable(loaded.model.name),
                             "has no clips, so no layers can be made of them; use a model with clips");
        }
        clips = std::min(clips, loaded.model.clips.size());
    }
    return clips;
}

PoseClip clipNumber(const StackSource& source, std::size_t number) {
    return {fmt::format("#{}", number % commonClips(source)), 0.0, 1.0};
}

bool fitsAll(const StackSource& source, const PoseFile& file) {
    try {
        for (const LoadedModel& loaded : *source.models)
            resolvePose(loaded.model, file.pose, spacesFor(loaded.model, file), "");
    } catch (const Error&) {
        return false;
    }
    return true;
}

// Parts of the first model that all models have.
PoseMask upperBody(const StackSource& source, const PoseFile& file) {
    for (const NamedMask& named : bodyParts(source.models->front().model).masks) {
        PoseFile probe = file;
        PoseLayer layer{{{clipNumber(source, 0)}, {}}, kStackWeight, named.mask};
        probe.pose.layers.push_back(layer);
        if (fitsAll(source, probe)) return named.mask;
    }
    return {};
}

void takeAims(const StackSource& source, PoseFile& file) {
    if (source.own && !(source.own->pose.aim.empty() && source.own->pose.ik.empty())) {
        file.pose.aim = source.own->pose.aim;
        file.pose.ik = source.own->pose.ik;
        return;
    }
    const Model& first = source.models->front().model;
    const BodyParts parts = bodyParts(first);
    if (parts.aims.empty()) return;
    PoseFile probe = file;
    if (probe.pose.reparent.empty()) probe.pose.reparent = parts.held;
    PoseAim aim = parts.aims.front().aim;
    aim.target.point = {kTargetAhead_m * 0.5, kAimHeight_m, kTargetAhead_m};
    aim.target.in_world = true;
    probe.pose.aim = {aim};
    if (fitsAll(source, probe)) file = probe;
}

}  // namespace

std::size_t mostLayers() {
    return PH_LAYER_WEIGHTS;
}

PoseFile layerStack(const StackSource& source, std::size_t layers, bool aim) {
    PoseFile file;
    std::size_t lacking = layers;
    if (source.own) {
        file.spaces = source.own->spaces;
        const LayeredPose& own = source.own->pose;
        file.pose.base = own.base;
        file.pose.reparent = own.reparent;
        const std::size_t first = std::min(lacking, own.layers.size());
        file.pose.layers.assign(own.layers.begin(), own.layers.begin() + static_cast<std::ptrdiff_t>(first));
        lacking -= first;
        const std::size_t added = std::min(lacking, own.additive.size());
        file.pose.additive.assign(own.additive.begin(),
                                  own.additive.begin() + static_cast<std::ptrdiff_t>(added));
        lacking -= added;
    } else {
        const ClipChoice& choice = source.choices.front();
        file.pose.base = LayerSource{{clipNumber(source, static_cast<std::size_t>(choice.a)),
                                      clipNumber(source, static_cast<std::size_t>(choice.b))},
                                     {}};
    }
    const PoseMask mask = lacking > 0 ? upperBody(source, file) : PoseMask{};
    for (std::size_t i = 0; i < lacking; ++i)
        file.pose.layers.push_back({{{clipNumber(source, layers - lacking + i)}, {}}, kStackWeight, mask});
    if (aim) takeAims(source, file);
    return file;
}

bool stackAims(const StackSource& source) {
    const PoseFile file = layerStack(source, 0, true);
    return !file.pose.aim.empty() || !file.pose.ik.empty();
}

void dropAims(LayeredPose& pose, std::uint32_t units) {
    const auto drop = [units](auto& item) {
        if (!item.target.unit || item.target.unit->unit < units) return;
        item.target = PoseTarget{};
        item.weight = 0.0;
    };
    for (PoseAim& aim : pose.aim) drop(aim);
    for (PoseIk& ik : pose.ik) drop(ik);
}

}  // namespace phalanx

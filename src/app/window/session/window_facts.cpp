#include "app/window/session/window_facts.h"

#include <fmt/format.h>

#include <algorithm>

#include "anim/body/body_parts.h"
#include "anim/layers/blend_space_json.h"
#include "anim/pose/morph.h"
#include "app/layers/layered_army.h"
#include "app/scene/scene.h"
#include "core/log.h"
#include "render/techniques/technique.h"

namespace phalanx {

namespace {

// Parts of a face may have targets of one name, as a head and its helmet's strap.
std::string labelOf(const Model& model, std::size_t target) {
    const MorphTarget& shown = model.morph_targets[target];
    const bool alone = std::ranges::count(model.morph_targets, shown.name, &MorphTarget::name) == 1;
    if (alone) return uniqueName(model.morph_targets, target);
    return fmt::format("{} ({})", shown.name, model.nodes[static_cast<std::size_t>(shown.node)].name);
}

WhyNotFacts whyNotOf(const gl::Capabilities& can) {
    WhyNotFacts why;
    if (!can.compute) why.compute = gl::whyBelow(can, 43);
    if (!can.multi_draw_indirect) why.multi_draw = gl::whyBelow(can, 43);
    if (!can.line_polygons) why.wireframe = "this context cannot draw triangles as lines";
    if (!can.buffer_textures) why.buffer_textures = "this context has no buffer textures";
    if (can.software) {
        why.gpu_times = "the CPU draws";
    } else if (!can.timer_queries) {
        why.gpu_times = "this driver or browser has no timers";
    }
    return why;
}

}  // namespace

Facts factsOf(const gl::Capabilities& capabilities, const gl::WindowLimits& limits) {
    Facts facts;
    facts.quits = limits.quits;
    facts.touch = limits.touch;
    facts.foreign_keys = limits.foreign_keys;
    facts.gpu = capabilities.renderer;
    facts.gl = gl::nameOf(capabilities);
    facts.software = capabilities.software;
    facts.why_not = whyNotOf(capabilities);
    if (!limits.fullscreen) facts.why_not.fullscreen = "the browser does not let this page fill the display";
    facts.scenes = shippedScenes();
    facts.max_samples = std::min(capabilities.max_samples, 8);
    for (const Technique& technique : techniques()) {
        facts.techniques.push_back({std::string(technique.name), std::string(technique.summary),
                                    whyUnavailable(technique, capabilities), std::string(technique.no_layers),
                                    technique.issue == Issue::kBatches});
    }
    return facts;
}

void setModelFacts(const std::vector<LoadedModel>& models, Facts& facts) {
    facts.models.clear();
    facts.lods = 1;
    for (const LoadedModel& loaded : models) {
        if (loaded.detail) facts.lods = std::max(facts.lods, loaded.detail->lods.size() + 1);
        ModelFacts& model = facts.models.emplace_back();
        model.name = loaded.model.name;
        for (const BakedClip& clip : loaded.baked.clips) {
            model.clips.push_back(clip.name);
            if (clip.loops) model.loops.push_back(clip.name);
        }
        model.joints = uniqueJoints(loaded.model);
        model.body = bodyParts(loaded.model);
        model.why_no_layers = whyNoLayers(loaded.model);
        try {
            model.spaces = spacesBeside(loaded.model.source_path);
        } catch (const Error& error) {
            warn("{}", error.what());
        }
        for (const PartGroup& group : loaded.equipment.groups) {
            PartGroupFacts& facts_of_group = model.part_groups.emplace_back();
            facts_of_group.name = group.name;
            for (const PartChoice& choice : group.choices) facts_of_group.choices.push_back(choice.name);
            facts_of_group.may_be_none = loaded.equipment.of_file.empty();
        }
        const std::vector<WeightRange> ranges = morphRanges(loaded.model);
        for (std::size_t t = 0; t < ranges.size(); ++t)
            model.morph_targets.push_back({labelOf(loaded.model, t), ranges[t]});
    }
}

}  // namespace phalanx

#include "crowd/edit_check.h"

namespace phalanx {
namespace {

void checkRange(const char* key, double value, double least, double most) {
    checkedValue({.key = key, .kind = SettingKind::kNumber, .least = least, .most = most}, value);
}

}  // namespace

UnitEdit fittingEdit(const UnitEdit& edit, const CrowdModel& model) {
    UnitEdit fitting = edit;
    const auto missing = [&](int clip) { return static_cast<std::size_t>(clip) >= model.clips.size(); };
    if (edit.clips && (missing(edit.clips->a) || missing(edit.clips->b))) fitting.clips.reset();
    std::erase_if(fitting.morph_weights, [&](const auto& entry) {
        const auto& [target, weight] = entry;
        return target >= model.morph_ranges.size() || weight < model.morph_ranges[target].min ||
               weight > model.morph_ranges[target].max;
    });
    return fitting;
}

void checkEdit(const UnitEdit& edit, const CrowdModel& model) {
    if (edit.clips) checkClips(*edit.clips, model.clips.size());
    for (const auto& [target, weight] : edit.morph_weights) {
        checkRange("morph target", target, 0.0, static_cast<double>(model.morph_ranges.size()) - 1.0);
        checkRange("morph weight", weight, model.morph_ranges[target].min, model.morph_ranges[target].max);
    }
    if (edit.blend) checkedValue(crowdSetting("blend"), *edit.blend);
    if (edit.speed) checkedValue(crowdSetting("speed"), *edit.speed);
    if (edit.offset) checkedValue(crowdSetting("offset"), *edit.offset);
    if (edit.tint) {
        for (int i = 0; i < 4; ++i) checkRange("tint", static_cast<double>((*edit.tint)[i]), 0.0, 1.0);
    }
}

void checkClips(const ClipChoice& choice, std::size_t clips) {
    checkRange("clip A", choice.a, 0.0, static_cast<double>(clips) - 1.0);
    checkRange("clip B", choice.b, 0.0, static_cast<double>(clips) - 1.0);
}

void checkFade(double fade_s) {
    checkRange("fade", fade_s, 0.0, 60.0);
}

}  // namespace phalanx

#include "crowd/edit_check.h"

namespace phalanx {
namespace {

void checkRange(const char* key, double value, double least, double most) {
    checkedValue({.key = key, .kind = SettingKind::kNumber, .least = least, .most = most}, value);
}

}  // namespace

void checkEdit(const UnitEdit& edit, std::size_t clips) {
    if (edit.clips) checkClips(*edit.clips, clips);
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

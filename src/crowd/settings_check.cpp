#include "crowd/settings_check.h"

#include <cmath>
#include <sstream>

#include "core/error.h"

namespace phalanx {
namespace {

void checkRange(const char* name, double value, double low, double high) {
    if (value >= low && value <= high) return;  // not so for NaN
    std::ostringstream text;
    text << "is " << value << ", and must lie between " << low << " and " << high;
    throw usageError(name, text.str());
}

}  // namespace

void checkSettings(const CrowdSettings& s) {
    checkRange("units", s.units, 1, kMaxUnits);
    checkRange("formation", static_cast<double>(s.formation), 0, kFormationNames.size() - 1);
    checkRange("spacing", s.spacing_m, 0.1, 100.0);
    checkRange("facing", s.facing_deg, -3600.0, 3600.0);
    checkRange("position jitter", s.position_jitter_m, 0.0, 10.0);
    checkRange("heading jitter", s.heading_jitter_deg, 0.0, 180.0);
    checkRange("height spread", s.height_spread, 0.0, 0.3);
    checkRange("crossfade", s.crossfade_s, 0.0, 600.0);
    checkRange("hold", s.hold_s, 0.0, 600.0);
    checkRange("crossfade spread", s.crossfade_spread, 0.0, 1.0);
    checkRange("blend", s.blend, 0.0, 1.0);
    checkRange("speed", s.speed, 0.0, 4.0);
    checkRange("speed spread", s.speed_spread, 0.0, 1.0);
    checkRange("offset", s.offset, 0.0, 1.0);
    checkRange("offset spread", s.offset_spread, 0.0, 1.0);
}

void checkEdit(const UnitEdit& edit, std::size_t clips) {
    if (edit.clips) checkClips(*edit.clips, clips);
    if (edit.blend) checkRange("blend", *edit.blend, 0.0, 1.0);
    if (edit.speed) checkRange("speed", *edit.speed, 0.0, 4.0);
    if (edit.offset) checkRange("offset", *edit.offset, 0.0, 1.0);
    if (edit.tint) {
        for (int i = 0; i < 4; ++i) checkRange("tint", (*edit.tint)[i], 0.0, 1.0);
    }
}

void checkClips(const ClipChoice& choice, std::size_t clips) {
    checkRange("clip A", choice.a, 0.0, static_cast<double>(clips) - 1.0);
    checkRange("clip B", choice.b, 0.0, static_cast<double>(clips) - 1.0);
}

void checkFade(double fade_s) {
    checkRange("fade", fade_s, 0.0, 60.0);
}

bool sameLayout(const CrowdSettings& a, const CrowdSettings& b) {
    return a.units == b.units && a.formation == b.formation && a.spacing_m == b.spacing_m &&
           a.facing_deg == b.facing_deg && a.position_jitter_m == b.position_jitter_m &&
           a.heading_jitter_deg == b.heading_jitter_deg && a.height_spread == b.height_spread &&
           a.seed == b.seed && (a.formation != Formation::kRing || a.march == b.march);
}

}  // namespace phalanx

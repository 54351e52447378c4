// Classifies clips by their names, such as "Walking_A", "HumanArmature|Man_Run" or "mixamo.com".
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace phalanx {

enum class ClipKind : std::uint8_t { kWalk, kMarch, kRun, kIdle, kOther };

struct ClipName {
    ClipKind kind = ClipKind::kOther;
    bool plain = true;  // false for names with a modifier: "Walking_Backwards", "Run_Shoot"
};

ClipName readClipName(std::string_view name);

// Whether the kind is walking, marching or running: cycles of two steps.
inline bool isGait(ClipKind kind) {
    return kind == ClipKind::kWalk || kind == ClipKind::kMarch || kind == ClipKind::kRun;
}

}  // namespace phalanx

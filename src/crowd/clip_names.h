// What a clip's name says, for names as artists give them: "Walking_A", "HumanArmature|Man_Run",
// "mixamo.com".
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace phalanx {

enum class ClipKind : std::uint8_t { kWalk, kMarch, kRun, kIdle, kOther };

struct ClipName {
    ClipKind kind = ClipKind::kOther;
    bool plain = true;  // says nothing more: not "Walking_Backwards", "Run_Shoot"
};

ClipName readClipName(std::string_view name);

// Walking, marching, running: cycles of two steps.
inline bool isGait(ClipKind kind) {
    return kind == ClipKind::kWalk || kind == ClipKind::kMarch || kind == ClipKind::kRun;
}

}  // namespace phalanx

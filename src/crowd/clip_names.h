// Classifies clips by their names, such as "Walking_A", "HumanArmature|Man_Run" or "mixamo.com".
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace phalanx {

enum class ClipKind : std::uint8_t { kWalk, kMarch, kRun, kIdle, kOther };

struct ClipName {
    ClipKind kind = ClipKind::kOther;
    bool plain = true;  // false for names with a modifier: "Walking_Backwards", "Run_Shoot"
};

ClipName readClipName(std::string_view name);

// The first clip whose name has a word that begins with one of `words`, which are tried in their order; -1:
// none.
int clipNamed(std::span<const std::string> names, std::span<const std::string_view> words);

// Clips to add to a stack of layers, as indices into `names`; -1: there is none. For a layer: an aim or
// another hold; for an additive clip: a hit, or what else the body does on the side.
int clipForLayer(std::span<const std::string> names);
int clipForAdditive(std::span<const std::string> names);

// Whether the kind is walking, marching or running: cycles of two steps.
inline bool isGait(ClipKind kind) {
    return kind == ClipKind::kWalk || kind == ClipKind::kMarch || kind == ClipKind::kRun;
}

}  // namespace phalanx

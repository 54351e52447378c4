// Classifies clips by their names, such as "Walking_A", "HumanArmature|Man_Run" or "mixamo.com".
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "anim/bake/bake.h"

namespace phalanx {

enum class ClipKind : std::uint8_t { kWalk, kMarch, kRun, kIdle, kOther };

// What a clip does beside that; kFall also if a name has words of others: "Hit_Fall". Next is kRise: getting
// up from the ground.
enum class ClipAction : std::uint8_t { kAim, kHit, kLook, kFall, kRise, kNone };

struct ClipName {
    ClipKind kind = ClipKind::kOther;
    ClipAction action = ClipAction::kNone;
    bool plain = true;  // false for names with a modifier: "Walking_Backwards", "Run_Shoot"
};

ClipName readClipName(std::string_view name);

// Whether the kind is walking, marching or running: cycles of two steps.
inline bool isGait(ClipKind kind) {
    return kind == ClipKind::kWalk || kind == ClipKind::kMarch || kind == ClipKind::kRun;
}

struct NamedClip {
    std::string_view name;
    bool loops = false;
};

// For a layer over other clips, index into `clips`: a clip named after aiming; of several, the one with
// the shortest name: longer names say what is special about a clip. Else the first clip that is not named
// after falling or rising, else clip 0.
std::size_t layerClip(std::span<const NamedClip> clips);

// A clip named after dying or falling that ends: of several, the one with the shortest name.
std::optional<int> fallingClip(std::span<const BakedClip> clips);

// All clips named after getting up that end, in the order of `clips`.
std::vector<int> risingClips(std::span<const BakedClip> clips);

// For a unit that stands and waits: a loop named after idling, else one without a stride, else clip 0.
int standingClip(std::span<const BakedClip> clips);

struct AdditiveClips {
    std::size_t clip = 0;
    std::size_t reference = 0;
};
// For an additive clip over a base with clips of these names. reference: a clip named after idling, else clip
// 0. clip: one named after a hit, else after looking around, else a loop that neither the base nor the
// reference plays, else one that the reference does not play. A clip named after dying, falling or
// getting up is never chosen; if there is no other, it is the reference. clips: at least one.
AdditiveClips additiveClips(std::span<const NamedClip> clips, std::span<const std::string_view> base);

}  // namespace phalanx

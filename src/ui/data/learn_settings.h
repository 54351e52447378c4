// State of the lesson and of the page of common mistakes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "crowd/crowd_settings.h"

namespace phalanx {

// The pages at the right, of which one is open.
enum class SidePage : std::uint8_t { kNone, kLesson, kMistakes, kLayers, kBattle };

enum class MistakesPage : std::uint8_t { kJoints, kLayers, kFeet, kClips, kBodies, kEvents };

struct LearnSettings {
    SidePage page = SidePage::kNone;
    std::size_t step = 0;  // the current step
    MistakesPage mistakes = MistakesPage::kJoints;
    // Restored when "All in phase" is switched off.
    double kept_offset_spread = CrowdSettings{}.offset_spread;
    double kept_speed_spread = CrowdSettings{}.speed_spread;
    bool editing = false;  // the shader is a text field
    std::string draft;     // its text
};

}  // namespace phalanx

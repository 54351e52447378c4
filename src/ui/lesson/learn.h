// What a person sets in the lesson and on the page of famous mistakes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace phalanx {

enum class LearnPage : std::uint8_t { kNone, kLesson, kMistakes };

struct LearnSettings {
    LearnPage page = LearnPage::kNone;
    std::size_t step = 0;              // of the lesson, that is shown
    double kept_offset_spread = 0.08;  // what the army takes up again when it is not in step any more
    double kept_speed_spread = 0.0;
    bool editing = false;  // the shader is a text field
    std::string draft;     // what is in it
};

}  // namespace phalanx

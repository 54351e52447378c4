// The steps of the lesson: the ladder from one soldier on the CPU to a crowd in one call. No GL.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "settings/settings.h"

namespace phalanx {

struct LessonStep {
    std::string_view title;
    std::string_view text;      // what is done, why, what it costs
    std::string_view cpu_does;  // a frame
    std::string_view gpu_does;
    std::string_view technique;
    std::uint32_t units = 100;
    std::uint32_t units_software = 25;  // where the CPU does the GPU's work too
    bool single_clip = true;
    int weights = 4;
    bool rigid_parts = false;
    bool detail = false;     // culling and levels of detail
    bool near = false;       // the camera stands before one soldier
    std::string_view file;   // of the shader that does it, below the folder of shaders
    bool editable = true;    // it is of the programs that draw units
    std::string_view marks;  // the beginnings of the lines that matter, a bar between them
};

std::span<const LessonStep> lessonSteps();

// What the step is about, and nothing else: formation, clips and the rest stay as they are.
void setLessonStep(const LessonStep& step, bool software, Settings& settings);

}  // namespace phalanx

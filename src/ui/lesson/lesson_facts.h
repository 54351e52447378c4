// What the lesson's panel shows of a step. No ImGui.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace phalanx {

// Of one frame: medians of the last ones that were drawn as the step says.
struct LessonCost {
    std::uint32_t units = 1;
    double cpu_ms = 0.0;           // from the first to the last GL call
    std::optional<double> gpu_ms;  // nothing where timers cannot be relied on
    std::uint64_t bytes = 0;       // from the CPU to the GPU
    std::uint32_t calls = 0;       // draws and dispatches for soldiers
};

struct LessonFacts {
    std::size_t step = 0;
    std::size_t steps = 1;
    std::string title;
    std::string text;
    std::string cpu_does;  // a few words for the diagram
    std::string gpu_does;
    std::string why_not;               // "": this context can do the step
    std::optional<LessonCost> now;     // nothing while too few frames were measured
    std::optional<LessonCost> before;  // of the step before, as it was measured last
    bool as_set = true;                // what is drawn is what the step sets
    bool software = false;             // there is no GPU: the CPU does both sides' work
    std::string file;                  // of the shader, below the folder of shaders
    std::string code;                  // its text, or what was put in its place
    std::vector<std::size_t> marked;   // lines of it that matter, from 0
    bool editable = false;             // its programs can be built from other text
    bool edited = false;               // `code` is not what the file says
    std::string error;                 // why a draft was not taken; "" if none
    std::size_t error_line = 0;        // of the draft, from 1; 0: it has none
};

}  // namespace phalanx

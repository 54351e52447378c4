// What the lesson panel shows. No ImGui.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace phalanx {

// Cost of one frame: medians of the last frames drawn with the settings of the step.
struct LessonCost {
    std::uint32_t units = 1;
    double cpu_ms = 0.0;           // from the first to the last GL call
    std::optional<double> gpu_ms;  // nullopt without reliable timers
    std::uint64_t bytes = 0;       // from the CPU to the GPU
    std::uint32_t calls = 0;       // draws and dispatches for soldiers
};

// One row of what a model stores or its shaders fetch, as text.
struct StorageRow {
    std::string what;
    std::string each;       // "16 B per delta"
    std::string per_frame;  // of the animation; "": does not depend on the frame
    std::string all;
};

struct LessonFacts {
    std::size_t step = 0;
    std::size_t steps = 1;
    std::string title;
    std::string text;
    std::string cpu_does;  // a few words for the diagram
    std::string gpu_does;
    std::vector<StorageRow> storage;           // of the loaded model; empty in most steps
    std::optional<StorageRow> storage_titles;  // nullopt: as of what is stored
    std::string storage_note;                  // about the rows
    std::vector<StorageRow> fetches;           // of texels, per soldier; only in steps with layers
    std::vector<StorageRow> counts;            // of events, per second and in all; only in steps about them
    std::string why_not;                       // "": this context can do the step
    std::optional<LessonCost> now;             // nullopt until enough frames were measured
    std::size_t before_step = 0;               // with which this one is compared
    std::optional<LessonCost> before;          // of that step, as measured last
    bool as_set = true;                        // drawn with the settings of the step
    bool software = false;                     // no GPU: the CPU does all work
    std::string file;                          // of the shader, relative to the shader folder
    std::string code;                          // its text, or the edited text
    std::vector<std::size_t> marked;           // highlighted lines, from 0
    bool editable = false;                     // its programs can be built from edited text
    bool edited = false;                       // `code` differs from the file
    std::string error;                         // why a draft does not compile; "": no error
    std::size_t error_line = 0;                // of the draft, from 1; 0: unknown
};

}  // namespace phalanx

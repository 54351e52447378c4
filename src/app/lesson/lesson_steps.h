// The steps of the lesson, from one soldier on the CPU to a crowd with layered poses. No GL.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "app/lesson/lesson_poses.h"
#include "settings/settings.h"

namespace phalanx {

// What the nearest soldiers do while a step is shown.
enum class LessonFalls : std::uint8_t {
    kNone,
    kAgain,  // they fall; when they lie, they stand up and fall again
    kOnce,   // they fall and lie
};

// What the step shows of events and behaviour.
enum class LessonEvents : std::uint8_t {
    kNone,
    kPolled,  // by EventMistakes::once_per_frame
    kClock,
    kQueue,
    kGraph,  // two hosts fight
};

struct LessonStep {
    std::string_view title;
    std::string_view text;      // what the step does, why, and what it costs
    std::string_view cpu_does;  // per frame
    std::string_view gpu_does;
    std::string_view technique;
    std::uint32_t units = 100;
    std::uint32_t units_software = 25;  // with a software renderer
    bool single_clip = true;
    int weights = 4;
    bool rigid_parts = false;
    bool detail = false;   // culling and LODs
    bool near = false;     // the camera stands before one soldier
    bool storage = false;  // shows what the loaded model stores
    bool motion = false;   // shows what each LOD reads of a pose
    bool hills = false;    // the army stands on them
    LessonFalls falls = LessonFalls::kNone;
    LessonEvents events = LessonEvents::kNone;
    LessonPoseKind pose = LessonPoseKind::kNone;  // layers; then it shows what these store and fetch
    std::string_view file;                        // the shader that does it, relative to the shader folder
    bool editable = true;                         // it belongs to the programs that draw units
    std::string_view marks;                       // beginnings of the lines to highlight, separated by bars
};

std::span<const LessonStep> lessonSteps();

// Applies only the settings that the step is about: clips and others stay, and the formation of all steps but
// that of LessonEvents::kGraph. pose: as
// Settings::pose, "" for a step without layers.
void setLessonStep(const LessonStep& step, bool software, const std::string& pose, Settings& settings);
// Copies the settings that setLessonStep() changes: back to those from before the lesson.
void copyLessonSettings(const Settings& from, Settings& to);

}  // namespace phalanx

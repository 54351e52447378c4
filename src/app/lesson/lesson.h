// The lesson: the current step, the cost of its frames, and its shader with the user's edits. No GL: the
// window draws, and builds programs from the texts given here.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "app/lesson/lesson_steps.h"
#include "gl/objects/shader_source.h"
#include "render/frame/frame_stats.h"
#include "ui/data/frame_history.h"
#include "ui/lesson/lesson_facts.h"

namespace phalanx {

class Lesson {
  public:
    explicit Lesson(std::filesystem::path shader_directory);

    const LessonFacts& facts() const { return facts_; }
    LessonFacts& facts() { return facts_; }
    bool begun() const { return begun_; }
    // Ends the lesson until the next show(); the shader texts and the measured costs stay.
    void end() { begun_ = false; }
    const LessonStep& step() const { return lessonSteps()[facts_.step]; }

    // Shows a step and measures its cost again. Reads its shader; an Error (kInput) is reported in
    // facts().error.
    void show(std::size_t step);
    // The settings have changed since the measurement.
    static std::size_t comparedStep(std::size_t step);
    void forgetCost();
    // A frame was drawn. as_set: with the step's own settings, so that the next step can be compared with it.
    // When that changes, the measurement starts again: the numbers shown never mix two kinds of frames.
    void addFrame(const FrameStats& stats, bool as_set);
    // The cost shown now is the step's own; the next step is compared with it.
    bool kept() const { return facts_.now && facts_.as_set; }

    // Shader texts that replace those of the files.
    const gl::ShaderOverrides& overrides() const { return overrides_; }
    // The texts with this one for the step's shader, or with none for it. Build programs from them, then call
    // the function for success or for failure.
    gl::ShaderOverrides withDraft(const std::string& draft) const;
    gl::ShaderOverrides withoutDraft() const;
    // The programs were built: these texts are in use from now on.
    void take(gl::ShaderOverrides overrides);
    // The programs were not built: the driver's log. The place of the first error is taken from it.
    void refuse(const std::string& error);

  private:
    std::filesystem::path file() const;
    void readCode();

    std::filesystem::path shader_directory_;
    LessonFacts facts_;
    bool begun_ = false;
    gl::ShaderOverrides overrides_;
    FrameHistory times_{60};
    std::size_t settling_ = 0;
    std::size_t unshown_ = 0;                  // frames since the cost was last computed
    std::map<std::size_t, LessonCost> costs_;  // by step
};

// The folder of the user's own shaders: `$XDG_DATA_HOME/phalanx/shaders`; empty without a home folder.
std::filesystem::path ownShaderFolder();
// A new file name there, after the shader's.
std::filesystem::path newShaderFile(const std::string& shader);

}  // namespace phalanx

// The lesson beside the window: which step is shown, what its frames cost, and the text of its shader, with
// what a person put in its place. No GL: the window draws, and hands over what to build programs from.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "app/lab/lesson_steps.h"
#include "gl/objects/shader_source.h"
#include "render/frame/frame_stats.h"
#include "ui/lesson/lesson_facts.h"
#include "ui/profiler/frame_history.h"

namespace phalanx {

class Lesson {
  public:
    explicit Lesson(std::filesystem::path shader_directory);

    const LessonFacts& facts() const { return facts_; }
    LessonFacts& facts() { return facts_; }
    bool begun() const { return begun_; }
    const LessonStep& step() const { return lessonSteps()[facts_.step]; }

    // Shows a step; its costs are measured anew. Reads its shader: an Error (kInput) is told in
    // facts().error.
    void show(std::size_t step);
    // What is set is no longer what was measured.
    void forgetCost();
    // A frame that was drawn; as_set: as the step set it, so that the next step may be compared with it.
    // Where that changes, costs are measured anew: what is shown is of one kind of frame alone.
    void addFrame(const FrameStats& stats, bool as_set);
    // What is shown now is the step's own cost, which the next step will be compared with.
    bool kept() const { return facts_.now && facts_.as_set; }

    // Of shaders, instead of what their files hold.
    const gl::ShaderOverrides& overrides() const { return overrides_; }
    // With this text for the shader of the step, or without any: to be built, and then taken or refused.
    gl::ShaderOverrides withDraft(const std::string& draft) const;
    gl::ShaderOverrides withoutDraft() const;
    // They were built, and are what the shaders say from now on.
    void take(gl::ShaderOverrides overrides);
    // They were not: why. The place of the first mistake is looked for in it.
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
    std::size_t unshown_ = 0;                  // frames since the costs were worked out
    std::map<std::size_t, LessonCost> costs_;  // by step
};

// Where a person's own shaders are kept: `$XDG_DATA_HOME/phalanx/shaders`; empty where there is no home.
std::filesystem::path ownShaderFolder();
// A file there that does not exist yet, named after the shader.
std::filesystem::path newShaderFile(const std::string& shader);

}  // namespace phalanx

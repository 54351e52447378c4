#include "app/lesson/lesson.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <utility>

#include "core/error.h"
#include "core/file.h"
#include "ui/lesson/code_text.h"

namespace phalanx {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kLeastFrames = 8;  // before numbers are shown
constexpr std::size_t kSettling = 5;     // frames whose GPU times may still be those of the step before

std::vector<std::size_t> markedLines(std::string_view code, std::string_view marks) {
    std::vector<std::size_t> marked;
    const std::vector<std::string_view> lines = linesOf(code);
    while (!marks.empty()) {
        const std::size_t end = std::min(marks.find('|'), marks.size());
        const std::string_view begin = marks.substr(0, end);
        marks.remove_prefix(std::min(end + 1, marks.size()));
        for (std::size_t i = 0; i < lines.size(); ++i) {
            if (lines[i].starts_with(begin)) marked.push_back(i);
        }
    }
    return marked;
}

}  // namespace

Lesson::Lesson(fs::path shader_directory) : shader_directory_(std::move(shader_directory)) {
    facts_.steps = lessonSteps().size();
}

// The step with which a step's cost is compared: the one before. Steps with layers are not made of one
// another, so all are compared with the last step without layers.
std::size_t Lesson::comparedStep(std::size_t step) {
    const auto layered = [](std::size_t i) { return lessonSteps()[i].pose != LessonPoseKind::kNone; };
    std::size_t other = step > 0 ? step - 1 : 0;
    while (other > 0 && layered(step) && layered(other)) --other;
    return other;
}

fs::path Lesson::file() const {
    return (shader_directory_ / step().file).lexically_normal();
}

void Lesson::show(std::size_t step_number) {
    begun_ = true;
    facts_.step = std::min(step_number, facts_.steps - 1);
    const LessonStep& shown = step();
    facts_.title = shown.title;
    facts_.text = shown.text;
    facts_.cpu_does = shown.cpu_does;
    facts_.gpu_does = shown.gpu_does;
    facts_.file = shown.file;
    facts_.editable = shown.editable;
    facts_.error.clear();
    facts_.error_line = 0;
    facts_.as_set = true;
    forgetCost();
    facts_.before_step = comparedStep(facts_.step);
    const auto before = facts_.step > 0 ? costs_.find(facts_.before_step) : costs_.end();
    facts_.before = before != costs_.end() ? std::optional(before->second) : std::nullopt;
    readCode();
}

void Lesson::readCode() {
    const auto found = overrides_.find(file());
    facts_.edited = found != overrides_.end();
    try {
        facts_.code = facts_.edited ? found->second : readTextFile(file());
    } catch (const Error& error) {
        facts_.code.clear();
        facts_.error = error.what();
    }
    facts_.marked = markedLines(facts_.code, step().marks);
}

void Lesson::forgetCost() {
    times_.clear();
    settling_ = kSettling;
    facts_.now.reset();
}

void Lesson::addFrame(const FrameStats& stats, bool as_set) {
    if (!begun_) return;
    if (as_set != facts_.as_set) forgetCost();
    facts_.as_set = as_set;
    if (settling_ > 0) {
        --settling_;
        return;
    }
    FrameTime time;
    time.submit_ms = static_cast<float>(stats.submit_ms);
    if (stats.gpu_ms) time.gpu_ms = static_cast<float>(*stats.gpu_ms);
    times_.add(time);
    if (times_.size() < kLeastFrames) return;
    // A few times per second, so that numbers can be read.
    if (facts_.now && ++unshown_ < kLeastFrames) return;
    unshown_ = 0;
    const FrameTimes times = times_.times();
    LessonCost cost;
    cost.units = std::max(1U, stats.units);
    cost.cpu_ms = times.submit_p50;
    cost.gpu_ms = times.gpu_p50;
    cost.bytes = stats.bytes_uploaded;
    cost.calls = stats.unit_draws + stats.dispatches;
    facts_.now = cost;
    if (as_set) costs_[facts_.step] = cost;
}

gl::ShaderOverrides Lesson::withDraft(const std::string& draft) const {
    gl::ShaderOverrides overrides = overrides_;
    overrides[file()] = draft;
    return overrides;
}

gl::ShaderOverrides Lesson::withoutDraft() const {
    gl::ShaderOverrides overrides = overrides_;
    overrides.erase(file());
    return overrides;
}

void Lesson::take(gl::ShaderOverrides overrides) {
    overrides_ = std::move(overrides);
    facts_.error.clear();
    facts_.error_line = 0;
    readCode();
    forgetCost();
}

// log: of the driver, with places already mapped to "FILE:LINE: ...".
void Lesson::refuse(const std::string& error) {
    facts_.error = error;
    facts_.error_line = 0;
    const std::string place = file().string() + ":";
    const std::size_t found = error.find(place);
    if (found == std::string::npos) return;
    const char* digits = error.data() + found + place.size();
    std::from_chars(digits, error.data() + error.size(), facts_.error_line);
    const std::size_t end = std::min(error.find('\n', found), error.size());
    const std::string line = error.substr(found + place.size(), end - found - place.size());
    facts_.error = "line " + line;
}

fs::path ownShaderFolder() {
    const char* data = std::getenv("XDG_DATA_HOME");
    if (data != nullptr && fs::path(data).is_absolute()) return fs::path(data) / "phalanx" / "shaders";
    const char* home = std::getenv("HOME");
    if (home == nullptr || !fs::path(home).is_absolute()) return {};
    return fs::path(home) / ".local" / "share" / "phalanx" / "shaders";
}

fs::path newShaderFile(const std::string& shader) {
    const fs::path folder = ownShaderFolder();
    if (folder.empty())
        throw environmentError("shaders of your own", "neither XDG_DATA_HOME nor HOME is a folder");
    fs::create_directories(folder);
    const fs::path name = fs::path(shader).filename();
    fs::path file = folder / name;
    for (int i = 2; fs::exists(file); ++i)
        file = folder / fmt::format("{}_{}{}", name.stem().string(), i, name.extension().string());
    return file;
}

}  // namespace phalanx

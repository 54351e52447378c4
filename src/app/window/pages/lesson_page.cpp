#include "app/window/pages/lesson_page.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "app/army/framing.h"
#include "app/lab/model_storage.h"
#include "app/window/session/state_text.h"
#include "core/file.h"
#include "core/log.h"
#include "core/main_loop.h"
#include "ui/lesson/lesson_panel.h"
#include "ui/toolkit/widgets.h"

namespace phalanx {
namespace {

void addLesson(StateText& state, const Lesson& of) {
    const LessonFacts& lesson = of.facts();
    state.add("lesson.steps", lesson.steps);
    state.addLine("lesson.title", lesson.title);
    state.addLine("lesson.file", lesson.file);
    state.addLine("lesson.storage", lesson.storage_note);
    state.add("lesson.marked", lesson.marked.size());
    state.add("lesson.edited", lesson.edited);
    state.addLine("lesson.error", lesson.error);
    state.add("lesson.error_line", lesson.error_line);
    state.add("lesson.bytes", lesson.now ? lesson.now->bytes : 0);
    state.add("lesson.calls", lesson.now ? lesson.now->calls : 0);
    state.add("lesson.measured", lesson.now.has_value());
    state.add("lesson.kept", of.kept());
    state.add("lesson.compared", lesson.now && lesson.before);
}

}  // namespace

LessonPage::LessonPage(Session& session, LiveArmy& army, const UndoKeeping& undo)
    : session_(session), army_(army), undo_(undo), lesson_(dataDirectory() / "shaders") {}

void LessonPage::draw(const PanelContext& context) {
    session_.facts.taken_right = 0.0F;
    float width = 0.0F;
    if (session_.panel.learn.page == SidePage::kMistakes)
        width = drawMistakesPanel(context, session_.settings, session_.panel);
    // The lesson is drawn after its first step is set.
    if (session_.panel.learn.page == SidePage::kLesson && lesson_.begun()) {
        showStorage();
        width = drawLessonPanel(context, lesson_.facts(), session_.panel);
    }
    if (width > 0.0F) session_.facts.taken_right = width + session_.ui.theme().points(kPanelMarginPoints);
}

// Of the first model with morph targets, else of the first model. In each frame, because another army can be
// opened and the encoding changed.
void LessonPage::showStorage() {
    LessonFacts& facts = lesson_.facts();
    facts.storage.clear();
    facts.storage_note.clear();
    if (!lesson_.step().storage) return;
    const std::vector<GpuModel>& models = session_.stage->gpu_models;
    const auto found = std::ranges::find_if(models, [](const GpuModel& m) { return m.morphTargets() > 0; });
    const auto index = found == models.end() ? 0 : static_cast<std::size_t>(found - models.begin());
    const ModelStorage storage = storageOf(models[index].packed(MeshKind::kSkinned), models[index].encoded());
    facts.storage = storageRows(storage);
    facts.storage_note = storageNote(storage, session_.models[index].model.name);
}

void LessonPage::turn(bool forward) {
    LearnSettings& learn = session_.panel.learn;
    if (learn.page != SidePage::kLesson) return;
    if (forward && learn.step + 1 < lesson_.facts().steps) ++learn.step;
    if (!forward && learn.step > 0) --learn.step;
}

void LessonPage::remember() {
    const glm::dvec3 gone = marchOffset(session_.stage->crowd, session_.now);
    Camera camera = session_.camera.goal();
    camera.eye -= gone;
    camera.target -= gone;
    before_ = Before{session_.settings, camera, session_.panel.selected};
}

void LessonPage::armyReplaced(bool by_scene) {
    if (by_scene) before_.reset();  // an open lesson remembers the scene's settings
    if (!before_) return;
    before_->camera.reset();
    before_->selected.reset();
}

bool LessonPage::beginStep() {
    LearnSettings& learn = session_.panel.learn;
    if (learn.page != SidePage::kLesson) {
        if (!before_) return false;
        copyLessonSettings(before_->settings, session_.settings);
        lesson_.end();
        return true;
    }
    if (!before_) remember();
    const bool reset = std::exchange(reset_, false);
    if (lesson_.begun() && learn.step == lesson_.facts().step && !reset) return false;
    lesson_.show(learn.step);
    learn.step = lesson_.facts().step;
    learn.editing = false;
    const LessonStep& step = lesson_.step();
    LessonFacts& facts = lesson_.facts();
    facts.software = session_.facts.software;
    facts.why_not = whyUnavailable(findTechnique(step.technique), session_.capabilities());
    if (!facts.why_not.empty()) return false;
    if (session_.panel.selected) army_.select(std::nullopt);
    setLessonStep(step, session_.facts.software, session_.settings);
    return true;
}

void LessonPage::showStep() {
    if (!lesson_.begun()) {
        const Before before = *std::exchange(before_, std::nullopt);
        if (before.selected && *before.selected < session_.stage->crowd.size()) army_.select(before.selected);
        if (!before.camera) return army_.resetCamera();
        const glm::dvec3 gone = marchOffset(session_.stage->crowd, session_.now);
        Camera camera = *before.camera;
        camera.eye += gone;
        camera.target += gone;
        session_.camera.glideTo(camera);
        return session_.notify("The settings from before the lesson are set again");
    }
    set_ = undo_.present();
    // The first step is set before its panel is drawn.
    session_.facts.taken_right = session_.ui.theme().points(kLearnPanelPoints + kPanelMarginPoints);
    if (lesson_.step().near) {
        army_.focusOn(0);
    } else {
        army_.resetCamera();
    }
}

void LessonPage::applyShader() {
    try {
        buildShaders(lesson_.withDraft(session_.panel.learn.draft));
    } catch (const std::exception& error) {
        report(error);
    }
}

void LessonPage::revertShader() {
    try {
        buildShaders(lesson_.withoutDraft());
        session_.panel.learn.draft = lesson_.facts().code;
    } catch (const std::exception& error) {
        report(error);
    }
}

void LessonPage::saveShader() {
    try {
        const std::filesystem::path file = newShaderFile(lesson_.facts().file);
        writeFile(file, session_.panel.learn.draft);
        handOver(file);
        session_.notify("Shader saved: " + file.string());
        info("shader: {}", file.string());
    } catch (const std::exception& error) {
        report(error);
    }
}

void LessonPage::measure(bool valid) {
    if (session_.panel.learn.page != SidePage::kLesson) return;
    if (!valid) return lesson_.forgetCost();
    const Settings& set = set_.settings;
    const Settings& settings = session_.settings;
    const bool as_set = set.crowd == settings.crowd && set.render == settings.render &&
                        set.bake == settings.bake && !shaderEdited();
    lesson_.addFrame(session_.facts.stats, as_set);
}

// Uses the new shaders if all of them compile; otherwise keeps the previous ones.
void LessonPage::buildShaders(gl::ShaderOverrides overrides) {
    Renderer& renderer = session_.stage->renderer;
    renderer.overrideUnitShaders(overrides);
    const std::string error = renderer.shaderError();
    if (error.empty()) {
        lesson_.take(std::move(overrides));
        return session_.notify("The shader is compiled and in use");
    }
    renderer.overrideUnitShaders(lesson_.overrides());
    lesson_.refuse(error);
}

// An edited shader may not compile in a program that is built later, for example that of another technique.
bool LessonPage::dropShaders(const std::string& error) {
    if (lesson_.overrides().empty()) return false;
    lesson_.take({});
    session_.stage->renderer.overrideUnitShaders({});
    session_.notify(
        "The edited shader does not compile here; the original shaders are in use again: " + error, true);
    return true;
}

void LessonPage::addState(StateText& state) const {
    if (lesson_.begun()) addLesson(state, lesson_);
}

}  // namespace phalanx

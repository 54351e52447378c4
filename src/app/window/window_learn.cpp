// The lesson and the famous mistakes in the window: steps carried out, shaders built from a person's text.
#include <fmt/format.h>

#include <utility>

#include "app/army/framing.h"
#include "app/window/window_app.h"
#include "core/file.h"
#include "core/log.h"
#include "ui/lesson/lesson_panel.h"

namespace phalanx {
namespace {

constexpr float kBeside_points = 10.0F;  // between two panels

}  // namespace

void WindowApp::drawLearn(const PanelContext& context) {
    facts_.beside = 0.0F;
    float width = 0.0F;
    if (panel_.learn.page == LearnPage::kMistakes) width = drawMistakesPanel(context, settings_, panel_);
    // Its first step is set before it is drawn.
    if (panel_.learn.page == LearnPage::kLesson && lesson_.begun())
        width = drawLessonPanel(context, lesson_.facts(), panel_);
    if (width > 0.0F) facts_.beside = width + ui_.theme().points(kBeside_points);
}

void WindowApp::carryOutLearn() {
    LearnSettings& learn = panel_.learn;
    if (learn.page != LearnPage::kLesson || auto_units_) return;
    if (!lesson_.begun() || learn.step != lesson_.facts().step || std::exchange(learn.again_wanted, false))
        showLessonStep();
    try {
        if (std::exchange(learn.apply_wanted, false)) buildShaders(lesson_.withDraft(learn.draft));
        if (std::exchange(learn.reset_wanted, false)) {
            buildShaders(lesson_.withoutDraft());
            learn.draft = lesson_.facts().code;
        }
        if (std::exchange(learn.save_wanted, false)) {
            const std::filesystem::path file = newShaderFile(lesson_.facts().file);
            writeFile(file, learn.draft);
            notify("Shader: " + file.string());
            info("shader: {}", file.string());
        }
    } catch (const std::exception& error) {
        notify(error.what(), true);
    }
}

void WindowApp::showLessonStep() {
    LearnSettings& learn = panel_.learn;
    lesson_.show(learn.step);
    learn.step = lesson_.facts().step;
    learn.editing = false;
    const LessonStep& step = lesson_.step();
    LessonFacts& facts = lesson_.facts();
    facts.software = facts_.software;
    facts.why_not = whyUnavailable(findTechnique(step.technique), window_.capabilities());
    if (!facts.why_not.empty()) return;
    if (panel_.selected) select(std::nullopt);
    setLessonStep(step, facts_.software, settings_);
    carryOut();
    lesson_set_ = undoState();
    if (step.near) {
        focusOn(0);
    } else {
        resetCamera();
    }
}

// Of the frame that was drawn. What a person plays on with is no measurement of the step.
void WindowApp::measureLesson() {
    if (panel_.learn.page != LearnPage::kLesson) return;
    if (bakeIsDue() || diagnosis_ || stage_->render.technique != settings_.render.technique)
        return lesson_.forgetCost();
    const Settings& set = lesson_set_.settings;
    const bool as_set = set.crowd == settings_.crowd && set.render == settings_.render &&
                        set.bake == settings_.bake && lesson_.overrides().empty();
    lesson_.addFrame(facts_.stats, as_set);
}

// Opens it, or closes it where it is open.
void WindowApp::turnPage(LearnPage page) {
    LearnSettings& learn = panel_.learn;
    learn.page = learn.page == page ? LearnPage::kNone : page;
    if (learn.page != LearnPage::kNone) panel_.show_panel = true;
}

void WindowApp::turnStep(bool forward) {
    LearnSettings& learn = panel_.learn;
    if (learn.page != LearnPage::kLesson) return;
    if (forward && learn.step + 1 < lesson_.facts().steps) ++learn.step;
    if (!forward && learn.step > 0) --learn.step;
}

// All of them, or none: what does not build leaves the last good ones.
void WindowApp::buildShaders(gl::ShaderOverrides overrides) {
    Renderer& renderer = stage_->renderer;
    renderer.overrideUnitShaders(overrides);
    const std::string error = renderer.shaderError();
    if (error.empty()) {
        lesson_.take(std::move(overrides));
        return notify("The shader is built, and drawn");
    }
    renderer.overrideUnitShaders(lesson_.overrides());
    lesson_.refuse(error);
}

// A program that is made for the first time, of another technique perhaps, may not take an edited shader.
bool WindowApp::dropEditedShaders(const std::string& error) {
    if (lesson_.overrides().empty()) return false;
    lesson_.take({});
    stage_->renderer.overrideUnitShaders({});
    notify("The edited shader does not build here, so the files' are drawn again: " + error, true);
    return true;
}

}  // namespace phalanx

#include "app/window/pages/lesson_page.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/army/framing.h"
#include "app/lesson/event_tables.h"
#include "app/lesson/layer_storage.h"
#include "app/lesson/lesson_poses.h"
#include "app/lesson/model_storage.h"
#include "app/lesson/motion_detail.h"
#include "app/window/session/state_text.h"
#include "core/file.h"
#include "core/log.h"
#include "core/main_loop.h"
#include "render/poses/layer_compute.h"
#include "ui/lesson/lesson_panel.h"
#include "ui/toolkit/format.h"
#include "ui/toolkit/panel_place.h"

namespace phalanx {
namespace {

// A hit is a one-shot of about a second. It is seen at once, also while the army is paused.
constexpr double kBetweenHits_s = 2.0;
constexpr double kIntoHit_s = 0.15;
constexpr std::uint32_t kMostHit = 100;  // soldiers: their records are written
constexpr double kBeforeFall_s = 0.7;

// "Palette: 1,728 B per soldier | 172,800 B; ...".
std::string rowsText(const std::vector<StorageRow>& rows) {
    std::string text;
    for (const StorageRow& row : rows) {
        text += fmt::format("{}{}:", text.empty() ? "" : "; ", row.what);
        const char* before = " ";
        for (const std::string* cell : {&row.each, &row.per_frame, &row.all}) {
            if (cell->empty()) continue;
            text += before + *cell;
            before = " | ";
        }
    }
    return text;
}

void addLesson(StateText& state, const Lesson& of) {
    const LessonFacts& lesson = of.facts();
    state.add("lesson.steps", lesson.steps);
    state.addLine("lesson.title", lesson.title);
    state.addLine("lesson.file", lesson.file);
    state.addLine("lesson.storage", lesson.storage_note);
    state.addLine("lesson.stored", rowsText(lesson.storage));
    state.addLine("lesson.fetches", rowsText(lesson.fetches));
    state.addLine("lesson.counts", rowsText(lesson.counts));
    state.addLine("lesson.why_not", lesson.why_not);
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

LessonPage::LessonPage(Session& session, LiveArmy& army, LiveEvents& events, LiveBattle& battle,
                       const UndoKeeping& undo)
    : session_(session),
      army_(army),
      events_(events),
      battle_(battle),
      undo_(undo),
      lesson_(dataDirectory() / "shaders") {}

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
    facts.storage_titles.reset();
    facts.storage_note.clear();
    facts.fetches.clear();
    facts.counts.clear();
    if (lesson_.step().events != LessonEvents::kNone) return showEvents();
    if (lesson_.step().pose != LessonPoseKind::kNone) return showLayers();
    if (lesson_.step().falls != LessonFalls::kNone) return showOwnFrames();
    if (lesson_.step().motion) return showMotion();
    if (!lesson_.step().storage) return;
    const std::vector<GpuModel>& models = session_.stage->gpu_models;
    const auto found = std::ranges::find_if(models, [](const GpuModel& m) { return m.morphTargets() > 0; });
    const auto index = found == models.end() ? 0 : static_cast<std::size_t>(found - models.begin());
    const ModelStorage storage = storageOf(models[index].packed(MeshKind::kSkinned), models[index].encoded());
    facts.storage = storageRows(storage);
    facts.storage_note = storageNote(storage, session_.models[index].model.name);
}

// Of armies of one model: LODs of several have different joints, and are counted together.
void LessonPage::showMotion() {
    const GpuModel& model = session_.stage->gpu_models.front();
    if (!model.detail() || session_.stage->gpu_models.size() > 1) return;
    const std::vector<std::uint32_t>& units = session_.facts.stats.lod_units;
    const int most = session_.settings.render.skin.switches.weights;
    std::vector<LodMotion> lods;
    for (int lod = 0; lod <= model.impostorLod(); ++lod) {
        const bool impostor = model.isImpostor(lod);
        const VertexNeeds needs = impostor ? VertexNeeds{} : model.needs(lod);
        LodMotion& of = lods.emplace_back(
            LodMotion{std::min(needs.weights, most), needs.morphs && model.morphTargets() > 0, impostor});
        const auto first = static_cast<std::size_t>(lod);
        const std::size_t last = impostor ? units.size() : std::min(first + 1, units.size());
        for (std::size_t i = first; i < last; ++i) of.soldiers += units[i];
    }
    lesson_.facts().storage_titles = StorageRow{"", "per vertex", "", "soldiers"};
    lesson_.facts().storage = motionRows(lods, model.encoded().texels_per_entry);
}

// From what is drawn. Of soldier 1, because an army that aims at soldier 0 leaves that one out.
void LessonPage::showLayers() {
    const Crowd& crowd = session_.stage->crowd;
    const std::uint32_t unit = std::min(1U, crowd.size() - 1);
    const std::optional<LayeredLook> look = army_.layeredLook(unit);
    if (!look) return;
    const RigTextures& rig = *look->rig;
    const GpuModel& model = session_.stage->gpu_models[static_cast<std::size_t>(crowd.modelOf(unit))];
    const LayersInUse layers{rig.rig(),
                             look->own,
                             rig.tableBytes(),
                             rig.maskBytes(),
                             session_.facts.stats.pose_bytes,
                             layersByCompute(session_.capabilities(), rig)};
    LessonFacts& facts = lesson_.facts();
    facts.storage = storageRows(layers, storageOf(model.packed(MeshKind::kSkinned), model.encoded()));
    facts.fetches = fetchRows(layers, session_.settings.render.skin.switches.weights);
}

void LessonPage::showOwnFrames() {
    const GpuModel& model = session_.stage->gpu_models.front();
    const FallFacts& falls = session_.facts.falls;
    if (!model.ownFrames().any() || falls.pose_bytes == 0) return;
    const std::size_t frame =
        model.encoded().bytesPerTexel() * model.encoded().texels_per_entry * model.encoded().joints;
    const std::uint32_t uploaded = falls.falling + falls.recovering;
    lesson_.facts().storage = {{"Pose, uploaded", bytesText(falls.pose_bytes) + " per soldier", "",
                                bytesText(uploaded * falls.pose_bytes)},
                               {"Frames of single soldiers", bytesText(frame) + " per soldier", "",
                                bytesText(model.ownFrames().count * frame)}};
}

void LessonPage::showEvents() {
    LessonFacts& facts = lesson_.facts();
    const LessonEvents events = lesson_.step().events;
    const std::uint32_t soldiers = session_.stage->crowd.size();
    if (events != LessonEvents::kGraph) {
        facts.storage = storageRows(events, events_.markers(), session_.facts.events, soldiers);
        facts.counts = countRows(events, session_.facts.events, soldiers);
        return;
    }
    const Battle* const battle = battle_.battle();
    facts.why_not = battle == nullptr ? battle_.whyNone() : "";
    if (battle == nullptr) return;
    facts.storage = storageRows(*battle, soldiers);
    facts.counts = countRows(session_.facts.battle);
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
    if (by_scene) {
        before_.reset();  // an open lesson remembers the scene's settings
        formation_.reset();
    }
    if (!before_) return;
    before_->camera.reset();
    before_->selected.reset();
    // A pose of the model before does not fit.
    if (lesson_.begun() && lesson_.step().pose != LessonPoseKind::kNone) resetStep();
}

bool LessonPage::beginStep() {
    LearnSettings& learn = session_.panel.learn;
    if (learn.page != SidePage::kLesson) {
        if (!before_) return false;
        if (lesson_.begun() && lesson_.step().falls != LessonFalls::kNone) army_.falls().raiseAll();
        copyLessonSettings(before_->settings, session_.settings);
        endBattle();
        events_.count(false);
        lesson_.end();
        return true;
    }
    if (!before_) remember();
    const bool reset = std::exchange(reset_, false);
    if (lesson_.begun() && learn.step == lesson_.facts().step && !reset) return false;
    const bool fell = lesson_.begun() && lesson_.step().falls != LessonFalls::kNone;
    lesson_.show(learn.step);
    if (fell && lesson_.step().falls == LessonFalls::kNone) army_.falls().raiseAll();
    learn.step = lesson_.facts().step;
    learn.editing = false;
    const LessonStep& step = lesson_.step();
    LessonFacts& facts = lesson_.facts();
    facts.software = session_.facts.software;
    facts.why_not = whyUnavailable(findTechnique(step.technique), session_.capabilities());
    LessonPose pose;
    if (facts.why_not.empty() && step.pose != LessonPoseKind::kNone) {
        pose = lessonPose(step.pose, session_.models);
        facts.why_not = pose.why_not;
    }
    endBattle();
    events_.count(false);
    if (!facts.why_not.empty()) return false;
    if (session_.panel.selected) army_.select(std::nullopt);
    const bool layers = step.pose != LessonPoseKind::kNone;
    if (step.events == LessonEvents::kGraph) formation_ = session_.settings.crowd.formation;
    events_.count(step.events != LessonEvents::kNone && step.events != LessonEvents::kGraph);
    setLessonStep(step, session_.facts.software, layers ? poseText(pose.file) : "", session_.settings);
    fell_at_.reset();
    hit_at_ = pose.ends ? std::optional(session_.now - ticksFromSeconds(kBetweenHits_s)) : std::nullopt;
    return true;
}

void LessonPage::endBattle() {
    if (formation_) session_.settings.crowd.formation = *std::exchange(formation_, std::nullopt);
}

// They fall soon after the step was shown, and again some time after the last one has come to rest.
void LessonPage::letFall() {
    const LessonFalls falls = lesson_.step().falls;
    if (!lesson_.begun() || !lesson_.facts().why_not.empty() || falls == LessonFalls::kNone) return;
    const FallFacts& facts = session_.facts.falls;
    if (!fell_at_) fell_at_ = session_.now;
    if (facts.falling > 0) fell_at_ = session_.now;
    if (session_.now - *fell_at_ < ticksFromSeconds(kBeforeFall_s)) return;
    if (facts.any_aside && falls == LessonFalls::kOnce) return;
    fell_at_ = session_.now;
    army_.falls().raiseAll();
    army_.falls().shootNearest();
}

void LessonPage::advance() {
    letFall();
    const bool as_set = session_.settings.pose == set_.settings.pose;
    if (!lesson_.begun() || !hit_at_ || !as_set) return;
    if (session_.now - *hit_at_ < ticksFromSeconds(kBetweenHits_s)) return;
    hit_at_ = session_.now - std::min(session_.now, ticksFromSeconds(kIntoHit_s));
    army_.layers().startAdditive(kMostHit, *hit_at_);
}

void LessonPage::showStep() {
    // With other layers the army is elsewhere on its path; the camera starts beside it.
    army_.follow();
    if (!lesson_.begun()) {
        const Before before = *std::exchange(before_, std::nullopt);
        if (before.selected && *before.selected < session_.stage->crowd.size()) army_.select(before.selected);
        if (!before.camera) return army_.resetCamera();
        const glm::dvec3 gone = marchOffset(session_.stage->crowd, session_.now);
        Camera camera = *before.camera;
        camera.eye += gone;
        camera.target += gone;
        session_.camera.glideTo(camera);
        const bool battle = before.settings.crowd.formation == Formation::kBattle;
        return session_.notify(fmt::format("The settings from before the lesson are set again{}",
                                           battle ? "; the battle begins again" : ""));
    }
    set_ = undo_.present();
    // The first step is set before its panel is drawn.
    session_.facts.taken_right = session_.ui.theme().points(kLearnPanelPoints + kPanelMarginPoints);
    if (lesson_.step().near) {
        lookAtFirst();
    } else {
        army_.resetCamera();
    }
}

// The soldier that goes ahead of all others, from ahead, so that no other stands before it. If the others aim
// at soldier 0, that one.
void LessonPage::lookAtFirst() {
    constexpr std::uint32_t kMostSeen = 200;
    constexpr double kAside_rad = 0.5;
    constexpr double kAbove = 0.2;
    const Crowd& crowd = session_.stage->crowd;
    const auto heading = static_cast<double>(crowd.stateOf(0, session_.now).placement.w);
    const glm::dvec3 forward(std::sin(heading), 0.0, std::cos(heading));
    const auto ahead = [&](std::uint32_t unit) {
        return glm::dot(crowd.feetOf(unit, session_.now), forward);
    };
    std::uint32_t first = 0;
    if (lesson_.step().pose != LessonPoseKind::kAim) {
        for (std::uint32_t unit = 1; unit < std::min(crowd.size(), kMostSeen); ++unit) {
            if (ahead(unit) > ahead(first)) first = unit;
        }
    }
    Camera camera = session_.camera.goal();
    const double distance = glm::length(camera.eye - camera.target);
    const double angle = heading + kAside_rad;
    camera.eye =
        camera.target + distance * glm::normalize(glm::dvec3(std::sin(angle), kAbove, std::cos(angle)));
    session_.camera.glideTo(camera);
    army_.focusOn(first);
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
    if (!valid || !lesson_.facts().why_not.empty()) return lesson_.forgetCost();
    const Settings& set = set_.settings;
    const Settings& settings = session_.settings;
    const bool as_set = set.crowd == settings.crowd && set.render == settings.render &&
                        set.bake == settings.bake && set.pose == settings.pose && !shaderEdited();
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

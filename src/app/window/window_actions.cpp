// Carries out the actions that panels and keys have queued.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <thread>

#include "anim/layers/layered_pose_json.h"
#include "app/lesson/lesson_poses.h"
#include "app/window/window_app.h"

namespace phalanx {
namespace {

template <class... Handlers>
struct Overloaded : Handlers... {
    using Handlers::operator()...;
};
template <class... Handlers>
Overloaded(Handlers...) -> Overloaded<Handlers...>;

}  // namespace

void WindowApp::carryOutActions() {
    for (const Action& action : session_.actions.take()) carryOut(action);
}

void WindowApp::carryOut(const Action& action) {
    const auto openScene = [&](const std::string& name) {
        if (loading_.openScene(name)) stopSearch();
    };
    const auto openFiles = [&](const std::vector<std::filesystem::path>& files) {
        const bool scene = std::any_of(files.begin(), files.end(),
                                       [](const auto& file) { return file.extension() == ".json"; });
        if (files.size() == 1 && files.front().extension() == ".png") {
            session_.settings.crowd.terrain.ground = std::filesystem::absolute(files.front()).string();
        } else if (!scene) {
            loading_.openFiles(files);
        } else if (files.size() == 1) {
            openScene(files.front().string());
        } else {
            session_.notify("Open one scene (.json) alone; it names its models", true);
        }
    };
    std::visit(Overloaded{
                   [&](const action::OpenBrowser&) { loading_.openBrowser(); },
                   [&](const action::OpenFiles& open) { openFiles(open.files); },
                   [&](const action::OpenScene& open) { openScene(open.name); },
                   [&](const action::SaveScene&) {
                       if (session_.stage) scenes_.save(lesson_.shaderEdited());
                   },
                   [&](const action::Undo& undo) {
                       if (session_.stage && !loading_.busy() && !searching() && !session_.ui.itemHeld())
                           undo_.undo(undo.forward);
                   },
                   [&](const action::Cancel&) {
                       if (loading_.busy()) return loading_.cancel();
                       if (bottleneck_.running()) {
                           bottleneck_.cancel();
                           return forgetTimes();
                       }
                       if (update_.busy() && update_.partsDue()) {
                           update_.revertSettings();
                           return session_.notify("Cancelled; the current parts are kept");
                       }
                       if (!rebaking_.busy()) return;
                       rebaking_.revertSettings();
                       session_.notify("Cancelled; the current bake is kept");
                   },
                   [&](const action::TakeScreenshot&) { screenshots_.request(); },
                   [&](const action::ToggleFullscreen&) {
                       session_.window.setFullscreen(!session_.window.fullscreen());
                   },
                   [&](const action::ReloadShaders&) {
                       if (!session_.stage) return;
                       const int programs = session_.stage->renderer.reloadShaders();
                       session_.notify(fmt::format("All shaders reloaded: {} programs", programs));
                   },
                   [&](const action::ResetCamera&) {
                       if (session_.stage) army_.resetCamera();
                   },
                   [&](const action::FrameSelection&) {
                       if (session_.stage) army_.frameSelection();
                   },
                   [&](const action::Pick& pick) {
                       if (!session_.stage || layers_.pick(pick.at) || lab_.pickVertex(pick.at)) return;
                       army_.falls().forgetShot();
                       if (const auto unit = battle_page_.soldierOfFlag(pick.at)) return army_.select(unit);
                       const glm::dvec2 pixel =
                           pick.at * static_cast<double>(session_.window.pixelsPerUnit());
                       session_.stage->renderer.requestPick(static_cast<int>(std::floor(pixel.x)),
                                                            static_cast<int>(std::floor(pixel.y)));
                   },
                   [&](const action::TakeLayerStack&) {
                       if (!session_.stage) return;
                       const LessonPose pose = lessonPose(LessonPoseKind::kStack, session_.models);
                       if (!pose.why_not.empty()) return session_.notify(pose.why_not, true);
                       session_.settings.pose = poseText(pose.file);
                   },
                   [&](const action::Shoot& shoot) {
                       if (session_.stage) army_.falls().shootAt(shoot.at, shoot.wounds);
                   },
                   [&](const action::ShootNearest&) {
                       if (session_.stage) army_.falls().shootNearest();
                   },
                   [&](const action::GetUp&) {
                       if (session_.stage) army_.falls().getUp();
                   },
                   [&](const action::RaiseAll&) {
                       if (session_.stage) army_.falls().raiseAll();
                   },
                   [](const action::StallFrame&) { std::this_thread::sleep_for(std::chrono::seconds(1)); },
                   [&](const action::TogglePause&) {
                       Profiler& profiler = profiler_.profiler();
                       if (profiler.profile().held() != nullptr) return profiler.release();
                       session_.panel.paused = !session_.panel.paused;
                   },
                   [&](const action::GiveOrder& order) {
                       if (session_.stage) battle_page_.give(order);
                   },
                   [&](const action::PlaceFront& line) {
                       if (session_.stage) battle_page_.place(line);
                   },
                   [&](const action::BeginBattle&) {
                       if (session_.stage) battle_page_.beginAgain();
                   },
                   [&](const action::ToggleProfiler&) { profiler_.toggle(); },
                   [&](const action::HoldFrame& hold) { profiler_.profiler().hold(hold.number); },
                   [&](const action::ReleaseFrame&) { profiler_.profiler().release(); },
                   [&](const action::ExportProfiler&) { profiler_.requestExport(); },
                   [&](const action::CancelMeasurement&) { profiler_.cancel(); },
                   [&](const action::TurnLesson& turn) { lesson_.turn(turn.forward); },
                   [&](const action::ResetLessonStep&) { lesson_.resetStep(); },
                   [&](const action::ApplyShader&) { lesson_.applyShader(); },
                   [&](const action::RevertShader&) { lesson_.revertShader(); },
                   [&](const action::SaveShader&) { lesson_.saveShader(); },
                   [&](const action::BeginBakeComparison&) {
                       if (session_.stage && !loading_.busy()) bakes_.begin();
                   },
                   [&](const action::CancelBakeComparison&) { bakes_.cancel(); },
                   [&](const action::BeginCompression&) {
                       if (session_.stage && !loading_.busy()) bakes_.beginCompression();
                   },
                   [&](const action::CancelCompression&) { bakes_.cancelCompression(); },
                   [&](const action::UseBake& use) { bakes_.use(use.row); },
                   [&](const auto&) { measure(action); },
               },
               action);
}

// Measurements draw the army, so it must not change while they run.
void WindowApp::measure(const Action& action) {
    if (!session_.stage || bottleneck_.running() || profiler_.profiler().running()) return;
    if (loadingOrBaking() || rebaking_.due() || update_.due())
        return session_.notify("Cannot measure while models are loaded or baked; try again afterwards", true);
    const glm::ivec2 size = session_.framebufferSize();
    if (std::holds_alternative<action::MeasureBottleneck>(action)) bottleneck_.begin(size);
    if (std::holds_alternative<action::Compare>(action)) profiler_.compare(size);
    if (const auto* sweep = std::get_if<action::Sweep>(&action)) profiler_.sweep(sweep->kind, size);
}

}  // namespace phalanx

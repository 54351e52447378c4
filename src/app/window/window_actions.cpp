// Carries out the actions that panels and keys have queued.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <thread>
#include <utility>

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
    const auto addClips = [&](const std::vector<std::filesystem::path>& files) {
        std::vector<std::string>& clips = session_.settings.army.clip_files;
        for (const std::filesystem::path& file : files) {
            const std::string name = std::filesystem::absolute(file).string();
            if (std::ranges::find(clips, name) == clips.end()) clips.push_back(name);
        }
    };
    const auto openFiles = [&](const std::vector<std::filesystem::path>& files) {
        if (std::exchange(session_.panel.adds_clips, false) && session_.stage) return addClips(files);
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
                   [&](Request request) { carryOut(request); },
                   [&](const action::OpenFiles& open) { openFiles(open.files); },
                   [&](const action::OpenScene& open) { openScene(open.name); },
                   [&](const action::Undo& undo) {
                       if (session_.stage && !loading_.busy() && !searching() && !session_.ui.itemHeld())
                           undo_.undo(undo.forward);
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
                   [&](const action::SelectNext& next) {
                       if (session_.stage) army_.selectNext(next.middle, next.back);
                   },
                   [&](const action::ShootSelected& shoot) {
                       if (!session_.stage) return;
                       const std::optional<std::uint32_t> unit = session_.selected();
                       if (!unit) return session_.notify("Select a soldier first, by N or a click", true);
                       army_.falls().shootUnit(*unit, shoot.wounds);
                   },
                   [&](const action::Shoot& shoot) {
                       if (session_.stage) army_.falls().shootAt(shoot.at, shoot.wounds);
                   },
                   [&](const action::GiveOrder& order) {
                       if (session_.stage) battle_page_.give(order);
                   },
                   [&](const action::PlaceFront& line) {
                       if (session_.stage) battle_page_.place(line);
                   },
                   [&](const action::MarkFront& front) {
                       if (session_.stage) battle_page_.mark(front.at);
                   },
                   [&](const action::HoldFrame& hold) { profiler_.profiler().hold(hold.number); },
                   [&](const action::Sweep& sweep) {
                       if (mayMeasure()) profiler_.sweep(sweep.kind, session_.framebufferSize());
                   },
                   [&](const action::TurnLesson& turn) { lesson_.turn(turn.forward); },
                   [&](const action::UseBake& use) { bakes_.use(use.row); },
               },
               action);
}

void WindowApp::carryOut(Request request) {
    const bool army_there = session_.stage.has_value();
    switch (request) {
        case Request::kOpenBrowser:
            return loading_.openBrowser();
        case Request::kSaveScene:
            if (army_there) scenes_.save(lesson_.shaderEdited());
            return;
        case Request::kCancel:
            return cancel();
        case Request::kTakeScreenshot:
            return screenshots_.request();
        case Request::kToggleFullscreen:
            return session_.window.setFullscreen(!session_.window.fullscreen());
        case Request::kReloadShaders:
            if (army_there)
                session_.notify(fmt::format("All shaders reloaded: {} programs",
                                            session_.stage->renderer.reloadShaders()));
            return;
        case Request::kResetCamera:
            if (army_there) army_.resetCamera();
            return;
        case Request::kFrameSelection:
            if (army_there) army_.frameSelection();
            return;
        case Request::kShootNearest:
            if (army_there) army_.falls().shootNearest();
            return;
        case Request::kTakeLayerStack:
            return takeLayerStack();
        case Request::kGetUp:
            if (army_there) army_.falls().getUp();
            return;
        case Request::kRaiseAll:
            if (army_there) army_.falls().raiseAll();
            return;
        case Request::kStallFrame:
            return std::this_thread::sleep_for(std::chrono::seconds(1));
        case Request::kTogglePause:
            if (profiler_.profiler().profile().held() != nullptr) return profiler_.profiler().release();
            session_.panel.paused = !session_.panel.paused;
            return;
        case Request::kBeginBattle:
            if (army_there) battle_page_.beginAgain();
            return;
        case Request::kToggleProfiler:
            return profiler_.toggle();
        case Request::kReleaseFrame:
            return profiler_.profiler().release();
        case Request::kCompare:
            if (mayMeasure()) profiler_.compare(session_.framebufferSize());
            return;
        case Request::kCancelMeasurement:
            return profiler_.cancel();
        case Request::kExportProfiler:
            return profiler_.requestExport();
        case Request::kMeasureBottleneck:
            if (mayMeasure()) bottleneck_.begin(session_.framebufferSize());
            return;
        case Request::kResetLessonStep:
            return lesson_.resetStep();
        case Request::kApplyShader:
            return lesson_.applyShader();
        case Request::kRevertShader:
            return lesson_.revertShader();
        case Request::kSaveShader:
            return lesson_.saveShader();
        case Request::kBeginBakeComparison:
            if (army_there && !loading_.busy()) bakes_.begin();
            return;
        case Request::kCancelBakeComparison:
            return bakes_.cancel();
        case Request::kBeginCompression:
            if (army_there && !loading_.busy()) bakes_.beginCompression();
            return;
        case Request::kCancelCompression:
            return bakes_.cancelCompression();
    }
}

void WindowApp::cancel() {
    if (loading_.busy()) return loading_.cancel();
    if (bottleneck_.running()) {
        bottleneck_.cancel();
        return forgetTimes();
    }
    if (update_.busy() && update_.settingsDue()) {
        update_.revertSettings();
        return session_.notify("Cancelled; the current models are kept");
    }
    if (!rebaking_.busy()) return;
    rebaking_.revertSettings();
    session_.notify("Cancelled; the current bake is kept");
}

void WindowApp::takeLayerStack() {
    if (!session_.stage) return;
    const LessonPose pose = lessonPose(LessonPoseKind::kStack, session_.models);
    if (!pose.why_not.empty()) return session_.notify(pose.why_not, true);
    session_.settings.pose = poseText(pose.file);
}

bool WindowApp::mayMeasure() {
    if (!session_.stage || bottleneck_.running() || profiler_.profiler().running()) return false;
    if (!loadingOrBaking() && !rebaking_.due() && !update_.due()) return true;
    session_.notify("Cannot measure while models are loaded or baked; try again afterwards", true);
    return false;
}

}  // namespace phalanx

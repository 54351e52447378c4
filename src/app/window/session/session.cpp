#include "app/window/session/session.h"

#include <algorithm>

#include "asset/model_file.h"
#include "core/main_loop.h"
#include "gl/objects/debug.h"
#include "render/frame/camera.h"

namespace phalanx {
namespace {

constexpr auto kNotice = std::chrono::seconds(4);
constexpr std::uint64_t kNoticeFrames = 16;  // shown at least this long, for very slow frames

gl::WindowSettings windowSettings(const RunOptions& options) {
    gl::WindowSettings settings;
    const ViewSettings& view = options.settings.view;
    settings.width = view.size.x;
    settings.height = view.size.y;
    settings.vsync = view.vsync;
    settings.context.version = options.glVersion();
    settings.context.debug = gl::debugOutputWanted();
    return settings;
}

std::vector<std::string> browsedExtensions() {
    std::vector<std::string> extensions = readableExtensions();
    extensions.emplace_back("json");  // scenes
    return extensions;
}

}  // namespace

Session::Session(const RunOptions& run_options)
    : options(run_options),
      window(windowSettings(options)),
      ui(window, static_cast<float>(options.settings.view.ui_scale.value_or(0.0))),
      widgets(!options.dump_state.empty()),
      browser(browsedExtensions()),
      camera(options.settings.view.camera.value_or(Camera{})) {}

void Session::notify(const std::string& text, bool error) {
    // Text from files can have any length, and Dear ImGui aborts above 65,536 vertices.
    constexpr std::size_t kMost = 600;
    facts.notice = userText(text);
    if (facts.notice.size() > kMost) facts.notice = facts.notice.substr(0, kMost) + " ...";
    facts.notice_is_error = error;
    notice_until_ = Clock::now() + kNotice * (error ? 2 : 1);
    notice_until_frame_ = frame + kNoticeFrames * (error ? 2 : 1);
}

void Session::expireNotice() {
    if (Clock::now() > notice_until_ && frame > notice_until_frame_) facts.notice.clear();
}

glm::ivec2 Session::framebufferSize() const {
    glm::ivec2 size{0};
    window.framebufferSize(size.x, size.y);
    return size;
}

glm::ivec2 Session::size() const {
    glm::ivec2 size{0};
    window.size(size.x, size.y);
    return size;
}

double Session::aspect() const {
    const glm::ivec2 size = framebufferSize();
    return size.y > 0 ? static_cast<double>(size.x) / size.y : 1.0;
}

glm::dvec2 Session::viewMiddle() const {
    const glm::dvec2 whole(size());
    if (!panels_drawn || !panel.show_panel) return whole * 0.5;
    const double left = facts.taken_left;
    const double right = facts.taken_right + facts.taken_by_unit;
    const double below = facts.foot;
    constexpr double kMostCovered = 0.8;  // by panels beside each other, in a small window
    const bool beside = left + right < kMostCovered * whole.x;
    const bool above = below < kMostCovered * whole.y;
    return {0.5 * (beside ? left + whole.x - right : whole.x), 0.5 * (above ? whole.y - below : whole.y)};
}

std::optional<std::uint32_t> Session::selected() const {
    if (!stage || !panel.selected || *panel.selected >= stage->crowd.size()) return std::nullopt;
    return panel.selected;
}

std::optional<glm::dvec3> Session::groundAt(const glm::dvec2& at) const {
    constexpr double kFarthest_m = 10'000.0;
    const glm::dvec2 whole(size());
    const Camera view = camera.camera();
    const glm::dvec3 ray =
        rayThrough(view, aspect(), {2.0 * at.x / whole.x - 1.0, 1.0 - 2.0 * at.y / whole.y});
    const std::optional<double> distance =
        meetGround(stage->crowd.terrain().get(), view.eye, ray, kFarthest_m);
    if (!distance) return std::nullopt;
    return view.eye + ray * *distance;
}

}  // namespace phalanx

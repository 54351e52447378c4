#include "app/window/army/unit_search.h"

#include <fmt/format.h>

#include <algorithm>

#include "app/scene/user_settings.h"
#include "core/error.h"
#include "core/log.h"
#include "gl/objects/readback.h"
#include "ui/toolkit/format.h"

namespace phalanx {
namespace {

constexpr double kFitFrames_per_s = 60.0;

}  // namespace

void UnitSearch::begin() {
    const RunOptions& options = session_.options;
    if (!options.settings.auto_units) return;
    StartFitSettings settings;
    if (options.fit) settings.units.budget_ms = 1000.0 / kFitFrames_per_s;
    settings.fits_scale = fitsScale() && !options.given.gives("render-scale");
    settings.scale = session_.settings.render.render_scale;
    search_.emplace(settings);
    target_.emplace(session_.capabilities(), GL_RGBA8, 1, 1, false, "search for units");
    frames_ = 0;
    session_.settings.crowd.units = search_->units();
    session_.window.setVsync(false);
}

bool UnitSearch::fitsScale() const {
    return session_.options.fit || session_.capabilities().software;
}

bool UnitSearch::firstIsSimple() const {
    return running() && frames_ == 0 && session_.capabilities().software;
}

void UnitSearch::simplifyFirst(FrameRequest& render) const {
    if (!firstIsSimple()) return;
    render.environment.shadows = false;
    render.render_scale = std::min(render.render_scale, StartFit::kLeastScale);
}

void UnitSearch::wait() {
    gl::readPixels(target_->framebuffer(), 1, 1);
}

bool UnitSearch::addFrame(double frame_ms) {
    const bool simple = firstIsSimple();
    ++frames_;
    if (simple) return false;
    std::uint32_t& units = session_.settings.crowd.units;
    double& scale = session_.settings.render.render_scale;
    // For example by a key.
    const bool set_meanwhile = units != session_.stage->crowd.size() || scale != search_->scale();
    search_->addFrame(frame_ms);
    if (!set_meanwhile) {
        units = search_->units();
        scale = search_->scale();
    }
    if (!search_->done() && !set_meanwhile) return false;
    if (search_->done() && !set_meanwhile) {
        report();
        if (session_.options.fit) keep();
    }
    stop();
    return true;
}

void UnitSearch::stop() {
    if (search_) session_.window.setVsync(session_.options.settings.view.vsync);
    search_.reset();
    target_.reset();
}

void UnitSearch::report() {
    const int rate = session_.options.fit ? static_cast<int>(kFitFrames_per_s) : 30;
    const double scale = search_->scale();
    const std::string units = grouped(search_->units()) + " units" +
                              (scale < session_.options.settings.render.render_scale
                                   ? fmt::format(" at a render scale of {:.0f} %", scale * 100.0)
                                   : std::string());
    const std::string found = search_->holds()
                                  ? fmt::format("{} run at {} frames per second here.", units, rate)
                                  : fmt::format("Not even {} run at {} frames per second here.", units, rate);
    const std::string software =
        fmt::format("No GPU is used: the processor draws by software rendering ({}). ",
                    session_.facts.gpu.substr(0, session_.facts.gpu.find(" (")));
    session_.facts.units_note = session_.facts.software ? software + found : found;
    session_.facts.units_found = search_->units();
    info("{}", session_.facts.units_note);
    if (session_.facts.software) session_.notify(session_.facts.units_note);
}

// As user settings, so that the next window begins with them.
void UnitSearch::keep() const {
    try {
        keepUserSetting("units", std::int64_t{search_->units()});
        keepUserSetting("render-scale", search_->scale());
    } catch (const Error& error) {
        warn("{}", error.what());
    }
}

}  // namespace phalanx

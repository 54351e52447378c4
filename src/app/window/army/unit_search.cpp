#include "app/window/army/unit_search.h"

#include <fmt/format.h>

#include "core/log.h"
#include "ui/toolkit/format.h"

namespace phalanx {

void UnitSearch::begin() {
    search_.emplace();
    session_.settings.crowd.units = search_->units();
    session_.window.setVsync(false);
}

bool UnitSearch::addFrame(double frame_ms) {
    search_->addFrame(frame_ms);
    std::uint32_t& units = session_.settings.crowd.units;
    const bool set_meanwhile = units != session_.stage->crowd.size();  // for example by a key
    if (!set_meanwhile) units = search_->units();
    if (!search_->done() && !set_meanwhile) return false;
    if (search_->done()) report();
    stop();
    return true;
}

void UnitSearch::stop() {
    if (search_) session_.window.setVsync(session_.options.settings.view.vsync);
    search_.reset();
}

void UnitSearch::report() {
    const std::string units = grouped(search_->units());
    const std::string found =
        search_->holds() ? fmt::format("{} units run at 30 frames per second here", units)
                         : fmt::format("fewer than {} units run at 30 frames per second here", units);
    const std::string software = fmt::format("software rendering ({}): expect hundreds of units at best",
                                             session_.facts.gpu.substr(0, session_.facts.gpu.find(" (")));
    session_.facts.units_note = session_.facts.software ? found + "; " + software : found;
    info("{}", session_.facts.units_note);
}

}  // namespace phalanx

#include "app/window/pages/tour_page.h"

#include "app/scene/user_settings.h"
#include "core/error.h"
#include "core/log.h"
#include "ui/tour/tour_card.h"

namespace phalanx {
namespace {

// From what a step asks for to the next step: time to see what it did.
constexpr auto kPause = std::chrono::milliseconds(2500);

TourStep neighbour(TourStep step, int by) {
    return static_cast<TourStep>(static_cast<int>(step) + by);
}

}  // namespace

void TourPage::begin() {
    const RunOptions& options = session_.options;
    const ViewSettings& view = options.settings.view;
    session_.panel.tour.shown =
        view.tour && !view.hide_ui && !options.frames && options.scene_name.empty() && !options.last;
}

void TourPage::enter(TourStep step) {
    TourState& tour = session_.panel.tour;
    tour.step = step;
    tour.done = false;
    start_ = {session_.settings.crowd.units, session_.settings.render.technique, session_.panel.selected};
}

bool TourPage::happened(const CameraInput& input) const {
    switch (session_.panel.tour.step) {
        case TourStep::kLook:
            return input != CameraInput{};
        case TourStep::kSelect:
            return session_.panel.selected && session_.panel.selected != start_.selected;
        case TourStep::kGrow:
            return session_.settings.crowd.units != start_.units;
        case TourStep::kTechnique:
            return session_.settings.render.technique != start_.technique;
        case TourStep::kFarther:
            return false;
    }
    return false;
}

void TourPage::advance(const CameraInput& input) {
    TourState& tour = session_.panel.tour;
    if (tour.shown != running_) {
        running_ = tour.shown;
        if (!running_) return remember();
        enter(TourStep::kLook);
    }
    if (!tour.shown) return;
    const auto now = std::chrono::steady_clock::now();
    if (!tour.done && happened(input)) {
        tour.done = true;
        next_at_ = now + kPause;
    }
    // Not while the user still drags.
    if (tour.done && now > next_at_ && input == CameraInput{} && !session_.ui.itemHeld())
        enter(neighbour(tour.step, 1));
}

void TourPage::draw(const PanelContext& context) {
    TourState& tour = session_.panel.tour;
    if (!tour.shown || !running_) return;
    const auto leaveFor = [&](SidePage page) {
        tour.shown = false;
        if (page != SidePage::kNone) session_.panel.learn.page = page;
    };
    switch (drawTourCard(context, tour)) {
        case TourAnswer::kNone:
            return;
        case TourAnswer::kBack:
            return enter(neighbour(tour.step, -1));
        case TourAnswer::kNext:
            return enter(neighbour(tour.step, 1));
        case TourAnswer::kEnd:
            return leaveFor(SidePage::kNone);
        case TourAnswer::kLesson:
            return leaveFor(SidePage::kLesson);
        case TourAnswer::kBattle:
            return leaveFor(SidePage::kBattle);
        case TourAnswer::kProfiler:
            session_.actions.push(Request::kToggleProfiler);
            return leaveFor(SidePage::kNone);
    }
}

// As a user setting, so that the next window begins without it.
void TourPage::remember() {
    try {
        keepUserSetting("tour", false);
    } catch (const Error& error) {
        warn("{}", error.what());
    }
}

}  // namespace phalanx

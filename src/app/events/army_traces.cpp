#include "app/events/army_traces.h"

#include <algorithm>
#include <utility>

#include "app/events/event_traces.h"

namespace phalanx {
namespace {

constexpr double kReach_m = static_cast<double>(PH_TRACE_REACH) + 2.0;
constexpr Ticks kLookAgain = static_cast<Ticks>(0.2 * PH_TICKS_PER_SECOND);
constexpr std::size_t kEnterPerFrame = 48;  // each with some seconds of its past
// With two steps per second that leave prints for 14 s, so many leave no more than TracePass::kMost.
constexpr std::size_t kMostNear = 2000;

}  // namespace

ArmyTraces::ArmyTraces(const std::vector<LoadedModel>& models, ArmyMarkers markers)
    : markers_(std::move(markers)), queue_(markers_) {
    for (std::size_t m = 0; m < models.size(); ++m) {
        const Model& model = models[m].model;
        of_markers_.push_back(markerTraces(model, markers_[m]));
        // Only where units are matters here: one size for all clips.
        bounds_.push_back({0.0, model.height_m, 0.5 * model.height_m});
    }
    selection_models_.resize(models.size());
}

void ArmyTraces::findNear(const Crowd& crowd, const glm::dvec3& eye, Ticks now) {
    looked_ = now;
    for (std::size_t m = 0; m < selection_models_.size(); ++m) {
        selection_models_[m].clips.resize(crowd.clipTable(static_cast<int>(m)).size(), bounds_[m]);
    }
    selection_.follow(crowd, selection_models_, now);
    SelectionView view;
    view.origin = eye;
    view.planes[0] = {1.0, 0.0, 0.0, kReach_m};
    view.planes[1] = {-1.0, 0.0, 0.0, kReach_m};
    view.planes[2] = {0.0, 0.0, 1.0, kReach_m};
    view.planes[3] = {0.0, 0.0, -1.0, kReach_m};
    view.planes[4] = {0.0, 1.0, 0.0, kReach_m};
    selection_.select(view);
    indices_.resize(selection_.count());
    selection_.write(indices_);
    struct Found {
        double squared_m = 0.0;
        std::uint32_t unit = 0;
    };
    std::vector<Found> found;
    for (const CrowdSelection::Run& run : selection_.runs()) {
        for (std::size_t i = run.first; i < run.first + run.count; ++i) {
            const UnitInstance& instance =
                crowd.groups()[static_cast<std::size_t>(run.group)].units[indices_[i]];
            const std::uint32_t unit = layout::unitNumber(instance.look.z);
            const glm::dvec3 away = glm::dvec3(crowd.stateOf(unit, now).placement) - eye;
            const double squared = glm::dot(away, away);
            if (squared < kReach_m * kReach_m) found.push_back({squared, unit});
        }
    }
    std::ranges::sort(found, {}, &Found::squared_m);
    found.resize(std::min(found.size(), kMostNear));
    std::vector<std::uint32_t> stay;
    entering_.clear();
    for (const Found& each : found) (queue_.listensTo(each.unit) ? stay : entering_).push_back(each.unit);
    std::reverse(entering_.begin(), entering_.end());
    std::vector<std::uint32_t> sorted = stay;
    std::ranges::sort(sorted);
    for (const std::uint32_t unit : near_) {
        if (std::binary_search(sorted.begin(), sorted.end(), unit)) continue;
        queue_.forget(unit);
        told_until_[unit] = queue_.time();
    }
    near_ = std::move(stay);
}

void ArmyTraces::enter(const Crowd& crowd, bool with_past) {
    for (std::size_t i = 0; i < kEnterPerFrame && !entering_.empty(); ++i) {
        const std::uint32_t unit = entering_.back();
        entering_.pop_back();
        if (with_past) takeHistory(crowd, unit);
        queue_.listen(crowd, unit);
        near_.push_back(unit);
    }
}

void ArmyTraces::takeHistory(const Crowd& crowd, std::uint32_t unit) {
    const EventTime now = queue_.time();
    const UnitPlayback playback = playbackOf(crowd, unit, static_cast<Ticks>(now));
    const auto longest =
        static_cast<TickOffset>(ticksFromSeconds(static_cast<double>(layout::traceLife(PH_TRACE_FOOTPRINT))));
    const EventTime told = std::max<EventTime>(told_until_[unit], now - longest);
    const TickOffset from = std::max(knownTime(playback).from, static_cast<TickOffset>(told - now));
    past_.clear();
    appendCrossings(playback, markers_[static_cast<std::size_t>(crowd.modelOf(unit))], unit, now, from, 0,
                    past_);
    for (const Crossing& crossing : past_) addTracesOf(crowd, crossing);
}

void ArmyTraces::addTracesOf(const Crowd& crowd, const Crossing& crossing) {
    const auto model = static_cast<std::size_t>(crowd.modelOf(crossing.unit));
    addTraces(crowd, crossing, of_markers_[model][crossing.clip][crossing.marker],
              static_cast<Ticks>(queue_.time()), new_.traces);
}

const ArmyTraces::NewTraces& ArmyTraces::advance(const Crowd& crowd, const glm::dvec3& eye, Ticks now,
                                                 bool at_once, PolledEvents* polled) {
    new_.traces.clear();
    const bool jumped = looked_ && static_cast<std::int32_t>(now - static_cast<Ticks>(queue_.time())) < 0;
    new_.replace_all = !looked_ || jumped || layout_ != crowd.layoutVersion();
    if (new_.replace_all) {
        near_.clear();
        told_until_.assign(crowd.size(), 0);
        queue_.begin(crowd, now);
        layout_ = crowd.layoutVersion();
        looked_.reset();
    } else {
        queue_.advance(crowd, now, [&](const Crossing& crossing) {
            if (polled == nullptr || polled->hears(crowd, crossing)) addTracesOf(crowd, crossing);
        });
    }
    if (!looked_ || now - *looked_ >= kLookAgain || at_once) findNear(crowd, eye, now);
    do enter(crowd, polled == nullptr);
    while (at_once && !entering_.empty());
    return new_;
}

}  // namespace phalanx

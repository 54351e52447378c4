#include "anim/feet/clip_feet.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <utility>

#include "anim/feet/foot_goal.h"
#include "anim/pose/pose.h"
#include "core/smooth_step.h"

namespace phalanx {
namespace {

constexpr double kSamplesPerSecond = 120.0;
constexpr double kFewestSamples = 24.0;
constexpr double kMostSamples = 2400.0;

constexpr double kLow = 0.012;         // of the model's height, above the ankle's lowest place
constexpr double kLowest = 0.05;       // of the model's height, above the ankle at rest: no clip that flies
constexpr double kSlow = 0.07;         // of the model's height per second, over the ground
constexpr double kSlowOfStride = 0.3;  // of the stride's speed
constexpr double kShortestGap_s = 0.04;
constexpr double kShortestContact_s = 0.05;
constexpr double kFade_s = 0.1;

// Steps of a clip in which a foot is on the ground, in order. In a loop the last one may reach beyond the
// end.
struct Span {
    std::size_t first = 0;
    std::size_t count = 0;
};

// The ankle at each step, and where it is over the ground.
struct Path {
    std::vector<glm::dvec3> ankle;
    std::vector<glm::dvec2> over_ground;
    glm::dvec2 stride{0.0};
    bool loops = false;
    double step_s = 0.0;

    std::size_t size() const { return ankle.size(); }
    // Any step: loops go on, one-shots hold their ends.
    glm::dvec2 overGround(std::ptrdiff_t step) const {
        const auto count = static_cast<std::ptrdiff_t>(size());
        if (!loops)
            return over_ground[static_cast<std::size_t>(std::clamp<std::ptrdiff_t>(step, 0, count - 1))];
        const std::ptrdiff_t cycle = step >= 0 ? step / count : -((count - 1 - step) / count);
        return over_ground[static_cast<std::size_t>(step - cycle * count)] +
               static_cast<double>(cycle) * stride;
    }
};

std::vector<bool> onGround(const Path& path, double height_m, double rest_y) {
    double lowest = std::numeric_limits<double>::max();
    for (const glm::dvec3& place : path.ankle) lowest = std::min(lowest, place.y);
    std::vector<bool> result(path.size(), false);
    if (lowest > rest_y + kLowest * height_m) return result;
    const double cycle_s = path.step_s * static_cast<double>(path.size());
    const double slow =
        std::max(kSlow * height_m, cycle_s > 0.0 ? kSlowOfStride * glm::length(path.stride) / cycle_s : 0.0);
    for (std::size_t i = 0; i < path.size(); ++i) {
        const auto step = static_cast<std::ptrdiff_t>(i);
        const double way = glm::length(path.overGround(step + 1) - path.overGround(step - 1));
        result[i] = path.ankle[i].y < lowest + kLow * height_m && way < slow * 2.0 * path.step_s;
    }
    return result;
}

// Without gaps and contacts that are too short.
std::vector<Span> spansOf(const std::vector<bool>& on_ground, const Path& path) {
    const std::size_t count = on_ground.size();
    const auto first_off = std::ranges::find(on_ground, false);
    if (first_off == on_ground.end()) return {{0, count}};
    // A loop is read from a step in the air, a one-shot from its beginning.
    const std::size_t start = path.loops ? static_cast<std::size_t>(first_off - on_ground.begin()) : 0;
    std::vector<Span> spans;
    // Whether the foot is back on the ground at this step before the gap behind the last span counts.
    const auto goesOn = [&](std::size_t step) {
        const std::size_t gap = step - spans.back().first - spans.back().count;
        return path.step_s * static_cast<double>(gap) <= kShortestGap_s;
    };
    for (std::size_t i = 0; i < count; ++i) {
        const std::size_t step = start + i;
        if (!on_ground[step % count]) continue;
        if (spans.empty() || !goesOn(step)) {
            spans.push_back({step, 1});
        } else {
            spans.back().count = step - spans.back().first + 1;
        }
    }
    // The step from which a loop is read may be in such a gap.
    if (path.loops && !spans.empty() && goesOn(spans.front().first + count)) {
        if (spans.size() == 1) return {{0, count}};
        spans.back().count = spans.front().first + count + spans.front().count - spans.back().first;
        spans.erase(spans.begin());
    }
    std::erase_if(spans, [&](const Span& span) {
        return static_cast<double>(span.count) * path.step_s < kShortestContact_s;
    });
    return spans;
}

class CurveMaker {
  public:
    CurveMaker(const Path& path, std::vector<Span> spans) : path_(path), spans_(std::move(spans)) {
        for (const Span& span : spans_) {
            glm::dvec2 sum(0.0);
            for (std::size_t i = 0; i < span.count; ++i)
                sum += path_.overGround(static_cast<std::ptrdiff_t>(span.first + i));
            places_.push_back(sum / static_cast<double>(span.count));
        }
    }

    std::vector<FootMoment> run() const {
        std::vector<FootMoment> moments(path_.size());
        for (std::size_t i = 0; i < moments.size(); ++i)
            moments[i] = momentAt(static_cast<std::ptrdiff_t>(i));
        return moments;
    }

  private:
    struct Near {
        double steps = std::numeric_limits<double>::infinity();
        glm::dvec2 shift{0.0};  // there
    };

    glm::dvec2 ankleAt(std::ptrdiff_t step) const {
        const glm::dvec3& ankle = path_.ankle[static_cast<std::size_t>(step)];
        return {ankle.x, ankle.z};
    }
    // From the ankle in the clip to its place.
    glm::dvec2 shiftAt(std::size_t span, std::ptrdiff_t step, std::ptrdiff_t cycle) const {
        return places_[span] + static_cast<double>(cycle) * path_.stride - path_.overGround(step);
    }

    FootMoment momentAt(std::ptrdiff_t step) const {
        const auto count = static_cast<std::ptrdiff_t>(path_.size());
        Near before;
        Near after;
        for (std::size_t s = 0; s < spans_.size(); ++s) {
            for (std::ptrdiff_t cycle = path_.loops ? -2 : 0; cycle <= (path_.loops ? 1 : 0); ++cycle) {
                const std::ptrdiff_t first = static_cast<std::ptrdiff_t>(spans_[s].first) + cycle * count;
                const std::ptrdiff_t last = first + static_cast<std::ptrdiff_t>(spans_[s].count) - 1;
                if (step >= first && step <= last) return {1.0, shiftAt(s, step, cycle) + ankleAt(step)};
                Near& near = last < step ? before : after;
                const auto steps = static_cast<double>(last < step ? step - last : first - step);
                if (steps < near.steps) near = {steps, shiftAt(s, last < step ? last : first, cycle)};
            }
        }
        FootMoment moment{0.0, ankleAt(step)};
        const double gap = before.steps + after.steps;
        const double fade = std::min(kFade_s / path_.step_s, 0.5 * gap);
        for (const Near* const near : {&before, &after})
            moment.contact = std::max(moment.contact, smoothStep(0.0, 1.0, 1.0 - near->steps / fade));
        if (std::isfinite(gap)) {
            moment.place_m += glm::mix(before.shift, after.shift, smoothStep(0.0, 1.0, before.steps / gap));
        } else if (std::isfinite(before.steps) || std::isfinite(after.steps)) {
            moment.place_m += std::isfinite(before.steps) ? before.shift : after.shift;
        }
        return moment;
    }

    const Path& path_;
    std::vector<Span> spans_;
    std::vector<glm::dvec2> places_;  // over the ground, of each span
};

// What one leg needs on slopes in all directions.
void addDrops(const Path& path, const std::vector<LegStretch>& stretches,
              const std::vector<FootMoment>& curve, PelvisDrop& drop) {
    const glm::dvec3 up(0.0, 1.0, 0.0);
    for (std::size_t d = 0; d < drop.drops_m.size(); ++d) {
        const double angle = 2.0 * std::numbers::pi * static_cast<double>(d) / PelvisDrop::kDirections;
        const glm::dvec2 slope = PelvisDrop::kMeasuredSlope * glm::dvec2(std::cos(angle), std::sin(angle));
        const glm::dvec3 normal = glm::normalize(glm::dvec3(-slope.x, 1.0, -slope.y));
        for (std::size_t i = 0; i < path.size(); ++i) {
            const glm::dvec3& ankle = path.ankle[i];
            const glm::dvec2 place =
                glm::mix(glm::dvec2(ankle.x, ankle.z), curve[i].place_m, curve[i].contact);
            const glm::dvec3 flat(place.x, ankle.y, place.y);
            const GroundAt ground{glm::dot(slope, glm::dvec2(flat.x, flat.z)), normal};
            const FootGoal goal(flat, curve[i].contact, ground, stretches[i], up);
            drop.drops_m[d] = std::max(drop.drops_m[d], goal.dropToReach());
        }
    }
}

}  // namespace

FootMoment FootCurve::at(double phase) const {
    const auto count = static_cast<double>(moments_.size());
    const double at =
        loops_ ? (phase - std::floor(phase)) * count : std::clamp(phase, 0.0, 1.0) * (count - 1.0);
    const auto low = std::min(static_cast<std::size_t>(at), moments_.size() - 1);
    const std::size_t high = low + 1 < moments_.size() ? low + 1 : (loops_ ? 0 : low);
    const double within = at - static_cast<double>(low);
    return {glm::mix(moments_[low].contact, moments_[high].contact, within),
            glm::mix(moments_[low].place_m, moments_[high].place_m, within)};
}

double PelvisDrop::at(const glm::dvec2& slope) const {
    const double size = glm::length(slope);
    if (!(size > 0.0)) return 0.0;
    const double turn = std::atan2(slope.y, slope.x) / (2.0 * std::numbers::pi) * kDirections;
    const double low = std::floor(turn);
    const auto drop = [&](double direction) {
        return drops_m[static_cast<std::size_t>(static_cast<int>(direction) + kDirections) % kDirections];
    };
    return std::lerp(drop(low), drop(low + 1.0), turn - low) * size / kMeasuredSlope;
}

void PelvisDrop::add(const PelvisDrop& other, double weight) {
    for (std::size_t d = 0; d < drops_m.size(); ++d) drops_m[d] += weight * other.drops_m[d];
}

void PelvisDrop::blend(const PelvisDrop& other, double weight) {
    for (std::size_t d = 0; d < drops_m.size(); ++d)
        drops_m[d] = std::lerp(drops_m[d], other.drops_m[d], weight);
}

ClipFeet clipFeet(const Model& model, const Clip& clip, std::span<const LegNodes> legs,
                  const glm::dvec2& stride_m) {
    const auto steps = static_cast<std::size_t>(
        std::clamp(std::ceil(clip.duration_s * kSamplesPerSecond), kFewestSamples, kMostSamples));
    std::vector<Path> paths(legs.size());
    std::vector<std::vector<LegStretch>> stretches(legs.size());
    const std::size_t moments = clip.loops ? steps : steps + 1;
    for (std::size_t i = 0; i < moments; ++i) {
        const double phase = static_cast<double>(i) / static_cast<double>(steps);
        const std::vector<glm::dmat4> nodes =
            modelFromNode(model, samplePose(model, clip, phase * clip.duration_s));
        const auto placeOf = [&](int node) { return glm::dvec3(nodes[static_cast<std::size_t>(node)][3]); };
        for (std::size_t l = 0; l < legs.size(); ++l) {
            const glm::dvec3 hip = placeOf(legs[l].hip);
            const glm::dvec3 knee = placeOf(legs[l].knee);
            const glm::dvec3 ankle = placeOf(legs[l].ankle);
            paths[l].ankle.push_back(ankle);
            paths[l].over_ground.push_back(glm::dvec2(ankle.x, ankle.z) + phase * stride_m);
            const double length = glm::length(knee - hip) + glm::length(ankle - knee);
            stretches[l].push_back({hip, length, PelvisDrop::kStretch * length});
        }
    }
    const std::vector<glm::dmat4> rest = modelFromNode(model, restPose(model));
    ClipFeet feet;
    for (std::size_t l = 0; l < legs.size(); ++l) {
        Path& path = paths[l];
        path.stride = stride_m;
        path.loops = clip.loops;
        path.step_s = std::max(clip.duration_s, 1e-3) / static_cast<double>(steps);
        const double rest_y = rest[static_cast<std::size_t>(legs[l].ankle)][3].y;
        const std::vector<FootMoment> curve =
            CurveMaker(path, spansOf(onGround(path, model.height_m, rest_y), path)).run();
        addDrops(path, stretches[l], curve, feet.drop);
        feet.curves.emplace_back(curve, clip.loops);
    }
    return feet;
}

}  // namespace phalanx

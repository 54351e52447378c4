#include "anim/layers/space_clips.h"

#include <algorithm>
#include <cmath>
#include <complex>
#include <limits>
#include <numbers>
#include <utility>

#include "anim/pose/pose.h"
#include "anim/pose/skin.h"

namespace phalanx {
namespace {

std::vector<glm::dvec2> planePoints(const BlendSpace& space) {
    std::vector<glm::dvec2> result;
    for (const BlendSpacePoint& point : space.points) result.push_back(planePoint(point.at));
    return result;
}

// Vertices of the soles: the lowest ones of the rest pose. The left side of a model that faces +Z is +X.
struct Soles {
    std::vector<Vertex> left;
    std::vector<Vertex> right;
};

// At most `most` vertices, evenly chosen.
std::vector<Vertex> thinned(const std::vector<Vertex>& vertices, std::size_t most) {
    const std::size_t step = (vertices.size() + most - 1) / most;
    std::vector<Vertex> result;
    for (std::size_t i = 0; i < vertices.size(); i += step) result.push_back(vertices[i]);
    return result;
}

Soles solesOf(const Model& model) {
    constexpr double kSoleHeight = 0.06;  // of the model's height, above its lowest vertex
    constexpr double kMiddle = 0.005;     // vertices nearer to the plane of symmetry are on no side
    constexpr std::size_t kMostVertices = 64;
    const std::vector<SkinnedVertex> rest = skin(model, restPose(model));
    double lowest = std::numeric_limits<double>::max();
    for (const SkinnedVertex& vertex : rest) lowest = std::min(lowest, vertex.position.y);
    Soles soles;
    for (std::size_t i = 0; i < rest.size(); ++i) {
        const glm::dvec3& place = rest[i].position;
        if (place.y > lowest + kSoleHeight * model.height_m) continue;
        if (place.x > kMiddle * model.height_m) soles.left.push_back(model.vertices[i]);
        if (place.x < -kMiddle * model.height_m) soles.right.push_back(model.vertices[i]);
    }
    return {thinned(soles.left, kMostVertices), thinned(soles.right, kMostVertices)};
}

// How much a foot is on the ground, 0..1, at equal steps over a cycle.
using Contact = std::vector<double>;

Contact contactOf(std::vector<double> heights, double model_height) {
    constexpr double kContactHeight = 0.02;  // of the model's height
    const double lowest = *std::min_element(heights.begin(), heights.end());
    for (double& height : heights)
        height = std::clamp(1.0 - (height - lowest) / (kContactHeight * model_height), 0.0, 1.0);
    return heights;
}

// The mean of exp(2 pi i phase), weighted by the contact.
std::complex<double> meanOf(const Contact& contact) {
    std::complex<double> sum;
    double weights = 0.0;
    for (std::size_t i = 0; i < contact.size(); ++i) {
        const double phase = static_cast<double>(i) / static_cast<double>(contact.size());
        sum += std::polar(contact[i], 2.0 * std::numbers::pi * phase);
        weights += contact[i];
    }
    return sum / weights;
}

double phaseOf(const std::complex<double>& on_circle) {
    const double phase = std::arg(on_circle) / (2.0 * std::numbers::pi);
    return phase - std::floor(phase);
}

// exp(2 pi i phase) of the moment before the middle of the contact at which it rises above one half.
std::complex<double> touchdownOf(const Contact& contact) {
    const std::size_t count = contact.size();
    const auto middle =
        static_cast<std::size_t>(phaseOf(meanOf(contact)) * static_cast<double>(count)) % count;
    std::size_t steps = 0;  // back from the middle
    const auto at = [&](std::size_t back) { return contact[(middle + count - back % count) % count]; };
    while (steps < count && at(steps) >= 0.5) ++steps;
    const double low = at(steps);
    const double high = steps > 0 ? at(steps - 1) : 1.0;
    const double rest = high > low ? (0.5 - low) / (high - low) : 0.0;
    const double sample = static_cast<double>(middle) - static_cast<double>(steps) + rest;
    return std::polar(1.0, 2.0 * std::numbers::pi * sample / static_cast<double>(count));
}

}  // namespace

std::optional<double> contactPhase(const Model& model, const Clip& clip) {
    const Soles soles = solesOf(model);
    if (soles.left.empty() || soles.right.empty() || !(clip.duration_s > 0.0)) return std::nullopt;
    constexpr std::size_t kSamples = 256;  // per cycle
    std::vector<double> left;
    std::vector<double> right;
    for (std::size_t i = 0; i < kSamples; ++i) {
        const double time_s = clip.duration_s * static_cast<double>(i) / static_cast<double>(kSamples);
        const std::vector<glm::dmat4> palette = modelFromBind(model, samplePose(model, clip, time_s));
        // The mean height: the lowest vertex of a foot that swings can be below the ground.
        const auto heightOf = [&](const std::vector<Vertex>& sole) {
            double sum = 0.0;
            for (const SkinnedVertex& vertex : skin(sole, palette)) sum += vertex.position.y;
            return sum / static_cast<double>(sole.size());
        };
        left.push_back(heightOf(soles.left));
        right.push_back(heightOf(soles.right));
    }
    const Contact left_contact = contactOf(std::move(left), model.height_m);
    const Contact right_contact = contactOf(std::move(right), model.height_m);
    const std::complex<double> left_mean = meanOf(left_contact);
    const std::complex<double> right_mean = meanOf(right_contact);
    constexpr double kClear = 0.2;  // of a foot that is always on the ground the mean is 0
    if (std::abs(left_mean) < kClear || std::abs(right_mean) < kClear) return std::nullopt;
    // Both feet at once: a jump.
    if (std::abs(left_mean / std::abs(left_mean) - right_mean / std::abs(right_mean)) < 1.0)
        return std::nullopt;
    return phaseOf(touchdownOf(left_contact) - touchdownOf(right_contact));
}

glm::dvec2 planePoint(std::span<const double> at) {
    return {at[0], at.size() > 1 ? at[1] : 0.0};
}

SpaceClips::SpaceClips(const Model& model, const BlendSpace& space)
    : model_(model), grid_(planePoints(space)) {
    for (const BlendSpacePoint& from : space.points) {
        Point point;
        point.clip = findClip(model, from.clip);
        const Clip& clip = model.clips[static_cast<std::size_t>(point.clip)];
        if (clip.loops) {
            point.sync = from.sync ? *from.sync : contactPhase(model, clip).value_or(0.0);
        }
        point.rate_hz = clip.duration_s > 0.0 ? 1.0 / clip.duration_s : 0.0;
        point.stride_m = from.stride_m.value_or(glm::dvec2(0.0, clip.stride_speed * clip.duration_s));
        points_.push_back(point);
    }
}

ClipMix SpaceClips::mixAt(std::span<const double> at, double phase) const {
    ClipMix result;
    for (const SpaceGrid::Weight& each : grid_.weightsAt(planePoint(at))) {
        const Point& point = points_[static_cast<std::size_t>(each.point)];
        const Clip& clip = model_.clips[static_cast<std::size_t>(point.clip)];
        result.push_back({point.clip, (phase + point.sync) * clip.duration_s, each.weight});
    }
    return result;
}

double SpaceClips::rateAt(const glm::dvec2& at) const {
    double result = 0.0;
    for (const SpaceGrid::Weight& each : grid_.weightsAt(at))
        result += each.weight * points_[static_cast<std::size_t>(each.point)].rate_hz;
    return result;
}

glm::dvec2 SpaceClips::strideAt(const glm::dvec2& at) const {
    glm::dvec2 result(0.0);
    for (const SpaceGrid::Weight& each : grid_.weightsAt(at))
        result += each.weight * points_[static_cast<std::size_t>(each.point)].stride_m;
    return result;
}

}  // namespace phalanx

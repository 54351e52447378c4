#include "anim/layers/space_clips.h"

#include <algorithm>
#include <cmath>
#include <complex>
#include <numbers>

#include "anim/pose/pose.h"

namespace phalanx {
namespace {

glm::dvec2 planePoint(std::span<const double> at) {
    return {at[0], at.size() > 1 ? at[1] : 0.0};
}

std::vector<glm::dvec2> planePoints(const BlendSpace& space) {
    std::vector<glm::dvec2> result;
    for (const BlendSpacePoint& point : space.points) result.push_back(planePoint(point.at));
    return result;
}

struct Feet {
    int left = -1;
    int right = -1;
};

// The left side of a model that faces +Z is +X.
Feet feetOf(const Model& model) {
    const std::vector<glm::dmat4> rest = modelFromNode(model, restPose(model));
    const auto place = [&](int node) { return glm::dvec3(rest[static_cast<std::size_t>(node)][3]); };
    std::vector<int> nodes;
    for (const Joint& joint : model.palette) nodes.push_back(joint.node);
    Feet feet;
    const double middle = 0.005 * model.height_m;  // joints nearer to the plane of symmetry are on no side
    for (const int node : nodes) {
        if (place(node).x > middle && (feet.left < 0 || place(node).y < place(feet.left).y)) feet.left = node;
    }
    if (feet.left < 0) return feet;
    const glm::dvec3 mirrored = place(feet.left) * glm::dvec3(-1.0, 1.0, 1.0);
    for (const int node : nodes) {
        if (place(node).x > -middle) continue;
        if (feet.right < 0 ||
            glm::distance(place(node), mirrored) < glm::distance(place(feet.right), mirrored))
            feet.right = node;
    }
    return feet;
}

// The mean of exp(2 pi i phase), weighted by the contact.
std::complex<double> contactMean(std::span<const double> heights, double model_height) {
    constexpr double kContactHeight = 0.02;  // of the model's height
    const double lowest = *std::min_element(heights.begin(), heights.end());
    std::complex<double> sum;
    double weights = 0.0;
    for (std::size_t i = 0; i < heights.size(); ++i) {
        const double weight = std::max(0.0, 1.0 - (heights[i] - lowest) / (kContactHeight * model_height));
        const double angle =
            2.0 * std::numbers::pi * static_cast<double>(i) / static_cast<double>(heights.size());
        sum += std::polar(weight, angle);
        weights += weight;
    }
    return sum / weights;
}

}  // namespace

std::optional<double> contactPhase(const Model& model, const Clip& clip) {
    const Feet feet = feetOf(model);
    if (feet.left < 0 || feet.right < 0 || !(clip.duration_s > 0.0)) return std::nullopt;
    constexpr std::size_t kSamples = 256;  // per cycle
    std::vector<double> left(kSamples);
    std::vector<double> right(kSamples);
    for (std::size_t i = 0; i < kSamples; ++i) {
        const double time_s = clip.duration_s * static_cast<double>(i) / static_cast<double>(kSamples);
        const std::vector<glm::dmat4> nodes = modelFromNode(model, samplePose(model, clip, time_s));
        left[i] = nodes[static_cast<std::size_t>(feet.left)][3].y;
        right[i] = nodes[static_cast<std::size_t>(feet.right)][3].y;
    }
    const std::complex<double> left_mean = contactMean(left, model.height_m);
    const std::complex<double> right_mean = contactMean(right, model.height_m);
    constexpr double kClear = 0.2;  // of a foot that is always on the ground the mean is 0
    if (std::abs(left_mean) < kClear || std::abs(right_mean) < kClear) return std::nullopt;
    const std::complex<double> sum = left_mean / std::abs(left_mean) - right_mean / std::abs(right_mean);
    if (std::abs(sum) < 1.0) return std::nullopt;  // both feet at once: a jump
    const double phase = std::arg(sum) / (2.0 * std::numbers::pi);
    return phase - std::floor(phase);
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

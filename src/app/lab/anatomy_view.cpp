#include "app/lab/anatomy_view.h"

#include <bit>
#include <cmath>

#include "render/frame/camera.h"

namespace phalanx {
namespace {

// Places a unit like shaders/include/unit.glsl.
glm::dmat4 worldFromModel(const layout::UnitState& state, const UnitInstance& unit) {
    const double scale = std::bit_cast<float>(unit.look.y);
    const double c = std::cos(static_cast<double>(state.placement.w)) * scale;
    const double s = std::sin(static_cast<double>(state.placement.w)) * scale;
    return {glm::dvec4(c, 0.0, -s, 0.0), glm::dvec4(0.0, scale, 0.0, 0.0), glm::dvec4(s, 0.0, c, 0.0),
            glm::dvec4(glm::dvec3(glm::vec3(state.placement)), 1.0)};
}

}  // namespace

UnitProjection::UnitProjection(const AnatomyView& view, const layout::UnitState& state,
                               const UnitInstance& unit)
    : clip_from_model_(view.clip_from_world * worldFromModel(state, unit)), size_(view.size) {}

std::optional<UnitProjection::Place> UnitProjection::operator()(const glm::dvec3& p_model) const {
    const glm::dvec4 at = clip(p_model);
    const auto window = placeInWindow(at, size_);
    return window ? std::optional(Place{*window, at.w}) : std::nullopt;
}

glm::dvec3 UnitProjection::atDepthOf(const glm::dvec3& p_model, const glm::dvec2& window) const {
    const glm::dvec4 at = clip(p_model);
    const glm::dvec2 device = (window / size_ * 2.0 - 1.0) * glm::dvec2(1.0, -1.0);
    const glm::dvec4 moved = glm::inverse(clip_from_model_) * glm::dvec4(device * at.w, at.z, at.w);
    return glm::dvec3(moved) / moved.w;
}

BakedPose poseOf(const Crowd& crowd, std::uint32_t unit, const layout::UnitState& state) {
    constexpr double kCycle = 0x1p32;
    if (crowd.showsOwnFrame(unit)) {
        const int clip = crowd.models()[static_cast<std::size_t>(crowd.modelOf(unit))].own_frames.stand_in;
        return {clip, 1.0, clip, 1.0, 0.0};
    }
    const std::uint32_t played = crowd.unit(unit).playback.y;
    BakedPose pose;
    pose.clip_a = static_cast<int>(played & 0xFFFFU);
    pose.clip_b = static_cast<int>(played >> 16U);
    pose.phase_a = state.cycle_a / kCycle;
    pose.phase_b = state.cycle_b / kCycle;
    pose.weight = state.weight;
    return pose;
}

}  // namespace phalanx

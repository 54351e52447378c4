// Decisions about the layered poses of an army, in the course of time. A unit goes on with what an order
// leaves out.
#pragma once

#include <cstddef>
#include <cstdint>
#include <glm/glm.hpp>
#include <optional>
#include <string>
#include <vector>

#include "anim/layers/layered_pose.h"
#include "anim/layers/layered_pose_json.h"

namespace phalanx {

inline constexpr double kMostOrderTime_s = 86400.0;
inline constexpr double kMostOrderFade_s = 600.0;
inline constexpr double kDefaultOrderFade_s = 0.3;
inline constexpr std::size_t kMostOrders = 10'000;

// Of a layer or an additive clip.
struct SourceChange {
    std::optional<LayerSource> source;
    std::optional<double> weight;
};

struct AimChange {
    std::optional<PoseTarget> target;
    std::optional<double> weight;
};

struct IkChange {
    std::optional<PoseTarget> target;
    std::optional<double> weight;
};

struct UnitRange {
    std::uint32_t first = 0;
    std::uint32_t last = 0;
};

struct PoseOrder {
    std::size_t place = 0;                // in the file
    double time_s = 0.0;                  // since the army took its pose
    double fade_s = kDefaultOrderFade_s;  // how long the change takes
    std::vector<UnitRange> units;         // ascending, without overlap; empty: all
    // Of an army that does not march: whether the units go over the ground by their base's stride; at first
    // they stay in place.
    std::optional<bool> travel;
    // Of an army that does not march. Not faded: the units are there, and face that way, at once.
    std::optional<glm::dvec2> place_m;  // x and z
    std::optional<double> facing_deg;   // as the setting `facing`
    std::optional<LayerSource> base;
    // By their places in the pose; those behind the last one stay as they are.
    std::vector<SourceChange> layers;
    std::vector<SourceChange> additive;
    std::vector<AimChange> aim;
    std::vector<IkChange> ik;
};

// The pose that a unit with `pose` gets. `where`: the order, with which errors start. Throws Error (kUsage)
// if the order changes more layers, additive clips, aims or IK than the pose has.
LayeredPose orderedPose(const LayeredPose& pose, const PoseOrder& order, const std::string& where);

// What no order changes of a pose, as text: poses with equal ones can follow each other.
std::string fixedPartOf(const PoseFile& file);

}  // namespace phalanx

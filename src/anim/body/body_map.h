// Which joints of a skeleton are which parts of a human body. Roles have the names of VRM and Unity's
// Humanoid: https://github.com/vrm-c/vrm-specification, humanoid.md.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "anim/pose/model.h"

namespace phalanx {

enum class BodyRole : std::uint8_t {
    kHips,   // what the legs and the spine hang from
    kSpine,  // one joint or more, from the hips up, the last of which the arms hang from
    kNeck,
    kHead,
    kLeftShoulder,
    kLeftUpperArm,
    kLeftLowerArm,
    kLeftHand,
    kLeftThumb,  // fingers: one joint or more, from the hand outwards
    kLeftIndex,
    kLeftMiddle,
    kLeftRing,
    kLeftLittle,
    kLeftUpperLeg,
    kLeftLowerLeg,
    kLeftFoot,
    kLeftToes,
    kRightShoulder,
    kRightUpperArm,
    kRightLowerArm,
    kRightHand,
    kRightThumb,
    kRightIndex,
    kRightMiddle,
    kRightRing,
    kRightLittle,
    kRightUpperLeg,
    kRightLowerLeg,
    kRightFoot,
    kRightToes,
};

inline constexpr std::size_t kBodyRoles = static_cast<std::size_t>(BodyRole::kRightToes) + 1;
// From a role of the left side to that of the right side.
inline constexpr std::size_t kToRightSide =
    static_cast<std::size_t>(BodyRole::kRightShoulder) - static_cast<std::size_t>(BodyRole::kLeftShoulder);

constexpr BodyRole onSide(BodyRole left_role, int side) {
    return static_cast<BodyRole>(static_cast<std::size_t>(left_role) +
                                 (side == 0 ? std::size_t{0} : kToRightSide));
}

// "Hips", "LeftUpperArm" ...
std::string_view nameOf(BodyRole role);
std::optional<BodyRole> roleCalled(std::string_view name);
// The role on the other side; the same for those in the middle.
BodyRole mirrored(BodyRole role);

class BodyMap {
  public:
    const std::vector<int>& nodes(BodyRole role) const { return nodes_[static_cast<std::size_t>(role)]; }
    std::vector<int>& nodes(BodyRole role) { return nodes_[static_cast<std::size_t>(role)]; }
    // The first or last node of a role, -1 without one.
    int first(BodyRole role) const { return nodes(role).empty() ? -1 : nodes(role).front(); }
    int last(BodyRole role) const { return nodes(role).empty() ? -1 : nodes(role).back(); }
    bool has(BodyRole role) const { return !nodes(role).empty(); }
    // The number of nodes that have a role.
    std::size_t size() const;

  private:
    std::array<std::vector<int>, kBodyRoles> nodes_;
};

// Found by names and by the hierarchy, for the namings of Mixamo, Quaternius, KayKit, Blender's Rigify, 3ds
// Max Biped, Unreal, VRM, Poser and the BVH files of CMU and Biovision. Roles that are not found are empty.
BodyMap findBodyMap(std::span<const Node> nodes);

// What a body needs and this one lacks: hips, both upper and lower legs and feet, both upper and lower arms.
std::vector<BodyRole> missingRoles(const BodyMap& map);

// "LeftFoot, RightFoot"
std::string textOf(std::span<const BodyRole> roles);

}  // namespace phalanx

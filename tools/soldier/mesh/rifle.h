// Points of the soldier's rifle, for its mesh and for the clips that hold it.
//
// Space: that of the joint Weapon, metres. The origin is the joint (above the pistol grip, at the height of
// the bore), the barrel points along +Z, the sights are at +Y, the soldier's left is +X. In the rest pose
// this is model space translated to the joint, so rest position = joint position + point.
#pragma once

#include <glm/glm.hpp>

namespace phalanx::soldier {

// The pistol grip: the middle of the fist that holds it, and the direction of the grip from the receiver
// downwards. Its section is about 26 mm wide (X) and 40 mm deep.
inline constexpr glm::vec3 kRifleGrip{0.0F, -0.065F, -0.028F};
inline constexpr glm::vec3 kRifleGripDown{0.0F, -0.935F, -0.355F};
// The trigger: position of the tip of the index finger when firing.
inline constexpr glm::vec3 kRifleTrigger{0.0F, -0.040F, 0.030F};
// The handguard: the middle of its section where the left hand holds it from below. Its section is a rounded
// square with half a side of kRifleHandguardHalf; it extends from z = 0.17 to z = 0.40.
inline constexpr glm::vec3 kRifleHandguard{0.0F, 0.003F, 0.29F};
inline constexpr float kRifleHandguardHalf = 0.021F;
// The magazine's upper end in the well, and its floor plate; the joint Magazine is in between, see
// kMagazineJoint.
inline constexpr glm::vec3 kRifleMagazineTop{0.0F, -0.030F, 0.100F};
inline constexpr glm::vec3 kRifleMagazineBottom{0.0F, -0.155F, 0.125F};
inline constexpr glm::vec3 kMagazineJoint{0.0F, -0.060F, 0.100F};
// The ends of the rifle: it is 0.885 m long.
inline constexpr glm::vec3 kRifleMuzzle{0.0F, 0.003F, 0.610F};
inline constexpr glm::vec3 kRifleButt{0.0F, -0.022F, -0.275F};  // middle of the butt plate, 100 mm high
// The line of sight passes through this point along +Z; the aiming eye is 40 to 70 mm behind it.
inline constexpr glm::vec3 kRifleSight{0.0F, 0.062F, -0.010F};
// A box around the whole rifle, for tests of penetration.
inline constexpr glm::vec3 kRifleMin{-0.024F, -0.157F, -0.277F};
inline constexpr glm::vec3 kRifleMax{0.024F, 0.090F, 0.612F};

}  // namespace phalanx::soldier

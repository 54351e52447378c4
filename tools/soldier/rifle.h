// The soldier's rifle: where its points lie, for the mesh that shows it and for the clips that hold it.
//
// Space: the Weapon joint's frame. The origin is the joint (over the pistol grip, on the bore's height), the
// barrel points along +Z, the sights are on +Y, the shooter's left is +X; metres. At rest this frame is the
// model's frame moved to the joint, so rest position = joint position + point.
#pragma once

#include <glm/glm.hpp>

namespace phalanx::soldier {

// The pistol grip: the middle of the fist that holds it, and the way the grip points from the receiver down.
// The grip's section is about 26 mm wide (X) and 40 mm deep.
inline constexpr glm::vec3 kRifleGrip{0.0F, -0.065F, -0.028F};
inline constexpr glm::vec3 kRifleGripDown{0.0F, -0.935F, -0.355F};
// The trigger: the index finger's tip, when he fires.
inline constexpr glm::vec3 kRifleTrigger{0.0F, -0.040F, 0.030F};
// The handguard: the middle of its section where the left hand holds it from below. Its section is a rounded
// square with half a side of kRifleHandguardHalf; it runs from z = 0.17 to z = 0.40.
inline constexpr glm::vec3 kRifleHandguard{0.0F, 0.003F, 0.29F};
inline constexpr float kRifleHandguardHalf = 0.021F;
// The magazine's well (its upper end) and the floor plate; the joint Magazine lies between, see
// kMagazineJoint.
inline constexpr glm::vec3 kRifleMagazineTop{0.0F, -0.030F, 0.100F};
inline constexpr glm::vec3 kRifleMagazineBottom{0.0F, -0.155F, 0.125F};
inline constexpr glm::vec3 kMagazineJoint{0.0F, -0.060F, 0.100F};
// The ends of the rifle: it is 0.885 m long.
inline constexpr glm::vec3 kRifleMuzzle{0.0F, 0.003F, 0.610F};
inline constexpr glm::vec3 kRifleButt{0.0F, -0.022F, -0.275F};  // middle of the butt plate, 100 mm high
// The line of sight runs through this point along +Z; an aiming eye is 40 to 70 mm behind it.
inline constexpr glm::vec3 kRifleSight{0.0F, 0.062F, -0.010F};
// A box round all of it, for tests of penetration.
inline constexpr glm::vec3 kRifleMin{-0.024F, -0.157F, -0.277F};
inline constexpr glm::vec3 kRifleMax{0.024F, 0.090F, 0.612F};

}  // namespace phalanx::soldier

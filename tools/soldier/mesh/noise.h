// Value noise from integer hashes: the same on every machine, without tables.
#pragma once

#include <cstdint>
#include <glm/glm.hpp>

namespace phalanx::soldier {

float valueNoise(const glm::vec3& p, std::uint32_t seed);  // 0..1, one cell per unit
float fractalNoise(const glm::vec3& p, std::uint32_t seed,
                   int octaves = 3);  // 0..1, octaves halve in size and strength

}  // namespace phalanx::soldier

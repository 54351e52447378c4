#include "mesh/noise.h"

#include <cmath>

namespace phalanx::soldier {
namespace {

float hashCell(std::uint32_t x, std::uint32_t y, std::uint32_t z, std::uint32_t seed) {
    std::uint32_t h = x * 0x8da6b343U ^ y * 0xd8163841U ^ z * 0xcb1ab31fU ^ seed * 0x9e3779b9U;
    h = (h ^ (h >> 15)) * 0x2c1b3c6dU;
    h = (h ^ (h >> 12)) * 0x297a2d39U;
    return static_cast<float>((h ^ (h >> 15)) & 0xffffU) / 65535.0F;
}

}  // namespace

float valueNoise(const glm::vec3& p, std::uint32_t seed) {
    const glm::vec3 cell = glm::floor(p);
    glm::vec3 t = p - cell;
    t = t * t * (3.0F - 2.0F * t);
    const auto whole = [](float v) { return static_cast<std::uint32_t>(static_cast<std::int32_t>(v)); };
    const std::uint32_t x = whole(cell.x);
    const std::uint32_t y = whole(cell.y);
    const std::uint32_t z = whole(cell.z);
    const auto row = [&](std::uint32_t dy, std::uint32_t dz) {
        return glm::mix(hashCell(x, y + dy, z + dz, seed), hashCell(x + 1, y + dy, z + dz, seed), t.x);
    };
    return glm::mix(glm::mix(row(0, 0), row(1, 0), t.y), glm::mix(row(0, 1), row(1, 1), t.y), t.z);
}

float fractalNoise(const glm::vec3& p, std::uint32_t seed, int octaves) {
    float sum = 0.0F;
    float strength = 1.0F;
    float total = 0.0F;
    glm::vec3 q = p;
    for (int i = 0; i < octaves; ++i) {
        sum += strength * valueNoise(q, seed + static_cast<std::uint32_t>(i));
        total += strength;
        strength *= 0.5F;
        q *= 2.13F;
    }
    return sum / total;
}

}  // namespace phalanx::soldier

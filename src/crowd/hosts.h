// Two hosts that face each other across a field: formation battle. Each consists of companies, which stand in
// lines behind each other; a company stands in ranks, its files side by side.
#pragma once

#include <cstdint>
#include <glm/glm.hpp>
#include <vector>

namespace phalanx {

inline constexpr int kHosts = 2;
inline constexpr std::uint32_t kCompanyUnits = 96;  // about; a host divides itself evenly
inline constexpr std::uint32_t kCompanyFiles = 16;  // at most
inline constexpr double kBetweenCompanies = 3.0;    // spacings, side by side and behind each other

struct Company {
    std::uint32_t first = 0;  // unit; the units of a company follow each other, rank by rank from the front
    std::uint32_t count = 0;
    std::uint32_t files = 1;
    std::uint8_t host = 0;
    std::uint32_t line = 0;    // 0: in front
    std::uint32_t column = 0;  // of companies behind each other
    glm::dvec2 front_m{0.0};   // the middle of its front rank, x and z in the world
    double facing_rad = 0.0;   // heading, see crowd.h
};

// Between the two front ranks. Small hosts begin nearer to each other, at about the range of muskets, so that
// they are large in the view and fire soon.
double betweenHosts_m(std::uint32_t units);

// The units of host 0 come first and face +Z, from -Z. facing_rad turns the whole field.
std::vector<Company> hostCompanies(std::uint32_t units, double spacing_m, double facing_rad = 0.0);

// The place in a company, relative to the middle of its front rank: x to the left, y ahead, metres.
glm::dvec2 rankPlace_m(const Company& company, std::uint32_t file, std::uint32_t rank, double spacing_m);

// From the axes of a unit with this facing to x and z in the world.
glm::dvec2 turned(const glm::dvec2& left_ahead_m, double facing_rad);

}  // namespace phalanx

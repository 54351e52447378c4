#include "crowd/hosts.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace phalanx {

glm::dvec2 turned(const glm::dvec2& left_ahead_m, double facing_rad) {
    const double c = std::cos(facing_rad);
    const double s = std::sin(facing_rad);
    return {c * left_ahead_m.x + s * left_ahead_m.y, c * left_ahead_m.y - s * left_ahead_m.x};
}

glm::dvec2 rankPlace_m(const Company& company, std::uint32_t file, std::uint32_t rank, double spacing_m) {
    return {((company.files - 1) * 0.5 - file) * spacing_m, -static_cast<double>(rank) * spacing_m};
}

double betweenHosts_m(std::uint32_t units) {
    constexpr double kLeast_m = 58.0;
    constexpr double kMore_m = 0.032;  // per unit
    constexpr double kMost_m = 90.0;
    return std::min(kLeast_m + kMore_m * units, kMost_m);
}

std::vector<Company> hostCompanies(std::uint32_t units, double spacing_m, double facing_rad) {
    std::vector<Company> companies;
    std::uint32_t first = 0;
    for (int host = 0; host < kHosts; ++host) {
        const std::uint32_t in_host = host == 0 ? units - units / 2 : units / 2;
        if (in_host == 0) break;
        const auto count = static_cast<std::uint32_t>(
            std::max<long>(1, std::lround(static_cast<double>(in_host) / kCompanyUnits)));
        const std::uint32_t most = (in_host + count - 1) / count;
        const std::uint32_t files = std::clamp<std::uint32_t>(
            static_cast<std::uint32_t>(std::ceil(std::sqrt(2.5 * most))), 1, kCompanyFiles);
        const std::uint32_t ranks = (most + files - 1) / files;
        const double width_m = (files - 1 + kBetweenCompanies) * spacing_m;
        const double depth_m = (ranks - 1 + kBetweenCompanies) * spacing_m;
        // A host is some four times as wide as deep.
        const auto across = std::clamp<std::uint32_t>(
            static_cast<std::uint32_t>(std::lround(std::sqrt(4.0 * count * depth_m / width_m))), 1, count);
        const double heading = facing_rad + (host == 0 ? 0.0 : std::numbers::pi);
        for (std::uint32_t c = 0; c < count; ++c) {
            Company company;
            company.first = first;
            company.count = in_host / count + (c < in_host % count ? 1 : 0);
            company.files = std::min(files, company.count);
            company.host = static_cast<std::uint8_t>(host);
            company.line = c / across;
            // A short last line stands in the middle, behind columns of those ahead.
            const std::uint32_t in_line = std::min(across, count - company.line * across);
            company.column = (across - in_line) / 2 + c % across;
            const glm::dvec2 from_middle{((across - 1) * 0.5 - company.column) * width_m,
                                         -0.5 * betweenHosts_m(units) - company.line * depth_m};
            company.front_m = turned(from_middle, heading);
            company.facing_rad = heading;
            companies.push_back(company);
            first += company.count;
        }
    }
    return companies;
}

}  // namespace phalanx

#include "crowd/formations.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numbers>

#include "crowd/hosts.h"
#include "crowd/poisson_tile.h"

namespace phalanx {
namespace {

constexpr double kPi = std::numbers::pi;

// Moves the centroid, which a short last block shifts, back to the origin.
void center(std::vector<Slot>& slots) {
    glm::dvec2 sum{0.0};
    for (const Slot& slot : slots) sum += glm::dvec2(slot.place);
    const glm::vec2 middle(sum / static_cast<double>(slots.size()));
    for (Slot& slot : slots) slot.place -= middle;
}

glm::vec2 place(double left, double ahead) {
    return {static_cast<float>(left), static_cast<float>(ahead)};
}

// The position of unit i in ranks of `width`, the first rank in front, relative to the middle of the
// rectangle of all ranks. In units of the spacing; x to the left, y ahead.
glm::dvec2 rankPlace(std::uint32_t i, std::uint32_t count, std::uint32_t width) {
    const std::uint32_t depth = (count + width - 1) / width;
    const std::uint32_t rank = i / width;
    const std::uint32_t in_rank = std::min(width, count - rank * width);
    return {(in_rank - 1) * 0.5 - (i - rank * width), (depth - 1) * 0.5 - rank};
}

std::vector<Slot> layGrid(const FormationRequest& r) {
    std::vector<Slot> slots(r.units);
    const auto width = static_cast<std::uint32_t>(std::ceil(std::sqrt(static_cast<double>(r.units)) - 1e-9));
    for (std::uint32_t i = 0; i < r.units; ++i) {
        const glm::dvec2 p = rankPlace(i, r.units, width) * r.spacing_m;
        slots[i].place = place(p.x, p.y);
        slots[i].team = p.x > 0.0 ? 0 : 1;
    }
    return slots;
}

std::vector<Slot> layPhalanx(const FormationRequest& r) {
    const std::uint32_t full_ranks = kBlockWidth * kBlockDepth;
    const std::uint32_t block_units = full_ranks + (r.officers ? 1 : 0);
    const std::uint32_t blocks = (r.units + block_units - 1) / block_units;
    // The formation is about twice as wide as deep, in metres.
    const double block_width = kBlockWidth - 1 + kLaneBeside;
    const double block_depth = kBlockDepth - 1 + kLaneBehind;
    const auto across = std::clamp<std::uint32_t>(
        static_cast<std::uint32_t>(std::lround(std::sqrt(2.0 * blocks * block_depth / block_width))), 1,
        blocks);

    std::vector<Slot> slots(r.units);
    for (std::uint32_t block = 0; block < blocks; ++block) {
        const std::uint32_t first = block * block_units;
        const std::uint32_t count = std::min(block_units, r.units - first);
        const bool led = r.officers && count > 5;
        const std::uint32_t ranked = count - (led ? 1 : 0);
        // A single short block is 1.5 times as wide as deep; a short block among others has their width.
        const std::uint32_t width =
            blocks > 1 || ranked >= full_ranks
                ? kBlockWidth
                : std::min(kBlockWidth,
                           static_cast<std::uint32_t>(std::ceil(std::sqrt(1.5 * ranked) - 1e-9)));
        const std::uint32_t depth = (ranked + width - 1) / width;
        const glm::dvec2 grid = rankPlace(block, blocks, across);
        const glm::dvec2 middle{grid.x * block_width, grid.y * block_depth};
        // The front rank of a short block is aligned with those of its neighbours.
        const double front = blocks > 1 ? (kBlockDepth - depth) * 0.5 : 0.0;
        const auto team = static_cast<std::uint8_t>((block % across + block / across) % kTeams);
        for (std::uint32_t i = 0; i < count; ++i) {
            Slot& slot = slots[first + i];
            slot.block = block;
            slot.team = team;
            slot.leads = led && i == 0;
            const glm::dvec2 p = slot.leads ? glm::dvec2{0.0, (depth - 1) * 0.5 + 2.0}
                                            : rankPlace(i - (led ? 1 : 0), ranked, width);
            slot.place = place((middle.x + p.x) * r.spacing_m, (middle.y + p.y + front) * r.spacing_m);
        }
    }
    center(slots);
    return slots;
}

// The number of units on a circle with the straight distance `spacing` between neighbours.
std::uint32_t ringCapacity(double radius, double spacing) {
    if (radius < spacing * 0.5) return 1;
    return static_cast<std::uint32_t>(
        std::floor(kPi / std::asin(std::min(1.0, spacing / (2.0 * radius))) + 1e-9));
}

std::vector<Slot> layRing(const FormationRequest& r) {
    std::vector<Slot> slots(r.units);
    // The area pi (R^2 - (R/2)^2) has room for all units at one unit per spacing squared.
    const double outer = r.spacing_m * std::sqrt(r.units / (0.75 * kPi));
    double radius = r.units == 1 ? 0.0 : std::max(0.5 * outer, 0.5 * r.spacing_m);
    std::uint32_t i = 0;
    for (std::uint32_t ring = 0; i < r.units; ++ring, radius += r.spacing_m) {
        std::uint32_t count = std::min(ringCapacity(radius, r.spacing_m), r.units - i);
        if (i == 0 && r.units <= 8) {  // a few units stand in one ring at the minimum distance
            count = r.units;
            if (count > 1) radius = r.spacing_m / (2.0 * std::sin(kPi / count));
        }
        for (std::uint32_t k = 0; k < count; ++k, ++i) {
            const double angle = 2.0 * kPi * (k + 0.5 * (ring % 2)) / count;
            slots[i].place = place(radius * std::sin(angle), radius * std::cos(angle));
            slots[i].heading = r.outward && radius > 0.0 ? static_cast<float>(angle) : 0.0F;
            slots[i].team = static_cast<std::uint8_t>(
                std::min(kTeams - 1, static_cast<int>(kTeams * angle / (2.0 * kPi))));
        }
    }
    return slots;
}

std::vector<Slot> layScatter(const FormationRequest& r) {
    const PoissonTile tile = makePoissonTile(r.seed);
    // The radius of a disc with enough points, plus a margin because the density varies.
    const double density = static_cast<double>(tile.points.size()) / (tile.side * tile.side);
    const double disc = std::sqrt(r.units / (density * kPi)) + 3.0;
    struct Candidate {
        glm::dvec2 place;
        double distance2;
    };
    std::vector<Candidate> candidates;
    candidates.reserve(static_cast<std::size_t>(density * kPi * disc * disc * 1.1) + 64);
    // Tiles that touch the disc; the middle tile is centred at the origin.
    const int reach = static_cast<int>(std::ceil(disc / tile.side + 0.5));
    for (int ty = -reach; ty <= reach; ++ty) {
        for (int tx = -reach; tx <= reach; ++tx) {
            const glm::dvec2 corner{(tx - 0.5) * tile.side, (ty - 0.5) * tile.side};
            const glm::dvec2 nearest = glm::clamp(glm::dvec2{0.0}, corner, corner + tile.side);
            if (glm::dot(nearest, nearest) > disc * disc) continue;
            for (const glm::dvec2& p : tile.points) {
                const glm::dvec2 q = corner + p;
                const double distance2 = glm::dot(q, q);
                if (distance2 <= disc * disc) candidates.push_back({q, distance2});
            }
        }
    }
    assert(candidates.size() >= r.units);
    // The nearest points in the order of the tiles, because the order of std::nth_element depends on the
    // standard library.
    std::vector<double> distances(candidates.size());
    for (std::size_t i = 0; i < candidates.size(); ++i) distances[i] = candidates[i].distance2;
    std::nth_element(distances.begin(), distances.begin() + (r.units - 1), distances.end());
    const double limit = distances[r.units - 1];
    std::vector<Slot> slots;
    slots.reserve(r.units);
    for (const Candidate& c : candidates) {
        if (c.distance2 > limit || slots.size() == r.units) continue;
        Slot slot;
        slot.place = place(c.place.x * r.spacing_m, c.place.y * r.spacing_m);
        slot.team = c.place.x > 0.0 ? 0 : 1;
        slots.push_back(slot);
    }
    return slots;
}

std::vector<Slot> layBattle(const FormationRequest& r) {
    std::vector<Slot> slots(r.units);
    const std::vector<Company> companies = hostCompanies(r.units, r.spacing_m);
    for (std::uint32_t c = 0; c < companies.size(); ++c) {
        const Company& company = companies[c];
        for (std::uint32_t i = 0; i < company.count; ++i) {
            Slot& slot = slots[company.first + i];
            const glm::dvec2 p = company.front_m + turned(rankPlace_m(company, i % company.files,
                                                                      i / company.files, r.spacing_m),
                                                          company.facing_rad);
            slot.place = place(p.x, p.y);
            slot.heading = static_cast<float>(company.facing_rad);
            slot.block = c;
            slot.team = company.host;
        }
    }
    return slots;
}

}  // namespace

std::vector<Slot> layFormation(const FormationRequest& request) {
    assert(request.units >= 1 && request.spacing_m > 0.0);
    switch (request.formation) {
        case Formation::kGrid:
            return layGrid(request);
        case Formation::kPhalanx:
            return layPhalanx(request);
        case Formation::kRing:
            return layRing(request);
        case Formation::kScatter:
            return layScatter(request);
        case Formation::kBattle:
            return layBattle(request);
    }
    return {};
}

}  // namespace phalanx

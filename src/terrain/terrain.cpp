#include "terrain/terrain.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "terrain/heightmap.h"
#include "terrain/hills.h"

namespace phalanx {
namespace {

constexpr int kHillSamples = 512;  // per side

// Numbers of samples, first to last, of one direction.
struct Interval {
    std::int64_t first = 0;
    std::int64_t last = 0;
};

// The samples of the grid that the squares `first` .. `last` use, which may lie outside the grid.
Interval samplesOf(std::int64_t first, std::int64_t last, std::int64_t count) {
    const auto tileOf = [&](std::int64_t square) {
        return square >= 0 ? square / count : -((-square - 1) / count) - 1;
    };
    const auto sampleOf = [&](std::int64_t square) {
        const std::int64_t tile = tileOf(square);
        const std::int64_t within = square - tile * count;
        return tile % 2 == 0 ? within : count - 1 - within;
    };
    const std::int64_t tiles = tileOf(last) - tileOf(first);
    if (tiles > 1) return {0, count - 1};
    const auto [low, high] = std::minmax({sampleOf(first), sampleOf(last)});
    if (tiles == 0) return {low, high};
    // They cross an edge where the grid is mirrored: the far one of an unmirrored tile, else the near one.
    return tileOf(first) % 2 == 0 ? Interval{low, count - 1} : Interval{0, high};
}

HeightRange around(const HeightRange& a, const HeightRange& b) {
    return {std::min(a.low, b.low), std::max(a.high, b.high)};
}

// Steps between neighbours bound the slope of the spline.
double steepestOf(std::span<const float> heights, int columns, int rows) {
    const auto heightAt = [&](int column, int row) {
        const int c = std::clamp(column, 0, columns - 1);
        const int r = std::clamp(row, 0, rows - 1);
        return static_cast<double>(heights[static_cast<std::size_t>(r) * static_cast<std::size_t>(columns) +
                                           static_cast<std::size_t>(c)]);
    };
    double steepest = 0.0;
    for (int row = 0; row < rows; ++row) {
        for (int column = 0; column < columns; ++column) {
            double along = 0.0;
            double across = 0.0;
            for (int i = -1; i <= 1; ++i) {
                for (int side = 0; side <= 1; ++side) {
                    along = std::max(along, std::abs(heightAt(column + side, row + i) -
                                                     heightAt(column + side - 1, row + i)));
                    across = std::max(across, std::abs(heightAt(column + i, row + side) -
                                                       heightAt(column + i, row + side - 1)));
                }
            }
            steepest = std::max(steepest, std::hypot(along, across));
        }
    }
    return steepest;
}

std::vector<std::vector<HeightRange>> levelsOf(std::span<const float> heights, int columns, int rows) {
    std::vector<std::vector<HeightRange>> levels(1);
    for (const float height : heights) levels.front().push_back({height, height});
    auto width = static_cast<std::size_t>(columns);
    auto depth = static_cast<std::size_t>(rows);
    while (width > 1 || depth > 1) {
        const std::vector<HeightRange>& fine = levels.back();
        const std::size_t half_width = (width + 1) / 2;
        const std::size_t half_depth = (depth + 1) / 2;
        std::vector<HeightRange> coarse;
        coarse.reserve(half_width * half_depth);
        for (std::size_t z = 0; z < half_depth; ++z) {
            for (std::size_t x = 0; x < half_width; ++x) {
                const std::size_t right = std::min(2 * x + 1, width - 1);
                const std::size_t below = std::min(2 * z + 1, depth - 1);
                coarse.push_back(around(around(fine[2 * z * width + 2 * x], fine[2 * z * width + right]),
                                        around(fine[below * width + 2 * x], fine[below * width + right])));
            }
        }
        levels.push_back(std::move(coarse));
        width = half_width;
        depth = half_depth;
    }
    return levels;
}

}  // namespace

Terrain::Terrain(std::vector<float> heights, int columns, int rows, double side_m)
    : heights_(std::move(heights)),
      columns_(columns),
      rows_(rows),
      per_m_(static_cast<float>(std::max(columns, rows) / side_m)) {
    assert(columns >= 1 && rows >= 1 && columns <= PH_TERRAIN_MOST_SIDE && rows <= PH_TERRAIN_MOST_SIDE);
    assert(heights_.size() == static_cast<std::size_t>(columns) * static_cast<std::size_t>(rows));
    levels_ = levelsOf(heights_, columns, rows);
    steepest_ = steepestOf(heights_, columns, rows) * static_cast<double>(per_m_);
}

layout::TerrainPoint Terrain::at(const glm::vec2& place) const {
    const glm::ivec2 count(columns_, rows_);
    const layout::TerrainSquare s = layout::terrainSquare(place, count, per_m_);
    glm::mat3 heights;
    for (int i = 0; i < 3; ++i) {
        const int column = layout::terrainSample(s.square.x + i - 1, columns_);
        for (int j = 0; j < 3; ++j) {
            const int row = layout::terrainSample(s.square.y + j - 1, rows_);
            heights[i][j] = heights_[static_cast<std::size_t>(row) * static_cast<std::size_t>(columns_) +
                                     static_cast<std::size_t>(column)];
        }
    }
    return layout::terrainPoint(heights, s.within, per_m_);
}

glm::dvec3 Terrain::normal(const glm::dvec2& place) const {
    const glm::dvec2 slope(at(glm::vec2(place)).slope);
    return glm::normalize(glm::dvec3(-slope.x, 1.0, -slope.y));
}

HeightRange Terrain::range(const glm::dvec2& low, const glm::dvec2& high) const {
    const auto samples = [&](double from, double to, int count) {
        const double shift = 0.5 * count;
        const auto per_m = static_cast<double>(per_m_);
        return samplesOf(static_cast<std::int64_t>(std::floor(from * per_m + shift)) - 1,
                         static_cast<std::int64_t>(std::floor(to * per_m + shift)) + 1, count);
    };
    const Interval across = samples(low.x, high.x, columns_);
    const Interval along = samples(low.y, high.y, rows_);
    // The finest level in which the rectangle has at most four squares per side.
    constexpr std::int64_t kMost = 4;
    std::size_t level = 0;
    const auto countAt = [&](const Interval& of) { return (of.last >> level) - (of.first >> level) + 1; };
    while (countAt(across) > kMost || countAt(along) > kMost) ++level;
    const std::vector<HeightRange>& ranges = levels_[level];
    auto width = static_cast<std::int64_t>(columns_);
    for (std::size_t i = 0; i < level; ++i) width = (width + 1) / 2;
    HeightRange all =
        ranges[static_cast<std::size_t>((along.first >> level) * width + (across.first >> level))];
    for (std::int64_t z = along.first >> level; z <= along.last >> level; ++z) {
        for (std::int64_t x = across.first >> level; x <= across.last >> level; ++x)
            all = around(all, ranges[static_cast<std::size_t>(z * width + x)]);
    }
    return all;
}

std::optional<double> Terrain::meet(const glm::dvec3& from, const glm::dvec3& direction,
                                    double farthest_m) const {
    const auto above = [&](double distance) {
        const glm::dvec3 at = from + direction * distance;
        return at.y - height_m({at.x, at.z});
    };
    if (above(0.0) < 0.0) return std::nullopt;
    const double half_square = 0.5 / static_cast<double>(per_m_);
    double before = 0.0;
    while (before < farthest_m) {
        double after = before + std::max(half_square, 0.01 * before);
        // High above everything, nothing is met before its height is reached.
        const double over = from.y + direction.y * before - range().high;
        if (over > 0.0) {
            if (direction.y >= 0.0) return std::nullopt;
            after = std::max(after, before + over / -direction.y);
        }
        if (above(after) < 0.0) {
            for (int i = 0; i < 48; ++i) {
                const double middle = 0.5 * (before + after);
                (above(middle) < 0.0 ? after : before) = middle;
            }
            return after <= farthest_m ? std::optional(after) : std::nullopt;
        }
        before = after;
    }
    return std::nullopt;
}

std::optional<double> meetGround(const Terrain* terrain, const glm::dvec3& from, const glm::dvec3& direction,
                                 double farthest_m) {
    if (terrain != nullptr) return terrain->meet(from, direction, farthest_m);
    const double distance = -from.y / direction.y;
    if (!(direction.y < 0.0) || distance > farthest_m) return std::nullopt;
    return distance;
}

std::shared_ptr<const Terrain> makeTerrain(const TerrainSettings& settings) {
    if (settings.ground == kGroundFlat) return nullptr;
    Heightmap map = settings.ground == kGroundHills
                        ? Heightmap{kHillSamples, kHillSamples, makeHills(kHillSamples)}
                        : readHeightmap(settings.ground);
    for (float& height : map.heights) height *= static_cast<float>(settings.height_m);
    return std::make_shared<const Terrain>(std::move(map.heights), map.columns, map.rows, settings.size_m);
}

}  // namespace phalanx

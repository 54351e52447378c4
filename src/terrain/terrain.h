// Hilly ground: a grid of heights, and the smooth surface through it (shaders/include/height_grid.h). No GL.
// World space: metres, Y up; the grid's middle is the world's origin. Flat ground, y = 0, is no Terrain at
// all: code that takes a pointer treats nullptr as flat.
#pragma once

#include <cstdint>
#include <glm/glm.hpp>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "height_grid.h"
#include "terrain/terrain_settings.h"

namespace phalanx {

struct HeightRange {
    double low = 0.0;
    double high = 0.0;
};

class Terrain {
  public:
    // heights: metres, columns * rows of them, row after row in the direction of +Z, each along +X. The
    // longer side of the grid is `side_m` long. columns, rows: 1 .. PH_TERRAIN_MOST_SIDE.
    Terrain(std::vector<float> heights, int columns, int rows, double side_m);

    // In single precision, as shaders compute it. place: x and z.
    layout::TerrainPoint at(const glm::vec2& place) const;
    double height_m(const glm::dvec2& place) const {
        return static_cast<double>(at(glm::vec2(place)).height);
    }
    glm::dvec3 normal(const glm::dvec2& place) const;  // unit length, upwards

    // Contains all heights in the rectangle between two places: of at most 4 x 4 cells, each 1, 2, 4 ...
    // squares wide, that cover it.
    HeightRange range(const glm::dvec2& low, const glm::dvec2& high) const;
    HeightRange range() const { return levels_.back().front(); }
    double steepest() const { return steepest_; }  // largest slope, metres per metre

    // Where a ray meets the ground from above: the distance along `direction`, of unit length; nullopt if it
    // does not within `farthest_m`. Found in steps of half a square or, farther away, of a hundredth of the
    // distance: a ridge that is narrower is missed.
    std::optional<double> meet(const glm::dvec3& from, const glm::dvec3& direction, double farthest_m) const;

    std::span<const float> heights() const { return heights_; }
    int columns() const { return columns_; }
    int rows() const { return rows_; }
    float per_m() const { return per_m_; }  // squares per metre

  private:
    std::vector<float> heights_;
    int columns_ = 0;
    int rows_ = 0;
    float per_m_ = 1.0F;
    double steepest_ = 0.0;
    // Ranges of squares of 1, 2, 4 ... samples, row after row; the last level is one range.
    std::vector<std::vector<HeightRange>> levels_;
};

// nullptr: flat. Throws as readHeightmap().
std::shared_ptr<const Terrain> makeTerrain(const TerrainSettings& settings);

// The next functions take flat ground, too: nullptr.
inline double groundHeight(const Terrain* terrain, const glm::dvec2& place) {
    return terrain == nullptr ? 0.0 : terrain->height_m(place);
}
// As Terrain::meet().
std::optional<double> meetGround(const Terrain* terrain, const glm::dvec3& from, const glm::dvec3& direction,
                                 double farthest_m);
// Puts a unit's placement on flat ground (layout::UnitState) onto this ground. In single precision, as the
// shaders do it.
inline void standOn(const Terrain* terrain, glm::vec4& placement) {
    if (terrain != nullptr) placement.y += terrain->at({placement.x, placement.z}).height;
}

}  // namespace phalanx

// Blend spaces: clips at points of a parameter space of one or two dimensions, for example speed, or the
// velocity of a unit.
#pragma once

#include <array>
#include <glm/glm.hpp>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace phalanx {

struct BlendSpacePoint {
    std::string clip;        // a name or "#K", see findClip()
    std::vector<double> at;  // as many numbers as the space has dimensions
    // The phase of the clip, in cycles, where the common phase is 0. None: found, see contactPhase().
    std::optional<double> sync;
    // Travel over the ground during one cycle, metres in model space: x and z. None: the clip's stride_speed
    // along +Z.
    std::optional<glm::dvec2> stride_m;
};

struct BlendSpace {
    std::string name;
    int dimensions = 1;                   // 1 or 2
    std::vector<BlendSpacePoint> points;  // at least one; no two at the same place
};

struct BlendSpaces {
    std::vector<BlendSpace> spaces;

    // nullptr if there is none of that name.
    const BlendSpace* find(const std::string& name) const;
};

inline constexpr std::size_t kMostSpacePoints = 64;  // of one space
inline constexpr double kMostCoordinate = 1e6;       // of a point of a space, below and above 0

// How the plane (or line) of a space is divided: triangles, and segments where all points are on one line.
class SpaceGrid {
  public:
    // Points of one space, all different; with one dimension, y is 0.
    explicit SpaceGrid(std::span<const glm::dvec2> points);

    struct Weight {
        int point = 0;
        double weight = 0.0;
    };
    // Up to three points with weights above 0, sum 1, heaviest first: barycentric coordinates in the triangle
    // that contains `at`, else of the nearest point of the hull.
    std::vector<Weight> weightsAt(const glm::dvec2& at) const;

    // Of the Delaunay triangulation, counter-clockwise; empty if all points are on one line.
    const std::vector<std::array<int, 3>>& triangles() const { return triangles_; }

    const glm::dvec2& place(int point) const { return points_[static_cast<std::size_t>(point)]; }
    // Of triangles or, if all points are on one line, its pieces.
    std::vector<std::array<int, 2>> edges() const;

  private:
    std::vector<glm::dvec2> points_;
    std::vector<std::array<int, 3>> triangles_;
    std::vector<std::array<int, 2>> segments_;  // the hull, or the line's pieces
};

}  // namespace phalanx

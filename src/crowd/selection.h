// Culling and LOD selection on the CPU. No GL.
//
// A unit is visible if the vertical cylinder around it for the two clips that it plays
// (anim/bake/clip_bounds.h) intersects the view's volume, at its position at `now`. The result equals a test
// of every unit in double precision, but most units need no test: units are sorted into the cells of a grid
// on the ground, and each cell has a box that its units cannot have left yet, given their top speed. If the
// box is completely outside, or inside with a single LOD, the result holds for all units of the cell. See
// docs/culling.md.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <glm/glm.hpp>
#include <span>
#include <vector>

#include "anim/bake/clip_bounds.h"
#include "crowd/crowd.h"

namespace phalanx {

inline constexpr std::size_t kMaxLods = 9;

// The properties of a model that the selection needs.
struct SelectionModel {
    std::vector<ClipBounds> clips;  // per clip
    // Per LOD, the distance of its surface from the model's surface, metres, ascending; the first is 0. 1 to
    // kMaxLods entries.
    std::vector<double> lod_error_m{0.0};

    friend bool operator==(const SelectionModel&, const SelectionModel&) = default;
};

struct SelectionView {
    static constexpr std::size_t kMaxPlanes = 12;  // PH_SELECT_PLANES
    using Planes = std::array<glm::dvec4, kMaxPlanes>;
    using Hole = std::array<glm::dvec4, 6>;
    static constexpr glm::dvec4 kAllInside{0.0, 0.0, 0.0, 1.0};
    static constexpr glm::dvec4 kNoneInside{0.0, 0.0, 0.0, -1.0};

    // The planes of the volume: dot(plane.xyz, p - origin) + plane.w >= 0 inside. xyz has unit length, or the
    // plane is one of the constants above.
    Planes planes{kAllInside, kAllInside, kAllInside, kAllInside, kAllInside, kAllInside,
                  kAllInside, kAllInside, kAllInside, kAllInside, kAllInside, kAllInside};
    // Units whose cylinder is completely inside this volume are left out.
    Hole hole{kNoneInside, kNoneInside, kNoneInside, kNoneInside, kNoneInside, kNoneInside};
    glm::dvec3 origin{0.0};  // the eye, in world space
    // The allowed error is error_base_m + error_per_metre * distance, with the distance from the origin to
    // the unit's bounding sphere. A unit gets the coarsest LOD whose error is at most this. Both 0: LOD 0 for
    // all.
    double error_base_m = 0.0;
    double error_per_metre = 0.0;
    // A unit is left out if the diameter of its bounding sphere is less than this fraction (0 .. 1) of the
    // allowed error.
    double small_share = 1.0;
};

// The allowed error of a unit is reduced by a fraction of up to this, which depends on its number. So units
// change LOD one by one over a band of distances, and not all at the same distance.
inline constexpr double kLodBand = 0.15;  // equal to PH_LOD_BAND
// The unit's position in the band: 0 <= x < 1. `unit`: its number.
double lodShareOf(std::uint32_t unit);

// The view of a projection with clip coordinates -w..w.
SelectionView viewOf(const glm::dmat4& clip_from_world, const glm::dvec3& origin);

// The size of a pixel in metres per metre of distance, in an image of height `height_px`. Taken in the
// image's corner, where it is smallest.
double metresPerPixel(double fov_y_deg, double aspect, double height_px);

class CrowdSelection {
  public:
    struct Run {
        int group = 0;  // index into Crowd::groups()
        int lod = 0;
        std::size_t first = 0;  // index into the output of write()
        std::size_t count = 0;
    };

    // Updates from the crowd at `now`. Call it once per frame, before select(). `models`: one entry per model
    // of the crowd. Units written since the last call are read again. The crowd must exist and stay unchanged
    // until the last write().
    void follow(const Crowd& crowd, std::span<const SelectionModel> models, Ticks now);

    // Selects units for a view. Returns the non-empty runs, by group and LOD; valid until the next call.
    std::span<const Run> select(const SelectionView& view);

    std::span<const Run> runs() const { return runs_; }
    std::size_t count() const { return count_; }  // number of units in all runs
    // Writes the indices of each run's units in their group. `out` must have at least count() elements.
    void write(std::span<std::uint32_t> out) const;
    // The LOD of each unit of a group after the last select(), by its index; -1: not visible. For tests.
    std::vector<int> lods(int group) const;
    // The LOD of one unit in a view, -1: not visible. Does not need follow().
    static int lodInView(const Crowd& crowd, const SelectionModel& model, Ticks now,
                         const SelectionView& view, const UnitPlace& unit);
    // An upright box in world space that contains one unit. Does not need follow().
    struct Box {
        glm::dvec3 low{0.0};
        glm::dvec3 high{0.0};
    };
    static Box boxAround(const Crowd& crowd, const SelectionModel& model, Ticks now, const UnitPlace& unit);
    // The number of units that the last select() tested individually. For measurements.
    std::size_t lookedAt() const { return looked_at_; }
    std::size_t bytes() const;

  private:
    static constexpr std::uint8_t kMixed = 255;
    struct Cell {
        std::uint32_t group = 0;
        std::uint32_t first = 0;  // index into the group's order
        std::uint32_t count = 0;
        Ticks measured = 0;   // when the box was measured
        bool fresh = false;   // the box is valid for the current units
        glm::dvec3 min{0.0};  // as if the ground were flat
        glm::dvec3 max{0.0};
        double speed_m_per_tick = 0.0;  // of the fastest unit, metres per tick
        double scale_min = 1.0;
        double scale_max = 1.0;
        double ball_min = 0.0;  // smallest radius of a sphere around a unit's cylinder
        double ball_max = 0.0;  // largest such radius
        ClipBounds bounds;      // around the bounds of all units
        // Result for all units: 1 + LOD, or 0: not visible. kMixed: each unit has its own result.
        std::uint8_t answer = 0;
    };
    struct Group {
        std::vector<std::uint32_t> order;  // unit indices, sorted by cell
        std::vector<std::uint8_t> lods;    // in that order, for mixed cells: 1 + LOD, or 0: not visible
    };
    struct Chunk {  // cells of one group that a thread processes at a time
        std::size_t group = 0;
        std::size_t first = 0;
        std::size_t last = 0;
        std::size_t looked_at = 0;  // units tested individually
        // Number of units per LOD, later their offset in the output.
        std::array<std::size_t, kMaxLods> at{};
    };
    struct Moment;  // values that all units of the frame share
    struct Placed;  // position, scale and cylinder of a unit at `now`

    void build();
    static Placed place(const SelectionModel& model, std::span<const glm::uvec4> clips,
                        const UnitInstance& unit, const Moment& moment);
    static Placed placeOne(const Crowd& crowd, const SelectionModel& model, Ticks now, const UnitPlace& unit);
    static std::uint8_t judgeUnit(const SelectionModel& model, const SelectionView& view,
                                  const UnitInstance& unit, const Placed& placed);
    void measure(Cell& cell, const Moment& moment) const;
    std::size_t judge(Cell& cell, const Moment& moment, const SelectionView& view);
    void count(Chunk& chunk) const;
    void makeRuns();

    const Crowd* crowd_ = nullptr;
    std::vector<SelectionModel> models_;
    Ticks now_ = 0;
    std::uint64_t layout_version_ = ~std::uint64_t{0};
    std::uint64_t units_written_ = 0;
    std::vector<Cell> cells_;
    std::vector<Group> groups_;
    std::vector<std::vector<glm::uvec4>> clip_tables_;  // per model
    std::vector<Run> runs_;
    std::vector<Chunk> chunks_;
    std::size_t count_ = 0;
    std::size_t looked_at_ = 0;
};

}  // namespace phalanx

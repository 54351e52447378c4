// Which units of a crowd a view shows, and in how much detail. No GL.
//
// A unit is shown where the upright cylinder that holds it in both clips that it plays
// (anim/bake/clip_bounds.h) reaches into the view's volume, at the place where it is at `now`. The answer is
// that of a test of every unit by itself, in double precision. Units lie in cells of a grid over the ground,
// so that most of them need none: a cell knows a box that its units cannot have left yet, because each has a
// top speed, and a box that lies wholly outside, or inside at one level of detail, answers for all of them.
// docs/scale.md has the whole story.
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

inline constexpr std::size_t kMaxLevels = 9;

// What the choice asks of a model of the army.
struct SelectionModel {
    std::vector<ClipBounds> clips;  // one a clip
    // How far each level's surface is from the model's own, metres, ascending; the first is 0. 1 to
    // kMaxLevels.
    std::vector<double> level_error_m{0.0};

    friend bool operator==(const SelectionModel&, const SelectionModel&) = default;
};

struct SelectionView {
    static constexpr std::size_t kMaxPlanes = 12;  // PH_SELECT_PLANES
    using Planes = std::array<glm::dvec4, kMaxPlanes>;
    using Hole = std::array<glm::dvec4, 6>;
    static constexpr glm::dvec4 kAllInside{0.0, 0.0, 0.0, 1.0};
    static constexpr glm::dvec4 kNobodyInside{0.0, 0.0, 0.0, -1.0};

    // Of the volume: dot(plane.xyz, p - origin) + plane.w >= 0 inside; xyz of unit length, or one of the
    // above.
    Planes planes{kAllInside, kAllInside, kAllInside, kAllInside, kAllInside, kAllInside,
                  kAllInside, kAllInside, kAllInside, kAllInside, kAllInside, kAllInside};
    // Whose cylinder lies wholly inside of this is left out.
    Hole hole{kNobodyInside, kNobodyInside, kNobodyInside, kNobodyInside, kNobodyInside, kNobodyInside};
    glm::dvec3 origin{0.0};  // world; the eye
    // A unit takes the coarsest level whose error is at most base + per_metre * distance, and is left out
    // where its whole height is less than so much of that; distance: from the origin to the nearest of its
    // bounds. Both 0: level 0 for all.
    double error_base_m = 0.0;
    double error_per_metre = 0.0;
    double small_share = 1.0;  // 0 .. 1
};

// How much of the error allowed a unit may forgo, by its number: units change level one by one over this band
// of distances, and not all in one ring.
inline constexpr double kLevelBand = 0.15;  // PH_LEVEL_BAND
// Which part of the band: 0 <= x < 1, by UnitInstance::look.z.
double levelShareOf(std::uint32_t unit);

// The volume of a projection, clip coordinates -w..w.
SelectionView viewOf(const glm::dmat4& clip_from_world, const glm::dvec3& origin);

// What one pixel of a picture `height_px` high is, metres per metre of distance, at the place in the picture
// where it is smallest: its corner.
double metresPerPixel(double fov_y_deg, double aspect, double height_px);

class CrowdSelection {
  public:
    struct Run {
        int group = 0;  // of Crowd::groups()
        int level = 0;
        std::size_t first = 0;  // in what write() writes
        std::size_t count = 0;
    };

    // Takes up the crowd as it is at `now`: once a frame, before select(). models: one a model of the crowd.
    // Reads again what was written since the last call; the crowd must live, unchanged, until the last
    // write().
    void follow(const Crowd& crowd, std::span<const SelectionModel> models, Ticks now);

    // Chooses for a view. The runs that are not empty, by group and level; valid until the next call.
    std::span<const Run> select(const SelectionView& view);

    std::span<const Run> runs() const { return runs_; }
    std::size_t count() const { return count_; }  // of units in all runs
    // The indices of each run's units in its group, cell by cell; `out` holds count() or more.
    void write(std::span<std::uint32_t> out) const;
    // By index in a group, as the last select() has them; -1: not shown. For tests.
    std::vector<int> levels(int group) const;
    // The same of any view, of one unit by himself; needs no follow().
    static int levelInView(const Crowd& crowd, const SelectionModel& model, Ticks now,
                           const SelectionView& view, const UnitPlace& unit);
    // Units that the last select() had to look at by themselves. For measurements.
    std::size_t lookedAt() const { return looked_at_; }
    std::size_t bytes() const;

  private:
    static constexpr std::uint8_t kMixed = 255;
    struct Cell {
        std::uint32_t group = 0;
        std::uint32_t first = 0;  // in the group's order
        std::uint32_t count = 0;
        Ticks measured = 0;  // when the box was
        bool fresh = false;  // the box is of these units
        glm::dvec3 min{0.0};
        glm::dvec3 max{0.0};
        double speed_m_a_tick = 0.0;  // of the fastest
        double scale_min = 1.0;
        double scale_max = 1.0;
        double ball_min = 0.0;  // radius of the smallest ball around a unit's cylinder, of the largest
        double ball_max = 0.0;
        ClipBounds bounds;        // around all
        std::uint8_t answer = 0;  // of all its units: 1 + level, 0: not shown; kMixed: each has his own
    };
    struct Group {
        std::vector<std::uint32_t> order;  // units cell by cell
        std::vector<std::uint8_t> levels;  // in that order, of mixed cells: 1 + level, 0: not shown
    };
    struct Chunk {  // of a group's cells: what a thread takes at a time
        std::size_t group = 0;
        std::size_t first = 0;
        std::size_t last = 0;
        std::size_t looked_at = 0;                 // units, one by one
        std::array<std::size_t, kMaxLevels> at{};  // how many there are by level, then where they go
    };
    struct Moment;  // what all units of the frame have in common
    struct Placed;  // a unit's cylinder at the moment

    void build();
    static Placed place(const SelectionModel& model, std::span<const glm::uvec4> clips,
                        const UnitInstance& unit, const Moment& moment);
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

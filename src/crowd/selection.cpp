#include "crowd/selection.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cmath>
#include <limits>

#include "core/parallel.h"
#include "lod_selection.h"

namespace phalanx {
namespace {

static_assert(static_cast<float>(kLodBand) == PH_LOD_BAND);

constexpr double kUnitsPerCell = 128.0;
constexpr std::size_t kCellsPerChunk = 64;
// A cell's box is measured again when its units may have left it by more than this, metres. The limit is
// between half of it and all of it, depending on the cell, so that cells measured in the same frame are
// measured again in different frames.
constexpr double kDrift_m = 1.0;
constexpr double kFloatError = PH_PLACE_ERROR;
constexpr double kSlack_m = PH_PLACE_SLACK;

double driftAllowed(std::size_t cell) {
    return kDrift_m * (0.5 + 0.5 * lodShareOf(static_cast<std::uint32_t>(cell)));
}

double allowedAt(const SelectionView& view, double distance) {
    return view.error_base_m + view.error_per_metre * std::max(distance, 0.0);
}

bool detailsIn(const SelectionView& view) {
    return view.error_base_m > 0.0 || view.error_per_metre > 0.0;
}

// Returns 1 + LOD, or 0 if the unit is too small. ball: radius of its bounding sphere at this scale, metres.
std::uint8_t lodFor(const SelectionModel& model, const SelectionView& view, double allowed, double scale,
                    double ball) {
    if (2.0 * ball < view.small_share * allowed) return 0;
    std::size_t lod = 0;
    while (lod + 1 < model.lod_error_m.size() && model.lod_error_m[lod + 1] * scale <= allowed) ++lod;
    return static_cast<std::uint8_t>(1 + lod);
}

}  // namespace

double lodShareOf(std::uint32_t unit) {
    return layout::mixedNumber(unit) * 0x1p-32;
}

SelectionView viewOf(const glm::dmat4& clip_from_world, const glm::dvec3& origin) {
    // One half space per sum or difference of two rows: Gribb and Hartmann, "Fast Extraction of Viewing
    // Frustum Planes from the World-View-Projection Matrix", 2001. The planes are shifted to `origin`, so
    // that no large numbers are subtracted far from the world's origin.
    const glm::dmat4 rows = glm::transpose(clip_from_world);
    SelectionView view;
    view.origin = origin;
    for (std::size_t i = 0; i < 3; ++i) {
        const glm::dvec4 low = rows[3] + rows[static_cast<int>(i)];
        const glm::dvec4 high = rows[3] - rows[static_cast<int>(i)];
        view.planes[2 * i] = low;
        view.planes[2 * i + 1] = high;
    }
    for (glm::dvec4& plane : std::span(view.planes).first(6)) {
        plane.w += glm::dot(glm::dvec3(plane), origin);
        plane /= glm::length(glm::dvec3(plane));
    }
    return view;
}

double metresPerPixel(double fov_y_deg, double aspect, double height_px) {
    // At an angle t from the axis, the image is stretched by 1 / cos(t) tangentially and by 1 / cos(t)^2
    // radially.
    const double up = std::tan(glm::radians(fov_y_deg) * 0.5);
    const double cos_squared = 1.0 / (1.0 + up * up * (1.0 + aspect * aspect));
    return 2.0 * up / height_px * cos_squared;
}

struct CrowdSelection::Moment {
    explicit Moment(const Crowd& crowd, Ticks now)
        : schedule(crowd.schedule(now)),
          terrain(crowd.terrain().get()),
          cos_path(std::cos(schedule.path.w)),
          sin_path(std::sin(schedule.path.w)) {}

    layout::Schedule schedule;
    const Terrain* terrain;
    float cos_path;
    float sin_path;
};

struct CrowdSelection::Placed {
    glm::dvec3 foot{0.0};   // on the ground
    double ground_m = 0.0;  // height of the ground there
    double scale = 1.0;
    ClipBounds bounds;  // scaled, heights relative to the foot
    double speed_m_per_tick = 0.0;

    glm::dvec3 middle() const { return {foot.x, foot.y + 0.5 * (bounds.low_m + bounds.high_m), foot.z}; }
    double halfHeight() const { return 0.5 * (bounds.high_m - bounds.low_m); }
    double ball() const { return std::sqrt(halfHeight() * halfHeight() + bounds.radius_m * bounds.radius_m); }
};

// The same formulas as layout::unitState(), with the sine and cosine of the path's heading computed only
// once.
CrowdSelection::Placed CrowdSelection::place(const SelectionModel& model, std::span<const glm::uvec4> clips,
                                             const UnitInstance& unit, const Moment& moment) {
    const std::uint32_t a = unit.playback.y & 0xFFFFU;
    const std::uint32_t b = unit.playback.y >> 16U;
    const layout::Schedule& schedule = moment.schedule;
    const layout::UnitPhases phases = layout::unitPhases(unit, clips[a], clips[b], schedule);
    const glm::vec3 gone = layout::alongPath(layout::fractionOf(phases.way) * schedule.path.z, schedule.path);
    Placed placed;
    placed.foot =
        glm::dvec3(unit.placement.x + moment.cos_path * gone.x + moment.sin_path * gone.y, unit.placement.y,
                   unit.placement.z - moment.sin_path * gone.x + moment.cos_path * gone.y);
    placed.scale = std::bit_cast<float>(unit.look.y);
    const bool own_stride = unit.fade.w >> PH_FADE_MODE_SHIFT == PH_FADE_STRIDE;
    const bool march = (unit.fade.w & PH_FLAG_MARCH) != 0;
    if (own_stride && !march) {
        const glm::vec2 gone_far = layout::travelInWorld(unit, phases);
        placed.foot += glm::dvec3(gone_far.x, 0.0, gone_far.y);
    }
    if (moment.terrain != nullptr) {
        const layout::TerrainPoint ground = moment.terrain->at({placed.foot.x, placed.foot.z});
        placed.ground_m = static_cast<double>(ground.height);
        placed.foot.y += placed.ground_m;
    }
    const ClipBounds both = around(model.clips[a], model.clips[b]);
    placed.bounds = {both.low_m * placed.scale, both.high_m * placed.scale, both.radius_m * placed.scale};
    if (march || own_stride) {
        // For any blend, the rate and the stride are at most the larger ones of the two clips.
        const double rate =
            std::max(layout::rateSize(unit.playback.z), layout::rateSize(unit.playback.w)) * 0x1p-32;
        double stride =
            std::max(std::abs(std::bit_cast<float>(clips[a].w)), std::abs(std::bit_cast<float>(clips[b].w)));
        if (own_stride) {
            const glm::vec2 first = layout::strideOf(unit.fade.y);
            const glm::vec2 second = layout::strideOf(unit.look.w);
            stride = march ? std::max(std::abs(first.x), std::abs(first.y))
                           : std::max(glm::length(first), glm::length(second));
        }
        placed.speed_m_per_tick = rate * stride * placed.scale;
    }
    return placed;
}

void CrowdSelection::follow(const Crowd& crowd, std::span<const SelectionModel> models, Ticks now) {
    assert(models.size() == crowd.models().size());
    crowd_ = &crowd;
    now_ = now;
    clip_tables_.clear();
    for (std::size_t m = 0; m < models.size(); ++m) {
        clip_tables_.push_back(crowd.clipTable(static_cast<int>(m)));
        assert(models[m].clips.size() == clip_tables_[m].size());
        assert(!models[m].lod_error_m.empty() && models[m].lod_error_m.size() <= kMaxLods);
    }
    const bool same_models = std::equal(models.begin(), models.end(), models_.begin(), models_.end());
    if (!same_models) models_.assign(models.begin(), models.end());
    if (layout_version_ != crowd.layoutVersion()) {
        layout_version_ = crowd.layoutVersion();
        build();
    } else if (!same_models || units_written_ != crowd.unitsWritten()) {
        for (Cell& cell : cells_) cell.fresh = false;
    }
    units_written_ = crowd.unitsWritten();
}

// Cells are built from the positions in the layout, since neighbouring units move together.
void CrowdSelection::build() {
    const std::span<const UnitGroup> groups = crowd_->groups();
    cells_.clear();
    chunks_.clear();
    groups_.assign(groups.size(), Group{});
    for (std::size_t g = 0; g < groups.size(); ++g) {
        const std::vector<UnitInstance>& units = groups[g].units;
        const std::size_t first_cell = cells_.size();
        groups_[g].lods.assign(units.size(), 0);
        groups_[g].order.resize(units.size());
        if (units.empty()) continue;
        glm::dvec2 low(std::numeric_limits<double>::max());
        glm::dvec2 high(std::numeric_limits<double>::lowest());
        for (const UnitInstance& unit : units) {
            const glm::dvec2 at(unit.placement.x, unit.placement.z);
            low = glm::min(low, at);
            high = glm::max(high, at);
        }
        const glm::dvec2 size = glm::max(high - low, glm::dvec2(1.0));
        const double wanted = std::ceil(static_cast<double>(units.size()) / kUnitsPerCell);
        const double side = std::sqrt(size.x * size.y / wanted);
        const glm::dvec2 most(wanted);
        const glm::dvec2 cells = glm::clamp(glm::ceil(size / side), glm::dvec2(1.0), most);
        const auto columns = static_cast<std::size_t>(cells.x);
        const auto rows = static_cast<std::size_t>(cells.y);
        const auto cellOf = [&](const UnitInstance& unit) {
            const glm::dvec2 at = (glm::dvec2(unit.placement.x, unit.placement.z) - low) / size * cells;
            const std::size_t column = std::min(static_cast<std::size_t>(at.x), columns - 1);
            return std::min(static_cast<std::size_t>(at.y), rows - 1) * columns + column;
        };
        std::vector<std::uint32_t> ends(columns * rows + 1, 0);
        for (const UnitInstance& unit : units) ++ends[cellOf(unit) + 1];
        for (std::size_t i = 1; i < ends.size(); ++i) ends[i] += ends[i - 1];
        for (std::size_t i = 0; i + 1 < ends.size(); ++i) {
            if (ends[i] == ends[i + 1]) continue;
            Cell& cell = cells_.emplace_back();
            cell.group = static_cast<std::uint32_t>(g);
            cell.first = ends[i];
            cell.count = ends[i + 1] - ends[i];
        }
        for (std::size_t u = 0; u < units.size(); ++u)
            groups_[g].order[ends[cellOf(units[u])]++] = static_cast<std::uint32_t>(u);
        for (std::size_t first = first_cell; first < cells_.size(); first += kCellsPerChunk)
            chunks_.push_back({g, first, std::min(cells_.size(), first + kCellsPerChunk), 0, {}});
    }
}

void CrowdSelection::measure(Cell& cell, const Moment& moment) const {
    const UnitGroup& group = crowd_->groups()[cell.group];
    const SelectionModel& model = models_[static_cast<std::size_t>(group.model)];
    const std::span<const glm::uvec4> clips = clip_tables_[static_cast<std::size_t>(group.model)];
    const std::uint32_t* order = groups_[cell.group].order.data() + cell.first;
    for (std::uint32_t i = 0; i < cell.count; ++i) {
        const Placed placed = place(model, clips, group.units[order[i]], moment);
        const bool first = i == 0;
        const glm::dvec3 level_foot = placed.foot - glm::dvec3(0.0, placed.ground_m, 0.0);
        cell.min = first ? level_foot : glm::min(cell.min, level_foot);
        cell.max = first ? level_foot : glm::max(cell.max, level_foot);
        cell.bounds = first ? placed.bounds : around(cell.bounds, placed.bounds);
        cell.scale_min = first ? placed.scale : std::min(cell.scale_min, placed.scale);
        cell.scale_max = first ? placed.scale : std::max(cell.scale_max, placed.scale);
        cell.ball_min = first ? placed.ball() : std::min(cell.ball_min, placed.ball());
        cell.ball_max = first ? placed.ball() : std::max(cell.ball_max, placed.ball());
        cell.speed_m_per_tick =
            first ? placed.speed_m_per_tick : std::max(cell.speed_m_per_tick, placed.speed_m_per_tick);
    }
    cell.measured = now_;
    cell.fresh = true;
}

// Returns 1 + LOD, or 0 if the unit is not visible.
std::uint8_t CrowdSelection::judgeUnit(const SelectionModel& model, const SelectionView& view,
                                       const UnitInstance& unit, const Placed& placed) {
    const glm::dvec3 at = placed.middle() - view.origin;
    const double spare = kSlack_m + kFloatError * glm::length(placed.foot);
    const auto reachAlong = [&](const glm::dvec4& plane) {
        return std::abs(plane.y) * placed.halfHeight() +
               std::sqrt(plane.x * plane.x + plane.z * plane.z) * placed.bounds.radius_m;
    };
    for (const glm::dvec4& plane : view.planes) {
        if (plane == SelectionView::kAllInside) continue;
        if (glm::dot(glm::dvec3(plane), at) + plane.w + reachAlong(plane) + spare < 0.0) return 0;
    }
    if (std::ranges::all_of(view.hole, [&](const glm::dvec4& plane) {
            return glm::dot(glm::dvec3(plane), at) + plane.w - reachAlong(plane) - spare >= 0.0;
        }))
        return 0;
    if (!detailsIn(view)) return 1;
    const double ball = placed.ball();
    const double allowed = allowedAt(view, glm::length(at) - ball) *
                           (1.0 - kLodBand * lodShareOf(layout::unitNumber(unit.look.z)));
    return lodFor(model, view, allowed, placed.scale, ball);
}

CrowdSelection::Placed CrowdSelection::placeOne(const Crowd& crowd, const SelectionModel& model, Ticks now,
                                                const UnitPlace& unit) {
    const UnitGroup& group = crowd.groups()[static_cast<std::size_t>(unit.group)];
    return place(model, crowd.clipTable(group.model), group.units[unit.index], Moment(crowd, now));
}

int CrowdSelection::lodInView(const Crowd& crowd, const SelectionModel& model, Ticks now,
                              const SelectionView& view, const UnitPlace& unit) {
    const UnitInstance& instance = crowd.groups()[static_cast<std::size_t>(unit.group)].units[unit.index];
    return judgeUnit(model, view, instance, placeOne(crowd, model, now, unit)) - 1;
}

CrowdSelection::Box CrowdSelection::boxAround(const Crowd& crowd, const SelectionModel& model, Ticks now,
                                              const UnitPlace& unit) {
    const Placed placed = placeOne(crowd, model, now, unit);
    const glm::dvec3 half = glm::dvec3(placed.bounds.radius_m, placed.halfHeight(), placed.bounds.radius_m) +
                            kSlack_m + kFloatError * glm::length(placed.foot);
    return {placed.middle() - half, placed.middle() + half};
}

// Returns the number of units that were tested individually.
std::size_t CrowdSelection::judge(Cell& cell, const Moment& moment, const SelectionView& view) {
    const auto passed = static_cast<std::int32_t>(now_ - cell.measured);
    double drift = cell.speed_m_per_tick * std::abs(static_cast<double>(passed));
    const auto number = static_cast<std::size_t>(&cell - cells_.data());
    std::size_t looked_at = 0;
    if (!cell.fresh || drift > driftAllowed(number)) {
        measure(cell, moment);
        looked_at += cell.count;
        drift = 0.0;
    }
    const UnitGroup& group = crowd_->groups()[cell.group];
    const SelectionModel& model = models_[static_cast<std::size_t>(group.model)];
    const std::span<const glm::uvec4> clips = clip_tables_[static_cast<std::size_t>(group.model)];
    const auto answer = [&](std::uint8_t lod) {
        cell.answer = lod;
        return looked_at;
    };

    // The box around everything that the units' cylinders can reach.
    const double farthest = std::max(glm::length(cell.min), glm::length(cell.max));
    const double slack = kSlack_m + kFloatError * farthest;
    const double around_m = cell.bounds.radius_m + drift + slack;
    glm::dvec3 low = cell.min + glm::dvec3(-around_m, cell.bounds.low_m - slack, -around_m);
    glm::dvec3 high = cell.max + glm::dvec3(around_m, cell.bounds.high_m + slack, around_m);
    if (moment.terrain != nullptr) {
        const HeightRange ground = moment.terrain->range({low.x, low.z}, {high.x, high.z});
        low.y += ground.low;
        high.y += ground.high;
    }
    const glm::dvec3 middle = 0.5 * (low + high) - view.origin;
    const glm::dvec3 half = 0.5 * (high - low);
    bool inside = true;
    for (const glm::dvec4& plane : view.planes) {
        const double at = glm::dot(glm::dvec3(plane), middle) + plane.w;
        const double reach = glm::dot(glm::abs(glm::dvec3(plane)), half);
        if (at + reach < 0.0) return answer(0);
        inside = inside && at - reach >= 0.0;
    }
    bool in_hole = true;
    bool off_hole = false;
    for (const glm::dvec4& plane : view.hole) {
        const double at = glm::dot(glm::dvec3(plane), middle) + plane.w;
        const double reach = glm::dot(glm::abs(glm::dvec3(plane)), half);
        in_hole = in_hole && at - reach >= 0.0;
        off_hole = off_hole || at + reach < 0.0;
    }
    if (in_hole) return answer(0);
    if (inside && off_hole) {
        if (!detailsIn(view)) return answer(1);
        const double nearest = glm::length(glm::max(glm::abs(middle) - half, glm::dvec3(0.0)));
        const double least = allowedAt(view, nearest - cell.ball_max) * (1.0 - kLodBand) * (1.0 - 1e-9);
        const double most = allowedAt(view, glm::length(glm::abs(middle) + half)) * (1.0 + 1e-9);
        const std::uint8_t finest = lodFor(model, view, least, cell.scale_max, cell.ball_max);
        const std::uint8_t coarsest = lodFor(model, view, most, cell.scale_min, cell.ball_min);
        if (finest == coarsest) return answer(finest);
    }
    cell.answer = kMixed;
    const std::uint32_t* const order = groups_[cell.group].order.data() + cell.first;
    std::uint8_t* const lods = groups_[cell.group].lods.data() + cell.first;
    for (std::uint32_t i = 0; i < cell.count; ++i) {
        const UnitInstance& unit = group.units[order[i]];
        lods[i] = judgeUnit(model, view, unit, place(model, clips, unit, moment));
    }
    return looked_at + cell.count;
}

std::span<const CrowdSelection::Run> CrowdSelection::select(const SelectionView& view) {
    assert(crowd_ != nullptr);
    const Moment moment(*crowd_, now_);
    parallelFor(chunks_.size(), 0, [&](std::size_t c) {
        Chunk& chunk = chunks_[c];
        chunk.looked_at = 0;
        for (std::size_t i = chunk.first; i < chunk.last; ++i)
            chunk.looked_at += judge(cells_[i], moment, view);
        count(chunk);
    });
    looked_at_ = 0;
    for (const Chunk& chunk : chunks_) looked_at_ += chunk.looked_at;
    makeRuns();
    return runs_;
}

std::size_t CrowdSelection::bytes() const {
    std::size_t bytes = cells_.size() * sizeof(Cell);
    for (const Group& group : groups_)
        bytes += group.order.size() * sizeof(std::uint32_t) + group.lods.size();
    return bytes;
}

}  // namespace phalanx

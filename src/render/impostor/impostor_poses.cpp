#include "render/impostor/impostor_poses.h"

#include <algorithm>
#include <cassert>
#include <limits>

#include "core/parallel.h"
#include "crowd/crowd.h"
#include "render/impostor/tight_triangle.h"

namespace phalanx {
namespace {

constexpr float kTexel = 2.0F / PH_IMPOSTOR_SHAPE;  // one texel of the silhouette, in cell coordinates -1..1
constexpr std::size_t kVertices = 256;              // compared to choose poses, spread over the mesh

std::vector<std::uint32_t> someOf(const std::vector<std::uint32_t>& all, std::size_t most) {
    std::vector<std::uint32_t> some;
    const std::size_t stride = std::max<std::size_t>(1, all.size() / most);
    for (std::size_t i = 0; i < all.size(); i += stride) some.push_back(all[i]);
    return some;
}

double meanDistance(const std::vector<glm::vec3>& a, const std::vector<glm::vec3>& b) {
    double sum = 0.0;
    for (std::size_t i = 0; i < a.size(); ++i) sum += glm::distance(a[i], b[i]);
    return sum / static_cast<double>(std::max<std::size_t>(a.size(), 1));
}

// Packs poses as the shaders read them, see impostor.h.
std::uint32_t between(std::size_t before, std::size_t after, float share) {
    return layout::impostorPosesOf(static_cast<std::uint32_t>(before), static_cast<std::uint32_t>(after),
                                   share);
}

// Box and least-squares plane of points in the view's axes. The slope is limited to 45 degrees, because the
// plane is seen from the front.
layout::ImpostorBox boxAround(const std::vector<glm::vec3>& points) {
    constexpr float kWithSpare = 1.0F / (1.0F - kTexel);
    constexpr float kSmallest_m = 1e-3F;  // least half size: no box is flat
    glm::vec3 low(std::numeric_limits<float>::max());
    glm::vec3 high(std::numeric_limits<float>::lowest());
    glm::dvec3 sum(0.0);
    for (const glm::vec3& p : points) {
        low = glm::min(low, p);
        high = glm::max(high, p);
        sum += p;
    }
    const glm::dvec3 mean = sum / static_cast<double>(std::max<std::size_t>(points.size(), 1));
    double xx = 1e-6;
    double xy = 0.0;
    double yy = 1e-6;
    glm::dvec2 with_depth(0.0);
    for (const glm::vec3& p : points) {
        const glm::dvec3 d = glm::dvec3(p) - mean;
        xx += d.x * d.x;
        xy += d.x * d.y;
        yy += d.y * d.y;
        with_depth += glm::dvec2(d) * d.z;
    }
    const double determinant = std::max(xx * yy - xy * xy, 1e-12);
    const glm::dvec2 slope =
        glm::clamp(glm::dvec2(yy * with_depth.x - xy * with_depth.y, xx * with_depth.y - xy * with_depth.x) /
                       determinant,
                   -1.0, 1.0);
    layout::ImpostorBox box{0.5F * (low + high), 0.5F * (high - low) * kWithSpare, glm::vec2(slope)};
    box.middle.z = static_cast<float>(mean.z + glm::dot(slope, glm::dvec2(box.middle) - glm::dvec2(mean)));
    box.half_size.z = std::max(high.z - box.middle.z, box.middle.z - low.z);
    box.half_size = glm::max(box.half_size, glm::vec3(kSmallest_m));
    return box;
}

}  // namespace

ImpostorPlanner::ImpostorPlanner(const GpuModel& model, std::vector<bool> wanted)
    : blender_(model),
      morphs_(model),
      mesh_(model),
      clips_(model.clipTable().begin(),
             model.clipTable().begin() + static_cast<std::ptrdiff_t>(model.clipCount())),
      own_(model.ownFrames()),
      wanted_(std::move(wanted)),
      all_(model.packed(MeshKind::kSkinned).usedBy(model.packed(MeshKind::kSkinned).allVertices())),
      few_(someOf(all_, kVertices)) {
    assert(wanted_.size() == clips_.size());
}

// Vertices of frame `index` of a clip.
std::vector<glm::vec3> ImpostorPlanner::pose(std::uint32_t clip, std::uint32_t index,
                                             std::span<const std::uint32_t> vertices) const {
    const double share = static_cast<double>(index) / clips_[clip].y;
    const auto phase = static_cast<std::uint32_t>(std::min(share * 0x1p32, 0x1p32 - 256.0));
    UnitInstance unit{};
    unit.playback = {0, clip | clip << 16U, 0, 0};
    unit.fade = {phase, phase, 0, PH_FADE_CONSTANT << PH_FADE_MODE_SHIFT};
    layout::Schedule schedule{};
    schedule.path = glm::vec4(0.0F, 0.0F, 1.0F, 0.0F);
    std::vector<glm::vec4> rows(std::size_t{3} * blender_.joints());
    std::vector<PosedVertex> posed(mesh_.vertices());  // by vertex; only those requested are set
    std::vector<float> weights(morphs_.targets());
    blender_.blend(unit, schedule, {}, rows);
    morphs_.blend(unit, schedule, {}, {}, weights);
    mesh_.skin(rows, weights, vertices, PoseSwitches{}, posed.data());
    std::vector<glm::vec3> points;
    points.reserve(vertices.size());
    for (const std::uint32_t vertex : vertices) points.push_back(posed[vertex].position);
    return points;
}

// Vertices of a baked frame.
std::vector<glm::vec3> ImpostorPlanner::pose(std::uint32_t frame,
                                             std::span<const std::uint32_t> vertices) const {
    std::uint32_t clip = 0;
    while (frame > clips_[clip].x + clips_[clip].y) ++clip;
    return pose(clip, frame - clips_[clip].x, vertices);
}

ImpostorPoses ImpostorPlanner::choosePoses(double step_m, const std::function<void()>& cancelled) const {
    ImpostorPoses poses;
    poses.of_frame.resize(clips_.empty() ? 0 : clips_.back().x + clips_.back().y + 1, 0);
    for (std::uint32_t clip = 0; clip < clips_.size(); ++clip) {
        if (!wanted_[clip]) continue;
        const glm::uvec4& table = clips_[clip];
        const std::size_t first = poses.frames.size();
        const bool loops = table.z != 0;
        std::vector<glm::vec3> kept;     // vertices of the newest pose
        std::vector<glm::vec3> closing;  // vertices of the pose that follows the last one
        if (loops) closing = pose(clip, 0, few_);
        std::uint32_t kept_at = 0;
        // Frames between two poses are weighted by time, as if all vertices moved evenly between them.
        const auto settle = [&](std::uint32_t next, std::size_t following) {
            const float steps = static_cast<float>(next - kept_at);
            for (std::uint32_t i = kept_at; i < next; ++i) {
                poses.of_frame[table.x + i] =
                    between(poses.frames.size() - 1, following, static_cast<float>(i - kept_at) / steps);
            }
        };
        for (std::uint32_t index = 0; index <= table.y; ++index) {
            cancelled();
            std::vector<glm::vec3> now = pose(clip, index, few_);
            const bool last = index == table.y;
            if (index > 0 && !last && meanDistance(kept, now) < step_m) continue;
            if (last && loops) {
                settle(index, first);
                poses.of_frame[table.x + index] = between(first, first, 0.0F);
                break;
            }
            if (index > 0) settle(index, poses.frames.size());
            poses.frames.push_back(table.x + index);
            poses.of_frame[table.x + index] = between(poses.frames.size() - 1, poses.frames.size() - 1, 0.0F);
            kept = std::move(now);
            kept_at = index;
        }
    }
    if (own_.any()) {
        const auto clip = static_cast<std::size_t>(own_.stand_in);
        const std::uint32_t last = clips_[clip].x + clips_[clip].y;
        if (!wanted_[clip]) {
            poses.of_lying = poses.frames.size();
            poses.frames.push_back(last);
            poses.of_frame[last] = between(poses.frames.size() - 1, poses.frames.size() - 1, 0.0F);
        }
        poses.of_frame.resize(own_.first + own_.count, poses.of_frame[last]);
    }
    return poses;
}

// Clips that were not requested use the nearest pose until images of their own are drawn.
void ImpostorPlanner::fillOthers(ImpostorPoses& poses, const std::function<void()>& cancelled) const {
    if (poses.frames.empty()) return;
    std::vector<std::vector<glm::vec3>> shown;
    shown.reserve(poses.frames.size());
    for (const std::uint32_t frame : poses.frames) shown.push_back(pose(frame, few_));
    for (std::uint32_t clip = 0; clip < clips_.size(); ++clip) {
        if (wanted_[clip]) continue;
        parallelFor(clips_[clip].y + 1, 0, [&](std::size_t index) {
            cancelled();
            const std::vector<glm::vec3> wanted = pose(clip, static_cast<std::uint32_t>(index), few_);
            double least = std::numeric_limits<double>::max();
            for (std::size_t i = 0; i < shown.size(); ++i) {
                const double distance = meanDistance(shown[i], wanted);
                if (distance >= least) continue;
                least = distance;
                poses.of_frame[clips_[clip].x + index] = between(i, i, 0.0F);
            }
        });
    }
}

std::vector<ImpostorCell> ImpostorPlanner::cellsOf(std::uint32_t frame) const {
    const std::vector<glm::vec3> points = pose(frame, all_);
    std::vector<ImpostorCell> cells;
    cells.reserve(PH_IMPOSTOR_VIEWS);
    std::vector<glm::vec3> seen(points.size());
    std::vector<glm::vec2> in_cell(points.size());
    for (std::uint32_t view = 0; view < PH_IMPOSTOR_VIEWS; ++view) {
        const layout::ImpostorView axes = layout::impostorView(view);
        for (std::size_t i = 0; i < points.size(); ++i) {
            const glm::vec3& p = points[i];
            seen[i] = {glm::dot(p, axes.right), glm::dot(p, axes.up), glm::dot(p, axes.toward)};
        }
        const layout::ImpostorBox box = boxAround(seen);
        for (std::size_t i = 0; i < points.size(); ++i)
            in_cell[i] = (glm::vec2(seen[i]) - glm::vec2(box.middle)) / glm::vec2(box.half_size);
        // Half a step for the rounding of corners (PH_IMPOSTOR_CORNER_STEP).
        cells.push_back({box, tightTriangle(in_cell, kTexel + PH_IMPOSTOR_CORNER_STEP / 2)});
    }
    return cells;
}

ImpostorPlan ImpostorPlanner::plan(double step_m, double coarsest_m, std::size_t most_poses,
                                   const std::function<void()>& cancelled) const {
    constexpr double kCoarser = 1.3;
    ImpostorPlan plan{choosePoses(step_m, cancelled), {}};
    while (plan.poses.frames.size() > most_poses) {
        step_m *= kCoarser;
        if (step_m > coarsest_m) return {};
        plan.poses = choosePoses(step_m, cancelled);
    }
    fillOthers(plan.poses, cancelled);
    plan.cells.resize(plan.poses.frames.size() * PH_IMPOSTOR_VIEWS);
    parallelFor(plan.poses.frames.size(), 0, [&](std::size_t pose) {
        cancelled();
        std::ranges::copy(cellsOf(plan.poses.frames[pose]),
                          plan.cells.begin() + static_cast<std::ptrdiff_t>(pose * PH_IMPOSTOR_VIEWS));
    });
    return plan;
}

}  // namespace phalanx

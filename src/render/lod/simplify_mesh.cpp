#include "render/lod/simplify_mesh.h"

#include <meshoptimizer.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <map>
#include <numeric>
#include <span>
#include <utility>

#include "anim/pose/morph.h"
#include "anim/pose/pose.h"
#include "anim/pose/skin.h"
#include "core/error.h"
#include "core/parallel.h"
#include "crowd/selection.h"
#include "render/lod/edge_collapse.h"
#include "render/lod/posed_surface.h"

namespace phalanx {
namespace {

constexpr double kStep = 0.45;
constexpr double kCloseEnough = 1.15;  // factor on the number of triangles asked for
constexpr std::size_t kMostPoses = 24;
constexpr std::size_t kPosedVertices = 2'000'000;  // limit over all poses together
constexpr std::size_t kMostSamples = 150;
constexpr std::size_t kTestsPerPose = 200'000;  // points times triangles: limits the cost of a search

// Fewer joints per vertex are used if the error grows by no more than this factor.
constexpr double kFewJointsMayCost = 1.05;
constexpr std::array kFewJoints{1, 2};
// A mesh that keeps its seams is preferred if its error is no more than this factor larger.
constexpr double kSeamsAreWorth = 1.2;
constexpr std::size_t kMostCollapsed = 30'000;  // triangles
constexpr std::size_t kCollapsedPoses = 6;
constexpr std::size_t kCollapsedPoints = 2'000'000;  // corners of triangles, over all those poses
constexpr std::size_t kLeastTriangles = 6;           // per batch: an empty surface has no error to measure

void addDistances(const PosedSurface& from, const PosedSurface& to, std::vector<float>& distances) {
    const std::size_t most =
        std::clamp<std::size_t>(kTestsPerPose / std::max<std::size_t>(to.triangles(), 1), 24, kMostSamples);
    const std::size_t samples = std::min(from.triangles(), most);
    for (std::size_t i = 0; i < samples; ++i) distances.push_back(to.distanceTo(from.sample(i, samples)));
}

// The vertex moved only by its `joints` heaviest joints, as the shaders do with --weights.
Vertex heaviest(const Vertex& vertex, int joints) {
    std::array<std::size_t, kWeightsPerVertex> order{};
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(order, std::greater(), [&](std::size_t k) { return vertex.weights[k]; });
    Vertex few = vertex;
    float sum = 0.0F;
    for (std::size_t k = 0; k < order.size(); ++k) {
        few.joints[k] = vertex.joints[order[k]];
        few.weights[k] = k < static_cast<std::size_t>(joints) ? vertex.weights[order[k]] : 0.0F;
        sum += few.weights[k];
    }
    for (float& weight : few.weights) weight /= sum;
    return few;
}

class Simplifier {
  public:
    Simplifier(const Model& model, const PackedMesh& packed, std::function<void()> check_in)
        : check_in_(std::move(check_in)) {
        vertices_.reserve(packed.vertices.size());
        for (const std::uint32_t v : packed.model_vertex) vertices_.push_back(model.vertices[v]);
        std::vector<LocalPose> poses{restPose(model)};
        const std::size_t most = std::clamp<std::size_t>(kPosedVertices / vertices_.size(), 4, kMostPoses);
        const std::size_t clips = model.clips.size();
        const std::size_t each = clips == 0 ? 0 : std::clamp<std::size_t>(most / clips, 1, 3);
        const std::size_t step = std::max<std::size_t>(1, (clips + most - 1) / most);
        for (std::size_t c = 0; c < clips; c += step) {
            const Clip& clip = model.clips[c];
            for (std::size_t i = 0; i < each; ++i) {
                const double share = (static_cast<double>(i) + 0.5) / static_cast<double>(each);
                poses.push_back(samplePose(model, clip, clip.duration_s * share));
            }
        }
        posed_.resize(poses.size());
        for (std::vector<Points>& few : few_joints_) few.resize(poses.size());
        std::array<std::vector<Vertex>, kFewJoints.size()> few;
        for (std::size_t f = 0; f < few.size(); ++f) {
            for (const Vertex& vertex : vertices_) few[f].push_back(heaviest(vertex, kFewJoints[f]));
        }
        const std::vector<MorphTarget> targets = selectDeltas(model.morph_targets, packed.model_vertex);
        const auto pose = [&](std::span<const Vertex> vertices, const std::vector<glm::dmat4>& palette,
                              std::span<const double> weights) {
            Points points;
            for (const SkinnedVertex& vertex : skin(vertices, palette, {targets, weights}))
                points.emplace_back(vertex.position);
            return points;
        };
        parallelFor(poses.size(), 0, [&](std::size_t p) {
            const std::vector<glm::dmat4> palette = modelFromBind(model, poses[p]);
            posed_[p] = pose(vertices_, palette, poses[p].morph_weights);
            for (std::size_t f = 0; f < few.size(); ++f)
                few_joints_[f][p] = pose(few[f], palette, poses[p].morph_weights);
        });
    }

    struct Errors {
        double p99_m = 0.0;
        double max_m = 0.0;
    };
    struct Result {
        Triangles triangles;
        Errors errors;                                     // with all joints
        std::array<Errors, kFewJoints.size()> few_joints;  // by kFewJoints
    };

    // For each wanted number, in descending order, about that many triangles. meshoptimizer keeps seams of
    // texture coordinates and normals and so may stop early; collapseEdges() goes on and considers all poses.
    std::vector<Result> simplify(const Triangles& full, std::span<const std::size_t> wanted) const {
        const Triangles start = fewEnough(full);
        CollapseInput input{start, vertices_, {}, check_in_};
        const std::size_t poses =
            std::clamp<std::size_t>(kCollapsedPoints / start.size(), 1, kCollapsedPoses);
        for (std::size_t p = 0; p < std::min(poses, posed_.size()); ++p)
            input.poses.emplace_back(posed_[p * posed_.size() / poses]);
        const auto isSmaller = [](const Triangles& a, const Triangles& b) { return a.size() < b.size(); };
        std::vector<Triangles> collapsed = collapseEdges(input, wanted);
        std::vector<PosedSurface> before;
        before.reserve(posed_.size());
        const Triangles grouped = groupTriangles(full, rest());
        for (const Points& points : posed_) before.emplace_back(full, grouped, points);
        std::vector<Result> results;
        for (std::size_t i = 0; i < wanted.size(); ++i) {
            if (collapsed[i].size() > 2 * std::max(wanted[i] * 3, kLeastTriangles * 3))
                collapsed[i] = std::min(collapsed[i], sloppy(full, wanted[i]), isSmaller);
            Triangles faithful(full.size());
            faithful.resize(meshopt_simplify(faithful.data(), full.data(), full.size(), &rest()[0].x,
                                             rest().size(), sizeof(glm::vec3), wanted[i] * 3, 1.0F, 0,
                                             nullptr));
            Result other = measured(before, collapsed[i]);
            const double most = kCloseEnough * static_cast<double>(wanted[i]) * 3.0;
            if (static_cast<double>(faithful.size()) <= most) {
                Result result = measured(before, std::move(faithful));
                if (result.errors.p99_m <= other.errors.p99_m * kSeamsAreWorth) other = std::move(result);
            }
            for (std::size_t f = 0; f < kFewJoints.size(); ++f)
                other.few_joints[f] = errorsOf(before, other.triangles, few_joints_[f]);
            results.push_back(std::move(other));
        }
        return results;
    }

  private:
    // Our simplifier is slow: a large mesh is first reduced by meshoptimizer.
    Triangles fewEnough(const Triangles& full) const {
        if (full.size() <= kMostCollapsed * 3) return full;
        Triangles out(full.size());
        out.resize(meshopt_simplify(out.data(), full.data(), full.size(), &rest()[0].x, rest().size(),
                                    sizeof(glm::vec3), kMostCollapsed * 3, 1.0F, 0, nullptr));
        if (out.size() <= kMostCollapsed * 6) return out;
        return sloppy(full, kMostCollapsed);
    }

    Triangles sloppy(const Triangles& full, std::size_t wanted) const {
        Triangles out(full.size());
        out.resize(meshopt_simplifySloppy(out.data(), full.data(), full.size(), &rest()[0].x, rest().size(),
                                          sizeof(glm::vec3), wanted * 3, 1.0F, nullptr));
        return out.empty() ? full : out;
    }

    // before: the full surface in each pose, moved by all joints. posed: the vertex positions to measure.
    Errors errorsOf(const std::vector<PosedSurface>& before, const Triangles& triangles,
                    const std::vector<Points>& posed) const {
        const Triangles grouped = groupTriangles(triangles, rest());
        std::vector<std::vector<float>> found(posed.size());
        parallelFor(posed.size(), 0, [&](std::size_t p) {
            check_in_();
            const PosedSurface after(triangles, grouped, posed[p]);
            addDistances(before[p], after, found[p]);
            addDistances(after, before[p], found[p]);
        });
        std::vector<float> errors;
        for (const std::vector<float>& some : found) errors.insert(errors.end(), some.begin(), some.end());
        const auto rank = static_cast<std::ptrdiff_t>(static_cast<double>(errors.size() - 1) * 0.99);
        std::nth_element(errors.begin(), errors.begin() + rank, errors.end());
        return {errors[static_cast<std::size_t>(rank)],
                *std::max_element(errors.begin() + rank, errors.end())};
    }

    Result measured(const std::vector<PosedSurface>& before, Triangles triangles) const {
        Result result;
        result.errors = errorsOf(before, triangles, posed_);
        meshopt_optimizeVertexCache(triangles.data(), triangles.data(), triangles.size(), rest().size());
        result.triangles = std::move(triangles);
        return result;
    }

    const Points& rest() const { return posed_.front(); }

    std::vector<Vertex> vertices_;                                   // in packed order
    std::vector<Points> posed_;                                      // at rest first
    std::array<std::vector<Points>, kFewJoints.size()> few_joints_;  // by kFewJoints and pose
    std::function<void()> check_in_;
};

Batch append(const Simplifier::Result& result, std::uint32_t material, MeshLod& lod) {
    const Batch batch{material, static_cast<std::uint32_t>(lod.indices.size()),
                      static_cast<std::uint32_t>(result.triangles.size())};
    lod.indices.insert(lod.indices.end(), result.triangles.begin(), result.triangles.end());
    return batch;
}

// The error of a LOD is the largest of its runs', with as few joints per vertex as all runs allow.
void setErrors(MeshLod& lod, std::size_t number, std::span<const std::vector<Simplifier::Result>> runs) {
    const auto worst = [&](const auto& errors_of) {
        Simplifier::Errors all;
        for (const std::vector<Simplifier::Result>& run : runs) {
            all.p99_m = std::max(all.p99_m, errors_of(run[number]).p99_m);
            all.max_m = std::max(all.max_m, errors_of(run[number]).max_m);
        }
        return all;
    };
    Simplifier::Errors errors = worst([](const auto& result) { return result.errors; });
    const double most = errors.p99_m * kFewJointsMayCost;
    for (std::size_t f = 0; f < kFewJoints.size(); ++f) {
        const Simplifier::Errors few = worst([&](const auto& result) { return result.few_joints[f]; });
        if (few.p99_m > most) continue;
        errors = few;
        lod.weights = kFewJoints[f];
        break;
    }
    lod.error_m = errors.p99_m;
    lod.max_error_m = errors.max_m;
}

}  // namespace

std::vector<MeshLod> simplifyMesh(const Model& model, const PackedMesh& packed,
                                  const std::function<bool()>& cancelled) {
    std::uint64_t most = 0;
    for (const Variant& variant : packed.variants) most = std::max(most, trianglesOf(variant));
    const double whole = static_cast<double>(most) / static_cast<double>(kCoarsestTriangles);
    if (whole <= 1.0 / kStep) return {};
    const double steps = std::clamp(std::round(std::log(whole) / std::log(1.0 / kStep)), 1.0,
                                    static_cast<double>(kMaxLods - 3));
    const double step = std::pow(whole, -1.0 / steps);
    const Simplifier simplifier(model, packed, [&] {
        if (cancelled && cancelled()) throw inputError(model.source_path, "cancelled");
    });
    std::vector<MeshLod> lods(static_cast<std::size_t>(steps));
    for (MeshLod& lod : lods) {
        for (const Variant& variant : packed.variants) lod.variants.push_back({variant.name, {}});
    }
    // Variants share index runs of the full mesh: each run is simplified once, all in parallel.
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::size_t> number_of;
    std::vector<Batch> runs;
    for (const Variant& variant : packed.variants) {
        for (const Batch& batch : variant.batches) {
            if (batch.index_count == 0) continue;
            if (number_of.try_emplace({batch.first_index, batch.index_count}, runs.size()).second)
                runs.push_back(batch);
        }
    }
    std::vector<std::vector<Simplifier::Result>> results(runs.size());
    parallelFor(runs.size(), 0, [&](std::size_t r) {
        const Batch& batch = runs[r];
        const auto first = packed.indices.begin() + batch.first_index;
        // meshoptimizer ends the program if it is asked for more triangles than there are.
        const std::size_t all = batch.index_count / 3;
        std::vector<std::size_t> wanted;
        for (std::size_t i = 0; i < lods.size(); ++i) {
            const double count = static_cast<double>(all) * std::pow(step, static_cast<double>(i + 1));
            const std::size_t some = std::max(static_cast<std::size_t>(std::lround(count)), kLeastTriangles);
            wanted.push_back(std::min(some, all));
        }
        results[r] = simplifier.simplify(Triangles(first, first + batch.index_count), wanted);
    });
    std::vector<std::vector<Batch>> coarse(runs.size());
    for (std::size_t r = 0; r < runs.size(); ++r) {
        for (std::size_t i = 0; i < lods.size(); ++i)
            coarse[r].push_back(append(results[r][i], runs[r].material, lods[i]));
    }
    for (std::size_t v = 0; v < packed.variants.size(); ++v) {
        for (const Batch& batch : packed.variants[v].batches) {
            const auto found = number_of.find({batch.first_index, batch.index_count});
            if (found == number_of.end()) continue;
            for (std::size_t i = 0; i < lods.size(); ++i)
                lods[i].variants[v].batches.push_back(coarse[found->second][i]);
        }
    }
    for (std::size_t i = 0; i < lods.size(); ++i) {
        setErrors(lods[i], i, results);
        if (i > 0) lods[i].error_m = std::max(lods[i].error_m, lods[i - 1].error_m);
    }
    return lods;
}

}  // namespace phalanx

#include "render/lod/simplify_mesh.h"

#include <meshoptimizer.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <memory>
#include <span>
#include <utility>

#include "anim/pose/morph.h"
#include "core/error.h"
#include "core/parallel.h"
#include "crowd/selection.h"
#include "render/lod/edge_collapse.h"
#include "render/lod/lod_meter.h"

namespace phalanx {
namespace {

constexpr double kStep = 0.45;
constexpr double kLeastStep = 0.9;  // a LOD with more triangles than this part of the one before is left out

// Fewer joints per vertex are used if the error grows by no more than this factor.
constexpr double kFewJointsMayCost = 1.15;
constexpr std::size_t kMostCollapsed = 30'000;  // triangles
constexpr std::size_t kCollapsedPoses = 6;
constexpr std::size_t kCollapsedPoints = 2'000'000;  // corners of triangles, over all those poses
// By LOD: far away, the number of vertices counts more than their normals.
constexpr std::array kMergings{WedgeMerging{0.9F, 0.002F, false}, WedgeMerging{0.5F, 0.005F, false},
                               WedgeMerging{-1.0F, 0.02F, true}};

// An index run of the mesh, which several variants may share.
struct Run {
    Batch batch;
    std::vector<std::uint32_t> names;  // the packed vertices that it uses, ascending
    std::vector<Vertex> vertices;      // these
    std::vector<VertexMorphs> morphs;  // empty: the model has none
    Triangles full;                    // of `vertices`
    Triangles start;                   // that are collapsed
    std::unique_ptr<LodMeter> meter;
    CollapseInput input;
    std::unique_ptr<EdgeCollapse> collapse;
    std::vector<LodVertex> own;  // vertices of its LODs

    std::uint32_t stepsAt(double cost) const {
        const auto& steps = collapse->steps();
        return static_cast<std::uint32_t>(
            std::upper_bound(steps.begin(), steps.end(), cost,
                             [](double most, const EdgeCollapse::Step& step) { return most < step.cost; }) -
            steps.begin());
    }
    std::size_t leftAt(double cost) const {
        const std::uint32_t steps = stepsAt(cost);
        return steps == 0 ? collapse->triangles() : collapse->steps()[steps - 1].left;
    }
};

// One run at one LOD.
struct Piece {
    Triangles triangles;
};

class Simplifier {
  public:
    Simplifier(const Model& model, const PackedMesh& packed, std::function<void()> check_in)
        : model_(model),
          packed_(packed),
          check_in_(std::move(check_in)),
          poses_(model, packed.vertices.size()) {
        findRuns();
        std::size_t corners = 0;
        for (const Run& run : runs_)
            corners += std::min<std::size_t>(run.batch.index_count, kMostCollapsed * 3);
        const std::size_t poses = std::clamp<std::size_t>(kCollapsedPoints / corners, 1, kCollapsedPoses);
        for (std::size_t p = 0; p < std::min(poses, poses_.size()); ++p) {
            const LodPoses::Pose& pose = poses_[p * poses_.size() / poses];
            collapsed_poses_.push_back({pose.palette, pose.morph_weights});
        }
        std::vector<VertexMorphs> morphs;  // LODs have no others
        if (targetsMoveFar(model)) morphs = morphsByVertex(model.morph_targets, model.vertices.size());
        parallelFor(runs_.size(), 0, [&](std::size_t r) {
            prepare(runs_[r], morphs);
            collapse(runs_[r]);
        });
        for (const Run& run : runs_) {
            for (const EdgeCollapse::Step& step : run.collapse->steps()) costs_.push_back(step.cost);
        }
        std::ranges::sort(costs_);
    }

    // The smallest cost at which no variant has more than `wanted` triangles.
    double costFor(double wanted) const {
        const auto is_enough = [&](double cost) {
            return std::ranges::all_of(variants_, [&](const std::vector<std::size_t>& variant) {
                std::size_t left = 0;
                for (const std::size_t r : variant) left += runs_[r].leftAt(cost);
                return static_cast<double>(left) <= wanted;
            });
        };
        const auto found =
            std::partition_point(costs_.begin(), costs_.end(), [&](double cost) { return !is_enough(cost); });
        return found != costs_.end() ? *found : std::numeric_limits<double>::max();
    }

    MeshLod make(std::size_t number, double cost) {
        const WedgeMerging& merging = kMergings[std::min(number, kMergings.size() - 1)];
        std::vector<Piece> pieces(runs_.size());
        parallelFor(runs_.size(), 0, [&](std::size_t r) {
            Run& run = runs_[r];
            pieces[r].triangles = run.collapse->mesh().extract(run.stepsAt(cost), merging, run.own);
            // Nothing but degenerate triangles: an empty surface has no error to measure.
            if (pieces[r].triangles.empty()) pieces[r].triangles = run.full;
        });
        MeshLod lod;
        lod.weights = kWeightsPerVertex;
        lod.morphs = targetsMoveFar(model_);
        LodError error = measure(pieces, kWeightsPerVertex);
        const double most = error.p99_m * kFewJointsMayCost;
        for (const int joints : {1, 2}) {
            const LodError few = measure(pieces, joints, most);
            if (few.p99_m > most) continue;
            error = few;
            lod.weights = joints;
            break;
        }
        lod.error_m = error.p99_m;
        lod.max_error_m = error.max_m;
        std::vector<Batch> batches;
        for (std::size_t r = 0; r < runs_.size(); ++r) {
            Triangles& triangles = pieces[r].triangles;
            meshopt_optimizeVertexCache(triangles.data(), triangles.data(), triangles.size(),
                                        runs_[r].vertices.size() + runs_[r].own.size());
            batches.push_back({runs_[r].batch.material, static_cast<std::uint32_t>(lod.indices.size()),
                               static_cast<std::uint32_t>(triangles.size())});
            lod.indices.insert(lod.indices.end(), triangles.begin(), triangles.end());
        }
        for (std::size_t v = 0; v < variants_.size(); ++v) {
            Variant& variant = lod.variants.emplace_back(Variant{packed_.variants[v].name, {}});
            for (const std::size_t r : variants_[v]) variant.batches.push_back(batches[r]);
        }
        batches_.push_back(batches);
        return lod;
    }

    // Turns the indices of all LODs from those of runs into those of the whole mesh.
    SimplifiedMesh finish(std::vector<MeshLod> lods) {
        SimplifiedMesh mesh{std::move(lods), {}};
        constexpr auto kNone = std::numeric_limits<std::uint32_t>::max();
        std::vector<std::vector<std::uint32_t>> numbers;  // of own vertices, by run
        for (const Run& run : runs_) numbers.emplace_back(run.own.size(), kNone);
        for (std::size_t l = mesh.lods.size(); l-- > 0;) {
            for (std::size_t r = 0; r < runs_.size(); ++r) {
                const Run& run = runs_[r];
                const Batch& batch = batches_[l][r];
                for (std::uint32_t i = 0; i < batch.index_count; ++i) {
                    std::uint32_t& index = mesh.lods[l].indices[batch.first_index + i];
                    if (index < run.names.size()) {
                        index = run.names[index];
                        continue;
                    }
                    std::uint32_t& number = numbers[r][index - run.names.size()];
                    if (number == kNone) {
                        number = static_cast<std::uint32_t>(packed_.vertices.size() + mesh.vertices.size());
                        mesh.vertices.push_back(run.own[index - run.names.size()]);
                    }
                    index = number;
                }
            }
        }
        return mesh;
    }

    void dropLast() { batches_.pop_back(); }

  private:
    void findRuns() {
        std::map<std::pair<std::uint32_t, std::uint32_t>, std::size_t> number_of;
        for (const Variant& variant : packed_.variants) {
            std::vector<std::size_t>& used = variants_.emplace_back();
            for (const Batch& batch : variant.batches) {
                if (batch.index_count == 0) continue;
                const auto [place, is_new] =
                    number_of.try_emplace({batch.first_index, batch.index_count}, runs_.size());
                if (is_new) runs_.emplace_back().batch = batch;
                used.push_back(place->second);
            }
        }
    }

    void prepare(Run& run, std::span<const VertexMorphs> morphs) const {
        const auto first = packed_.indices.begin() + run.batch.first_index;
        run.full.assign(first, first + run.batch.index_count);
        run.names = run.full;
        std::ranges::sort(run.names);
        run.names.erase(std::unique(run.names.begin(), run.names.end()), run.names.end());
        for (std::uint32_t& index : run.full)
            index =
                static_cast<std::uint32_t>(std::ranges::lower_bound(run.names, index) - run.names.begin());
        for (const std::uint32_t name : run.names) {
            run.vertices.push_back(model_.vertices[packed_.model_vertex[name]]);
            if (!morphs.empty()) run.morphs.push_back(morphs[packed_.model_vertex[name]]);
        }
        run.meter = std::make_unique<LodMeter>(poses_, run.vertices, run.morphs, run.full, check_in_);
    }

    void collapse(Run& run) const {
        run.start = run.full.size() > kMostCollapsed * 3 ? reduced(run, kMostCollapsed) : run.full;
        run.input = {run.start, run.vertices, run.morphs, collapsed_poses_, check_in_};
        const glm::vec3& low = packed_.position_offset;
        const auto begin = [&] {
            run.collapse = std::make_unique<EdgeCollapse>(run.input, low, low + packed_.position_scale);
        };
        begin();
        if (!run.collapse->stopped()) return;
        run.start = reduced(run, run.full.size() / 60);
        run.input.triangles = run.start;
        begin();
    }

    // meshoptimizer's simplifiers are faster, and not slowed down by many triangles around one vertex.
    Triangles reduced(const Run& run, std::size_t wanted) const {
        const float* const positions = &run.vertices.front().position.x;
        Triangles out(run.full.size());
        out.resize(meshopt_simplify(out.data(), run.full.data(), run.full.size(), positions,
                                    run.vertices.size(), sizeof(Vertex), wanted * 3, 1.0F, 0, nullptr));
        if (out.size() <= wanted * 6) return out;
        out.resize(run.full.size());
        out.resize(meshopt_simplifySloppy(out.data(), run.full.data(), run.full.size(), positions,
                                          run.vertices.size(), sizeof(Vertex), wanted * 3, 1.0F, nullptr));
        return out.empty() ? run.full : out;
    }

    // The largest error of all runs. Stops early if it is larger than most_p99_m.
    LodError measure(const std::vector<Piece>& pieces, int joints,
                     double most_p99_m = std::numeric_limits<double>::max()) const {
        std::vector<LodError> errors(runs_.size());
        parallelFor(runs_.size(), 0, [&](std::size_t r) {
            errors[r] = runs_[r].meter->measure(pieces[r].triangles, runs_[r].own, joints, most_p99_m);
        });
        LodError worst;
        for (const LodError& error : errors)
            worst = {std::max(worst.p99_m, error.p99_m), std::max(worst.max_m, error.max_m)};
        return worst;
    }

    const Model& model_;
    const PackedMesh& packed_;
    std::function<void()> check_in_;
    LodPoses poses_;
    std::vector<CollapsePose> collapsed_poses_;
    std::vector<Run> runs_;
    std::vector<std::vector<std::size_t>> variants_;  // runs of each
    std::vector<double> costs_;                       // of all steps of all runs, ascending
    std::vector<std::vector<Batch>> batches_;         // by LOD and run
};

}  // namespace

SimplifiedMesh simplifyMesh(const Model& model, const PackedMesh& packed,
                            const std::function<bool()>& cancelled) {
    std::uint64_t most = 0;
    for (const Variant& variant : packed.variants) most = std::max(most, trianglesOf(variant));
    const double whole = static_cast<double>(most) / static_cast<double>(kCoarsestTriangles);
    if (whole <= 1.0 / kStep) return {};
    const double steps = std::clamp(std::round(std::log(whole) / std::log(1.0 / kStep)), 1.0,
                                    static_cast<double>(kMaxLods - 3));
    const double step = std::pow(whole, -1.0 / steps);
    Simplifier simplifier(model, packed, [&] {
        if (cancelled && cancelled()) throw inputError(model.source_path, "cancelled");
    });
    const auto mostIn = [](const MeshLod& lod) {
        std::uint64_t triangles = 0;
        for (const Variant& variant : lod.variants) triangles = std::max(triangles, trianglesOf(variant));
        return static_cast<double>(triangles);
    };
    std::vector<MeshLod> lods;
    auto before = static_cast<double>(most);
    for (double number = 1.0; number <= steps; ++number) {
        const double wanted = static_cast<double>(most) * std::pow(step, number);
        MeshLod lod = simplifier.make(lods.size(), simplifier.costFor(wanted));
        if (mostIn(lod) > before * kLeastStep) {
            simplifier.dropLast();
            break;
        }
        before = mostIn(lod);
        if (!lods.empty()) lod.error_m = std::max(lod.error_m, lods.back().error_m);
        lods.push_back(std::move(lod));
    }
    return simplifier.finish(std::move(lods));
}

}  // namespace phalanx

#include "app/verify/verify_checks.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <mutex>

#include "anim/pose/joint_boxes.h"
#include "anim/pose/pose.h"
#include "anim/pose/skin.h"
#include "app/layers/layered_army.h"
#include "app/verify/verify_layers.h"
#include "app/verify/verify_packing.h"
#include "app/verify/verify_poses.h"
#include "core/error_tally.h"
#include "core/parallel.h"
#include "core/stopwatch.h"
#include "render/draws/gpu_skinner.h"

namespace phalanx {
namespace {

// The normals of a blended matrix are meaningless if its determinant, or the length of the transformed
// normal, is this small relative to the size of the matrix: float rounding (1e-7 of the entries, a few
// operations) would turn them by more than the limit of 0.05 degrees.
constexpr double kFlatDeterminant = 1e-5;
constexpr double kFlatNormal = 1e-2;

// The blending error between two frames follows a parabola. measureBakeError() samples three points of it, so
// a pose in between may be slightly worse than the worst sample. Float rounding is added on top.
constexpr double kBetweenSamples = 1.5;
// If only a part of the times and vertices was measured, the worst may also have been missed.
constexpr double kBetweenSampled = 3.0;
constexpr double kRounding_mm = 0.05;

// NaN and infinity count as huge deviations.
double orHuge(double value) {
    return std::isfinite(value) ? value : 1e30;
}

// The sum of the vertex's unit normal and its deltas.
glm::dvec3 morphedNormal(const Vertex& vertex, std::uint32_t number, const MorphState& morphs) {
    glm::dvec3 normal(vertex.normal);
    for (std::size_t t = 0; t < morphs.targets.size(); ++t) {
        const std::vector<MorphDelta>& deltas = morphs.targets[t].deltas;
        const auto found = std::ranges::lower_bound(deltas, number, {}, &MorphDelta::vertex);
        if (found != deltas.end() && found->vertex == number)
            normal += morphs.weights[t] * glm::dvec3(found->normal);
    }
    return normal;
}

bool isFlattened(const Vertex& vertex, std::uint32_t number, const MorphState& morphs,
                 std::span<const glm::dmat4> palette) {
    glm::dmat3 m(0.0);
    for (int k = 0; k < kWeightsPerVertex; ++k)
        m += glm::dmat3(palette[vertex.joints[k]]) * static_cast<double>(vertex.weights[k]);
    const double square = (glm::dot(m[0], m[0]) + glm::dot(m[1], m[1]) + glm::dot(m[2], m[2])) / 3.0;
    if (square <= 0.0) return true;
    return std::abs(glm::determinant(m)) < kFlatDeterminant * square * std::sqrt(square) ||
           glm::length(normalMatrix(m) * morphedNormal(vertex, number, morphs)) < kFlatNormal * square;
}

double angle_deg(const glm::dvec3& a, const glm::dvec3& b) {
    return glm::degrees(2.0 * std::asin(std::min(1.0, glm::length(a - b) * 0.5)));
}

// Results of one pose; merged in pose order, so that the report does not depend on thread timing. Negative
// values are "not compared".
struct PoseResult {
    double position = -1.0;  // metres
    std::uint32_t position_vertex = 0;
    double normal_deg = -1.0;
    std::uint32_t normal_vertex = 0;
    std::uint64_t flattened = 0;
    double end = -1.0;  // metres
    std::uint32_t end_vertex = 0;
};

class ModelCheck {
  public:
    ModelCheck(const gl::Capabilities& capabilities, const std::filesystem::path& shader_directory,
               const LoadedModel& loaded, const VerifyScope& scope, const SkinOptions& skin)
        : capabilities_(capabilities),
          skin_(skin),
          loaded_(withoutImages(loaded)),
          model_(loaded.model),
          baked_(loaded.baked),
          scope_(scope),
          gpu_model_(makeGpuModel(capabilities, loaded_, clipTableOf(loaded.baked),
                                  skin.bake.fetch.value_or(FetchPath::kTexture2d))),
          skinner_(capabilities, shader_directory),
          clips_(chooseClips(loaded.baked.clips.size(), scope.max_clips)) {}

    std::vector<BakedReport> checkBake(bool rate_chosen) const {
        std::vector<BakedReport> reports(clips_.size());
        parallelFor(clips_.size(), 0, [&](std::size_t i) {
            const BakedClip& clip = baked_.clips[static_cast<std::size_t>(clips_[i])];
            reports[i] = {
                clip.name, clip.rate_hz, clip.intervals + 1, measureBakeError(model_, baked_, clips_[i]),
                0.0,       false};
            // A clip is stretched to whole intervals, so its rate is close to the chosen rate, not equal.
            const bool highest = clip.intervals >= std::round(clip.duration_s * kBakeRates_hz.back());
            reports[i].failed =
                rate_chosen && !highest && reports[i].error.p99_mm > BakeSettings{}.error_limit_mm;
        });
        return reports;
    }

    LayersReport checkLayers() {
        LayersReport report;
        report.left_out = whyUnavailable(findTechnique("palette"), capabilities_, baked_.joints);
        if (model_.clips.empty()) report.left_out = "the model has no clips";
        if (const std::string why = whyNoLayers(model_); !why.empty()) report.left_out = "the model " + why;
        if (!report.left_out.empty()) return report;
        return verifyLayers(capabilities_, skinner_, gpu_model_, model_, baked_, scope_.layered);
    }

    // Checks the poses that are also checked against exact sampling. Sets each clip's packed_max_mm.
    PackedReport checkPacking(std::vector<BakedReport>& clips) const {
        const PackingCheck check(model_, gpu_model_.packed(MeshKind::kSkinned));
        const auto poseOf = [&](std::size_t clip, std::size_t i) {
            return asHeld(
                {clips_[clip], singlePhase(static_cast<int>(i), scope_.times), clips_[clip], 0.0, 0.0});
        };
        std::vector<PackingCheck::Result> results(clips_.size());
        parallelFor(clips_.size(), 0, [&](std::size_t c) {
            for (int i = 0; i < scope_.times; i += scope_.exact_every) {
                const auto pose = static_cast<std::size_t>(i);
                check.check(exactPose(true, poseOf(c, pose)), millimetresPerMetre(model_), pose, results[c]);
            }
        });
        PackedReport report;
        ErrorTally all;
        for (std::size_t c = 0; c < clips_.size(); ++c) {
            const PackingCheck::Result& r = results[c];
            clips[c].packed_max_mm = r.errors_mm.max();
            all.add(r.errors_mm);
            if (r.used <= report.used) continue;
            report.used = r.used;
            report.limit_mm = r.limit_mm;
            report.worst = {r.error_mm, placeOf(baked_, poseOf(c, r.pose), r.vertex)};
        }
        const ErrorSummary sum = all.summary();
        report.error = {sum.mean, sum.p99, sum.max};
        return report;
    }

    DrawnReport checkTechnique(const Technique& technique, std::span<const BakedReport> baked);

  private:
    // Textures do not matter here, and uploading them takes longer than the check.
    static LoadedModel withoutImages(LoadedModel loaded) {
        loaded.model.images.clear();
        for (Material& material : loaded.model.materials) material.image = -1;
        return loaded;
    }

    // Rounding error of a posed vertex in mm: half a step along each axis. The step is that of a 16-bit
    // integer, or of a half float (1/2048 of the value).
    double vertexStep_mm() const {
        if (vertices_->format == VertexFormat::kUnorm16)
            return 500.0 * glm::length(glm::dvec3(vertices_->scale)) / 65535.0;
        return 1000.0 / 4096.0 * glm::length(baked_.bounds_max - baked_.bounds_min);
    }
    PoseResult compare(const Technique& technique, const BakedPose& pose, bool to_exact,
                       std::span<const FeedbackVertex> drawn) const;
    LocalPose exactPose(bool animated, const BakedPose& pose) const {
        if (!animated || model_.clips.empty()) return restPose(model_);
        const Clip& clip = model_.clips[static_cast<std::size_t>(pose.clip_a)];
        return samplePose(model_, clip, pose.phase_a * clip.duration_s);
    }
    void compareToExact(bool animated, const BakedPose& pose, std::span<const FeedbackVertex> drawn,
                        PoseResult& result) const;

    const gl::Capabilities& capabilities_;
    SkinOptions skin_;
    LoadedModel loaded_;
    const Model& model_;
    const BakedAnimation& baked_;
    VerifyScope scope_;
    GpuModel gpu_model_;
    GpuSkinner skinner_;
    std::vector<int> clips_;
    std::optional<VertexAnimation> vertices_;  // only if the checked technique draws baked vertices
    std::vector<Vertex> unpacked_;             // mesh of the checked technique
    std::vector<MorphTarget> targets_;         // of its vertices
    std::vector<SkinnedVertex> at_rest_;       // expected vertices, for techniques without animation
};

PoseResult ModelCheck::compare(const Technique& technique, const BakedPose& pose, bool to_exact,
                               std::span<const FeedbackVertex> drawn) const {
    std::vector<glm::dmat4> palette;
    std::vector<double> morph_weights;
    std::vector<SkinnedVertex> posed;
    if (technique.animated())
        morph_weights =
            morphWeightsAt(gpu_model_.encoded().morphs, baked_.clips, pose, skin_.settings.switches);
    const MorphState morphs{targets_, morph_weights};
    if (technique.animated()) {
        palette = encodedPalette(gpu_model_.encoded(), baked_.clips, pose, skin_.settings.switches);
        posed = vertices_ ? posedVertices(*vertices_, baked_.clips, pose, skin_.settings.switches)
                          : skin(unpacked_, palette, morphs);
    }
    const std::vector<SkinnedVertex>& expected = technique.animated() ? posed : at_rest_;
    PoseResult result;
    for (std::size_t i = 0; i < drawn.size(); ++i) {
        const auto vertex = static_cast<std::uint32_t>(i);
        const double distance = orHuge(glm::length(glm::dvec3(drawn[i].position) - expected[i].position));
        if (distance > result.position) {
            result.position = distance;
            result.position_vertex = vertex;
        }
        const double turned = orHuge(angle_deg(glm::dvec3(drawn[i].normal), expected[i].normal));
        if (turned > kNormalLimit_deg && technique.animated() &&
            isFlattened(unpacked_[i], vertex, morphs, palette)) {
            ++result.flattened;
        } else if (turned > result.normal_deg) {
            result.normal_deg = turned;
            result.normal_vertex = vertex;
        }
    }
    if (to_exact) compareToExact(technique.animated(), pose, drawn, result);
    return result;
}

void ModelCheck::compareToExact(bool animated, const BakedPose& pose, std::span<const FeedbackVertex> drawn,
                                PoseResult& result) const {
    const std::vector<SkinnedVertex> exact = skin(model_, exactPose(animated, pose));
    const std::vector<std::uint32_t>& model_vertex = gpu_model_.packed(MeshKind::kSkinned).model_vertex;
    for (std::size_t i = 0; i < drawn.size(); ++i) {
        const double distance =
            orHuge(glm::length(glm::dvec3(drawn[i].position) - exact[model_vertex[i]].position));
        if (distance > result.end) {
            result.end = distance;
            result.end_vertex = static_cast<std::uint32_t>(i);
        }
    }
}

DrawnReport ModelCheck::checkTechnique(const Technique& technique, std::span<const BakedReport> baked) {
    const Stopwatch watch;
    DrawnReport report;
    report.technique = technique.name;
    report.unavailable = whyUnavailable(technique, capabilities_, baked_.joints);
    if (!report.unavailable.empty()) return report;

    unpacked_ = unpackMesh(gpu_model_.packed(technique.mesh));
    targets_ = unpackMorphs(gpu_model_.packed(technique.mesh).morphs);
    if (technique.animated()) unpacked_ = withWeights(unpacked_, skin_.settings.switches.weights);
    vertices_.reset();
    if (technique.pose == PoseKind::kVertexTexture) {
        VertexBakeSettings settings;
        settings.format = skin_.bake.vertex_format;
        vertices_ = bakeVertices(model_.name, unpacked_, targets_, baked_, settings);
        gpu_model_.setVertexAnimation(capabilities_, *vertices_, skin_.settings.switches.weights);
    }
    at_rest_.clear();
    if (!technique.animated()) {
        for (const Vertex& v : unpacked_) at_rest_.push_back({glm::dvec3(v.position), glm::dvec3(v.normal)});
    }
    Poses chosen = technique.animated() ? choosePoses(clips_, scope_) : Poses{{BakedPose{}}, 1};
    report.poses = chosen.singles;
    report.crossfades = chosen.poses.size() - chosen.singles;
    report.vertices = chosen.poses.size() * unpacked_.size();
    // Nearest frames and fewer weights deviate from exact sampling on purpose.
    const bool full = skin_.settings.switches.lookup == FrameLookup::kLinear &&
                      skin_.settings.switches.weights == kWeightsPerVertex;
    const auto isExact = [&](std::size_t pose) {
        if (!technique.animated()) return true;
        if (!full) return false;
        return pose < chosen.singles && static_cast<int>(pose) % scope_.times % scope_.exact_every == 0;
    };

    const double mm = millimetresPerMetre(model_);
    // The rest mesh is packed with its own bounding box; the error is half a step of it along each axis.
    const double rest_step_mm = 0.5 *
                                glm::length(glm::dvec3(gpu_model_.packed(MeshKind::kRest).position_scale)) /
                                PH_POSITION_MAX * mm;
    double worst_ratio = 0.0;
    std::vector<PoseResult> results;
    skinner_.skin(gpu_model_, technique, skin_.settings, chosen.poses, [&](const GpuSkinner::Chunk& chunk) {
        results.assign(chunk.poses, {});
        parallelFor(chunk.poses, 0, [&](std::size_t i) {
            const std::size_t pose = chunk.first_pose + i;
            const std::size_t count = unpacked_.size();
            results[i] = compare(technique, chosen.poses[pose], isExact(pose),
                                 chunk.vertices.subspan(i * count, count));
        });
        for (std::size_t i = 0; i < chunk.poses; ++i) {
            const std::size_t index = chunk.first_pose + i;
            const BakedPose& pose = chosen.poses[index];
            const PoseResult& r = results[i];
            const auto keepWorst = [&](Worst& worst, double value, std::uint32_t vertex) {
                if (value <= worst.value) return;
                worst.value = value;
                worst.where = technique.animated() ? placeOf(baked_, pose, vertex)
                                                   : fmt::format("rest pose, vertex {}", vertex);
            };
            keepWorst(report.position, r.position / heightOf(model_), r.position_vertex);
            keepWorst(report.normal_deg, r.normal_deg, r.normal_vertex);
            report.flattened += r.flattened;
            if (r.end < 0.0) continue;
            double limit = rest_step_mm + kRounding_mm;
            if (technique.animated()) {
                const BakedReport& clip = baked[index / static_cast<std::size_t>(scope_.times)];
                limit = (clip.error.sampled ? kBetweenSampled : kBetweenSamples) * clip.error.max_mm +
                        clip.packed_max_mm + kRounding_mm;
                if (vertices_) limit += vertexStep_mm() * mm / 1000.0;
            }
            if (r.end * mm / limit > worst_ratio) {
                worst_ratio = r.end * mm / limit;
                report.end_limit_mm = limit;
                report.end_mm = {};
                keepWorst(report.end_mm, r.end * mm, r.end_vertex);
            }
        }
    });
    report.end_passed = worst_ratio <= 1.0;
    report.seconds = watch.elapsed_s();
    return report;
}

}  // namespace

VerifyReport verifyModel(const gl::Capabilities& capabilities, const std::filesystem::path& shader_directory,
                         const LoadedModel& loaded, const VerifyScope& scope, bool rate_chosen,
                         const SkinOptions& skin) {
    const Stopwatch watch;
    ModelCheck check(capabilities, shader_directory, loaded, scope, skin);
    VerifyReport report;
    report.model = loaded.model.name;
    report.file = loaded.model.source_path;
    report.vertices = loaded.model.vertices.size();
    report.joints = loaded.model.palette.size();
    report.clips = loaded.model.clips.size();
    report.height_m = loaded.model.height_m;
    report.baked = check.checkBake(rate_chosen);
    report.packed = check.checkPacking(report.baked);
    for (const Technique& technique : techniques()) {
        if (!scope.technique.empty() && technique.name != scope.technique) continue;
        report.drawn.push_back(check.checkTechnique(technique, report.baked));
    }
    if (scope.technique.empty()) report.layers = check.checkLayers();
    report.seconds = watch.elapsed_s();
    return report;
}

}  // namespace phalanx

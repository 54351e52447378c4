#include "app/verify/verify_packing.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "anim/pose/skin.h"

namespace phalanx {
namespace {

// The most weight, in steps, that rounding n weights with a given sum can move between them: if k of n
// remainders are rounded up, it is at most k (n - k) / n.
constexpr std::array<double, kWeightsPerVertex + 1> kMovedSteps{0.0, 0.0, 1.0 / 2.0, 2.0 / 3.0, 1.0};

// Relative rounding of unpacked positions and weights, which are floats (2^-24, a few operations).
constexpr double kFloatRounding = 1e-6;

glm::dmat3 absolute(const glm::dmat4& m) {
    return {glm::abs(glm::dvec3(m[0])), glm::abs(glm::dvec3(m[1])), glm::abs(glm::dvec3(m[2]))};
}

}  // namespace

PackingCheck::PackingCheck(const Model& model, const PackedMesh& packed)
    : model_(model),
      model_vertex_(packed.model_vertex),
      rounded_(unpackMesh(packed)),
      rounded_targets_(unpackMorphs(packed.morphs)),
      half_step_(glm::dvec3(packed.position_scale) * (0.5 / PH_POSITION_MAX)),
      half_delta_(0.5 * static_cast<double>(packed.morphs.position_step)) {}

// original: morphed.
double PackingCheck::limit_m(const Vertex& original, const glm::dvec3& half_step, const Vertex& rounded,
                             std::span<const glm::dmat4> palette) const {
    const glm::dvec4 point(glm::dvec3(original.position), 1.0);
    std::array<glm::dvec3, kWeightsPerVertex> places{};  // where each joint alone would put the vertex
    std::size_t joints = 0;
    double size = 0.0;  // magnitude of the numbers that are added
    double sum = 0.0;
    for (std::size_t k = 0; k < kWeightsPerVertex; ++k) {
        if (original.weights[k] <= 0.0F) continue;
        const glm::dmat4& matrix = palette[original.joints[k]];
        places[joints++] = glm::dvec3(matrix * point);
        size = std::max(size, glm::length(absolute(matrix) * glm::abs(glm::dvec3(point))) +
                                  glm::length(glm::dvec3(matrix[3])));
        sum += static_cast<double>(original.weights[k]);
    }
    double span = 0.0;
    for (std::size_t a = 0; a < joints; ++a)
        for (std::size_t b = 0; b < a; ++b) span = std::max(span, glm::length(places[a] - places[b]));
    glm::dmat4 blended(0.0);
    for (std::size_t k = 0; k < kWeightsPerVertex; ++k)
        blended += palette[rounded.joints[k]] * static_cast<double>(rounded.weights[k]);
    // Packed weights sum to 1; the model's may be off a little (validate()).
    return glm::length(absolute(blended) * half_step) + kMovedSteps[joints] / PH_WEIGHT_MAX * span +
           (kFloatRounding + std::abs(sum - 1.0)) * size;
}

void PackingCheck::check(const LocalPose& pose, double mm, std::size_t number, Result& result) const {
    const std::vector<glm::dmat4> palette = modelFromBind(model_, pose);
    const std::vector<SkinnedVertex> exact = skin(model_, pose);
    const std::vector<SkinnedVertex> moved = skin(rounded_, palette, {rounded_targets_, pose.morph_weights});
    // Bind positions with morph targets, and their half steps.
    std::vector<Vertex> morphed = model_.vertices;
    std::vector<glm::dvec3> half_steps(morphed.size(), half_step_);
    for (std::size_t t = 0; t < model_.morph_targets.size(); ++t) {
        const double weight = pose.morph_weights[t];
        for (const MorphDelta& delta : model_.morph_targets[t].deltas) {
            morphed[delta.vertex].position += static_cast<float>(weight) * delta.position;
            half_steps[delta.vertex] += std::abs(weight) * half_delta_;
        }
    }
    for (std::size_t v = 0; v < moved.size(); ++v) {
        const std::uint32_t original = model_vertex_[v];
        const double error_mm = glm::length(moved[v].position - exact[original].position) * mm;
        const double limit_mm = limit_m(morphed[original], half_steps[original], rounded_[v], palette) * mm;
        result.errors_mm.add(error_mm);
        const double used = error_mm > 0.0 ? error_mm / limit_mm : 0.0;
        if (used <= result.used) continue;
        result.used = used;
        result.error_mm = error_mm;
        result.limit_mm = limit_mm;
        result.vertex = static_cast<std::uint32_t>(v);
        result.pose = number;
    }
}

}  // namespace phalanx

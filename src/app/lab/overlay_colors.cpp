#include "app/lab/overlay_colors.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "anim/pose/pose.h"
#include "anim/pose/skin.h"

namespace phalanx {
namespace {

constexpr std::array kHeat{glm::vec3(0.10F, 0.13F, 0.36F), glm::vec3(0.12F, 0.46F, 0.62F),
                           glm::vec3(0.36F, 0.70F, 0.36F), glm::vec3(0.96F, 0.80F, 0.22F),
                           glm::vec3(0.86F, 0.20F, 0.13F)};
constexpr double kGoldenTurn = 0.61803398875;

glm::u8vec4 bytesOf(const glm::vec3& color) {
    const glm::vec3 scaled = glm::clamp(color, 0.0F, 1.0F) * 255.0F + 0.5F;
    return {static_cast<std::uint8_t>(scaled.r), static_cast<std::uint8_t>(scaled.g),
            static_cast<std::uint8_t>(scaled.b), std::uint8_t{255}};
}

LocalPose exactPose(const Model& model, const BakedPose& pose, const PoseSwitches& switches) {
    if (model.clips.empty()) return restPose(model);
    const auto sampled = [&](int clip, double phase) {
        const Clip& played = model.clips[static_cast<std::size_t>(clip)];
        return samplePose(model, played, phase * played.duration_s);
    };
    // A crossfade that is switched off does not count as an error.
    const double weight = shownWeight(pose.weight, switches);
    if (weight == 0.0) return sampled(pose.clip_a, pose.phase_a);
    if (weight == 1.0) return sampled(pose.clip_b, pose.phase_b);
    return blendPoses(sampled(pose.clip_a, pose.phase_a), sampled(pose.clip_b, pose.phase_b), weight);
}

}  // namespace

glm::vec3 heatColor(float share) {
    const float place = std::clamp(share, 0.0F, 1.0F) * static_cast<float>(kHeat.size() - 1);
    const auto low = std::min(static_cast<std::size_t>(place), kHeat.size() - 2);
    return glm::mix(kHeat[low], kHeat[low + 1], place - static_cast<float>(low));
}

glm::vec3 jointColor(std::uint32_t joint) {
    // Hues that differ by the golden ratio of a circle: neighbours always differ clearly.
    const double turn = std::fmod(joint * kGoldenTurn, 1.0);
    const float value = joint % 2 == 0 ? 0.92F : 0.68F;
    const auto channel = [&](double shift) {
        const double h = std::fmod(turn + shift, 1.0) * 6.0;
        const double ramp = std::clamp(std::abs(h - 3.0) - 1.0, 0.0, 1.0);
        return value * (0.28F + 0.72F * static_cast<float>(ramp));
    };
    return {channel(0.0), channel(2.0 / 3.0), channel(1.0 / 3.0)};
}

std::vector<glm::u8vec4> weightColors(std::span<const Vertex> vertices, std::uint32_t joint) {
    std::vector<glm::u8vec4> colors;
    colors.reserve(vertices.size());
    for (const Vertex& vertex : vertices) {
        float weight = 0.0F;
        for (std::size_t k = 0; k < vertex.joints.size(); ++k)
            weight += vertex.joints[k] == joint ? vertex.weights[k] : 0.0F;
        // Vertices that the joint does not move are grey, so that the border is visible.
        colors.push_back(bytesOf(weight > 0.0F ? heatColor(weight) : glm::vec3(0.42F)));
    }
    return colors;
}

std::vector<glm::u8vec4> jointColors(std::span<const Vertex> vertices) {
    std::vector<glm::u8vec4> colors;
    colors.reserve(vertices.size());
    for (const Vertex& vertex : vertices) {
        glm::vec3 color(0.0F);
        for (std::size_t k = 0; k < vertex.joints.size(); ++k)
            color += jointColor(vertex.joints[k]) * vertex.weights[k];
        colors.push_back(bytesOf(color));
    }
    return colors;
}

std::vector<glm::u8vec4> errorColors(std::span<const float> errors_mm, double full_scale_mm) {
    std::vector<glm::u8vec4> colors;
    colors.reserve(errors_mm.size());
    for (const float error : errors_mm)
        colors.push_back(bytesOf(heatColor(error / static_cast<float>(full_scale_mm))));
    return colors;
}

std::vector<float> exactErrors_mm(const LoadedModel& loaded, const EncodedAnimation& encoded,
                                  const PackedMesh& mesh, std::span<const Vertex> unpacked,
                                  const BakedPose& pose, const PoseSwitches& switches) {
    const MeshSource source = meshSource(loaded.model, mesh.lod_vertices);
    const LocalPose exact_pose = exactPose(loaded.model, pose, switches);
    const std::vector<SkinnedVertex> exact = skin(source.vertices, modelFromBind(loaded.model, exact_pose),
                                                  {source.targets, exact_pose.morph_weights});
    const std::vector<MorphTarget> targets = unpackMorphs(mesh.morphs);
    const std::vector<SkinnedVertex> drawn = skin(
        withWeights(unpacked, switches.weights), encodedPalette(encoded, loaded.baked.clips, pose, switches),
        {targets, morphWeightsAt(encoded.morphs, loaded.baked.clips, pose, switches)});
    std::vector<float> errors(drawn.size());
    for (std::size_t i = 0; i < drawn.size(); ++i) {
        const double apart = glm::length(drawn[i].position - exact[mesh.model_vertex[i]].position);
        errors[i] = static_cast<float>(apart * 1000.0);
    }
    return errors;
}

double scaleFor_mm(double most_mm) {
    double decade = 0.1;
    while (std::isfinite(most_mm) && decade * 10.0 < most_mm) decade *= 10.0;
    for (const double step : {1.0, 2.0, 5.0}) {
        if (most_mm <= decade * step) return decade * step;
    }
    return decade * 10.0;
}

}  // namespace phalanx

// Poses of a model on the GPU by the production shader, checked against CPU skinning of the same texels and
// vertices.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <glm/glm.hpp>
#include <optional>
#include <span>
#include <vector>

#include "anim/bake/bake.h"
#include "anim/pose/skin.h"
#include "app/verify/verify_checks.h"
#include "core/file.h"
#include "gl/context/capabilities.h"
#include "render/draws/gpu_skinner.h"
#include "render/model/gpu_model.h"
#include "synthetic_model.h"

namespace phalanx::test {

inline BakedAnimation bakedAt(const Model& model, double rate_hz) {
    BakeSettings settings;
    settings.rate_hz = rate_hz;
    return bakeAnimation(model, settings);
}

// The settings of a technique for a comparison.
struct SkinCase {
    SkinSettings settings;
    Encoding encoding = Encoding::kRgba32f;
    FetchPath path = FetchPath::kTexture2d;
    VertexFormat vertex_format = VertexFormat::kUnorm16;
};

// The largest difference between the matrix rows of a unit and a pose: of places half the height from the
// bind origin, in heights. rows: of all units, GpuSkinner::Layered::rows.
inline double rowDifference(const Model& model, const std::vector<glm::dmat4>& expected,
                            std::span<const glm::vec4> rows, std::size_t unit) {
    const double reach = 0.5 * model.height_m / model.metres_per_unit;
    double worst = 0.0;
    for (std::size_t j = 0; j < expected.size(); ++j) {
        for (int row = 0; row < 3; ++row) {
            const glm::vec4& texel = rows[3 * (unit * expected.size() + j) + static_cast<std::size_t>(row)];
            for (int column = 0; column < 4; ++column) {
                const double off = std::abs(static_cast<double>(texel[column]) - expected[j][column][row]) *
                                   (column < 3 ? reach : 1.0);
                worst = std::max(worst, std::isfinite(off) ? off / model.height_m : 1e30);
            }
        }
    }
    return worst;
}

struct Agreement {
    double position = 0.0;    // largest distance / height
    double normal_deg = 0.0;  // largest angle, without flattened normals
    std::size_t flattened = 0;
    std::size_t compared = 0;
};

// True if float rounding alone decides the normal's direction: see src/app/verify/verify_checks.cpp for the
// thresholds.
inline bool isFlat(const Vertex& v, const std::vector<glm::dmat4>& palette) {
    glm::dmat3 m(0.0);
    for (std::size_t k = 0; k < v.weights.size(); ++k)
        m += glm::dmat3(palette[v.joints[k]]) * static_cast<double>(v.weights[k]);
    const double square = (glm::dot(m[0], m[0]) + glm::dot(m[1], m[1]) + glm::dot(m[2], m[2])) / 3.0;
    return square <= 0.0 || std::abs(glm::determinant(m)) < 1e-5 * std::pow(square, 1.5) ||
           glm::length(normalMatrix(m) * glm::dvec3(v.normal)) < 1e-2 * square;
}

inline void compareVertices(const std::vector<Vertex>& vertices, const std::vector<glm::dmat4>& palette,
                            const std::vector<SkinnedVertex>& expected, double height_m,
                            std::span<const FeedbackVertex> drawn, Agreement& agreement) {
    for (std::size_t i = 0; i < drawn.size(); ++i) {
        const double distance = glm::length(glm::dvec3(drawn[i].position) - expected[i].position);
        agreement.position =
            std::max(agreement.position, std::isfinite(distance) ? distance / height_m : 1e30);
        ++agreement.compared;
        if (isFlat(vertices[i], palette)) {
            ++agreement.flattened;
            continue;
        }
        const double chord = glm::length(glm::dvec3(drawn[i].normal) - expected[i].normal);
        const double angle =
            std::isfinite(chord) ? glm::degrees(2.0 * std::asin(std::min(1.0, chord / 2.0))) : 1e30;
        agreement.normal_deg = std::max(agreement.normal_deg, angle);
    }
}

inline Agreement agreementOf(const gl::Capabilities& capabilities, const Model& model,
                             const BakedAnimation& baked, const Technique& technique,
                             const std::vector<BakedPose>& poses, const SkinCase& skin_case = {}) {
    const EncodedAnimation encoded = encodeAnimation(model, baked, skin_case.encoding);
    const PoseSwitches& switches = skin_case.settings.switches;
    GpuModel gpu_model(capabilities, model, encoded, baked.mirrors, clipTableOf(baked), skin_case.path);
    GpuSkinner skinner(capabilities, dataDirectory() / "shaders");
    std::vector<Vertex> vertices = unpackMesh(gpu_model.packed(technique.mesh));
    if (technique.animated()) vertices = withWeights(vertices, switches.weights);
    const std::vector<MorphTarget> targets = unpackMorphs(gpu_model.packed(technique.mesh).morphs);
    std::optional<VertexAnimation> animation;
    if (technique.pose == PoseKind::kVertexTexture) {
        VertexBakeSettings settings;
        settings.format = skin_case.vertex_format;
        settings.bind_normals = switches.bind_normals;
        animation = bakeVertices(model.name, vertices, targets, baked, settings);
        gpu_model.setVertexAnimation(capabilities, *animation, switches.weights);
    }
    Agreement agreement;
    skinner.skin(gpu_model, technique, skin_case.settings, poses, [&](const GpuSkinner::Chunk& chunk) {
        for (std::size_t i = 0; i < chunk.poses; ++i) {
            const BakedPose pose = asHeld(poses[chunk.first_pose + i]);
            // The rest mesh holds skinned vertices: they only need to be unpacked.
            const std::vector<glm::dmat4> palette =
                technique.animated() ? encodedPalette(encoded, baked.clips, pose, switches)
                                     : std::vector<glm::dmat4>(model.palette.size(), glm::dmat4(1.0));
            std::vector<double> weights;  // the rest mesh is morphed already, too
            if (technique.animated()) weights = morphWeightsAt(encoded.morphs, baked.clips, pose, switches);
            std::vector<SkinnedVertex> expected = animation
                                                      ? posedVertices(*animation, baked.clips, pose, switches)
                                                      : skin(vertices, palette, {targets, weights});
            if (switches.bind_normals && technique.animated() && !animation) {
                for (std::size_t v = 0; v < vertices.size(); ++v)
                    expected[v].normal = glm::dvec3(vertices[v].normal);
            }
            compareVertices(vertices, palette, expected, model.height_m,
                            chunk.vertices.subspan(i * vertices.size(), vertices.size()), agreement);
        }
    });
    return agreement;
}

// Expects that all techniques that the context supports agree within the limits of `verify`. Returns the
// number of flattened normals of the technique with the most.
inline std::size_t expectAgreement(const gl::Capabilities& capabilities, const Model& model,
                                   const BakedAnimation& baked, const std::vector<BakedPose>& poses,
                                   const SkinCase& skin_case) {
    std::size_t flattened = 0;
    for (const Technique& technique : techniques()) {
        if (!whyUnavailable(technique, capabilities, baked.joints).empty()) continue;
        const Agreement a = agreementOf(capabilities, model, baked, technique, poses, skin_case);
        EXPECT_LE(a.position, kPositionLimit) << technique.name;
        EXPECT_LE(a.normal_deg, kNormalLimit_deg) << technique.name;
        EXPECT_EQ(a.compared, poses.size() * model.vertices.size()) << technique.name;
        flattened = std::max(flattened, a.flattened);
    }
    return flattened;
}

}  // namespace phalanx::test

// Imports a column with two morph targets, and computes here from the numbers in the file what it must look
// like.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <string>
#include <vector>

#include "cpu/asset/samples/import_gltf_fixture.h"
#include "cpu/asset/samples/morph_samples.h"

namespace phalanx::test {

inline const MorphKeys kLinearKeys{
    "LINEAR", {0.0, 0.25, 0.5, 1.0}, {{0.0, 1.0}, {1.0, 0.5}, {-0.5, 2.0}, {0.0, 1.0}}, {}, {}};

inline MorphKeys cubicKeys() {
    MorphKeys keys = kLinearKeys;
    keys.interpolation = "CUBICSPLINE";
    keys.in = {{0.0, 0.0}, {3.0, -2.0}, {1.5, 4.0}, {2.0, -1.0}};
    keys.out = {{4.0, 1.0}, {-3.0, 2.5}, {0.5, -6.0}, {0.0, 0.0}};
    return keys;
}

// glTF 2.0, appendix C.
inline double weightOf(const MorphKeys& keys, std::size_t target, double time_s) {
    std::size_t k = 0;
    while (k + 2 < keys.times.size() && keys.times[k + 1] <= time_s) ++k;
    const double span_s = keys.times[k + 1] - keys.times[k];
    const double t = (time_s - keys.times[k]) / span_s;
    const double a = keys.weights[k][target];
    const double b = keys.weights[k + 1][target];
    if (keys.interpolation == "STEP") return a;
    if (keys.interpolation == "LINEAR") return (1.0 - t) * a + t * b;
    return (2.0 * t * t * t - 3.0 * t * t + 1.0) * a +
           span_s * (t * t * t - 2.0 * t * t + t) * keys.out[k][target] +
           (-2.0 * t * t * t + 3.0 * t * t) * b + span_s * (t * t * t - t * t) * keys.in[k + 1][target];
}

class ImportMorphs : public ImportGltf {
  protected:
    // The column's vertices with these weights, and Upper turned by `degrees`.
    static std::vector<SkinnedVertex> reference(const MorphedColumn& column,
                                                const std::vector<double>& weights, double degrees) {
        std::vector<SkinnedVertex> result;
        const double angle = glm::radians(degrees);
        for (const std::vector<MorphDeltas>& targets : column.parts) {
            for (std::size_t v = 0; v < kColumnVertices; ++v) {
                const std::size_t ring = v / 4;
                const double x = v % 4 == 0 || v % 4 == 3 ? -0.25 : 0.25;
                const double z = v % 4 < 2 ? -0.25 : 0.25;
                const double along = static_cast<double>(static_cast<float>(x * 2.8284271247461903));
                const double across = static_cast<double>(static_cast<float>(z * 2.8284271247461903));
                glm::dvec3 p(x, static_cast<double>(ring), z);
                glm::dvec3 n(along, 0.0, across);
                for (std::size_t t = 0; t < targets.size(); ++t) {
                    p += weights[t] * targets[t].positions[v];
                    if (!targets[t].normals.empty()) n += weights[t] * targets[t].normals[v];
                }
                const double upper = static_cast<double>(ring) / 2.0;
                const auto turned = [&](const glm::dvec3& d) {
                    return glm::dvec3(d.x * std::cos(angle) - d.y * std::sin(angle),
                                      d.x * std::sin(angle) + d.y * std::cos(angle), d.z);
                };
                const glm::dvec3 pivot(0.0, 1.0, 0.0);
                const glm::dvec3 posed = glm::mix(p, turned(p - pivot) + pivot, upper);
                // The blend of the identity and a turn about Z is a turn about Z with a scale in X and Y.
                const double c = 1.0 - upper + upper * std::cos(angle);
                const double s = upper * std::sin(angle);
                const double scale = std::hypot(c, s);
                const glm::dvec3 normal((c * n.x - s * n.y), (s * n.x + c * n.y), scale * scale * n.z);
                result.push_back({posed, glm::normalize(normal)});
            }
        }
        return result;
    }

    static void expectAlike(const std::vector<SkinnedVertex>& got, const std::vector<SkinnedVertex>& wanted) {
        ASSERT_EQ(got.size(), wanted.size());
        for (std::size_t v = 0; v < got.size(); ++v) {
            EXPECT_LT(glm::length(got[v].position - wanted[v].position), 1e-6) << "vertex " << v;
            EXPECT_LT(glm::length(got[v].normal - wanted[v].normal), 1e-6) << "vertex " << v;
        }
    }

    // In the clip Upper turns by 360 degrees per second, to 90 and -90 degrees.
    static double degreesAt(double time_s) {
        return time_s < 0.25   ? 360.0 * time_s
               : time_s < 0.75 ? 180.0 - 360.0 * time_s
                               : 360.0 * time_s - 360.0;
    }

    // The column with a clip of nothing but these weights.
    static MorphedColumn onlyWeights(const std::string& name, const MorphKeys& keys) {
        MorphedColumn column;
        column.builder.json["animations"][0]["name"] = name;
        column.builder.json["animations"][0]["samplers"] = nlohmann::json::array();
        column.builder.json["animations"][0]["channels"] = nlohmann::json::array();
        column.animate(keys);
        return column;
    }

    void expectRefused(const std::string& piece, const std::function<void(MorphedColumn&)>& change) {
        MorphedColumn column;
        change(column);
        const std::string text = refusal(column.builder);
        EXPECT_NE(text.find(piece), std::string::npos) << text;
    }
};

}  // namespace phalanx::test

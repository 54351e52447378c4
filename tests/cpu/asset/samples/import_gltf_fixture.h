// Imports glTF files that a test writes, and checks the resulting poses.
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <string>
#include <vector>

#include "anim/pose/pose.h"
#include "anim/pose/skin.h"
#include "asset/import.h"
#include "core/error.h"
#include "core/file.h"
#include "cpu/asset/samples/gltf_builder.h"

namespace phalanx::test {

class ImportGltf : public ::testing::Test {
  protected:
    Model import(const GltfBuilder& builder, const ImportSettings& settings = {}) {
        keepAsSeed(builder);
        return importModel(folder_.write("model.glb", builder.glb()), settings);
    }

    // Returns the message of the error that the import must end with.
    std::string refusal(const GltfBuilder& builder, const ImportSettings& settings = {}) {
        try {
            import(builder, settings);
        } catch (const Error& e) {
            EXPECT_EQ(std::string(e.what()).find('\n'), std::string::npos);
            EXPECT_NE(std::string(e.what()).find("model.glb"), std::string::npos) << "the file is not named";
            return e.what();
        }
        ADD_FAILURE() << "was imported";
        return {};
    }

    static nlohmann::json& primitive(GltfBuilder& builder) {
        return builder.json["meshes"][0]["primitives"][0];
    }

    // The column's vertices as the file stores them.
    static std::vector<float> columnPositions() {
        std::vector<float> positions;
        for (int v = 0; v < 12; ++v) {
            const int corner = v % 4;
            const int ring = v / 4;
            for (const float value : {corner == 0 || corner == 3 ? -0.25F : 0.25F, static_cast<float>(ring),
                                      corner < 2 ? -0.25F : 0.25F}) {
                positions.push_back(value);
            }
        }
        return positions;
    }

    static std::vector<unsigned> columnIndices() {
        std::vector<unsigned> indices;
        for (unsigned ring = 0; ring < 2; ++ring) {
            for (unsigned corner = 0; corner < 4; ++corner) {
                const unsigned a = ring * 4 + corner;
                const unsigned c = ring * 4 + (corner + 1) % 4;
                indices.insert(indices.end(), {a, a + 4, c, c, a + 4, c + 4});
            }
        }
        return indices;
    }

    // Checks the column's triangles and clip.
    static void expectColumn(const Model& model, double tolerance = 1e-5) {
        EXPECT_EQ(model.indices.size(), 48U);
        expectBent(model, 0.0, 0.0, tolerance);
        expectBent(model, 0.25, 90.0, tolerance);
        expectBent(model, 0.75, -90.0, tolerance);
    }

    static bool hasNote(const Model& model, const std::string& piece) {
        for (const Note& note : model.notes) {
            if (note.text.find(piece) != std::string::npos) return true;
        }
        return false;
    }

    static std::vector<glm::dvec3> positions(const Model& model, double time_s) {
        std::vector<glm::dvec3> result;
        const LocalPose pose =
            model.clips.empty() ? restPose(model) : samplePose(model, model.clips[0], time_s);
        for (const SkinnedVertex& v : skin(model.vertices, modelFromBind(model, pose)))
            result.push_back(v.position);
        return result;
    }

    // Checks the positions of the column's vertices with Upper turned by `degrees`.
    static void expectBent(const Model& model, double time_s, double degrees, double tolerance = 1e-6) {
        const std::vector<glm::dvec3> posed = positions(model, time_s);
        ASSERT_EQ(posed.size(), 12U);
        const double angle = glm::radians(degrees);
        for (std::size_t v = 0; v < posed.size(); ++v) {
            const glm::dvec3 p(model.vertices[v].position);
            const glm::dvec3 d(p.x, p.y - 1.0, p.z);
            const glm::dvec3 turned(d.x * std::cos(angle) - d.y * std::sin(angle),
                                    d.x * std::sin(angle) + d.y * std::cos(angle) + 1.0, d.z);
            const glm::dvec3 expected = glm::mix(p, turned, p.y / 2.0);
            EXPECT_LT(glm::distance(posed[v], expected), tolerance)
                << "vertex " << v << " at " << time_s << " s";
        }
    }

    // Every small file is a seed of tests/fuzz/gltf_fuzz.cpp.
    void keepAsSeed(const GltfBuilder& builder) {
        constexpr std::size_t kLargest = 8192;
        const std::vector<std::uint8_t> seed = builder.jsonAndBinary();
        if (seed.size() > kLargest) return;
        const ::testing::TestInfo& test = *::testing::UnitTest::GetInstance()->current_test_info();
        const auto folder = std::filesystem::path(PHALANX_TEST_OUTPUT_DIR) / "gltf_corpus";
        std::filesystem::create_directories(folder);
        writeFile(folder / (std::string(test.name()) + "_" + std::to_string(seeds_++)), seed);
    }

    static nlohmann::json& nodes(GltfBuilder& builder) { return builder.json["nodes"]; }

    TemporaryFolder folder_;

  private:
    int seeds_ = 0;
};

}  // namespace phalanx::test

// Models much larger than the soldier: a chain of 300 joints, very many vertices, minutes of clips.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <numbers>

#include "anim/bake/bake.h"
#include "asset/isolated_import.h"
#include "core/child_process.h"
#include "core/stopwatch.h"
#include "cpu/asset/samples/gltf_builder.h"

namespace phalanx {
namespace {

using Json = nlohmann::json;
using test::GltfBuilder;

struct LargeOptions {
    int joints = 300;
    int vertices = 6000;
    int clips = 3;
    double seconds = 8.0;
    double keys_per_s = 2.0;
};

// A tube of square rings, 1.8 m long, on a chain of joints that all rotate in every clip.
class LargeModel {
  public:
    explicit LargeModel(const LargeOptions& options) : options_(options) {
        addMesh();
        addSkeleton();
        addClips();
    }

    std::vector<std::uint8_t> glb() const { return builder_.glb(); }

  private:
    double boneLength_m() const { return 1.8 / options_.joints; }

    void addMesh() {
        std::vector<double> positions;
        std::vector<double> normals;
        std::vector<double> joints;
        std::vector<double> weights;
        std::vector<double> indices;
        const int rings = options_.vertices / 4;
        for (int ring = 0; ring < rings; ++ring) {
            const double along = static_cast<double>(ring) / (rings - 1) * options_.joints;
            const int joint = std::min(static_cast<int>(along), options_.joints - 2);
            const double next = std::clamp(along - joint, 0.0, 1.0);
            for (int corner = 0; corner < 4; ++corner) {
                const double x = corner == 0 || corner == 3 ? -1.0 : 1.0;
                const double z = corner < 2 ? -1.0 : 1.0;
                positions.insert(positions.end(), {0.1 * x, along * boneLength_m(), 0.1 * z});
                normals.insert(normals.end(), {x * std::sqrt(0.5), 0.0, z * std::sqrt(0.5)});
                joints.insert(joints.end(), {1.0 * joint, joint + 1.0, 0.0, 0.0});
                weights.insert(weights.end(), {1.0 - next, next, 0.0, 0.0});
                if (ring + 1 == rings) continue;
                const int a = ring * 4 + corner;
                const int b = ring * 4 + (corner + 1) % 4;
                for (const int index : {a, a + 4, b, b, a + 4, b + 4}) indices.push_back(index);
            }
        }
        const Json attributes{{"POSITION", builder_.accessor(positions, "VEC3")},
                              {"NORMAL", builder_.accessor(normals, "VEC3")},
                              {"JOINTS_0", builder_.accessor(joints, "VEC4", GltfBuilder::kUnsignedShort)},
                              {"WEIGHTS_0", builder_.accessor(weights, "VEC4")}};
        const std::size_t triangles = builder_.accessor(indices, "SCALAR", GltfBuilder::kUnsignedInt);
        builder_.json["meshes"] = Json::array(
            {{{"primitives", Json::array({{{"attributes", attributes}, {"indices", triangles}}})}}});
    }

    void addSkeleton() {
        Json joints = Json::array();
        Json nodes = Json::array();
        std::vector<double> inverse_binds;
        for (int j = 0; j < options_.joints; ++j) {
            Json node{{"name", "joint " + std::to_string(j)},
                      {"translation", {0.0, j == 0 ? 0.0 : boneLength_m(), 0.0}}};
            if (j + 1 < options_.joints) node["children"] = {j + 1};
            nodes.push_back(node);
            joints.push_back(j);
            for (int k = 0; k < 16; ++k)
                inverse_binds.push_back(k % 5 == 0 ? 1.0 : (k == 13 ? -j * boneLength_m() : 0.0));
        }
        nodes.push_back({{"name", "Body"}, {"mesh", 0}, {"skin", 0}});
        builder_.json["nodes"] = nodes;
        builder_.json["scenes"] = Json::array({{{"nodes", {0, options_.joints}}}});
        builder_.json["skins"] = Json::array(
            {{{"joints", joints}, {"inverseBindMatrices", builder_.accessor(inverse_binds, "MAT4")}}});
    }

    void addClips() {
        const int keys = static_cast<int>(options_.seconds * options_.keys_per_s) + 1;
        std::vector<double> times;
        for (int key = 0; key < keys; ++key) times.push_back(key / options_.keys_per_s);
        const std::size_t input = builder_.accessor(times, "SCALAR");
        // Joints share a few tracks, which keeps the file small; the importer gives each joint its own keys.
        constexpr int kTracks = 16;
        std::vector<std::size_t> outputs;
        for (int track = 0; track < kTracks; ++track) {
            std::vector<double> turns;
            for (int key = 0; key < keys; ++key) {
                constexpr double kMost_rad = 0.01;
                const double phase = 0.37 * key + 2.0 * std::numbers::pi * track / kTracks;
                const double half = 0.5 * kMost_rad * std::sin(phase);
                turns.insert(turns.end(), {track % 2 == 0 ? std::sin(half) : 0.0, 0.0,
                                           track % 2 == 0 ? 0.0 : std::sin(half), std::cos(half)});
            }
            outputs.push_back(builder_.accessor(turns, "VEC4"));
        }
        builder_.json["animations"] = Json::array();
        for (int clip = 0; clip < options_.clips; ++clip) {
            Json channels = Json::array();
            Json samplers = Json::array();
            for (const std::size_t output : outputs)
                samplers.push_back({{"input", input}, {"output", output}});
            for (int j = 0; j < options_.joints; ++j) {
                channels.push_back(
                    {{"sampler", (j * 5 + clip) % kTracks}, {"target", {{"node", j}, {"path", "rotation"}}}});
            }
            builder_.json["animations"].push_back(
                {{"name", "clip " + std::to_string(clip)}, {"channels", channels}, {"samplers", samplers}});
        }
    }

    LargeOptions options_;
    GltfBuilder builder_;
};

void expectWhole(const LargeOptions& options) {
    const test::TemporaryFolder folder;
    const std::filesystem::path file = folder.write("large.glb", LargeModel(options).glb());
    const ImportedModel imported = importIsolated(file, {}, ImportLimits{}, PHALANX_PROGRAM);
    const Model& model = imported.model;
    EXPECT_EQ(model.palette.size(), static_cast<std::size_t>(options.joints));
    EXPECT_EQ(model.vertices.size(), static_cast<std::size_t>(options.vertices));
    ASSERT_EQ(model.clips.size(), static_cast<std::size_t>(options.clips));
    for (const Clip& clip : model.clips) {
        // Some clips end near their start, so the importer assumes that their closing key is missing.
        EXPECT_NEAR(clip.duration_s - clip.closing_s, options.seconds, 1e-6);
        EXPECT_EQ(clip.channels.size(), static_cast<std::size_t>(options.joints));
    }
    // A joint index that does not fit in a byte.
    EXPECT_EQ(model.vertices.back().joints[0], options.joints - 1);

    const Stopwatch watch;
    const BakedAnimation baked = bakeAnimation(model, {});
    std::size_t frames = 0;
    bool sampled = false;
    for (const BakedClip& clip : baked.clips) {
        frames += clip.intervals + std::size_t{1};
        sampled = sampled || (clip.error && clip.error->sampled);
        EXPECT_TRUE(!clip.error || clip.error->p99_mm < 1.0 || clip.rate_hz > 119.0) << clip.name;
    }
    EXPECT_EQ(baked.frames, frames);
    std::cout << "imported in " << imported.cost.wall_ms << " ms by a process of "
              << (imported.cost.peak_memory_bytes >> 20U) << " MB; " << frames << " frames, "
              << (baked.bytes() >> 20U) << " MB baked in " << watch.elapsed_ms() << " ms, errors "
              << (sampled ? "of a sample" : "of all vertices") << "; this process held "
              << (ownPeakMemory() >> 20U) << " MB\n";
}

TEST(LargeModel, ManyJointsAreComplete) {
    expectWhole({});
}

// Takes minutes and gigabytes.
TEST(LargeModel, EightyMinutesOfThreeHundredJointsAreComplete) {
    if (std::getenv("PHALANX_TEST_LARGE") == nullptr)
        GTEST_SKIP() << "takes minutes: PHALANX_TEST_LARGE=1 runs it";
    expectWhole({.vertices = 200'000, .clips = 80, .seconds = 60.0});
}

}  // namespace
}  // namespace phalanx

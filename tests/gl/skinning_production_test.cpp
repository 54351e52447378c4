// The vertex shaders used for drawing, read back by transform feedback and checked against CPU skinning:
// every technique, every switch.
#include <gtest/gtest.h>

#include <vector>

#include "app/verify/verify_checks.h"
#include "gl/gl_fixture.h"
#include "gl/skinning_reference.h"

namespace phalanx {
namespace {

class Skinning : public test::GlTest {
  protected:
    // All techniques that the context supports, with the limits of `verify`.
    void expectAgreement(const Model& model, const BakedAnimation& baked, const std::vector<BakedPose>& poses,
                         const test::SkinCase& skin_case = {}) {
        flattened_ = std::max(flattened_, test::expectAgreement(caps(), model, baked, poses, skin_case));
    }

    std::size_t flattened_ = 0;  // of the technique with the most
};

// Clips 0 and 2 loop, 1 is a one-shot.
std::vector<BakedPose> posesOfAll(int clips) {
    std::vector<BakedPose> poses;
    for (int c = 0; c < clips; ++c) {
        for (const double phase : {0.0, 0.123, 0.5, 0.75, 0.987, 1.0})
            poses.push_back({c, phase, c, 0.0, 0.0});
    }
    return poses;
}

TEST_F(Skinning, RandomModels) {
    for (std::uint32_t seed = 1; seed <= 8; ++seed) {
        const Model model = test::makeModel({.joints = 5 + 7 * static_cast<int>(seed), .seed = seed});
        expectAgreement(model, test::bakedAt(model, 30.0), posesOfAll(3));
    }
    EXPECT_LE(flattened_, 5U);  // matrices of opposed joints may cancel out
}

TEST_F(Skinning, FramesAndBetweenFrames) {
    const Model model = test::makeModel({});
    const BakedAnimation baked = test::bakedAt(model, 16.0);
    std::vector<BakedPose> poses;
    for (int i = 0; i <= 64; ++i) poses.push_back({0, i / 64.0, 0, 0.0, 0.0});
    expectAgreement(model, baked, poses);
}

TEST_F(Skinning, LoopsMeetAtTheirSeam) {
    const Model model = test::makeModel({});
    const BakedAnimation baked = test::bakedAt(model, 30.0);
    constexpr double kStep = 1.0 / 16777216.0;  // the finest phase step that a unit stores
    const std::vector<BakedPose> poses{
        {0, 1.0 - kStep, 0, 0.0, 0.0}, {0, 1.0, 0, 0.0, 0.0}, {0, 0.0, 0, 0.0, 0.0}};
    expectAgreement(model, baked, poses);
    // The last phase of a loop equals its first, and both are the exact pose.
    GpuSkinner skinner(caps(), dataDirectory() / "shaders");
    const GpuModel gpu_model(caps(), model, baked, clipTableOf(baked));
    const Technique& technique = findTechnique("texture");
    const auto last = skinner.skin(gpu_model, technique, {}, poses[0]);
    const auto first = skinner.skin(gpu_model, technique, {}, poses[2]);
    for (std::size_t i = 0; i < first.size(); ++i) {
        EXPECT_LT(glm::length(last[i].position - first[i].position), 1e-5 * model.height_m);
    }
}

TEST_F(Skinning, OneShotsHoldTheirEnd) {
    const Model model = test::makeModel({});
    const BakedAnimation baked = test::bakedAt(model, 30.0);
    ASSERT_FALSE(baked.clips[1].loops);
    GpuSkinner skinner(caps(), dataDirectory() / "shaders");
    const GpuModel gpu_model(caps(), model, baked, clipTableOf(baked));
    const auto drawn = skinner.skin(gpu_model, findTechnique("texture"), {}, BakedPose{1, 1.0, 1, 0.0, 0.0});
    // Checked against the exact end of the clip, which differs from its start.
    const auto exact = skin(model.vertices, modelFromBind(model, samplePose(model, model.clips[1], 99.0)));
    const auto begin = skin(model.vertices, modelFromBind(model, samplePose(model, model.clips[1], 0.0)));
    double to_end = 0.0;
    double to_begin = 0.0;
    for (std::size_t i = 0; i < drawn.size(); ++i) {
        const std::uint32_t vertex = gpu_model.packed(MeshKind::kSkinned).model_vertex[i];
        to_end = std::max(to_end, glm::length(glm::dvec3(drawn[i].position) - exact[vertex].position));
        to_begin = std::max(to_begin, glm::length(glm::dvec3(drawn[i].position) - begin[vertex].position));
    }
    EXPECT_LT(to_end, 0.002);  // packing of weights and positions, in metres
    EXPECT_GT(to_begin, 0.1);
}

TEST_F(Skinning, Crossfades) {
    const Model model = test::makeModel({.clips = 4});
    std::vector<BakedPose> poses;
    for (const double weight : {0.0, 1e-6, 0.1, 0.5, 0.9, 1.0 - 1e-6, 1.0}) {
        for (const int b : {0, 1, 3}) poses.push_back({2, 0.21, b, 0.83, weight});
    }
    expectAgreement(model, test::bakedAt(model, 30.0), poses);
}

TEST_F(Skinning, NearestFrames) {
    const Model model = test::makeModel({});
    std::vector<BakedPose> poses = posesOfAll(3);
    // Not half-way between frames, where float and double may round to different frames.
    for (BakedPose& pose : poses) pose.phase_a = std::min(1.0, pose.phase_a + 0.003);
    for (const double weight : {0.3, 0.7}) poses.push_back({0, 0.401, 1, 0.702, weight});
    test::SkinCase nearest;
    nearest.settings.switches.lookup = FrameLookup::kNearest;
    expectAgreement(model, test::bakedAt(model, 10.0), poses, nearest);
}

// A mistake that the lab shows: every technique must make the same one.
TEST_F(Skinning, NormalsLeftInTheBindPose) {
    test::SkinCase left;
    left.settings.switches.bind_normals = true;
    const Model model = test::makeModel({});
    const BakedAnimation baked = test::bakedAt(model, 30.0);
    const std::vector<BakedPose> poses{{0, 0.401, 1, 0.702, 0.3}};
    expectAgreement(model, baked, poses, left);
    // The normals must differ from the correct ones.
    GpuSkinner skinner(caps(), dataDirectory() / "shaders");
    const GpuModel gpu_model(caps(), model, baked, clipTableOf(baked));
    const auto right = skinner.skin(gpu_model, findTechnique("texture"), {}, poses[0]);
    const auto wrong = skinner.skin(gpu_model, findTechnique("texture"), left.settings, poses[0]);
    float apart = 0.0F;
    for (std::size_t i = 0; i < right.size(); ++i)
        apart = std::max(apart, glm::length(right[i].normal - wrong[i].normal));
    EXPECT_GT(apart, 0.5F);
}

TEST_F(Skinning, NearestDiffersFromLinear) {
    const Model model = test::makeModel({});
    const BakedAnimation baked = test::bakedAt(model, 10.0);
    const Technique& technique = findTechnique("texture");
    GpuSkinner skinner(caps(), dataDirectory() / "shaders");
    const GpuModel gpu_model(caps(), model, baked, clipTableOf(baked));
    const BakedPose pose{0, 0.44, 0, 0.0, 0.0};
    const auto linear = skinner.skin(gpu_model, technique, {}, pose);
    SkinSettings settings;
    settings.switches.lookup = FrameLookup::kNearest;
    const auto nearest = skinner.skin(gpu_model, technique, settings, pose);
    double largest = 0.0;
    for (std::size_t i = 0; i < linear.size(); ++i) {
        largest =
            std::max(largest, static_cast<double>(glm::length(linear[i].position - nearest[i].position)));
    }
    EXPECT_GT(largest, 0.001);
}

// A packed -Z would have all bits set, which means "no normal", so packing must avoid these bits.
TEST_F(Skinning, NormalsAlongTheAxes) {
    Model model = test::makeModel({.vertices = 900});
    for (std::size_t i = 0; i < model.vertices.size(); ++i) {
        glm::vec3 normal(0.0F);
        normal[static_cast<int>(i % 3)] = i % 2 == 0 ? 1.0F : -1.0F;
        model.vertices[i].normal = normal;
    }
    expectAgreement(model, test::bakedAt(model, 15.0), posesOfAll(3));
}

TEST_F(Skinning, PosedVerticesAsHalfFloats) {
    const Model model = test::makeModel({});
    const BakedAnimation baked = test::bakedAt(model, 16.0);
    std::vector<BakedPose> poses = posesOfAll(3);
    poses.push_back({0, 0.401, 1, 0.702, 0.3});
    test::SkinCase skin_case;
    skin_case.vertex_format = VertexFormat::kHalf;
    const test::Agreement a =
        test::agreementOf(caps(), model, baked, findTechnique("vertex-texture"), poses, skin_case);
    EXPECT_LE(a.position, kPositionLimit);
    EXPECT_LE(a.normal_deg, kNormalLimit_deg);
}

TEST_F(Skinning, FewerWeights) {
    const Model model = test::makeModel({});
    const BakedAnimation baked = test::bakedAt(model, 16.0);
    std::vector<BakedPose> poses = posesOfAll(3);
    poses.push_back({0, 0.401, 1, 0.702, 0.3});
    for (const int weights : {1, 2}) {
        test::SkinCase skin_case;
        skin_case.settings.switches.weights = weights;
        expectAgreement(model, baked, poses, skin_case);
    }
}

TEST_F(Skinning, WithoutCrossfade) {
    const Model model = test::makeModel({});
    test::SkinCase skin_case;
    skin_case.settings.switches.single_clip = true;
    std::vector<BakedPose> poses;
    for (const double weight : {0.0, 0.3, 0.49, 0.51, 1.0}) poses.push_back({0, 0.21, 1, 0.83, weight});
    expectAgreement(model, test::bakedAt(model, 30.0), poses, skin_case);
}

TEST_F(Skinning, FromBuffersAndInEveryEncoding) {
    const Model model = test::makeModel({});
    const BakedAnimation baked = test::bakedAt(model, 16.0);
    std::vector<BakedPose> poses = posesOfAll(3);
    for (const double weight : {0.25, 0.5}) poses.push_back({0, 0.401, 1, 0.702, weight});
    for (const Encoding encoding : kEncodings) {
        for (const FetchPath path : {FetchPath::kTexture2d, FetchPath::kBuffer}) {
            for (const FrameLookup lookup : {FrameLookup::kLinear, FrameLookup::kNearest}) {
                test::SkinCase skin_case;
                skin_case.encoding = encoding;
                skin_case.path = path;
                skin_case.settings.switches.lookup = lookup;
                SCOPED_TRACE(std::string(nameOf(encoding)));
                expectAgreement(model, baked, poses, skin_case);
            }
        }
    }
}

TEST_F(Skinning, NonUniformScale) {
    const Model model = test::makeModel({.moving_scales = true});
    expectAgreement(model, test::bakedAt(model, 30.0), posesOfAll(3));
}

TEST_F(Skinning, MirroredScale) {
    const Model model = test::makeModel({.vertices = 900, .moving_scales = true, .mirrored = true});
    const BakedAnimation baked = test::bakedAt(model, 30.0);
    ASSERT_TRUE(baked.mirrors);
    expectAgreement(model, baked, posesOfAll(3));
}

TEST_F(Skinning, ZeroScale) {
    Model model = test::makeModel({.vertices = 900, .zero_scale = true});
    const int last = static_cast<int>(model.nodes.size()) - 1;
    for (Clip& clip : model.clips) {
        std::erase_if(clip.channels, [&](const Channel& c) { return c.node == last; });
    }
    // Some vertices are bound to the flattened joint alone.
    for (std::size_t i = 0; i < 30; ++i) {
        model.vertices[i].joints = {static_cast<std::uint16_t>(last), 0, 0, 0};
        model.vertices[i].weights = {1.0F, 0.0F, 0.0F, 0.0F};
    }
    expectAgreement(model, test::bakedAt(model, 30.0), posesOfAll(3));
    EXPECT_GE(flattened_, 30U);
}

TEST_F(Skinning, ZeroWeightsAreIgnored) {
    Model model = test::makeModel({});
    for (Vertex& v : model.vertices) {
        v.weights = {1.0F, 0.0F, 0.0F, 0.0F};
        v.joints = {v.joints[0], 11, 11, 11};
    }
    expectAgreement(model, test::bakedAt(model, 30.0), posesOfAll(3));
}

TEST_F(Skinning, ThreeHundredJoints) {
    const Model model = test::makeModel({.joints = 300, .vertices = 1500});
    expectAgreement(model, test::bakedAt(model, 30.0), posesOfAll(3));
}

TEST_F(Skinning, AsManyJointsAsFit) {
    const Model model = test::makeModel({.joints = static_cast<int>(kMaxJoints), .vertices = 3000});
    expectAgreement(model, test::bakedAt(model, 15.0), posesOfAll(3));
}

TEST_F(Skinning, AModelWithoutClipsHasTheRestPose) {
    const Model model = test::makeModel({.clips = 0});
    expectAgreement(model, bakeAnimation(model, {}), {{0, 0.0, 0, 0.0, 0.0}, {0, 0.6, 0, 0.0, 0.0}});
}

// More poses than one feedback buffer holds: the chunks must arrive in order and complete.
TEST_F(Skinning, ManyPosesInSeveralChunks) {
    const Model model = test::makeModel({.vertices = 9000});
    const BakedAnimation baked = test::bakedAt(model, 15.0);
    std::vector<BakedPose> poses;
    for (int i = 0; i < 60; ++i) poses.push_back({i % 3, i / 60.0, (i + 1) % 3, 0.4, i % 2 == 0 ? 0.0 : 0.5});
    expectAgreement(model, baked, poses);
}

// `static` must draw units in the rest pose of CPU skinning.
TEST_F(Skinning, StaticIsTheRestPose) {
    const Model model = test::makeModel({.vertices = 900});
    const BakedAnimation baked = test::bakedAt(model, 15.0);
    const GpuModel gpu_model(caps(), model, baked, clipTableOf(baked));
    GpuSkinner skinner(caps(), dataDirectory() / "shaders");
    const auto drawn = skinner.skin(gpu_model, findTechnique("static"), {}, BakedPose{});
    const auto exact = skin(model.vertices, modelFromBind(model, restPose(model)));
    const PackedMesh& packed = gpu_model.packed(MeshKind::kRest);
    const double step = glm::length(glm::dvec3(packed.position_scale)) / 65535.0;
    for (std::size_t i = 0; i < drawn.size(); ++i) {
        const SkinnedVertex& e = exact[packed.model_vertex[i]];
        EXPECT_LT(glm::length(glm::dvec3(drawn[i].position) - e.position), step + 1e-6);
        EXPECT_LT(glm::degrees(glm::length(glm::dvec3(drawn[i].normal) - e.normal)), 0.01);
    }
}

}  // namespace
}  // namespace phalanx

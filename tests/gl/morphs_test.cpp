// Morph targets in the vertex shaders used for drawing, read back by transform feedback and checked against
// the CPU reference: every technique, weights of the clips and weights set by hand.
#include <gtest/gtest.h>

#include <vector>

#include "app/verify/verify_checks.h"
#include "gl/gl_fixture.h"
#include "gl/objects/buffer.h"
#include "gl/skinning_reference.h"

namespace phalanx {
namespace {

class Morphs : public test::GlTest {
  protected:
    void expectAgreement(const Model& model, const test::SkinCase& skin_case = {}) {
        const BakedAnimation baked = test::bakedAt(model, 20.0);
        std::vector<BakedPose> poses;
        for (const double phase : {0.0, 0.123, 0.5, 0.987, 1.0}) {
            poses.push_back({0, phase, 0, 0.0, 0.0});
            poses.push_back({2, 0.3, 1, phase, phase});
        }
        test::expectAgreement(caps(), model, baked, poses, skin_case);
    }
};

TEST_F(Morphs, AllTechniquesAgree) {
    for (std::uint32_t seed = 1; seed <= 3; ++seed)
        expectAgreement(test::makeModel({.seed = seed, .morphs = 2 + 3 * static_cast<int>(seed)}));
}

TEST_F(Morphs, WithEachSwitchAndEncoding) {
    const Model model = test::makeModel({.morphs = 5});
    test::SkinCase nearest;
    nearest.settings.switches.lookup = FrameLookup::kNearest;
    expectAgreement(model, nearest);
    test::SkinCase one_clip;
    one_clip.settings.switches.single_clip = true;
    expectAgreement(model, one_clip);
    test::SkinCase two_joints;
    two_joints.settings.switches.weights = 2;
    expectAgreement(model, two_joints);
    test::SkinCase by_buffer;
    by_buffer.path = FetchPath::kBuffer;
    by_buffer.encoding = Encoding::kTrs;
    expectAgreement(model, by_buffer);
}

// More deltas and weights than fit in one row of a texture.
TEST_F(Morphs, ManyTargets) {
    expectAgreement(test::makeModel({.vertices = 3000, .morphs = 300}));
}

// A unit shows the row that its number names; targets that the row does not set follow the clips.
TEST_F(Morphs, WeightsByHandReplaceThoseOfTheClips) {
    const Model model = test::makeModel({.morphs = 6});
    const BakedAnimation baked = test::bakedAt(model, 20.0);
    const GpuModel gpu_model(caps(), model, baked, clipTableOf(baked));
    const PackedMesh& mesh = gpu_model.packed(MeshKind::kSkinned);
    const std::vector<Vertex> vertices = unpackMesh(mesh);
    const std::vector<MorphTarget> targets = unpackMorphs(mesh.morphs);
    MorphRows rows(gpu_model.morphTargets());
    ASSERT_EQ(rows.set(0, {{1, 0.7}}), 1U);
    ASSERT_EQ(rows.set(0, {{0, -0.4}, {4, 1.0}}), 2U);
    const layout::Schedule still{glm::uvec4(0, 2, 0, 0), glm::vec4(1.0F, 1.0F, 1.0F, 0.0F)};
    GpuSkinner skinner(caps(), dataDirectory() / "shaders");
    std::vector<FeedbackVertex> drawn(vertices.size());
    const gl::Buffer buffer =
        gl::createBuffer(drawn.size() * sizeof(FeedbackVertex), GL_STREAM_READ, "feedback");
    for (const Technique& technique : techniques()) {
        if (!whyUnavailable(technique, caps(), baked.joints).empty() || !technique.animated()) continue;
        if (technique.pose == PoseKind::kVertexTexture) continue;  // its vertices were morphed when baked
        for (const std::uint32_t row : {0U, 1U, 2U}) {
            const BakedPose pose = asHeld({0, 0.35, 2, 0.6, 0.25});
            layout::UnitInstance unit = instanceOf(pose);
            unit.look.z = row << PH_UNIT_BITS | 77U;
            skinner.skinUnit(gpu_model, technique, {}, unit, rows, still, buffer);
            gl::readBuffer(buffer, 0, std::as_writable_bytes(std::span(drawn)));
            std::vector<double> weights = morphWeightsAt(baked.morphs, baked.clips, pose);
            setByHand(rows.at(row), weights);
            const std::vector<SkinnedVertex> expected =
                skin(vertices, bakedPalette(baked, pose), {targets, weights});
            double worst = 0.0;
            for (std::size_t v = 0; v < drawn.size(); ++v) {
                worst = std::max(worst, glm::length(glm::dvec3(drawn[v].position) - expected[v].position));
            }
            EXPECT_LE(worst / model.height_m, kPositionLimit) << technique.name << ", row " << row;
        }
    }
}

// Models without morph targets pay nothing: their programs do not contain them.
TEST_F(Morphs, ProgramsOfOtherModelsLeaveThemOut) {
    const Model model = test::makeModel({});
    const BakedAnimation baked = test::bakedAt(model, 20.0);
    const GpuModel gpu_model(caps(), model, baked, clipTableOf(baked));
    EXPECT_EQ(gpu_model.morphTargets(), 0U);
    EXPECT_EQ(gpu_model.morphBytes(), 0U);
    SkinVariant variant;
    for (const Technique& technique : techniques()) {
        variant.morphs = false;
        for (const std::string& define : unitProgramSource(technique, UnitPass::kShade, variant).defines)
            EXPECT_NE(define, "MORPH_TARGETS") << technique.name;
        variant.morphs = true;
        const auto defines = unitProgramSource(technique, UnitPass::kShade, variant).defines;
        EXPECT_EQ(std::ranges::count(defines, "MORPH_TARGETS"), technique.mesh == MeshKind::kSkinned ? 1 : 0)
            << technique.name;
    }
}

}  // namespace
}  // namespace phalanx

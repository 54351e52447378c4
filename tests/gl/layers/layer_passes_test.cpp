// The passes of layered poses against the double reference that reads the same texels: every operator alone
// and all together, on a model made in code.
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "anim/layers/layered_pose_json.h"
#include "gl/gl_fixture.h"
#include "gl/skinning_reference.h"
#include "render/units/shown_pose.h"
#include "soldier_model.h"

namespace phalanx {
namespace {

class LayeredPoses : public test::GlTest {
  protected:
    struct Difference {
        double rows = 0.0;
        double vertices = 0.0;  // in heights
    };

    Difference differenceOf(const Model& model, const std::string& form,
                            Encoding encoding = Encoding::kRgba32f) {
        const BakedAnimation baked = test::bakedAt(model, 30.0);
        const PoseFile file = parsePose(form, "form");
        const ResolvedPose pose = resolvePose(model, file.pose, file.spaces, "form");
        const LayerRig rig = bakeLayerRig(model, baked.clips, pose);
        const GpuModel gpu_model(caps(), model, encodeAnimation(model, baked, encoding), baked.mirrors,
                                 clipTableOf(baked));
        // Several units: each has a slot of its own.
        const std::vector<LayerRecord> records(3, recordOf(model, rig, pose, "form"));
        GpuSkinner skinner(caps(), dataDirectory() / "shaders");
        const auto textures = std::make_shared<const RigTextures>(caps(), rig);
        const std::vector<glm::dmat4> expected = evaluateRigPose(rig, poseShownBy(records.front(), rig, 0));
        const std::vector<SkinnedVertex> posed =
            skin(unpackMesh(gpu_model.packed(MeshKind::kSkinned)), expected, {});
        Difference worst;
        for (const Technique& each : techniques()) {
            if (!each.no_layers.empty() || !whyUnavailable(each, caps(), baked.joints).empty()) continue;
            const Technique& technique = layeredTechnique(each);
            const GpuSkinner::Layered drawn =
                skinner.skinLayered({gpu_model, technique, {}, textures}, records, true);
            EXPECT_EQ(drawn.vertices.size(), records.size() * posed.size()) << each.name;
            for (std::size_t v = 0; v < drawn.vertices.size(); ++v) {
                const SkinnedVertex& reference = posed[v % posed.size()];
                const double off = glm::distance(glm::dvec3(drawn.vertices[v].position), reference.position);
                worst.vertices = std::max(worst.vertices, std::isfinite(off) ? off / model.height_m : 1e30);
            }
            if (technique.pose != PoseKind::kPalette) continue;
            EXPECT_EQ(drawn.rows.size(), records.size() * 3 * expected.size()) << each.name;
            if (encoding == Encoding::kRgba16f) continue;  // its rows are relative to centres
            for (std::size_t unit = 0; unit < records.size(); ++unit)
                worst.rows = std::max(worst.rows, test::rowDifference(model, expected, drawn.rows, unit));
        }
        return worst;
    }

    void expectAgreement(const Model& model, const std::string& form,
                         Encoding encoding = Encoding::kRgba32f) {
        const Difference difference = differenceOf(model, form, encoding);
        EXPECT_LE(difference.rows, kPositionLimit) << form;
        EXPECT_LE(difference.vertices, kPositionLimit) << form;
    }
};

TEST_F(LayeredPoses, EveryOperatorAgreesWithTheReference) {
    const Model model = test::makeModel({.clips = 4});
    for (const char* const form :
         {R"({})", R"({"base":[{"clip":"clip 0","time":0.377}]})",
          R"({"base":[{"clip":"clip 1","time":1.5}]})",
          R"({"base":[{"clip":"clip 0","time":0.25,"weight":0.3},{"clip":"clip 1","time":0.5,"weight":0.4},
                         {"clip":"clip 2","time":0.12,"weight":1.1},{"clip":"clip 3","time":0.7}]})",
          R"({"base":[{"clip":"clip 0"}],"layers":[{"clip":"clip 1","time":0.51,"weight":0.7,
                 "mask":{"joint 2":0.4,"joint 5":1}},{"clip":"clip 2","weight":0.3},
                 {"clip":"clip 3","time":0.1,"mask":{"joint 1":0.2,"joint 3":0}},
                 {"clip":"clip 0","time":0.9,"mask":{"joint 7":1}}]})",
          R"({"base":[{"clip":"clip 2"}],"additive":[{"clip":"clip 1","time":0.5,"weight":0.7,
                 "reference":{"clip":"clip 0","time":0.25},"mask":{"joint 1":1}},
                 {"clip":"clip 3","time":0.3,"weight":-1.5,"reference":{"clip":"clip 2"}}]})",
          R"({"base":[{"clip":"clip 0","time":0.75}],"reparent":[{"joint":"joint 11","to":"joint 3"}],
                 "layers":[{"clip":"clip 1","mask":{"joint 3":0.5}}]})"}) {
        expectAgreement(model, form);
    }
}

TEST_F(LayeredPoses, AimsAndLimbsAgreeWithTheReference) {
    Model model = test::makeModel({.clips = 4});
    for (const bool z_up : {false, true}) {
        model.z_up = z_up;
        for (
            const char* const form : {
                R"({"base":[{"clip":"clip 0","time":0.25}],"aim":[{"chain":["joint 1","joint 2"],
                     "joint":"joint 2","target":[200,300,900]}]})",
                R"({"base":[{"clip":"clip 0","time":0.25}],"aim":[{"chain":["joint 1","joint 2"],
                     "joint":"joint 2","axis":[0,1,0.2],"target":[-900,100,-300],"weight":0.6}]})",
                R"({"base":[{"clip":"clip 0","time":0.25}],"aim":[{"chain":["joint 0"],
                     "joint":"joint 3","axis":[1,0,0],"target":[-700,900,500],"limits":{"sideways":180,"updown":90}},
                     {"chain":["joint 2","joint 3"],"joint":"joint 3","target":[400,-300,200]}]})",
                // Steep at the beginning, so that some or all of the roll is left in.
                R"({"base":[{"clip":"clip 0","time":0.25}],"aim":[{"chain":["joint 1","joint 2"],
                     "joint":"joint 2","axis":[0,1,0],"target":[-400,900,700]},
                     {"chain":["joint 3"],"joint":"joint 3","axis":[0.3,1,0.5],"target":[-400,300,700]}]})",
                R"({"base":[{"clip":"clip 0","time":0.25}],"ik":[{"joint":"joint 3","target":[30,40,25]}]})",
                R"({"base":[{"clip":"clip 0","time":0.25}],"ik":[{"joint":"joint 3","target":[3000,40,25]}]})",
                R"({"base":[{"clip":"clip 0","time":0.25}],"ik":[{"joint":"joint 3","target":[10,20,5]},
                     {"joint":"joint 4","target":[15,25,50],"weight":0.5,"pole":[0,0,300]}]})"}) {
            expectAgreement(model, form);
        }
    }
}

// Three, five and seven joints, few and many rounds, near, far, out of reach, at the root, with poles and
// weights.
TEST_F(LayeredPoses, ChainsAgreeWithTheReference) {
    Model model = test::makeModel({.clips = 4});
    for (const bool z_up : {false, true}) {
        model.z_up = z_up;
        for (
            const char* const ik :
            {R"({"joint":"joint 3","target":[30,40,25],"solver":"fabrik"})",
             R"({"joint":"joint 3","target":[30,40,25],"solver":"fabrik","rounds":1})",
             R"({"joint":"joint 6","target":[20,-60,45],"chain":["joint 0","joint 1","joint 2","joint 3","joint 6"]})",
             R"({"joint":"joint 6","target":[0,0,0],"chain":["joint 0","joint 1","joint 2","joint 3","joint 6"]})",
             R"({"joint":"joint 6","target":[20,-60,45],"weight":0.4,"pole":[300,0,0],"rounds":3,
                  "chain":["joint 0","joint 1","joint 2","joint 3","joint 6"]})",
             R"({"joint":"joint 6","target":[2000,-600,450],"chain":["joint 1","joint 2","joint 3","joint 6"]})",
             R"({"joint":"joint 6","target":[15,25,50],"chain":["joint 2","joint 3","joint 6"],"pole":[0,0,300],
                  "solver":"fabrik"},
                 {"joint":"joint 11","target":[-40,30,20],"rounds":60,
                  "chain":["joint 0","joint 1","joint 4","joint 7","joint 8","joint 11"]})"}) {
            expectAgreement(model,
                            std::string(R"({"base":[{"clip":"clip 0","time":0.25}],"ik":[)") + ik + "]}");
        }
    }
}

// Joints in a line with the target on it, which rounds alone would leave straight.
TEST_F(LayeredPoses, StraightChainsAgreeWithTheReference) {
    Model model = test::makeModel({.clips = 1});
    for (Node& node : model.nodes) {
        const Transform rest{{0.0, -25.0, 0.0}, glm::dquat(1.0, 0.0, 0.0, 0.0), glm::dvec3(1.0)};
        node.parent_from_node_rest = toMatrix(rest);
    }
    for (const char* const more : {"", R"(,"pole":[100,0,50])"}) {
        for (const char* const target : {"[0,-60,0]", "[0,-110,0]", "[0,10,0]", "[0,-124.9,0]"}) {
            expectAgreement(model, std::string(R"({"ik":[{"joint":"joint 6","rounds":30,"target":)") +
                                       target + more +
                                       R"(,"chain":["joint 0","joint 1","joint 2","joint 3","joint 6"]}]})");
        }
    }
}

// Hundreds of units with records of their own, in several rows of the targets: phases by the clock, also of
// one-shots that have ended, and an aim at a point of the world.
TEST_F(LayeredPoses, RecordsPlayByTheClock) {
    const Model model = test::makeModel({.clips = 4});
    const BakedAnimation baked = test::bakedAt(model, 30.0);
    const PoseFile file = parsePose(
        R"({"base":[{"clip":"clip 0"},{"clip":"clip 1"}],"layers":[{"clip":"clip 2","mask":{"joint 3":0.7}}],
            "aim":[{"chain":["joint 1","joint 2"],"joint":"joint 2","target":[0,0,0]}]})",
        "form");
    const ResolvedPose pose = resolvePose(model, file.pose, file.spaces, "form");
    const LayerRig rig = bakeLayerRig(model, baked.clips, pose);
    const GpuModel gpu_model(caps(), model, baked, clipTableOf(baked));
    const UnitStand stand{{-3.0F, 0.5F, 7.0F, 2.5F}, 0.8F};
    constexpr std::uint32_t kNow = 0x00012345U;
    test::Dice dice(3);
    std::vector<LayerRecord> records(1100, recordOf(model, rig, pose, "form"));
    for (LayerRecord& record : records) {
        record.head.x = kNow - 4000U - static_cast<std::uint32_t>(dice.below(5000));
        for (layout::LayerSample& sample : record.samples) {
            sample.phase = static_cast<std::uint32_t>(dice.between(0.0, 4294967295.0));
            sample.rate = static_cast<std::uint32_t>(dice.between(0.0, 2e6));
        }
        record.weights_before[0] = static_cast<float>(dice.between(0.0, 1.0));
        record.weights[0] = static_cast<float>(dice.between(0.0, 1.0));
        record.aims[0].before = glm::vec4(glm::vec3(20.0 * dice.direction()), 0.5F);
        record.aims[0].after = glm::vec4(glm::vec3(20.0 * dice.direction()), 1.0F);
        record.aim_kinds[0] = {PH_TARGET_IN_MODEL, PH_TARGET_IN_WORLD};
        // Some have not begun their change, some have ended it.
        record.head.z = kNow - static_cast<std::uint32_t>(dice.below(4000)) + 500U;
        record.head.w = static_cast<std::uint32_t>(dice.below(4000));
        const std::uint32_t before = static_cast<std::uint32_t>(dice.below(PH_SAMPLE_WEIGHT_MAX));
        const std::uint32_t after = static_cast<std::uint32_t>(dice.below(PH_SAMPLE_WEIGHT_MAX));
        record.samples[0].weight = before | after << 16U;
        record.samples[1].weight = (PH_SAMPLE_WEIGHT_MAX - before) | (PH_SAMPLE_WEIGHT_MAX - after) << 16U;
        record.step = {static_cast<std::uint32_t>(dice.between(0.0, 4294967295.0)),
                       static_cast<std::uint32_t>(dice.between(0.0, 2e6)),
                       static_cast<std::uint32_t>(dice.between(0.0, 2e6)), 0U};
        if (dice.below(2) == 0) {
            record.samples[0].source |= PH_SAMPLE_IN_STEP;
            record.samples[1].source |= PH_SAMPLE_IN_STEP;
        }
    }
    GpuSkinner skinner(caps(), dataDirectory() / "shaders");
    const GpuSkinner::Layered drawn = skinner.skinLayered(
        {gpu_model, findTechnique("palette"), {}, std::make_shared<const RigTextures>(caps(), rig), kNow},
        records, false, std::span(&stand, 1));
    ASSERT_EQ(drawn.rows.size(), records.size() * 3 * model.palette.size());
    double worst = 0.0;
    for (std::size_t unit = 0; unit < records.size(); ++unit) {
        const std::vector<glm::dmat4> expected =
            evaluateRigPose(rig, poseShownBy(records[unit], rig, kNow, stand));
        worst = std::max(worst, test::rowDifference(model, expected, drawn.rows, unit));
    }
    EXPECT_LE(worst, kPositionLimit);
    EXPECT_GT(worst, 0.0);
}

// Units that stand, face and scale as they like aim at each other.
TEST_F(LayeredPoses, UnitsAimAtUnits) {
    const Model model = test::makeModel({.clips = 2});
    const BakedAnimation baked = test::bakedAt(model, 30.0);
    const PoseFile file = parsePose(
        R"({"base":[{"clip":"clip 0","time":0.4}],
            "aim":[{"chain":["joint 1","joint 2"],"joint":"joint 2","target":{"unit":0,"height":1.1},
                    "limits":{"sideways":180,"updown":90}}]})",
        "form");
    const ResolvedPose pose = resolvePose(model, file.pose, file.spaces, "form");
    const LayerRig rig = bakeLayerRig(model, baked.clips, pose);
    const GpuModel gpu_model(caps(), model, baked, clipTableOf(baked));
    test::Dice dice(5);
    std::vector<LayerRecord> records(60, recordOf(model, rig, pose, "form"));
    std::vector<UnitStand> stands;
    const auto kindAt = [](std::size_t place) {
        return PH_TARGET_IS_UNIT | static_cast<std::uint32_t>(place) << PH_TARGET_PLACE_SHIFT;
    };
    for (std::size_t unit = 0; unit < records.size(); ++unit) {
        EXPECT_EQ(layout::targetKind(records[unit].aim_kinds[0].after), PH_TARGET_IS_UNIT);
        records[unit].aim_kinds[0].after = kindAt((unit * 7 + 3) % records.size());
        records[unit].aims[0].after.w = unit % 5 == 0 ? 0.0F : 1.0F;
        const glm::dvec3 place = dice.inBox(30.0);
        stands.push_back(
            {glm::vec4(place, dice.between(-9.0, 9.0)), static_cast<float>(dice.between(0.6, 1.5))});
        if (unit % 3 != 0) continue;
        // On its way from another unit.
        records[unit].aim_kinds[0].before = kindAt((unit * 5 + 2) % records.size());
        records[unit].aims[0].before.w = records[unit].aims[0].after.w;
        records[unit].head.z = 0U - 100U;
        records[unit].head.w = 300U;
    }
    GpuSkinner skinner(caps(), dataDirectory() / "shaders");
    const GpuSkinner::Layered drawn = skinner.skinLayered(
        {gpu_model, findTechnique("palette"), {}, std::make_shared<const RigTextures>(caps(), rig)}, records,
        false, stands);
    ASSERT_EQ(drawn.rows.size(), records.size() * 3 * model.palette.size());
    const std::vector<Vertex> vertices = unpackMesh(gpu_model.packed(MeshKind::kSkinned));
    for (const char* const name : {"compute", "uniform", "cpu"}) {
        const Technique& technique = layeredTechnique(findTechnique(name));
        if (!whyUnavailable(technique, caps(), baked.joints).empty()) continue;
        const std::vector<FeedbackVertex> by_technique =
            skinner
                .skinLayered({gpu_model, technique, {}, std::make_shared<const RigTextures>(caps(), rig)},
                             records, true, stands)
                .vertices;
        const std::size_t unit = 33;
        // World space: turned, scaled and moved as the unit stands.
        const std::vector<SkinnedVertex> posed =
            skin(vertices,
                 evaluateRigPose(rig, poseShownBy(records[unit], rig, 0, stands[unit],
                                                  [&](std::uint32_t place) { return stands[place]; })),
                 {});
        const auto heading = static_cast<double>(stands[unit].placement.w);
        double worst = 0.0;
        for (std::size_t v = 0; v < posed.size(); ++v) {
            const glm::dvec3& p = posed[v].position;
            const glm::dvec3 turned(std::cos(heading) * p.x + std::sin(heading) * p.z, p.y,
                                    std::cos(heading) * p.z - std::sin(heading) * p.x);
            const glm::dvec3 place =
                glm::dvec3(stands[unit].placement) + static_cast<double>(stands[unit].scale) * turned;
            const FeedbackVertex& vertex = by_technique[unit * posed.size() + v];
            worst = std::max(worst, glm::distance(glm::dvec3(vertex.position), place));
        }
        EXPECT_LE(worst / model.height_m, 20.0 * kPositionLimit) << name;  // floats, 30 m from the origin
    }
    for (std::size_t unit = 0; unit < records.size(); ++unit) {
        const auto expected = [&](const std::vector<UnitStand>& units) {
            return evaluateRigPose(rig, poseShownBy(records[unit], rig, 0, stands[unit],
                                                    [&](std::uint32_t place) { return units[place]; }));
        };
        EXPECT_LE(test::rowDifference(model, expected(stands), drawn.rows, unit), kPositionLimit) << unit;
        if (unit % 5 == 0) continue;
        std::vector<UnitStand> elsewhere = stands;
        std::rotate(elsewhere.begin(), elsewhere.begin() + 1, elsewhere.end());
        EXPECT_GT(test::rowDifference(model, expected(elsewhere), drawn.rows, unit), kPositionLimit) << unit;
    }
}

// Pairs of soldiers shake hands: each reaches for the middle of both hands, which is one place of the world,
// on the GPU as by the reference.
TEST_F(LayeredPoses, HandsOfUnitsMeet) {
    const Model& model = test::soldier();
    const BakedAnimation baked = test::bakedAt(model, 30.0);
    const PoseFile file = parsePose(
        R"({"base":[{"clip":"Idle"}],"layers":[{"clip":"Aim","weight":0.2,"mask":{"Chest":1}}],
            "ik":[{"joint":"Hand.R","target":{"unit":0,"joint":"Hand.R","share":0.5}},
                  {"joint":"Hand.L","target":{"unit":0,"joint":"Hand.L"},"weight":0}]})",
        "form");
    const ResolvedPose pose = resolvePose(model, file.pose, file.spaces, "form");
    const LayerRig rig = bakeLayerRig(model, baked.clips, pose);
    const GpuModel gpu_model(caps(), model, baked, clipTableOf(baked));
    test::Dice dice(7);
    std::vector<LayerRecord> records(40, recordOf(model, rig, pose, "form"));
    std::vector<UnitStand> stands;
    for (std::size_t unit = 0; unit < records.size(); ++unit) {
        LayerRecord& record = records[unit];
        for (layout::LayerSample& sample : std::span(record.samples).first(record.head.y))
            sample.phase = static_cast<std::uint32_t>(dice.between(0.0, 4294967295.0));
        record.ik_kinds[0].after = record.ik_kinds[0].before =
            PH_TARGET_IS_JOINT | static_cast<std::uint32_t>(unit ^ 1U) << PH_TARGET_PLACE_SHIFT;
        const auto scale = static_cast<float>(dice.between(0.9, 1.1));
        if (unit % 2 == 0) {
            stands.push_back({glm::vec4(glm::vec3(dice.inBox(30.0)), dice.between(-9.0, 9.0)), scale});
            continue;
        }
        // It faces the one before, at arm's length.
        glm::vec4 at = stands.back().placement;
        at += glm::vec4(0.75 * std::sin(at.w), 0.0, 0.75 * std::cos(at.w), glm::radians(180.0));
        stands.push_back({at, scale});
    }
    const StandAt target_at = [&](std::uint32_t place) {
        UnitStand stand = stands[place];
        stand.record = &records[place];
        return stand;
    };
    GpuSkinner skinner(caps(), dataDirectory() / "shaders");
    const GpuSkinner::Layered drawn = skinner.skinLayered(
        {gpu_model, findTechnique("palette"), {}, std::make_shared<const RigTextures>(caps(), rig)}, records,
        false, stands);
    const std::size_t joints = model.palette.size();
    ASSERT_EQ(drawn.rows.size(), records.size() * 3 * joints);
    const auto hand = static_cast<std::size_t>(
        std::ranges::find(rig.palette, rig.iks[0].chain.back(), &RigSkin::joint) - rig.palette.begin());
    const glm::dvec4 in_bind = glm::inverse(model.palette[hand].joint_from_bind)[3];
    double apart_m = 0.0;
    std::vector<glm::dvec3> hands;  // relative to the pair's first unit, in the axes of the world
    for (std::size_t unit = 0; unit < records.size(); ++unit) {
        EXPECT_LE(
            test::rowDifference(
                model, evaluateRigPose(rig, poseShownBy(records[unit], rig, 0, stands[unit], target_at)),
                drawn.rows, unit),
            kPositionLimit)
            << unit;
        glm::dvec3 at;
        for (int row = 0; row < 3; ++row) {
            const std::size_t texel = 3 * (unit * joints + hand) + static_cast<std::size_t>(row);
            at[row] = glm::dot(glm::dvec4(drawn.rows[texel]), in_bind);
        }
        const UnitStand& stand = stands[unit];
        const double c = std::cos(static_cast<double>(stand.placement.w));
        const double s = std::sin(static_cast<double>(stand.placement.w));
        const glm::dvec3 turned(c * at.x + s * at.z, at.y, c * at.z - s * at.x);
        hands.push_back(glm::dvec3(stand.placement) - glm::dvec3(stands[unit & ~std::size_t{1}].placement) +
                        static_cast<double>(stand.scale) * turned);
        if (unit % 2 == 0) continue;
        apart_m = std::max(apart_m, glm::distance(hands[unit], hands[unit - 1]));
        EXPECT_GT(hands[unit].y, 0.6) << unit;
    }
    EXPECT_LT(apart_m, 5e-6);
    RecordProperty("apart_m", std::to_string(apart_m));
}

TEST_F(LayeredPoses, EncodingsOfTheBakeChangeNothing) {
    const Model model = test::makeModel({.clips = 4});
    const std::string form = R"({"base":[{"clip":"clip 0","time":0.25},{"clip":"clip 1","time":0.5}]})";
    expectAgreement(model, form, Encoding::kRgba16f);
    expectAgreement(model, form, Encoding::kTrs);
}

}  // namespace
}  // namespace phalanx

// The steps that the vertex panel shows, checked against the reference that `verify` uses for the shaders.
#include "anim/bake/vertex_steps.h"

#include <gtest/gtest.h>

#include "anim/pose/skin.h"
#include "synthetic_model.h"

namespace phalanx {
namespace {

constexpr BakedPose kBetween{0, 0.37, 2, 0.81, 0.4};

struct Case {
    Encoding encoding;
    PoseSwitches switches;
};

std::vector<Case> cases() {
    std::vector<Case> all;
    for (const Encoding encoding : kEncodings) {
        for (const int weights : {4, 2, 1}) {
            all.push_back({encoding, {false, FrameLookup::kLinear, weights}});
            all.push_back({encoding, {false, FrameLookup::kNearest, weights}});
            all.push_back({encoding, {true, FrameLookup::kLinear, weights}});
        }
    }
    return all;
}

class VertexWayOfModel : public testing::Test {
  protected:
    VertexWayOfModel() {
        BakeSettings settings;
        settings.rate_hz = 15.0;
        baked_ = bakeAnimation(model_, settings);
    }
    Model model_ = test::makeModel({});
    BakedAnimation baked_;
};

TEST_F(VertexWayOfModel, EndsAtTheSkinnedPosition) {
    for (const Case& c : cases()) {
        const EncodedAnimation encoded = encodeAnimation(model_, baked_, c.encoding);
        for (const double weight : {0.0, 0.4, 1.0}) {
            BakedPose pose = kBetween;
            pose.weight = weight;
            const std::vector<SkinnedVertex> expected =
                skin(withWeights(model_.vertices, c.switches.weights),
                     encodedPalette(encoded, baked_.clips, pose, c.switches));
            for (std::size_t v = 0; v < model_.vertices.size(); v += 17) {
                const VertexSteps way =
                    followVertex(encoded, baked_.clips, pose, c.switches, model_.vertices[v]);
                EXPECT_LT(glm::length(way.position - expected[v].position), 1e-9)
                    << nameOf(c.encoding) << ", weight " << weight << ", vertex " << v;
                EXPECT_LE(way.joints.size(), static_cast<std::size_t>(c.switches.weights));
            }
        }
    }
}

TEST_F(VertexWayOfModel, FrameWeightsSumToTheMatrixOfRows) {
    const EncodedAnimation encoded = encodeAnimation(model_, baked_, Encoding::kRgba32f);
    const VertexSteps way = followVertex(encoded, baked_.clips, kBetween, {}, model_.vertices[5]);
    ASSERT_FALSE(way.joints.empty());
    for (const JointStep& joint : way.joints) {
        EXPECT_EQ(joint.frames.size(), 4U);  // two clips, two frames each
        double shares = 0.0;
        PoseEntry sum{};
        for (const FrameStep& frame : joint.frames) {
            shares += frame.share;
            for (std::size_t row = 0; row < sum.size(); ++row) sum[row] += frame.entry[row] * frame.share;
        }
        EXPECT_NEAR(shares, 1.0, 1e-12);
        for (int row = 0; row < 3; ++row) {
            for (int column = 0; column < 4; ++column)
                EXPECT_NEAR(sum[static_cast<std::size_t>(row)][column], joint.model_from_bind[column][row],
                            1e-9);
        }
    }
}

TEST_F(VertexWayOfModel, FramesWithoutWeightAreOmitted) {
    const EncodedAnimation encoded = encodeAnimation(model_, baked_, Encoding::kRgba32f);
    BakedPose pose = kBetween;
    pose.weight = 1.0;
    const VertexSteps only_b = followVertex(encoded, baked_.clips, pose, {}, model_.vertices[5]);
    for (const FrameStep& frame : only_b.joints.front().frames) EXPECT_EQ(frame.clip, pose.clip_b);
    PoseSwitches nearest;
    nearest.lookup = FrameLookup::kNearest;
    const VertexSteps one = followVertex(encoded, baked_.clips, pose, nearest, model_.vertices[5]);
    EXPECT_EQ(one.joints.front().frames.size(), 1U);
}

}  // namespace
}  // namespace phalanx

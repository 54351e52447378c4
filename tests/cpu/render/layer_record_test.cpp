// Records of layered units: what is written is what the shaders show, and what does not fit is refused.
#include "render/units/shown_pose.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "core/error.h"
#include "cpu/anim/layers/pose_forms.h"
#include "synthetic_model.h"

namespace phalanx {
namespace {

struct Recorded {
    Model model = test::makeModel({.clips = 4});
    BakedAnimation baked;
    ResolvedPose pose;
    LayerRig rig;

    explicit Recorded(const std::string& form) {
        BakeSettings settings;
        settings.rate_hz = 30.0;
        baked = bakeAnimation(model, settings);
        pose = test::resolved(model, form);
        rig = bakeLayerRig(model, baked.clips, pose);
    }
    LayerRecord record(double speed = 0.0) const { return recordOf(model, rig, pose, "form", speed); }
};

double largestDifference(const std::vector<glm::dmat4>& a, const std::vector<glm::dmat4>& b) {
    double worst = 0.0;
    for (std::size_t j = 0; j < a.size(); ++j) {
        for (int column = 0; column < 4; ++column)
            worst = std::max(worst, glm::length(a[j][column] - b[j][column]));
    }
    return worst;
}

TEST(LayerRecords, ShowThePoseThatWasWritten) {
    const Recorded recorded(
        R"({"base":[{"clip":"clip 0","time":0.31,"weight":0.3},{"clip":"clip 1","time":2}],
        "layers":[{"clip":"clip 2","time":0.71,"weight":0.6,"mask":{"joint 2":0.4}}],
        "additive":[{"clip":"clip 3","time":0.2,"weight":-0.7,"reference":{"clip":"clip 0","time":0.9}}],
        "aim":[{"chain":["joint 1"],"joint":"joint 2","target":[100,200,900],"weight":0.5}],
        "ik":[{"joint":"joint 4","target":[5,5,90],"weight":0.5,"pole":[0,0,300]}]})");
    const RigPose shown = poseShownBy(recorded.record(), recorded.rig, 0);
    // The heaviest clip comes first.
    ASSERT_EQ(shown.base.size(), 2U);
    EXPECT_NEAR(shown.base[0].weight, 1.0 / 1.3, 1.0 / PH_SAMPLE_WEIGHT_MAX);
    const RigPose wanted = rigPoseOf(recorded.model, recorded.rig, recorded.pose);
    EXPECT_LT(largestDifference(evaluateRigPose(recorded.rig, shown), evaluateRigPose(recorded.rig, wanted)),
              1e-5);
    // At speed 0 nothing moves.
    const RigPose later = poseShownBy(recorded.record(), recorded.rig, 123456);
    EXPECT_EQ(largestDifference(evaluateRigPose(recorded.rig, shown), evaluateRigPose(recorded.rig, later)),
              0.0);
}

TEST(LayerRecords, ClipsPlayOnAndOneShotsEnd) {
    const Recorded recorded(
        R"({"base":[{"clip":"clip 0","time":0.75}],"layers":[{"clip":"clip 1","time":0.5}]})");
    const LayerRecord record = recorded.record(2.0);
    const std::vector<BakedClip>& clips = recorded.baked.clips;
    // After a quarter of a second at double speed the loop is at 1.25 of its second, the one-shot at its end.
    const RigPose shown =
        poseShownBy(record, recorded.rig, static_cast<std::uint32_t>(0.25 * PH_TICKS_PER_SECOND));
    const auto phaseOf = [&](const RigSample& sample, std::size_t clip) {
        return (sample.frame - clips[clip].first_frame + sample.within) / clips[clip].intervals;
    };
    EXPECT_NEAR(phaseOf(shown.base[0], 0), 0.25, 1e-5);
    EXPECT_NEAR(phaseOf(shown.layers[0].clips[0], 1), 1.0, 1e-5);
    const RigPose later = poseShownBy(record, recorded.rig, 60U * 4096U);
    EXPECT_NEAR(phaseOf(later.layers[0].clips[0], 1), 1.0, 1e-5);
}

TEST(LayerRecords, WithoutABaseRest) {
    const Recorded recorded("{}");
    const RigPose shown = poseShownBy(recorded.record(), recorded.rig, 0);
    ASSERT_EQ(shown.base.size(), 1U);
    EXPECT_EQ(shown.base[0].frame, recorded.rig.restFrame());
    EXPECT_EQ(shown.base[0].within, 0.0);
}

std::string recordRefusal(const std::string& form) {
    const Recorded recorded(form);
    try {
        recorded.record();
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), ExitCode::kUsage);
        return error.what();
    }
    ADD_FAILURE() << "accepted: " << form;
    return {};
}

TEST(LayerRecords, RefuseMoreThanTheyHold) {
    std::string clips;
    for (int i = 0; i < 15; ++i)
        clips += (i == 0 ? "" : ",") + std::string(R"({"clip":"clip 0","time":0.)") + std::to_string(i) + "}";
    EXPECT_NE(recordRefusal("{\"base\":[" + clips + "]}")
                  .find("form: needs 15 clips at once; a layered unit has at most 14"),
              std::string::npos);
    const std::string layer = R"({"clip":"clip 1"})";
    EXPECT_NE(
        recordRefusal("{\"layers\":[" + layer + "," + layer + "," + layer + "," + layer + "," + layer + "]}")
            .find("form: has 5 layers and additive clips; a layered unit has at most 4"),
        std::string::npos);
}

}  // namespace
}  // namespace phalanx

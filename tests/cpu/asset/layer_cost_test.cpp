// What the passes of layered poses read and write, against the counts of docs/pose.md, which are made by hand
// from the shaders.
#include "render/units/layer_cost.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "anim/bake/bake.h"
#include "anim/layers/layered_pose_json.h"
#include "render/units/layer_record.h"
#include "soldier_model.h"

namespace phalanx {
namespace {

constexpr std::uint64_t kJoints = 37;  // of the soldier's rig
constexpr std::uint64_t kEntries = 36;
constexpr std::uint64_t kWalk = 7;  // joints from a palette's joint to the root, on average, rounded

// Two clips, a layer and an additive clip.
const std::string kBlended =
    R"("base":[{"clip":"Walk","weight":0.6},{"clip":"Run","weight":0.4}],
       "layers":[{"clip":"Aim","mask":{"Spine":0.333,"UpperChest":1}}],
       "additive":[{"clip":"Hit","time":0.2,"reference":{"clip":"Idle"},"mask":{"UpperChest":1}}],
       "reparent":[{"joint":"Weapon","to":"UpperChest"}])";
const std::string kAim =
    R"(,"aim":[{"chain":["Spine","Chest","UpperChest"],"joint":"Weapon","target":[0,1.4,9]}])";

struct Costed {
    LayerRig rig;
    LayerRecord record{};

    explicit Costed(const std::string& members) {
        const Model& model = test::soldier();
        std::vector<BakedClip> clips;
        for (std::size_t i = 0; i < model.clips.size(); ++i) {
            BakedClip clip;
            clip.first_frame = static_cast<std::uint32_t>(3 * i);
            clip.intervals = 2;
            clips.push_back(clip);
        }
        const PoseFile file = parsePose("{" + members + "}", "form");
        const ResolvedPose pose = resolvePose(model, file.pose, file.spaces, "form");
        rig = bakeLayerRig(model, clips, pose);
        record = recordOf(model, rig, pose, "form");
    }
    LayerCost cost() const {
        LayerCost cost(rig);
        cost.add(record);
        return cost;
    }
};

TEST(LayerCosts, AreThoseOfTheDocumentation) {
    const LayerCost cost = Costed(kBlended).cost();
    EXPECT_EQ(cost.samples(), 5.0);
    EXPECT_EQ(cost.weights(), 2.0);
    EXPECT_EQ(cost.blend(1), (LayerWork{1, kJoints, 844, 2 * kJoints}));
    const LayerWork rows = cost.rows(1);
    EXPECT_EQ(rows.texels_written, 3 * kEntries);
    EXPECT_NEAR(static_cast<double>(rows.texels_read), 3.0 * kEntries * (4.0 + 2.0 * kWalk), 200.0);
    EXPECT_EQ(cost.dispatch(1), (LayerWork{1, kJoints, 990, 3 * kEntries}));
    // Nothing to solve.
    EXPECT_EQ(cost.solve(1).texels_written, 0U);
}

TEST(LayerCosts, AnAimReads58TexelsPerSolvedJoint) {
    const Costed costed(kBlended + kAim);
    const LayerCost cost = costed.cost();
    const LayerWork solve = cost.solve(1);
    EXPECT_EQ(solve.texels_written, 3U);
    EXPECT_EQ(solve.joints, 3U);
    // The rotations before, then record and tables. Above the spine are two joints, with two texels each: the
    // weapon is reached by 2 + 3 + 4, and each of the chain twice.
    EXPECT_EQ(solve.texels_read, 3U * (3 * 2 + 3 + 4 + (2 + 3 + 4) + 2 * ((1 + 4) + (2 + 4) + (3 + 4))));
    EXPECT_EQ(solve.texels_read, 3U * 58U);
    // By compute, the ancestors are in shared memory.
    EXPECT_EQ(cost.dispatch(1).texels_read, 990U + 7U);
    // Of an aim that does not act, only the record is read.
    LayerCost off(costed.rig);
    LayerRecord record = costed.record;
    record.aims[0].before.w = record.aims[0].after.w = 0.0F;
    off.add(record);
    EXPECT_EQ(off.dispatch(1).texels_read, 990U + 3U);
    // Of one at another unit, the state of that unit, too.
    LayerCost at_unit(costed.rig);
    record = costed.record;
    record.aim_kinds[0].after = PH_TARGET_IS_UNIT;
    at_unit.add(record);
    EXPECT_EQ(at_unit.dispatch(1).texels_read, 990U + 9U);
    at_unit.remove(record);
    at_unit.add(costed.record);
    EXPECT_EQ(at_unit.dispatch(1).texels_read, 990U + 7U);
}

// Beside what IK reads: the kinds of its target and the state of the unit; and per walk over the ancestors of
// a joint the change, then for each joint what the blend reads of it, and its parent.
TEST(LayerCosts, JointsOfUnitsAreBlendedAgain) {
    const auto readsOf = [](const std::string& target) {
        const Costed costed(kBlended + R"(,"ik":[{"joint":"Hand.R","target":)" + target + "}]");
        LayerUse use;
        use.add(costed.record);
        LayerCost cost = costed.cost();
        cost.readIkKinds(use.targets.ik);
        return cost.dispatch(1).texels_read;
    };
    const std::uint64_t in_model = readsOf("[0,1,0.5]");
    EXPECT_EQ(in_model, 990U + 2 + 1 + 2);
    EXPECT_EQ(readsOf(R"({"world":[0,1,0.5]})"), in_model + 1);
    EXPECT_EQ(readsOf(R"({"unit":5})"), in_model + 1 + 2);
    // From hand to root nine joints, of which the hips have a track: ten texels of five clips.
    const std::uint64_t walk = 2 + 9 * (5 + 5 * 3 + 2 + 1) + 10;
    EXPECT_EQ(readsOf(R"({"unit":5,"joint":"Hand.L"})"), in_model + 1 + 2 + walk);
    EXPECT_EQ(readsOf(R"({"unit":5,"joint":"Hand.L","share":0.5})"), in_model + 1 + 2 + 2 * walk);
}

TEST(LayerCosts, TheRestPoseIsOneFrame) {
    EXPECT_EQ(Costed(R"("layers":[])").cost().blend(1).texels_read, kJoints * (5 + 2) + 3);
}

TEST(LayerCosts, ScaleWithUnitsAndFollowTheRecords) {
    const Costed costed(kBlended);
    LayerCost cost = costed.cost();
    EXPECT_EQ(cost.blend(1000), (LayerWork{1000, 1000 * kJoints, 844'000, 2000 * kJoints}));
    EXPECT_EQ(cost.blend(1000).bytes(), 16 * (844'000 + 2000 * kJoints));
    // A record with one clip beside it: the mean.
    const Costed one(R"("base":[{"clip":"Walk"}])");
    cost.add(one.record);
    EXPECT_EQ(cost.samples(), 3.0);
    cost.remove(costed.record);
    EXPECT_EQ(cost.samples(), 1.0);
    EXPECT_EQ(cost.blend(1).texels_read, kJoints * (5 + 3) + std::uint64_t{3} * 2);
    EXPECT_EQ(cost.onCpu(7), (LayerWork{7, std::uint64_t{7} * kJoints, 0, 0}));
}

}  // namespace
}  // namespace phalanx

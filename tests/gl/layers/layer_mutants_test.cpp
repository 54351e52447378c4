// Tests of the check `layers` of `verify`: it must fail for a shader with one wrong line, in the operator
// that the line belongs to.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "app/verify/verify_layers.h"
#include "core/file.h"
#include "gl/gl_fixture.h"
#include "gl/layers/feet_on_hills.h"
#include "gl/output_folder.h"
#include "gl/skinning_reference.h"

namespace phalanx {
namespace {

// The passes that have the line.
enum class By : std::uint8_t { kBoth, kFragments, kCompute };

struct LayerMutant {
    const char* name = "";
    const char* file = "";  // relative to shaders/
    const char* from = "";  // text of the current shaders
    const char* to = "";
    const char* operators = "";  // LayersReport::Operator::name
    By by = By::kBoth;
};

constexpr LayerMutant kLayerMutants[] = {
    {"clips_at_frames_only", "layers/blend.glsl", "if (within > 0.0)", "if (false)", "base"},
    {"rest_of_the_hierarchy_on_the_wrong_side", "layers/hierarchy.glsl", "rigidProduct(each.local, result)",
     "rigidProduct(result, each.local)", "base"},
    {"half_of_a_row", "layers/rows.glsl", "result.w += dot(unit, model.place);", "", "base"},
    {"translations_without_tracks", "layers/blend.glsl", "if (track >= 0) result.place",
     "if (false) result.place", "base"},
    {"no_masks", "layers/blend.glsl", "* maskOf(each.source >> PH_SAMPLE_MASK_SHIFT, joint)", "", "layers"},
    {"masks_of_another_joint", "layers/blend.glsl", "* u_rig_size.x + joint)[", "* u_rig_size.x)[", "layers"},
    {"weight_of_the_first_layer_for_all", "layers/blend.glsl", "++used;", "", "layers"},
    {"difference_to_the_clip", "layers/blend.glsl", "(added.place - sum.place)", "(sum.place - added.place)",
     "additive"},
    {"difference_on_the_other_side", "layers/blend.glsl", "turnProduct(turnBack(sum.turn), added.turn)",
     "turnProduct(added.turn, turnBack(sum.turn))", "additive"},
    {"one_joint_of_the_chain", "layers/solve.glsl", "i < count; ++i) turnJoint(", "i < 1; ++i) turnJoint(",
     "aim"},
    {"joint_taken_as_still", "layers/solve.glsl", "round < PH_AIM_ROUNDS", "round < 0", "aim"},
    {"solved_joints_not_read", "layers/rows.frag", "link.y >= 0 ?", "false ?", "aim", By::kFragments},
    {"solved_joints_not_kept", "layers/unit.comp", "s_turns[g_first_joint + joint] = turn;", "", "aim",
     By::kCompute},
    {"no_hinge", "layers/solve.glsl", "vec4 bend = vec4(hinge *", "vec4 bend = vec4(0.0 * hinge *", "ik"},
    {"second_limb_forgotten", "layers/solve.glsl", "i < u_rig_solvers.y", "i < 1", "ik"},
    {"aim_with_full_weight", "layers/solve.glsl", "whole.w * weight / float(count)", "whole.w / float(count)",
     "weights of aim and ik"},
    {"ik_with_full_weight", "layers/solve.glsl", "if (target.w < 1.0)", "if (false)",
     "weights of aim and ik"},
    {"changes_at_once", "layers/change.glsl", "Change(fade.weight", "Change(1.0", "change"},
    {"rates_do_not_change", "layers/change.glsl", "advanceInStep(step.y, step.z,",
     "advanceInStep(step.y, step.y,", "change"},
    {"phases_out_of_step", "layers/blend.glsl", "? s.phase + step", "? s.phase", "change"},
    {"clips_change_at_once", "layers/blend.glsl", "sampleWeight(s.weight, change.share)",
     "sampleWeight(s.weight, 1.0)", "change"},
    {"aims_change_at_once", "layers/solve.glsl", "if (g_share < 1.0)", "if (false)", "change"},
    {"joints_of_the_own_record", "layers/solve.glsl", "placeByClips(int(target.x), place * PH_RECORD_TEXELS)",
     "placeByClips(int(target.x), g_record)", "joints of units"},
    {"joints_of_the_unit_before", "layers/solve.glsl",
     "placeByClips(int(target.x), place * PH_RECORD_TEXELS)",
     "placeByClips(int(target.x), (place - 1) * PH_RECORD_TEXELS)", "joints of units"},
    {"joints_without_their_ancestors", "layers/solve.glsl", "joint = int(rigTexel(2 * joint + 1).x);",
     "joint = -1;", "joints of units"},
    {"joints_of_units_that_face_ahead", "layers/solve.glsl", "exactSineCosine(wrapped(placement.w))",
     "vec2(0.0, 1.0)", "joints of units"},
    {"joints_of_units_of_one_scale", "layers/solve.glsl", "scale * above", "above", "joints of units"},
    {"joints_without_shares", "layers/solve.glsl", "&& target.y < 1.0", "&& false", "joints of units"},
    {"shares_from_the_parent", "layers/solve.glsl", "placeByClips(own, g_record)",
     "placeByClips(own - 1, g_record)", "joints of units"},
    {"chains_do_not_return_to_their_roots", "layers/chain.glsl",
     "for (int i = 0; i < chain.last; ++i)\n        chain", "for (int i = 0; i < 0; ++i)\n        chain",
     "chain"},
    {"one_round_of_a_chain", "layers/chain.glsl", "round < rounds", "round < 1", "chain"},
    {"chains_turn_as_before", "layers/chain.glsl", "turn = turnProduct(turn, after);", "", "chain"},
    {"chain_with_full_weight", "layers/chain.glsl", "if (target.w < 1.0)", "if (false)", "weights of chains"},
    {"no_poles_of_chains", "layers/chain.glsl", "turnProduct(turnToPole(chain), after)", "after",
     "weights of chains"},
    {"no_poles", "layers/solve.glsl", "if (pole.w == 0.0 ||", "if (true ||", "weights of aim and ik"},
};

// Wrong lines of the feet, which need legs and hills: FeetOnHills has both.
struct FeetMutant {
    const char* name = "";
    const char* file = "";
    const char* from = "";
    const char* to = "";
};

constexpr const char* kFeet = "layers/feet.glsl";
constexpr const char* kWanted = "layers/feet_wanted.glsl";
constexpr const char* kWeight = "layers/feet_weight.glsl";

constexpr FeetMutant kFeetMutants[] = {
    // The pelvis.
    {"pelvis_not_until_each_leg_reaches", kFeet,
     "drop = max(drop, (-way.y - most_down + lift * ground.height) / (1.0 - lift));", ""},
    {"pelvis_not_by_the_clip", kFeet, "float drop = g_feet * pelvisDrop(groundAt(vec2(0.0)).normal);",
     "float drop = 0.0;"},
    {"pelvis_in_eight_directions_only", kFeet, "mix(a, b, turn - low)", "a"},
    {"pelvis_the_same_on_all_slopes", kFeet, "* size / PH_PELVIS_SLOPE", ""},
    {"pelvis_without_limit", kFeet, "drop = min(drop, PH_MOST_PELVIS_DROP * longest);", ""},
    // How far legs reach.
    {"legs_stretched_wholly", kFeet, "max(PH_MOST_STRETCH * leg,", "max(leg,"},
    {"legs_not_as_far_as_in_the_clip", kFeet, "max(PH_MOST_STRETCH * leg, length(ankle.place - hip.place))",
     "PH_MOST_STRETCH * leg"},
    {"legs_as_if_feet_were_below_hips", kFeet, "reach * reach - dot(way.xz, way.xz)", "reach * reach"},
    // Where a foot goes.
    {"soles_above_the_ground_along_up", kFeet, "ground.normal * low +", "up * low +"},
    {"feet_in_the_air_along_the_normal", kFeet, "min(above, PH_LIFT_BEGINS * leg)", "above"},
    {"feet_as_level_as_in_the_clip", kFeet,
     "turns[l] = turnProduct(shortestTurn(up, ground.normal, vec3(1.0, 0.0, 0.0)), ankle.turn)",
     "turns[l] = ankle.turn"},
    {"feet_not_locked", kFeet, "mix(ankle.place, mark.xyz, contact)", "ankle.place"},
    {"feet_do_not_swing_lower", kFeet, "lift = (1.0 - contact) * PH_MOST_LIFT", "lift = 0.0 * PH_MOST_LIFT"},
    {"feet_swing_lower_in_contact", kFeet, "lift = (1.0 - contact) *", "lift ="},
    {"feet_in_the_air_do_not_follow_the_pelvis", kFeet, "goals[l] - up * (lifts[l].x * (drop + lifts[l].y))",
     "goals[l]"},
    // The fade by distance: of height, slope and lock.
    {"heights_do_not_fade", kFeet, "ground.height *= g_feet;", ""},
    {"slopes_fade_by_angle", kFeet, "ground.normal / ground.normal.y, g_feet", "ground.normal, g_feet"},
    {"locks_do_not_fade", kFeet, "float contact = g_feet * mark.w", "float contact = mark.w"},
    {"feet_planted_at_any_distance", kWeight, "return u_feet_eye.w * x * x * (3.0 - 2.0 * x);",
     "return u_feet_eye.w;"},
    {"fade_along_a_line", kWeight, "u_feet_eye.w * x * x * (3.0 - 2.0 * x)", "u_feet_eye.w * x"},
    {"fade_of_units_of_one_scale", kWeight, "u_feet_eye.xyz) / scale", "u_feet_eye.xyz)"},
    {"ground_of_full_weight", kWeight, "u_feet_eye.w * x * x", "x * x"},
    // The ground below a unit.
    {"ground_of_units_that_face_ahead", kFeet, "exactSineCosine(wrapped(g_placement.w))", "vec2(0.0, 1.0)"},
    {"heights_of_units_of_one_scale", kFeet, "(point.height - g_placement.y) / g_scale",
     "(point.height - g_placement.y)"},
    {"slopes_in_the_world", kFeet, "facing.x * point.slope.x + facing.y * point.slope.y", "point.slope.y"},
    // What the clips want.
    {"marks_at_frames_only", kWanted, "if (moment.within > 0.0)", "if (false)"},
    {"marks_of_clip_a_only", kWanted, "g_unit_weight > 0.0 ?", "false ?"},
    {"marks_without_weights", kWanted, "sampleWeight(s.weight, change.share) * sampledTexel",
     "0.5 * sampledTexel"},
    {"marks_without_layers", kWanted, "if (use == PH_MIX_LAYER)", "if (false)"},
    {"marks_by_masks_of_another_joint", kWanted, "PH_SAMPLE_MASK_SHIFT, joint)", "PH_SAMPLE_MASK_SHIFT, 0)"},
};

class LayerMutants : public test::GlTest {
  protected:
    static std::filesystem::path shaders() { return dataDirectory() / "shaders"; }

    LayersReport verified(const std::filesystem::path& folder, std::string_view only = {}) {
        GpuSkinner skinner(caps(), folder);
        const GpuModel gpu_model(caps(), model_, baked_, clipTableOf(baked_));
        return verifyLayers(caps(), skinner, gpu_model, model_, baked_, 3, only);
    }

    template <typename Mutant>
    std::filesystem::path corrupted(const Mutant& mutant) {
        std::filesystem::path folder =
            test::outputFolder(caps()) / ("layer_mutant_" + std::string(mutant.name));
        std::filesystem::remove_all(folder);
        std::filesystem::create_directories(folder);
        std::filesystem::copy(shaders(), folder, std::filesystem::copy_options::recursive);
        std::string text = readTextFile(folder / mutant.file);
        const std::size_t at = text.find(mutant.from);
        EXPECT_NE(at, std::string::npos) << "'" << mutant.from << "' is not in " << mutant.file;
        if (at != std::string::npos) text.replace(at, std::string(mutant.from).size(), mutant.to);
        writeFile(folder / mutant.file, text);
        return folder;
    }

    Model model_ = test::makeModel({.joints = 14, .clips = 4});
    BakedAnimation baked_ = test::bakedAt(model_, 30.0);
};

TEST_F(LayerMutants, UnchangedShadersPass) {
    const LayersReport report = verified(shaders());
    EXPECT_EQ(report.left_out, "");
    // Twelve operators by `palette` (feet need legs, which this model lacks), and all together by each other
    // technique with layers.
    EXPECT_EQ(report.operators.size(), caps().compute ? 17U : 16U);
    for (const LayersReport::Operator& each : report.operators)
        EXPECT_LE(each.position.value, kPositionLimit) << each.name << ", " << each.position.where;
    EXPECT_TRUE(report.passed());
}

TEST_F(LayerMutants, EachWrongShaderFails) {
    for (const LayerMutant& mutant : kLayerMutants) {
        if (mutant.by == (caps().compute ? By::kFragments : By::kCompute)) continue;
        const LayersReport report = verified(corrupted(mutant), mutant.operators);
        ASSERT_EQ(report.operators.size(), 1U) << mutant.name;
        EXPECT_GT(report.operators.front().position.value, kPositionLimit) << mutant.name;
        EXPECT_FALSE(report.passed()) << mutant.name;
    }
}

TEST_F(LayerMutants, EachWrongShaderOfFeetFails) {
    test::ArmyOnHills army(caps());
    const test::LayersOnHills soldiers(caps());
    const auto differenceBy = [&](const std::filesystem::path& folder) {
        const double worst = soldiers.differenceBy(caps(), folder);
        if (worst > kPositionLimit) return worst;
        FrameStats stats;
        const std::vector<glm::vec4> rows = army.rowsBy(caps(), folder, stats);
        double of_army = 0.0;
        for (std::size_t i = 0; i < army.units().size(); ++i) {
            of_army = std::max(of_army, test::rowDifference(army.model(), army.units()[i].expected, rows, i));
        }
        return std::max(worst, of_army);
    };
    EXPECT_LE(differenceBy(shaders()), kPositionLimit);
    for (const FeetMutant& mutant : kFeetMutants)
        EXPECT_GT(differenceBy(corrupted(mutant)), 2.0 * kPositionLimit) << mutant.name;
}

TEST_F(LayerMutants, ModelsWhoseJointsScaleAreLeftOut) {
    model_ = test::makeModel({.joints = 14, .clips = 4, .moving_scales = true});
    baked_ = test::bakedAt(model_, 30.0);
    const LayersReport report = verified(shaders());
    EXPECT_NE(report.left_out.find("its layers cannot be drawn"), std::string::npos) << report.left_out;
    EXPECT_TRUE(report.operators.empty());
}

}  // namespace
}  // namespace phalanx

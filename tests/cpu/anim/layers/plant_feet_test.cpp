// Feet on slopes: what "ground" of a pose promises, checked on the matrices of exact poses.
#include "anim/evaluation/plant_feet.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "anim/evaluation/evaluate_pose.h"
#include "anim/feet/clip_feet.h"
#include "anim/feet/legs.h"
#include "anim/rig/layer_rig.h"
#include "anim/rig/rig_pose.h"
#include "asset/import.h"
#include "core/address_sanitizer.h"
#include "core/error.h"
#include "cpu/anim/layers/pose_forms.h"
#include "soldier_model.h"

namespace phalanx {
namespace {

using test::resolved;

constexpr int kSteps = 240;  // per cycle

const Model& movingSoldier() {
    static const Model model = [] {
        const std::filesystem::path assets = std::filesystem::path(PHALANX_SOURCE_DIR) / "assets";
        ImportSettings settings;
        settings.clip_files = {assets / "soldier_moves.glb"};
        return importModel(assets / "soldier.glb", settings);
    }();
    return model;
}

// Slopes up to 25 degrees in eight directions.
std::vector<glm::dvec3> slopes() {
    std::vector<glm::dvec3> normals;
    for (const double steep_deg : {5.0, 15.0, 25.0}) {
        for (int d = 0; d < 8; ++d) {
            const double angle = glm::radians(45.0 * d);
            const double sine = std::sin(glm::radians(steep_deg));
            normals.emplace_back(sine * std::cos(angle), std::cos(glm::radians(steep_deg)),
                                 sine * std::sin(angle));
        }
    }
    return normals;
}

// All slopes; with sanitizers every fifth, because all would take minutes.
std::vector<glm::dvec3> walkedSlopes() {
    const std::vector<glm::dvec3> all = slopes();
    std::vector<glm::dvec3> normals;
    for (std::size_t s = 0; s < all.size(); s += kAddressSanitizer ? 5 : 1) normals.push_back(all[s]);
    return normals;
}

std::string groundText(const glm::dvec3& normal, double height = 0.0) {
    return fmt::format(R"("ground":{{"height":{},"normal":[{},{},{}]}})", height, normal.x, normal.y,
                       normal.z);
}

// A clip of the soldier.
struct Gait {
    const char* name;
    const char* base;  // with the time to fill in
    double cycle_s;
};

constexpr const char* kSide =
    R"("spaces":{"Side":{"points":[{"clip":"Idle","at":0},{"clip":"StrafeLeft","at":0.7,"sync":0,"stride":[0.56,0]}]}},)";

const std::vector<Gait>& gaits() {
    static const std::vector<Gait> list{
        {"Walk", R"("base":[{{"clip":"Walk","time":{}}}])", 1.0},
        {"Run", R"("base":[{{"clip":"Run","time":{}}}])", 2.0 / 3.0},
        {"StrafeLeft", R"("base":[{{"clip":"StrafeLeft","time":{}}}])", 0.8},
    };
    return list;
}

ResolvedPose poseAt(const Gait& gait, int step, const std::string& rest) {
    const std::string base =
        fmt::format(fmt::runtime(gait.base), gait.cycle_s * static_cast<double>(step) / kSteps);
    return resolved(movingSoldier(), fmt::format("{{{}{},{}}}", kSide, base, rest));
}

glm::dvec3 placeIn(const EvaluatedPose& pose, int node) {
    return glm::dvec3(pose.file_from_node[static_cast<std::size_t>(node)][3]);
}

std::vector<LegNodes> legNodes(const ResolvedPose& pose) {
    std::vector<LegNodes> legs;
    for (const ResolvedLeg& leg : pose.ground->legs) legs.push_back({leg.upper, leg.middle, leg.end});
    return legs;
}

std::size_t clipNumber(const Gait& gait) {
    return static_cast<std::size_t>(findClip(movingSoldier(), gait.name));
}

// Per cycle.
glm::dvec2 gaitStride(const Gait& gait) {
    return poseAt(gait, 0, R"("ground":{})").ground->strides_m[clipNumber(gait)];
}

ClipFeet feetOf(const Gait& gait) {
    const ResolvedPose pose = poseAt(gait, 0, R"("ground":{})");
    return clipFeet(movingSoldier(), movingSoldier().clips[clipNumber(gait)], legNodes(pose),
                    gaitStride(gait));
}

TEST(PlantFeet, LegsAreFoundByName) {
    const Model& model = test::soldier();
    std::vector<std::string> names;
    for (const int ankle : anklesOf(model))
        names.push_back(model.nodes[static_cast<std::size_t>(ankle)].name);
    EXPECT_EQ(names, (std::vector<std::string>{"Foot.L", "Foot.R"}));
}

TEST(PlantFeet, PlantedAnklesKeepTheirHeightAlongTheNormal) {
    std::size_t planted = 0;
    for (const Gait& gait : gaits()) {
        const ClipFeet feet = feetOf(gait);
        for (const glm::dvec3& normal : walkedSlopes()) {
            for (int step = 0; step < kSteps; step += 10) {
                const EvaluatedPose flat =
                    evaluatePose(movingSoldier(), poseAt(gait, step, R"("layers":[])"));
                const ResolvedPose form = poseAt(gait, step, groundText(normal, 0.2));
                const EvaluatedPose pose = evaluatePose(movingSoldier(), form);
                for (std::size_t l = 0; l < 2; ++l) {
                    if (feet.curves[l].at(static_cast<double>(step) / kSteps).contact < 1.0) continue;
                    const int ankle = form.ground->legs[l].end;
                    const double height = glm::dot(placeIn(pose, ankle) - glm::dvec3(0.0, 0.2, 0.0), normal);
                    ASSERT_NEAR(height, placeIn(flat, ankle).y, 1e-9) << gait.name << " at " << step;
                    ASSERT_FALSE(pose.legs[l].limited);
                    ++planted;
                }
            }
        }
    }
    EXPECT_GT(planted, 1000 * walkedSlopes().size() / slopes().size());
}

// The sole lies on the slope as it lay on the plane: all of the foot is turned as the normal is.
TEST(PlantFeet, FeetTurnWithTheGround) {
    const Gait& walk = gaits().front();
    for (const glm::dvec3& normal : slopes()) {
        const EvaluatedPose flat = evaluatePose(movingSoldier(), poseAt(walk, 80, R"("layers":[])"));
        const ResolvedPose form = poseAt(walk, 80, groundText(normal));
        const EvaluatedPose pose = evaluatePose(movingSoldier(), form);
        for (const ResolvedLeg& leg : form.ground->legs) {
            const auto ankle = static_cast<std::size_t>(leg.end);
            const glm::dmat3 turn =
                glm::dmat3(pose.file_from_node[ankle]) * glm::inverse(glm::dmat3(flat.file_from_node[ankle]));
            EXPECT_LT(glm::length(turn * glm::dvec3(0.0, 1.0, 0.0) - normal), 1e-9);
        }
    }
}

// Over the ground the ankle stays in one place while it is in contact.
TEST(PlantFeet, LockedAnklesDoNotSlide) {
    for (const Gait& gait : gaits()) {
        const ClipFeet feet = feetOf(gait);
        const glm::dvec2 stride = gaitStride(gait);
        for (const int slope : {0, 11, 22}) {
            if (kAddressSanitizer && slope != 22) continue;
            const glm::dvec3 normal = slopes()[static_cast<std::size_t>(slope)];
            for (std::size_t l = 0; l < 2; ++l) {
                glm::dvec2 locked(0.0);
                bool is_locked = false;
                std::size_t steps = 0;
                for (int step = 0; step < 2 * kSteps; step += 4) {
                    const double phase = static_cast<double>(step) / kSteps;
                    if (feet.curves[l].at(phase).contact < 1.0) {
                        is_locked = false;
                        continue;
                    }
                    const ResolvedPose form = poseAt(gait, step, groundText(normal));
                    const glm::dvec3 ankle =
                        placeIn(evaluatePose(movingSoldier(), form), form.ground->legs[l].end);
                    // What travels: the foot of the perpendicular to the ground.
                    const glm::dvec3 above = ankle - normal * glm::dot(ankle, normal);
                    const glm::dvec2 over = glm::dvec2(above.x, above.z) + phase * stride;
                    if (!is_locked) locked = over;
                    is_locked = true;
                    EXPECT_LT(glm::distance(locked, over), 0.0005)
                        << gait.name << " leg " << l << " at " << phase;
                    ++steps;
                }
                EXPECT_GT(steps, 20U) << gait.name;
            }
        }
    }
}

TEST(PlantFeet, KneesAreNotMuchFasterThanInTheClip) {
    const auto fastest = [](const Gait& gait, const std::string& rest) {
        double peak = 0.0;
        const std::vector<ResolvedLeg> legs = poseAt(gait, 0, R"("ground":{})").ground->legs;
        std::vector<glm::dvec3> before;
        for (int step = 0; step <= kSteps; step += 2) {
            const EvaluatedPose pose = evaluatePose(movingSoldier(), poseAt(gait, step, rest));
            std::vector<glm::dvec3> knees;
            for (const ResolvedLeg& leg : legs) knees.push_back(placeIn(pose, leg.middle));
            for (std::size_t l = 0; l < before.size(); ++l)
                peak = std::max(peak, glm::distance(knees[l], before[l]));
            before = knees;
        }
        return peak;
    };
    for (const Gait& gait : gaits()) {
        const double in_clip = fastest(gait, R"("layers":[])");
        for (const glm::dvec3& normal : walkedSlopes())
            EXPECT_LT(fastest(gait, groundText(normal)), 1.5 * in_clip) << gait.name;
    }
}

TEST(PlantFeet, WithoutWeightNothingMoves) {
    const Gait& walk = gaits().front();
    const EvaluatedPose flat = evaluatePose(movingSoldier(), poseAt(walk, 50, R"("layers":[])"));
    const EvaluatedPose pose = evaluatePose(
        movingSoldier(), poseAt(walk, 50, R"("ground":{"height":0.3,"normal":[0.3,1,0],"weight":0})"));
    for (std::size_t n = 0; n < flat.file_from_node.size(); ++n) {
        for (int column = 0; column < 4; ++column)
            EXPECT_LT(glm::length(flat.file_from_node[n][column] - pose.file_from_node[n][column]), 1e-9);
    }
}

// A rig holds the same: at its frames it differs from exact poses by the rounding of floats.
TEST(PlantFeet, RigsHoldWhatFeetWant) {
    const Model& model = movingSoldier();
    std::vector<BakedClip> clips;
    std::uint32_t frame = 0;
    for (const Clip& clip : model.clips) {
        BakedClip baked;
        baked.first_frame = frame;
        baked.intervals = 24;
        baked.loops = clip.loops;
        frame += baked.intervals + 1;
        clips.push_back(baked);
    }
    for (const Gait& gait : gaits()) {
        for (int step = 0; step < kSteps; step += kAddressSanitizer ? 120 : 30) {
            const ResolvedPose pose = poseAt(gait, step, groundText(slopes()[17], -0.1));
            const LayerRig rig = bakeLayerRig(model, clips, pose);
            const std::vector<glm::dmat4> a = evaluateRigPose(rig, rigPoseOf(model, rig, pose));
            const std::vector<glm::dmat4> b = paletteOf(model, evaluatePose(model, pose).file_from_node);
            for (std::size_t j = 0; j < a.size(); ++j) {
                for (int column = 0; column < 4; ++column)
                    EXPECT_LT(glm::length(a[j][column] - b[j][column]), 2e-5) << gait.name << " " << step;
            }
        }
    }
}

TEST(PlantFeet, FormsAreChecked) {
    const auto errorOf = [](const std::string& form) -> std::string {
        try {
            resolved(test::soldier(), form);
        } catch (const Error& error) {
            return error.what();
        }
        return "";
    };
    EXPECT_EQ(errorOf(R"({"ground":{"normal":[0,0,0]}})"), "form: ground.normal has no direction");
    EXPECT_EQ(errorOf(R"({"ground":{"normal":[1,0.1,0]}})"),
              "form: ground.normal is more than 60 degrees off upwards");
    EXPECT_EQ(errorOf(R"({"ground":{"weight":2}})"), "form: ground.weight is not a number from 0 to 1");
    EXPECT_NE(errorOf(R"({"ground":{"legs":["Foot.L","Foot.X"]}})").find("Foot.X: no such joint"),
              std::string::npos);
    EXPECT_NE(errorOf(R"({"ground":{"legs":["Foot.L"]}})").find("names 1 ankles; 2 to 4 are needed"),
              std::string::npos);
    EXPECT_NE(errorOf(R"({"ground":{"legs":["Foot.L","Hips"]}})").find("has no two ancestors"),
              std::string::npos);
    EXPECT_NE(errorOf(R"({"ground":{"slope":1}})").find("is not a known key"), std::string::npos);
}

}  // namespace
}  // namespace phalanx

// assets/soldier_moves.glb as clips of the soldier: what the importer makes of it, and the blend spaces of
// soldier.spaces.json, of ways to move and of aims.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <string>
#include <utility>

#include "anim/evaluation/evaluate_pose.h"
#include "anim/layers/blend_space_json.h"
#include "anim/layers/layered_pose_json.h"
#include "anim/layers/space_clips.h"
#include "asset/import.h"
#include "clips/clips_rig.h"
#include "mesh/rifle.h"
#include "soldier.h"

namespace phalanx::soldier {
namespace {

const std::filesystem::path kAssets = std::filesystem::path(PHALANX_SOURCE_DIR) / "assets";

const Model& movingSoldier() {
    static const Model model = [] {
        ImportSettings settings;
        settings.clip_files = {kAssets / "soldier_moves.glb"};
        return importModel(kAssets / "soldier.glb", settings);
    }();
    return model;
}

const BlendSpace& space(const std::string& name) {
    static const BlendSpaces spaces = spacesBeside(kAssets / "soldier.glb");
    return *spaces.find(name);
}

int nodeOf(const std::string& name) {
    const auto node =
        std::ranges::find(movingSoldier().nodes, name, [](const Node& each) { return each.name; });
    return static_cast<int>(node - movingSoldier().nodes.begin());
}

TEST(SoldierMoves, TheirLoopsAndStridesAreThoseOfTheTool) {
    const Model& model = movingSoldier();
    EXPECT_EQ(model.clips.size(), 30U);
    for (const phalanx::soldier::Clip& made : buildMoves(makeSkeleton())) {
        const auto clip =
            std::ranges::find(model.clips, made.name, [](const auto& each) { return each.name; });
        ASSERT_NE(clip, model.clips.end()) << made.name;
        EXPECT_EQ(clip->loops, made.loops) << made.name;
        EXPECT_NEAR(clip->stride_speed, made.stride_speed, 1e-6) << made.name;
        EXPECT_NEAR(clip->duration_s, static_cast<double>(made.frames.size() - 1) / made.rate_hz, 1e-6)
            << made.name;
    }
    for (const Note& note : model.notes) EXPECT_FALSE(note.warning) << note.text;
}

// Travel per cycle is the tool's speed times the duration, and the left foot comes down at the phase of sync.
TEST(SoldierMoves, TheSpaceOfMovesHasTheirStrides) {
    const SpaceClips clips(movingSoldier(), space("Move"));
    int moving = 0;
    for (const SpaceClips::Point& point : clips.points()) {
        const auto& clip = movingSoldier().clips[static_cast<std::size_t>(point.clip)];
        auto wanted = glm::dvec2(0.0, clip.stride_speed) * clip.duration_s;
        for (const phalanx::soldier::Clip& made : buildMoves(makeSkeleton()))
            if (made.name == clip.name) wanted.x = made.side_speed * clip.duration_s;
        EXPECT_LT(glm::length(point.stride_m - wanted), 1e-6) << clip.name;
        if (glm::length(wanted) == 0.0) continue;
        ++moving;
        const auto lands = contactPhase(movingSoldier(), clip);
        ASSERT_TRUE(lands) << clip.name;
        EXPECT_LT(std::abs(*lands - std::round(*lands) - point.sync), 0.15) << clip.name;
    }
    EXPECT_EQ(moving, 5);
}

// The differences of the four poses from Aim, added to it in any mixture: the rifle points where the space
// says, and stays in both hands.
TEST(SoldierMoves, AimsAddUp) {
    const Skeleton skeleton = makeSkeleton();
    const auto place = [&](const EvaluatedPose& pose, const char* joint, const glm::vec3& rest) {
        const glm::vec3 local =
            rest - skeleton.bones[static_cast<std::size_t>(skeleton.index(joint))].position;
        return glm::dvec3(pose.file_from_node[static_cast<std::size_t>(nodeOf(joint))] *
                          glm::dvec4(glm::dvec3(local), 1.0));
    };
    const glm::vec3 weapon = skeleton.bones[static_cast<std::size_t>(skeleton.index("Weapon"))].position;
    for (const auto& [sideways, up] : {std::pair{0.0, 0.0},
                                       {60.0, 0.0},
                                       {-60.0, 0.0},
                                       {0.0, 40.0},
                                       {0.0, -40.0},
                                       {0.0, 20.0},
                                       {-45.0, 0.0},
                                       {30.0, 20.0},
                                       {-30.0, 20.0},
                                       {30.0, -20.0},
                                       {-30.0, -20.0},
                                       {15.0, -30.0}}) {
        const PoseFile file = parsePose(fmt::format(R"({{"base": [{{"clip": "Aim", "time": 1.2}}],
                             "additive": [{{"space": "Aims", "at": [{}, {}], "phase": 1,
                                            "reference": {{"clip": "Aim", "time": 1.2}}}}],
                             "reparent": [{{"joint": "Weapon", "to": "UpperChest"}}]}})",
                                                    sideways, up),
                                        "form");
        const BlendSpaces spaces{{space("Aims")}};
        const EvaluatedPose pose =
            evaluatePose(movingSoldier(), resolvePose(movingSoldier(), file.pose, spaces, "form"));
        const glm::dvec3 muzzle =
            glm::normalize(place(pose, "Weapon", weapon + kRifleMuzzle) -
                           place(pose, "Weapon", weapon + kRifleMuzzle * glm::vec3(1, 1, 0)));
        EXPECT_NEAR(glm::degrees(std::atan2(muzzle.x, muzzle.z)), sideways, 2.0) << sideways << ' ' << up;
        EXPECT_NEAR(glm::degrees(std::asin(muzzle.y)), up, 2.0) << sideways << ' ' << up;
        const double right = glm::length(place(pose, "Hand.R", graspAtRest(skeleton, kRight)) -
                                         place(pose, "Weapon", weapon + kRifleGrip));
        const double left = glm::length(place(pose, "Hand.L", graspAtRest(skeleton, kLeft)) -
                                        place(pose, "Weapon", weapon + kHandguardHold));
        EXPECT_LT(std::max(left, right), 0.010) << sideways << ' ' << up;  // metres
    }
}

}  // namespace
}  // namespace phalanx::soldier

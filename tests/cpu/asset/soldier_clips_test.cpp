// The soldier's clips stay within their limits, and the measurements that check this detect errors.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "checks/check_bounds.h"
#include "checks/check_measure.h"
#include "clips/clips.h"
#include "mesh/rifle.h"
#include "soldier.h"

namespace phalanx::soldier {
namespace {

const Skeleton& skeleton() {
    static const Skeleton kSkeleton = makeSkeleton();
    return kSkeleton;
}

// Of both files: soldier.glb and soldier_moves.glb.
const std::vector<Clip>& clips() {
    static const std::vector<Clip> kClips = [] {
        std::vector<Clip> all = buildClips(skeleton());
        for (Clip& move : buildMoves(skeleton())) all.push_back(std::move(move));
        return all;
    }();
    return kClips;
}

Clip clip(const std::string& name) {
    const auto found =
        std::find_if(clips().begin(), clips().end(), [&](const Clip& c) { return c.name == name; });
    EXPECT_NE(found, clips().end()) << name;
    return *found;
}

std::vector<std::string> failuresOf(const Clip& corrupted) {
    return failures({measureClip(skeleton(), trackOf(skeleton(), corrupted))});
}

bool mentions(const std::vector<std::string>& lines, const std::string& word) {
    return std::any_of(lines.begin(), lines.end(),
                       [&](const std::string& line) { return line.find(word) != std::string::npos; });
}

TEST(SoldierClips, AreComplete) {
    const auto namesOf = [](const std::vector<Clip>& list) {
        std::set<std::string> names;
        for (const Clip& c : list) names.insert(c.name);
        return names;
    };
    const std::set<std::string> wanted{"Idle",   "Walk",  "Run", "Aim", "Fire", "Reload", "Crouch",
                                       "Salute", "Cheer", "Hit", "Die", "Die2", "GetUp",  "GetUp2"};
    const std::set<std::string> moves{"StrafeLeft", "StrafeRight", "WalkBack",   "AimUp",
                                      "AimDown",    "AimLeft",     "AimRight",   "HitFront",
                                      "HitBack",    "HitLeft",     "HitRight",   "LookAround",
                                      "Wounded",    "DragBack",    "WoundedDie", "StepOver"};
    EXPECT_EQ(namesOf(buildClips(skeleton())), wanted);
    EXPECT_EQ(namesOf(buildMoves(skeleton())), moves);
    EXPECT_EQ(clips().front().name, "Idle");
    for (const Clip& c : clips()) {
        EXPECT_GE(c.rate_hz, 30.0F) << c.name;
        EXPECT_GE(c.frames.size(), 2U) << c.name;
        for (const ClipPose& pose : c.frames) {
            ASSERT_EQ(pose.rotation.size(), skeleton().bones.size()) << c.name;
            ASSERT_EQ(pose.translation.size(), skeleton().bones.size()) << c.name;
            for (const glm::quat& q : pose.rotation) ASSERT_NEAR(glm::length(q), 1.0F, 1e-4F) << c.name;
        }
    }
    EXPECT_GT(clip("Walk").stride_speed, 1.0F);
    EXPECT_GT(clip("Run").stride_speed, 2.5F);
    EXPECT_LT(clip("WalkBack").stride_speed, -0.8F);
    EXPECT_LT(clip("DragBack").stride_speed, -0.25F);
    EXPECT_GT(clip("StepOver").stride_speed, 0.8F);
    EXPECT_GT(clip("StrafeLeft").side_speed, 0.6F);
    EXPECT_EQ(clip("StrafeRight").side_speed, -clip("StrafeLeft").side_speed);
    EXPECT_EQ(clip("Idle").stride_speed, 0.0F);
}

TEST(SoldierClips, StayWithinAllLimits) {
    std::vector<Track> tracks;
    for (const Clip& c : clips()) tracks.push_back(trackOf(skeleton(), c));
    const std::vector<Report> reports = measureAll(skeleton(), tracks);
    EXPECT_EQ(reports.size(), 2 * clips().size() - 1);
    const std::vector<std::string> lines = failures(reports);
    for (const std::string& line : lines) ADD_FAILURE() << line;
    if (!lines.empty()) std::puts(table(reports).c_str());
}

TEST(SoldierClips, LoopsCloseAndOneShotsHold) {
    for (const Clip& c : clips()) {
        const std::size_t last = c.frames.size() - 1;
        for (std::size_t b = 0; b < skeleton().bones.size(); ++b) {
            const ClipPose& other = c.loops ? c.frames.front() : c.frames[last - 1];
            const float turn = std::abs(glm::dot(c.frames[last].rotation[b], other.rotation[b]));
            EXPECT_GT(turn, c.loops ? 0.99999F : 0.9999F) << c.name << ' ' << skeleton().bones[b].name;
        }
    }
}

// Clips that are started from Idle begin with its first pose, so that a crossfade starts without motion.
TEST(SoldierClips, GesturesBeginInIdle) {
    const Clip idle = clip("Idle");
    for (const char* name : {"Aim", "Reload", "Crouch", "Salute", "Cheer", "Hit", "Die", "Die2", "HitFront",
                             "HitBack", "HitLeft", "HitRight", "LookAround", "Wounded"}) {
        const Clip other = clip(name);
        for (std::size_t b = 0; b < skeleton().bones.size(); ++b) {
            EXPECT_GT(std::abs(glm::dot(idle.frames[0].rotation[b], other.frames[0].rotation[b])), 0.9999F)
                << name << ' ' << skeleton().bones[b].name;
        }
    }
}

// A ragdoll at rest is blended into the first pose, and Idle follows the last one.
TEST(SoldierClips, RisesBeginFlatAndEndInIdle) {
    const ClipPose idle = clip("Idle").frames[0];
    for (const char* name : {"GetUp", "GetUp2"}) {
        const Clip rise = clip(name);
        EXPECT_FALSE(rise.loops) << name;
        for (std::size_t b = 0; b < skeleton().bones.size(); ++b) {
            const std::string& bone = skeleton().bones[b].name;
            EXPECT_GT(std::abs(glm::dot(idle.rotation[b], rise.frames.back().rotation[b])), 0.9999F)
                << name << ' ' << bone;
            EXPECT_LT(glm::length(idle.translation[b] - rise.frames.back().translation[b]), 1e-4F)
                << name << ' ' << bone;
        }
        const BoneMatrices first = trackOf(skeleton(), rise).at(0.0F);
        const auto place = [&](const char* bone, const glm::vec3& offset = glm::vec3(0.0F)) {
            const auto b = static_cast<std::size_t>(skeleton().index(bone));
            return glm::vec3(first[b] * glm::vec4(skeleton().bones[b].position + offset, 1.0F));
        };
        for (const char* bone :
             {"Hips", "Head", "Hand.L", "Hand.R", "LowerLeg.L", "LowerLeg.R", "Foot.L", "Foot.R"})
            EXPECT_LT(place(bone).y, 0.36F) << name << ' ' << bone;
        EXPECT_LT(place("Weapon").y, 0.05F) << name;
        const std::size_t hand = static_cast<std::size_t>(skeleton().index("Hand.R"));
        const glm::vec3 palm = graspAtRest(skeleton(), kRight) - skeleton().bones[hand].position;
        EXPECT_LT(glm::length(place("Weapon", kRifleGrip) - place("Hand.R", palm)), 0.4F) << name;
    }
}

// What follows another clip begins where that ends: Wounded, DragBack, WoundedDie.
TEST(SoldierClips, TheWoundedGoOnWhereTheySit) {
    const ClipPose sits = clip("Wounded").frames.back();
    for (const char* name : {"DragBack", "WoundedDie"}) {
        const ClipPose first = clip(name).frames.front();
        for (std::size_t b = 0; b < skeleton().bones.size(); ++b) {
            const std::string& bone = skeleton().bones[b].name;
            EXPECT_GT(std::abs(glm::dot(sits.rotation[b], first.rotation[b])), 0.99999F)
                << name << ' ' << bone;
            EXPECT_LT(glm::length(sits.translation[b] - first.translation[b]), 1e-4F) << name << ' ' << bone;
        }
    }
}

// While the palm is on the ground, it stays there although the soldier moves.
TEST(SoldierClips, ThePushingHandDoesNotSlide) {
    const Clip drag = clip("DragBack");
    const Track track = trackOf(skeleton(), drag);
    const auto hand = static_cast<std::size_t>(skeleton().index("Hand.L"));
    const glm::vec3 grasp = graspAtRest(skeleton(), kLeft);
    glm::vec3 planted(0.0F);
    int frames_planted = 0;
    for (std::size_t i = 0; i < drag.frames.size(); ++i) {
        const float time_s = static_cast<float>(i) / drag.rate_hz;
        glm::vec3 palm(track.at(time_s)[hand] * glm::vec4(grasp, 1.0F));
        palm.z += drag.stride_speed * time_s;
        if (time_s < 0.5F) {
            if (frames_planted++ == 0) planted = palm;
            EXPECT_LT(glm::length(palm - planted), 0.004F) << time_s;
        } else if (time_s > 1.1F) {
            EXPECT_NEAR(palm.z, planted.z + drag.stride_speed * track.duration_s, 0.004F) << time_s;
            EXPECT_LT(palm.y, 0.004F) << time_s;
        } else if (time_s > 0.7F && time_s < 0.95F) {
            EXPECT_GT(palm.y, 0.03F) << time_s;
        }
    }
    EXPECT_GT(frames_planted, 10);
}

// A leg that steps over the dead is above them when it passes the other one.
TEST(SoldierClips, StepOverLiftsTheFeet) {
    const Track track = trackOf(skeleton(), clip("StepOver"));
    for (const char* side : {".L", ".R"}) {
        const auto toe = static_cast<std::size_t>(skeleton().index(std::string("Toe") + side));
        const auto foot = static_cast<std::size_t>(skeleton().index(std::string("Foot") + side));
        const glm::vec3 ball = skeleton().bones[toe].position, ankle = skeleton().bones[foot].position;
        float highest = 0.0F;
        for (int i = 0; i < 100; ++i) {
            const BoneMatrices pose = track.at(track.duration_s * static_cast<float>(i) / 100.0F);
            const float toes = (pose[toe] * glm::vec4(ball.x, 0.0F, ball.z + 0.08F, 1.0F)).y;
            const float heel = (pose[foot] * glm::vec4(ankle.x, 0.0F, ankle.z - 0.058F, 1.0F)).y;
            highest = std::max(highest, std::min(toes, heel));
        }
        EXPECT_GT(highest, 0.24F) << side;
    }
}

// So the difference from Idle's first pose begins and ends with nothing.
TEST(SoldierClips, FlinchesEndInIdle) {
    const ClipPose idle = clip("Idle").frames[0];
    for (const char* name : {"HitFront", "HitBack", "HitLeft", "HitRight"}) {
        const ClipPose last = clip(name).frames.back();
        for (std::size_t b = 0; b < skeleton().bones.size(); ++b) {
            EXPECT_GT(std::abs(glm::dot(idle.rotation[b], last.rotation[b])), 0.9999F)
                << name << ' ' << skeleton().bones[b].name;
            EXPECT_LT(glm::length(idle.translation[b] - last.translation[b]), 1e-4F)
                << name << ' ' << skeleton().bones[b].name;
        }
    }
}

// Masks that begin at the spine take all of these poses.
TEST(SoldierClips, AimsDifferFromAimAboveTheHipsOnly) {
    const ClipPose aim = clip("Aim").frames.back();
    for (const char* name : {"AimUp", "AimDown", "AimLeft", "AimRight"}) {
        for (std::size_t b = 0; b < skeleton().bones.size(); ++b) {
            const std::string& bone = skeleton().bones[b].name;
            if (bone != "Hips" && bone.find("Leg") == std::string::npos && !bone.starts_with("Foot") &&
                !bone.starts_with("Toe"))
                continue;
            EXPECT_GT(std::abs(glm::dot(aim.rotation[b], clip(name).frames[0].rotation[b])), 0.999999F)
                << name << ' ' << bone;
        }
    }
}

// A run has a flight phase with neither foot near the ground; a walk always has one foot there.
TEST(SoldierClips, RunHasAFlightPhaseAndWalkDoesNot) {
    const auto lowestFoot = [](const Track& track, float time_s) {
        const BoneMatrices pose = track.at(time_s);
        float low = 1.0F;
        for (const char* side : {".L", ".R"}) {
            const auto foot = static_cast<std::size_t>(skeleton().index(std::string("Foot") + side));
            const auto toe = static_cast<std::size_t>(skeleton().index(std::string("Toe") + side));
            const glm::vec3 ankle = skeleton().bones[foot].position, ball = skeleton().bones[toe].position;
            low = std::min({low, (pose[foot] * glm::vec4(ankle.x, 0.0F, ankle.z - 0.058F, 1.0F)).y,
                            (pose[toe] * glm::vec4(ball.x, 0.0F, ball.z, 1.0F)).y,
                            (pose[toe] * glm::vec4(ball.x, 0.0F, ball.z + 0.08F, 1.0F)).y});
        }
        return low;
    };
    for (const bool runs : {false, true}) {
        const Track track = trackOf(skeleton(), clip(runs ? "Run" : "Walk"));
        float highest = 0.0F;
        for (int i = 0; i < 200; ++i) {
            highest = std::max(highest, lowestFoot(track, track.duration_s * static_cast<float>(i) / 200.0F));
        }
        if (runs) {
            EXPECT_GT(highest, 0.02F);
        } else {
            EXPECT_LT(highest, 0.005F);
        }
    }
}

// Tests of the measurements: each corrupted clip must be detected, by the right quantity.

TEST(SoldierCheck, DetectsASlidingFoot) {
    Clip corrupted = clip("Walk");
    // The root, and with it the whole body, jumps 2 cm to the side half-way through the clip.
    const auto root = static_cast<std::size_t>(skeleton().index("Root"));
    for (std::size_t i = corrupted.frames.size() / 2; i + 1 < corrupted.frames.size(); ++i) {
        corrupted.frames[i].translation[root].x += 0.02F;
    }
    EXPECT_TRUE(failuresOf(clip("Walk")).empty());
    EXPECT_TRUE(mentions(failuresOf(corrupted), "foot_slide_mm"));
}

TEST(SoldierCheck, DetectsAWrongStrideSpeed) {
    Clip corrupted = clip("Run");
    corrupted.stride_speed += 0.1F;
    EXPECT_TRUE(mentions(failuresOf(corrupted), "foot_slide_mm"));
    Clip sideways = clip("StrafeLeft");
    sideways.side_speed += 0.05F;
    EXPECT_TRUE(mentions(failuresOf(sideways), "foot_slide_mm"));
}

TEST(SoldierCheck, DetectsAHandOffTheRifle) {
    for (const char* side : {".L", ".R"}) {
        Clip corrupted = clip("Idle");
        const auto hand = static_cast<std::size_t>(skeleton().index(std::string("Hand") + side));
        for (ClipPose& pose : corrupted.frames) pose.translation[hand].y += 0.05F;
        EXPECT_TRUE(mentions(failuresOf(corrupted), side[1] == 'L' ? "left_hand_mm" : "right_hand_mm"));
    }
}

TEST(SoldierCheck, DetectsAnArmInTheChest) {
    Clip corrupted = clip("Salute");
    const auto arm = static_cast<std::size_t>(skeleton().index("UpperArm.R"));
    for (ClipPose& pose : corrupted.frames) pose.translation[arm] += glm::vec3(0.15F, -0.15F, 0.0F);
    EXPECT_TRUE(mentions(failuresOf(corrupted), "depth_mm"));
}

TEST(SoldierCheck, DetectsABodyInTheGround) {
    Clip corrupted = clip("Die");
    const auto root = static_cast<std::size_t>(skeleton().index("Root"));
    for (ClipPose& pose : corrupted.frames) pose.translation[root].y -= 0.04F;
    const std::vector<std::string> lines = failuresOf(corrupted);
    EXPECT_TRUE(mentions(lines, "foot_under_ground_mm"));
    EXPECT_TRUE(mentions(lines, "body_under_ground_mm"));
}

TEST(SoldierCheck, DetectsAJerkAndASeam) {
    Clip corrupted = clip("Idle");
    const auto head = static_cast<std::size_t>(skeleton().index("Neck"));
    corrupted.frames[corrupted.frames.size() / 2].translation[head].y += 0.03F;
    EXPECT_TRUE(mentions(failuresOf(corrupted), "jerk_peak_m_s3"));
    Clip open = clip("Walk");
    open.frames.pop_back();
    EXPECT_TRUE(mentions(failuresOf(open), "seam_mm"));
}

TEST(SoldierClips, BlinkShoutAndCloseTheEyes) {
    constexpr std::size_t kBlink = 0;
    constexpr std::size_t kShout = 2;
    const auto most = [](const Clip& c, std::size_t morph) {
        float weight = 0.0F;
        for (const ClipPose& pose : c.frames) weight = std::max(weight, pose.morphs[morph]);
        return weight;
    };
    for (const char* name : {"Idle", "Walk", "Reload", "Crouch", "Salute"}) {
        const Clip c = clip(name);
        EXPECT_EQ(most(c, kBlink), 1.0F) << name;
        EXPECT_EQ(c.frames.front().morphs, c.frames.back().morphs) << name;
        // A blink takes 0.15 s: at 30 Hz, closed eyes are a small part of the clip.
        const auto closed = std::count_if(c.frames.begin(), c.frames.end(),
                                          [](const ClipPose& pose) { return pose.morphs[kBlink] > 0.5F; });
        EXPECT_LE(closed * 8, static_cast<std::ptrdiff_t>(c.frames.size())) << name;
    }
    EXPECT_EQ(most(clip("Cheer"), kShout), 1.0F);
    EXPECT_EQ(clip("Cheer").frames.back().morphs[kShout], 0.0F);
    for (const char* name : {"Die", "Die2"}) {
        EXPECT_EQ(clip(name).frames.front().morphs[kBlink], 0.0F) << name;
        EXPECT_EQ(clip(name).frames.back().morphs[kBlink], 1.0F) << name;
    }
    for (const char* name : {"GetUp", "GetUp2"}) {
        EXPECT_EQ(clip(name).frames.front().morphs[kBlink], 1.0F) << name;
        EXPECT_EQ(clip(name).frames.back().morphs[kBlink], 0.0F) << name;
    }
}

}  // namespace
}  // namespace phalanx::soldier

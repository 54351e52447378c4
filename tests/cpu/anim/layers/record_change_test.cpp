// Changes of layered poses: nothing jumps when one is decided, also in the middle of another; afterwards the
// unit shows what was wanted.
#include "render/units/record_change.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "core/error.h"
#include "cpu/anim/layers/pose_forms.h"
#include "soldier_model.h"
#include "synthetic_model.h"

namespace phalanx {
namespace {

// A soldier, and random poses of one form: a walk in any direction, an upper body of its own, a flinch, an
// aim at a point or at another unit, a hand at a point of the model or of the world, or on the way to another
// unit's hand.
class RecordChanges : public testing::Test {
  protected:
    RecordChanges() {
        BakeSettings settings;
        settings.rate_hz = 30.0;
        baked_ = bakeAnimation(model_, settings);
        rig_ = bakeLayerRig(model_, baked_.clips, test::resolved(model_, form()));
        other_ = wanted();
    }

    std::string form() {
        const auto number = [&](double low, double high) {
            return fmt::format("{:.3f}", dice_.between(low, high));
        };
        const auto either = [&](const char* a, const char* b) {
            return std::string(dice_.below(2) == 0 ? a : b);
        };
        const std::string target = dice_.below(2) == 0
                                       ? std::string(R"({"unit":5})")
                                       : "[" + number(-8, 8) + "," + number(0, 3) + "," + number(3, 12) + "]";
        const std::string hand =
            std::array{"[" + number(0.1, 0.4) + "," + number(1, 1.4) + ",0.4]",
                       R"({"world":[)" + number(0, 0.5) + "," + number(1, 1.5) + "," + number(2, 2.5) + "]}",
                       R"({"unit":5,"joint":"Hand.R","share":)" + number(0.01, 0.06) + "}"}[dice_.below(3)];
        return R"({"spaces":{"Move":{"points":[{"clip":"Idle","at":[0,0],"sync":0},{"clip":"Walk","at":[0,1.3],"sync":0},
                {"clip":"Run","at":[0,3.3],"sync":0.1},{"clip":"Crouch","at":[1,0],"sync":0}]}},
            "base":{"space":"Move","at":[)" +
               number(-0.5, 1.2) + "," + number(-0.5, 3.5) + R"(]},"layers":[{"clip":")" +
               either("Aim", "Fire") + R"(","weight":)" + number(0, 1) +
               R"(,"mask":{"Spine":0.3,"Chest":0.7,"UpperChest":1}}],"additive":[{"clip":")" +
               either("Hit", "Cheer") + R"(","time":)" + number(0, 0.5) + R"(,"weight":)" + number(-0.5, 1) +
               R"(,"reference":{"clip":"Idle"},"mask":{"Chest":1}}],
            "aim":[{"chain":["Spine","Chest","UpperChest"],"joint":"Head","weight":)" +
               either("0", "0.9") + R"(,"target":)" + target + R"(}],
            "ik":[{"joint":"Hand.L","weight":)" +
               either("0", "0.8") + R"(,"target":)" + hand + "}]}";
    }
    LayerRecord wanted() { return recordOf(model_, rig_, test::resolved(model_, form()), "form", 1.0); }

    // The units are back where they were after so many ticks: no test lasts as long.
    static constexpr std::uint32_t kTurn = 1U << 20U;
    // At tick `now` of a unit that walks; the unit that it aims at walks, too.
    static UnitStand standAt(std::uint32_t now) {
        return {{0.0003F * static_cast<float>(now % kTurn), 0.0F, 2.0F, 0.7F}, 1.1F};
    }
    static UnitStand otherAt(std::uint32_t now) {
        return {{5.0F, 0.0F, 9.0F - 0.0002F * static_cast<float>(now % kTurn), 0.0F}, 0.9F};
    }
    StandAt targetsAt(std::uint32_t now) const {
        return [this, now](std::uint32_t) {
            UnitStand stand = otherAt(now);
            stand.record = &other_;
            return stand;
        };
    }
    std::vector<glm::dmat4> poseOf(const LayerRecord& record, std::uint32_t now) const {
        return evaluateRigPose(rig_, poseShownBy(record, rig_, now, standAt(now), targetsAt(now)));
    }
    LayerRecord changed(const LayerRecord& before, const LayerRecord& to, const ChangeTime& time) const {
        return changedRecord(before, to, rig_, time, standAt(time.now), targetsAt(time.now));
    }
    // How far apart the joints are, metres: of the points of their bodies that are at (0, 1, 0.3) in `a`.
    double apart(const std::vector<glm::dmat4>& a, const std::vector<glm::dmat4>& b) const {
        double worst = 0.0;
        for (std::size_t j = 0; j < a.size(); ++j) {
            const glm::dvec4 at = glm::inverse(a[j]) * glm::dvec4(0.0, 1.0, 0.3, 1.0);
            worst = std::max(worst, glm::distance(glm::dvec3(a[j] * at), glm::dvec3(b[j] * at)));
        }
        return worst;
    }

    const Model& model_ = test::soldier();
    test::Dice dice_{17};
    BakedAnimation baked_;
    LayerRig rig_;
    LayerRecord other_{};  // of the other unit
};

constexpr double kNoJump_m = 5e-5;  // weights have 16 bits

TEST_F(RecordChanges, NothingJumpsAtADecision) {
    double worst = 0.0;
    double largest = 0.0;
    for (int run = 0; run < 60; ++run) {
        LayerRecord record = wanted();
        std::uint32_t now = kTurn * static_cast<std::uint32_t>(dice_.below(4096));
        record.head.x = record.head.z = now;
        for (int decision = 0; decision < 6; ++decision) {
            // Soon after, so that most interrupt the one before.
            now += static_cast<std::uint32_t>(dice_.below(1500));
            const std::vector<glm::dmat4> before = poseOf(record, now);
            record = changed(record, wanted(), {now, 300U + static_cast<std::uint32_t>(dice_.below(2000))});
            worst = std::max(worst, apart(before, poseOf(record, now)));
            // A tick later it has hardly moved, 400 ticks later it has.
            EXPECT_LT(apart(before, poseOf(record, now + 1)), 5e-3) << run << ", " << decision;
            largest = std::max(largest, apart(before, poseOf(record, now + 400)));
        }
    }
    EXPECT_LT(worst, kNoJump_m);
    EXPECT_GT(largest, 0.1);
    RecordProperty("worst_m", std::to_string(worst));
}

TEST_F(RecordChanges, EndAtWhatWasWanted) {
    int of_joints = 0;
    for (int run = 0; run < 60; ++run) {
        LayerRecord record = wanted();
        record = changed(record, wanted(), {1000, 900});
        const LayerRecord last = wanted();
        record = changed(record, last, {1500, 1200});
        // The clips that both play went on at their phases, so only what does not depend on those is equal.
        const RigPose shown = poseShownBy(record, rig_, 2700, standAt(2700), targetsAt(2700));
        const RigPose expected = poseShownBy(last, rig_, 2700, standAt(2700), targetsAt(2700));
        double weights = 0.0;
        for (const RigSample& each : shown.base) weights += each.weight;
        EXPECT_NEAR(weights, 1.0, 1e-6);
        EXPECT_NEAR(shown.layers[0].weight, expected.layers[0].weight, 1e-6);
        EXPECT_NEAR(shown.additive[0].weight, expected.additive[0].weight, 1e-6);
        EXPECT_NEAR(shown.aims[0].weight, expected.aims[0].weight, 1e-6);
        EXPECT_NEAR(shown.iks[0].weight, expected.iks[0].weight, 1e-6);
        if (expected.aims[0].weight > 0.0) {
            EXPECT_LT(glm::distance(shown.aims[0].target, expected.aims[0].target), 1e-5);
        }
        // The own hand, from which a share is counted, depends on the phases.
        const bool of_joint = layout::targetKind(last.ik_kinds[0].after) == PH_TARGET_IS_JOINT;
        of_joints += of_joint ? 1 : 0;
        if (expected.iks[0].weight > 0.0 && !of_joint) {
            EXPECT_LT(glm::distance(shown.iks[0].target, expected.iks[0].target), 1e-5);
        }
        // Each clip of the base weighs as wanted, and the clips are in step.
        for (const layout::LayerSample& sample : std::span(last.samples).first(last.head.y)) {
            double share = 0.0;
            for (const layout::LayerSample& other : std::span(record.samples).first(record.head.y)) {
                if (clipOf(other) == clipOf(sample)) share += static_cast<double>(other.weight >> 16U);
            }
            EXPECT_GE(share + 3.0, static_cast<double>(sample.weight >> 16U));
        }
        EXPECT_EQ(momentOf(record, 2700).share, 1.0F);
    }
    EXPECT_GT(of_joints, 5);
}

TEST_F(RecordChanges, AtOnceNothingOfTheOldIsLeft) {
    // Clips that were shown keep their place in a mix, so the order may be another.
    const auto clips_and_weights = [](const LayerRecord& of) {
        std::multiset<std::pair<std::uint32_t, std::uint32_t>> result;
        for (const layout::LayerSample& each : std::span(of.samples).first(of.head.y))
            result.emplace(clipOf(each), each.weight);
        return result;
    };
    for (int run = 0; run < 60; ++run) {
        const LayerRecord from = wanted();
        const LayerRecord to = wanted();
        const LayerRecord record = changed(from, to, {700, 0});
        EXPECT_EQ(clips_and_weights(record), clips_and_weights(to)) << run;
        EXPECT_EQ(momentOf(record, 700).share, 1.0F);
    }
}

// A base of a space: its clips keep their common phase at any rate, and after a day, however often it
// changed.
TEST_F(RecordChanges, StepsStayInStepForADay) {
    LayerRecord record = wanted();
    std::uint32_t now = 0;
    constexpr std::uint32_t kDay = 24U * 3600U * 4096U;
    double cycles = record.step.x * 0x1p-32;
    while (now < kDay) {
        const std::uint32_t next = now + 4096U * 600U;
        const double before_hz = record.step.y * 0x1p-32;
        const double after_hz = record.step.z * 0x1p-32;
        // Smoothstep covers half of its length.
        const double fade = record.head.w;
        cycles += before_hz * 0.5 * fade + after_hz * (4096.0 * 600.0 - 0.5 * fade);
        cycles -= std::floor(cycles);
        now = next;
        record = changed(record, wanted(), {now, 2000});
        const double shown = record.step.x * 0x1p-32;
        const double off = std::abs(shown - cycles - std::round(shown - cycles));
        ASSERT_LT(off, 2e-4) << now;
        cycles = shown;  // of one change; errors of rounding do not add up in the phase itself
    }
}

// More clips than a record holds: the lightest ones go.
TEST_F(RecordChanges, TheLightestClipsAreDropped) {
    LayerRecord record = wanted();
    std::uint32_t now = 0;
    for (int i = 0; i < 400; ++i) {
        now += 20;
        record = changed(record, wanted(), {now, 4000});
        ASSERT_LE(record.head.y, static_cast<std::uint32_t>(PH_LAYER_SAMPLES));
        double sum = 0.0;
        for (const RigSample& each : poseShownBy(record, rig_, now, standAt(now), targetsAt(now)).base)
            sum += each.weight;
        ASSERT_NEAR(sum, 1.0, 1e-5);
    }
}

}  // namespace
}  // namespace phalanx

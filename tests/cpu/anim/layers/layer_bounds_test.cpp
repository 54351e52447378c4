// The bounds of layered poses, against thousands of random ones: no vertex leaves them.
#include "anim/rig/layer_bounds.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <iterator>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "anim/pose/skin.h"
#include "anim/rig/rig_pose.h"
#include "core/address_sanitizer.h"
#include "cpu/anim/layers/pose_forms.h"
#include "soldier_model.h"
#include "synthetic_model.h"

namespace phalanx {
namespace {

using test::resolved;
using test::soldier;

struct Extent {
    double low_m = 0.0;
    double high_m = 0.0;
    double radius_m = 0.0;
};

class RandomPoses {
  public:
    RandomPoses(const Model& model, const LayerRig& rig, const PlayedClips& played)
        : model_(model), rig_(rig), played_(played) {}

    Extent extentOfNext() {
        Extent extent;
        for (const SkinnedVertex& vertex : skin(model_.vertices, evaluateRigPose(rig_, next()), {})) {
            extent.low_m = std::min(extent.low_m, vertex.position.y);
            extent.high_m = std::max(extent.high_m, vertex.position.y);
            extent.radius_m = std::max(extent.radius_m, std::hypot(vertex.position.x, vertex.position.z));
        }
        return extent;
    }

  private:
    RigSample sampleOf(const std::set<std::uint32_t>& clips) {
        const BakedClip& clip =
            rig_.clips[*std::next(clips.begin(), dice_.below(static_cast<int>(clips.size())))];
        return {clip.first_frame + static_cast<std::uint32_t>(dice_.below(static_cast<int>(clip.intervals))),
                dice_.between(0.0, 1.0), 1.0};
    }
    RigMix mixOf(const std::set<std::uint32_t>& clips) {
        RigMix result(1 + static_cast<std::size_t>(dice_.below(4)));
        double sum = 0.0;
        for (RigSample& each : result) {
            each = sampleOf(clips);
            each.weight = dice_.between(0.05, 1.0);
            sum += each.weight;
        }
        for (RigSample& each : result) each.weight /= sum;
        return result;
    }
    glm::dvec3 target() { return dice_.inBox(dice_.below(2) == 0 ? 1.0 : 10.0); }

    RigPose next() {
        RigPose pose;
        pose.base = mixOf(played_.shown);
        for (const int mask : rig_.layer_masks)
            pose.layers.push_back({mixOf(played_.shown), dice_.between(0.0, 1.0), mask});
        const double share =
            played_.additive / static_cast<double>(std::max<std::size_t>(1, rig_.additive_masks.size()));
        for (const int mask : rig_.additive_masks)
            pose.additive.push_back(
                {mixOf(played_.added), RigMix{sampleOf(played_.added)}, dice_.between(-share, share), mask});
        for (std::size_t i = 0; i < rig_.aims.size(); ++i)
            pose.aims.push_back({target(), dice_.between(0.0, 1.0)});
        for (std::size_t i = 0; i < rig_.iks.size(); ++i) {
            pose.iks.push_back({target(), dice_.between(0.0, 1.0), std::nullopt});
            if (dice_.below(2) == 0) pose.iks.back().pole = target();
        }
        return pose;
    }

    const Model& model_;
    const LayerRig& rig_;
    const PlayedClips& played_;
    test::Dice dice_{11};
};

std::set<std::uint32_t> clipsOf(const Model& model, const std::vector<std::string>& names) {
    std::set<std::uint32_t> clips;
    for (std::size_t i = 0; i < model.clips.size(); ++i) {
        if (names.empty() || std::ranges::count(names, model.clips[i].name) > 0)
            clips.insert(static_cast<std::uint32_t>(i));
    }
    return clips;
}

// shown, added: names of clips; all if there are none.
struct Play {
    std::vector<std::string> shown, added;
    double additive = 0.0;
};

void expectBounds(const Model& model, const std::string& form, const Play& play, int poses) {
    BakeSettings settings;
    settings.rate_hz = 15.0;
    const LayerRig rig = bakeLayerRig(model, bakeAnimation(model, settings).clips, resolved(model, form));
    const PlayedClips played{clipsOf(model, play.shown), clipsOf(model, play.added), false, play.additive};
    const ClipBounds bounds = layerBounds(rig, played);
    RandomPoses random(model, rig, played);
    Extent all;
    for (int i = 0; i < poses; ++i) {
        const Extent extent = random.extentOfNext();
        all = {std::min(all.low_m, extent.low_m), std::max(all.high_m, extent.high_m),
               std::max(all.radius_m, extent.radius_m)};
    }
    std::printf("  %s: low %.2f of %.2f, high %.2f of %.2f, radius %.2f of %.2f m\n", model.name.c_str(),
                all.low_m, bounds.low_m, all.high_m, bounds.high_m, all.radius_m, bounds.radius_m);
    EXPECT_GE(all.low_m, bounds.low_m) << form;
    EXPECT_LE(all.high_m, bounds.high_m) << form;
    EXPECT_LE(all.radius_m, bounds.radius_m) << form;
    // Not so wide that nothing is ever culled.
    EXPECT_LT(bounds.radius_m, 5.0 * all.radius_m) << form;
}

constexpr const char* kSoldierForm =
    R"({"layers":[{"clip":"Aim","mask":{"Chest":1}}],
        "additive":[{"clip":"Hit","reference":{"clip":"Idle"},"mask":{"Hips":1}}],
        "reparent":[{"joint":"Weapon","to":"UpperChest"}],
        "aim":[{"chain":["Spine","Chest","UpperChest"],"joint":"Weapon","target":[0,1,5]}],
        "ik":[{"joint":"Hand.L","target":[0,1,1]},{"joint":"Hand.R","target":[0,1,1]}]})";

TEST(LayerBounds, HoldForRandomPosesOfTheSoldier) {
    constexpr int kPart = kAddressSanitizer ? 10 : 1;
    expectBounds(soldier(), "{}", {}, 500 / kPart);
    expectBounds(soldier(), kSoldierForm,
                 {.shown = {"Walk", "Run", "Aim"}, .added = {"Hit", "Idle"}, .additive = 1.5}, 2000 / kPart);
    expectBounds(soldier(), kSoldierForm, {.shown = {}, .added = {}, .additive = 1.5}, 1000 / kPart);
}

TEST(LayerBounds, HoldForRandomPosesOfOtherRigs) {
    for (const unsigned seed : {1U, 2U, 3U, 4U}) {
        const Model model = test::makeModel({.joints = 14, .clips = 4, .seed = seed});
        expectBounds(model,
                     R"({"layers":[{"clip":"clip 1","mask":{"joint 2":1}},{"clip":"clip 2"}],
                         "additive":[{"clip":"clip 3","reference":{"clip":"clip 0"}}],
                         "aim":[{"chain":["joint 2"],"joint":"joint 2","target":[1,1,1]}]})",
                     {.shown = {}, .added = {}, .additive = 2.0}, 500);
    }
}

// Nothing turns: the bounds are those of the boxes, not of the bones' lengths.
TEST(LayerBounds, AStillModelKeepsItsPlace) {
    Model model = test::makeModel({.joints = 8, .clips = 0});
    BakeSettings settings;
    settings.rate_hz = 15.0;
    const LayerRig rig = bakeLayerRig(model, bakeAnimation(model, settings).clips, resolved(model, "{}"));
    const ClipBounds bounds = layerBounds(rig, {.shown = {}, .added = {}, .rest = true, .additive = 3.0});
    double highest_m = 0.0;
    for (const SkinnedVertex& vertex : skin(model, restPose(model)))
        highest_m = std::max(highest_m, vertex.position.y);
    double widest_m = 0.0;
    for (const RigSkin& skin : rig.palette) widest_m = std::max(widest_m, skin.reach_m);
    EXPECT_GE(bounds.high_m, highest_m);
    EXPECT_LT(bounds.high_m, highest_m + 2.1 * widest_m);
}

}  // namespace
}  // namespace phalanx

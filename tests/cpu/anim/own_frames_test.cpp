#include "anim/bake/own_frames.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <glm/gtc/matrix_transform.hpp>

#include "anim/pose/skin.h"
#include "soldier_model.h"

namespace phalanx {
namespace {

// A cylinder around all vertices of all variants.
ClipBounds surfaceOf(const Model& model, const LocalPose& pose) {
    BoundsOfSpheres bounds;
    for (const SkinnedVertex& vertex : skin(model, pose)) bounds.add(vertex.position, 0.0);
    return bounds.spared();
}

// Everything turned about the x axis through the origin, as on a slope, and lifted.
LocalPose tilted(const Model& model, LocalPose pose, double angle, double lift_m) {
    for (std::size_t n = 0; n < model.nodes.size(); ++n) {
        if (model.nodes[n].parent >= 0) continue;
        LocalTransform& node = pose.nodes[n];
        glm::dmat4 moved = glm::translate(glm::dmat4(1.0), {0.0, lift_m, 0.0});
        moved = glm::rotate(moved, angle, {1.0, 0.0, 0.0});
        node.whole = moved * (node.driven ? toMatrix(node.transform) : node.whole);
        node.driven = false;
    }
    return pose;
}

TEST(OwnFrames, BoundsContainWhoLies) {
    const Model& model = test::soldier();
    const std::vector<JointBox> boxes = jointBoxes(model);
    const auto bounds = ownFrameBounds(model.height_m);
    std::array<int, kOwnFrameKinds> counts{};
    for (const Clip& clip : model.clips) {
        for (const double angle : {-0.5, -0.2, 0.0, 0.2, 0.5}) {
            for (const double lift_m : {-0.3, 0.0, 0.3}) {
                const LocalPose pose = tilted(model, samplePose(model, clip, clip.duration_s), angle, lift_m);
                const auto frame = static_cast<std::size_t>(ownFrameFor(model, boxes, pose));
                ++counts.at(frame);
                if (frame == static_cast<std::size_t>(OwnFrame::kFalls)) continue;
                EXPECT_EQ(around(bounds.at(frame), surfaceOf(model, pose)), bounds.at(frame))
                    << clip.name << ", " << angle << ", " << lift_m;
            }
        }
    }
    for (const int count : counts) EXPECT_GT(count, 0);
}

TEST(OwnFrames, WhoStandsNeedsTheLargestBoundsAndTheDeadTheSmallest) {
    const Model& model = test::soldier();
    const std::vector<JointBox> boxes = jointBoxes(model);
    EXPECT_EQ(ownFrameFor(model, boxes, restPose(model)), OwnFrame::kFalls);
    const auto die = std::ranges::find_if(
        model.clips, [](const Clip& clip) { return clip.name.find("Die") != std::string::npos; });
    ASSERT_NE(die, model.clips.end());
    EXPECT_EQ(ownFrameFor(model, boxes, samplePose(model, *die, die->duration_s)), OwnFrame::kLiesFlat);
}

}  // namespace
}  // namespace phalanx

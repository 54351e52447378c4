#include "anim/bake/clip_bounds.h"

#include <gtest/gtest.h>

#include <cmath>

#include "anim/bake/encode.h"
#include "anim/pose/skin.h"
#include "synthetic_model.h"

namespace phalanx {
namespace {

// However two clips are blended in an encoding, no vertex leaves the cylinder around both, and the cylinder
// is not much larger than necessary.
TEST(ClipBounds, ContainAllBlendedPoses) {
    for (const Encoding encoding : kEncodings) {
        test::SyntheticSettings settings;
        settings.seed = 4;
        const Model model = test::makeModel(settings);
        BakeSettings bake;
        bake.rate_hz = 15.0;
        bake.encoding = encoding;
        const BakedAnimation baked = bakeAnimation(model, bake);
        const EncodedAnimation encoded = encodeAnimation(model, baked, encoding);
        const std::vector<ClipBounds> bounds = clipBounds(model, baked);
        ASSERT_EQ(bounds.size(), baked.clips.size());
        test::Dice dice(9);
        double reached = 0.0;
        double allowed = 0.0;
        for (int i = 0; i < 300; ++i) {
            BakedPose pose;
            pose.clip_a = dice.below(static_cast<int>(baked.clips.size()));
            pose.clip_b = dice.below(static_cast<int>(baked.clips.size()));
            pose.phase_a = dice.between(0.0, 1.0);
            pose.phase_b = dice.between(0.0, 1.0);
            pose.weight = i % 3 == 0 ? 0.0 : dice.between(0.0, 1.0);
            const ClipBounds& a = bounds[static_cast<std::size_t>(pose.clip_a)];
            const ClipBounds& b = bounds[static_cast<std::size_t>(pose.clip_b)];
            const double low = std::min(a.low_m, b.low_m);
            const double high = std::max(a.high_m, b.high_m);
            const double radius = std::max(a.radius_m, b.radius_m);
            allowed = std::max(allowed, radius);
            for (const SkinnedVertex& vertex :
                 skin(model.vertices, encodedPalette(encoded, baked.clips, pose, {}))) {
                const glm::dvec3& p = vertex.position;
                ASSERT_GE(p.y, low);
                ASSERT_LE(p.y, high);
                ASSERT_LE(std::hypot(p.x, p.z), radius);
                reached = std::max(reached, std::hypot(p.x, p.z));
            }
        }
        EXPECT_GT(reached, allowed * (encoding == Encoding::kTrs ? 0.4 : 0.6));
    }
}

}  // namespace
}  // namespace phalanx

// Containers with compressed clips: everything but the clips' keys is exact, and the keys are within the
// limit.
#include <gtest/gtest.h>

#include <random>

#include "anim/compression/compress_clip.h"
#include "anim/pose/joint_boxes.h"
#include "anim/pose/skin.h"
#include "asset/container/container.h"
#include "asset/container/packed_container.h"
#include "core/error.h"
#include "soldier_model.h"
#include "synthetic_model.h"

namespace phalanx {
namespace {

TEST(CompressedContainer, TheSoldierStaysWithinTheLimit) {
    const Model& model = test::soldier();
    constexpr double kMost_mm = 0.1;
    const std::vector<PackedClip> packed = compressClips(model, kMost_mm);
    const std::vector<std::uint8_t> exact = writeContainer(model);
    const std::vector<std::uint8_t> bytes = writeContainer(model, packed);
    std::size_t packed_bytes = 0;
    for (const PackedClip& clip : packed) {
        EXPECT_FALSE(clip.empty());
        packed_bytes += clip.size();
    }
    EXPECT_LT(packed_bytes, 80'000U);
    EXPECT_LT(bytes.size() + 1'000'000, exact.size());
    Model back = readContainer(bytes, "packed.phx");
    ASSERT_EQ(back.clips.size(), model.clips.size());
    double worst_mm = 0.0;
    for (std::size_t c = 0; c < model.clips.size(); ++c) {
        const Clip& clip = model.clips[c];
        EXPECT_EQ(back.clips[c].duration_s, clip.duration_s);
        EXPECT_EQ(back.clips[c].stride_speed, clip.stride_speed);
        EXPECT_EQ(back.clips[c].markers, clip.markers);
        for (int moment = 0; moment < 20; ++moment) {
            const double time_s = clip.duration_s * moment / 19.7;
            const std::vector<SkinnedVertex> expected = skin(model, samplePose(model, clip, time_s));
            const std::vector<SkinnedVertex> got = skin(back, samplePose(back, back.clips[c], time_s));
            for (std::size_t v = 0; v < expected.size(); ++v) {
                worst_mm = std::max(worst_mm, glm::length(got[v].position - expected[v].position) *
                                                  millimetresPerMetre(model));
            }
        }
    }
    EXPECT_LE(worst_mm, 1.05 * kMost_mm);  // between the moments that the search measures
    EXPECT_GT(worst_mm, 0.3 * kMost_mm);
    // Without its clips the model is the same.
    back.clips = model.clips;
    EXPECT_EQ(writeContainer(back), exact);
}

TEST(CompressedContainer, FlippedBytesOfAClipAreErrors) {
    const Model model = test::makeModel({.joints = 6, .vertices = 60, .clips = 1});
    const std::vector<PackedClip> packed = compressClips(model, 1.0);
    ASSERT_FALSE(packed.at(0).empty());
    const std::vector<std::uint8_t> bytes = writeContainer(model, packed);
    const auto at = std::search(bytes.begin(), bytes.end(), packed[0].begin(), packed[0].end());
    ASSERT_NE(at, bytes.end());
    const auto first = static_cast<std::size_t>(at - bytes.begin());
    std::mt19937 random(3);
    for (int round = 0; round < 200; ++round) {
        std::vector<std::uint8_t> damaged = bytes;
        std::uint8_t& byte = damaged[first + random() % packed[0].size()];
        byte = static_cast<std::uint8_t>(byte ^ (1U << (random() % 8)));
        try {
            readContainer(damaged, "damaged.phx");
            FAIL() << "a damaged clip was read";
        } catch (const Error& error) {
            EXPECT_EQ(error.code(), ExitCode::kInput);
            EXPECT_EQ(std::string(error.what()).find("damaged.phx: clip "), 0U) << error.what();
        }
    }
}

}  // namespace
}  // namespace phalanx

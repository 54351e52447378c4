// The bake comparison (`compareBakes`) is checked against the measurements it consists of. It must name the
// clip and the joint with the largest error.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <glm/gtc/matrix_transform.hpp>

#include "anim/bake/bake_error.h"
#include "anim/bake/encode.h"
#include "anim/quality/bake_comparison.h"
#include "core/error.h"
#include "synthetic_model.h"

namespace phalanx {
namespace {

const ComparedBake& rowOf(const std::vector<ComparedBake>& rows, std::optional<double> rate_hz,
                          Encoding encoding, FrameLookup lookup) {
    const auto row = std::ranges::find_if(rows, [&](const ComparedBake& r) {
        return r.rate_hz == rate_hz && r.encoding == encoding && r.lookup == lookup;
    });
    EXPECT_NE(row, rows.end());
    return *row;
}

TEST(BakeComparison, MatchesTheBakersOwnMeasurement) {
    const Model model = test::makeModel({.joints = 6, .vertices = 90, .clips = 3});
    const std::vector<ComparedBake> rows = compareBakes(model);
    ASSERT_EQ(rows.size(), 5U * kEncodings.size() * 2U);
    for (const ComparedBake& row : rows) {
        if (row.lookup != FrameLookup::kLinear) continue;
        BakeSettings settings;
        settings.rate_hz = row.rate_hz;
        settings.encoding = row.encoding;
        const BakedAnimation baked = bakeAnimation(model, settings);
        const EncodedAnimation encoded = encodeAnimation(model, baked, row.encoding);
        EXPECT_EQ(row.refused, "");
        EXPECT_EQ(row.frames, baked.frames);
        EXPECT_EQ(row.bytes, encoded.data.size());
        double p99 = 0.0;
        double max = 0.0;
        std::string worst;
        for (int clip = 0; clip < 3; ++clip) {
            const BakeError error = encodedBakeError(model, encoded, baked.clips, clip);
            if (error.p99_mm > p99) worst = baked.clips[static_cast<std::size_t>(clip)].name;
            p99 = std::max(p99, error.p99_mm);
            max = std::max(max, error.max_mm);
        }
        EXPECT_EQ(row.p99_mm, p99);
        EXPECT_EQ(row.max_mm, max);
        EXPECT_EQ(row.worst_clip, worst);
        const ComparedBake& nearest = rowOf(rows, row.rate_hz, row.encoding, FrameLookup::kNearest);
        EXPECT_EQ(nearest.bytes, row.bytes);
        EXPECT_GT(nearest.mean_mm, row.mean_mm);
        EXPECT_GT(nearest.turned_deg.mean, row.turned_deg.mean);
    }
    // The error falls with the square of the rate where two frames are blended, and in proportion to the rate
    // where the nearest frame is taken.
    const auto mean = [&](double rate_hz, FrameLookup lookup) {
        return rowOf(rows, rate_hz, Encoding::kRgba32f, lookup).mean_mm;
    };
    EXPECT_NEAR(mean(60, FrameLookup::kLinear) / mean(120, FrameLookup::kLinear), 4.0, 1.2);
    EXPECT_NEAR(mean(60, FrameLookup::kNearest) / mean(120, FrameLookup::kNearest), 2.0, 0.4);
}

// One joint far from the origin turns fast in the second clip; everything else stands still.
TEST(BakeComparison, NamesTheWorstClipAndJoint) {
    Model model = test::makeModel({.joints = 4, .vertices = 60, .clips = 2, .metres_per_unit = 1.0});
    for (Clip& clip : model.clips) {
        for (Channel& channel : clip.channels) {
            channel.translations.keys.clear();
            channel.rotations.keys.clear();
            channel.scales.keys.clear();
        }
    }
    model.nodes[static_cast<std::size_t>(model.palette[3].node)].name = "Whip";
    Channel whip;
    whip.node = model.palette[3].node;
    for (int k = 0; k <= 8; ++k) {
        whip.rotations.keys.push_back(
            {model.clips[1].duration_s * k / 8.0, glm::angleAxis(k * 0.7, glm::dvec3(0.0, 0.0, 1.0))});
    }
    model.clips[1].channels.push_back(whip);
    for (Vertex& vertex : model.vertices) {
        vertex.joints = {3, 0, 0, 0};
        vertex.weights = {0.75F, 0.25F, 0.0F, 0.0F};
    }
    BakeComparisonOptions settings;
    settings.rates = {15.0};
    for (const ComparedBake& row : compareBakes(model, settings)) {
        if (!row.refused.empty()) continue;
        EXPECT_EQ(row.worst_clip, model.clips[1].name) << nameOf(row.encoding);
        EXPECT_EQ(row.worst_joint, "Whip") << nameOf(row.encoding);
        EXPECT_GT(row.worst_time_s, 0.0);
        EXPECT_LT(row.worst_time_s, model.clips[1].duration_s);
    }
}

TEST(BakeComparison, GivesTheDurationOfAStep) {
    Model model = test::makeModel({.joints = 4, .vertices = 60, .clips = 2, .metres_per_unit = 1.0});
    BakeComparisonOptions settings;
    settings.rates = {30.0, 60.0};
    for (const ComparedBake& row : compareBakes(model, settings)) EXPECT_EQ(row.step_ms, 0.0);
    for (Channel& channel : model.clips[0].channels)
        eachTrack(channel, [](auto& track) { track.interpolation = Interpolation::kStep; });
    const std::vector<ComparedBake> rows = compareBakes(model, settings);
    for (const double rate_hz : {30.0, 60.0}) {
        const double frame_ms = 1000.0 / rate_hz;
        EXPECT_NEAR(rowOf(rows, rate_hz, Encoding::kRgba32f, FrameLookup::kLinear).step_ms, frame_ms, 0.5);
        EXPECT_NEAR(rowOf(rows, rate_hz, Encoding::kRgba32f, FrameLookup::kNearest).step_ms, frame_ms / 2.0,
                    0.5);
    }
}

TEST(BakeComparison, ReportsRefusalsAndCanBeCancelled) {
    // The model has shear, which trs cannot hold.
    const Model model = test::makeModel({.joints = 6, .vertices = 60, .moving_scales = true});
    BakeComparisonOptions settings;
    settings.rates = {30.0, 1e9};
    const std::vector<ComparedBake> rows = compareBakes(model, settings);
    EXPECT_EQ(rowOf(rows, 30.0, Encoding::kRgba32f, FrameLookup::kLinear).refused, "");
    EXPECT_NE(rowOf(rows, 30.0, Encoding::kTrs, FrameLookup::kLinear).refused, "");
    EXPECT_NE(rowOf(rows, 1e9, Encoding::kRgba32f, FrameLookup::kNearest).refused.find("frames"),
              std::string::npos);
    EXPECT_FALSE(rowOf(rows, 30.0, Encoding::kTrs, FrameLookup::kLinear).on_front);
    settings.cancelled = [] { return true; };
    EXPECT_THROW(compareBakes(model, settings), Error);
}

TEST(BakeComparison, TheFrontHoldsUnbeatenRows) {
    std::vector<ComparedBake> rows(6);
    const auto set = [&](std::size_t i, std::uint64_t bytes, double p99_mm) {
        rows[i].bytes = bytes;
        rows[i].p99_mm = p99_mm;
    };
    set(0, 100, 5.0);
    set(1, 100, 4.0);  // beats the first
    set(2, 200, 4.0);  // no better than the second
    set(3, 300, 1.0);
    set(4, 300, 1.0);  // equal to the row before
    set(5, 10, 0.1);   // would beat all, but is refused
    rows[5].refused = "no";
    markFront(rows);
    std::vector<bool> front;
    for (const ComparedBake& row : rows) front.push_back(row.on_front);
    EXPECT_EQ(front, (std::vector<bool>{false, true, false, true, true, false}));
}

}  // namespace
}  // namespace phalanx

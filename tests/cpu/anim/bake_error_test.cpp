// The parts of the baker's error measurement: exact palettes, vertices in SIMD lanes, and sampling of large
// models.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include "anim/bake/bake_error.h"
#include "anim/bake/clip_encoder.h"
#include "anim/bake/spread_order.h"
#include "anim/pose/pose.h"
#include "anim/pose/pose_sampler.h"
#include "synthetic_model.h"

namespace phalanx {
namespace {

TEST(PoseSampler, MatchesExactSampling) {
    Model model = test::makeModel(
        {.joints = 20, .clips = 4, .moving_scales = true, .mirrored = true, .zero_scale = true});
    // A clip without its closing key, tracks of different lengths, two channels for one node, keys at equal
    // times, and a node that no joint needs.
    Clip& odd = model.clips[2];
    odd.closing_s = 0.2;
    odd.duration_s += odd.closing_s;
    odd.channels[1].rotations.keys.erase(odd.channels[1].rotations.keys.begin() + 1);
    odd.channels[2].rotations.keys.resize(1);
    odd.channels.push_back(odd.channels[0]);
    odd.channels.back().translations.keys = {
        {0.1, {1.0, 2.0, 3.0}}, {0.5, {4.0, 5.0, 6.0}}, {0.5, {7.0, 8.0, 9.0}}};
    odd.channels.back().rotations.keys.clear();
    model.nodes.push_back({"loose", 3, glm::dmat4(1.0)});
    for (const Clip& clip : model.clips) {
        PoseSampler sampler(model, clip);
        for (int i = -3; i <= 67; ++i) {
            // Forwards and backwards, and past both ends.
            const double time_s = clip.duration_s * (i % 2 == 0 ? i : 60 - i) / 60.0;
            const std::vector<glm::dmat4> exact = modelFromBind(model, samplePose(model, clip, time_s));
            const std::vector<glm::dmat4>& quick = sampler.sample(time_s);
            ASSERT_EQ(quick.size(), exact.size());
            for (std::size_t j = 0; j < exact.size(); ++j) {
                for (int c = 0; c < 4; ++c)
                    ASSERT_LT(glm::length(quick[j][c] - exact[j][c]), 1e-12) << clip.name << " at " << time_s;
            }
        }
    }
}

TEST(VertexGroups, MeasureEachVertexOnce) {
    const Model model = test::makeModel({.joints = 5, .vertices = 999});
    test::Dice dice(7);
    std::vector<glm::mat4> matrices(model.palette.size());
    for (glm::mat4& m : matrices) {
        for (int c = 0; c < 4; ++c) m[c] = glm::vec4(glm::vec3(dice.inBox(2.0)), 0.0F);
    }
    std::vector<float> expected;
    for (const Vertex& vertex : model.vertices) {
        glm::dvec3 sum(0.0);
        for (std::size_t k = 0; k < kWeightsPerVertex; ++k) {
            sum += static_cast<double>(vertex.weights[k]) *
                   glm::dvec3(matrices[vertex.joints[k]] * glm::vec4(vertex.position, 1.0F));
        }
        expected.push_back(static_cast<float>(glm::dot(sum, sum)));
    }
    const VertexGroups groups(model);
    std::vector<float> measured;
    VertexGroups::Lane squares{};
    for (std::size_t block = 0; block < groups.blocks(); ++block) {
        const std::size_t count = groups.squaredLengths(block, matrices, squares);
        measured.insert(measured.end(), squares.begin(),
                        squares.begin() + static_cast<std::ptrdiff_t>(count));
        for (std::size_t lane = count; lane < squares.size(); ++lane) EXPECT_EQ(squares[lane], 0.0F);
    }
    EXPECT_EQ(groups.vertices(), expected.size());
    ASSERT_EQ(measured.size(), expected.size());
    std::sort(expected.begin(), expected.end());
    std::sort(measured.begin(), measured.end());
    for (std::size_t i = 0; i < expected.size(); ++i)
        ASSERT_NEAR(measured[i], expected[i], 1e-4F * expected[i] + 1e-4F);

    // NaN counts as the largest error.
    matrices[0][0].x = std::numeric_limits<float>::quiet_NaN();
    float worst = 0.0F;
    for (std::size_t block = 0; block < groups.blocks(); ++block) {
        groups.squaredLengths(block, matrices, squares);
        for (const float square : squares) {
            ASSERT_TRUE(std::isfinite(square));
            worst = std::max(worst, square);
        }
    }
    EXPECT_EQ(worst, std::numeric_limits<float>::max());
}

TEST(SpreadOrder, VisitsEachNumberOnceAndSpreads) {
    for (std::uint64_t count = 1; count <= 300; ++count) {
        const SpreadOrder order(count);
        std::set<std::uint64_t> seen;
        for (std::uint64_t i = 0; i < count; ++i) seen.insert(order.at(i));
        ASSERT_EQ(seen.size(), count);
        ASSERT_LT(*seen.rbegin(), count);
    }
    // The first twentieth of the order leaves no gap of a quarter of the range.
    for (const std::uint64_t count : {1000U, 2700U, 21'601U}) {
        const SpreadOrder order(count);
        std::set<std::uint64_t> begun{0, count};
        for (std::uint64_t i = 0; i < count / 20; ++i) begun.insert(order.at(i));
        for (auto it = std::next(begun.begin()); it != begun.end(); ++it)
            ASSERT_LT(*it - *std::prev(it), count / 4) << count;
    }
}

// One clip at 30 Hz, encoded as floats.
class MeasuredClip {
  public:
    MeasuredClip() : model_(test::makeModel({.vertices = 3000, .metres_per_unit = 0.0025})) {
        model_.height_m = 1.8;
        BakeSettings settings;
        settings.rate_hz = 30.0;
        baked_ = bakeAnimation(model_, settings);
        data_ = ClipEncoder(model_, codec_).encode("clip", framesOf(baked_, baked_.clips[0]));
    }

    const Model& model() const { return model_; }
    const Clip& clip() const { return model_.clips[0]; }
    EncodedClip frames() const { return {codec_, data_, {}, baked_.clips[0].intervals}; }

  private:
    Model model_;
    EntryCodec codec_{Encoding::kRgba32f, {}, {}};
    BakedAnimation baked_;
    std::vector<std::byte> data_;
};

TEST(BakeErrorMeter, StopsOnlyIfTheLimitIsExceeded) {
    const MeasuredClip measured;
    const BakeErrorMeter meter(measured.model());
    const BakeError whole = meter.measure(measured.clip(), measured.frames());
    ASSERT_GT(whole.p99_mm, 0.0);
    EXPECT_FALSE(whole.sampled);
    for (const double factor : {0.5, 0.9, 0.98}) {
        const auto error = meter.measureUnder(whole.p99_mm * factor, measured.clip(), measured.frames());
        EXPECT_FALSE(error.has_value()) << factor;
    }
    for (const double factor : {1.0, 1.02, 3.0}) {
        const auto error = meter.measureUnder(whole.p99_mm * factor, measured.clip(), measured.frames());
        ASSERT_TRUE(error.has_value()) << factor;
        EXPECT_EQ(error->mean_mm, whole.mean_mm);
        EXPECT_EQ(error->p99_mm, whole.p99_mm);
        EXPECT_EQ(error->max_mm, whole.max_mm);
    }
}

TEST(BakeErrorMeter, SamplingOfLargeModelsIsAccurate) {
    const MeasuredClip measured;
    const BakeError whole = BakeErrorMeter(measured.model()).measure(measured.clip(), measured.frames());
    // Two thirds of the sample times, and a quarter of the vertices at each.
    const std::uint64_t nodes = measured.model().nodes.size();
    const BakeErrorMeter meter(measured.model(), {60 * nodes, 60'000});
    const BakeError part = meter.measure(measured.clip(), measured.frames());
    EXPECT_TRUE(part.sampled);
    EXPECT_NEAR(part.mean_mm, whole.mean_mm, 0.15 * whole.mean_mm);
    EXPECT_NEAR(part.p99_mm, whole.p99_mm, 0.15 * whole.p99_mm);
    EXPECT_LE(part.max_mm, whole.max_mm * 1.001);
    // An upper bound over all sample times cannot be computed from a subset of them.
    EXPECT_FALSE(meter.surelyUnder(1e6, measured.clip(), measured.frames()));
    EXPECT_TRUE(BakeErrorMeter(measured.model()).surelyUnder(1e6, measured.clip(), measured.frames()));
}

}  // namespace
}  // namespace phalanx

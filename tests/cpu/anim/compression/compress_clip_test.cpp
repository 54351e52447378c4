// Every method: bytes that are read back give poses within the limit, checked against CPU skinning in double;
// damaged bytes give one clear error.
#include "anim/compression/compress_clip.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "anim/pose/joint_boxes.h"
#include "anim/pose/skin.h"
#include "core/error.h"
#include "soldier_model.h"
#include "synthetic_model.h"

namespace phalanx {
namespace {

std::vector<CompressionMethod> allMethods() {
    std::vector<CompressionMethod> methods;
    for (std::size_t m = 0; m < kCompressionMethods; ++m)
        methods.push_back(static_cast<CompressionMethod>(m));
    return methods;
}

// Of all vertices at `phases`, by skin(): shares no code with SurfaceMeter except the exact pose.
ErrorSummary skinnedError(const Model& model, const Clip& clip, ClipDecoder& decoder,
                          const std::vector<double>& phases) {
    ErrorTally errors;
    for (const double phase : phases) {
        const LocalPose exact = samplePose(model, clip, phase * clip.duration_s);
        LocalPose shown = restPose(model);
        shown.morph_weights = exact.morph_weights;
        const std::vector<Transform>& transforms = decoder.decode(phase);
        for (std::size_t i = 0; i < decoder.nodes().size(); ++i) {
            LocalTransform& local = shown.nodes[static_cast<std::size_t>(decoder.nodes()[i])];
            local.driven = true;
            local.transform = transforms[i];
        }
        const std::vector<SkinnedVertex> expected = skin(model, exact);
        const std::vector<SkinnedVertex> got = skin(model, shown);
        for (std::size_t v = 0; v < expected.size(); ++v)
            errors.add(glm::length(got[v].position - expected[v].position) * millimetresPerMetre(model));
    }
    return errors.summary();
}

std::vector<double> framesOf(const ClipDecoder& decoder) {
    std::vector<double> phases;
    for (std::uint32_t half = 0; half < 2 * decoder.intervals(); ++half)
        phases.push_back(half / (2.0 * decoder.intervals()));
    return phases;
}

Model randomModel(std::uint32_t seed) {
    return test::makeModel({.joints = 10,
                            .vertices = 150,
                            .clips = 2,
                            .seed = seed,
                            .moving_scales = seed % 2 == 0,
                            .morphs = seed % 3 == 0 ? 2 : 0});
}

TEST(CompressClip, RandomClipsStayWithinTheLimit) {
    for (std::uint32_t seed = 1; seed <= 4; ++seed) {
        const Model model = randomModel(seed);
        const ModelSurface surface(model);
        for (const Clip& clip : model.clips) {
            for (const CompressionMethod method : allMethods()) {
                if (!followsError(method)) continue;
                CompressionSettings settings;
                settings.method = method;
                settings.p99_mm = 0.5;
                settings.max_mm = 1.0;
                settings.intervals = 32;
                settings.refine = seed == 1;
                const auto bytes = compressClip(surface, clip, settings);
                ASSERT_TRUE(bytes) << nameOf(method) << ", seed " << seed;
                ClipDecoder decoder(model, *bytes, "clip");
                EXPECT_EQ(decoder.intervals(), 32U);
                const ErrorSummary error = skinnedError(model, clip, decoder, framesOf(decoder));
                // A bin of the tally is 0.8 % wide.
                EXPECT_LE(error.p99, 0.5 * 1.01) << nameOf(method) << ", seed " << seed;
                EXPECT_LE(error.max, 1.0 + 1e-4) << nameOf(method) << ", seed " << seed;
                EXPECT_GT(error.max, 0.02) << nameOf(method) << " does not use the limit";
            }
        }
    }
}

TEST(CompressClip, TheMeterAgreesWithSkinning) {
    const Model model = randomModel(3);
    const ModelSurface surface(model);
    const Clip& clip = model.clips[0];
    for (const CompressionMethod method : allMethods()) {
        CompressionSettings settings;
        settings.method = method;
        settings.intervals = 16;
        settings.refine = false;
        settings.p99_mm = 2.0;
        settings.max_mm = 4.0;
        const auto bytes = compressClip(surface, clip, settings);
        ASSERT_TRUE(bytes) << nameOf(method);
        ClipDecoder decoder(model, *bytes, "clip");
        ErrorTally errors;
        SurfaceMeter(surface, clip, 16, 2).measure(decoder, errors);
        const ErrorSummary skinned = skinnedError(model, clip, decoder, framesOf(decoder));
        EXPECT_NEAR(errors.summary().max, skinned.max, 1e-4 + 1e-4 * skinned.max) << nameOf(method);
        EXPECT_NEAR(errors.summary().mean, skinned.mean, 1e-4 + 1e-4 * skinned.mean) << nameOf(method);
    }
}

// What 16 bits of a quaternion's component can do: 0.06 mm at p99 and 0.1 mm at most.
TEST(CompressClip, TexelsOfTheSoldierErrByTheirRounding) {
    const Model& model = test::soldier();
    const ModelSurface surface(model);
    const Clip& walk = model.clips[static_cast<std::size_t>(findClip(model, "Walk"))];
    CompressionSettings settings;
    settings.method = CompressionMethod::kTexels;
    const auto bytes = compressClip(surface, walk, settings);
    ASSERT_TRUE(bytes);
    ClipDecoder decoder(model, *bytes, "clip");
    EXPECT_EQ(decoder.intervals(), 30U);
    // A texel of 8 bytes for each joint, and for each joint that also moves in a straight line.
    const std::size_t texels = std::size_t{31} * 8;
    EXPECT_GE(bytes->size(), texels * model.palette.size());
    EXPECT_LE(bytes->size(), texels * (model.palette.size() + 4));
    const ErrorSummary error = skinnedError(model, walk, decoder, framesOf(decoder));
    EXPECT_LT(error.max, 0.15);
    EXPECT_GT(error.max, 0.01);
}

TEST(CompressClip, ATighterLimitTakesMoreBytes) {
    const Model& model = test::soldier();
    const ModelSurface surface(model);
    const Clip& clip = model.clips[static_cast<std::size_t>(findClip(model, "Walk"))];
    for (const CompressionMethod method : allMethods()) {
        if (!followsError(method)) continue;
        std::size_t looser = 0;
        for (const double limit_mm : {1.6, 0.4, 0.1, 0.025}) {
            CompressionSettings settings;
            settings.method = method;
            settings.p99_mm = limit_mm;
            settings.max_mm = 2.0 * limit_mm;
            settings.refine = false;
            const auto bytes = compressClip(surface, clip, settings);
            ASSERT_TRUE(bytes) << nameOf(method) << " at " << limit_mm;
            // A fourth of the error is two bits more per component that is stored.
            EXPECT_GT(bytes->size(), looser + looser / 20) << nameOf(method) << " at " << limit_mm;
            looser = bytes->size();
        }
    }
}

TEST(CompressClip, RefiningSavesBytes) {
    const Model& model = test::soldier();
    const ModelSurface surface(model);
    const Clip& clip = model.clips[static_cast<std::size_t>(findClip(model, "Hit"))];
    CompressionSettings settings;
    settings.refine = false;
    const auto plain = compressClip(surface, clip, settings);
    settings.refine = true;
    const auto refined = compressClip(surface, clip, settings);
    ASSERT_TRUE(plain && refined);
    EXPECT_LT(refined->size(), plain->size());
}

// The tracks that a container gets: a key per frame, in one hemisphere, and the same poses.
TEST(CompressClip, ExpandedTracksAreTheDecodedPoses) {
    Model model = randomModel(2);
    const ModelSurface surface(model);
    CompressionSettings settings;
    settings.intervals = 24;
    settings.refine = false;
    const auto bytes = compressClip(surface, model.clips[1], settings);
    ASSERT_TRUE(bytes);
    ClipDecoder decoder(model, *bytes, "clip");
    Clip clip = model.clips[1];
    clip.channels = decoder.expand(clip.duration_s);
    clip.closing_s = 0.0;
    model.clips[1] = clip;
    validate(model);
    std::size_t most_keys = 0;
    for (const Channel& channel : clip.channels)
        eachTrack(channel, [&](const auto& track) { most_keys = std::max(most_keys, track.keys.size()); });
    EXPECT_EQ(most_keys, 25U);
    EXPECT_LT(skinnedError(model, clip, decoder, framesOf(decoder)).max, 1e-3);
}

// A wheel of ten turns, farther than the parameters of one reference reach.
TEST(CompressClip, FullTurnsSurvive) {
    Model model = randomModel(1);
    Clip wheel;
    wheel.name = "wheel";
    wheel.duration_s = 2.0;
    Channel& channel = wheel.channels.emplace_back();
    channel.node = model.palette[1].node;
    for (int k = 0; k <= 80; ++k) {
        glm::dquat rotation = glm::angleAxis(0.25 * 3.14159265358979 * k, glm::dvec3(0.0, 0.6, 0.8));
        if (k > 0 && glm::dot(rotation, channel.rotations.keys.back().value) < 0.0) rotation = -rotation;
        channel.rotations.keys.push_back({0.025 * k, rotation});
    }
    model.clips = {wheel};
    const ModelSurface surface(model);
    for (const CompressionMethod method : allMethods()) {
        CompressionSettings settings;
        settings.method = method;
        settings.refine = false;
        const auto bytes = compressClip(surface, model.clips[0], settings);
        ASSERT_TRUE(bytes) << nameOf(method);
        ClipDecoder decoder(model, *bytes, "clip");
        EXPECT_EQ(decoder.intervals(), 80U);
        std::vector<double> frames;
        for (int k = 0; k <= 80; ++k) frames.push_back(k / 80.0);
        const double limit_mm = method == CompressionMethod::kSmallest10 ? 8.0 : 0.41;
        EXPECT_LT(skinnedError(model, model.clips[0], decoder, frames).max, limit_mm) << nameOf(method);
    }
}

TEST(CompressClip, ClipsWithStepsAreLeftAlone) {
    Model model = randomModel(1);
    Clip& clip = model.clips[0];
    for (Channel& channel : clip.channels) channel.rotations.interpolation = Interpolation::kStep;
    const ModelSurface surface(model);
    EXPECT_FALSE(compressClip(surface, clip, {}));
    const std::vector<PackedClip> packed = compressClips(model, 1.0);
    ASSERT_EQ(packed.size(), model.clips.size());
    EXPECT_TRUE(packed[0].empty());
    EXPECT_FALSE(packed[1].empty());
}

TEST(CompressClip, DoesNotDependOnTheNumberOfThreads) {
    const Model model = randomModel(4);
    EXPECT_EQ(compressClips(model, 1.0, 1), compressClips(model, 1.0, 3));
}

CompressionSettings quickSettings(CompressionMethod method) {
    CompressionSettings settings;
    settings.method = method;
    settings.intervals = 12;
    settings.refine = false;
    settings.p99_mm = 2.0;
    settings.max_mm = 4.0;
    return settings;
}

TEST(CompressClip, DamagedBytesAreOneClearError) {
    const Model model = randomModel(2);
    const ModelSurface surface(model);
    std::mt19937 random(20261128);
    for (const CompressionMethod method : allMethods()) {
        const auto bytes = compressClip(surface, model.clips[0], quickSettings(method));
        ASSERT_TRUE(bytes);
        const auto refused = [&](std::span<const std::uint8_t> damaged) {
            try {
                ClipDecoder decoder(model, damaged, "walk.clip");
            } catch (const Error& error) {
                EXPECT_EQ(error.code(), ExitCode::kInput);
                EXPECT_EQ(std::string(error.what()).find("walk.clip: is not a usable compressed clip: "), 0U)
                    << error.what();
                return true;
            }
            return false;
        };
        EXPECT_FALSE(refused(*bytes));
        for (std::size_t length = 0; length < bytes->size(); ++length)
            EXPECT_TRUE(refused(std::span(*bytes).first(length)))
                << nameOf(method) << ", " << length << " bytes";
        for (int round = 0; round < 300; ++round) {
            std::vector<std::uint8_t> damaged = *bytes;
            std::uint8_t& byte = damaged[random() % damaged.size()];
            byte = static_cast<std::uint8_t>(byte + 1 + random() % 255);
            EXPECT_TRUE(refused(damaged)) << nameOf(method);
        }
    }
}

// Bytes whose check sum was made for them: any content gives poses or the error.
TEST(CompressClip, ForgedBytesNeverCrash) {
    const Model model = randomModel(2);
    const ModelSurface surface(model);
    std::mt19937 random(7);
    for (const CompressionMethod method : allMethods()) {
        const auto bytes = compressClip(surface, model.clips[0], quickSettings(method));
        ASSERT_TRUE(bytes);
        int refused = 0;
        for (int round = 0; round < 1000; ++round) {
            std::vector<std::uint8_t> forged(bytes->begin(), bytes->end() - 4);
            const std::size_t among =
                round % 2 == 0 ? forged.size() : std::min<std::size_t>(forged.size(), 60);
            for (std::size_t i = 0; i < 1 + random() % 3; ++i)
                forged[random() % among] = static_cast<std::uint8_t>(random());
            if (round % 5 == 0) forged.resize(random() % forged.size());
            std::uint32_t sum = 2166136261U;
            for (const std::uint8_t byte : forged) sum = (sum ^ byte) * 16777619U;
            for (unsigned i = 0; i < 4; ++i) forged.push_back(static_cast<std::uint8_t>(sum >> (8U * i)));
            try {
                ClipDecoder decoder(model, forged, "forged");
                for (const double phase : {0.0, 0.31, 1.0, -1.0, 7.0}) decoder.decode(phase);
                decoder.expand(1.0);
            } catch (const Error& error) {
                EXPECT_EQ(error.code(), ExitCode::kInput);
                ++refused;
            }
        }
        EXPECT_GT(refused, 50) << nameOf(method);
    }
}

}  // namespace
}  // namespace phalanx

// Encodings: the precision each loses, what each refuses, and that the CPU reference blends by the formulas
// in encode.h.
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <glm/gtc/matrix_transform.hpp>

#include "anim/bake/encode.h"
#include "anim/bake/half.h"
#include "anim/pose/pose.h"
#include "anim/pose/skin.h"
#include "core/error.h"
#include "synthetic_model.h"

namespace phalanx {
namespace {

// The largest distance of any vertex from its place under `expected`, in millimetres.
double farthest_mm(const Model& model, const std::vector<glm::dmat4>& palette,
                   const std::vector<glm::dmat4>& expected) {
    const std::vector<SkinnedVertex> a = skin(model.vertices, palette);
    const std::vector<SkinnedVertex> b = skin(model.vertices, expected);
    double worst = 0.0;
    for (std::size_t i = 0; i < a.size(); ++i)
        worst = std::max(worst, glm::length(a[i].position - b[i].position) * 1000.0);
    return worst;
}

// One joint far from the origin, two poses: unrotated, and rotated by `angle` about z.
Model hinge(double angle) {
    Model model = test::makeModel({.joints = 1, .vertices = 3, .clips = 0, .metres_per_unit = 1.0});
    model.height_m = 1.8;
    model.nodes[0].parent_from_node_rest = glm::translate(glm::dmat4(1.0), {0.3, 1.2, 0.0});
    model.palette[0].joint_from_bind = glm::translate(glm::dmat4(1.0), {-0.3, -1.2, 0.0});
    for (Vertex& v : model.vertices) {
        v.position = {1.0F, 1.2F, 0.1F};
        v.joints = {};
        v.weights = {1.0F, 0.0F, 0.0F, 0.0F};
    }
    for (const double turned : {0.0, angle}) {
        Clip clip;
        clip.name = turned == 0.0 ? "still" : "turned";
        clip.duration_s = 1.0;
        Channel channel;
        channel.rotations.keys.push_back({0.0, glm::angleAxis(turned, glm::dvec3(0.0, 0.0, 1.0))});
        clip.channels.push_back(channel);
        model.clips.push_back(clip);
    }
    return model;
}

TEST(Switches, NamesRoundTrip) {
    for (const Encoding encoding : kEncodings) EXPECT_EQ(encodingNamed(nameOf(encoding)), encoding);
    EXPECT_EQ(nameOf(Encoding::kTrs), "trs");
    EXPECT_FALSE(encodingNamed("rgba8").has_value());
    for (const FrameLookup lookup : {FrameLookup::kLinear, FrameLookup::kNearest})
        EXPECT_EQ(frameLookupNamed(nameOf(lookup)), lookup);
    EXPECT_FALSE(frameLookupNamed("cubic").has_value());
}

TEST(Encode, FloatsAreTheBakedRows) {
    const Model model = test::makeModel({.moving_scales = true, .mirrored = true});
    const BakedAnimation baked = test::bakeAt(model, 15.0);
    const EncodedAnimation encoded = encodeAnimation(model, baked, Encoding::kRgba32f);
    ASSERT_EQ(encoded.data.size(), baked.bytes());
    EXPECT_EQ(std::memcmp(encoded.data.data(), baked.texels.data(), baked.bytes()), 0);
    for (const BakedPose& pose : {BakedPose{0, 0.31, 1, 0.77, 0.4}, BakedPose{2, 1.0, 0, 0.0, 0.0}}) {
        const auto rows = bakedPalette(baked, pose);
        const auto same = encodedPalette(encoded, baked.clips, pose, {});
        for (std::size_t j = 0; j < rows.size(); ++j) {
            for (int c = 0; c < 4; ++c) EXPECT_LT(glm::length(rows[j][c] - same[j][c]), 1e-12);
        }
    }
}

TEST(Encode, RoundingStaysSmallAtEveryFrame) {
    const Model model = test::makeModel({});
    const BakedAnimation baked = test::bakeAt(model, 15.0);
    const EncodedAnimation halfs = encodeAnimation(model, baked, Encoding::kRgba16f);
    const EncodedAnimation trs = encodeAnimation(model, baked, Encoding::kTrs);
    EXPECT_EQ(halfs.data.size() * 2, baked.bytes());
    EXPECT_EQ(trs.data.size() * 3, baked.bytes());
    double worst_half = 0.0;
    double worst_trs = 0.0;
    for (int c = 0; c < 3; ++c) {
        const BakedClip& clip = baked.clips[static_cast<std::size_t>(c)];
        for (std::uint32_t i = 0; i <= clip.intervals; ++i) {
            const BakedPose pose{c, static_cast<double>(i) / clip.intervals, c, 0.0, 0.0};
            const auto exact = bakedPalette(baked, pose);
            worst_half =
                std::max(worst_half, farthest_mm(model, encodedPalette(halfs, baked.clips, pose, {}), exact));
            worst_trs =
                std::max(worst_trs, farthest_mm(model, encodedPalette(trs, baked.clips, pose, {}), exact));
        }
    }
    // The model spans some metres: steps of 2^-11 of a metre for half floats, of 1/65535 of the span for trs.
    EXPECT_LT(worst_half, 2.0);
    EXPECT_GT(worst_half, 0.05);
    EXPECT_LT(worst_trs, 0.15);
    EXPECT_GT(worst_trs, 0.001);
}

TEST(Encode, HalfRowsActAboutTheCentres) {
    const Model model = test::makeModel({});
    const BakedAnimation baked = test::bakeAt(model, 15.0);
    const EncodedAnimation encoded = encodeAnimation(model, baked, Encoding::kRgba16f);
    EXPECT_NE(encoded.space.bind_center, glm::vec3(0.0F));
    EXPECT_NE(encoded.space.model_center, glm::vec3(0.0F));
    const BakedPose pose{1, 5.0 / baked.clips[1].intervals, 1, 0.0, 0.0};
    const auto exact = bakedPalette(baked, pose);
    for (std::size_t joint = 0; joint < encoded.joints; ++joint) {
        const std::size_t entry = (baked.clips[1].first_frame + 5) * std::size_t{encoded.joints} + joint;
        std::array<std::uint16_t, 12> bits{};
        std::memcpy(bits.data(), encoded.data.data() + entry * sizeof(bits), sizeof(bits));
        const glm::dvec3 p(12.0, -7.0, 20.0);  // file units are centimetres
        const glm::dvec3 local = p - glm::dvec3(encoded.space.bind_center);
        glm::dvec3 result(encoded.space.model_center);
        for (int row = 0; row < 3; ++row) {
            const auto at = [&](std::size_t column) {
                return static_cast<double>(floatFromHalf(bits[static_cast<std::size_t>(row) * 4 + column]));
            };
            result[row] += at(0) * local.x + at(1) * local.y + at(2) * local.z + at(3);
        }
        EXPECT_LT(glm::length(result - glm::dvec3(exact[joint] * glm::dvec4(p, 1.0))), 0.002);
    }
}

// The formulas of encode.h, written a second time, in floats as in a shader.
struct ShaderTrs {
    const EncodedAnimation& animation;

    std::array<glm::vec4, 2> fetch(std::size_t frame, std::size_t joint) const {
        std::array<std::uint16_t, 8> bits{};
        std::memcpy(bits.data(), animation.data.data() + (frame * animation.joints + joint) * sizeof(bits),
                    sizeof(bits));
        std::array<glm::vec4, 2> texels{};
        for (int i = 0; i < 8; ++i)
            texels[static_cast<std::size_t>(i / 4)][i % 4] =
                static_cast<float>(bits[static_cast<std::size_t>(i)]) / 65535.0F;
        return {(texels[0] * 65535.0F - 32767.0F) / 32767.0F,
                animation.space.place_offset + animation.space.place_scale * texels[1]};
    }
    glm::vec3 point(std::size_t joint, const std::array<glm::vec4, 2>& a, const std::array<glm::vec4, 2>& b,
                    float weight, const glm::vec3& p_bind) const {
        const float sign = glm::dot(a[0], b[0]) < 0.0F ? -1.0F : 1.0F;
        const glm::vec4 q = glm::normalize(a[0] * (1.0F - weight) + b[0] * (sign * weight));
        const glm::vec4 place = glm::mix(a[1], b[1], weight);
        const glm::vec3 axis(q);
        const glm::vec3 v = p_bind - glm::vec3(animation.bind_origins[joint]);
        return place.w * (v + 2.0F * glm::cross(axis, glm::cross(axis, v) + q.w * v)) + glm::vec3(place);
    }
};

TEST(Encode, TrsMatchesTheHeadersFormulas) {
    const Model model = test::makeModel({.joints = 20, .seed = 5});
    const BakedAnimation baked = test::bakeAt(model, 15.0);
    const EncodedAnimation encoded = encodeAnimation(model, baked, Encoding::kTrs);
    const ShaderTrs shader{encoded};
    const BakedClip& a = baked.clips[0];
    const BakedClip& b = baked.clips[1];
    bool flipped = false;
    for (int i = 0; i <= 10; ++i) {
        const float within_a = 0.3F;
        const float within_b = 0.9F;
        const std::uint32_t frame_a = a.first_frame + 4;
        const std::uint32_t frame_b = b.first_frame + static_cast<std::uint32_t>(i);
        const double weight = i / 10.0;
        const BakedPose pose{0, 4.3 / a.intervals, 1, (i + 0.9) / b.intervals, weight};
        const auto palette = encodedPalette(encoded, baked.clips, pose, {});
        for (std::size_t joint = 0; joint < encoded.joints; ++joint) {
            const auto in = [&](std::uint32_t frame, float within) {
                const auto before = shader.fetch(frame, joint);
                const auto after = shader.fetch(frame + 1, joint);
                EXPECT_GE(glm::dot(before[0], after[0]), 0.0F) << "quaternions of opposite signs in one clip";
                return std::array<glm::vec4, 2>{glm::mix(before[0], after[0], within),
                                                glm::mix(before[1], after[1], within)};
            };
            const auto in_a = in(frame_a, within_a);
            const auto in_b = in(frame_b, within_b);
            flipped = flipped || glm::dot(in_a[0], in_b[0]) < 0.0F;
            const glm::vec3 p(10.0F, 25.0F, -8.0F);
            const glm::vec3 drawn = shader.point(joint, in_a, in_b, static_cast<float>(weight), p);
            EXPECT_LT(
                glm::length(glm::dvec3(drawn) - glm::dvec3(palette[joint] * glm::dvec4(glm::dvec3(p), 1.0))),
                2e-6)
                << joint;
        }
    }
    EXPECT_TRUE(flipped);  // otherwise the sign was not tested
}

TEST(Encode, ACrossfadeKeepsVolumeInTrsAndLosesItInRows) {
    constexpr double kAngle = 1.6;
    const Model model = hinge(kAngle);
    const BakedAnimation baked = test::bakeAt(model, 15.0);
    const BakedPose half_way{0, 0.0, 1, 0.0, 0.5};
    const auto determinant = [&](Encoding encoding) {
        const EncodedAnimation encoded = encodeAnimation(model, baked, encoding);
        return glm::determinant(glm::dmat3(encodedPalette(encoded, baked.clips, half_way, {})[0]));
    };
    const double shrunk = std::cos(kAngle / 2.0) * std::cos(kAngle / 2.0);
    EXPECT_NEAR(determinant(Encoding::kRgba32f), shrunk, 1e-6);
    EXPECT_NEAR(determinant(Encoding::kRgba16f), shrunk, 1e-3);
    EXPECT_NEAR(determinant(Encoding::kTrs), 1.0, 1e-6);
    // It turns about the joint, not about the model's origin: the joint's position is the same in both poses.
    const EncodedAnimation trs = encodeAnimation(model, baked, Encoding::kTrs);
    const glm::dmat4 m = encodedPalette(trs, baked.clips, half_way, {})[0];
    const glm::dvec4 joint(0.3, 1.2, 0.0, 1.0);
    EXPECT_LT(glm::length(glm::dvec3(m * joint) - glm::dvec3(joint)), 1e-4);
}

TEST(Encode, ZeroAndOneAreExactInTrs) {
    const Model model = hinge(glm::pi<double>());
    const BakedAnimation baked = test::bakeAt(model, 15.0);
    const EncodedAnimation encoded = encodeAnimation(model, baked, Encoding::kTrs);
    const ShaderTrs shader{encoded};
    EXPECT_EQ(shader.fetch(0, 0)[0], glm::vec4(0.0F, 0.0F, 0.0F, 1.0F));
    const glm::vec4 turned = shader.fetch(baked.clips[1].first_frame, 0)[0];
    EXPECT_EQ(glm::abs(turned), glm::vec4(0.0F, 0.0F, 1.0F, 0.0F));
    EXPECT_EQ(shader.fetch(0, 0)[1].w, 1.0F);
}

std::string refusalOf(const Model& model, Encoding encoding) {
    try {
        encodeAnimation(model, test::bakeAt(model, 15.0), encoding);
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), ExitCode::kInput);
        return error.what();
    }
    return "";
}

TEST(Encode, TrsRefusesShearAndNonUniformScale) {
    EXPECT_EQ(refusalOf(hinge(1.0), Encoding::kTrs), "");
    const glm::dmat4 rest = hinge(1.0).nodes[0].parent_from_node_rest;
    const auto withRest = [&](const glm::dmat4& bent) {
        Model model = hinge(1.0);
        model.name = "bent";
        model.clips.clear();  // at rest: no channel decomposes the matrix
        model.nodes[0].parent_from_node_rest = rest * bent;
        return model;
    };
    glm::dmat4 shear(1.0);
    shear[1][0] = 0.01;
    shear[0][1] = 0.01;
    // 0.7 m along x from the joint, sheared by a hundredth: 7 mm.
    const std::string text = refusalOf(withRest(shear), Encoding::kTrs);
    EXPECT_NE(text.find("clip rest"), std::string::npos) << text;
    EXPECT_NE(text.find("joint 0 (joint 0)"), std::string::npos) << text;
    EXPECT_NE(text.find("7 mm"), std::string::npos) << text;
    EXPECT_NE(text.find("rgba32f"), std::string::npos) << text;
    EXPECT_NE(refusalOf(withRest(glm::scale(glm::dmat4(1.0), {1.0, 1.0, -1.0})), Encoding::kTrs), "");
    EXPECT_NE(refusalOf(withRest(glm::scale(glm::dmat4(1.0), {1.01, 1.0, 1.0})), Encoding::kTrs), "");
    // Shear that is too small to see, and uniform scale, are accepted.
    EXPECT_EQ(refusalOf(withRest(glm::scale(glm::dmat4(1.0), {1.0003, 1.0, 1.0})), Encoding::kTrs), "");
    EXPECT_EQ(refusalOf(withRest(glm::scale(glm::dmat4(1.0), glm::dvec3(1.3))), Encoding::kTrs), "");
    EXPECT_EQ(refusalOf(withRest(glm::dmat4(glm::dmat3(0.0))), Encoding::kTrs), "");
    for (const Encoding rows : {Encoding::kRgba32f, Encoding::kRgba16f})
        EXPECT_EQ(refusalOf(withRest(shear), rows), "");
}

TEST(Encode, HalfFloatsRefuseUnitsBeyondTheirRange) {
    Model model = hinge(1.0);
    EXPECT_EQ(refusalOf(model, Encoding::kRgba16f), "");
    // Ten million units per metre: entries of 1e-7 are near the smallest steps of a half float.
    constexpr double kUnits = 1e7;
    model.metres_per_unit = 1.0 / kUnits;
    model.nodes[0].parent_from_node_rest =
        glm::translate(glm::dmat4(1.0), glm::dvec3(0.3, 1.2, 0.0) * kUnits);
    model.palette[0].joint_from_bind = glm::translate(glm::dmat4(1.0), glm::dvec3(-0.3, -1.2, 0.0) * kUnits);
    model.vertices[0].position = glm::vec3(0.0F);
    for (Vertex& v : model.vertices) v.position *= static_cast<float>(kUnits);
    const std::string text = refusalOf(model, Encoding::kRgba16f);
    EXPECT_NE(text.find("rounding to half floats"), std::string::npos) << text;
    EXPECT_NE(text.find("rgba32f"), std::string::npos) << text;
    EXPECT_EQ(refusalOf(model, Encoding::kTrs), "");
}

TEST(Switches, NearestTakesTheNearerFrameAndTheLaterOfTwoEquals) {
    const Model model = test::makeModel({});
    const BakedAnimation baked = test::bakeAt(model, 8.0);  // 8 intervals: phases are exact
    for (const Encoding encoding : kEncodings) {
        const EncodedAnimation encoded = encodeAnimation(model, baked, encoding);
        const auto at = [&](double frame, FrameLookup lookup) {
            PoseSwitches switches;
            switches.lookup = lookup;
            return encodedPalette(encoded, baked.clips, {1, frame / 8.0, 1, 0.0, 0.0}, switches);
        };
        const auto expectFrame = [&](double frame, double wanted) {
            const auto nearest = at(frame, FrameLookup::kNearest);
            const auto exact = at(wanted, FrameLookup::kLinear);
            EXPECT_LT(farthest_mm(model, nearest, exact), 1e-9) << frame;
        };
        expectFrame(3.0, 3.0);
        expectFrame(3.49, 3.0);
        expectFrame(3.5, 4.0);
        expectFrame(3.51, 4.0);
        expectFrame(8.0, 8.0);
        EXPECT_GT(farthest_mm(model, at(3.49, FrameLookup::kLinear), at(3.0, FrameLookup::kLinear)), 1.0);
    }
}

TEST(Switches, SingleClipUsesOnlyTheHeavierClip) {
    const Model model = test::makeModel({});
    const BakedAnimation baked = test::bakeAt(model, 15.0);
    const EncodedAnimation encoded = encodeAnimation(model, baked, Encoding::kTrs);
    const auto at = [&](double weight, bool single_clip) {
        PoseSwitches switches;
        switches.single_clip = single_clip;
        return encodedPalette(encoded, baked.clips, {0, 0.2, 1, 0.6, weight}, switches);
    };
    EXPECT_TRUE(at(0.49, true) == at(0.0, false));
    EXPECT_TRUE(at(0.5, true) == at(1.0, false));
    EXPECT_FALSE(at(0.49, false) == at(0.0, false));
}

TEST(Switches, FewerWeightsAreTheHeaviestAndSumToOne) {
    const Model model = test::makeModel({.vertices = 600});
    EXPECT_EQ(withWeights(model.vertices, 4)[7].weights, model.vertices[7].weights);
    for (const int count : {1, 2}) {
        const std::vector<Vertex> fewer = withWeights(model.vertices, count);
        for (std::size_t i = 0; i < fewer.size(); ++i) {
            const Vertex& before = model.vertices[i];
            float sum = 0.0F;
            for (int k = 0; k < kWeightsPerVertex; ++k) {
                const auto slot = static_cast<std::size_t>(k);
                sum += fewer[i].weights[slot];
                if (k < count && before.weights[slot] > 0.0F) {
                    EXPECT_EQ(fewer[i].joints[slot], before.joints[slot]);
                    EXPECT_NEAR(fewer[i].weights[slot] / fewer[i].weights[0],
                                before.weights[slot] / before.weights[0], 1e-6);
                }
                EXPECT_TRUE(k < count || fewer[i].weights[slot] == 0.0F);
            }
            EXPECT_NEAR(sum, 1.0F, 1e-6);
        }
    }
}

TEST(Switches, ValidateRequiresDescendingWeights) {
    Model model = test::makeModel({});
    EXPECT_NO_THROW(validate(model));
    model.vertices[4].weights = {0.25F, 0.75F, 0.0F, 0.0F};
    try {
        validate(model);
        ADD_FAILURE() << "not refused";
    } catch (const Error& error) {
        EXPECT_NE(std::string(error.what()).find("vertex 4"), std::string::npos) << error.what();
    }
}

}  // namespace
}  // namespace phalanx

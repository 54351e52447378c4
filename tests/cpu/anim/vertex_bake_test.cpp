// Baked vertices: rounding, blending, limits.
#include <gtest/gtest.h>

#include <atomic>
#include <cmath>
#include <cstring>

#include "anim/bake/half.h"
#include "anim/bake/vertex_bake.h"
#include "anim/pose/skin.h"
#include "core/error.h"
#include "synthetic_model.h"

namespace phalanx {
namespace {

VertexAnimation bakeAs(const Model& model, const BakedAnimation& baked, VertexFormat format) {
    VertexBakeSettings settings;
    settings.format = format;
    return bakeVertices(model.name, model.vertices, model.morph_targets, baked, settings);
}

double angle_deg(const glm::dvec3& a, const glm::dvec3& b) {
    return glm::degrees(2.0 * std::asin(std::min(1.0, glm::length(a - b) * 0.5)));
}

struct Off {
    double mm = 0.0;
    double deg = 0.0;
};

Off farthest(const std::vector<SkinnedVertex>& a, const std::vector<SkinnedVertex>& b) {
    Off off;
    EXPECT_EQ(a.size(), b.size());
    for (std::size_t i = 0; i < a.size(); ++i) {
        off.mm = std::max(off.mm, glm::length(a[i].position - b[i].position) * 1000.0);
        off.deg = std::max(off.deg, angle_deg(a[i].normal, b[i].normal));
    }
    return off;
}

TEST(VertexBake, RoundsLittleAtEveryFrame) {
    const Model model = test::makeModel({});
    const BakedAnimation baked = test::bakeAt(model, 15.0);
    const VertexAnimation unorm = bakeAs(model, baked, VertexFormat::kUnorm16);
    const VertexAnimation half = bakeAs(model, baked, VertexFormat::kHalf);
    const std::size_t entries = std::size_t{baked.frames} * model.vertices.size();
    EXPECT_EQ(unorm.data.size(), entries * 8);
    EXPECT_EQ(half.data.size(), entries * 16);
    // Half a step along each axis, plus the rounding of floats.
    const double step_mm = 1000.0 * glm::length(glm::dvec3(unorm.scale)) / 65535.0 * 0.5;
    Off unorm_off;
    Off half_off;
    for (int c = 0; c < 3; ++c) {
        const BakedClip& clip = baked.clips[static_cast<std::size_t>(c)];
        for (std::uint32_t i = 0; i <= clip.intervals; ++i) {
            const BakedPose pose{c, static_cast<double>(i) / clip.intervals, c, 0.0, 0.0};
            const std::vector<SkinnedVertex> exact = skin(model.vertices, bakedPalette(baked, pose));
            const auto grow = [&](Off& off, const VertexAnimation& animation) {
                const Off here = farthest(posedVertices(animation, baked.clips, pose, {}), exact);
                off.mm = std::max(off.mm, here.mm);
                off.deg = std::max(off.deg, here.deg);
            };
            grow(unorm_off, unorm);
            grow(half_off, half);
        }
    }
    EXPECT_LT(unorm_off.mm, step_mm * 1.02 + 0.001);
    EXPECT_GT(unorm_off.mm, step_mm * 0.5);
    EXPECT_LT(unorm_off.deg, 0.65);
    EXPECT_GT(unorm_off.deg, 0.2);
    EXPECT_LT(half_off.mm, 1.5);
    EXPECT_GT(half_off.mm, 0.1);
    EXPECT_LT(half_off.deg, 0.05);
}

// Reads the bits as the header documents them, independently of the decoder.
TEST(VertexBake, TheBitsMatchTheHeader) {
    const Model model = test::makeModel({});
    const BakedAnimation baked = test::bakeAt(model, 15.0);
    const VertexAnimation unorm = bakeAs(model, baked, VertexFormat::kUnorm16);
    const VertexAnimation half = bakeAs(model, baked, VertexFormat::kHalf);
    constexpr std::size_t kFrame = 20;
    for (std::size_t v = 0; v < model.vertices.size(); ++v) {
        const std::size_t entry = kFrame * model.vertices.size() + v;
        std::array<std::uint16_t, 4> texel{};
        std::memcpy(texel.data(), unorm.data.data() + entry * 8, 8);
        const SkinnedVertex a =
            decodeVertex(unorm, static_cast<std::uint32_t>(kFrame), static_cast<std::uint32_t>(v));
        for (int axis = 0; axis < 3; ++axis) {
            const double u = texel[static_cast<std::size_t>(axis)];
            EXPECT_NEAR(a.position[axis], unorm.offset[axis] + unorm.scale[axis] * u / 65535.0, 1e-9);
        }
        glm::dvec3 n((texel[3] & 255U) / 255.0 * 2.0 - 1.0, (texel[3] >> 8U) / 255.0 * 2.0 - 1.0, 0.0);
        n.z = 1.0 - std::abs(n.x) - std::abs(n.y);
        if (n.z < 0.0) {
            const double x = n.x;
            n.x = std::copysign(1.0 - std::abs(n.y), x);
            n.y = std::copysign(1.0 - std::abs(x), n.y);
        }
        EXPECT_LT(angle_deg(glm::normalize(n), a.normal), 1e-3);

        std::array<std::uint16_t, 8> texels{};
        std::memcpy(texels.data(), half.data.data() + entry * 16, 16);
        const SkinnedVertex b =
            decodeVertex(half, static_cast<std::uint32_t>(kFrame), static_cast<std::uint32_t>(v));
        for (int axis = 0; axis < 3; ++axis) {
            const auto i = static_cast<std::size_t>(axis);
            EXPECT_NEAR(b.position[axis], half.offset[axis] + floatFromHalf(texels[i]), 1e-6);
            EXPECT_NEAR(b.normal[axis], floatFromHalf(texels[4 + i]), 1e-3);
        }
        EXPECT_EQ(texels[3], 0U);
        EXPECT_EQ(texels[7], 0U);
    }
}

TEST(VertexBake, BlendsPositionsLinearlyBetweenFramesAndClips) {
    const Model model = test::makeModel({});
    const BakedAnimation baked = test::bakeAt(model, 8.0);
    for (const VertexFormat format : {VertexFormat::kUnorm16, VertexFormat::kHalf}) {
        const VertexAnimation animation = bakeAs(model, baked, format);
        const auto at = [&](double frame, int clip) {
            return posedVertices(animation, baked.clips, {clip, frame / 8.0, clip, 0.0, 0.0}, {});
        };
        const auto before = at(3.0, 0);
        const auto after = at(4.0, 0);
        const auto other = at(6.0, 1);
        const BakedPose pose{0, 3.25 / 8.0, 1, 6.0 / 8.0, 0.4};
        const auto blended = posedVertices(animation, baked.clips, pose, {});
        PoseSwitches plain;
        plain.single_clip = true;
        plain.lookup = FrameLookup::kNearest;
        const auto nearest = posedVertices(animation, baked.clips, pose, plain);
        for (std::size_t v = 0; v < blended.size(); ++v) {
            const auto mixed = [&](auto member) {
                const glm::dvec3 a = before[v].*member * 0.75 + after[v].*member * 0.25;
                return a * 0.6 + other[v].*member * 0.4;
            };
            EXPECT_LT(glm::length(blended[v].position - mixed(&SkinnedVertex::position)), 1e-9);
            const glm::dvec3 normal = mixed(&SkinnedVertex::normal);
            // Normals decoded in floats are not of unit length to the last bit of a double.
            EXPECT_LT(glm::length(blended[v].normal * glm::length(normal) - normal), 1e-6);
            EXPECT_LT(glm::length(nearest[v].position - before[v].position), 1e-12);
        }
    }
}

TEST(VertexBake, FewerWeightsAreBakedAsGiven) {
    const Model model = test::makeModel({});
    const BakedAnimation baked = test::bakeAt(model, 8.0);
    const std::vector<Vertex> one = [&] {
        std::vector<Vertex> vertices(model.vertices);
        for (Vertex& v : vertices) v.weights = {1.0F, 0.0F, 0.0F, 0.0F};
        return vertices;
    }();
    const VertexAnimation animation = bakeVertices("one", one, {}, baked, {});
    const BakedPose pose{1, 0.5, 1, 0.0, 0.0};
    const auto posed = posedVertices(animation, baked.clips, pose, {});
    EXPECT_LT(farthest(posed, skin(one, bakedPalette(baked, pose))).mm, 0.1);
    EXPECT_GT(farthest(posed, skin(model.vertices, bakedPalette(baked, pose))).mm, 10.0);
}

TEST(VertexBake, LimitsThreadsAndCancelling) {
    const Model model = test::makeModel({});
    const BakedAnimation baked = test::bakeAt(model, 15.0);
    VertexBakeSettings settings;
    settings.threads = 1;
    const VertexAnimation one =
        bakeVertices(model.name, model.vertices, model.morph_targets, baked, settings);
    settings.threads = 3;
    EXPECT_TRUE(one.data ==
                bakeVertices(model.name, model.vertices, model.morph_targets, baked, settings).data);

    settings.max_bytes = one.data.size();
    std::atomic<int> steps{0};
    settings.progress = [&](float part) { steps += part > 0.0F && part <= 1.0F ? 1 : 0; };
    EXPECT_NO_THROW(bakeVertices(model.name, model.vertices, model.morph_targets, baked, settings));
    EXPECT_EQ(steps, static_cast<int>(baked.frames));
    settings.max_bytes -= 1;
    try {
        bakeVertices(model.name, model.vertices, model.morph_targets, baked, settings);
        ADD_FAILURE() << "taken";
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), ExitCode::kInput);
        EXPECT_NE(std::string(error.what()).find(std::to_string(one.data.size())), std::string::npos);
        EXPECT_NE(std::string(error.what()).find("--rate"), std::string::npos);
    }
    settings.max_bytes += 1;
    settings.cancelled = [&] { return steps > 20; };
    steps = 0;
    EXPECT_THROW(bakeVertices(model.name, model.vertices, model.morph_targets, baked, settings), Error);
}

}  // namespace
}  // namespace phalanx

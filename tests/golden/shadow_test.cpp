// A shadow in another pose than its soldier is a bug. The shadow map is checked against a depth image that
// the CPU renders from the same texels with its own skinning, projection and rasterization. The shading of
// the ground is checked against that depth image, too.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "anim/pose/skin.h"
#include "gl/gl_fixture.h"
#include "golden/pictures.h"
#include "golden/studio.h"
#include "render/frame/environment.h"
#include "synthetic_model.h"

namespace phalanx {
namespace {

using test::Studio;
using test::View;

constexpr int kMapSize = 2048;  // texels a side; 6 mm each in the first cascade
constexpr float kNothing = 1.0F;

struct DepthMap {
    std::vector<float> depth = std::vector<float>(std::size_t{kMapSize} * kMapSize, kNothing);

    float& at(int x, int y) {
        return depth[static_cast<std::size_t>(y) * kMapSize + static_cast<std::size_t>(x)];
    }
    float at(int x, int y) const {
        return depth[static_cast<std::size_t>(y) * kMapSize + static_cast<std::size_t>(x)];
    }
};

// Twice the area of triangle a, b, p: positive if counter-clockwise.
double edge(const glm::dvec3& a, const glm::dvec3& b, double x, double y) {
    return (b.x - a.x) * (y - a.y) - (b.y - a.y) * (x - a.x);
}

// x, y in texels, z in depth; front faces only. A texel belongs to the triangle that covers its centre.
void fill(DepthMap& map, const glm::dvec3& a, const glm::dvec3& b, const glm::dvec3& c) {
    const double area = edge(a, b, c.x, c.y);
    if (area <= 0.0) return;
    const auto low = [](double p, double q, double r) {
        return std::clamp(static_cast<int>(std::floor(std::min({p, q, r}))), 0, kMapSize - 1);
    };
    const auto high = [](double p, double q, double r) {
        return std::clamp(static_cast<int>(std::ceil(std::max({p, q, r}))), 0, kMapSize - 1);
    };
    for (int y = low(a.y, b.y, c.y); y <= high(a.y, b.y, c.y); ++y) {
        for (int x = low(a.x, b.x, c.x); x <= high(a.x, b.x, c.x); ++x) {
            const double at_a = edge(b, c, x + 0.5, y + 0.5) / area;
            const double at_b = edge(c, a, x + 0.5, y + 0.5) / area;
            const double at_c = 1.0 - at_a - at_b;
            if (at_a < 0.0 || at_b < 0.0 || at_c < 0.0) continue;
            const auto z = static_cast<float>(at_a * a.z + at_b * b.z + at_c * c.z);
            map.at(x, y) = std::min(map.at(x, y), z);
        }
    }
}

// Draws one unit at `now` as the sun sees it.
void castShadow(DepthMap& map, Studio& studio, const BakedAnimation& baked, const ShadowView& view,
                std::uint32_t unit, Ticks now) {
    const UnitInstance& instance = studio.crowd().unit(unit);
    const layout::UnitState state = studio.crowd().stateOf(unit, now);
    BakedPose pose;
    pose.clip_a = static_cast<int>(instance.playback.y & 0xFFFFU);
    pose.clip_b = static_cast<int>(instance.playback.y >> 16U);
    pose.phase_a = state.cycle_a / 0x1p32;
    pose.phase_b = state.cycle_b / 0x1p32;
    pose.weight = state.weight;
    const PackedMesh& mesh = studio.gpuModel(0).packed(MeshKind::kSkinned);
    const std::vector<SkinnedVertex> skinned = skin(unpackMesh(mesh), bakedPalette(baked, pose));

    const double scale = std::bit_cast<float>(instance.look.y);
    const double cosine = std::cos(static_cast<double>(state.placement.w));
    const double sine = std::sin(static_cast<double>(state.placement.w));
    std::vector<glm::dvec3> seen;
    for (const SkinnedVertex& v : skinned) {
        const glm::dvec3 p = v.position * scale;
        const glm::dvec3 world = glm::dvec3(cosine * p.x + sine * p.z, p.y, cosine * p.z - sine * p.x) +
                                 glm::dvec3(glm::vec3(state.placement));
        glm::dvec3 texel(view.texture_from_world * glm::dvec4(world, 1.0));
        texel.x *= kMapSize;
        texel.y *= kMapSize;
        seen.push_back(texel);
    }
    const int variant = studio.crowd().variantOf(unit);
    for (const Batch& batch : mesh.variants[static_cast<std::size_t>(variant)].batches) {
        for (std::uint32_t i = batch.first_index; i < batch.first_index + batch.index_count; i += 3) {
            fill(map, seen[mesh.indices[i]], seen[mesh.indices[i + 1]], seen[mesh.indices[i + 2]]);
        }
    }
}

// The renderer leaves its shadow maps bound to texture unit UNIT_SHADOW.
std::vector<DepthMap> shadowMapsOfLastFrame(std::size_t count) {
    std::vector<DepthMap> maps(count);
    glActiveTexture(GL_TEXTURE0 + UNIT_SHADOW);
    GLint width = 0;
    GLint layers = 0;
    glGetTexLevelParameteriv(GL_TEXTURE_2D_ARRAY, 0, GL_TEXTURE_WIDTH, &width);
    glGetTexLevelParameteriv(GL_TEXTURE_2D_ARRAY, 0, GL_TEXTURE_DEPTH, &layers);
    const bool as_expected = width == kMapSize && layers >= static_cast<GLint>(count);
    EXPECT_TRUE(as_expected) << width << " texels a side, " << layers << " layers";
    constexpr std::size_t kTexels = std::size_t{kMapSize} * kMapSize;
    std::vector<float> depths(kTexels * std::max(count, static_cast<std::size_t>(layers)));
    if (as_expected) glGetTexImage(GL_TEXTURE_2D_ARRAY, 0, GL_DEPTH_COMPONENT, GL_FLOAT, depths.data());
    glActiveTexture(GL_TEXTURE0);
    for (std::size_t map = 0; map < count; ++map) {
        const auto first = depths.begin() + static_cast<std::ptrdiff_t>(map * kTexels);
        maps[map].depth.assign(first, first + static_cast<std::ptrdiff_t>(kTexels));
    }
    return maps;
}

struct Agreement {
    int both = 0;
    int only_one = 0;  // covered in one of the two maps only
    int deep = 0;      // of `both`: depths differ by more than the limits below
};

// At edges, the two may show different triangles.
constexpr double kBehind_texels = 1.0;
constexpr double kBefore_m = 0.004;

Agreement compare(const DepthMap& drawn, const DepthMap& expected, double depth_m, double texel_m) {
    Agreement agreement;
    for (std::size_t i = 0; i < drawn.depth.size(); ++i) {
        const bool in_drawn = drawn.depth[i] < kNothing;
        const bool in_expected = expected.depth[i] < kNothing;
        if (in_drawn != in_expected) ++agreement.only_one;
        if (!in_drawn || !in_expected) continue;
        ++agreement.both;
        const double behind =
            (static_cast<double>(drawn.depth[i]) - static_cast<double>(expected.depth[i])) * depth_m;
        if (behind > kBehind_texels * texel_m || behind < -kBefore_m) ++agreement.deep;
    }
    return agreement;
}

class Shadow : public test::GlTest {
  protected:
    static CrowdSettings walkingThree() {
        CrowdSettings settings = test::standing(3);
        settings.spacing_m = 2.5;
        settings.heading_jitter_deg = 180.0;
        settings.height_spread = 0.1;
        settings.offset_spread = 1.0;
        settings.crossfade_s = 1.5;
        settings.hold_s = 1.0;
        return settings;
    }
    static ArmySettings walkAndCheer() {
        ArmySettings army;
        army.clip_a = "Walk";
        army.clip_b = "Cheer";
        return army;
    }
    static View viewAt(double time_s) {
        View view;
        view.time_s = time_s;
        view.camera.eye = {2.0, 4.0, 6.5};
        view.camera.target = {0.5, 0.3, 0.0};
        view.render.shadow_map = kMapSize;
        view.render.samples = 1;
        return view;
    }
    static ShadowView sunOf(const View& view) {
        return fitShadow(view.render.environment, view.camera, kMapSize).view(0);
    }
    static ShadowMaps cascadesOf(const View& view, const Crowd& crowd) {
        const ShadowArmy army{glm::dvec3(crowd.center()), crowd.radius_m(),
                              1.5 * crowd.models().front().height_m * crowd.largestScale()};
        return fitCascades(view.render.environment, view.camera, test::aspectOfPicture(), army, kMapSize,
                           PH_SHADOW_MAPS);
    }
    static DepthMap expectedMap(Studio& studio, const ShadowView& sun, double time_s) {
        DepthMap map;
        for (std::uint32_t unit = 0; unit < studio.crowd().size(); ++unit) {
            castShadow(map, studio, test::soldierAlone().front().baked, sun, unit, ticksFromSeconds(time_s));
        }
        return map;
    }
    // Returns how many texels are covered in both maps.
    static int expectTheSilhouette(Studio& studio, const View& view, const ShadowView& sun,
                                   const DepthMap& drawn) {
        // The distance along a ray of the sun from depth 0 to depth 1, in metres.
        const glm::dvec4 a_metre =
            sun.texture_from_world * glm::dvec4(-sunDirection(view.render.environment), 0.0);
        EXPECT_NEAR(a_metre.x, 0.0, 1e-9) << "the map's view direction is not that of the sun";
        EXPECT_NEAR(a_metre.y, 0.0, 1e-9);
        const Agreement same =
            compare(drawn, expectedMap(studio, sun, view.time_s), 1.0 / a_metre.z, sun.texel_m);
        // A texel whose centre lies on an edge may differ: one in some thousand of the covered texels.
        EXPECT_LE(same.only_one, std::max(1, same.both / 500)) << view.time_s << " s";
        EXPECT_LE(same.deep, std::max(1, same.both / 500)) << view.time_s << " s";
        std::printf("  %.2f s: %d texels in both, %d in one, %d too deep\n", view.time_s, same.both,
                    same.only_one, same.deep);
        // Proves that the test can fail: the pose 0.05 s later has another silhouette.
        const Agreement later =
            compare(drawn, expectedMap(studio, sun, view.time_s + 0.05), 1.0 / a_metre.z, sun.texel_m);
        EXPECT_GT(later.only_one, same.both / 100) << view.time_s << " s";
        return same.both;
    }
};

TEST_F(Shadow, TheMapHoldsTheVisiblePose) {
    if (isEs()) GTEST_SKIP() << kNotInEs;
    Studio studio(caps(), test::soldierAlone(), walkingThree(), walkAndCheer());
    for (const double time_s : {0.2, 0.7, 1.75, 3.0}) {  // walking, in the middle of the crossfade, cheering
        const View view = viewAt(time_s);
        studio.photograph(view);
        const DepthMap drawn = shadowMapsOfLastFrame(1).front();
        EXPECT_GT(expectTheSilhouette(studio, view, sunOf(view), drawn), 5000) << time_s << " s";
    }
}

TEST_F(Shadow, CascadesHoldTheVisiblePose) {
    if (isEs()) GTEST_SKIP() << kNotInEs;
    Studio studio(caps(), test::soldierAlone(), walkingThree(), walkAndCheer());
    View view = viewAt(1.75);
    view.render.shadow_cascades = PH_SHADOW_MAPS;
    // First some units in the first cascade and some in the second; then all units far away.
    for (const glm::dvec3 eye : {glm::dvec3(4.0, 3.0, 9.0), glm::dvec3(10.0, 9.0, 30.0)}) {
        view.camera.eye = eye;
        studio.photograph(view);
        const ShadowMaps maps = cascadesOf(view, studio.crowd());
        ASSERT_GE(maps.count, 1U);
        const std::vector<DepthMap> drawn = shadowMapsOfLastFrame(maps.count);
        int most = 0;
        for (std::size_t map = 0; map < maps.count; ++map)
            most = std::max(most, expectTheSilhouette(studio, view, maps.view(map), drawn[map]));
        EXPECT_GT(most, eye.z < 10.0 ? 2000 : 200);
    }
}

// The camera moves by less than a texel, by many texels, and turns: the content of each texel must not
// change.
TEST_F(Shadow, CascadesAreStable) {
    if (isEs()) GTEST_SKIP() << kNotInEs;
    Studio studio(caps(), test::soldierAlone(), walkingThree(), walkAndCheer());
    View view = viewAt(1.75);
    view.camera.eye = {4.0, 3.0, 9.0};
    view.render.shadow_cascades = PH_SHADOW_MAPS;
    studio.photograph(view);
    const ShadowMaps before = cascadesOf(view, studio.crowd());
    const std::vector<DepthMap> first = shadowMapsOfLastFrame(before.count);
    ASSERT_GE(before.count, 2U);
    test::Dice random(5);
    int compared = 0;
    int different = 0;
    int moved = 0;
    for (int i = 0; i < 12; ++i) {
        View other = view;
        const double far = i < 4 ? 0.005 : i < 8 ? 0.1 : 0.8;
        other.camera.eye += random.direction() * far;
        other.camera.target += random.direction() * 2.0 * far;
        studio.photograph(other);
        const ShadowMaps after = cascadesOf(other, studio.crowd());
        ASSERT_EQ(after.count, before.count);
        const std::vector<DepthMap> second = shadowMapsOfLastFrame(after.count);
        for (std::size_t map = 0; map < after.count; ++map) {
            const glm::dvec2 by = glm::dvec2(after.maps.at(map).center - before.maps.at(map).center) /
                                  before.maps.at(map).texel_m;
            ASSERT_EQ(after.maps.at(map).texel_m, before.maps.at(map).texel_m);
            ASSERT_LT(glm::length(by - glm::round(by)), 1e-6) << "not moved by whole texels";
            const glm::ivec2 whole(glm::round(by));
            moved += whole == glm::ivec2(0) ? 0 : 1;
            const auto alongRay = [](const ShadowMaps& maps, float depth) {
                return maps.depth_middle_m - (static_cast<double>(depth) - 0.5) / maps.depth_per_m;
            };
            for (int y = std::max(0, -whole.y); y < kMapSize - std::max(0, whole.y); ++y) {
                for (int x = std::max(0, -whole.x); x < kMapSize - std::max(0, whole.x); ++x) {
                    const float a = first[map].at(x + whole.x, y + whole.y);
                    const float b = second[map].at(x, y);
                    if (a == kNothing && b == kNothing) continue;
                    ++compared;
                    const bool same = a < kNothing && b < kNothing &&
                                      std::abs(alongRay(before, a) - alongRay(after, b)) < 0.001;
                    if (!same) ++different;
                }
            }
        }
    }
    std::printf("  %d texels compared, %d different\n", compared, different);
    EXPECT_GT(compared, 20'000);
    EXPECT_GT(moved, 10);
    // Float rounding differs at edges.
    EXPECT_LT(different, compared / 500);
}

// The ground must be dark exactly where the sun sees a soldier.
TEST_F(Shadow, TheGroundIsDarkUnderTheSilhouette) {
    Studio studio(caps(), test::soldierAlone(), walkingThree(), walkAndCheer());
    View view = viewAt(1.75);
    const gl::Pixels shaded = studio.photograph(view);
    const DepthMap map = expectedMap(studio, sunOf(view), view.time_s);
    view.render.environment.shadows = false;
    const gl::Pixels sunny = studio.photograph(view);
    view.render.units = false;
    const gl::Pixels empty = studio.photograph(view);

    const glm::dmat4 texture_from_world = sunOf(view).texture_from_world;
    int dark = 0;
    int bright = 0;
    int wrong = 0;
    for (int y = 0; y < shaded.height; ++y) {
        for (int x = 0; x < shaded.width; ++x) {
            const auto at = static_cast<std::size_t>(y * shaded.width + x) * 4;
            if (!std::equal(&sunny.rgba8[at], &sunny.rgba8[at] + 3, &empty.rgba8[at])) continue;  // a soldier
            const glm::dvec2 point((x + 0.5) / shaded.width * 2.0 - 1.0,
                                   1.0 - (y + 0.5) / shaded.height * 2.0);
            const glm::dvec3 ray = rayThrough(view.camera, test::aspectOfPicture(), point);
            if (ray.y > -0.05) continue;  // sky, or far away
            const glm::dvec3 ground = view.camera.eye - ray * (view.camera.eye.y / ray.y);
            const glm::dvec4 texel = texture_from_world * glm::dvec4(ground, 1.0);
            const int column = static_cast<int>(texel.x * kMapSize);
            const int row = static_cast<int>(texel.y * kMapSize);
            // The radius in texels of the shadow filter and of the offset along the normal.
            constexpr int kBlur = 3;
            if (column < kBlur || row < kBlur || column >= kMapSize - kBlur || row >= kMapSize - kBlur)
                continue;
            int covered = 0;
            for (int v = -kBlur; v <= kBlur; ++v) {
                for (int u = -kBlur; u <= kBlur; ++u)
                    covered += map.at(column + u, row + v) < kNothing ? 1 : 0;
            }
            // The edge of the shadow.
            if (covered != 0 && covered != (2 * kBlur + 1) * (2 * kBlur + 1)) continue;
            const bool is_dark = shaded.rgba8[at] + 8 < sunny.rgba8[at];
            ++(covered != 0 ? dark : bright);
            if (is_dark != (covered != 0)) ++wrong;
        }
    }
    EXPECT_GT(dark, 200);
    EXPECT_GT(bright, 10'000);
    // A pixel is two texels wide, and pixels at the edges of soldiers count as ground.
    EXPECT_LT(wrong, dark / 50);
    std::printf("  %d pixels in the shadow, %d in the sun, %d wrong\n", dark, bright, wrong);
}

}  // namespace
}  // namespace phalanx

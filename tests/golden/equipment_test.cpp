// Every unit shows the parts that its seed gives it, in every technique, as a mesh and as an impostor.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <set>

#include "armed_model.h"
#include "asset/equipment/attach.h"
#include "crowd/hash.h"
#include "gl/gl_fixture.h"
#include "golden/studio.h"

namespace phalanx {
namespace {

using test::Studio;
using test::View;

constexpr std::uint32_t kArmed = 12;
constexpr std::uint32_t kFlagEvery = 5;

// Two hands with alternatives, and a flag on the chest of every fifth unit.
std::vector<LoadedModel> armed(bool alternatives) {
    std::vector<LoadedModel> models(1);
    LoadedModel& loaded = models.front();
    loaded.model = test::armedModel(test::heldBoxes());
    if (alternatives) loaded.equipment.groups = findAlternatives(loaded.model);
    AttachRequest request{"flag.glb", "chest", kFlagEvery, false};
    attachModel(test::flagModel(), request, loaded.model, loaded.equipment);
    layOutEquipment(loaded.model, loaded.equipment, {});
    loaded.baked = bakeAnimation(loaded.model, {});
    prepareDetail(loaded);
    return models;
}

CrowdSettings armedCrowd(std::uint32_t seed) {
    CrowdSettings settings = test::standing(kArmed);
    settings.spacing_m = 3.0;
    settings.seed = seed;
    return settings;
}

class MixedUnits : public test::GlTest {
  protected:
    static View fromAbove() {
        View view;
        view.camera.eye = {0.0, 12.0, 14.0};
        view.camera.target = {0.0, 0.6, 0.0};
        view.render.samples = 1;
        view.render.environment.fog_density = 0.0F;
        view.render.environment.shadows = false;
        return view;
    }

    // World space of a place of the unit, model space.
    static glm::dvec3 worldOf(const Crowd& crowd, std::uint32_t unit, const glm::dvec3& place) {
        const glm::dvec4 at(glm::vec4(crowd.stateOf(unit, 0).placement));
        const double c = std::cos(at.w);
        const double s = std::sin(at.w);
        return {at.x + c * place.x + s * place.z, at.y + place.y, at.z - s * place.x + c * place.z};
    }

    // The pixel that shows a place in the world; the nearest one of the picture if it lies outside, which
    // fails the test.
    static glm::ivec2 pixelOf(const View& view, const glm::dvec3& world) {
        const glm::dvec4 clip = clipFromWorld(view.camera, test::aspectOfPicture()) * glm::dvec4(world, 1.0);
        const glm::ivec2 pixel{static_cast<int>((0.5 + 0.5 * clip.x / clip.w) * test::kPictureSize.x),
                               static_cast<int>((0.5 - 0.5 * clip.y / clip.w) * test::kPictureSize.y)};
        const glm::ivec2 inside = glm::clamp(pixel, glm::ivec2(0), test::kPictureSize - 1);
        EXPECT_EQ(pixel, inside);
        return inside;
    }

    static std::size_t offsetOf(const glm::ivec2& pixel) {
        return 4 * static_cast<std::size_t>(pixel.y * test::kPictureSize.x + pixel.x);
    }

    // The name of the part with the colour at this place of the unit, model space; "" if there is none.
    static std::string partAt(const gl::Pixels& picture, const Crowd& crowd, const View& view,
                              std::uint32_t unit, const glm::vec3& place) {
        const std::size_t pixel = offsetOf(pixelOf(view, worldOf(crowd, unit, glm::dvec3(place))));
        std::vector<test::BoxPart> parts = test::heldBoxes();
        parts.push_back({"flag", 0, {}, {}, {1.0F, 0.0F, 1.0F}});
        for (const test::BoxPart& part : parts) {
            bool same = true;
            for (std::size_t channel = 0; channel < 3; ++channel) {
                // Impostors blend images of several directions.
                const double shown = picture.rgba8[pixel + channel] / 255.0;
                same = same && std::abs(shown - part.color[static_cast<int>(channel)]) < 0.3;
            }
            if (same) return part.name;
        }
        return "";
    }

    struct Shown {
        std::string left;
        std::string right;
        bool flag = false;

        friend bool operator==(const Shown&, const Shown&) = default;
        friend std::ostream& operator<<(std::ostream& out, const Shown& shown) {
            return out << shown.left << ", " << shown.right << (shown.flag ? ", flag" : "");
        }
    };

    static Shown shownBy(const gl::Pixels& picture, const Crowd& crowd, const View& view,
                         std::uint32_t unit) {
        return {partAt(picture, crowd, view, unit, test::kNodePlaces[test::kLeftHand]),
                partAt(picture, crowd, view, unit, test::kNodePlaces[test::kRightHand]),
                partAt(picture, crowd, view, unit,
                       test::kNodePlaces[test::kChest] + glm::vec3(0.0F, 1.2F, 0.0F)) == "flag"};
    }

    // From the seed alone: the combinations are equally likely, and the first group runs faster.
    static Shown expectedOf(std::uint32_t seed, std::uint32_t unit) {
        const auto combination = static_cast<std::size_t>(6.0 * hashUnit(seed, unit, RandomStream::kVariant));
        const std::size_t left = combination % 3;
        const std::size_t right = combination / 3;
        const std::vector<test::BoxPart> held = test::heldBoxes();
        return {held[left].name, held[3 + right].name, unit % kFlagEvery == 0};
    }

    void expectSeeds(Studio& studio, const View& view, std::uint32_t seed, const std::string& what) {
        const gl::Pixels picture = studio.photograph(view);
        for (std::uint32_t u = 0; u < kArmed; ++u)
            EXPECT_EQ(shownBy(picture, studio.crowd(), view, u), expectedOf(seed, u))
                << what << ", unit " << u;
    }
};

TEST_F(MixedUnits, ShowThePartsOfTheirSeed) {
    const std::vector<LoadedModel> models = armed(true);
    std::set<std::string> seen;
    for (const std::uint32_t seed : {1U, 2U}) {
        Studio studio(caps(), models, armedCrowd(seed));
        for (const Technique& technique : techniques()) {
            if (!whyUnavailable(technique, caps()).empty()) continue;
            View view = fromAbove();
            view.render.technique = technique.name;
            expectSeeds(studio, view, seed, std::string(technique.name));
        }
        for (std::uint32_t u = 0; u < kArmed; ++u) {
            seen.insert(expectedOf(seed, u).left);
            seen.insert(expectedOf(seed, u).right);
        }
    }
    EXPECT_EQ(seen.size(), 5U);  // all parts occur, so that none can be missing unnoticed
}

TEST_F(MixedUnits, ShowThemWithCullingAndAsImpostors) {
    const std::vector<LoadedModel> models = armed(true);
    Studio studio(caps(), models, armedCrowd(1));
    for (const Select select : {Select::kCpu, Select::kGpu}) {
        if (select == Select::kGpu && caps().version < 43) continue;
        View view = fromAbove();
        view.render.cull = true;
        view.render.select = select;
        expectSeeds(studio, view, 1, "culled");
        view.render.lod_error_px = 10.0;  // more than an impostor is off here, less than the size of a unit
        view.render.impostors = ImpostorUse::kOn;
        view.render.at_once = true;
        expectSeeds(studio, view, 1, "impostors");
        EXPECT_GT(studio.renderer().stats().impostor_bytes, 0U);
        if (select == Select::kGpu) continue;
        const std::vector<std::uint32_t>& units = studio.renderer().stats().lod_units;
        const auto first = static_cast<std::size_t>(studio.gpuModel(0).impostorLod());
        ASSERT_GT(units.size(), first);
        std::uint32_t impostors = 0;
        for (std::size_t lod = first; lod < units.size(); ++lod) impostors += units[lod];
        EXPECT_EQ(impostors, kArmed);
    }
}

constexpr glm::dvec3 kFlag{0.0, 2.1, 0.0};
constexpr glm::dvec3 kTopOfFlag{0.0, 2.3, 0.0};

// Flags, which every fifth unit carries, reach beyond what all units show.
TEST_F(MixedUnits, ArePickedByTheirOwnParts) {
    const std::vector<LoadedModel> models = armed(true);
    Studio studio(caps(), models, armedCrowd(1));
    View view = fromAbove();
    for (const bool cull : {false, true}) {
        for (const Select select : {Select::kCpu, Select::kGpu}) {
            if (select == Select::kGpu && (!cull || caps().version < 43)) continue;
            view.render.cull = cull;
            view.render.select = select;
            for (std::uint32_t u = 0; u < kArmed; ++u) {
                const auto picked = studio.pick(view, pixelOf(view, worldOf(studio.crowd(), u, kFlag)));
                EXPECT_EQ(picked == std::optional(u), u % kFlagEvery == 0)
                    << "unit " << u << (cull ? ", culled" : "");
            }
        }
    }
}

TEST_F(MixedUnits, AreOutlinedAroundTheirOwnParts) {
    const std::vector<LoadedModel> models = armed(true);
    Studio studio(caps(), models, armedCrowd(1));
    View view = fromAbove();
    for (const bool cull : {false, true}) {
        view.render.cull = cull;
        view.render.outlined.reset();
        const gl::Pixels plain = studio.photograph(view);
        for (std::uint32_t u = 0; u < kArmed; ++u) {
            view.render.outlined = u;
            const gl::Pixels outlined = studio.photograph(view);
            const glm::ivec2 top = pixelOf(view, worldOf(studio.crowd(), u, kTopOfFlag));
            int changed = 0;
            for (int y = -2; y <= 0; ++y) {
                for (int x = -2; x <= 2; ++x) {
                    const std::size_t pixel =
                        offsetOf(glm::clamp(top + glm::ivec2(x, y), glm::ivec2(0), test::kPictureSize - 1));
                    if (!std::equal(&plain.rgba8[pixel], &plain.rgba8[pixel] + 4, &outlined.rgba8[pixel]))
                        ++changed;
                }
            }
            EXPECT_EQ(changed > 0, u % kFlagEvery == 0) << "unit " << u << (cull ? ", culled" : "");
        }
    }
}

TEST_F(MixedUnits, CastShadowsOfTheirOwnParts) {
    const std::vector<LoadedModel> models = armed(true);
    Studio studio(caps(), models, armedCrowd(1));
    View view;
    view.camera.eye = {0.0, 16.0, 3.0};
    view.render.samples = 1;
    view.render.environment.fog_density = 0.0F;
    view.render.environment.sun_azimuth_deg = 0.0;
    view.render.environment.sun_elevation_deg = 55.0;
    const glm::dvec3 sun = sunDirection(view.render.environment);
    for (const bool cull : {false, true}) {
        view.render.cull = cull;
        std::array<gl::Pixels, 2> pictures;
        for (const bool shadows : {false, true}) {
            view.render.environment.shadows = shadows;
            pictures.at(shadows ? 1 : 0) = studio.photograph(view);
        }
        for (std::uint32_t u = 0; u < kArmed; ++u) {
            // The shadow of the body ends before that of the flag.
            const glm::dvec3 top = worldOf(studio.crowd(), u, kTopOfFlag);
            const std::size_t pixel = offsetOf(pixelOf(view, top - sun * (top.y / sun.y)));
            const int darker = pictures[0].rgba8[pixel] - pictures[1].rgba8[pixel];
            EXPECT_EQ(darker > 20, u % kFlagEvery == 0)
                << "unit " << u << " by " << darker << (cull ? ", culled" : "");
        }
    }
}

// One draw per variant that occurs and material, however many units there are.
TEST_F(MixedUnits, TakeOneDrawPerVariantAndMaterial) {
    const std::vector<LoadedModel> models = armed(true);
    std::vector<std::uint32_t> draws;
    for (const std::uint32_t units : {400U, 4000U}) {
        CrowdSettings settings = armedCrowd(1);
        settings.units = units;
        Studio studio(caps(), models, settings);
        studio.photograph(fromAbove());
        EXPECT_EQ(studio.crowd().groups().size(), 12U);
        draws.push_back(studio.renderer().stats().unit_draws);
    }
    EXPECT_EQ(draws[0], draws[1]);
    EXPECT_EQ(draws[0], 6U * 3U + 6U * 4U);  // body, left, right; and the flag
}

// The test sees the difference: without groups, the largest box covers the others.
TEST_F(MixedUnits, WithoutGroupsAllPartsAreShown) {
    const std::vector<LoadedModel> models = armed(false);
    Studio studio(caps(), models, armedCrowd(1));
    const View view = fromAbove();
    const gl::Pixels picture = studio.photograph(view);
    for (std::uint32_t u = 0; u < kArmed; ++u) {
        EXPECT_EQ(shownBy(picture, studio.crowd(), view, u), (Shown{"blue", "cyan", u % kFlagEvery == 0}))
            << "unit " << u;
    }
}

}  // namespace
}  // namespace phalanx

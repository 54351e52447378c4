// Every unit shows the parts that its seed gives it, in every technique, as a mesh and as an impostor.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
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

    // The name of the part with the colour at this place of the unit, model space; "" if there is none.
    static std::string partAt(const gl::Pixels& picture, const Crowd& crowd, const View& view,
                              std::uint32_t unit, const glm::vec3& place) {
        const glm::dvec4 at(glm::vec4(crowd.stateOf(unit, 0).placement));
        const double c = std::cos(at.w);
        const double s = std::sin(at.w);
        const glm::dvec3 world(at.x + c * place.x + s * place.z, at.y + place.y,
                               at.z - s * place.x + c * place.z);
        const glm::dvec4 clip = clipFromWorld(view.camera, test::aspectOfPicture()) * glm::dvec4(world, 1.0);
        const auto x = static_cast<int>((0.5 + 0.5 * clip.x / clip.w) * picture.width);
        const auto y = static_cast<int>((0.5 - 0.5 * clip.y / clip.w) * picture.height);
        EXPECT_TRUE(x >= 0 && x < picture.width && y >= 0 && y < picture.height) << "unit " << unit;
        if (x < 0 || x >= picture.width || y < 0 || y >= picture.height) return "";
        const std::size_t pixel = 4 * (static_cast<std::size_t>(y) * static_cast<std::size_t>(picture.width) +
                                       static_cast<std::size_t>(x));
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

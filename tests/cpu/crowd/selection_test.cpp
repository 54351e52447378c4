#include "crowd/selection.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <glm/gtc/matrix_transform.hpp>
#include <optional>
#include <set>
#include <utility>

#include "core/parallel.h"
#include "cpu/crowd/crowd_army.h"
#include "render/poses/draw_list.h"
#include "synthetic_model.h"

namespace phalanx {
namespace {

using test::army;
using test::crowdSoldier;

SelectionModel soldierModel() {
    SelectionModel model;
    model.clips.assign(crowdSoldier().clips.size(), {-0.05, 1.9, 0.6});
    model.clips[test::kDie] = {-0.1, 1.9, 1.9};
    model.lod_error_m = {0.0, 0.004, 0.012, 0.03, 0.09};
    return model;
}

struct Look {
    glm::dmat4 clip_from_world{1.0};
    SelectionView view;
};

// Inside the army, above it, beside it; narrow and wide fields of view; sometimes straight down.
Look randomLook(test::Dice& random, double reach_m, bool details) {
    const auto from = [&](double low, double high) { return random.between(low, high); };
    const glm::dvec3 eye(from(-reach_m, reach_m), std::exp(from(-1.0, 5.0)), from(-reach_m, reach_m));
    glm::dvec3 target(from(-reach_m, reach_m), from(-2.0, 6.0), from(-reach_m, reach_m));
    if (from(0.0, 1.0) < 0.1) target = eye - glm::dvec3(0.01, 5.0, 0.0);
    const double fov = from(8.0, 100.0);
    const double aspect = from(0.5, 2.2);
    Look look;
    look.clip_from_world = glm::perspective(glm::radians(fov), aspect, 0.1, from(20.0, 2000.0)) *
                           glm::lookAt(eye, target, glm::dvec3(0.0, 1.0, 0.0));
    look.view = viewOf(look.clip_from_world, eye);
    if (details) look.view.error_per_metre = metresPerPixel(fov, aspect, 720.0) * from(0.3, 4.0);
    // As if a frame budget had raised the error.
    if (from(0.0, 1.0) < 0.3) look.view.small_share = from(0.0, 1.0);
    return look;
}

glm::dvec4 rowOf(const glm::dmat4& m, int row) {
    return {m[0][row], m[1][row], m[2][row], m[3][row]};
}

// How deep the unit's cylinder reaches into the view volume, in metres. For each side of the volume, takes
// the clip coordinates of the farthest point of both rims.
double depthInside(const layout::UnitState& state, double scale, const ClipBounds& bounds,
                   const glm::dmat4& clip_from_world) {
    double depth = 1e9;
    for (int axis = 0; axis < 3; ++axis) {
        for (const double side : {-1.0, 1.0}) {
            const glm::dvec4 row = rowOf(clip_from_world, 3) + side * rowOf(clip_from_world, axis);
            const double size = glm::length(glm::dvec3(row));
            const glm::dvec2 flat(row.x, row.z);
            const glm::dvec2 towards =
                glm::length(flat) > 0.0 ? glm::normalize(flat) * bounds.radius_m * scale : glm::dvec2(0.0);
            double best = -1e9;
            for (const double height : {bounds.low_m * scale, bounds.high_m * scale}) {
                const glm::dvec4 rim(state.placement.x + towards.x, state.placement.y + height,
                                     state.placement.z + towards.y, 1.0);
                best = std::max(best, glm::dot(row, rim) / size);
            }
            depth = std::min(depth, best);
        }
    }
    return depth;
}

ClipBounds boundsOf(const UnitInstance& unit, const SelectionModel& model) {
    const ClipBounds& a = model.clips[unit.playback.y & 0xFFFFU];
    const ClipBounds& b = model.clips[unit.playback.y >> 16U];
    return {std::min(a.low_m, b.low_m), std::max(a.high_m, b.high_m), std::max(a.radius_m, b.radius_m)};
}

// The expected LOD; -1 if the unit is too small to be drawn.
int lodWanted(const SelectionModel& model, const SelectionView& view, const layout::UnitState& state,
              double scale, const ClipBounds& bounds, std::uint32_t unit) {
    const double half = 0.5 * scale * (bounds.high_m - bounds.low_m);
    const double ball = std::hypot(half, bounds.radius_m * scale);
    const glm::dvec3 middle = glm::dvec3(state.placement) + glm::dvec3(0.0, scale * bounds.low_m + half, 0.0);
    const double distance = std::max(0.0, glm::distance(middle, view.origin) - ball);
    const double allowed = view.error_per_metre * distance * (1.0 - kLodBand * lodShareOf(unit));
    if (2.0 * ball < view.small_share * allowed) return -1;
    int lod = 0;
    for (std::size_t i = 0; i < model.lod_error_m.size(); ++i) {
        if (model.lod_error_m[i] * scale <= allowed) lod = static_cast<int>(i);
    }
    return view.error_per_metre > 0.0 ? lod : 0;
}

struct Tally {
    int shown = 0;
    int border = 0;
    std::array<int, kMaxLods> lods{};
    std::size_t looked_at = 0;
    std::size_t asked = 0;
};

// LODs by group and index; -1 if culled.
std::vector<std::vector<int>> lodsOf(const Crowd& crowd, const CrowdSelection& selection) {
    std::vector<std::vector<int>> lods;
    for (std::size_t g = 0; g < crowd.groups().size(); ++g)
        lods.push_back(selection.lods(static_cast<int>(g)));
    return lods;
}

void expectLikeEachByItself(const Crowd& crowd, const CrowdSelection& selection, const SelectionModel& model,
                            const Look& look, Ticks now, Tally& tally) {
    const std::vector<std::vector<int>> lods = lodsOf(crowd, selection);
    for (std::uint32_t u = 0; u < crowd.size(); ++u) {
        const UnitInstance& unit = crowd.unit(u);
        const layout::UnitState state = crowd.stateOf(u, now);
        const double scale = std::bit_cast<float>(unit.look.y);
        const ClipBounds bounds = boundsOf(unit, model);
        const double depth = depthInside(state, scale, bounds, look.clip_from_world);
        const UnitPlace place = crowd.placeOf(u);
        const int lod = lods[static_cast<std::size_t>(place.group)][place.index];
        // The selection adds a margin for the float arithmetic of the GPU, so units this close to the border
        // may be listed.
        if (depth < 0.0 && depth > -1e-3) {
            ++tally.border;
            continue;
        }
        const int wanted = depth < 0.0 ? -1 : lodWanted(model, look.view, state, scale, bounds, u);
        ASSERT_EQ(lod, wanted) << "unit " << u << ", " << depth << " m inside";
        if (lod < 0) continue;
        ++tally.shown;
        ++tally.lods[static_cast<std::size_t>(lod)];
    }
}

// A thousand cameras, each at another time; some of the times go back.
TEST(Selection, MatchesATestOfEachUnit) {
    const SelectionModel model = soldierModel();
    test::Dice random(7);
    Tally tally;
    for (int formation = 0; formation < 4; ++formation) {
        CrowdSettings settings;
        settings.units = 2500;
        settings.formation = static_cast<Formation>(formation);
        settings.crossfade_spread = formation == 1 ? 0.7 : 0.0;
        settings.speed_spread = formation == 2 ? 0.1 : 0.0;
        settings.march = formation != 3;
        if (formation == 1) settings.terrain = {std::string(kGroundHills), 300.0, 60.0};
        Crowd crowd({crowdSoldier()}, {{test::kWalk, test::kRun}}, settings);
        CrowdSelection selection;
        Ticks now = 0;
        for (int i = 0; i < 250; ++i) {
            now += static_cast<Ticks>(random.below(2) == 0 ? random.below(400) : random.below(40'000));
            if (i % 50 == 49) now -= 100'000;
            if (i % 60 == 30) crowd.chooseClips(0, {test::kIdle, test::kDie}, now);
            if (i % 60 == 50) crowd.chooseClips(0, {test::kWalk, test::kRun}, now);
            // From the middle on, some go by strides of their own.
            if (formation == 3 && i > 120 && i % 5 == 0) {
                for (std::uint32_t u = 0; u < crowd.size(); u += 3) {
                    crowd.travel(u,
                                 {.clip = test::kWalk,
                                  .rate = static_cast<std::uint32_t>(random.below(1 << 20)),
                                  .stride_m = {random.between(-1.0, 1.0), random.between(-1.0, 2.0)},
                                  .fade = static_cast<Ticks>(random.below(9000))},
                                 now);
                }
            }
            crowd.advance(now);
            const Look look = randomLook(random, crowd.radius_m() * 1.2, i % 2 == 0);
            selection.follow(crowd, {&model, 1}, now);
            selection.select(look.view);
            tally.looked_at += selection.lookedAt();
            tally.asked += crowd.size();
            expectLikeEachByItself(crowd, selection, model, look, now, tally);
            if (HasFatalFailure()) FAIL() << nameOf(static_cast<Formation>(formation)) << ", camera " << i;
        }
    }
    EXPECT_GT(tally.shown, 100'000);
    EXPECT_LT(tally.border, tally.shown / 1000);
    for (std::size_t lod = 0; lod < model.lod_error_m.size(); ++lod)
        EXPECT_GT(tally.lods.at(lod), 1000) << "level " << lod << " was hardly tested";
    EXPECT_LT(tally.looked_at, tally.asked * 9 / 10) << "no cell was culled or accepted as a whole";
}

TEST(Selection, ListsTheUnitsOfEachGroupAndLevel) {
    Crowd crowd = army();
    const SelectionModel model = soldierModel();
    test::Dice random(3);
    CrowdSelection selection;
    selection.follow(crowd, {&model, 1}, 0);
    const Look look = randomLook(random, 20.0, true);
    const std::span<const CrowdSelection::Run> runs = selection.select(look.view);
    ASSERT_FALSE(runs.empty());
    std::vector<std::uint32_t> indices(selection.count());
    selection.write(indices);
    std::size_t listed = 0;
    const std::vector<std::vector<int>> lods = lodsOf(crowd, selection);
    std::set<std::pair<int, std::uint32_t>> once;
    for (const CrowdSelection::Run& run : runs) {
        EXPECT_EQ(run.first, listed);
        listed += run.count;
        for (std::size_t i = run.first; i < run.first + run.count; ++i) {
            EXPECT_EQ(lods[static_cast<std::size_t>(run.group)][indices[i]], run.lod);
            EXPECT_TRUE(once.emplace(run.group, indices[i]).second) << "listed twice";
        }
    }
    EXPECT_EQ(listed, selection.count());
    std::size_t shown = 0;
    for (const std::vector<int>& group : lods)
        shown += static_cast<std::size_t>(std::ranges::count_if(group, [](int lod) { return lod >= 0; }));
    EXPECT_EQ(shown, listed);
}

// The outlined unit is drawn in a separate draw call, which finds it in the list.
TEST(Selection, EachUnitIsFoundInTheDrawList) {
    const SelectionModel model = soldierModel();
    CrowdSettings settings;
    settings.units = 2500;
    Crowd crowd({crowdSoldier()}, {{test::kWalk, test::kRun}}, settings);
    test::Dice random(11);
    CrowdSelection selection;
    selection.follow(crowd, {&model, 1}, 0);
    const Look look = randomLook(random, crowd.radius_m() * 1.2, true);
    const std::span<const CrowdSelection::Run> runs = selection.select(look.view);
    std::vector<std::uint32_t> indices(selection.count());
    selection.write(indices);
    ASSERT_GT(indices.size(), 500U);
    DrawList list;
    for (const CrowdSelection::Run& run : runs) {
        DrawItem& item = list.items.emplace_back();
        item.group = static_cast<std::size_t>(run.group);
        item.entries = UnitEntries::kIndices;
        item.count = run.count;
        item.indices = std::span(indices).subspan(run.first, run.count);
    }
    const std::vector<std::vector<int>> lods = lodsOf(crowd, selection);
    for (std::uint32_t u = 0; u < crowd.size(); ++u) {
        const UnitPlace unit = crowd.placeOf(u);
        const std::optional<DrawList::Place> found = list.find(unit);
        ASSERT_EQ(found.has_value(), lods[static_cast<std::size_t>(unit.group)][unit.index] >= 0) << u;
        if (!found) continue;
        const DrawItem& item = list.items[found->item];
        EXPECT_EQ(item.group, static_cast<std::size_t>(unit.group));
        EXPECT_EQ(item.indices[found->unit], unit.index);
    }
}

// Without culling, a list whose poses do not fit consists of pieces of groups.
TEST(Selection, EachUnitIsFoundInPiecesOfItsGroup) {
    DrawList list;
    for (std::size_t first = 0; first < 300; first += 100) {
        DrawItem& item = list.items.emplace_back();
        item.group = 1;
        item.first = first;
        item.count = first == 200 ? 50 : 100;
    }
    const auto placeOf = [&](int group, std::size_t index) {
        const std::optional<DrawList::Place> place = list.find({group, index});
        return place ? std::pair(static_cast<int>(place->item), static_cast<int>(place->unit))
                     : std::pair(-1, -1);
    };
    EXPECT_EQ(placeOf(1, 0), std::pair(0, 0));
    EXPECT_EQ(placeOf(1, 99), std::pair(0, 99));
    EXPECT_EQ(placeOf(1, 100), std::pair(1, 0));
    EXPECT_EQ(placeOf(1, 249), std::pair(2, 49));
    EXPECT_EQ(placeOf(1, 250), std::pair(-1, -1));
    EXPECT_EQ(placeOf(0, 0), std::pair(-1, -1));
}

// After an edit, another layout or another bake, nothing that was measured before may be used.
TEST(Selection, FollowsChangesOfTheCrowd) {
    Crowd crowd = army();
    SelectionModel model = soldierModel();
    test::Dice random(5);
    CrowdSelection selection;
    const auto expectRight = [&](Ticks now) {
        Tally tally;
        for (int i = 0; i < 20; ++i) {
            const Look look = randomLook(random, crowd.radius_m(), true);
            selection.follow(crowd, {&model, 1}, now);
            selection.select(look.view);
            expectLikeEachByItself(crowd, selection, model, look, now, tally);
        }
    };
    expectRight(0);
    UnitEdit edit;
    edit.clips = ClipChoice{test::kDie, test::kDie};
    for (std::uint32_t u = 0; u < 400; ++u) crowd.edit(u, edit, 5000);
    expectRight(5000);
    CrowdSettings settings = crowd.settings();
    settings.speed = 4.0;
    crowd.apply(settings, 6000);
    expectRight(60'000);
    settings.units = 300;
    settings.spacing_m = 9.0;
    crowd.apply(settings, 70'000);
    expectRight(70'000);
    for (ClipBounds& bounds : model.clips) bounds.radius_m *= 3.0;
    expectRight(70'000);
}

TEST(Selection, DoesNotDependOnThreads) {
    CrowdSettings settings;
    settings.units = 40'000;
    const Crowd crowd({crowdSoldier()}, {{test::kWalk, test::kRun}}, settings);
    const SelectionModel model = soldierModel();
    test::Dice random(11);
    const Look look = randomLook(random, 60.0, true);
    std::vector<std::vector<std::uint32_t>> lists;
    for (const unsigned threads : {1U, 4U}) {
        const ThreadsInstead instead(threads);
        CrowdSelection selection;
        selection.follow(crowd, {&model, 1}, 900);
        selection.select(look.view);
        selection.write(lists.emplace_back(selection.count()));
    }
    EXPECT_FALSE(lists[0].empty());
    EXPECT_EQ(lists[0], lists[1]);
}

TEST(Selection, APixelCoversLeastInTheCorner) {
    const double fov = 60.0;
    const double aspect = 16.0 / 9.0;
    const double height = 1080.0;
    const glm::dmat4 clip_from_view = glm::perspective(glm::radians(fov), aspect, 0.1, 100.0);
    const auto pixel = [&](const glm::dvec3& p) {
        const glm::dvec4 clip = clip_from_view * glm::dvec4(p, 1.0);
        return glm::dvec2(clip.x / clip.w * aspect, clip.y / clip.w) * height * 0.5;
    };
    const double error_m = metresPerPixel(fov, aspect, height) * 10.0;  // one pixel at ten metres
    test::Dice random(2);
    const auto from = [&] { return random.between(-1.0, 1.0); };
    double most = 0.0;
    for (int i = 0; i < 4000; ++i) {
        const double half = std::tan(glm::radians(fov) * 0.5);
        const glm::dvec3 ray(from() * half * aspect, from() * half, -1.0);
        const glm::dvec3 at = 10.0 * glm::normalize(ray);
        const glm::dvec3 away = error_m * glm::normalize(glm::dvec3(from(), from(), from()));
        most = std::max(most, glm::length(pixel(at + away) - pixel(at)));
    }
    EXPECT_LT(most, 1.01);
    EXPECT_GT(most, 0.9);
}

}  // namespace
}  // namespace phalanx

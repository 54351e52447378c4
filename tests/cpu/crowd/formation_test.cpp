// Formations: the right number of slots, no overlapping slots, the same bytes for the same request.
#include "crowd/formations.h"
#include "crowd/hosts.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <ostream>
#include <unordered_map>

#include "core/address_sanitizer.h"

namespace phalanx {

// Prints a formation's name in the list of tests.
void PrintTo(Formation formation, std::ostream* out) {
    *out << nameOf(formation);
}

namespace {

// The smallest distance between two slots, or `limit` if it is larger. Uses a hash grid with cells of size
// `limit`.
double leastDistance(const std::vector<Slot>& slots, double limit) {
    std::unordered_multimap<std::int64_t, std::uint32_t> cells;
    cells.reserve(slots.size());
    const auto key = [](std::int64_t x, std::int64_t y) { return (x << 32) ^ (y & 0xFFFFFFFF); };
    const auto cell = [limit](float v) { return static_cast<std::int64_t>(std::floor(v / limit)); };
    double least = limit;
    for (std::uint32_t i = 0; i < slots.size(); ++i) {
        const std::int64_t cx = cell(slots[i].place.x);
        const std::int64_t cy = cell(slots[i].place.y);
        for (std::int64_t y = cy - 1; y <= cy + 1; ++y) {
            for (std::int64_t x = cx - 1; x <= cx + 1; ++x) {
                const auto [from, to] = cells.equal_range(key(x, y));
                for (auto it = from; it != to; ++it) {
                    const glm::dvec2 d = glm::dvec2(slots[i].place) - glm::dvec2(slots[it->second].place);
                    least = std::min(least, glm::length(d));
                }
            }
        }
        cells.emplace(key(cx, cy), i);
    }
    return least;
}

// Sanitizers take minutes for a million.
constexpr std::uint32_t kMostUnits = kAddressSanitizer ? 100'000 : kMaxUnits;

class FormationTest : public testing::TestWithParam<std::tuple<Formation, std::uint32_t>> {};

TEST_P(FormationTest, SlotsDoNotOverlap) {
    const auto [formation, units] = GetParam();
    for (const bool officers : {false, true}) {
        if (officers && formation != Formation::kPhalanx) continue;
        const FormationRequest request{formation, units, 1.5, 7, officers, true};
        const std::vector<Slot> slots = layFormation(request);
        ASSERT_EQ(slots.size(), units);
        // At 1 km, floats are 1/16 mm apart.
        EXPECT_GE(leastDistance(slots, 1.5), 1.5 - 5e-4);

        glm::dvec2 middle{0.0};
        double reach = 0.0;
        for (const Slot& slot : slots) {
            middle += glm::dvec2(slot.place) / static_cast<double>(units);
            reach = std::max(reach, static_cast<double>(glm::length(slot.place)));
            ASSERT_LT(slot.team, kTeams);
        }
        // Between two hosts, of which one may have a unit more, is a field.
        const double field_m = formation == Formation::kBattle ? betweenHosts_m(units) : 0.0;
        EXPECT_LE(glm::length(middle), 1.5 + 0.2 * reach + field_m / units);
        // At most the width of a rectangle that is twice as wide as deep and has four spacing squares per
        // unit, plus one block.
        EXPECT_LE(reach, 1.5 * (2.0 * std::sqrt(4.0 * units / 2.0) + 14.0) + 0.5 * field_m);
    }
}

TEST_P(FormationTest, DependsOnlyOnTheRequest) {
    const auto [formation, units] = GetParam();
    const auto bytes = [](const std::vector<Slot>& slots) {
        std::vector<float> all;
        for (const Slot& s : slots) {
            all.insert(all.end(), {s.place.x, s.place.y, s.heading, static_cast<float>(s.block),
                                   static_cast<float>(s.team), s.leads ? 1.0F : 0.0F});
        }
        return all;
    };
    const FormationRequest request{formation, units, 1.5, 7, true, false};
    EXPECT_EQ(bytes(layFormation(request)), bytes(layFormation(request)));
    if (formation == Formation::kScatter && units >= 100) {
        FormationRequest other = request;
        other.seed = 8;
        EXPECT_NE(bytes(layFormation(request)), bytes(layFormation(other)));
    }
}

INSTANTIATE_TEST_SUITE_P(All, FormationTest,
                         testing::Combine(testing::ValuesIn(kFormations),
                                          testing::Values(1U, 2U, 3U, 7U, 100U, 12345U, kMostUnits)),
                         [](const auto& test) {
                             return std::string(nameOf(std::get<0>(test.param))) + "_" +
                                    std::to_string(std::get<1>(test.param));
                         });

TEST(Formation, PhalanxHasBlocksWithALeader) {
    const auto slots = layFormation({Formation::kPhalanx, 97 * 6, 1.5, 1, true, false});
    for (std::uint32_t block = 0; block < 6; ++block) {
        float front = -1e9F;
        float officer = 0.0F;
        int leaders = 0;
        int followers = 0;
        for (const Slot& s : slots) {
            if (s.block != block) continue;
            if (s.leads) {
                ++leaders;
                officer = s.place.y;
            } else {
                ++followers;
                front = std::max(front, s.place.y);
            }
        }
        EXPECT_EQ(leaders, 1);
        EXPECT_EQ(followers, 96);
        EXPECT_GT(officer, front + 1.5F);
    }
}

TEST(Formation, RingFacesOutwardOrAhead) {
    for (const bool outward : {true, false}) {
        for (const Slot& s : layFormation({Formation::kRing, 500, 1.5, 1, false, outward})) {
            const glm::vec2 look{std::sin(s.heading), std::cos(s.heading)};
            const glm::vec2 wanted = outward ? glm::normalize(s.place) : glm::vec2{0.0F, 1.0F};
            EXPECT_GT(glm::dot(look, wanted), 0.9999F);
        }
    }
}

// Blue noise has no rows: neighbours are evenly distributed over all directions.
TEST(Formation, ScatterHasNoRows) {
    const auto slots = layFormation({Formation::kScatter, 4000, 1.0, 3, false, false});
    std::array<int, 12> directions{};
    int pairs = 0;
    for (std::size_t i = 0; i < slots.size(); ++i) {
        for (std::size_t k = 0; k < slots.size(); ++k) {
            const glm::vec2 d = slots[k].place - slots[i].place;
            if (i == k || glm::dot(d, d) > 1.5F * 1.5F) continue;
            const double angle = std::atan2(d.y, d.x) + 3.14159265;
            ++directions[std::min<std::size_t>(11, static_cast<std::size_t>(angle / 6.2831853 * 12.0))];
            ++pairs;
        }
    }
    for (const int n : directions) EXPECT_NEAR(n, pairs / 12.0, pairs / 12.0 * 0.15);
}

}  // namespace
}  // namespace phalanx

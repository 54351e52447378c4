// Feet of an army on hills, near and far: the rows that the GPU wrote against the double reference.
#include <gtest/gtest.h>

#include <algorithm>

#include "core/file.h"
#include "gl/layers/feet_on_hills.h"

namespace phalanx {
namespace {

class FeetOnHills : public test::GlTest {
  protected:
    // This context, and the fragment passes where it has compute shaders.
    std::vector<gl::Capabilities> paths() const {
        std::vector<gl::Capabilities> result{caps()};
        if (!caps().compute) return result;
        result.push_back(caps());
        result.back().compute = false;
        return result;
    }
    static std::filesystem::path shaders() { return dataDirectory() / "shaders"; }
};

TEST_F(FeetOnHills, ArePlantedByDistanceAsTheReferenceSays) {
    test::ArmyOnHills army(caps());
    constexpr double kShows = 100.0 * kPositionLimit;  // 2 mm
    for (const gl::Capabilities& path : paths()) {
        SCOPED_TRACE(path.compute ? "compute" : "fragments");
        FrameStats stats;
        const std::vector<glm::vec4> rows = army.rowsBy(path, shaders(), stats);
        EXPECT_EQ(stats.dispatches > 0, path.compute);
        const std::size_t joints = army.model().palette.size();
        ASSERT_EQ(rows.size(), 3 * joints * army.units().size());
        struct Band {
            const char* name = "";
            std::size_t units = 0;
            double worst = 0.0;
            std::size_t on_slopes = 0;  // where the pose differs from that of the clips, or would
            std::size_t in_fade = 0;    // and from that of wholly planted feet
        };
        std::array<Band, 3> bands{Band{"planted"}, Band{"faded"}, Band{"by_clips"}};
        for (std::size_t i = 0; i < army.units().size(); ++i) {
            const test::ArmyOnHills::Unit& unit = army.units()[i];
            Band& band = unit.feet >= 1.0 ? bands[0] : unit.feet > 0.0 ? bands[1] : bands[2];
            const auto off = [&](const std::vector<glm::dmat4>& pose) {
                return test::rowDifference(army.model(), pose, rows, i);
            };
            ++band.units;
            band.worst = std::max(band.worst, off(unit.expected));
            const bool not_clips = off(unit.by_clips) > kShows;
            const bool not_planted = off(unit.planted) > kShows;
            if (unit.feet > 0.0 ? not_clips : not_planted) ++band.on_slopes;
            if (not_clips && not_planted) ++band.in_fade;
        }
        for (const Band& band : bands) {
            SCOPED_TRACE(band.name);
            EXPECT_GE(band.units, 10U);
            EXPECT_GE(band.on_slopes, band.units / 2);
            EXPECT_LE(band.worst, kPositionLimit);
            RecordProperty(std::string(band.name) + (path.compute ? "_compute" : "_fragments"),
                           std::to_string(1e6 * band.worst) + "e-6 of " + std::to_string(band.units) + ", " +
                               std::to_string(band.on_slopes) + ", " + std::to_string(band.in_fade));
        }
        EXPECT_GE(bands[1].in_fade, bands[1].units / 2);
    }
}

// Blended clips, a layer over one leg, other sizes and a ground of part weight.
TEST_F(FeetOnHills, OfUnitsWithLayersAgreeWithTheReference) {
    const test::LayersOnHills soldiers(caps());
    for (const gl::Capabilities& path : paths()) {
        const double worst = soldiers.differenceBy(path, shaders());
        EXPECT_LE(worst, kPositionLimit) << (path.compute ? "compute" : "fragments");
        EXPECT_GT(worst, 0.0);
    }
}

}  // namespace
}  // namespace phalanx

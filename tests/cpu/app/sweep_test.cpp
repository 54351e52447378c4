// The entries that a sweep draws interleaved, and the names of its rows.
#include "app/measure/sweep.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace phalanx {
namespace {

std::vector<std::string> labelsOf(const std::vector<BenchEntry>& entries) {
    std::vector<std::string> labels;
    for (const BenchEntry& entry : entries) labels.push_back(entry.label);
    return labels;
}

TEST(Sweep, OverUnitsComparesTheCurrentTechniqueWithStatic) {
    RenderSettings render;
    render.technique = "palette";
    EXPECT_EQ(labelsOf(sweptEntries(render, SweepKind::kUnits, 6, false)),
              (std::vector<std::string>{"static", "palette"}));
    render.technique = "static";
    EXPECT_EQ(labelsOf(sweptEntries(render, SweepKind::kUnits, 6, false)),
              (std::vector<std::string>{"static"}));
}

TEST(Sweep, OfAutoNamesBoth) {
    RenderSettings render;
    render.technique = "palette";
    render.levels = LevelTechniques{"palette", {3U}};
    const std::vector<BenchEntry> entries = sweptEntries(render, SweepKind::kUnits, 6, false);
    EXPECT_EQ(labelsOf(entries), (std::vector<std::string>{"static", "auto: palette"}));
    EXPECT_EQ(entries.back().technique, "palette");

    BenchRow row;
    row.units = 6;
    row.entry = entries.back();
    const SweepResult result = sweepResultOf(SweepKind::kUnits, {row}, true);
    ASSERT_EQ(result.lines.size(), 1U);
    EXPECT_EQ(result.lines.front().name, "auto: palette");
}

}  // namespace
}  // namespace phalanx

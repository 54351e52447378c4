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
    FrameRequest render{wholeUnits()};
    render.technique = "palette";
    EXPECT_EQ(labelsOf(sweptEntries(render, SweepKind::kUnits, 6, false)),
              (std::vector<std::string>{"static", "palette"}));
    render.technique = "static";
    EXPECT_EQ(labelsOf(sweptEntries(render, SweepKind::kUnits, 6, false)),
              (std::vector<std::string>{"static"}));
}

}  // namespace
}  // namespace phalanx

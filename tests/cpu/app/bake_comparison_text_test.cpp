#include "app/figures/bake_comparison_text.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <vector>

namespace phalanx {
namespace {

std::vector<ComparedBake> rows(double step_ms) {
    std::vector<ComparedBake> result(2);
    result[0].rate_hz = 30.0;
    result[0].step_ms = step_ms;
    result[1].rate_hz = 60.0;
    result[1].refused = "for a reason";
    return result;
}

TEST(BakeComparisonText, SaysHowLongAStepTakesIfAClipHasSteps) {
    const std::string without = comparedBakesText(rows(0.0));
    EXPECT_EQ(without.find("step ms"), std::string::npos) << without;
    EXPECT_NE(without.find("refused: for a reason"), std::string::npos) << without;
    const std::string with = comparedBakesText(rows(33.33));
    EXPECT_NE(with.find("normals p99 deg  step ms  worst"), std::string::npos) << with;
    EXPECT_NE(with.find("  33.33  "), std::string::npos) << with;
    EXPECT_EQ(comparedBakesJson(rows(33.33))[0]["step_ms"], 33.33);
}

}  // namespace
}  // namespace phalanx

// The numbers and entries that a sweep measures interleaved, and the lines that its rows become.
#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

#include "app/measure/sweep_plan.h"
#include "core/error.h"
#include "layers.h"

namespace phalanx {
namespace {

// A model of a chain of joints whose names have no meaning, and three clips.
LoadedModel chain() {
    LoadedModel loaded;
    for (int i = 0; i < 4; ++i) {
        Node node;
        node.name = "joint " + std::to_string(i);
        node.parent = i - 1;
        loaded.model.nodes.push_back(node);
    }
    for (const char* name : {"Idle", "Walk", "Run"}) {
        Clip clip;
        clip.name = name;
        clip.duration_s = 1.0;
        clip.loops = true;
        loaded.model.clips.push_back(clip);
    }
    return loaded;
}

class Sweeps : public testing::Test {
  protected:
    SweepSource source(const std::string& technique) const {
        SweepSource made;
        made.render = wholeUnits();
        made.render.technique = technique;
        made.units = 1234;
        made.gpu_clock = true;
        made.stack = {&models_, {{1, 2}}, own_};
        return made;
    }
    void takePose(const char* form) { own_ = parsePose(form, "test"); }

    std::vector<LoadedModel> models_{chain()};
    std::optional<PoseFile> own_;
};

std::vector<std::string> labelsOf(const SweepPlan& plan) {
    std::vector<std::string> labels;
    for (const SweepEntry& entry : plan.entries) labels.push_back(entry.entry.label);
    return labels;
}

std::vector<double> placesOf(const SweepPlan& plan, const std::string& line) {
    std::vector<double> places;
    for (const SweepEntry& entry : plan.entries) {
        if (entry.line == line) places.push_back(entry.x.value_or(-1.0));
    }
    return places;
}

BenchRow rowOf(std::uint32_t units, double draw_ms, std::optional<double> layers_ms = {}) {
    BenchRow row;
    row.units = units;
    row.draw_ms = Percentiles{draw_ms, draw_ms, draw_ms};
    row.submit_ms = {0.1, 0.1, 0.1};
    if (layers_ms) row.layers_ms = Percentiles{*layers_ms, *layers_ms, *layers_ms};
    return row;
}

constexpr const char* kOwn =
    R"({"base":[{"clip":"Walk"}],"layers":[{"clip":"Run","weight":0.7}],
        "additive":[{"clip":"Idle","reference":{"clip":"Idle"}}],
        "aim":[{"chain":["joint 1"],"joint":"joint 3","target":[0,1,9]}]})";

TEST_F(Sweeps, OverUnitsComparesTheCurrentTechniqueWithStatic) {
    EXPECT_EQ(labelsOf(sweepPlanOf(SweepKind::kUnits, source("palette"))),
              (std::vector<std::string>{"static", "palette"}));
    EXPECT_EQ(labelsOf(sweepPlanOf(SweepKind::kUnits, source("static"))),
              (std::vector<std::string>{"static"}));
}

TEST_F(Sweeps, TheArmysLayersAreInTheOtherSweeps) {
    takePose(kOwn);
    const SweepPlan units = sweepPlanOf(SweepKind::kUnits, source("palette"));
    EXPECT_EQ(labelsOf(units), (std::vector<std::string>{"static", "palette", "palette layers"}));
    EXPECT_FALSE(units.entries[1].entry.layers);
    ASSERT_TRUE(units.entries[2].entry.layers);
    EXPECT_EQ(units.poses.at(units.entries[2].entry.layers->pose).pose.layers.size(), 1U);
    EXPECT_EQ(sweepPlanOf(SweepKind::kUnits, source("vertex-texture")).poses.size(), 0U);

    for (const SweepEntry& entry : sweepPlanOf(SweepKind::kBatches, source("palette")).entries)
        EXPECT_TRUE(entry.entry.layers) << entry.entry.label;
    own_.reset();
    for (const SweepEntry& entry : sweepPlanOf(SweepKind::kBatches, source("palette")).entries)
        EXPECT_FALSE(entry.entry.layers) << entry.entry.label;
}

TEST_F(Sweeps, OverLayersGoesFromNoneToTheMostOfARecord) {
    const SweepPlan plan = sweepPlanOf(SweepKind::kLayers, source("texture"));
    EXPECT_EQ(plan.units, (std::vector<std::uint32_t>{1234}));
    EXPECT_EQ(placesOf(plan, "two baked clips"), (std::vector<double>{0.0}));
    std::vector<double> all;
    for (std::size_t i = 0; i <= mostLayers(); ++i) all.push_back(static_cast<double>(i));
    EXPECT_EQ(placesOf(plan, "layers"), all);
    EXPECT_TRUE(placesOf(plan, "layers and an aim").empty()) << "the model has nothing to aim with";
    for (const SweepEntry& entry : plan.entries) {
        if (!entry.entry.layers) continue;
        const LayeredPose& pose = plan.poses.at(entry.entry.layers->pose).pose;
        EXPECT_EQ(pose.layers.size(), static_cast<std::size_t>(*entry.x)) << entry.entry.label;
        ASSERT_TRUE(pose.base);
        EXPECT_EQ(pose.base->clips.size(), 2U);
        EXPECT_EQ(pose.base->clips.front().clip, "#1");
    }
}

TEST_F(Sweeps, OverLayersTakesTheArmysFirst) {
    takePose(kOwn);
    const SweepPlan plan = sweepPlanOf(SweepKind::kLayers, source("texture"));
    EXPECT_EQ(placesOf(plan, "layers and an aim").size(), mostLayers() + 1);
    for (const SweepEntry& entry : plan.entries) {
        if (!entry.entry.layers) continue;
        const LayeredPose& pose = plan.poses.at(entry.entry.layers->pose).pose;
        const auto layers = static_cast<std::size_t>(*entry.x);
        EXPECT_EQ(pose.layers.size() + pose.additive.size(), layers) << entry.entry.label;
        EXPECT_EQ(pose.additive.size(), layers >= 2 ? 1U : 0U);
        EXPECT_EQ(pose.aim.size(), entry.line == "layers" ? 0U : 1U);
        ASSERT_EQ(pose.base->clips.size(), 1U);
        EXPECT_EQ(pose.base->clips.front().clip, "Walk");
        if (layers > 0) {
            EXPECT_EQ(pose.layers.front().weight, 0.7);
        }
    }
}

TEST_F(Sweeps, OverLayeredUnitsSplitsTheArmy) {
    EXPECT_EQ(sweptLayeredUnits(6), (std::vector<std::uint32_t>{0, 1, 6}));
    EXPECT_EQ(sweptLayeredUnits(100), (std::vector<std::uint32_t>{0, 1, 10, 100}));
    EXPECT_EQ(sweptLayeredUnits(1000), (std::vector<std::uint32_t>{0, 100, 1000}));
    const SweepPlan plan = sweepPlanOf(SweepKind::kLayeredUnits, source("compute"));
    EXPECT_EQ(placesOf(plan, "of 1,234 units"), (std::vector<double>{0, 100, 1000, 1234}));
    std::set<std::uint32_t> units;
    for (const SweepEntry& entry : plan.entries) {
        ASSERT_TRUE(entry.entry.layers);
        EXPECT_EQ(entry.entry.layers->pose, 0U);
        units.insert(entry.entry.layers->units);
    }
    EXPECT_EQ(units, (std::set<std::uint32_t>{0, 100, 1000, 1234}));
}

TEST_F(Sweeps, RowsBecomeLines) {
    const SweepPlan plan = sweepPlanOf(SweepKind::kLayers, source("texture"));
    std::vector<BenchRow> rows{rowOf(1234, 2.0)};
    for (std::size_t i = 0; i <= mostLayers(); ++i)
        rows.push_back(rowOf(1234, 3.0 + static_cast<double>(i), 0.5));
    const SweepResult result = sweepResultOf(plan, rows, true);
    EXPECT_TRUE(result.gpu_clock);
    EXPECT_EQ(result.units, 1234U);
    ASSERT_EQ(result.lines.size(), 2U);
    // Two baked clips were measured once, and are drawn as long as the others.
    ASSERT_EQ(result.lines[0].points.size(), 2U);
    EXPECT_EQ(result.lines[0].points[1].x, static_cast<double>(mostLayers()));
    EXPECT_EQ(result.lines[0].points[1].cost_ms, 2.0);
    EXPECT_FALSE(result.lines[0].points[0].layers_ms);
    ASSERT_EQ(result.lines[1].points.size(), mostLayers() + 1);
    EXPECT_EQ(result.lines[1].points[2].cost_ms, 5.0);
    EXPECT_EQ(result.lines[1].points[2].layers_ms, 0.5);
    EXPECT_EQ(result.sentence,
              "Two baked clips take 2.00 ms. The base and 4 layers take 7.00 ms, of which the layers' "
              "passes take 0.500 ms.");
}

// What rounds of one measurement differ by is no result.
TEST_F(Sweeps, SayWhenADifferenceIsNoise) {
    const SweepPlan plan = sweepPlanOf(SweepKind::kLayers, source("texture"));
    std::vector<BenchRow> rows{rowOf(1234, 2.0)};
    for (std::size_t i = 0; i <= mostLayers(); ++i) rows.push_back(rowOf(1234, 2.1, 0.5));
    const auto sentence = [&](double noise_ms) {
        rows.front().noise_ms = noise_ms;
        return sweepResultOf(plan, rows, true).sentence;
    };
    EXPECT_EQ(sentence(0.01).find("No clear difference"), std::string::npos);
    EXPECT_NE(sentence(0.1).find("No clear difference: rounds of one measurement differ by 0.20 ms"),
              std::string::npos)
        << sentence(0.1);
}

TEST_F(Sweeps, KnowTheArmyAndTheClockBeforeTheFirstRow) {
    SweepSource of_many = source("texture");
    of_many.units = 1'000'000;
    for (const SweepKind kind : kAllSweeps) {
        const bool layers = infoOf(kind).layers;
        EXPECT_EQ(sweepResultOf(sweepPlanOf(kind, of_many), {}, false).units, layers ? 100'000U : 1'000'000U);
        EXPECT_TRUE(sweepResultOf(sweepPlanOf(kind, of_many), {}, false).gpu_clock);
    }
    of_many.gpu_clock = false;
    EXPECT_FALSE(sweepResultOf(sweepPlanOf(SweepKind::kUnits, of_many), {}, false).gpu_clock);
}

TEST_F(Sweeps, SayWhyNothingWasMeasured) {
    const SweepPlan plan = sweepPlanOf(SweepKind::kLayeredUnits, source("texture"));
    std::vector<BenchRow> rows(plan.entries.size());
    for (BenchRow& row : rows) row.skipped = "its layers cannot be drawn";
    EXPECT_EQ(sweepResultOf(plan, rows, true).sentence,
              "of 1,234 units: not measured, its layers cannot be drawn.");
}

TEST(LayerStack, NeedsAModelWithClips) {
    std::vector<LoadedModel> models{chain()};
    models.front().model.clips.clear();
    StackSource source{&models, {{0, 0}}, {}};
    EXPECT_THROW(layerStack(source, 0, false), Error);
    EXPECT_THROW(layerStack(source, 1, true), Error);
    // A pose of its own may do without clips; further layers are clips.
    source.own = parsePose(R"({"aim":[{"chain":["joint 1"],"joint":"joint 3","target":[0,1,9]}]})", "test");
    EXPECT_EQ(layerStack(source, 0, true).pose.aim.size(), 1U);
    EXPECT_THROW(layerStack(source, 1, true), Error);
}

TEST(LayerStack, AimsAtUnitsThatAreThere) {
    LayeredPose pose = parsePose(R"({"aim":[{"chain":["a"],"joint":"a","target":{"unit":5}},
                                            {"chain":["a"],"joint":"a","target":{"unit":4}}]})",
                                 "test")
                           .pose;
    dropAims(pose, 5);
    EXPECT_EQ(pose.aim[0].weight, 0.0);
    EXPECT_FALSE(pose.aim[0].target.unit);
    EXPECT_EQ(pose.aim[1].weight, 1.0);
    EXPECT_TRUE(pose.aim[1].target.unit);
}

}  // namespace
}  // namespace phalanx

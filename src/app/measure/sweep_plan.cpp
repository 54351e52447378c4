#include "app/measure/sweep_plan.h"

#include <fmt/format.h>

#include <algorithm>

#include "render/techniques/technique.h"
#include "ui/toolkit/format.h"

namespace phalanx {
namespace {

constexpr std::uint32_t kMostSwept = 100'000;

// The poses of a plan, and entries that use them.
class PlanMaker {
  public:
    PlanMaker(SweepKind kind, const SweepSource& source) : source_(source) {
        plan.kind = kind;
        plan.gpu_clock = source.gpu_clock;
        plan.army_units = source.units;
    }

    void add(BenchEntry entry, std::string line, std::optional<double> x = std::nullopt,
             bool everywhere = false) {
        plan.entries.push_back({std::move(entry), std::move(line), x, everywhere});
    }
    // The entry with the layers of a pose.
    BenchEntry layered(BenchEntry entry, std::size_t pose, std::uint32_t units = kAllLayered) const {
        entry.layers = BenchLayers{pose, units};
        entry.label += units == kAllLayered ? " layers" : fmt::format(", {} with layers", grouped(units));
        return entry;
    }
    std::size_t addPose(PoseFile pose) {
        plan.poses.push_back(std::move(pose));
        return plan.poses.size() - 1;
    }
    BenchEntry plain(const std::string& technique) const {
        return benchEntries({technique}, source_.render.skin, {}).front();
    }

    void overUnits() {
        plan.units = sweptUnits();
        const std::string& technique = source_.render.technique;
        add(plain("static"), "static");
        if (technique == "static") return;
        add(plain(technique), technique);
        if (ownLayers(technique))
            add(layered(plain(technique), addPose(*source_.stack.own)), technique + " layers");
    }
    void overBatches() {
        plan.units = {plan.army_units};
        SkinSettings both = source_.render.skin;
        both.multi_draw = source_.multi_draw;
        const bool layers = ownLayers("texture-draws");
        if (layers) addPose(*source_.stack.own);
        const auto drawn = [&](const BenchEntry& entry) { return layers ? layered(entry, 0) : entry; };
        for (const BenchEntry& entry : benchEntries({"texture-draws"}, both, sweptBatches(source_.units)))
            add(drawn(entry), entry.multi_draw ? "one multi-draw call" : "one call per draw", entry.batch);
        add(drawn(plain("texture")), "texture: one draw call", source_.units);
    }
    void overLayers() {
        ofOneArmy();
        const BenchEntry entry = plain(source_.render.technique);
        add(entry, "two baked clips", 0.0, true);
        for (const bool aim : {false, true}) {
            if (aim && !stackAims(source_.stack)) continue;
            for (std::size_t layers = 0; layers <= mostLayers(); ++layers) {
                BenchEntry of_stack = layered(entry, addPose(layerStack(source_.stack, layers, aim)));
                of_stack.label = fmt::format("{} {} layers{}", entry.label, layers, aim ? ", aim" : "");
                add(of_stack, aim ? "layers and an aim" : "layers", static_cast<double>(layers));
            }
        }
    }
    void overLayeredUnits() {
        ofOneArmy();
        addPose(source_.stack.own ? *source_.stack.own : layerStack(source_.stack, 1, false));
        const BenchEntry entry = plain(source_.render.technique);
        for (const std::uint32_t units : sweptLayeredUnits(plan.army_units))
            add(layered(entry, 0, units), fmt::format("of {} units", grouped(plan.army_units)), units);
    }

    SweepPlan plan;

  private:
    void ofOneArmy() {
        plan.army_units = std::min(source_.units, kMostSwept);
        plan.units = {plan.army_units};
    }
    bool ownLayers(const std::string& technique) const {
        return source_.stack.own.has_value() && findTechnique(technique).no_layers.empty();
    }

    const SweepSource& source_;
};

}  // namespace

std::vector<std::uint32_t> sweptUnits() {
    std::vector<std::uint32_t> numbers;
    for (std::uint32_t decade = 1; decade <= kMostSwept; decade *= 10) {
        for (const std::uint32_t step : {1U, 2U, 5U}) {
            if (step * decade <= kMostSwept) numbers.push_back(step * decade);
        }
    }
    return numbers;
}

std::vector<std::uint32_t> sweptBatches(std::uint32_t units) {
    std::vector<std::uint32_t> numbers;
    for (std::uint32_t batch = 1; batch < units; batch *= 4) numbers.push_back(batch);
    numbers.push_back(units);
    return numbers;
}

std::vector<std::uint32_t> sweptLayeredUnits(std::uint32_t units) {
    std::vector<std::uint32_t> numbers{0};
    for (std::uint32_t decade = units > 100 ? 100 : 1; decade < units; decade *= 10)
        numbers.push_back(decade);
    numbers.push_back(units);
    return numbers;
}

SweepPlan sweepPlanOf(SweepKind kind, const SweepSource& source) {
    PlanMaker maker(kind, source);
    switch (kind) {
        case SweepKind::kUnits:
            maker.overUnits();
            break;
        case SweepKind::kBatches:
            maker.overBatches();
            break;
        case SweepKind::kLayers:
            maker.overLayers();
            break;
        case SweepKind::kLayeredUnits:
            maker.overLayeredUnits();
            break;
    }
    return std::move(maker.plan);
}

}  // namespace phalanx

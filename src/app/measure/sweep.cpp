#include "app/measure/sweep.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "render/techniques/technique.h"
#include "ui/toolkit/format.h"

namespace phalanx {
namespace {

constexpr std::uint32_t kMostSwept = 100'000;
constexpr double kLongestFrame_ms = 100.0;
constexpr std::uint32_t kLeastSwept = 10;  // one decade: fewer numbers do not make a line

// Swaps another crowd into the stage for the lifetime of this object.
class OtherCrowd {
  public:
    OtherCrowd(Stage& stage, Crowd& crowd) : stage_(stage), crowd_(crowd) { swap(); }
    ~OtherCrowd() { swap(); }
    OtherCrowd(const OtherCrowd&) = delete;
    OtherCrowd& operator=(const OtherCrowd&) = delete;
    OtherCrowd(OtherCrowd&&) = delete;
    OtherCrowd& operator=(OtherCrowd&&) = delete;

  private:
    void swap() {
        std::swap(stage_.crowd, crowd_);
        stage_.renderer.forgetUnits();
    }
    Stage& stage_;
    Crowd& crowd_;
};

CrowdSettings sweptSettings(const Stage& stage) {
    CrowdSettings settings = stage.crowd.settings();
    settings.crossfade_s = 0.0;
    settings.blend = 0.5;
    return settings;
}

BenchPlan planOf(const Stage& stage, SweepKind kind, glm::ivec2 size) {
    const gl::Capabilities& can = stage.renderer.capabilities();
    BenchPlan plan;
    plan.units =
        kind == SweepKind::kUnits ? sweptNumbers(kind, stage.crowd.size()) : std::vector{stage.crowd.size()};
    plan.entries = sweptEntries(stage.render, kind, stage.crowd.size(), can.multi_draw_indirect);
    plan.frames = can.software ? 6 : 60;
    plan.rounds = can.software ? 2 : 4;
    plan.warm_up = warmUpFrames(can.gpuClock());
    plan.size = size;
    plan.time_budget_s = 20.0;
    if (kind == SweepKind::kUnits) {
        plan.longest_frame_ms = kLongestFrame_ms;
        plan.least_units = kLeastSwept;
    }
    return plan;
}

bool isBatched(const BenchEntry& entry) {
    return findTechnique(entry.technique).issue == Issue::kBatches;
}

std::string lineName(SweepKind kind, const BenchEntry& entry) {
    if (kind == SweepKind::kUnits) return entry.label;
    if (!isBatched(entry)) return "texture: one draw call";
    return entry.multi_draw ? "one multi-draw call" : "one call per draw";
}

std::string unitsSentence(const SweepResult& result) {
    std::string text;
    for (const SweepLine& line : result.lines) {
        if (line.points.empty()) continue;
        const SweepPoint& last = line.points.back();
        const auto units = static_cast<std::uint64_t>(last.x);
        text += fmt::format("{}{}: {} units take {}, {} per unit.", text.empty() ? "" : " ", line.name,
                            grouped(units), millisecondsText(last.cost_ms), shareText(last.cost_ms, units));
    }
    return text;
}

// Finds the smallest number of units per draw that is within 10 % of the best, by the larger of CPU time and
// cost.
std::string batchesSentence(const SweepResult& result) {
    const auto slower = [](const SweepPoint& p) { return std::max(p.cost_ms, p.submit_ms); };
    for (const SweepLine& line : result.lines) {
        if (line.name != "one call per draw" || line.points.empty()) continue;
        const double one = slower(line.points.front());
        const double best = slower(*std::ranges::min_element(line.points, {}, slower));
        for (const SweepPoint& point : line.points) {
            if (slower(point) > 1.1 * best) continue;
            return fmt::format(
                "One unit per draw takes {}. From {} units per draw on, more units save less than 10 %: {}.",
                millisecondsText(one), grouped(static_cast<std::uint64_t>(point.x)),
                millisecondsText(slower(point)));
        }
    }
    return "";
}

}  // namespace

std::vector<std::uint32_t> sweptNumbers(SweepKind kind, std::uint32_t units) {
    std::vector<std::uint32_t> numbers;
    if (kind == SweepKind::kBatches) {
        for (std::uint32_t batch = 1; batch < units; batch *= 4) numbers.push_back(batch);
        numbers.push_back(units);
        return numbers;
    }
    for (std::uint32_t decade = 1; decade <= kMostSwept; decade *= 10) {
        for (const std::uint32_t step : {1U, 2U, 5U}) {
            if (step * decade <= kMostSwept) numbers.push_back(step * decade);
        }
    }
    return numbers;
}

std::vector<BenchEntry> sweptEntries(const RenderSettings& render, SweepKind kind, std::uint32_t units,
                                     bool multi_draw) {
    const SkinSettings& skin = render.skin;
    if (kind == SweepKind::kUnits) {
        std::vector<std::string> techniques{"static"};
        if (render.technique != "static") techniques.push_back(render.technique);
        return benchEntries(techniques, skin, {});
    }
    SkinSettings both = skin;
    both.multi_draw = multi_draw;
    std::vector<BenchEntry> entries = benchEntries({"texture-draws"}, both, sweptNumbers(kind, units));
    entries.push_back(benchEntries({"texture"}, skin, {}).front());
    return entries;
}

SweepResult sweepResultOf(SweepKind kind, const std::vector<BenchRow>& rows, bool done) {
    SweepResult result;
    result.kind = kind;
    for (const BenchRow& row : rows) {
        result.units = row.units;
        const std::string name = lineName(kind, row.entry);
        auto line = std::ranges::find(result.lines, name, &SweepLine::name);
        if (line == result.lines.end()) line = result.lines.insert(line, SweepLine{name, {}, ""});
        if (!row.skipped.empty()) {
            if (line->ended.empty()) line->ended = row.skipped;
            continue;
        }
        result.gpu_clock = row.draw_ms.has_value();
        const double x = kind == SweepKind::kUnits ? row.units
                         : isBatched(row.entry)    ? row.entry.batch
                                                   : row.units;
        line->points.push_back({x, costOf(row), row.submit_ms.p50});
    }
    if (done) result.sentence = kind == SweepKind::kUnits ? unitsSentence(result) : batchesSentence(result);
    return result;
}

Sweep::Sweep(Stage& stage, SweepKind kind, glm::ivec2 size)
    : stage_(stage),
      kind_(kind),
      crowd_(stage.crowd),
      gpu_clock_(stage.renderer.capabilities().gpuClock()),
      units_(stage.crowd.size()),
      run_(stage, sweptSettings(stage), planOf(stage, kind, size)) {}

void Sweep::step() {
    const OtherCrowd other(stage_, crowd_);
    // run_ keeps the settings of the start, even if the window's settings have changed since.
    run_.step();
}

SweepResult Sweep::result() const {
    SweepResult result = sweepResultOf(kind_, run_.rows(), done());
    result.gpu_clock = gpu_clock_;
    result.units = units_;
    return result;
}

}  // namespace phalanx

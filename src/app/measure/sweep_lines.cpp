// The rows of a sweep as lines of a plot, and what they say as a sentence.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/measure/sweep_plan.h"
#include "ui/toolkit/format.h"

namespace phalanx {
namespace {

SweepPoint pointOf(const BenchRow& row, double x) {
    SweepPoint point;
    point.x = x;
    point.cost_ms = costOf(row);
    point.noise_ms = row.noise_ms;
    point.submit_ms = row.submit_ms.p50;
    if (row.layers_ms) point.layers_ms = row.layers_ms->p50;
    for (std::size_t i = 0; i < point.layer_pass_ms.size(); ++i) {
        if (row.layer_pass_ms[i]) point.layer_pass_ms[i] = row.layer_pass_ms[i]->p50;
    }
    point.layers = row.stats.layers;
    return point;
}

const SweepLine* lineNamed(const SweepResult& result, std::string_view name) {
    const auto found = std::ranges::find(result.lines, name, &SweepLine::name);
    return found == result.lines.end() || found->points.empty() ? nullptr : &*found;
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
    const SweepLine* const line = lineNamed(result, "one call per draw");
    if (line == nullptr) return "";
    const double one = slower(line->points.front());
    const double best = slower(*std::ranges::min_element(line->points, {}, slower));
    for (const SweepPoint& point : line->points) {
        if (slower(point) > 1.1 * best) continue;
        return fmt::format(
            "One unit per draw takes {}. From {} units per draw on, more units save less than 10 %: {}.",
            millisecondsText(one), grouped(static_cast<std::uint64_t>(point.x)),
            millisecondsText(slower(point)));
    }
    return "";
}

std::string passesText(const SweepPoint& point) {
    return point.layers_ms ? fmt::format(", of which the layers' passes take {}",
                                         finerMillisecondsText(static_cast<float>(*point.layers_ms)))
                           : "";
}

// A difference that rounds of the same measurement have, too, says nothing.
std::string noiseText(const SweepPoint& a, const SweepPoint& b) {
    const double noise = std::max(a.noise_ms, b.noise_ms);
    if (std::abs(a.cost_ms - b.cost_ms) > 2.0 * noise || noise <= 0.0) return "";
    return fmt::format(" No clear difference: rounds of one measurement differ by {}, too.",
                       millisecondsText(2.0 * noise));
}

std::string layersSentence(const SweepResult& result) {
    const SweepLine* const plain = lineNamed(result, "two baked clips");
    const SweepLine* const layers = lineNamed(result, "layers");
    if (plain == nullptr || layers == nullptr) return "";
    const SweepPoint& most = layers->points.back();
    std::string text = fmt::format("Two baked clips take {}. The base and {:g} layers take {}{}.",
                                   millisecondsText(plain->points.front().cost_ms), most.x,
                                   millisecondsText(most.cost_ms), passesText(most));
    text += noiseText(plain->points.front(), most);
    if (const SweepLine* const aim = lineNamed(result, "layers and an aim"))
        text += fmt::format(" With an aim: {}{}.", millisecondsText(aim->points.back().cost_ms),
                            passesText(aim->points.back()));
    return text;
}

std::string layeredUnitsSentence(const SweepResult& result) {
    if (result.lines.empty() || result.lines.front().points.empty()) return "";
    const SweepPoint& none = result.lines.front().points.front();
    const SweepPoint& most = result.lines.front().points.back();
    return fmt::format("{} units take {} if none has layers, and {} if {} have{}.", grouped(result.units),
                       millisecondsText(none.cost_ms), millisecondsText(most.cost_ms),
                       grouped(static_cast<std::uint64_t>(most.x)), passesText(most)) +
           noiseText(none, most);
}

std::string sentenceOf(const SweepResult& result) {
    switch (result.kind) {
        case SweepKind::kUnits:
            return unitsSentence(result);
        case SweepKind::kBatches:
            return batchesSentence(result);
        case SweepKind::kLayers:
            return layersSentence(result);
        case SweepKind::kLayeredUnits:
            return layeredUnitsSentence(result);
    }
    return "";
}

// Why nothing of a line was measured, for lines without points.
std::string missingText(const SweepResult& result) {
    std::string text;
    for (const SweepLine& line : result.lines) {
        if (line.points.empty() && !line.ended.empty())
            text += fmt::format(" {}: not measured, {}.", line.name, line.ended);
    }
    return text;
}

// A line that was measured once is as long as the others.
void spread(SweepLine& line, const SweepResult& result) {
    double most = 0.0;
    for (const SweepLine& other : result.lines) {
        for (const SweepPoint& point : other.points) most = std::max(most, point.x);
    }
    if (line.points.empty() || most == line.points.front().x) return;
    line.points.push_back(line.points.front());
    line.points.back().x = most;
}

}  // namespace

SweepResult sweepResultOf(const SweepPlan& plan, const std::vector<BenchRow>& rows, bool done) {
    SweepResult result;
    result.kind = plan.kind;
    result.gpu_clock = plan.gpu_clock;
    result.units = plan.army_units;
    for (std::size_t r = 0; r < rows.size(); ++r) {
        const BenchRow& row = rows[r];
        const SweepEntry& entry = plan.entries[r % plan.entries.size()];
        auto line = std::ranges::find(result.lines, entry.line, &SweepLine::name);
        if (line == result.lines.end()) line = result.lines.insert(line, SweepLine{entry.line, {}, ""});
        if (!row.skipped.empty()) {
            if (line->ended.empty()) line->ended = row.skipped;
            continue;
        }
        line->points.push_back(pointOf(row, entry.x.value_or(row.units)));
    }
    for (const SweepEntry& entry : plan.entries) {
        const auto line = std::ranges::find(result.lines, entry.line, &SweepLine::name);
        if (entry.everywhere && line != result.lines.end()) spread(*line, result);
    }
    if (!done) return result;
    result.sentence = sentenceOf(result);
    const std::string missing = missingText(result);
    if (!missing.empty()) result.sentence += result.sentence.empty() ? missing.substr(1) : missing;
    return result;
}

}  // namespace phalanx

#include "app/measure/flight/flight_load.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "core/percentile.h"

namespace phalanx {
namespace {

struct Cause {
    const char* name;
    std::uint64_t (*bytes)(const FlightFrame& frame);
};
constexpr std::array kCauses{
    Cause{"units", [](const FlightFrame& f) { return f.upload_causes.units; }},
    Cause{"traces", [](const FlightFrame& f) { return f.upload_causes.traces; }},
    Cause{"falls", [](const FlightFrame& f) { return f.fall_bytes; }},
    Cause{"layers", [](const FlightFrame& f) { return f.upload_causes.layers; }},
    Cause{"ground, clouds",
          [](const FlightFrame& f) { return f.upload_causes.terrain + f.upload_causes.clouds; }},
    Cause{"selection", [](const FlightFrame& f) { return f.selection_bytes; }},
    Cause{"frame", [](const FlightFrame& f) { return f.upload_causes.frame; }},
    Cause{"all", [](const FlightFrame& f) { return f.uploaded; }},
};

struct Numbers {
    double mean = 0.0;
    double p99 = 0.0;
    double most = 0.0;
};

Numbers numbersOf(const std::vector<double>& values) {
    Numbers result;
    if (values.empty()) return result;
    for (const double value : values) result.mean += value / static_cast<double>(values.size());
    result.p99 = percentile(values, 0.99);
    result.most = std::ranges::max(values);
    return result;
}

nlohmann::json jsonOf(const Numbers& n) {
    return {{"mean", n.mean}, {"p99", n.p99}, {"most", n.most}};
}

std::vector<double> bytesOf(const Flight& flight, const Cause& cause) {
    std::vector<double> values;
    for (const FlightFrame& frame : flight.frames) values.push_back(static_cast<double>(cause.bytes(frame)));
    return values;
}

// only_idle: of the frames in which no one decides.
std::vector<double> behaviourOf(const Flight& flight, bool only_idle) {
    std::vector<double> values;
    for (const FlightFrame& frame : flight.frames) {
        if (!only_idle || frame.battle.decisions == 0) values.push_back(frame.battle.behaviour_ms);
    }
    return values;
}

bool anyLoad(const Flight& flight) {
    return std::ranges::any_of(flight.frames, [](const FlightFrame& frame) {
        return frame.battle.decisions > 0 || frame.falls.falling > 0;
    });
}

}  // namespace

std::string loadText(const std::vector<Flight>& flights) {
    std::string text;
    for (const Flight& flight : flights) {
        if (!anyLoad(flight)) continue;
        const Numbers all = numbersOf(behaviourOf(flight, false));
        const std::vector<double> idle = behaviourOf(flight, true);
        const Numbers of_idle = numbersOf(idle);
        text += fmt::format(
            "\n{} units, {}\nbehaviour, CPU ms per frame: mean {:.4f}, p99 {:.4f}, most {:.4f}; in the {} of "
            "{} "
            "frames in which no one decides: mean {:.4f}, p99 {:.4f}, most {:.4f}\n"
            "uploads, bytes per frame: {:>14} {:>12} {:>12}\n",
            flight.units, flight.technique, all.mean, all.p99, all.most, idle.size(), flight.frames.size(),
            of_idle.mean, of_idle.p99, of_idle.most, "mean", "p99", "most");
        for (const Cause& cause : kCauses) {
            const Numbers n = numbersOf(bytesOf(flight, cause));
            text += fmt::format("  {:<23} {:14.0f} {:12.0f} {:12.0f}\n", cause.name, n.mean, n.p99, n.most);
        }
    }
    return text;
}

nlohmann::json loadJson(const Flight& flight) {
    if (!anyLoad(flight)) return nullptr;
    nlohmann::json result{{"behaviour_ms", jsonOf(numbersOf(behaviourOf(flight, false)))},
                          {"idle_behaviour_ms", jsonOf(numbersOf(behaviourOf(flight, true)))}};
    for (const Cause& cause : kCauses)
        result["uploaded_bytes"][cause.name] = jsonOf(numbersOf(bytesOf(flight, cause)));
    return result;
}

}  // namespace phalanx

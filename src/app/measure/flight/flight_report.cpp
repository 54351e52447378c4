#include "app/measure/flight/flight_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <set>

#include "app/measure/flight/flight_load.h"

namespace phalanx {
namespace {

// One number per frame, for the frames that have it.
template <typename Number>
std::vector<double> numbersOf(const Flight& flight, const Number& number) {
    std::vector<double> values;
    for (const FlightFrame& frame : flight.frames) {
        if (const std::optional<double> value = number(frame)) values.push_back(*value);
    }
    return values;
}

template <typename Member>
std::vector<double> all(const Flight& flight, Member member) {
    return numbersOf(flight, [&](const FlightFrame& frame) {
        return std::optional<double>(static_cast<double>(frame.*member));
    });
}

std::vector<double> gpuTimes(const Flight& flight) {
    return numbersOf(flight, [](const FlightFrame& frame) { return frame.gpu_ms; });
}

std::optional<double> timeOf(const FlightFrame& frame, const std::string& pass) {
    const auto found = std::ranges::find(frame.passes, pass, &PassTime::name);
    return found == frame.passes.end() ? std::nullopt : std::optional(found->gpu_ms);
}

std::set<std::string> passesOf(const Flight& flight) {
    std::set<std::string> names;
    for (const FlightFrame& frame : flight.frames) {
        for (const PassTime& pass : frame.passes) names.insert(pass.name);
    }
    return names;
}

double meanOf(const std::vector<double>& values) {
    double sum = 0.0;
    for (const double value : values) sum += value;
    return sum / static_cast<double>(values.size());
}

std::size_t lodsOf(const Flight& flight) {
    std::size_t lods = 0;
    for (const FlightFrame& frame : flight.frames) lods = std::max(lods, frame.lod_units.size());
    return lods;
}

std::string threeText(const std::vector<double>& values) {
    if (values.empty()) return fmt::format("{:>26}", "-");
    const Percentiles p = percentilesOf(values);
    return fmt::format("{:8.2f} {:8.2f} {:8.2f}", p.p50, p.p95, p.p99);
}

nlohmann::json threeJson(const std::vector<double>& values) {
    if (values.empty()) return nullptr;
    const Percentiles p = percentilesOf(values);
    return {{"p50", p.p50}, {"p95", p.p95}, {"p99", p.p99}};
}

nlohmann::json meanAndMost(const std::vector<double>& values) {
    return {{"mean", meanOf(values)}, {"most", std::ranges::max(values)}};
}

nlohmann::json partsJson(const Flight::Parts& parts) {
    return {{"units", parts.units},        {"poses", parts.poses},   {"animation", parts.animation},
            {"meshes", parts.meshes},      {"images", parts.images}, {"depth_pyramid", parts.pyramid},
            {"impostors", parts.impostors}};
}

// Ratio of slow frames to typical frames: p99 / p50.
double pacingOf(const std::vector<double>& frame_ms) {
    const Percentiles p = percentilesOf(frame_ms);
    return p.p99 / p.p50;
}

}  // namespace

std::string tableText(const std::vector<Flight>& flights) {
    std::string text = fmt::format(
        "{:>8}  {:<14} {:<6} {:>26}  {:>7}  {:>22}  {:>26}  {:>26}  {:>9} {:>9}  {:>9}  {:>10} {:>10}  "
        "{:>7} {:>7}  {:>10} {:>10}\n",
        "units", "technique", "select", "frame, ms p50/p95/p99", "p99/p50", "error px p50/p95/max",
        "GPU, ms p50/p95/p99", "select, CPU ms p50/p95/p99", "in view", "max", "hidden", "triangles", "max",
        "GPU MB", "CPU MB", "GPU B/unit", "CPU B/unit");
    for (const Flight& f : flights) {
        if (!f.skipped.empty()) {
            text += fmt::format("{:>8}  {:<14} skipped: {}\n", f.units, f.technique, f.skipped);
            continue;
        }
        const std::vector<double> frame_ms = all(f, &FlightFrame::frame_ms);
        const std::vector<double> errors = all(f, &FlightFrame::error_px);
        const Percentiles error = percentilesOf(errors);
        const std::vector<double> visible = all(f, &FlightFrame::visible);
        const std::vector<double> triangles = all(f, &FlightFrame::triangles);
        text += fmt::format(
            "{:>8}  {:<14} {:<6} {}  {:7.2f}  {:8.2f} {:6.2f} {:6.2f}  {}  {}  {:9.0f} {:9.0f}  {:9.0f}  "
            "{:10.0f} "
            "{:10.0f}  {:7.1f} {:7.1f}  {:10.1f} {:10.1f}\n",
            f.units, f.technique, nameOf(f.select), threeText(frame_ms), pacingOf(frame_ms), error.p50,
            error.p95, std::ranges::max(errors), threeText(gpuTimes(f)),
            threeText(all(f, &FlightFrame::select_ms)), meanOf(visible), std::ranges::max(visible),
            meanOf(all(f, &FlightFrame::hidden)), meanOf(triangles), std::ranges::max(triangles),
            static_cast<double>(f.gpu_bytes) / 1e6, static_cast<double>(f.cpu_bytes) / 1e6,
            f.gpuBytesPerUnit(), f.cpuBytesPerUnit());
    }
    return text;
}

namespace {

struct FallPhase {
    const char* name;
    std::vector<double> frame_ms;
    double fall_ms = 0.0;            // mean
    double bytes = 0.0;              // mean per frame, beside the frame block
    double bytes_per_ragdoll = 0.0;  // mean
    std::uint32_t most_falling = 0;
    std::uint32_t lying = 0;  // at the end
};

// Before, while, after.
std::vector<FallPhase> fallPhases(const Flight& flight) {
    std::vector<FallPhase> phases{{"before", {}}, {"falling", {}}, {"lying", {}}};
    std::size_t now = 0;
    std::array<double, 3> ragdolls{};
    for (const FlightFrame& frame : flight.frames) {
        if (now == 0 && frame.falls.falling > 0) now = 1;
        if (now == 1 && frame.falls.falling == 0) now = 2;
        FallPhase& phase = phases[now];
        phase.frame_ms.push_back(frame.frame_ms);
        phase.fall_ms += frame.falls.fall_ms;
        phase.bytes += static_cast<double>(frame.uploaded) - static_cast<double>(sizeof(layout::FrameBlock));
        phase.most_falling = std::max(phase.most_falling, frame.falls.falling);
        phase.lying = frame.falls.lying;
        ragdolls[now] += frame.falls.falling;
    }
    for (std::size_t p = 0; p < phases.size(); ++p) {
        FallPhase& phase = phases[p];
        if (ragdolls[p] > 0.0) phase.bytes_per_ragdoll = phase.bytes / ragdolls[p];
        const auto frames = static_cast<double>(std::max<std::size_t>(1, phase.frame_ms.size()));
        phase.fall_ms /= frames;
        phase.bytes /= frames;
    }
    return phases;
}

bool anyFalls(const Flight& flight) {
    return std::ranges::any_of(flight.frames, [](const FlightFrame& frame) {
        return frame.falls.falling > 0 || frame.falls.lying > 0;
    });
}

}  // namespace

std::string fallsText(const std::vector<Flight>& flights) {
    std::string text;
    for (const Flight& flight : flights) {
        if (!anyFalls(flight)) continue;
        if (text.empty()) {
            text =
                "\n   units  technique      while    frames  ragdolls  lying"
                "     frame ms p50 / p95 / p99  fall ms  bytes/frame  per ragdoll\n";
        }
        for (const FallPhase& phase : fallPhases(flight)) {
            if (phase.frame_ms.empty()) continue;
            text += fmt::format("{:>8}  {:<14} {:<8} {:6}  {:8}  {:5}  {}  {:7.3f}  {:11.0f}  {:11.0f}\n",
                                flight.units, flight.technique, phase.name, phase.frame_ms.size(),
                                phase.most_falling, phase.lying, threeText(phase.frame_ms), phase.fall_ms,
                                phase.bytes, phase.bytes_per_ragdoll);
        }
    }
    return text;
}

nlohmann::json fallsJson(const Flight& flight) {
    if (!anyFalls(flight)) return nullptr;
    nlohmann::json rows = nlohmann::json::array();
    for (const FallPhase& phase : fallPhases(flight)) {
        if (phase.frame_ms.empty()) continue;
        rows.push_back({{"while", phase.name},
                        {"frames", phase.frame_ms.size()},
                        {"ragdolls", phase.most_falling},
                        {"lying", phase.lying},
                        {"frame_ms", threeJson(phase.frame_ms)},
                        {"fall_ms", phase.fall_ms},
                        {"bytes_per_frame", phase.bytes},
                        {"bytes_per_ragdoll", phase.bytes_per_ragdoll}});
    }
    return rows;
}

nlohmann::json rowsJson(const std::vector<Flight>& flights) {
    nlohmann::json rows = nlohmann::json::array();
    for (const Flight& f : flights) {
        nlohmann::json row{{"units", f.units}, {"technique", f.technique}};
        if (!f.skipped.empty()) {
            row["skipped"] = f.skipped;
            rows.push_back(row);
            continue;
        }
        row["drawn_by"] = f.drawn_by;
        row["select"] = nameOf(f.select);
        const std::vector<double> frame_ms = all(f, &FlightFrame::frame_ms);
        row["frame_ms"] = threeJson(frame_ms);
        row["frame_p99_over_p50"] = pacingOf(frame_ms);
        const std::vector<double> errors = all(f, &FlightFrame::error_px);
        row["lod_error_in_force_px"] = meanAndMost(errors);
        row["lod_error_in_force_px"].update(threeJson(errors));
        row["frame_gpu_ms"] = threeJson(gpuTimes(f));
        for (const std::string& name : passesOf(f)) {
            row["passes_gpu_ms"][name] =
                threeJson(numbersOf(f, [&](const FlightFrame& frame) { return timeOf(frame, name); }));
        }
        row["submit_ms"] = threeJson(all(f, &FlightFrame::submit_ms));
        row["select_ms"] = threeJson(all(f, &FlightFrame::select_ms));
        row["visible"] = meanAndMost(all(f, &FlightFrame::visible));
        for (std::size_t lod = 0; lod < lodsOf(f); ++lod) {
            row["level_units_mean"].push_back(meanOf(numbersOf(f, [&](const FlightFrame& frame) {
                const bool has = lod < frame.lod_units.size();
                return std::optional(has ? static_cast<double>(frame.lod_units[lod]) : 0.0);
            })));
        }
        row["hidden"] = meanAndMost(all(f, &FlightFrame::hidden));
        row["share_of_frames_tested_for_hidden"] = meanOf(all(f, &FlightFrame::tested));
        row["share_of_frames_with_impostors_by_compute"] = meanOf(all(f, &FlightFrame::impostors_by_compute));
        row["triangles"] = meanAndMost(all(f, &FlightFrame::triangles));
        row["gpu_bytes"] = f.gpu_bytes;
        row["cpu_bytes"] = f.cpu_bytes;
        row["gpu_bytes_by_part"] = partsJson(f.parts);
        row["gpu_bytes_per_unit"] = f.gpuBytesPerUnit();
        row["cpu_bytes_per_unit"] = f.cpuBytesPerUnit();
        if (nlohmann::json falls = fallsJson(f); !falls.is_null()) row["falls"] = std::move(falls);
        if (nlohmann::json load = loadJson(f); !load.is_null()) row["load"] = std::move(load);
        rows.push_back(row);
    }
    return rows;
}

std::string framesCsv(const std::vector<Flight>& flights) {
    std::set<std::string> passes;
    std::size_t lods = 0;
    for (const Flight& flight : flights) {
        passes.merge(passesOf(flight));
        lods = std::max(lods, lodsOf(flight));
    }
    std::string text =
        "units,technique,frame,frame_ms,gpu_ms,behaviour_ms,decisions,falling,fall_ms,uploaded";
    for (const std::string& pass : passes) text += "," + pass + " gpu_ms";
    text += ",submit_ms,select_ms,lod_error_px,tests_hidden,in_view,hidden,triangles";
    for (std::size_t lod = 0; lod < lods; ++lod) text += fmt::format(",level {}", lod);
    text += "\n";
    const auto measured = [](const std::optional<double>& value) {
        return value ? fmt::format(",{:.4f}", *value) : std::string(",");
    };
    for (const Flight& flight : flights) {
        for (std::size_t i = 0; i < flight.frames.size(); ++i) {
            const FlightFrame& frame = flight.frames[i];
            text +=
                fmt::format("{},{},{},{:.4f}{},{:.4f},{},{},{:.4f},{}", flight.units, flight.technique, i,
                            frame.frame_ms, measured(frame.gpu_ms), frame.battle.behaviour_ms,
                            frame.battle.decisions, frame.falls.falling, frame.falls.fall_ms, frame.uploaded);
            for (const std::string& pass : passes) text += measured(timeOf(frame, pass));
            text += fmt::format(",{:.4f},{:.4f},{:.4f},{:d},{},{},{}", frame.submit_ms, frame.select_ms,
                                frame.error_px, frame.tested, frame.visible, frame.hidden, frame.triangles);
            for (std::size_t lod = 0; lod < lods; ++lod) {
                text += fmt::format(",{}", lod < frame.lod_units.size() ? frame.lod_units[lod] : 0U);
            }
            text += "\n";
        }
    }
    return text;
}

}  // namespace phalanx

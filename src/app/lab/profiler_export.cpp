#include "app/lab/profiler_export.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

namespace phalanx {
namespace {

// "ground, sky" -> "ground_sky".
std::string columnName(std::string_view name) {
    std::string column;
    for (const char c : name) {
        if (c == ' ') {
            column += '_';
        } else if (c != ',') {
            column += c;
        }
    }
    return column;
}

std::string quoted(const std::string& text) {
    std::string result = "\"";
    for (const char c : text) result += c == '"' ? std::string("\"\"") : std::string(1, c);
    return result + '"';
}

nlohmann::json passesJson(const FramePassTimes& times) {
    nlohmann::json passes;
    for (std::size_t i = 0; i < kFramePasses; ++i)
        passes[columnName(nameOf(static_cast<FramePass>(i)))] = times[i];
    return passes;
}

const char* overText(SweepKind kind) {
    return kind == SweepKind::kUnits ? "units" : "units a draw";
}

nlohmann::json sideJson(const ComparedSide& side) {
    return {{"technique", side.technique},
            {"encoding", nameOf(side.encoding)},
            {"lookup", nameOf(side.switches.lookup)},
            {"weights", side.switches.weights},
            {"single_clip", side.switches.single_clip},
            {"batch", side.batch},
            {"multi_draw", side.multi_draw},
            {"cull", side.cull},
            {"detail", side.detail},
            {"shadows", side.shadows}};
}

}  // namespace

std::string framesCsv(const Profile& profile) {
    std::string text = "frame,frame_ms";
    for (const char* clock : {"cpu", "gpu"}) {
        for (std::size_t i = 0; i < kFramePasses; ++i)
            text += fmt::format(",{}_{}_ms", clock, columnName(nameOf(static_cast<FramePass>(i))));
    }
    text += ",draws,triangles,uploads,bytes_uploaded,units,visible,shadow_visible,vertex_shader_runs\n";
    for (std::size_t f = 0; f < profile.size(); ++f) {
        const ProfiledFrame& frame = profile.at(f);
        text += fmt::format("{},{}", frame.number, frame.frame_ms);
        for (const float ms : frame.cpu) text += fmt::format(",{}", ms);
        for (const float ms : frame.gpu) text += frame.timed ? fmt::format(",{}", ms) : ",";
        text +=
            fmt::format(",{},{},{},{},{},{},{},{}\n", frame.all.draws, frame.all.triangles, frame.all.uploads,
                        frame.all.bytes, frame.units, frame.visible, frame.shadow_visible,
                        frame.vertex_runs ? fmt::format("{}", *frame.vertex_runs) : "");
    }
    return text;
}

nlohmann::json framesJson(const Profile& profile) {
    nlohmann::json frames = nlohmann::json::array();
    for (std::size_t f = 0; f < profile.size(); ++f) {
        const ProfiledFrame& frame = profile.at(f);
        nlohmann::json json{{"frame", frame.number},
                            {"frame_ms", frame.frame_ms},
                            {"cpu_ms", passesJson(frame.cpu)},
                            {"gpu_ms", nullptr},
                            {"draws", frame.all.draws},
                            {"triangles", frame.all.triangles},
                            {"uploads", frame.all.uploads},
                            {"bytes_uploaded", frame.all.bytes},
                            {"units", frame.units},
                            {"visible", frame.visible},
                            {"shadow_visible", frame.shadow_visible},
                            {"vertex_shader_runs", nullptr}};
        if (frame.timed) json["gpu_ms"] = passesJson(frame.gpu);
        if (frame.vertex_runs) json["vertex_shader_runs"] = *frame.vertex_runs;
        frames.push_back(std::move(json));
    }
    const FramePassStatistics usual = profile.statistics();
    return {{"frames", frames},
            {"frame_ms", {{"p50", usual.frame50}, {"p95", usual.frame95}}},
            {"cpu_ms_p50", passesJson(usual.cpu50)},
            {"cpu_ms_p95", passesJson(usual.cpu95)},
            {"gpu_ms_p50", usual.timed ? passesJson(usual.gpu50) : nlohmann::json(nullptr)},
            {"gpu_ms_p95", usual.timed ? passesJson(usual.gpu95) : nlohmann::json(nullptr)}};
}

std::string comparisonCsv(const ComparisonResult& result) {
    std::string text = "clock,pair,a_ms,b_ms\n";
    for (const ComparedTimes& times : result.times) {
        for (std::size_t i = 0; i < times.a_turns_ms.size(); ++i)
            text += fmt::format("{},{},{},{}\n", quoted(times.clock), i, times.a_turns_ms[i],
                                times.b_turns_ms[i]);
    }
    return text;
}

nlohmann::json comparisonJson(const ComparisonResult& result) {
    nlohmann::json clocks = nlohmann::json::array();
    for (const ComparedTimes& times : result.times) {
        clocks.push_back({{"clock", times.clock},
                          {"a_ms", times.a_ms},
                          {"b_ms", times.b_ms},
                          {"ratio", times.ratio},
                          {"low_95", times.low},
                          {"high_95", times.high},
                          {"difference_significant", times.significant()},
                          {"a_turns_ms", times.a_turns_ms},
                          {"b_turns_ms", times.b_turns_ms}});
    }
    return {{"a", sideJson(result.a)},
            {"b", sideJson(result.b)},
            {"frames_per_turn", result.frames_per_turn},
            {"in_words", result.sentence},
            {"clocks", clocks}};
}

std::string sweepsCsv(std::span<const SweepResult> sweeps) {
    std::string text = "over,line,x,cost_ms,submit_ms\n";
    for (const SweepResult& sweep : sweeps) {
        for (const SweepLine& line : sweep.lines) {
            for (const SweepPoint& point : line.points)
                text += fmt::format("{},{},{},{},{}\n", overText(sweep.kind), quoted(line.name), point.x,
                                    point.cost_ms, point.submit_ms);
        }
    }
    return text;
}

nlohmann::json sweepJson(const SweepResult& sweep) {
    nlohmann::json lines = nlohmann::json::array();
    for (const SweepLine& line : sweep.lines) {
        nlohmann::json points = nlohmann::json::array();
        for (const SweepPoint& point : line.points)
            points.push_back({{"x", point.x}, {"cost_ms", point.cost_ms}, {"submit_ms", point.submit_ms}});
        lines.push_back({{"name", line.name}, {"points", points}, {"ended", line.ended}});
    }
    return {{"over", overText(sweep.kind)},
            {"cost_is", sweep.gpu_clock ? "GPU time of the units" : "wall time of the frame"},
            {"in_words", sweep.sentence},
            {"lines", lines}};
}

}  // namespace phalanx
